//! The answer to `hello`: what an adapter says about itself.

use super::{Framing, Malformed, Message, VERSION};
use ascertain::backend::{Description, OperatorSupport, Reply};
use ascertain::contract::{ArgumentKind, OPERATORS, OperatorSpec};
use ascertain::promote::Table;
use ascertain::{DType, DTypeSet};
use ascertain_judge::operator::{Registry, declarations};
use ascertain_judge::text;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashSet};

/// An adapter's answer to `hello`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hello {
    /// The version of the protocol that it chose.
    pub protocol: u64,
    /// What it supports.
    pub description: Description,
    /// How it accepts the bytes of tensors.
    pub framing: Framing,
    /// Largest number of calls in a batch; 1 if it does not accept batches.
    pub batch: usize,
    /// Whether it can time calls.
    pub bench: bool,
    /// Names and values unknown to this version of the suite. Only `doctor` uses them.
    pub unknown: Vec<String>,
}

/// The answer as sent.
#[derive(Serialize, Deserialize)]
struct WireHello {
    protocol: u64,
    name: String,
    #[serde(default)]
    version: String,
    #[serde(default)]
    framing: Vec<String>,
    batch: Option<usize>,
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    bench: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    interfaces: Vec<String>,
    /// The hardware product: the same as saying it of every operator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    product: Option<String>,
    #[serde(default)]
    ops: BTreeMap<String, BTreeMap<String, Value>>,
}

/// Longest answer in bytes. Reading it takes a multiple of this in memory; real ones have a few thousand.
pub(crate) const MAX_BYTES: usize = 1 << 18;

/// The key under which promotion tables are listed.
const PROMOTE: &str = "promote";

/// Reads the answer to `hello`, about the operators of `registry`.
///
/// # Errors
/// When it is malformed or too long, when the adapter refuses, or when it uses another version of the protocol.
pub fn read(registry: Registry, message: &Message) -> Result<Hello, Malformed> {
    #[derive(Deserialize)]
    struct Body {
        ok: Option<WireHello>,
    }
    if message.line.len() > MAX_BYTES {
        let bytes = message.line.len();
        let why = format!("{bytes} bytes are longer than {MAX_BYTES}, the most allowed");
        return Err(Malformed::Invalid(why));
    }
    // A refusal is read as any other answer is.
    let Body { ok } = serde_json::from_str(&message.line)?;
    let wire = match ok {
        Some(wire) => wire,
        None => match super::answer::read(message, super::answer::AnswerShape::One)?.pop() {
            Some(Reply::Failed(why) | Reply::Unsupported(why)) => return Err(Malformed::Refused(why)),
            Some(Reply::Rejected(rejection)) => return Err(Malformed::Refused(rejection.message)),
            _ => return Err(Malformed::Missing("ok")),
        },
    };
    if wire.protocol != VERSION {
        return Err(Malformed::Invalid(format!(
            "the adapter answers by version {} of the protocol; the version asked for is {VERSION}",
            wire.protocol
        )));
    }
    Ok(interpret(registry, wire))
}

fn interpret(registry: Registry, wire: WireHello) -> Hello {
    let mut unknown = Vec::new();
    let mut description = Description {
        name: wire.name,
        version: wire.version,
        interfaces: once(wire.interfaces),
        ..Description::default()
    };
    for (name, keys) in wire.ops {
        if name == PROMOTE {
            description.tables = tables(keys, &mut unknown);
        } else if let Some(operator) = registry.spec(&name) {
            let mut support = support(operator, keys, &mut unknown);
            let of_all =
                wire.product.iter().map(|product| (declarations::PRODUCT.to_owned(), product.clone()));
            support.declared.extend(of_all);
            description.operators.push(support);
            unknown.extend(invalid_declarations(registry, &description));
        } else {
            unknown.push(format!("operator `{name}`"));
        }
    }
    let framing =
        if wire.framing.iter().any(|f| f == Framing::Frame.name()) { Framing::Frame } else { Framing::Line };
    let known = [Framing::Line.name(), Framing::Frame.name()];
    unknown.extend(
        wire.framing.iter().filter(|f| !known.contains(&f.as_str())).map(|f| format!("framing `{f}`")),
    );
    Hello {
        protocol: wire.protocol,
        description: text::description(description),
        framing,
        batch: wire.batch.unwrap_or(1).max(1),
        bench: wire.bench,
        unknown: first_of(unknown),
    }
}

/// The first of the unknown names, and how many more there are.
fn first_of(mut unknown: Vec<String>) -> Vec<String> {
    const SHOWN: usize = 32;
    let more = unknown.len().saturating_sub(SHOWN);
    unknown.truncate(SHOWN);
    unknown.iter_mut().for_each(|name| *name = text::name(name));
    unknown.extend((more > 0).then(|| format!("{more} more")));
    unknown
}

/// Each name once, where it first stands.
fn once(mut names: Vec<String>) -> Vec<String> {
    let mut seen = HashSet::new();
    names.retain(|name| seen.insert(name.clone()));
    names
}

/// The invalid declarations of the last operator.
fn invalid_declarations(registry: Registry, description: &Description) -> Vec<String> {
    let Some(support) = description.operators.last() else { return Vec::new() };
    let operators = registry.operators();
    let operator = operators.iter().find(|operator| operator.spec().name == support.name);
    let problem = |(key, value): &(String, String)| {
        let why = declarations::check_of(*operator?, key, value).err()?;
        Some(format!("a declaration of {}: {why}", support.name))
    };
    support.declared.iter().filter_map(problem).collect()
}

