//! Whether steps can be those of a run.

use ascertain_judge::case::Case;
use ascertain_judge::options::RunOptions;
use ascertain_judge::run::{Passed, Step, Subject};

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
                let ids = results.iter().map(|result| result.id.as_str());
                if results.is_empty() || !ids.eq(next.take(results.len())) {
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
            Step::Random { asked, passed, .. } => {
                let wanted = self.options.shard.unwrap_or_default().count(self.options.random_limit());
                self.random = self.random.saturating_add(*asked);
                if self.random > wanted {
                    return Err(format!("{} random cases, but the run asks {wanted}", self.random));
                }
                self.check_passed(passed)
            }
            Step::RandomDone(_) | Step::Again { .. } | Step::Minimized(_) | Step::Ended(_) => Ok(()),
        }
    }

    fn check_passed(&self, passed: &[Passed]) -> Result<(), String> {
        let was_asked = |passed: &Passed| match passed.subject {
            Subject::Fixed(at) => at < self.fixed,
            Subject::Random(_) => true,
        };
        passed
            .iter()
            .all(was_asked)
            .then_some(())
            .ok_or_else(|| "cases passed that were not asked".to_owned())
    }
}
