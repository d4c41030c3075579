//! ONNX's node tests: a `model.onnx` of one node, and beside it folders with inputs and outputs. Messages of protobuf are read field by
//! field, since these files have few kinds of them.

use super::ask::Given;
use super::names::{of_other, onnx_dtype, operator_of};
use super::{Asked, Found};
use crate::results::files;
use ascertain::Tensor;
use ascertain::call::Arg;
use serde_json::{Map, Value};
use std::path::Path;

/// The case of a model file. None if there are no inputs beside it.
pub(super) fn read(model: &Path) -> Option<Found> {
    let folder = model.parent()?;
    let sets = folder.join("test_data_set_0");
    let name = folder.file_name()?.to_string_lossy().into_owned();
    let mut answer = Vec::new();
    sets.is_dir().then(|| Found { name, asked: ask(model, &sets, &mut answer), is_beside: true, answer })
}

/// The question; ONNX's answer goes to `answer`.
fn ask(model: &Path, sets: &Path, answer: &mut Vec<Tensor>) -> Asked {
    let bytes = |path: &Path| {
        files::read(path, files::limit()).map_err(|error| format!("{}: {error}", path.display()))
    };
    let model = bytes(model)?;
    let graph = Message::read(Message::read(&model)?.one(7))?;
    let nodes = graph.all(1).count();
    if nodes != 1 {
        return Err(format!("a graph of {nodes} nodes"));
    }
    let node = Message::read(graph.one(1))?;
    let name = String::from_utf8_lossy(node.one(4));
    let operator = operator_of(&name)?;
    // The tensors that a node names, among those of the graph, in whose order the files are.
    let tensors = |named: u64, listed: u64, prefix: &str| {
        let mut found = Vec::new();
        for name in node.all(named) {
            for (at, value) in graph.all(listed).enumerate() {
                let value = Message::read(value)?;
                if value.one(1) == name {
                    let kind = Message::read(Message::read(value.one(2))?.one(1))?;
                    let file = bytes(&sets.join(format!("{prefix}_{at}.pb")))?;
                    found.push(tensor(&Message::read(&file)?, kind.integers(1).first().copied())?);
                }
            }
        }
        Ok::<_, String>(found)
    };
    let mut attributes = Map::new();
    for attribute in node.all(5) {
        let attribute = Message::read(attribute)?;
        let value = match attribute.integers(20)[..] {
            [2] => attribute.integers(3).into(),
            [7] => attribute.integers(8).into(),
            _ => Value::from("no integer"),
        };
        attributes.insert(String::from_utf8_lossy(attribute.one(1)).into_owned(), value);
    }
    if let Some(to) = attributes.get_mut("to") {
        *to = onnx_dtype(to[0].as_i64().unwrap_or(0))?.name().into();
    }
    let mut inputs = tensors(1, 11, "input")?;
    if name.starts_with("Reduce") {
        // Defaults of attributes, and of axes, that are left out.
        attributes.entry("keepdims").or_insert(1.into());
        if inputs.get(1).is_none_or(|axes| axes.shape() == [0]) {
            let rank = inputs.first().map_or(0, |input| input.shape().len());
            attributes.entry("axes").or_insert((0..rank).collect());
        }
    }
    let like = inputs.pop_if(|_| name == "CastLike").map(|like| like.dtype());
    let inputs = inputs.into_iter().map(|tensor| Given::Arg(Arg::Tensor(tensor))).collect();
    let asked = of_other(operator, inputs, &attributes, like, &[])?;
    *answer = tensors(2, 12, "output")?;
    Ok(asked)
}

/// A `TensorProto`, of which the model says the dtype: files may have the bits of BFLOAT16 as UINT16.
fn tensor(message: &Message<'_>, dtype: Option<i64>) -> Result<Tensor, String> {
    let stored = onnx_dtype(message.integers(2).first().copied().unwrap_or(0))?;
    let dtype = dtype.map_or(Ok(stored), onnx_dtype)?;
    let dtype = if dtype.size() == stored.size() { dtype } else { stored };
    let shape = message.integers(1).into_iter().map(usize::try_from).collect::<Result<Vec<_>, _>>();
    let elements = message.all(9).last().ok_or("elements that are not raw_data")?;
    let shape = shape.map_err(|_| "a negative length")?;
    Tensor::new(dtype, &shape, elements.to_vec()).map_err(|error| error.to_string())
}

/// A message of protobuf: numbers of its fields, each with an integer or with bytes.
struct Message<'a>(Vec<(u64, Option<i64>, &'a [u8])>);

impl<'a> Message<'a> {
    fn read(bytes: &'a [u8]) -> Result<Self, String> {
        let (mut fields, mut rest) = (Vec::new(), bytes);
        while !rest.is_empty() {
            fields.push(field(&mut rest).ok_or("not a message of protobuf")?);
        }
        Ok(Self(fields))
    }

    /// The messages, texts or packed numbers under a number.
    fn all(&self, number: u64) -> impl Iterator<Item = &'a [u8]> {
        self.0.iter().filter(move |(own, ..)| *own == number).map(|(.., bytes)| *bytes)
    }

    /// The last of them.
    fn one(&self, number: u64) -> &'a [u8] {
        self.all(number).last().unwrap_or_default()
    }

    /// The integers under a number, packed or not.
    fn integers(&self, number: u64) -> Vec<i64> {
        let own = self.0.iter().filter(|(own, ..)| *own == number);
        let packed = own.flat_map(|&(_, integer, mut bytes)| match integer {
            Some(integer) => vec![integer],
            None => std::iter::from_fn(|| Some(varint(&mut bytes)? as i64)).collect(),
        });
        packed.collect()
    }
}

fn field<'a>(rest: &mut &'a [u8]) -> Option<(u64, Option<i64>, &'a [u8])> {
    let key = varint(rest)?;
    let length = match key & 7 {
        0 => return Some((key >> 3, Some(varint(rest)? as i64), &[])),
        1 => 8,
        2 => usize::try_from(varint(rest)?).ok()?,
        5 => 4,
        _ => return None,
    };
    let (bytes, after) = rest.split_at_checked(length)?;
    *rest = after;
    Some((key >> 3, None, bytes))
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
