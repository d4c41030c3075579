//! The honest implementations of `honest.toml`.

use super::Honest;
use crate::support::evaluate::{Accumulator, Evaluation, Nan, Ones, Tiny};
use crate::support::scans::Shape;
use serde::Deserialize;
use std::sync::LazyLock;
use toml::{Table, Value};

/// Every honest implementation; those that declare what they do are listed again as `… declared`.
pub(crate) static HONEST: LazyLock<Vec<Honest>> = LazyLock::new(|| {
    let file: Table = toml::from_str(include_str!("honest.toml")).expect("the file is well-formed");
    let shapes = file["shapes"].as_table().expect("shapes by name");
    let rows: Vec<Row> = with_shapes(&file["honest"], shapes).try_into().expect("known words");
    rows.into_iter().map(Row::honest).collect()
});

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    name: String,
    way: (Shape, Accumulator, Tiny),
    carry: Option<Accumulator>,
    #[serde(default)]
    stores_carry: bool,
    #[serde(default)]
    ones: Ones,
    #[serde(default)]
    nan: Nan,
    #[serde(default)]
    through_f32: bool,
    #[serde(default)]
    otherwise: bool,
    #[serde(default)]
    declared: String,
}

/// The same with each name of a shape replaced by it.
fn with_shapes(value: &Value, shapes: &Table) -> Value {
    match value {
        Value::String(name) if shapes.contains_key(name) => with_shapes(&shapes[name], shapes),
        Value::Array(all) => Value::Array(all.iter().map(|value| with_shapes(value, shapes)).collect()),
        Value::Table(table) => {
            let all = table.iter().map(|(key, value)| (key.clone(), with_shapes(value, shapes)));
            Value::Table(all.collect())
        }
        other => other.clone(),
    }
}

impl Row {
    /// It lives as long as the program.
    fn honest(self) -> Honest {
        let Self { carry, stores_carry, ones, nan, through_f32, otherwise, .. } = self;
        let (shape, accumulator, tiny) = self.way;
        let way = Evaluation {
            shape,
            accumulator,
            carry: carry.unwrap_or(accumulator),
            stores_carry,
            tiny,
            ones,
            nan,
        };
        let declared: &'static str = self.declared.leak();
        let declared: Vec<_> = declared.split(' ').filter_map(|word| word.split_once('=')).collect();
        Honest { name: self.name.leak(), way, through_f32, otherwise, declared: declared.leak() }
    }
}
