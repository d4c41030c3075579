//! Every narrow fault, read from the TOML files in the folder `faults`, which are named by what the faults are modelled on.
//!
//! | key | means |
//! |---|---|
//! | `id`, `what`, `met`, `random`, `declares`, `harmless` | as in [`Fault`] |
//! | `when` | what a call must be to go wrong, all of it |
//! | `lines` | which of its lines go wrong; all, if absent |
//! | `wrong` | what goes wrong; [`Wrong`] |
//! | `class`, `breaks` | the class, and the requirements that it breaks, if not those that follow from `wrong` |
//! | `shown` | a call that shows it: the dtype, `to` another one; strides and offset of `view` and `out`; its elements |
//! | `promotes` | a promotion that shows it |
//! | `after` | a call that must come before |

use super::facts::{Lines, When};
use super::witness::{Fill, Product, Witness};
use super::{Path, Wrong};
use crate::faults::{Class, Fault, Kind};
use ascertain::DType;
use ascertain::requirement::aclnn_tensor_tensor::CELLS;
use ascertain::requirement::cumprod::{CONVERT_BEFORE, VALUE};
use ascertain::requirement::reinterpret::BYTES;
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use std::sync::LazyLock;

macro_rules! files {
    ($($name:literal),*) => {
        [$((concat!("faults/", $name), include_str!(concat!("../../../faults/", $name)))),*]
    };
}

const FILES: [(&str, &str); 14] = files![
    "tile-ends.toml",
    "carries.toml",
    "grid.toml",
    "indices.toml",
    "conversions.toml",
    "writes.toml",
    "memory.toml",
    "ranks.toml",
    "values.toml",
    "rounding.toml",
    "path-shapes.toml",
    "path-data.toml",
    "operand-ranks.toml",
    "bytes.toml"
];

/// The faults of all files, in their order. Like broad ones, they live as long as the program.
pub(in crate::faults) static FAULTS: LazyLock<Vec<Fault>> = LazyLock::new(|| {
    let of_file = |(name, text)| read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
    FILES.into_iter().flat_map(of_file).collect()
});

