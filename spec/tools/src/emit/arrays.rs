//! Arrays of a C99 header, which stand before the records that point to them.

use super::names::snake;
use super::pretty::Piece;
use ascertain_spec::describe::FieldType;
use std::collections::BTreeMap;

/// The type of a constant array's items, without the `const` of the array.
pub(super) fn element(kind: &FieldType) -> String {
    match kind {
        FieldType::Text | FieldType::Maybe(FieldType::Text) => "char *const".into(),
        FieldType::Integer | FieldType::Maybe(FieldType::Integer | FieldType::YesNo) => "int".into(),
        FieldType::YesNo => "bool".into(),
        FieldType::Name(of) => format!("ascertain_{}", snake(of.name)),
        FieldType::Record(of) => format!("ascertain_{}", snake(of.name)),
        // Records have no lists of lists, and only names can be absent in lists.
        FieldType::List(kind) | FieldType::Maybe(kind) => element(kind),
        FieldType::Hidden => String::new(),
    }
}

/// The definition of an array.
pub(super) fn array(item: &FieldType, name: &str, items: Vec<Piece>, columns: Option<usize>) -> Piece {
    let open = format!("ASCERTAIN_UNUSED static const {} {name}[{}] = {{", element(item), items.len());
    Piece::group(&open, "};", items, columns)
}

/// Arrays written so far.
#[derive(Default)]
pub(super) struct Arrays {
    pub(super) out: String,
    /// Names of arrays by their text without the name: editions have many equal lists, and each is written once.
    known: BTreeMap<String, String>,
}

impl Arrays {
    /// A list in a record: a pointer to an array and its length; an empty list if there is no array.
    pub(super) fn list(&mut self, items: Vec<Piece>, kind: &FieldType, columns: Option<usize>) -> Piece {
        let length = items.len();
        if length == 0 {
            return Piece::Atom("NULL, 0".into());
        }
        let group = array(kind, "", items, columns);
        let text = group.text();
        let next = format!("ascertain_data_{}", self.known.len());
        let name = self.known.entry(text).or_insert_with(|| {
            if let Piece::Group { items, .. } = group {
                self.out += &(array(kind, &next, items, columns).text() + "\n");
            }
            next
        });
        Piece::Atom(format!("{name}, {length}"))
    }
}
