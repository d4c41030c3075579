//! Compares ranges: which values one accepts and the other does not.
//!
//! A range is a predicate over integers. Both are evaluated on all small values of their variables: ranks up to a little
//! more than any number in them, and other variables on both sides of zero.

use super::change::Change;
use super::kind::{Bump, ChangeType};
use ascertain_language::eval::{Environment, Value};
use ascertain_language::expr::{Expr, Function, Type};
use ascertain_language::{Scope, expression};
use regex::Regex;
use std::sync::LazyLock;

/// How a range differs from an earlier one, on small values.
#[derive(Clone, Debug, PartialEq, Eq)]
enum RangeChange {
    /// They accept the same: only the wording differs.
    Same,
    /// The later one accepts more: a value that only it accepts.
    Wider(String),
    /// The later one accepts less: a value that it no longer accepts.
    Narrower(String),
    /// Each accepts what the other does not: a value of the later one, and one of the earlier.
    Apart(String, String),
    /// One of them is not a predicate over integers.
    Unknown,
}

/// A changed range or other predicate, with whether it takes more than before.
pub(super) fn ranged(change: Change) -> Change {
    let (Some(was), Some(is)) = (&change.before, &change.after) else { return change };
    let (how, example) = match compare(was, is) {
        RangeChange::Same => {
            let says = format!("{}; the same in other words", change.says);
            return change.saying(says).with(Bump::Patch);
        }
        RangeChange::Wider(at) => (ChangeType::Widened, format!("; takes more, as {at}")),
        RangeChange::Narrower(at) => (ChangeType::Narrowed, format!("; takes less, not {at}")),
        RangeChange::Apart(gained, lost) => {
            (ChangeType::Changed, format!("; takes {gained}, and {lost} no longer"))
        }
        RangeChange::Unknown => (ChangeType::Changed, String::new()),
    };
    let says = change.says.clone() + &example;
    change.how(how).saying(says)
}

/// Compares two predicates of the specification's language.
fn compare(before: &str, after: &str) -> RangeChange {
    // A list is in an interval if its lowest and its highest are, so one number stands for both.
    let [before, after] = [before, after].map(|text| text.replace("lowest(", "(").replace("highest(", "("));
    let (before, after) = (before.as_str(), after.as_str());
    let names = names(&[before, after]);
    let scope = Scope { arguments: names.clone(), ..Scope::default() };
    let (Ok(before), Ok(after)) = (expression(before, &scope), expression(after, &scope)) else {
        return RangeChange::Unknown;
    };
    let mut variables = Vec::new();
    gather(&before, &mut variables);
    gather(&after, &mut variables);
    // More variables would mean too many values, and no range has more.
    const MOST: usize = 3;
    if variables.len() > MOST {
        return RangeChange::Unknown;
    }
    let shown = |values: &[i64]| {
        let name = |variable: &Expr| variable.text(&|at| names[at].0.to_owned(), &|_| String::new());
        let pairs = variables.iter().zip(values).map(|(of, value)| format!("{} = {value}", name(of)));
        pairs.collect::<Vec<_>>().join(", ")
    };
    let margin = largest(&before).max(largest(&after)).min(64) + 2;
    let domains: Vec<(i64, i64)> = variables.iter().map(|variable| domain(variable, margin)).collect();
    let mut values: Vec<i64> = domains.iter().map(|&(low, _)| low).collect();
    let (mut gained, mut lost) = (None, None);
    loop {
        let small = Small { variables: &variables, values: &values };
        match (small.truth(&before), small.truth(&after)) {
            (Some(false), Some(true)) if gained.is_none() => gained = Some(shown(&values)),
            (Some(true), Some(false)) if lost.is_none() => lost = Some(shown(&values)),
            (Some(_), Some(_)) => {}
            _ => return RangeChange::Unknown,
        }
        let Some(next) = (0..values.len()).rev().find(|&k| values[k] < domains[k].1) else { break };
        values[next] += 1;
        for k in next + 1..values.len() {
            values[k] = domains[k].0;
        }
    }
    match (gained, lost) {
        (None, None) => RangeChange::Same,
        (Some(gained), None) => RangeChange::Wider(gained),
        (None, Some(lost)) => RangeChange::Narrower(lost),
        (Some(gained), Some(lost)) => RangeChange::Apart(gained, lost),
    }
}

