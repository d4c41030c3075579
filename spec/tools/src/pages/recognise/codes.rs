//! Reads tables of status codes: name, number, and when the code is returned.

use super::text::{hull, identifiers, plain};
use crate::pages::{Block, Complaint};
use ascertain_spec::model::{Span, Spec};

/// The status codes in the tables of a function's results: name, number and place. A code with several conditions, one per
/// row, counts once.
pub(super) fn read(
    blocks: &[&Block],
    spec: &Spec,
    complaints: &mut Vec<Complaint>,
) -> Vec<(String, i64, Span)> {
    let mut found: Vec<(String, i64, Span)> = Vec::new();
    for block in blocks {
        let Block::Table(grid) = block else { continue };
        for row in grid.rows.iter().skip(grid.header_rows) {
            let said: Vec<String> = row.iter().map(|text| plain(&text.text)).collect();
            let place = row.iter().map(|text| text.place).fold(Span::None, hull);
            let code = |said: &String| {
                identifiers(said)
                    .into_iter()
                    .map(|(_, word)| word.to_owned())
                    .find(|word| word.starts_with("ACL"))
            };
            let number = said.iter().find_map(|said| said.parse::<i64>().ok());
            let (Some(name), Some(number)) = (said.iter().find_map(code), number) else {
                let says = "a row of a table of return codes has no name or no number".to_owned();
                complaints.push(Complaint { place, says, fatal: true });
                continue;
            };
            match found.iter_mut().find(|(known, ..)| *known == name) {
                Some((_, other, whole)) => {
                    if *other != number {
                        let says = format!("`{name}` is {other} and {number}");
                        complaints.push(Complaint { place, says, fatal: true });
                    }
                    *whole = hull(*whole, place);
                }
                None => {
                    check(&name, number, place, spec, complaints);
                    found.push((name, number, place));
                }
            }
        }
    }
    found
}

fn check(name: &str, number: i64, place: Span, spec: &Spec, complaints: &mut Vec<Complaint>) {
    let known = spec.statuses.iter().find(|s| s.name == name || s.also.iter().any(|also| also == name));
    let says = match known {
        Some(status) if status.number == number => return,
        Some(status) => format!("`{name}` is {number} here and {} in the headers", status.number),
        None => format!("status code `{name}` ({number}) is not known; add it to the headers' edition"),
    };
    complaints.push(Complaint { place, says, fatal: false });
}