fn read(text: &str) -> Result<Vec<Fault>, toml::de::Error> {
    let file: File = toml::from_str(text)?;
    Ok(file.fault.into_iter().map(Row::fault).collect())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    fault: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    id: String,
    what: String,
    #[serde(default)]
    met: String,
    class: Option<Class>,
    breaks: Option<Vec<String>>,
    #[serde(default)]
    declares: Vec<(String, String)>,
    #[serde(default)]
    random: u64,
    harmless: Option<String>,
    #[serde(default)]
    when: Vec<When>,
    #[serde(default)]
    lines: Lines,
    wrong: Wrong,
    shown: Option<Shown>,
    promotes: Option<Promotes>,
    after: Option<Shown>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Shown {
    shape: Vec<usize>,
    #[serde(default)]
    dim: i64,
    #[serde(deserialize_with = "dtype")]
    dtype: DType,
    #[serde(default, deserialize_with = "some_dtype")]
    to: Option<DType>,
    numbers: Option<Vec<f64>>,
    bits: Option<Vec<u64>>,
    #[serde(default)]
    noise: bool,
    #[serde(default, deserialize_with = "series")]
    series: Option<Fill>,
    view: Option<(Vec<isize>, usize)>,
    out: Option<(Vec<isize>, usize)>,
    #[serde(default)]
    in_place: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Promotes {
    #[serde(deserialize_with = "dtype")]
    lhs: DType,
    #[serde(deserialize_with = "dtype")]
    rhs: DType,
    ranks: (u8, u8),
}

impl Row {
    fn fault(self) -> Fault {
        let (class, requirement) = self.wrong.usual();
        let path = Path { when: self.when.leak(), lines: self.lines, wrong: self.wrong };
        let breaks = self.breaks.map_or_else(|| vec![requirement], |ids| ids.into_iter().map(leak).collect());
        let declares: Vec<_> =
            self.declares.into_iter().map(|(key, value)| (leak(key), leak(value))).collect();
        let class = if declares.is_empty() { class } else { Class::Declaration };
        let shown = self.shown.map(|shown| match self.wrong {
            Wrong::Reinterpret(_) => Witness::Bytes(shown.product()),
            _ => Witness::Product(shown.product()),
        });
        let promotes = self.promotes.map(|call| Witness::Promotion(call.lhs, call.rhs, call.ranks));
        Fault {
            met: leak(self.met),
            // The first pages leave views with gaps open.
            profile: "latest",
            random: self.random,
            declares: declares.leak(),
            harmless: self.harmless.map(leak),
            witness: shown.or(promotes),
            earlier: self.after.map(|after| Witness::Product(after.product())),
            ..Fault::new(
                leak(self.id),
                leak(self.what),
                self.class.unwrap_or(class),
                breaks.leak(),
                Kind::Narrow(path),
            )
        }
    }
}

impl Wrong {
    /// The class of such faults, and the requirement that they break, where nothing else is said.
    fn usual(&self) -> (Class, &'static str) {
        match self {
            Self::Elements(..) | Self::Tiles(..) => (Class::Value, VALUE),
            Self::Steps(..) => (Class::Rounding, VALUE),
            Self::Factors(_) => (Class::Conversion, CONVERT_BEFORE),
            Self::Read(_) | Self::Write(_) => (Class::Layout, VALUE),
            Self::Stale(_) => (Class::Memory, VALUE),
            Self::Promote(_) => (Class::DType, CELLS),
            Self::Reinterpret(_) => (Class::Value, BYTES),
        }
    }
}

impl Shown {
    fn product(self) -> Product {
        let view =
            |view: Option<(Vec<isize>, usize)>| view.map(|(strides, offset)| (&*strides.leak(), offset));
        let fill = match (self.numbers, self.bits, self.series) {
            (Some(numbers), ..) => Fill::Numbers(numbers.leak()),
            (_, Some(bits), _) => Fill::Bits(bits.leak()),
            (.., Some(series)) => series,
            _ if self.noise => Fill::Noise,
            _ => Fill::Walk,
        };
        Product {
            shape: self.shape.leak(),
            dim: self.dim,
            from: self.dtype,
            to: self.to.unwrap_or(self.dtype),
            fill,
            view: view(self.view),
            out: view(self.out),
            in_place: self.in_place,
        }
    }
}

fn leak(text: String) -> &'static str {
    text.leak()
}

pub(super) fn dtype<'de, D: Deserializer<'de>>(given: D) -> Result<DType, D::Error> {
    let name = String::deserialize(given)?;
    DType::from_name(&name).ok_or_else(|| Error::custom(format!("{name} is not a dtype")))
}

fn some_dtype<'de, D: Deserializer<'de>>(given: D) -> Result<Option<DType>, D::Error> {
    dtype(given).map(Some)
}

pub(super) fn dtypes<'de, D: Deserializer<'de>>(given: D) -> Result<&'static [DType], D::Error> {
    let named =
        |name: String| DType::from_name(&name).ok_or_else(|| Error::custom(format!("{name} is not a dtype")));
    let dtypes: Vec<_> =
        Vec::<String>::deserialize(given)?.into_iter().map(named).collect::<Result<_, _>>()?;
    Ok(dtypes.leak())
}

fn series<'de, D: Deserializer<'de>>(given: D) -> Result<Option<Fill>, D::Error> {
    let name = String::deserialize(given)?;
    let fill = super::series::named(&name);
    fill.map(Some).ok_or_else(|| Error::custom(format!("{name} is not a series; series.rs lists them")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_in_a_file_have_a_place() {
        let right = "[[fault]]\nid = \"a\"\nwhat = \"b\"\nwrong = { elements = [\"last\", \"zero\"] }\n";
        assert_eq!(read(right).expect("a fault").len(), 1);
        for (line, wrong) in [
            (5, "wehn = []"),
            (5, "when = [{ in = [\"f33\"] }]"),
            (5, "when = [{ n = [3, 2] }]"),
            (5, "shown = { shape = [2], dtype = \"f32\", series = \"none\" }"),
        ] {
            let message = read(&format!("{right}{wrong}\n")).map(drop).expect_err(wrong).to_string();
            assert!(message.contains(&format!("line {line},")), "{message}");
        }
    }
}
