//! `ascertain list`.

use super::error::Problem;
use super::examples::examples;
use super::print::{print, print_data, print_json};
use super::proposed;
use super::select::{CaseArguments, EditionArguments};
use super::vectors::VectorArguments;
use ascertain::call::Call;
use ascertain::contract::{Basis, OPERATORS, OperatorSpec, Requirement};
use ascertain::document::{DOCUMENTS, Editions};
use ascertain::promote::{TABLES, Table};
use ascertain_conformance::case::Case;
use ascertain_conformance::report::text::{
    DIM, HEAD, NAME, PLAIN, columns, labelled, plural, terminal_width,
};
use ascertain_conformance::standard::{STANDARDS, Standard};
use ascertain_conformance::suite;
use ascertain_conformance::suite::large::LargeCase;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

const EXAMPLES: &[(&str, &str)] = &[
    ("The cases of a table:", "ascertain list --area aclnn.tensor-tensor"),
    ("The operators, with their pages:", "ascertain list --operators"),
    (
        "The ids of all cases that test a requirement:",
        "ascertain list --requirement cumprod.dim.range --format ids",
    ),
];

#[derive(Args, Debug)]
#[command(after_help = examples(EXAMPLES))]
pub(super) struct Arguments {
    /// Output format.
    #[arg(long, value_enum, default_value_t = ListFormat::Text)]
    format: ListFormat,

    /// Only this area, which is the id of a table or the name of an operator.
    #[arg(long, value_name = "AREA", help_heading = "Cases")]
    area: Option<String>,

    /// The precision standards that --standard of `run` and `check` takes.
    #[arg(long, help_heading = "Cases")]
    standards: bool,

    #[command(flatten)]
    cases: CaseArguments,

    #[command(flatten)]
    vectors: VectorArguments,

    #[command(flatten)]
    editions: EditionArguments,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ListFormat {
    /// For people: areas with their cases and requirements.
    Text,
    /// One case id per line.
    Ids,
    /// For programs: everything.
    Json,
}

/// Standards by name, each with where it is stated and what it leaves open.
fn standards(out: &mut dyn Write) -> io::Result<()> {
    for Standard { name, title, edition, cite, reading, .. } in STANDARDS.iter() {
        writeln!(out, "{NAME}{name}{NAME:#}")?;
        labelled(out, (2, "", 0), &format!("{title}, {edition}"), PLAIN, terminal_width())?;
        for cite in cite {
            labelled(out, (2, "stated", 9), cite, DIM, terminal_width())?;
        }
        labelled(out, (2, "reading", 9), reading, DIM, terminal_width())?;
    }
    Ok(())
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    if arguments.standards {
        return print(standards).map(|()| 0);
    }
    let editions = arguments.editions.resolve()?;
    let mut selection = arguments.cases.selection();
    if let Some(area) = arguments.area.as_ref().filter(|area| proposed::areas().contains(&area.as_str())) {
        // Others need not be made.
        selection.filters.push(format!("{area}/*"));
    }
    let (mut cases, large, _) = arguments.vectors.with_suite(&selection, &editions, 0)?;
    cases.extend(large.iter().map(LargeCase::unmade));
    if let Some(area) = &arguments.area {
        let mut areas: Vec<&str> = cases.iter().map(|c| c.area).collect();
        areas.dedup();
        if !areas.contains(&area.as_str()) {
            return Err(Problem::unknown("area", area, areas));
        }
        cases.retain(|c| c.area == area);
    }
    let cases = arguments.cases.select(cases, &editions, false)?;
    let listing = Listing::of(&cases, &editions);
    match arguments.format {
        ListFormat::Text if arguments.cases.operators.is_some() => {
            print(|out| listing.operators(out, &editions))
        }
        ListFormat::Text => print(|out| listing.text(out)),
        ListFormat::Ids => print_data(|out| cases.iter().try_for_each(|case| writeln!(out, "{}", case.id))),
        ListFormat::Json => print_json(&listing),
    }?;
    Ok(0)
}

/// What `--format json` prints, version 1.
#[derive(Serialize)]
struct Listing<'a> {
    version: u32,
    suite: &'static str,
    profile: &'static str,
    editions: BTreeMap<&'static str, &'static str>,
    /// Number of cases by area.
    areas: BTreeMap<&'static str, usize>,
    /// Promotion tables: number of cells, and how many of them have a case.
    tables: BTreeMap<&'static str, Cells>,
    requirements: Vec<Tested>,
    cases: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Cells {
    cells: usize,
    asked: usize,
}

/// A requirement, and how many cases test it.
#[derive(Serialize)]
struct Tested {
    id: &'static str,
    level: &'static str,
    /// Who says so; absent if the document is silent.
    #[serde(skip_serializing_if = "Option::is_none")]
    basis: Option<&'static str>,
    document: &'static str,
    /// Number of cases that test it.
    cases: usize,
    /// The only interface through which it can be tested.
    #[serde(skip_serializing_if = "Option::is_none")]
    via: Option<&'static str>,
    /// Why no arguments can violate it.
    #[serde(skip_serializing_if = "Option::is_none")]
    unbreakable: Option<&'static str>,
}

#[derive(Serialize)]
struct Entry<'a> {
    id: &'a str,
    area: &'static str,
    requirements: &'a [&'static str],
}

