//! Reads lists of types with descriptions, such as `mindspore.int16, mindspore.short | 16-bit integer`.

use super::names::{Names, bare};
use super::text::{has, identifiers, list, row_place};
use crate::facts::{Facts, TypeFact};
use crate::page::{Block, Page, PageTable};
use crate::vocabulary::is_word;
use ascertain_spec::model::{Class, DTypeInfo, Span, Spec};
use std::collections::HashSet;

/// The types that a page lists.
#[derive(Debug, Default)]
pub(super) struct Types {
    pub(super) types: Vec<TypeFact>,
    pub(super) others: Vec<(String, Span)>,
}

/// The types that the page lists, as facts of their document: the one whose editions list types in the same scheme. Their
/// names are added to `names`.
pub(super) fn lists<'a>(
    page: &Page,
    spec: &'a Spec,
    wanted: Option<&str>,
    names: &mut Names<'a>,
) -> Option<Facts> {
    if !page.blocks.iter().any(|block| matches!(block, Block::Table(grid) if is_list(grid))) {
        return None;
    }
    let mut documents: Vec<&str> = spec.type_lists.iter().map(|list| list.document.as_str()).collect();
    documents.dedup();
    let document = documents.into_iter().find(|id| wanted.is_none_or(|wanted| wanted == *id))?;
    let scheme = spec.schemes.iter().find(|scheme| scheme.cite.document == document)?;
    let types = read(page, &scheme.name, names);
    names.define(types.names());
    let Types { types, others } = types;
    (!types.is_empty()).then(|| Facts { document: document.to_owned(), types, others, ..Facts::default() })
}

/// Reads every list of types. Names that are not in `scheme` are recognised by their description, and by `keys`: the keys of
/// the page's promotion tables are dtypes.
pub(super) fn read(page: &Page, scheme: &str, names: &Names<'_>) -> Types {
    let keys = axis_keys(page);
    let mut types = Types::default();
    let mut seen: HashSet<String> = HashSet::new();
    let lists = page.blocks.iter().filter_map(|block| match block {
        Block::Table(grid) if is_list(grid) => Some(grid.body()),
        _ => None,
    });
    for row in lists.flatten() {
        let place = row_place(row);
        let listed = row[0].plain();
        let is_name = |name: &&str| matches!(identifiers(name).as_slice(), [(0, word)] if word == name);
        let named: Vec<&str> = list(&listed).into_iter().map(bare).filter(is_name).collect();
        let refuse = |says: String| names.refuse(place, says);
        let Some(name) = named.first() else {
            refuse("a row of a list of types names no type".to_owned());
            continue;
        };
        if let Some(twice) = named.iter().find(|name| seen.contains(**name)) {
            refuse(format!("type `{twice}` is listed twice"));
            continue;
        }
        seen.extend(named.iter().map(|name| (*name).to_owned()));
        let described = described(&row[1].plain().to_lowercase());
        let of_name = dtype_named(name, scheme, &keys, names);
        let dtype = match (of_name, described) {
            (Some(dtype), Some(shape)) if !shape.fits(dtype) => {
                let by_name = &dtype.name;
                Err(format!("type `{name}` is `{by_name}` by its name, but its description says otherwise"))
            }
            (Some(dtype), Some(_)) => Ok(Some(dtype)),
            // A Boolean's description has no width.
            (Some(dtype), None) => Ok(keys.contains(*name).then_some(dtype)),
            (None, Some(shape)) => {
                let fitting: Vec<_> = names.spec.dtypes.iter().filter(|dtype| shape.fits(dtype)).collect();
                let says = "is not a dtype of dtypes.toml, though its description is that of a dtype";
                match fitting.as_slice() {
                    [only] => Ok(Some(*only)),
                    _ => Err(format!("type `{name}` {says}")),
                }
            }
            (None, None) => Ok(None),
        };
        match dtype {
            Ok(Some(dtype)) => types.types.push(TypeFact {
                name: (*name).to_owned(),
                dtype: dtype.name.clone(),
                aliases: named[1..].iter().map(|name| (*name).to_owned()).collect(),
                place,
            }),
            Ok(None) => types.others.push(((*name).to_owned(), place)),
            Err(says) => refuse(says),
        }
    }
    types
}

