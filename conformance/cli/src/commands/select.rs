//! Arguments that choose editions and cases, shared by several commands.

use super::error::{Problem, did_you_mean};
use super::proposed::{self, Proposed};
use crate::explain::nearest;
use ascertain::document::Editions;
use ascertain_conformance::case::Case;
use ascertain_conformance::fuzz;
use ascertain_conformance::operator::Registry;
use ascertain_conformance::options::Shard;
use ascertain_conformance::pattern::Pattern;
use ascertain_conformance::results::Selection;
use ascertain_conformance::suite;
use ascertain_conformance::suite::large::LargeCase;
use ascertain_conformance::text;
use clap::Args;
use clap::builder::PossibleValuesParser;
use std::collections::HashSet;

/// Which editions to judge by.
#[derive(Args, Debug)]
#[command(next_help_heading = "Editions")]
pub struct EditionArguments {
    /// The profile, which picks one edition of every document.
    #[arg(long, value_name = "NAME", default_value = "documented")]
    profile: String,

    /// Use another edition of one document. Repeatable.
    #[arg(long = "edition", value_name = "DOCUMENT=NAME")]
    editions: Vec<String>,
}

impl EditionArguments {
    /// The editions that were chosen.
    ///
    /// # Errors
    /// When a profile, document or edition is unknown.
    pub fn resolve(&self) -> Result<Editions, Problem> {
        let mut editions = Editions::profile(&self.profile)?;
        for choice in &self.editions {
            let (document, name) = choice.split_once('=').ok_or_else(|| {
                let help = "write DOCUMENT=NAME, for example --edition aclnn.cumprod=2026-03";
                Problem::usage(format!("`--edition {choice}` has no `=`"), help)
            })?;
            editions = editions.with(document, name)?;
        }
        Ok(editions)
    }
}

/// Which cases to use.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Cases")]
pub struct CaseArguments {
    /// Only cases whose id is GLOB or begins with it; `*` and `?` match any characters. Repeatable.
    #[arg(short, long = "filter", value_name = "GLOB", value_parser = Proposed(proposed::areas), hide_possible_values = true)]
    pub filters: Vec<String>,

    /// Only these operators, separated by commas; without names, all operators, and so no promotion tables.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', num_args = 0..=1, conflicts_with = "filters",
          value_parser = PossibleValuesParser::new(proposed::operators()), hide_possible_values = true)]
    pub operators: Option<Vec<String>>,

    /// Leave out cases whose id is GLOB or begins with it. Repeatable.
    #[arg(long = "skip", value_name = "GLOB", value_parser = Proposed(proposed::areas), hide_possible_values = true)]
    pub skips: Vec<String>,

    /// Only cases that test a requirement whose id is GLOB or begins with it. Repeatable.
    #[arg(long = "requirement", value_name = "GLOB")]
    pub requirements: Vec<String>,
}

impl CaseArguments {
    /// What reports say of them.
    pub(super) fn selection(&self) -> Selection {
        let Self { mut filters, operators, skips, requirements } = self.clone();
        if let Some(names) = operators {
            let all = || proposed::operators().into_iter().map(str::to_owned).collect();
            let names: Vec<String> = if names.is_empty() { all() } else { names };
            filters = names.into_iter().map(|name| format!("{name}/*")).collect();
        }
        Selection { filters, skips, requirements, ..Selection::default() }
    }

    /// The selected cases, in the order of the suite. A filter may also be the id of a random case, which is then
    /// generated again. It is an error when no case is left, unless there are `others` to run.
    pub fn select(&self, cases: Vec<Case>, editions: &Editions, others: bool) -> Result<Vec<Case>, Problem> {
        Ok(selected(&self.selection(), cases, Vec::new(), editions, others)?.0)
    }
}

/// The cases that a run asks, as with [`CaseArguments::select`], and large ones. These are made when they are asked, so none is
/// selected by requirement.
pub(super) fn selected(
    asked: &Selection,
    mut cases: Vec<Case>,
    mut large: Vec<LargeCase>,
    editions: &Editions,
    others: bool,
) -> Result<(Vec<Case>, Vec<LargeCase>), Problem> {
    let fuzzed = asked.filters.iter().filter_map(|id| fuzz::find(id, editions, Registry::default()));
    cases.extend(fuzzed.collect::<Vec<_>>());
    let ids: Vec<String> = large.iter().map(LargeCase::id).collect();
    let kept = match keep(asked, &cases, &ids) {
        Ok(kept) => kept,
        // Some pattern may be about the rest of the suite; and a mistake is told with all that there is.
        Err(_) => {
            let known: HashSet<&str> = cases.iter().map(|case| case.area).collect();
            let rest = all_cases(editions)?;
            cases.extend(rest.into_iter().filter(|case| !known.contains(case.area)));
            keep(asked, &cases, &ids)?
        }
    };
    let mut kept = kept.into_iter();
    cases.retain(|_| kept.next() == Some(true));
    large.retain(|_| kept.next() == Some(true));
    if cases.is_empty() && large.is_empty() && !others {
        let help = "remove one of --filter, --skip and --requirement: together they exclude every case";
        return Err(Problem::usage("no case is left to run", help));
    }
    Ok((cases, large))
}

