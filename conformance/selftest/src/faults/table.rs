//! Every fault, read from the TOML files in the folder `faults`.
//!
//! A broad fault is wrong on most calls. A narrow one is wrong on one path of a kernel: at the end of a tile, in one dtype,
//! from one length on.
//!
//! | key | means |
//! |---|---|
//! | `id`, `what`, `met`, `random`, `needs`, `declares`, `harmless` | as in [`Fault`] |
//! | `profile` | the same; of a file, that of its faults, `latest` if there is none |
//! | `operator` | the operator whose calls go wrong, if not `cumprod` |
//! | `when` | what its call must be to go wrong, in the language of the specification's predicates; `calls` adds names |
//! | `lines` | which lines of a valid cumulative product go wrong; all, if absent |
//! | `wrong` | what goes wrong; [`Wrong`] |
//! | `with` | the arguments that are taken for others: `absent`, `empty`, or a number or dtype in that language |
//! | `class`, `breaks` | the class, and the requirements that it breaks, if not those that follow from `wrong` |

use super::calls::{self, Given};
use super::facts::At;
use super::named::profile;
use super::path::{Path, Wrong};
use super::{Class, Fault, Source};
use ascertain::contract::OPERATORS;
use ascertain::document::Profile;
use ascertain::requirement::aclnn_tensor_tensor::CELLS;
use ascertain::requirement::cumprod::{
    CONVERT_BEFORE, DIM_RANGE, INPUT_DTYPE, OUT_DTYPE_GIVEN, OUT_SHAPE, VALUE,
};
use ascertain::requirement::reinterpret::BYTES;
use serde::Deserialize;
use serde::de::Deserializer;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::LazyLock;

macro_rules! files {
    ($($name:literal),*) => {
        [$((concat!("faults/", $name), include_str!(concat!("../../faults/", $name)))),*]
    };
}