impl Types {
    /// The names and their dtypes.
    pub(super) fn names(&self) -> impl Iterator<Item = (String, String)> {
        self.types.iter().flat_map(|ty| {
            let all = ty.aliases.iter().chain([&ty.name]);
            all.map(|name| (name.clone(), ty.dtype.clone()))
        })
    }
}

/// Whether a table lists types.
pub(super) fn is_list(grid: &PageTable) -> bool {
    let said: Vec<String> =
        grid.header().into_iter().flatten().map(|text| text.plain().to_lowercase()).collect();
    matches!(said.as_slice(), [name, says] if is_word("type_names", name) && is_word("type_descriptions", says))
}

/// First column and header of the wide tables, as printed.
fn axis_keys(page: &Page) -> HashSet<String> {
    const NARROWEST: usize = 3;
    let mut keys = HashSet::new();
    for block in &page.blocks {
        let Block::Table(grid) = block else { continue };
        if grid.rows.first().is_some_and(|row| row.len() >= NARROWEST) {
            let first = grid.body().iter().filter_map(|row| row.first());
            keys.extend(first.map(|text| bare(&text.plain()).to_owned()));
        }
    }
    keys
}

/// The dtype called `name` in the document's scheme. A name with a trailing underscore, which Python code uses for reserved
/// words, is a dtype only if it is a key of the page's tables.
fn dtype_named<'a>(
    name: &str,
    scheme: &str,
    keys: &HashSet<String>,
    names: &Names<'a>,
) -> Option<&'a DTypeInfo> {
    let find = |name: &str| names.spec.dtypes.iter().find(|dtype| dtype.name_in(scheme) == Some(name));
    let underscored = || name.strip_suffix('_').filter(|_| keys.contains(name)).and_then(find);
    find(name).or_else(underscored)
}

/// What a description says about a dtype.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shape {
    class: Class,
    /// Width; none for a Boolean.
    bits: Option<u32>,
    /// Whether it is brain floating point.
    brain: bool,
}

impl Shape {
    fn fits(self, dtype: &DTypeInfo) -> bool {
        let brain = dtype.class == Class::Float && dtype.bits == 16 && dtype.exponent_bits == Some(8);
        dtype.class == self.class && self.bits.is_none_or(|bits| bits == dtype.bits) && self.brain == brain
    }
}

/// Reads `无符号8位整型数`, `unsigned 8-bit integer`.
fn described(says: &str) -> Option<Shape> {
    if says.contains("布尔型") || says.starts_with("boolean") {
        return Some(Shape { class: Class::Bool, bits: None, brain: false });
    }
    let end = ["位", "-bit", " bit"].iter().filter_map(|word| says.find(word)).min()?;
    let digits = says[..end].bytes().rev().take_while(u8::is_ascii_digit).count();
    let bits = says[end - digits..end].parse().ok()?;
    let class = if has(says, &["复数", "complex"]) {
        Class::Complex
    } else if has(says, &["浮点", "float"]) {
        Class::Float
    } else if has(says, &["无符号", "unsigned"]) {
        Class::Unsigned
    } else if has(says, &["整", "integer"]) {
        Class::Signed
    } else {
        return None;
    };
    Some(Shape { class, bits: Some(bits), brain: has(says, &["脑", "brain", "bfloat"]) })
}

#[cfg(test)]
mod tests {
    use super::{Class, Shape, described};
    use crate::vocabulary::forms;

    #[test]
    fn descriptions_tell_class_and_width() {
        let shape = |class, bits, brain| Some(Shape { class, bits, brain });
        for (said, expected) in [
            ("无符号8位整型数", shape(Class::Unsigned, Some(8), false)),
            ("16位脑浮点数", shape(Class::Float, Some(16), true)),
            ("16-bit brain-floating-point number", shape(Class::Float, Some(16), true)),
            ("unsigned 64-bit integer", shape(Class::Unsigned, Some(64), false)),
            ("64-bit complex number", shape(Class::Complex, Some(64), false)),
            ("布尔型", shape(Class::Bool, None, false)),
            ("整数标量。", None),
        ] {
            assert_eq!(described(said), expected, "{said}");
            assert_eq!(forms("described_type").is_match(said), expected.is_some(), "{said}");
        }
        for says_more in ["8位整型数,仅推理", "16-bit integer on some devices"] {
            assert!(!forms("described_type").is_match(says_more), "{says_more}");
        }
    }
}
