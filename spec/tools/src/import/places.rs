//! Where keys stand in files.

use toml_edit::{Document, Item};

/// The line, from 1, of the value at the path of keys, or at the longest part of it that exists. A number selects a table
/// of an array, from 0.
pub fn line_of(toml: &str, path: &[String]) -> usize {
    let Ok(document) = Document::parse(toml) else { return 1 };
    let mut at = 0;
    let mut item: &Item = document.as_item();
    for name in path {
        if let Item::ArrayOfTables(tables) = item {
            let table = name.parse().ok().and_then(|number| tables.get(number));
            at = table.and_then(|table| table.span()).map_or(at, |span| span.start);
            break;
        }
        let Some((key, value)) = item.as_table_like().and_then(|table| table.get_key_value(name)) else {
            break;
        };
        // A table's own header comes first, as its key may also be in the header of a table above it.
        let place =
            value.span().filter(|_| value.is_table() || value.is_array_of_tables()).or_else(|| key.span());
        at = place.or_else(|| value.span()).map_or(at, |span| span.start);
        item = value;
    }
    1 + toml.bytes().take(at).filter(|byte| *byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::line_of;

    #[test]
    fn keys_lead_to_lines() {
        let toml = "version = 1\n\n[table.\"a.b\"]\nsays = \"x\"\n\n[table.\"a.b\".row]\nf32 = { cells = [] }\nf16 = { cells = [] }\n";
        let line = |path: &[&str]| line_of(toml, &path.iter().map(|&key| key.to_owned()).collect::<Vec<_>>());
        assert_eq!(line(&["table", "a.b", "says"]), 4);
        assert_eq!(line(&["table", "a.b", "row", "f16"]), 8);
        assert_eq!(line(&["table", "a.b", "row", "f64"]), 6);
        assert_eq!(line(&["nothing"]), 1);
        let rules = "[[rule]]\nid = 1\n\n[[rule]]\nid = 2\n";
        assert_eq!(line_of(rules, &["rule".to_owned(), "1".to_owned()]), 4);
    }
}