fn tables(mut keys: BTreeMap<String, Value>, unknown: &mut Vec<String>) -> Vec<String> {
    let names = words(PROMOTE, "tables", keys.remove("tables"), unknown);
    let (known, others): (Vec<_>, Vec<_>) =
        once(names).into_iter().partition(|name| Table::named(name).is_some());
    unknown.extend(others.into_iter().map(|name| format!("table `{name}`")));
    known
}

fn support(
    operator: &OperatorSpec,
    keys: BTreeMap<String, Value>,
    unknown: &mut Vec<String>,
) -> OperatorSupport {
    let mut support = OperatorSupport {
        name: operator.name.to_owned(),
        dtypes: DTypeSet::EMPTY,
        max_rank: None,
        flags: Vec::new(),
        strided: false,
        without: Vec::new(),
        declared: Vec::new(),
    };
    let is_optional = |key: &str| operator.arguments.iter().any(|a| a.name == key && a.optional);
    let has_flag = |operator: &OperatorSpec, key: &str| {
        operator.arguments.iter().any(|a| a.name == key && a.kind == ArgumentKind::Flag)
    };
    let is_flag = |key: &str| has_flag(operator, key);
    let is_flag_elsewhere = |key: &str| OPERATORS.iter().any(|other| has_flag(other, key));
    for (key, value) in keys {
        match (key.as_str(), value) {
            ("dtypes", value) => {
                for name in words(operator.name, "dtypes", Some(value), unknown) {
                    match DType::from_name(&name) {
                        Some(dtype) => support.dtypes.insert(dtype),
                        None => unknown.push(format!("dtype `{name}` of {}", operator.name)),
                    }
                }
            }
            ("max_rank", Value::Number(rank)) => {
                support.max_rank = rank.as_u64().and_then(|rank| usize::try_from(rank).ok());
            }
            ("strided", Value::Bool(strided)) => support.strided = strided,
            (key, Value::Bool(taken)) if is_flag(key) => {
                if taken {
                    support.flags.push(key.to_owned());
                }
            }
            (key, Value::Bool(taken)) if is_optional(key) => {
                if !taken {
                    support.without.push(key.to_owned());
                }
            }
            // An adapter may say the same of all its operators, whichever pages have a function in place.
            (key, Value::Bool(_)) if is_flag_elsewhere(key) => {}
            (key, Value::String(word)) => support.declared.push((key.to_owned(), word)),
            (key, Value::Object(words)) => {
                for (of, word) in words {
                    match word {
                        Value::String(word) => support.declared.push((format!("{key}.{of}"), word)),
                        _ => {
                            unknown.push(format!("`{key}.{of}` of {}, which is not a string", operator.name));
                        }
                    }
                }
            }
            (key, value) => unknown.push(format!("`{key}`: {value} of {}", operator.name)),
        }
    }
    support
}

/// A list of strings. Anything else goes to `unknown`.
fn words(of: &str, key: &str, value: Option<Value>, unknown: &mut Vec<String>) -> Vec<String> {
    let Some(Value::Array(items)) = value else {
        unknown.push(format!("`{key}` of {of}, which is not a list of names"));
        return Vec::new();
    };
    let mut words = Vec::new();
    for item in items {
        match item {
            Value::String(word) => words.push(word),
            other => unknown.push(format!("{other} among `{key}` of {of}")),
        }
    }
    words
}

/// Writes the answer to `hello`.
#[must_use]
pub fn write(id: u64, hello: &Hello) -> Message {
    let mut ops: BTreeMap<String, BTreeMap<String, Value>> = BTreeMap::new();
    let Description { name, version, interfaces, tables, operators } = hello.description.clone();
    if !tables.is_empty() {
        ops.insert(PROMOTE.to_owned(), BTreeMap::from([("tables".to_owned(), tables.into())]));
    }
    for operator in operators {
        let keys = ops.entry(operator.name).or_default();
        let dtypes: Vec<&str> = operator.dtypes.iter().map(DType::name).collect();
        keys.insert("dtypes".to_owned(), dtypes.into());
        keys.insert("strided".to_owned(), operator.strided.into());
        keys.extend(operator.max_rank.map(|rank| ("max_rank".to_owned(), rank.into())));
        keys.extend(operator.flags.into_iter().map(|flag| (flag, true.into())));
        keys.extend(operator.without.into_iter().map(|argument| (argument, false.into())));
        for (key, word) in operator.declared {
            match key.split_once('.') {
                None => _ = keys.insert(key, word.into()),
                Some((key, of)) => {
                    let by_dtype = keys.entry(key.to_owned()).or_insert_with(|| Value::Object(Map::new()));
                    // A value for all dtypes excludes values by dtype.
                    if let Value::Object(words) = by_dtype {
                        words.insert(of.to_owned(), word.into());
                    }
                }
            }
        }
    }
    let mut framing = vec![Framing::Line.name().to_owned()];
    if hello.framing == Framing::Frame {
        framing.push(Framing::Frame.name().to_owned());
    }
    let batch = Some(hello.batch);
    let bench = hello.bench;
    let ok = WireHello {
        protocol: hello.protocol,
        name,
        version,
        framing,
        batch,
        bench,
        interfaces,
        product: None,
        ops,
    };
    Message { line: serde_json::json!({ "id": id, "ok": ok }).to_string(), frame: Vec::new() }
}
