//! A dtype: its names and sizes, the parameters that accept it, and what it promotes to.

use super::names;
use super::sources::Sources;
use ascertain::DType;
use ascertain::contract::OPERATORS;
use ascertain::document::TYPE_LISTS;
use ascertain::dtype::{Class, Scheme};
use ascertain::promote::{Cell, Key, TABLES, Table};
use ascertain_conformance::case::promotion;
use ascertain_conformance::report::page::{self, Block, Page};

/// The page of the dtype called `word`.
pub(super) fn page(word: &str, sources: Sources<'_>) -> Option<Page> {
    let named = names::dtype(word)?;
    let dtype = named.dtype;
    let title =
        if word == dtype.name() { word.to_owned() } else { format!("{dtype} ({word} in {})", named.scheme) };
    let mut page = Page::new(title);
    page.section("", [numbers(dtype)]);
    page.section("Names", [names_block(dtype)]);
    // Parameters of the chosen editions that list it.
    let functions = OPERATORS.iter().flat_map(|o| o.contract(sources.editions).functions);
    let parameters = functions.flat_map(|f| f.parameters.iter().map(move |p| (f, p)));
    let listing = parameters.filter(|(_, p)| p.dtypes.contains(dtype));
    page.items("Accepted by", listing.map(|(f, p)| format!("{} {} ({})", f.name, p.name, p.cite)));
    let rows = TABLES.iter().flat_map(|t| partners(t, dtype, sources));
    page.table("Promotes", &["table", "as", "gives"], rows);
    Some(page)
}

fn numbers(dtype: DType) -> Block {
    let float = matches!(dtype.class(), Class::Float | Class::Complex);
    let each = if dtype.class() == Class::Complex { ", in each part" } else { "" };
    Block::facts([
        ("class", Some(class(dtype).to_owned())),
        ("bits", Some(dtype.bits().to_string())),
        ("precision", float.then(|| format!("{} bits, including the implicit one{each}", dtype.precision()))),
        ("exponent", float.then(|| format!("{} bits{each}", dtype.exponent_bits()))),
        ("aclDataType", Some(dtype.acl_number().to_string())),
    ])
}

fn class(dtype: DType) -> &'static str {
    match dtype.class() {
        Class::Float => "floating point",
        Class::Signed => "signed integer, two's complement",
        Class::Unsigned => "unsigned integer",
        Class::Bool => "boolean, one byte, 0 or 1",
        Class::Complex => "complex number, real part first",
    }
}

fn names_block(dtype: DType) -> Block {
    let schemes =
        Scheme::ALL.into_iter().map(|s| (s.name().to_owned(), dtype.name_in(s).unwrap_or("none").to_owned()));
    let lists = TYPE_LISTS.iter().flat_map(|list| {
        let types = list.types.iter().filter(|ty| ty.dtype == dtype && !ty.aliases.is_empty());
        types.map(|ty| (format!("aliases in {} {}", list.document, list.edition), ty.aliases.join(", ")))
    });
    Block::Facts(schemes.chain(lists).collect())
}

/// Its results in a table with each other operand, as rows of the page.
fn partners(table: &Table, dtype: DType, sources: Sources<'_>) -> Vec<Vec<String>> {
    let key = Key::DType(dtype);
    let as_row =
        table.cells(sources.editions).filter(|(row, _, _)| *row == key).map(|(_, other, cell)| (other, cell));
    let as_column =
        table.cells(sources.editions).filter(|(_, c, _)| *c == key).map(|(other, _, cell)| (other, cell));
    let (row, column) = (grouped(as_row), grouped(as_column));
    if row == column && !row.is_empty() {
        let either = format!("{} or {}", table.rows.role, table.columns.role);
        return vec![page::row(&[&table.id, &either, &row])];
    }
    let both = [(table.rows.role, row), (table.columns.role, column)].into_iter();
    both.filter(|(_, gives)| !gives.is_empty())
        .map(|(role, gives)| page::row(&[&table.id, &role, &gives]))
        .collect()
}

/// `f32 with s8 u8; no promotion with u16`: operands with the same result together.
fn grouped(pairs: impl Iterator<Item = (Key, &'static Cell)>) -> String {
    let mut results: Vec<(&'static str, String)> = Vec::new();
    for (other, cell) in pairs {
        let result = promotion(cell.result);
        match results.iter_mut().find(|(r, _)| *r == result) {
            Some((_, partners)) => partners.extend([" ", other.name()]),
            None => results.push((result, other.name().to_owned())),
        }
    }
    results
        .iter()
        .map(|(result, partners)| format!("{result} with {partners}"))
        .collect::<Vec<_>>()
        .join("; ")
}
