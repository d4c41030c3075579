//! Reads tables of status codes: name, number, and when the code is returned. Null pointers of named parameters are understood,
//! and the usual forms in which dtypes, ranks and shapes are invalid; other conditions are unread.

use super::account::Account;
use super::demands;
use super::harmless::Expected;
use super::names::Names;
use super::prototype::Prototype;
use super::remarks::Remarks;
use super::text::{clauses, identifiers, row_place, sentences, squeezed};
use crate::facts::{DemandFact, INVALID_STATUS, NULL_STATUS};
use crate::page::{Block, PageTable, Text};
use crate::place::hull;
use crate::vocabulary::{forms, is_word};
use ascertain_spec::model::Span;

/// The status codes of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Codes {
    /// Name, number and place. A code with several conditions, one per row, counts once.
    pub(super) statuses: Vec<(String, i64, Span)>,
    /// When they are returned.
    pub(super) conditions: Vec<Condition>,
}

/// A sentence about when a status code is returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Condition {
    /// Name of the code.
    pub(super) status: String,
    /// Plain text.
    pub(super) says: String,
    pub(super) place: Span,
}

/// Columns of a table of status codes.
struct Columns {
    name: usize,
    number: Option<usize>,
}

/// The status codes in the tables of a function's results. All other texts go to `remarks`.
pub(super) fn read(blocks: &[&Block], names: &Names<'_>, remarks: &mut Remarks) -> Codes {
    let mut codes = Codes::default();
    for block in blocks {
        match block {
            Block::Table(grid) => {
                remarks.leave();
                match columns(grid) {
                    Some(columns) => codes.table(grid, &columns, names, remarks),
                    None => grid.rows.iter().flatten().for_each(|text| remarks.text(text)),
                }
            }
            Block::Item(_, text) | Block::Paragraph(text) | Block::Code(text)
                if forms("status_entry").is_match(&text.plain()) =>
            {
                codes.entries(text, names, remarks);
            }
            Block::Item(depth, text) => remarks.item(*depth, text),
            Block::Paragraph(text) | Block::Code(text) => remarks.text(text),
            Block::Heading(..) => {}
        }
    }
    codes
}

/// Whether a heading only names its column.
fn is_heading(text: &Text) -> bool {
    let said = text.plain().to_lowercase();
    ["status_names", "status_numbers", "status_descriptions"].iter().any(|words| is_word(words, &said))
}

/// The columns of a table of status codes: as its headings say, or where its first code and number are.
fn columns(grid: &PageTable) -> Option<Columns> {
    grid.header()?;
    if let Some(name) = grid.column("status_names") {
        return Some(Columns { name, number: grid.column("status_numbers") });
    }
    let column = |is: &dyn Fn(&str) -> bool| {
        grid.body().iter().find_map(|row| row.iter().position(|text| is(&text.plain())))
    };
    let name = column(&|said| code(said).is_some())?;
    Some(Columns { name, number: column(&|said| said.parse::<i64>().is_ok()) })
}

/// Whether a table lists status codes.
pub(super) fn is_table(grid: &PageTable) -> bool {
    columns(grid).is_some()
}

/// The status code that a cell names.
fn code(said: &str) -> Option<&str> {
    identifiers(said).into_iter().map(|(_, word)| word).find(|word| word.starts_with("ACL"))
}

impl Codes {
    fn table(&mut self, grid: &PageTable, columns: &Columns, names: &Names<'_>, remarks: &mut Remarks) {
        grid.header()
            .into_iter()
            .flatten()
            .filter(|text| !is_heading(text))
            .for_each(|text| remarks.text(text));
        for row in grid.body() {
            let place = row_place(row);
            let said = |at: usize| row.get(at).map(|text| text.plain()).unwrap_or_default();
            let (named, numbered) = (said(columns.name), columns.number.map(said));
            let Some(name) = code(&named).map(str::to_owned) else {
                let swapped = numbered.as_deref().and_then(code).is_some();
                let why = if swapped { "; are the headings swapped?" } else { "" };
                names.refuse(place, format!("a row of a table of return codes has no name{why}"));
                continue;
            };
            if !named.is_ascii() {
                // The cell says more than the code.
                remarks.text(&row[columns.name]);
            }
            let others =
                row.iter().enumerate().filter(|(at, _)| *at != columns.name && Some(*at) != columns.number);
            let others: Vec<&Text> =
                others.map(|(_, text)| text).filter(|text| !text.text.is_empty()).collect();
            let Some(numbered) = numbered.filter(|numbered| numbered != "-") else {
                let says = format!(
                    "the page gives no number for `{name}`; it is not kept as one of the status codes"
                );
                names.note(place, says);
                row.iter().for_each(|text| remarks.text(text));
                continue;
            };
            let Ok(number) = numbered.parse::<i64>() else {
                let says =
                    format!("a row of a table of return codes has no number for `{name}`, but `{numbered}`");
                names.refuse(place, says.trim_end_matches(", but ``"));
                continue;
            };
            self.conditions.extend(others.into_iter().map(|text| Condition {
                status: name.clone(),
                says: text.plain(),
                place: text.place,
            }));
            self.status(&name, number, place, names);
        }
    }

