//! Declares a document from a promotion table: beside what every document has, the names by which its page calls dtypes.

use super::{Declaration, check, file, required_head, with_facts};
use crate::facts::{Facts, TableFacts};
use crate::import::ImportError;
use crate::import::wording::Wording;
use crate::import::write::{Section, cite, quote};
use crate::reader::TableChoice;
use ascertain_spec::model::Spec;
use toml_edit::{DocumentMut, InlineTable, Item, Table, Value, value};

/// The file with the dtypes.
const DTYPES: &str = "dtypes.toml";

/// Declares document `id` from the promotion table of its page and the choice by which it was read, as edition `edition`. Nothing
/// is written.
///
/// # Errors
/// Why the page cannot become that document.
pub fn declare_table(
    spec: &Spec,
    facts: &Facts,
    choice: &TableChoice,
    (id, edition): (&str, &str),
) -> Result<Declaration, ImportError> {
    check(spec, facts, id, edition)?;
    let none = || ImportError::Refused("the page has no promotion table".to_owned());
    let table = facts.tables.first().ok_or_else(none)?;
    let dtypes = (DTYPES.to_owned(), with_names(spec, table, choice)?);
    let words = Wording::of_new_table(spec, id, choice);
    let missing = vec![
        "`says` of the table, in your own words".to_owned(),
        "whether pairs without a result are refused, which is `must`, or whether the page leaves them open"
            .to_owned(),
        "which operand is the row, where the order matters".to_owned(),
    ];
    let mut overlay = format!(
        "# What is required by {id} beside what `ascertain-spec import` read.\n#\n# STILL TO WRITE:\n"
    );
    overlay.extend(missing.iter().map(|missing| format!("# - {missing}\n")));
    overlay.push_str(&format!("version = 1\ndocument = {}\n", quote(id)));
    let (required, requirements) = required(table);
    let declaration = Declaration {
        dtypes: Some(dtypes),
        overlay: (file(id, ""), overlay),
        required: (file(id, "/requirements"), required),
        requirements,
        missing: missing.into_iter().map(|what| (what, None)).collect(),
        ..Declaration::default()
    };
    with_facts(declaration, spec, facts, edition, &words)
}

/// `dtypes.toml` with the scheme of the table and its names.
fn with_names(spec: &Spec, table: &TableFacts, choice: &TableChoice) -> Result<String, ImportError> {
    let text = spec.text(DTYPES).unwrap_or_default();
    let mut file = text.parse::<DocumentMut>().map_err(ImportError::unreadable)?;
    let unreadable = |what: &str| ImportError::unreadable(format!("`{what}` is not a table"));
    let schemes = file.get_mut("scheme").and_then(Item::as_table_mut).ok_or_else(|| unreadable("scheme"))?;
    if !schemes.contains_key(&table.names) {
        let mut scheme = Table::new();
        scheme.insert("says", value(format!("names on the promotion page of {}", table.names)));
        let mut cite = InlineTable::new();
        cite.insert("document", table.id.as_str().into());
        cite.insert("where", "promotion table".into());
        scheme.insert("cite", value(cite));
        scheme.decor_mut().set_prefix("\n");
        schemes.insert(&table.names, Item::Table(scheme));
    }
    let dtypes = file.get_mut("dtype").and_then(Item::as_table_mut).ok_or_else(|| unreadable("dtype"))?;
    let results = table.cells.iter().filter_map(|cell| cell.result.as_ref());
    for short in table.rows.iter().chain(&table.columns).chain(results) {
        let Some(dtype) = dtypes.get_mut(short).and_then(Item::as_table_mut) else { continue };
        let printed = choice.names.iter().find(|(_, of)| of == short).map_or(short, |(printed, _)| printed);
        let names = dtype.entry("names").or_insert(value(InlineTable::new()));
        let names = names.as_inline_table_mut().ok_or_else(|| unreadable("names"))?;
        if !names.contains_key(&table.names) {
            names.insert(&table.names, Value::from(printed.as_str()));
            names.fmt();
        }
    }
    Ok(file.to_string())
}

/// What the table requires, and how many requirements that is.
fn required(table: &TableFacts) -> (String, usize) {
    let id = &table.id;
    let mut text = required_head(id);
    let cite = || cite("promotion table", table.place);
    let of_cells = |section: Section, says: &str, cells: &str| {
        section.text("says", says).text("table", id).text("cells", cells).value("cite", cite()).toml
    };
    let section = |name: &str| Section::new("[requirement]").text("id", &format!("{id}.{name}"));
    let stated = section("cells").text("level", "must").text("basis", "stated");
    text.push_str(&of_cells(stated, "two operands promote to the dtype of their cell", "promoted"));
    let has_open = table.cells.iter().any(|cell| cell.result.is_none());
    if has_open {
        let open = section("undefined").text("level", "unspecified");
        text.push_str(&of_cells(open, "what a pair without a result gives is not said", "undefined"));
    }
    (text, 1 + usize::from(has_open))
}
