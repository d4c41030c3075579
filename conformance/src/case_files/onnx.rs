//! ONNX's node tests: a `model.onnx` of one node, and beside it folders with inputs and outputs. Messages of protobuf are read field by
//! field, since five kinds of them are all that these files have.

use super::ask::{Described, Values};
use super::names::{NAMES, onnx_dtype};
use super::{Asked, Found};
use crate::results::files;
use ascertain::dtype::Class;
use ascertain::{DType, Tensor};
use serde_json::{Map, Value};
use std::path::Path;

/// The case of a model file.
pub(super) fn read(model: &Path, is_onnx: bool) -> Option<Found> {
    let folder = model.parent()?;
    let sets = folder.join("test_data_set_0");
    if !is_onnx || !sets.is_dir() {
        return None;
    }
    let name = folder.file_name()?.to_string_lossy().into_owned();
    let (asked, answer) = match ask(model, &sets) {
        Ok((asked, answer)) => (Ok(asked), answer),
        Err(why) => (Err(why), Vec::new()),
    };
    Some(Found { name, asked, is_beside: true, answer })
}

type Question = <Asked as IntoIterator>::Item;

/// The question, and ONNX's answer.
fn ask(model: &Path, sets: &Path) -> Result<(Question, Vec<Tensor>), String> {
    let bytes = |path: &Path| files::read(path, files::limit()).map_err(|error| format!("{}: {error}", path.display()));
    let model = bytes(model)?;
    let graph = Message(&model).last(7)?.ok_or("a model without a graph")?;
    let nodes = graph.all(1)?;
    let [node] = nodes.as_slice() else { return Err(format!("a graph of {} nodes", nodes.len())) };
    let name = node.text(4)?;
    let meaning = NAMES.onnx.get(&name).ok_or_else(|| format!("no operator here is ONNX's {name}"))?;
    let mut attributes = Map::new();
    for attribute in node.all(5)? {
        let integers = attribute.integers(8)?;
        let value = match attribute.integers(20)?.first() {
            Some(2) => attribute.integers(3)?.first().copied().unwrap_or(0).into(),
            Some(7) => integers.into(),
            _ => Value::String("no integer".to_owned()),
        };
        attributes.insert(attribute.text(1)?, value);
    }
    if let Some(to) = attributes.get_mut("to") {
        *to = onnx_dtype(to.as_i64().unwrap_or(0))?.name().into();
    }
    let tensors = |prefix: &str| {
        let path = |at: usize| sets.join(format!("{prefix}_{at}.pb"));
        (0..).map(path).take_while(|path| path.exists()).map(|path| tensor(Message(&bytes(&path)?))).collect::<Result<Vec<_>, _>>()
    };
    let inputs = tensors("input")?.into_iter().map(|tensor| {
        Described::plain(tensor.dtype(), tensor.shape(), Values::Given(tensor.elements().into_owned()))
    });
    Ok((meaning.given(inputs.collect(), &attributes, Vec::new())?, tensors("output")?))
}

/// A `TensorProto`.
fn tensor(message: Message<'_>) -> Result<Tensor, String> {
    let dtype = onnx_dtype(message.integers(2)?.first().copied().unwrap_or(0))?;
    let shape = message.integers(1)?.into_iter().map(usize::try_from).collect::<Result<Vec<_>, _>>();
    let shape = shape.map_err(|_| "a negative length")?;
    let elements = match message.last(9)? {
        Some(raw) => raw.0.to_vec(),
        // Of floats, words of their size; of what is shorter than 32 bits, integers.
        None => match (dtype, dtype.class()) {
            (DType::F32 | DType::C64, _) => message.all(4)?.concat(),
            (DType::F64 | DType::C128, _) => message.all(10)?.concat(),
            (_, class) => {
                let field = match (class, dtype.bits()) {
                    (Class::Unsigned, 32..) => 11,
                    (_, 64) => 7,
                    _ => 5,
                };
                let numbers = message.integers(field)?;
                numbers.iter().flat_map(|number| number.to_le_bytes().into_iter().take(dtype.size())).collect()
            }
        },
    };
    Tensor::new(dtype, &shape, elements).map_err(|error| error.to_string())
}

/// A message of protobuf.
#[derive(Clone, Copy)]
struct Message<'a>(&'a [u8]);

impl std::borrow::Borrow<[u8]> for Message<'_> {
    fn borrow(&self) -> &[u8] {
        self.0
    }
}

/// What a message has under a number.
enum Field<'a> {
    Integer(u64),
    Bytes(&'a [u8]),
}

impl<'a> Message<'a> {
    /// The fields with their numbers.
    fn fields(self) -> impl Iterator<Item = Result<(u64, Field<'a>), String>> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let field = next(&mut rest).ok_or_else(|| "not a message of protobuf".to_owned());
            if field.is_err() {
                rest = &[];
            }
            Some(field)
        })
    }

    /// The messages, texts or packed numbers under a number.
    fn all(self, number: u64) -> Result<Vec<Message<'a>>, String> {
        let all = self.fields().filter_map(|field| match field {
            Ok((own, Field::Bytes(bytes))) => (own == number).then_some(Ok(Message(bytes))),
            Ok(_) => None,
            Err(error) => Some(Err(error)),
        });
        all.collect()
    }

    fn last(self, number: u64) -> Result<Option<Message<'a>>, String> {
        Ok(self.all(number)?.pop())
    }

    fn text(self, number: u64) -> Result<String, String> {
        Ok(self.last(number)?.map_or_else(String::new, |text| String::from_utf8_lossy(text.0).into_owned()))
    }

    /// The integers under a number, packed or not.
    fn integers(self, number: u64) -> Result<Vec<i64>, String> {
        let mut integers = Vec::new();
        for field in self.fields() {
            match field? {
                (own, Field::Integer(integer)) if own == number => integers.push(integer as i64),
                (own, Field::Bytes(mut packed)) if own == number => {
                    while !packed.is_empty() {
                        integers.push(varint(&mut packed).ok_or("not packed integers")? as i64);
                    }
                }
                _ => {}
            }
        }
        Ok(integers)
    }
}

fn next<'a>(rest: &mut &'a [u8]) -> Option<(u64, Field<'a>)> {
    let key = varint(rest)?;
    let length = match key & 7 {
        0 => return Some((key >> 3, Field::Integer(varint(rest)?))),
        1 => 8,
        2 => usize::try_from(varint(rest)?).ok()?,
        5 => 4,
        _ => return None,
    };
    let (bytes, after) = rest.split_at_checked(length)?;
    *rest = after;
    Some((key >> 3, Field::Bytes(bytes)))
}

fn varint(rest: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for at in 0..10 {
        let (byte, after) = rest.split_first()?;
        *rest = after;
        value |= u64::from(byte & 0x7f) << (7 * at);
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}
