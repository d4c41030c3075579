//! `ascertain explain`.

use super::error::{Problem, did_you_mean};
use super::examples::examples;
use super::print::{OutputFormat, print, print_json};
use super::proposed::{self, Proposed};
use super::select::EditionArguments;
use super::vectors::VectorArguments;
use crate::explain::{ByRequirement, NotExplained, Sources, explain};
use ascertain::contract::OPERATORS;
use ascertain::document::ERRATA;
use ascertain::promote::TABLES;
use ascertain_conformance::fuzz;
use ascertain_conformance::operator::Registry;
use ascertain_conformance::report::page::Page;
use ascertain_conformance::report::text::terminal_width;
use ascertain_conformance::results::Selection;
use ascertain_conformance::suite::large::LargeCase;
use clap::Args;
use serde::Serialize;
use std::collections::HashSet;

#[derive(Args, Debug)]
#[command(after_help = examples(EXAMPLES))]
pub(super) struct Arguments {
    /// What to explain: `promote SYSTEM A B`, or one name. Without it, list everything that can be explained.
    #[arg(value_name = "WHAT", value_parser = Proposed(proposed::areas), hide_possible_values = true)]
    what: Vec<String>,

    /// Output format.
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,

    #[command(flatten)]
    editions: EditionArguments,

    #[command(flatten)]
    vectors: VectorArguments,
}

const EXAMPLES: &[(&str, &str)] = &[
    ("What is f16 + bf16, and which line of which page says so?", "ascertain explain promote aclnn f16 bf16"),
    (
        "The same with a scalar, by other names of dtypes:",
        "ascertain explain promote aclnn.tensor-scalar float16 ACL_DOUBLE",
    ),
    ("MindSpore: a tensor and a number of Python:", "ascertain explain promote mindspore f16 int"),
    ("A requirement:", "ascertain explain cumprod.dim.range"),
    ("An operator's contract:", "ascertain explain cumprod"),
    ("A dtype, by any of its names:", "ascertain explain bfloat16"),
    ("A document and its tables:", "ascertain explain aclnn.tensor-tensor"),
    ("A status code:", "ascertain explain 161002"),
    ("The mistakes that a run can name as a cause:", "ascertain explain causes"),
];

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let editions = arguments.editions.resolve()?;
    let (mut cases, large, own) = arguments.vectors.with_suite(&about(&arguments.what), &editions, 0)?;
    let is_wanted = |large: &&LargeCase| arguments.what.contains(&large.id());
    cases.extend(large.iter().filter(is_wanted).filter_map(|large| large.make(&editions)));
    cases.extend(arguments.what.iter().filter_map(|word| fuzz::find(word, &editions, Registry::default())));
    let by_requirement = ByRequirement::new(&cases);
    let sources =
        Sources { editions: &editions, cases: &cases, by_requirement: &by_requirement, own: own.as_ref() };
    let page = explain(&arguments.what, sources).map_err(problem)?;
    match arguments.format {
        OutputFormat::Text => print(|out| page.write(out, terminal_width())),
        OutputFormat::Json => print_json(&Explanation { version: 1, page: &page }),
    }?;
    Ok(0)
}

/// What the page may show cases of: tables, and operators whose name is part of a word, or of a requirement that an erratum of
/// this name is about.
fn about(what: &[String]) -> Selection {
    let of_errata = ERRATA.iter().filter(|erratum| what.iter().any(|word| word == erratum.id));
    let words =
        what.iter().map(String::as_str).chain(of_errata.flat_map(|erratum| erratum.requirements).copied());
    let parts: HashSet<&str> = words.flat_map(|word| word.split(['.', '/'])).collect();
    let operators = OPERATORS
        .iter()
        .filter(|operator| parts.contains(operator.name) || parts.contains(operator.area))
        .map(|operator| operator.area);
    let areas = TABLES.iter().map(|table| table.id).chain(operators);
    Selection { filters: areas.map(|area| format!("{area}/*")).collect(), ..Selection::default() }
}

/// What `--format json` prints, version 1.
#[derive(Serialize)]
struct Explanation<'a> {
    version: u32,
    #[serde(flatten)]
    page: &'a Page,
}

fn problem(error: NotExplained) -> Problem {
    let what = error.to_string();
    let help = match error {
        NotExplained::Unknown(_, near) if !near.is_empty() => vec![did_you_mean(&near)],
        NotExplained::Unknown(..) => {
            vec!["`ascertain explain` lists all names, `ascertain list` all cases".to_owned()]
        }
        NotExplained::Pair(_) => Vec::new(),
    };
    Problem::Usage { what, help }
}