const FILES: [(&str, &str); 23] = files![
    "floats.toml",
    "integers.toml",
    "dimensions.toml",
    "views.toml",
    "arguments.toml",
    "reinterpretation.toml",
    "tables.toml",
    "interface.toml",
    "editions.toml",
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

/// The faults of all files, in their order. They live as long as the program.
pub(super) static FAULTS: LazyLock<Vec<Fault>> = LazyLock::new(|| {
    let of_file = |(name, text)| read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
    FILES.into_iter().flat_map(of_file).collect()
});

/// The faults of a file.
///
/// # Errors
/// If it is not TOML or a fault is malformed, in words that name the fault.
pub fn read(text: &str) -> Result<Vec<Fault>, String> {
    let mut file = parse(text)?;
    let profile = file.remove("profile").map(profile).transpose().map_err(|error| error.to_string())?;
    let Some(Value::Array(faults)) = file.remove("fault") else { return Err("no faults".to_owned()) };
    match file.keys().next() {
        Some(key) => Err(format!("nothing reads {key}")),
        None => faults.iter().map(|fault| read_fault(fault, profile)).collect(),
    }
}

/// The keys of a TOML text. Readers that serde derives are a third as much code for values of JSON as for those of TOML.
pub(crate) fn parse(text: &str) -> Result<Map<String, Value>, String> {
    toml::from_str(text).map_err(|error| error.to_string())
}

/// Reads a fault in the form of these files; an error names it.
pub(crate) fn read_fault(fault: &Value, profile: Option<&'static Profile>) -> Result<Fault, String> {
    let id = fault.get("id").and_then(Value::as_str).unwrap_or("a fault without id").to_owned();
    let row = Row::deserialize(fault.clone()).map_err(|error| {
        let error = error.to_string();
        // The key without which it would be another mistake, or none.
        let is_at_fault = |key: &&String| {
            let mut rest = fault.clone();
            rest.as_object_mut().and_then(|rest| rest.remove(*key));
            Row::deserialize(rest).err().is_none_or(|other| other.to_string() != error)
        };
        let mut keys = fault.as_object().into_iter().flat_map(Map::keys);
        match keys.find(is_at_fault).filter(|_| !error.starts_with("missing")) {
            Some(key) => format!("{key}: {error}"),
            None => error,
        }
    });
    row.and_then(|row| row.fault(profile)).map_err(|why| format!("{id}: {why}"))
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
    #[serde(default = "eight")]
    needs: usize,
    harmless: Option<String>,
    #[serde(default, deserialize_with = "some_profile")]
    profile: Option<&'static Profile>,
    operator: Option<String>,
    when: Option<String>,
    #[serde(default)]
    with: BTreeMap<String, String>,
    #[serde(default)]
    lines: At,
    wrong: Wrong,
}

impl Row {
    fn fault(self, profile: Option<&'static Profile>) -> Result<Fault, String> {
        let (class, requirement) = self.wrong.usual();
        let name = self.operator.as_deref().unwrap_or(self.wrong.operator());
        let operator =
            OPERATORS.iter().copied().find(|operator| operator.name == name).ok_or("no such operator")?;
        let when = self.when.map(|text| calls::parse(operator, &text)).transpose()?;
        let with = self.with.iter().map(|(name, text)| {
            let at = operator.argument(name).ok_or_else(|| format!("no argument is called {name}"))?;
            Ok((at, Given::parse(operator, text)?))
        });
        let with = with.collect::<Result<Vec<_>, String>>()?.leak();
        let path = Path { operator, when, lines: self.lines, wrong: self.wrong, with };
        let breaks = self.breaks.map_or_else(|| vec![requirement], |ids| ids.into_iter().map(leak).collect());
        let declares: Vec<_> =
            self.declares.into_iter().map(|(key, value)| (leak(key), leak(value))).collect();
        let class = if declares.is_empty() { class } else { Class::Declaration };
        Ok(Fault {
            id: leak(self.id),
            what: leak(self.what),
            class: self.class.unwrap_or(class),
            requirements: breaks.leak(),
            met: leak(self.met),
            // The first pages leave views with gaps open.
            profile: self.profile.or(profile).map_or("latest", |profile| profile.name),
            needs: self.needs,
            random: self.random,
            declares: declares.leak(),
            harmless: self.harmless.map(leak),
            kind: Source::Listed(path),
        })
    }
}

impl Wrong {
    /// The class of such faults, and the requirement that they break, where nothing else is said.
    fn usual(&self) -> (Class, &'static str) {
        match self {
            Self::Elements(..) | Self::Tiles(..) | Self::Scan(_) | Self::Instead => (Class::Value, VALUE),
            Self::Steps(..) => (Class::Rounding, VALUE),
            Self::Factors(_) | Self::ConvertedAfter => (Class::Conversion, CONVERT_BEFORE),
            Self::Read(_) | Self::Write(_) => (Class::Layout, VALUE),
            Self::Stale(_) => (Class::Memory, VALUE),
            Self::Promote(_) => (Class::DType, CELLS),
            Self::Reinterpret(_) => (Class::Value, BYTES),
            Self::Shape(_) => (Class::Shape, OUT_SHAPE),
            Self::Labelled(_) => (Class::DType, OUT_DTYPE_GIVEN),
            Self::Refused => (Class::NeedlessRefusal, VALUE),
            Self::Crashes => (Class::Crash, VALUE),
            Self::Status(..) => (Class::Status, DIM_RANGE),
            Self::Accepted | Self::AcceptedBy(_) | Self::Kept | Self::RemainderCut | Self::TakenFor(..) => {
                (Class::MissingCheck, INPUT_DTYPE)
            }
        }
    }

    /// The operator whose calls go wrong, where nothing else is said.
    fn operator(&self) -> &'static str {
        if matches!(self, Self::Reinterpret(_) | Self::RemainderCut) { "reinterpret" } else { "cumprod" }
    }
}

fn leak(text: String) -> &'static str {
    text.leak()
}

fn eight() -> usize {
    8
}

fn some_profile<'de, D: Deserializer<'de>>(given: D) -> Result<Option<&'static Profile>, D::Error> {
    profile(given).map(Some)
}
