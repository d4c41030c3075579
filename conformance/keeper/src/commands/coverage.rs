//! `ascertain-spec coverage`: for each requirement, how many cases satisfy it and how many violate it.

use ascertain::contract::{Basis, Level, Requirement};
use ascertain::document::Editions;
use ascertain_cli::commands::error::Problem;
use ascertain_cli::commands::examples::examples;
use ascertain_cli::commands::list;
use ascertain_cli::commands::print::{OutputFormat, print};
use ascertain_cli::commands::select::{EditionArguments, all_cases};
use ascertain_cli::explain::{ByRequirement, CaseCounts};
use ascertain_conformance::case::Case;
use ascertain_conformance::report::grid::{Field, Grid};
use ascertain_conformance::report::text::{BAD, DIM, HEAD, NAME, PLAIN, plural, terminal_width};
use ascertain_conformance::suite;
use clap::Args;
use serde::Serialize;
use std::io::{self, Write};

const EXAMPLES: &[(&str, &str)] = &[("How many cases test each requirement?", "ascertain-spec coverage")];

#[derive(Args, Debug)]
#[command(after_help = examples(EXAMPLES))]
pub(super) struct Arguments {
    /// Output format.
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,

    #[command(flatten)]
    editions: EditionArguments,
}

/// Exit code when a requirement is not tested.
const GAPS: u8 = 1;

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let editions = arguments.editions.resolve()?;
    let cases = all_cases(&editions)?;
    let coverage = Coverage::of(&cases, &editions);
    print(|out| match arguments.format {
        OutputFormat::Text => coverage.text(out),
        OutputFormat::Json => {
            serde_json::to_writer_pretty(&mut *out, &coverage)?;
            writeln!(out)
        }
    })?;
    Ok(if coverage.gaps == 0 { 0 } else { GAPS })
}

/// What `--format json` prints, version 1.
#[derive(Serialize)]
pub(super) struct Coverage {
    version: u32,
    suite: &'static str,
    profile: &'static str,
    /// Number of requirements that could have a case and have none.
    gaps: usize,
    pub(super) requirements: Vec<RequirementRow>,
}

/// A requirement, and its cases.
#[derive(Serialize)]
pub(super) struct RequirementRow {
    pub(super) id: &'static str,
    pub(super) level: &'static str,
    /// Who says so; absent if the document is silent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) basis: Option<&'static str>,
    /// What carries it, if it is not stated: the places cited, or the reason of a reading.
    #[serde(skip_serializing_if = "Option::is_none")]
    carried_by: Option<String>,
    pub(super) document: &'static str,
    /// Cases that test it.
    pub(super) cases: usize,
    /// Cases whose arguments satisfy its predicate; absent if it has no predicate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) keep: Option<usize>,
    /// Cases whose arguments violate its predicate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) r#break: Option<usize>,
    /// Why it has no case, or no case that violates it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) why: Option<String>,
    /// Whether a case is missing.
    gap: bool,
}

impl Coverage {
    pub(super) fn of(cases: &[Case], editions: &Editions) -> Self {
        let cases = ByRequirement::new(cases);
        let rows: Vec<RequirementRow> = list::requirements(editions)
            .map(|(document, r)| RequirementRow::of(document, r, &cases))
            .collect();
        let gaps = rows.iter().filter(|row| row.gap).count();
        Self { version: 1, suite: suite::VERSION, profile: editions.profile_name(), gaps, requirements: rows }
    }

    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut grid = Grid::default();
        grid.head(["requirement", "level", "basis"], ["cases", "satisfy", "violate"]);
        grid.optional(&[2, 1], "`--format json` has all columns");
        for row in &self.requirements {
            let count = |n: Option<usize>| match n {
                Some(0) if row.gap => Field::right("0", BAD),
                Some(n) => Field::right(n.to_string(), PLAIN),
                None => Field::right("·", DIM),
            };
            grid.row(vec![
                Field::left(row.id, NAME),
                Field::left(row.level, PLAIN),
                Field::left(row.basis.unwrap_or("·"), if row.basis.is_some() { PLAIN } else { DIM }),
                count(Some(row.cases)),
                count(row.keep),
                count(row.r#break),
            ]);
        }
        writeln!(out, "{HEAD}Requirements, and how many cases satisfy or violate them{HEAD:#}")?;
        grid.write(out, 2, terminal_width())?;
        self.whys(out)?;
        self.carried(out)?;
        let all = plural(self.requirements.len() as u64, "requirement", "requirements");
        match self.gaps {
            0 => writeln!(out, "\n{all}, all tested or with a reason why not"),
            gaps => writeln!(out, "\n{all}, {BAD}{gaps} not tested{BAD:#}"),
        }
    }
}

impl Coverage {
    /// Why requirements have no case, or no case that violates them.
    fn whys(&self, out: &mut dyn Write) -> io::Result<()> {
        let whys = self.requirements.iter().filter_map(|row| Some((row, row.why.as_ref()?)));
        let mut grid = Grid::default();
        for (row, why) in whys {
            let style = if row.gap { BAD } else { PLAIN };
            grid.row(vec![Field::left(row.id, NAME), Field::left(why, style)]);
        }
        writeln!(out, "\n{HEAD}Why a requirement has no case that violates it{HEAD:#}")?;
        grid.write(out, 2, terminal_width())
    }

    /// What carries each `must` that is not stated.
    fn carried(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut grid = Grid::default();
        let must = self.requirements.iter().filter(|row| row.level == Level::Must.name());
        for (row, carried_by) in must.filter_map(|row| Some((row, row.carried_by.as_ref()?))) {
            grid.row(vec![
                Field::left(row.id, NAME),
                Field::left(row.basis.unwrap_or_default(), PLAIN),
                Field::left(carried_by, PLAIN),
            ]);
        }
        writeln!(out, "\n{HEAD}What carries each must that is not stated{HEAD:#}")?;
        grid.write(out, 2, terminal_width())
    }
}

/// The places that a requirement rests on, or the reason of a reading, if it is not stated.
fn carried_by(requirement: &Requirement) -> Option<String> {
    match requirement.basis? {
        Basis::Stated => None,
        Basis::Reading => requirement.reason.map(str::to_owned),
        Basis::Derived | Basis::Elsewhere => {
            let cites = std::iter::once(&requirement.cite).chain(requirement.also);
            Some(cites.map(ToString::to_string).collect::<Vec<_>>().join("; "))
        }
    }
}

impl RequirementRow {
    fn of(document: &'static str, requirement: &Requirement, cases: &ByRequirement<'_>) -> Self {
        let tally = CaseCounts::of(requirement, cases);
        let predicate = requirement.require.is_some();
        let lacks_breaking = predicate && tally.breaking == 0 && requirement.unbreakable.is_none();
        let lacks = tally.cases == 0 && requirement.unbreakable.is_none() || lacks_breaking;
        let gap = lacks && requirement.via.is_none();
        let why = match (requirement.via, requirement.unbreakable) {
            (Some(via), _) => Some(format!("only through the {via} interface")),
            (None, Some(why)) => Some(format!("cannot be violated: {why}")),
            (None, None) if tally.cases == 0 => Some("no case tests it".to_owned()),
            (None, None) if lacks_breaking => Some("no case violates it".to_owned()),
            (None, None) => None,
        };
        Self {
            id: requirement.id,
            level: requirement.level.name(),
            basis: requirement.basis.map(Basis::name),
            carried_by: carried_by(requirement),
            document,
            cases: tally.cases,
            keep: predicate.then_some(tally.keeping),
            r#break: predicate.then_some(tally.breaking),
            why,
            gap,
        }
    }
}
