//! Compares ranges: which values one accepts and the other does not.
//!
//! A range is a predicate over integers. Both are evaluated on all small values of their variables: ranks up to a little
//! more than any number in them, and other variables on both sides of zero.

/// How a range differs from an earlier one, on small values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RangeChange {
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

/// Compares two predicates of the specification's language.
pub(super) fn compare(before: &str, after: &str) -> RangeChange {
    let mut atoms = Vec::new();
    let Some(before) = Parser::parse(before, &mut atoms) else { return RangeChange::Unknown };
    let Some(after) = Parser::parse(after, &mut atoms) else { return RangeChange::Unknown };
    // More variables would mean too many values, and no range has more.
    const MOST: usize = 3;
    if atoms.len() > MOST {
        return RangeChange::Unknown;
    }
    let margin = before.largest().max(after.largest()).min(64) + 2;
    let domains: Vec<(i64, i64)> = atoms.iter().map(|atom| domain(atom, margin)).collect();
    let mut values: Vec<i64> = domains.iter().map(|&(low, _)| low).collect();
    let (mut gained, mut lost) = (None, None);
    loop {
        match (before.truth(&values), after.truth(&values)) {
            (Some(false), Some(true)) if gained.is_none() => gained = Some(shown(&atoms, &values)),
            (Some(true), Some(false)) if lost.is_none() => lost = Some(shown(&atoms, &values)),
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

/// Values to try for a variable. A rank of 0 is left out, as it has no dimensions.
fn domain(atom: &str, margin: i64) -> (i64, i64) {
    match atom.split('(').next() {
        Some("rank") => (1, margin.max(4)),
        Some("count" | "last" | "bits") => (0, margin.max(4)),
        _ => (-margin.max(6), margin.max(6)),
    }
}

fn shown(atoms: &[String], values: &[i64]) -> String {
    let values: Vec<String> =
        atoms.iter().zip(values).map(|(atom, value)| format!("{atom} = {value}")).collect();
    values.join(", ")
}

/// A predicate, with variables as indices.
#[derive(Debug)]
enum Expr {
    Int(i64),
    Bool(bool),
    Atom(usize),
    Neg(Box<Expr>),
    Not(Box<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
}

enum Value {
    Int(i64),
    Bool(bool),
}

impl Expr {
    /// The largest number in it.
    fn largest(&self) -> i64 {
        match self {
            Self::Int(value) => value.saturating_abs(),
            Self::Bool(_) | Self::Atom(_) => 0,
            Self::Neg(a) | Self::Not(a) => a.largest(),
            Self::Binary(_, a, b) => a.largest().max(b.largest()),
        }
    }

    fn truth(&self, values: &[i64]) -> Option<bool> {
        match self.value(values)? {
            Value::Bool(truth) => Some(truth),
            Value::Int(_) => None,
        }
    }

    fn number(&self, values: &[i64]) -> Option<i64> {
        match self.value(values)? {
            Value::Int(value) => Some(value),
            Value::Bool(_) => None,
        }
    }

    fn value(&self, values: &[i64]) -> Option<Value> {
        Some(match self {
            Self::Int(value) => Value::Int(*value),
            Self::Bool(value) => Value::Bool(*value),
            Self::Atom(index) => Value::Int(values[*index]),
            Self::Neg(a) => Value::Int(a.number(values)?.checked_neg()?),
            Self::Not(a) => Value::Bool(!a.truth(values)?),
            Self::Binary(op @ ("&&" | "||"), a, b) => {
                let (a, b) = (a.truth(values)?, b.truth(values)?);
                Value::Bool(if *op == "&&" { a && b } else { a || b })
            }
            Self::Binary(op, a, b) => {
                let (a, b) = (a.number(values)?, b.number(values)?);
                match *op {
                    "+" => Value::Int(a.checked_add(b)?),
                    "-" => Value::Int(a.checked_sub(b)?),
                    "*" => Value::Int(a.checked_mul(b)?),
                    "/" => Value::Int(a.checked_div(b)?),
                    "%" => Value::Int(a.checked_rem(b)?),
                    "==" => Value::Bool(a == b),
                    "!=" => Value::Bool(a != b),
                    "<" => Value::Bool(a < b),
                    "<=" => Value::Bool(a <= b),
                    ">" => Value::Bool(a > b),
                    _ => Value::Bool(a >= b),
                }
            }
        })
    }
}

/// Binary operators, weakest first; of operators with the same prefix, the longer first.
const LEVELS: [&[&str]; 5] =
    [&["||"], &["&&"], &["==", "!=", "<=", ">=", "<", ">"], &["+", "-"], &["*", "/", "%"]];

struct Parser<'a> {
    rest: &'a str,
    atoms: &'a mut Vec<String>,
}

impl<'a> Parser<'a> {
    fn parse(text: &'a str, atoms: &'a mut Vec<String>) -> Option<Expr> {
        let mut parser = Self { rest: text, atoms };
        let expr = parser.level(0)?;
        parser.rest.trim().is_empty().then_some(expr)
    }

    fn take(&mut self, token: &str) -> bool {
        let Some(rest) = self.rest.trim_start().strip_prefix(token) else { return false };
        self.rest = rest;
        true
    }

    fn level(&mut self, level: usize) -> Option<Expr> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.level(level + 1)?;
        while let Some(op) = operators.iter().copied().find(|op| self.take(op)) {
            let right = self.level(level + 1)?;
            left = Expr::Binary(op, Box::new(left), Box::new(right));
        }
        Some(left)
    }

    fn unary(&mut self) -> Option<Expr> {
        if self.take("-") {
            return Some(Expr::Neg(Box::new(self.unary()?)));
        }
        if self.take("!") {
            return Some(Expr::Not(Box::new(self.unary()?)));
        }
        if self.take("(") {
            let inner = self.level(0)?;
            return self.take(")").then_some(inner);
        }
        self.word()
    }

    /// A number, a truth value, or a variable: a name, with arguments or without.
    fn word(&mut self) -> Option<Expr> {
        let text = self.rest.trim_start();
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
        let word = &text[..end];
        self.rest = &text[end..];
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            return word.parse().ok().map(Expr::Int);
        }
        let mut name = match word {
            "" => return None,
            "true" | "false" => return Some(Expr::Bool(word == "true")),
            _ => word.to_owned(),
        };
        if self.rest.starts_with('(') {
            let (arguments, rest) = self.rest.split_at(self.rest.find(')')? + 1);
            // Nested calls are not numbers of a range.
            if arguments.rfind('(') != Some(0) {
                return None;
            }
            name.push_str(arguments);
            self.rest = rest;
        }
        let known = self.atoms.iter().position(|atom| *atom == name);
        Some(Expr::Atom(known.unwrap_or_else(|| {
            self.atoms.push(name);
            self.atoms.len() - 1
        })))
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
