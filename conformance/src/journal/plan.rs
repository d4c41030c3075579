//! Whether steps can be those of a run.

use ascertain_judge::case::Case;
use ascertain_judge::options::{RunOptions, Shard};
use ascertain_judge::run::{Passed, Step, Subject};
use ascertain_judge::verdict::CaseResult;

/// What a run asks, and how far its steps have come.
pub(super) struct Plan<'a> {
    cases: &'a [Case],
    options: &'a RunOptions,
    fixed: usize,
    large: usize,
    /// How many random cases were asked.
    random: u64,
}

impl<'a> Plan<'a> {
    pub(super) const fn new(cases: &'a [Case], options: &'a RunOptions) -> Self {
        Self { cases, options, fixed: 0, large: 0, random: 0 }
    }

    /// Goes on by a step.
    ///
    /// # Errors
    /// Why it cannot be the next one.
    pub(super) fn check(&mut self, step: &Step) -> Result<(), String> {
        match step {
            Step::Fixed { results, passed } => {
                let next = self.cases.iter().skip(self.fixed).map(|case| case.id.as_str());
                if results.is_empty()
                    || !results.iter().map(|result| result.id.as_str()).eq(next.take(results.len()))
                {
                    return Err("these are not the next fixed cases".to_owned());
                }
                self.fixed += results.len();
                self.check_passed(passed)
            }
            Step::Large(result) => {
                let next = self.options.large.cases.get(self.large);
                self.large += 1;
                let is_next = next.is_some_and(|next| next.id() == result.id);
                is_next.then_some(()).ok_or_else(|| format!("{} is not the next large case", result.id))
            }
            Step::Random { asked, listed, passed, .. } => {
                self.random = self.random.saturating_add(*asked);
                if self.random > self.wanted() {
                    return Err(format!("{} random cases, but the run asks {}", self.random, self.wanted()));
                }
                listed.iter().try_for_each(|result| self.check_result(random(result), result))?;
                self.check_passed(passed)
            }
            Step::Again { asked, changed } => {
                if *asked > (self.fixed as u64).saturating_add(self.random) {
                    return Err(format!("{asked} cases asked again, but there are not so many"));
                }
                changed.iter().try_for_each(|(subject, result)| self.check_result(Some(*subject), result))
            }
            Step::RandomDone(_) | Step::Minimized(_) | Step::Ended(_) => Ok(()),
        }
    }

    /// How many random cases the run asks at most.
    fn wanted(&self) -> u64 {
        self.options.shard.unwrap_or_default().count(self.options.random_limit())
    }

    /// Whether a case was asked.
    fn was_asked(&self, subject: Subject) -> bool {
        match subject {
            Subject::Fixed(at) => at < self.fixed,
            Subject::Random(index) => {
                let Shard { part, of } = self.options.shard.unwrap_or_default();
                let steps = index.checked_sub(u64::from(part - 1));
                steps.is_some_and(|steps| steps % u64::from(of) == 0 && steps / u64::from(of) < self.random)
            }
        }
    }

    fn check_passed(&self, passed: &[Passed]) -> Result<(), String> {
        let all = passed.iter().all(|passed| self.was_asked(passed.subject));
        all.then_some(()).ok_or_else(|| "cases passed that were not asked".to_owned())
    }

    fn check_result(&self, subject: Option<Subject>, result: &CaseResult) -> Result<(), String> {
        let is_case = |subject: &Subject| match subject {
            Subject::Fixed(at) => self.cases.get(*at).is_some_and(|case| case.id == result.id),
            Subject::Random(_) => random(result) == Some(*subject),
        };
        let asked = subject.filter(is_case).is_some_and(|subject| self.was_asked(subject));
        asked.then_some(()).ok_or_else(|| format!("the run had not asked {}", result.id))
    }
}

fn random(result: &CaseResult) -> Option<Subject> {
    result.random_index().map(Subject::Random)
}