impl<'a> Listing<'a> {
    fn of(cases: &'a [Case], editions: &Editions) -> Self {
        let mut areas: BTreeMap<&'static str, usize> = BTreeMap::new();
        let mut tested: BTreeMap<&'static str, usize> = BTreeMap::new();
        for case in cases {
            *areas.entry(case.area).or_default() += 1;
            for requirement in case.requirements {
                *tested.entry(requirement).or_default() += 1;
            }
        }
        let requirements = requirements(editions).map(|(document, r)| Tested {
            id: r.id,
            level: r.level.name(),
            basis: r.basis.map(Basis::name),
            document,
            cases: tested.get(r.id).copied().unwrap_or(0),
            via: r.via,
            unbreakable: r.unbreakable,
        });
        Self {
            version: 1,
            suite: suite::VERSION,
            profile: editions.profile_name(),
            editions: editions.iter().map(|(d, e)| (d.id, e.name)).collect(),
            areas,
            tables: TABLES.iter().map(|t| (t.id, Cells::of(t, cases, editions))).collect(),
            requirements: requirements.collect(),
            cases: cases
                .iter()
                .map(|c| Entry { id: &c.id, area: c.area, requirements: c.requirements })
                .collect(),
        }
    }

    /// Areas in the order of the suite, each with its requirements and cases.
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut area = "";
        for case in &self.cases {
            if case.area != area {
                area = case.area;
                writeln!(out, "{HEAD}{area}{HEAD:#}  {}", self.size(area))?;
                labelled(out, (2, "tests", 7), &self.tested_in(area).join(" "), DIM, terminal_width())?;
            }
            writeln!(out, "  {NAME}{}{NAME:#}", case.id)?;
        }
        let (cases, areas) = (self.cases.len() as u64, self.areas.len() as u64);
        writeln!(out, "\n{} in {}", plural(cases, "case", "cases"), plural(areas, "area", "areas"))
    }

    /// Operators by name, each with its page and how much of it is tested.
    fn operators(&self, out: &mut dyn Write, editions: &Editions) -> io::Result<()> {
        let mut operators: Vec<&OperatorSpec> =
            OPERATORS.iter().copied().filter(|operator| self.areas.contains_key(operator.area)).collect();
        operators.sort_unstable_by_key(|operator| operator.name);
        // Columns before the page, where the edition has seven.
        const LEFT: usize = 39;
        let width = terminal_width();
        writeln!(
            out,
            "{HEAD}{:<18} {:>5} {:>5} {:<7} page{HEAD:#}",
            "operator", "cases", "rules", "edition"
        )?;
        for operator in &operators {
            let (name, contract) = (operator.name, operator.contract(editions));
            let cases = self.areas.get(operator.area).copied().unwrap_or(0);
            let title =
                DOCUMENTS.iter().find(|document| document.id == operator.document).map_or("", |d| d.title);
            // The whole title where there is room, or else its first page, or else none.
            let first = title.split(" & ").next().unwrap_or(title);
            let left = LEFT + columns(contract.edition).saturating_sub(7);
            let page = [title, first].into_iter().find(|page| left + columns(page) <= width).unwrap_or("");
            writeln!(
                out,
                "{NAME}{name:<18}{NAME:#} {cases:>5} {:>5} {:<7} {page}",
                contract.requirements.len(),
                contract.edition,
            )?;
        }
        let cases = plural(self.cases.len() as u64, "case", "cases");
        writeln!(out, "\n{}, {cases}", plural(operators.len() as u64, "operator", "operators"))
    }

    /// Requirements that an area's cases test, in the order of the specification.
    fn tested_in(&self, area: &str) -> Vec<&'static str> {
        let cases = self.cases.iter().filter(|c| c.area == area);
        let tested: BTreeSet<&str> = cases.flat_map(|c| c.requirements.iter().copied()).collect();
        self.requirements.iter().map(|r| r.id).filter(|id| tested.contains(id)).collect()
    }

    fn size(&self, area: &str) -> String {
        let cases = plural(self.areas.get(area).copied().unwrap_or(0) as u64, "case", "cases");
        match self.tables.get(area) {
            Some(Cells { cells, asked }) => format!("{cases}, {asked} of {cells} cells"),
            None => cases,
        }
    }
}

impl Cells {
    fn of(table: &Table, cases: &[Case], editions: &Editions) -> Self {
        let asked = cases.iter().filter_map(|case| match &case.call {
            Call::Promote(p) if core::ptr::eq(p.table, table) => Some((p.row.name(), p.column.name())),
            _ => None,
        });
        Self { cells: table.cells(editions).count(), asked: asked.collect::<BTreeSet<_>>().len() }
    }
}

/// Every requirement of the chosen editions with its document, in the order of the specification.
pub fn requirements(editions: &Editions) -> impl Iterator<Item = (&'static str, &'static Requirement)> {
    let of_tables = TABLES.iter().flat_map(|t| t.requirements_in(editions).map(|r| (t.document, r)));
    let of_operators =
        OPERATORS.iter().flat_map(|o| o.contract(editions).requirements.iter().map(|r| (o.document, r)));
    of_tables.chain(of_operators)
}
