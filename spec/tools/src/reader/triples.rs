//! Reads promotion tables that list triples: the types of two operands in a row, and the type of the result.

use super::axes::{self, NUMBERS, Operand};
use super::names::{Names, prose};
use crate::page::{Block, Page, PageTable, Text};
use crate::vocabulary::first_word;
use ascertain_spec::model::Span;
use std::collections::HashMap;

/// Where a table is wrong, and how.
pub(super) type Refusal = (Span, String);

/// The mark for pairs that are not listed.
const UNLISTED: &str = "-";

/// The cell of a pair: its result and its place.
type Cells<'a> = HashMap<(&'a str, &'a str), &'a Text>;

/// The table with rows and columns that says the same; `None` if a table does not list triples.
///
/// A pair in the other order has the same result if the page says so. A type with itself is not promoted. Pairs that are not
/// listed have no promotion, which a note says.
///
/// # Errors
/// What contradicts itself or is not known.
pub(super) fn matrix(page: &Page, grid: &PageTable, names: &Names<'_>) -> Option<Result<PageTable, Refusal>> {
    let headings: Vec<String> = grid.header()?.iter().map(Text::plain).collect();
    let [first, second, result] = headings.as_slice() else { return None };
    let operands = (only_operand(first)?, only_operand(second)?);
    first_word("result_column", &result.to_lowercase())?;
    Some(Triples { page, grid, names, operands, headings: (first, second) }.read())
}

/// The one operand that a heading names.
fn only_operand(heading: &str) -> Option<Operand> {
    match axes::operands(&heading.to_lowercase()).as_slice() {
        [operand] => Some(*operand),
        _ => None,
    }
}

struct Triples<'a> {
    page: &'a Page,
    grid: &'a PageTable,
    names: &'a Names<'a>,
    operands: (Operand, Operand),
    headings: (&'a str, &'a str),
}

impl<'a> Triples<'a> {
    fn read(&self) -> Result<PageTable, Refusal> {
        let mirrored = self.operands.0 == self.operands.1;
        if mirrored && !self.says_either_order() {
            let says =
                "a table of triples, and the page does not say whether the other order has the same result";
            return Err((self.grid.place, says.to_owned()));
        }
        let mut cells = Cells::new();
        let mut rows: Vec<&'a Text> = Vec::new();
        let mut columns: Vec<&'a Text> = Vec::new();
        let keys = [self.operands.0, self.operands.1, Operand::Tensor];
        for row in self.grid.body() {
            let mut of = Vec::with_capacity(keys.len());
            for (text, operand) in row.iter().zip(keys) {
                let key = self.key(text, operand);
                of.push(key.ok_or_else(|| {
                    (text.place, format!("`{}` in a table of triples is not a dtype", text.plain()))
                })?);
            }
            let (a, b) = (of[0], of[1]);
            let orders = if mirrored && a != b { vec![(a, b), (b, a)] } else { vec![(a, b)] };
            for pair in orders {
                if cells.insert(pair, &row[2]).is_some() {
                    let says = format!("({}, {}) is in a table of triples twice", pair.0, pair.1);
                    return Err((row[2].place, says));
                }
            }
            add(&mut rows, &row[0]);
            add(&mut columns, &row[1]);
        }
        if mirrored {
            columns.into_iter().for_each(|key| add(&mut rows, key));
            columns = rows.clone();
        }
        Ok(self.table(&rows, &columns, &cells))
    }

    /// The table with a row and a column for each key.
    fn table(&self, rows: &[&'a Text], columns: &[&'a Text], cells: &Cells) -> PageTable {
        let place = self.grid.place;
        let text = |says: &str| Text { text: says.to_owned(), place };
        let corner = text(&format!("{} {}", self.operands.0.name(), self.operands.1.name()));
        let mut header = vec![corner];
        header.extend(columns.iter().map(|key| Text { place, ..(*key).clone() }));
        let mut table = PageTable { rows: vec![header], header_rows: 1, ..self.grid.clone() };
        let mut unlisted = Vec::new();
        for row in rows {
            let mut of_row = vec![(*row).clone()];
            for column in columns {
                let key = |text: &Text, operand| self.key(text, operand).unwrap_or_default();
                let pair = (key(row, self.operands.0), key(column, self.operands.1));
                of_row.push(match cells.get(&pair) {
                    Some(result) => (*result).clone(),
                    None if pair.0 == pair.1 => text(&row.text),
                    None => {
                        unlisted.push(format!("({}, {})", pair.0, pair.1));
                        text(UNLISTED)
                    }
                });
            }
            table.rows.push(of_row);
        }
        if let Some(first) = unlisted.first() {
            let says = format!(
                "{} pairs are not in this table of triples, among them {first}: read as without promotion",
                unlisted.len()
            );
            self.names.note(place, says);
        }
        table
    }

    /// The key that a cell stands for: a dtype, or a kind of number.
    fn key(&self, text: &Text, operand: Operand) -> Option<&'a str> {
        let said = text.plain();
        match operand {
            Operand::Number => NUMBERS.iter().find(|number| **number == said).copied(),
            _ => self.names.find_anywhere(&said),
        }
    }

    /// Whether the page names the two operands in the other order too: "the same for B and A".
    fn says_either_order(&self) -> bool {
        let name = |heading: &str| heading.split(['(', ' ']).next().unwrap_or_default().to_lowercase();
        let (first, second) = (name(self.headings.0), name(self.headings.1));
        let reversed = |block: &Block| {
            let Some(text) = prose(block) else { return false };
            let words = text.plain().to_lowercase();
            words.match_indices(&second).any(|(at, _)| {
                let after = words[at + second.len()..].trim_start();
                let after = ["和", "与", "and", "、", ","].iter().find_map(|joint| after.strip_prefix(joint));
                after.is_some_and(|rest| rest.trim_start().starts_with(&first))
            })
        };
        first != second && !second.is_empty() && self.page.blocks.iter().any(reversed)
    }
}

/// Adds a key that is not there yet.
fn add<'a>(keys: &mut Vec<&'a Text>, key: &'a Text) {
    if keys.iter().all(|known| known.text != key.text) {
        keys.push(key);
    }
}