/// Those of an operator's cases that a filter names, or all without filters. A filter may be the id of a random case.
///
/// # Errors
/// When a filter matches nothing.
pub fn filtered(
    filters: &[String],
    mut cases: Vec<Case>,
    editions: &Editions,
    registry: Registry,
) -> Result<Vec<Case>, Problem> {
    cases.extend(filters.iter().filter_map(|id| fuzz::find(id, editions, registry)));
    let asked = Selection { filters: filters.to_vec(), ..Selection::default() };
    let mut kept = keep(&asked, &cases, &[])?.into_iter();
    cases.retain(|_| kept.next() == Some(true));
    Ok(cases)
}

/// For each case, and then for each id of a large one, whether it is selected.
fn keep(asked: &Selection, cases: &[Case], large: &[String]) -> Result<Vec<bool>, Problem> {
    let ids: Vec<&str> = cases.iter().map(|c| &*c.id).chain(large.iter().map(String::as_str)).collect();
    let mut keep = any(&asked.filters, "filter", &ids)?;
    if asked.filters.is_empty() {
        keep.fill(true);
    }
    keep.iter_mut().zip(any(&asked.skips, "skip", &ids)?).for_each(|(keep, skip)| *keep &= !skip);
    if asked.requirements.is_empty() {
        return Ok(keep);
    }
    let mut requirements: Vec<&str> = cases.iter().flat_map(|c| c.requirements.iter().copied()).collect();
    requirements.sort_unstable();
    requirements.dedup();
    let selected = any(&asked.requirements, "requirement", &requirements)?;
    let wanted = |id: &&str| requirements.binary_search(id).is_ok_and(|at| selected[at]);
    keep.iter_mut().zip(cases).for_each(|(keep, case)| *keep &= case.requirements.iter().any(wanted));
    keep[cases.len()..].fill(false);
    Ok(keep)
}

/// For each of `ids`, whether any pattern matches it. A pattern that matches nothing is an error, so that lists of patterns
/// stay current.
fn any(patterns: &[String], option: &str, ids: &[&str]) -> Result<Vec<bool>, Problem> {
    let mut all = vec![false; ids.len()];
    for pattern in patterns {
        let selected = Pattern::new(pattern).select(ids);
        if !selected.contains(&true) {
            // Areas first: they are few, and a mistake in one spoils all of its ids.
            let areas = ids.iter().filter_map(|id| Some(id.split_once('/')?.0));
            let near = nearest(pattern, areas);
            // Of tens of thousands of ids only if it looks like one.
            let is_like_an_id = pattern.contains('/');
            let ids = ids.iter().copied().filter(|_| is_like_an_id);
            let near = if near.is_empty() { nearest(pattern, ids) } else { near };
            let help = if near.is_empty() {
                "`ascertain list` without filters shows all ids".to_owned()
            } else {
                did_you_mean(&near)
            };
            let what = format!("`--{option} {}` matches nothing", text::word(pattern));
            return Err(Problem::usage(what, help));
        }
        all.iter_mut().zip(selected).for_each(|(all, one)| *all |= one);
    }
    Ok(all)
}

/// The cases of one part.
///
/// # Errors
/// When there are none.
pub fn part_of<T>(shard: Shard, cases: Vec<T>) -> Result<Vec<T>, Problem> {
    let all = cases.len();
    let part = shard.take(cases);
    if part.is_empty() {
        let what = format!("part {} of {} of {all} cases is empty", shard.part, shard.of);
        return Err(Problem::usage(what, "use fewer parts"));
    }
    Ok(part)
}

/// The cases of the suite that filters may select, and perhaps others.
pub(super) fn cases_of(asked: &Selection, editions: &Editions) -> Result<Vec<Case>, Problem> {
    let patterns: Vec<Pattern> = asked.filters.iter().map(|pattern| Pattern::new(pattern)).collect();
    let wanted = |area: &str| patterns.is_empty() || patterns.iter().any(|pattern| pattern.may_select(area));
    suite::of_areas(editions, &wanted).map_err(|error| faulty(&error))
}

/// Every case of the suite in these editions.
pub fn all_cases(editions: &Editions) -> Result<Vec<Case>, Problem> {
    suite::build(editions).map_err(|error| faulty(&error))
}

fn faulty(error: &suite::vectors::VectorError) -> Problem {
    Problem::usage(
        format!("the suite cannot be built: {error}"),
        "this is a bug in ascertain; please report it",
    )
}
