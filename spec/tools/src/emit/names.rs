//! Writes names of the specification as names of a language, and text as string literals.

use ascertain_spec::describe::Enumeration;
use ascertain_spec::model::Spec;
use std::fmt::Write;

/// Names of fields that are reserved words in one of the languages.
const RESERVED: [&str; 6] = ["class", "default", "in", "is", "type", "where"];

/// A field's name, with an underscore if it is a reserved word.
pub(super) fn field(name: &str) -> String {
    if RESERVED.contains(&name) { format!("{name}_") } else { name.to_owned() }
}

/// `TableEdition` as `table_edition`, `DTypeInfo` as `dtype_info`.
pub(super) fn snake(name: &str) -> String {
    let mut snake = String::new();
    let name = name.replace("DType", "Dtype");
    for (i, c) in name.char_indices() {
        if c.is_uppercase() && i > 0 {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    snake
}

/// `f32` as `F32`, `aclnn.tensor-tensor` as `ACLNN_TENSOR_TENSOR`.
pub(super) fn upper(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' }).collect()
}

/// The name of the enumeration of dtypes.
pub(super) const DTYPE: &str = "DType";

/// The names of an enumeration.
pub(super) fn names_of<'a>(enumeration: &Enumeration, spec: &'a Spec) -> Vec<&'a str> {
    if enumeration.name == DTYPE {
        spec.dtypes.iter().map(|d| d.name.as_str()).collect()
    } else {
        enumeration.names.to_vec()
    }
}

/// `what it is` as `What it is.` Documentation starts with a space.
pub(super) fn sentence(text: &str) -> String {
    let text = text.trim();
    let mut chars = text.chars();
    let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
    let stop = if text.ends_with('.') { "" } else { "." };
    format!("{first}{}{stop}", chars.as_str())
}

/// A string literal that C, Python and JSON read in the same way. Printable characters are not escaped; `escape`
/// writes the others.
pub(super) fn quoted(text: &str, escape: fn(char) -> String) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            c if c.is_control() => quoted.push_str(&escape(c)),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

/// `\u0007`, as JSON and Python write it. All control characters are below 2^16.
pub(super) fn four_digits(c: char) -> String {
    format!("\\u{:04x}", u32::from(c))
}

/// A literal of C and C++: control characters as octal bytes of UTF-8, and no trigraphs.
pub(super) fn c_quoted(text: &str) -> String {
    let octal = |c: char| {
        let mut bytes = [0; 4];
        c.encode_utf8(&mut bytes).bytes().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "\\{byte:03o}");
            text
        })
    };
    quoted(text, octal).replace("??", "?\\?")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_literals_are_those_of_the_languages() {
        assert_eq!(
            ["TableEdition", "DTypeInfo", "DType"].map(snake),
            ["table_edition", "dtype_info", "dtype"]
        );
        assert_eq!(upper("aclnn.tensor-tensor"), "ACLNN_TENSOR_TENSOR");
        assert_eq!(field("class"), "class_");
        assert_eq!(c_quoted("a\"b\\c??)\u{7}é"), "\"a\\\"b\\\\c?\\?)\\007é\"");
        assert_eq!(quoted("\u{7f}\n", four_digits), "\"\\u007f\\n\"");
        assert_eq!(sentence("what it is"), "What it is.");
    }
}
