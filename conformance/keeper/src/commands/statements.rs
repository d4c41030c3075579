//! `ascertain-spec check --statements`: everything that the specification keeps of the pages, in the order of each page, as Markdown.

use crate::template::{Template, rendered};
use ascertain::document::Editions;
use ascertain_cli::commands::error::Problem;
use ascertain_cli::commands::print::print;
use ascertain_cli::commands::select::all_cases;
use ascertain_cli::explain::{ByRequirement, CaseCounts};
use ascertain_conformance::report::rules::requirement;
use ascertain_spec::model::{Basis, SourceKind, Span, Spec};
use ascertain_spec_tools::statements::{Kept, Tested, of_document};
use serde_json::json;
use std::io::{self, Write};

const TEMPLATE: Template = ("statements.md", include_str!("../../templates/statements.md"));

/// Prints the tables of all documents.
pub(super) fn run(spec: &Spec) -> Result<u8, Problem> {
    let cases = all_cases(&Editions::default())?;
    print(|out| write(out, spec, &ByRequirement::new(&cases)))?;
    Ok(0)
}

fn write(out: &mut dyn Write, spec: &Spec, cases: &ByRequirement<'_>) -> io::Result<()> {
    let pages = spec.documents.iter().filter(|d| d.editions[0].source == SourceKind::Page);
    let documents = pages.map(|document| {
        let edition = &document.editions[0];
        let kept = of_document(spec, &document.id);
        let rows: Vec<_> = kept.iter().map(|kept| row(spec, kept, cases)).collect();
        json!({"id": document.id, "title": edition.title, "edition": edition.name, "rows": rows})
    });
    let page = json!({"documents": documents.collect::<Vec<_>>()});
    out.write_all(rendered(TEMPLATE, &page)?.as_bytes())
}

fn row(spec: &Spec, kept: &Kept, cases: &ByRequirement<'_>) -> [String; 6] {
    let place = match kept.cite.span {
        Span::None => format!("{} {}", kept.cite.edition, kept.cite.place),
        span => span.to_string(),
    };
    let first = spec.document(&kept.cite.document).is_some_and(|d| d.editions[0].name == kept.cite.edition);
    let place = if first { place } else { format!("{} {}, {place}", kept.cite.document, kept.cite.edition) };
    let level = kept.level.map_or(String::new(), |(level, basis)| {
        let basis = basis.map_or(String::new(), |basis| format!(", {}", Basis::name(basis)));
        format!("{}{basis}", level.name())
    });
    let (file, line) = spec.place(kept.at);
    [
        place,
        kept.kind.to_owned(),
        kept.says.clone(),
        level,
        format!("{file}:{line}"),
        tested(&kept.tested, cases),
    ]
}

fn tested(tested: &Tested, cases: &ByRequirement<'_>) -> String {
    match tested {
        Tested::No(why) => format!("none: {why}"),
        Tested::Cases(ids) => ids.iter().map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", "),
        Tested::Cells(table, 1) => format!("one for its cell of {table}"),
        Tested::Cells(table, cells) => format!("one for each of {cells} cells of {table}"),
        Tested::Requirement(id) => {
            let Some(requirement) = requirement(id, &Editions::default()) else { return String::new() };
            let counts = CaseCounts::of(requirement, cases);
            match (requirement.require.is_some(), requirement.unbreakable) {
                (true, Some(why)) => format!("{} satisfy it; cannot be violated: {why}", counts.keeping),
                (true, None) => format!("{} satisfy it, {} violate it", counts.keeping, counts.breaking),
                (false, _) => format!("{}, each with its right answer", counts.cases),
            }
        }
    }
}
