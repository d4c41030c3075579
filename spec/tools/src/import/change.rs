//! Writes an edition that inherits another: only the differences.
//!
//! Both pages are written in full, but for their tables. What says the same in both is taken out of the text of the later one.

use super::full;
use super::wording::{Wording, name_in};
use super::write::{Section, cite, quote};
use crate::diff::{Answer, CellChange, Change, Differences};
use crate::facts::{Facts, TableFacts};
use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, value};

/// Everything below `[edition.source]` in which `page` differs from `parent`.
///
/// # Errors
/// Each difference that inheriting cannot express, in words.
pub(super) fn body(
    page: &Facts,
    parent: &Facts,
    differences: &Differences,
    words: &Wording<'_>,
) -> Result<String, Vec<String>> {
    let mut text = String::new();
    let mut cannot = Vec::new();
    for table in &page.tables {
        let known = parent.tables.iter().find(|known| known.id == table.id);
        text += &match known {
            Some(known) => changes(table, known, differences, words, &mut cannot),
            None => full::table(table, words),
        };
    }
    let gone = parent.tables.iter().filter(|known| !page.tables.iter().any(|table| table.id == known.id));
    text.extend(gone.map(|table| full::removed_table(&table.id)));
    if page.operator.is_some() != parent.operator.is_some() {
        cannot.push("one of the two describes an operator and the other does not".to_owned());
    }
    let written = |facts: &Facts| full::without_tables(facts, words).parse::<DocumentMut>();
    let (mut new, old) = match (written(page), written(parent)) {
        (Ok(new), Ok(old)) => (new, old),
        (Err(error), _) | (_, Err(error)) => return Err(vec![error.to_string()]),
    };
    // A type whose dtype has another name now was renamed, not removed.
    let renamed = |name: &str| {
        let dtype = parent.types.iter().find(|ty| ty.name == name).map(|ty| &ty.dtype);
        page.types.iter().any(|ty| Some(&ty.dtype) == dtype)
    };
    let mut differences = Remaining { renamed: &renamed, cannot: &mut cannot };
    differences.of(new.as_table_mut(), old.as_table(), &[]);
    if cannot.is_empty() { Ok(new.to_string() + &text) } else { Err(cannot) }
}

/// The changed cells of a table; the whole table if it is printed in another way, or its rules are others.
fn changes(
    page: &TableFacts,
    parent: &TableFacts,
    differences: &Differences,
    words: &Wording<'_>,
    cannot: &mut Vec<String>,
) -> String {
    let of_page = differences.tables.iter().filter(|table| table.id == page.id);
    let cells: Vec<&CellChange> = of_page.flat_map(|table| &table.cells).collect();
    let is_absent = |cell: &&CellChange| [&cell.before, &cell.after].contains(&&Answer::Absent);
    if let Some(CellChange { row, column, .. }) = cells.iter().copied().find(is_absent) {
        let pair = format!("({row}, {column}) is answered in one of the two");
        cannot.push(format!("table `{}` has other axes: {pair}", page.id));
        return String::new();
    }
    let is_layout = |change: &Change| change.kind.is_of_layout() && change.path.get(1) == Some(&page.id);
    if differences.changes.iter().any(is_layout) {
        return full::table(page, words);
    }
    let roles = words.table(&page.id).map(|table| [&table.rows.role, &table.columns.role]);
    let is_number = |axis: usize| roles.is_some_and(|roles| roles[axis] == "number");
    let named = |short: &str, number: bool| {
        if number { short.to_owned() } else { name_in(words.spec, short, &parent.names) }
    };
    let change = |CellChange { row, column, after, after_place, .. }: &CellChange| {
        let (row, column) = (named(row, is_number(0)), named(column, is_number(1)));
        let result = match after {
            Answer::DType(short) => named(short, false),
            _ => parent.undefined.clone(),
        };
        let place = format!("promotion table, row {row}, column {column}");
        Section::new(format!("[table.{}.change]", quote(&page.id)))
            .value("cite", cite(&place, *after_place))
            .value(&format!("rows.{}", quote(&row)), format!("{{ {} = {} }}", quote(&column), quote(&result)))
            .toml
    };
    cells.into_iter().map(change).collect()
}

/// Takes out of a text what another one says too.
struct Remaining<'a> {
    /// Whether a type has another name now.
    renamed: &'a dyn Fn(&str) -> bool,
    cannot: &'a mut Vec<String>,
}

impl Remaining<'_> {
    /// Leaves in a section, whose keys are `path`, what differs, and says what is gone.
    fn of(&mut self, new: &mut Table, old: &Table, path: &[&str]) {
        let gone: Vec<&str> = old.iter().map(|(key, _)| key).filter(|key| !new.contains_key(key)).collect();
        let keys: Vec<String> = new.iter().map(|(key, _)| key.to_owned()).collect();
        let cite = new.get("cite").cloned();
        for key in keys {
            let (Some(item), Some(known)) = (new.get_mut(&key), old.get(&key)) else { continue };
            let same = match (item.as_table_mut(), known.as_table()) {
                // Every key of a type is written, or none.
                (Some(section), Some(known)) if path != ["type"] => {
                    self.of(section, known, &[path, &[key.as_str()]].concat());
                    let has_values = section.iter().any(|(_, item)| !item.is_table());
                    section.set_implicit(!has_values);
                    section.is_empty()
                }
                _ => without_places(item) == without_places(known),
            };
            if same {
                new.remove(&key);
            }
        }
        gone.into_iter().for_each(|key| self.gone(new, (key, &old[key]), path));
        // Where a function or a parameter is described is new if anything of it is. Null pointers have places of their own.
        let changed = new.iter().any(|(key, item)| key != "nulls" && !item.is_table());
        if let (["operator", "function", ..], Some(cite), true) = (path, cite, changed) {
            new.insert("cite", cite);
        }
    }

    /// Says in a section that the later page lacks a key of it, or that it cannot be said.
    fn gone(&mut self, new: &mut Table, (key, item): (&str, &Item), path: &[&str]) {
        let cannot = match (path, item.as_table()) {
            ([] | ["type"], _) if key == "operator" || (self.renamed)(key) => return,
            (["type" | "other"], _) => {
                new.insert(key, Item::Table(Table::from_iter([("removed", true)])));
                return;
            }
            (["operator", "product"], _) => {
                new.insert(key, value(InlineTable::from_iter([("removed", true)])));
                return;
            }
            (["operator", "function"], _) => format!("function `{key}` is gone"),
            (["operator", "function", function, "parameter"], _) => {
                format!("parameter `{key}` of `{function}` is gone")
            }
            (_, Some(known)) => {
                let mut section = Table::new();
                self.of(&mut section, known, &[path, &[key]].concat());
                new.insert(key, Item::Table(section));
                return;
            }
            _ if matches!(key, "nulls" | "product_dtypes") => {
                let none = if key == "nulls" { value(InlineTable::new()) } else { value(Array::new()) };
                new.insert(key, none);
                return;
            }
            _ => format!("`{key}` of [{}] is no longer stated", path.join(".")),
        };
        self.cannot.push(cannot);
    }
}

/// A value or section without the places where the page says so.
fn without_places(item: &Item) -> String {
    match item.as_table_like() {
        Some(table) => {
            let stated = table.iter().filter(|(key, _)| !matches!(*key, "lines" | "bytes" | "cite"));
            stated.map(|(key, item)| format!("{key} = {}\n", without_places(item))).collect()
        }
        None => match item.as_array() {
            Some(list) => list.iter().map(|one| without_places(&Item::Value(one.clone())) + ",").collect(),
            None => item.to_string().trim().to_owned(),
        },
    }
}