/// The names in predicates: tensors are those that functions take, and all others are integers.
fn names<'a>(texts: &[&'a str]) -> Vec<(&'a str, Option<Type>)> {
    static TAKEN: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\w\s*\(\s*([\pL_]\w*)\s*\)").expect("valid"));
    static NAME: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"[\pL_]\w*").expect("valid"));
    let taken = texts.iter().flat_map(|text| TAKEN.captures_iter(text).filter_map(|found| found.get(1)));
    let taken = taken.map(|name| (name.as_str(), None));
    let names = texts.iter().flat_map(|text| NAME.find_iter(text));
    taken.chain(names.map(|name| (name.as_str(), Some(Type::Int)))).collect()
}

/// The variables of an expression, in its order: integers, and numbers that belong to a tensor.
fn gather(expr: &Expr, variables: &mut Vec<Expr>) {
    let number = matches!(expr, Expr::Argument(..) | Expr::Of(..)) && expr.kind() == Type::Int;
    if number && !variables.contains(expr) {
        variables.push(expr.clone());
    }
    expr.parts().into_iter().for_each(|part| gather(part, variables));
}

/// The largest number in an expression.
fn largest(expr: &Expr) -> i64 {
    match expr {
        Expr::Int(value) => value.saturating_abs(),
        _ => expr.parts().into_iter().map(largest).max().unwrap_or(0),
    }
}

/// Values to try for a variable. A rank of 0 is left out, as it has no dimensions.
fn domain(variable: &Expr, margin: i64) -> (i64, i64) {
    match variable {
        Expr::Of(Function::Rank, _) => (1, margin.max(4)),
        Expr::Of(..) => (0, margin.max(4)),
        _ => (-margin.max(6), margin.max(6)),
    }
}

/// Variables and their values.
struct Small<'v> {
    variables: &'v [Expr],
    values: &'v [i64],
}

impl Small<'_> {
    fn variable<'a>(&self, expr: &Expr) -> Option<Value<'a, ()>> {
        let at = self.variables.iter().position(|variable| variable == expr)?;
        Some(Value::Int(self.values[at]))
    }
}

impl<'a> Environment<'a> for Small<'_> {
    /// Ranges are about numbers.
    type DType = ();

    fn argument(&self, at: usize, kind: Type) -> Option<Value<'a, ()>> {
        self.variable(&Expr::Argument(at, kind))
    }

    fn of(&self, function: Function, at: usize) -> Option<Value<'a, ()>> {
        self.variable(&Expr::Of(function, at))
    }

    fn derived(&self, _: usize) -> Option<Value<'a, ()>> {
        None
    }

    fn apply(&self, _: Function, _: Value<'a, ()>) -> Option<Value<'a, ()>> {
        None
    }

    fn lists(&self, _: &str, (): ()) -> Option<bool> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{RangeChange, compare};

    #[test]
    fn ranges_are_wider_narrower_or_the_same() {
        let open = "-rank(input) <= dim && dim < rank(input)";
        let closed = "-rank(input) <= dim && dim <= rank(input)";
        let wider = |at: &str| RangeChange::Wider(at.to_owned());
        let narrower = |at: &str| RangeChange::Narrower(at.to_owned());
        for (before, after, expected) in [
            (open, closed, wider("rank(input) = 1, dim = 1")),
            (closed, open, narrower("rank(input) = 1, dim = 1")),
            (open, "dim >= -rank(input) && !(dim >= rank(input))", RangeChange::Same),
            (open, "-rank(input)<=dim&&dim<rank(input)", RangeChange::Same),
            (open, "(0 <= dim + rank(input)) && dim - rank(input) <= -1", RangeChange::Same),
            ("rank(input) <= 8", "rank(input) <= 9", wider("rank(input) = 9")),
            (
                "0 <= lowest(dim) && highest(dim) < 4",
                "0 <= lowest(dim) && highest(dim) < 3",
                narrower("dim = 3"),
            ),
            ("dim > 0", "dim < 0", RangeChange::Apart("dim = -6".to_owned(), "dim = 1".to_owned())),
            ("dim % 2 == 0", "dim % 4 == 0 || false", narrower("dim = -6")),
            ("dim / 0 == 1", "true", RangeChange::Unknown),
            ("dtypes(input).contains(dtype)", "true", RangeChange::Unknown),
            ("dim", "true", RangeChange::Unknown),
            ("dim <", "true", RangeChange::Unknown),
            ("a + b + c + d > 0", "true", RangeChange::Unknown),
            ("last(shape(input)) > 0", "true", RangeChange::Unknown),
        ] {
            assert_eq!(compare(before, after), expected, "{before} to {after}");
        }
    }
}