    /// Reads `161001(NAME): 1. condition 2. condition`, once or several times.
    fn entries(&mut self, text: &Text, names: &Names<'_>, remarks: &mut Remarks) {
        let said = text.plain();
        let heads: Vec<_> =
            forms("status_entry").all(&said).filter_map(|found| Some((found.get(0)?, found))).collect();
        let first = heads.first().map_or(said.len(), |(head, _)| head.start());
        remarks.text(&Text { text: said[..first].to_owned(), place: text.place });
        let ends = heads.iter().skip(1).map(|(head, _)| head.start()).chain([said.len()]);
        for ((head, found), end) in heads.iter().zip(ends) {
            // The pattern has six digits there.
            let Ok(number) = found["number"].parse::<i64>() else { continue };
            let name = &found["name"];
            self.status(name, number, text.place, names);
            self.conditions.extend(numbered(&said[head.end()..end]).into_iter().map(|says| Condition {
                status: name.to_owned(),
                says: says.to_owned(),
                place: text.place,
            }));
        }
    }

    fn status(&mut self, name: &str, number: i64, place: Span, names: &Names<'_>) {
        match self.statuses.iter_mut().find(|(known, ..)| known == name) {
            Some((_, other, whole)) => {
                if *other != number {
                    names.refuse(place, format!("`{name}` is {other} and {number}"));
                }
                *whole = hull(*whole, place);
            }
            None => {
                check(name, number, place, names);
                self.statuses.push((name.to_owned(), number, place));
            }
        }
    }
}

/// The parts of `1. first 2. second`.
fn numbered(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut from) = (0, 0);
    for number in 1.. {
        let head = format!("{number}.");
        let starts = |at: &usize| text[..*at].ends_with([' ', '。', ';']) || text[..*at].is_empty();
        let Some(at) = text[from..].match_indices(&head).map(|(at, _)| from + at).find(starts) else { break };
        parts.push(&text[start..at]);
        (start, from) = (at + head.len(), at + head.len());
    }
    parts.push(&text[start..]);
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}

fn check(name: &str, number: i64, place: Span, names: &Names<'_>) {
    let known = names.spec.statuses.iter().find(|s| s.name == name || s.also.iter().any(|also| also == name));
    let says = match known {
        Some(status) if i64::from(status.number) == number => return,
        Some(status) => format!("`{name}` is {number} here and {} in the headers", status.number),
        None => format!("status code `{name}` ({number}) is not known; add it to the headers' edition"),
    };
    names.note(place, says);
}

/// The parameters that must not be null, and what else is refused. Conditions that are not understood are listed.
pub(super) fn conditions(
    codes: &Codes,
    prototype: &Prototype,
    account: &mut Account<'_>,
) -> (Vec<(String, Span)>, Vec<DemandFact>) {
    let mut nulls: Vec<(String, Span)> = Vec::new();
    let mut refusals: Vec<DemandFact> = Vec::new();
    let statuses = &account.names.spec.statuses;
    let named = |name| statuses.iter().find(|status| status.name == name);
    let number = |name| named(name).map(|status| i64::from(status.number));
    let (of_null, of_invalid) = (number(NULL_STATUS), number(INVALID_STATUS));
    for condition in &codes.conditions {
        let printed = codes.statuses.iter().find(|(name, ..)| *name == condition.status);
        let number = printed.map(|(_, number, _)| *number);
        let about = format!("{}, {}", prototype.name, condition.status);
        for said in sentences(&condition.says) {
            let named = null(said, prototype).filter(|_| number == of_null);
            let refused = demands::refused(said, condition.place, prototype).filter(|_| number == of_invalid);
            if named.is_none() && refused.is_none() {
                let text = Text { text: said.to_owned(), place: condition.place };
                account.text(&text, &about, Expected::References);
            }
            if named.is_some() {
                account.names.claim(said, condition.place);
            }
            for name in named.into_iter().flatten() {
                if !nulls.iter().any(|(known, _)| *known == name) {
                    nulls.push((name, condition.place));
                }
            }
            refusals.extend(refused);
        }
    }
    (nulls, refusals)
}

/// The parameters of which each is not allowed to be null, if a sentence says just that.
fn null(said: &str, prototype: &Prototype) -> Option<Vec<String>> {
    named(said, prototype).or_else(|| {
        let clauses: Option<Vec<Vec<String>>> =
            clauses(said).into_iter().map(|clause| named(clause, prototype)).collect();
        clauses.map(|named| named.concat())
    })
}

/// The parameters that a sentence or clause calls null pointers.
fn named(said: &str, prototype: &Prototype) -> Option<Vec<String>> {
    let said = squeezed(said);
    prototype.listed(forms("nulls").part(&said)?)
}

#[cfg(test)]
mod tests {
    use super::numbered;

    #[test]
    fn numbered_conditions_are_taken_apart() {
        assert_eq!(numbered(" 1.x是空指针。 2. y大于1.5。"), ["x是空指针。", "y大于1.5。"]);
        assert_eq!(numbered("x是空指针。"), ["x是空指针。"]);
    }
}
