//! Vectors as they are written: names and numbers, whose meaning is looked up elsewhere.
//!
//! The build script includes this file too, to turn the files of `vectors/` into statics of these types. So it uses
//! nothing of this crate.

use std::borrow::Cow;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Text of a file read now, or of one that was read when this crate was built.
pub(crate) type Text = Cow<'static, str>;

/// Several, likewise.
pub(crate) type List<T> = Cow<'static, [T]>;

/// One `[[vector]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    /// Where it starts, from 1.
    pub(crate) line: usize,
    pub(crate) id: Text,
    pub(crate) requirements: List<Text>,
    /// Document, and place in it.
    pub(crate) cite: (Text, Text),
    pub(crate) note: Text,
    pub(crate) operator: Text,
    pub(crate) arguments: List<(Text, Value)>,
    pub(crate) right: Right,
}

/// What is right, by `answer`, `rejected` or `judged`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Right {
    /// Any of these.
    Answers(List<Bits>),
    /// A refusal with any of these statuses.
    Rejected(List<Text>),
    /// What the documents say.
    Documents,
}

/// An argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Int(i64),
    Flag(bool),
    /// A dtype's.
    Name(Text),
    Tensor(Bits),
}

/// A tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bits {
    pub(crate) dtype: Text,
    pub(crate) shape: List<usize>,
    /// In hex, one word an element.
    pub(crate) words: Option<Text>,
    pub(crate) strides: Option<List<isize>>,
    pub(crate) offset: usize,
}

/// What is wrong with a vector file.
#[derive(Debug)]
pub(crate) struct Fault {
    /// Where, from 1.
    pub(crate) line: usize,
    /// In which vector.
    pub(crate) vector: Option<String>,
    pub(crate) problem: String,
}

type Read<T> = Result<T, Fault>;

/// Reads a vector file.
///
/// # Errors
/// The first fault in it.
pub(crate) fn read(text: &str) -> Read<Vec<Written>> {
    let lines = Lines(text);
    let file = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        Fault { line: lines.line(at), vector: None, problem: error.to_string().trim_end().to_owned() }
    })?;
    let file = Fields::new(file.get_ref(), lines, 1, "a vector file", &["format", "about", "vector"])?;
    let format = file.need("format")?;
    let number = lines.integer::<u32>(format)?;
    if number != 1 {
        return Err(lines.fault(format, format!("format {number} where this program reads format 1")));
    }
    lines.text(file.need("about")?)?;
    Ok(file.take("vector").map(|all| lines.list(all, vector)).transpose()?.unwrap_or_default().into_owned())
}

fn vector(lines: Lines<'_>, value: &Spanned<DeValue<'_>>) -> Read<Written> {
    let keys = ["id", "requirements", "cite", "note", "ask", "answer", "also", "rejected", "judged"];
    let fields = Fields::open(lines, value, "a vector", &keys)?;
    let id = lines.text(fields.need("id")?)?;
    vector_called(id.clone(), lines, &fields)
        .map_err(|fault| Fault { vector: Some(id.into_owned()), ..fault })
}

fn vector_called(id: Text, lines: Lines<'_>, fields: &Fields<'_>) -> Read<Written> {
    let line = fields.line;
    let requirements = lines.list(fields.need("requirements")?, Lines::text)?;
    let cite = Fields::open(lines, fields.need("cite")?, "`cite`", &["document", "where"])?;
    let cite = (lines.text(cite.need("document")?)?, lines.text(cite.need("where")?)?);
    let note = lines.text(fields.need("note")?)?;
    let ask = fields.need("ask")?;
    let DeValue::Table(asked) = ask.get_ref() else {
        return Err(lines.fault(ask, "`ask` is a table: `ask.op`, and the operator's arguments".to_owned()));
    };
    let operator = asked
        .get("op")
        .ok_or_else(|| lines.fault(ask, "`ask` needs `op`, the name of an operator".to_owned()))?;
    let operator = lines.text(operator)?;
    let arguments = asked.iter().filter(|(name, _)| name.get_ref() != "op");
    let arguments = arguments.map(|(name, value)| {
        let argument = argument(lines, value).map_err(|mut fault| {
            fault.problem.insert_str(0, &format!("argument `{}`: ", name.get_ref()));
            fault
        });
        Ok((Cow::Owned(name.get_ref().to_string()), argument?))
    });
    let arguments = arguments.collect::<Read<Vec<_>>>()?.into();
    let right = right(lines, fields)?;
    Ok(Written { line, id, requirements, cite, note, operator, arguments, right })
}

fn right(lines: Lines<'_>, fields: &Fields<'_>) -> Read<Right> {
    let [answer, also, rejected, judged] =
        ["answer", "also", "rejected", "judged"].map(|key| fields.take(key));
    let judged = judged.map(|judged| lines.text(judged)).transpose()?;
    match (answer, also, rejected, judged.as_deref()) {
        (Some(answer), also, None, None) => {
            let mut answers = vec![tensor(lines, answer)?];
            if let Some(also) = also {
                answers.extend(lines.list(also, tensor)?.into_owned());
            }
            Ok(Right::Answers(answers.into()))
        }
        (None, None, Some(rejected), None) => Ok(Right::Rejected(lines.list(rejected, Lines::text)?)),
        (None, None, None, Some("by the documents")) => Ok(Right::Documents),
        _ => Err(fields.fault(
            "needs one of `answer` (and `also`), `rejected`, and `judged = \"by the documents\"`".to_owned(),
        )),
    }
}

fn argument(lines: Lines<'_>, value: &Spanned<DeValue<'_>>) -> Read<Value> {
    Ok(match value.get_ref() {
        DeValue::Integer(_) => Value::Int(lines.integer(value)?),
        DeValue::Boolean(flag) => Value::Flag(*flag),
        DeValue::String(name) => Value::Name(Cow::Owned(name.to_string())),
        _ => Value::Tensor(tensor(lines, value)?),
    })
}

fn tensor(lines: Lines<'_>, value: &Spanned<DeValue<'_>>) -> Read<Bits> {
    let keys = ["dtype", "shape", "bits", "strides", "offset"];
    let fields = Fields::open(lines, value, "a tensor", &keys)?;
    let dtype = lines.text(fields.need("dtype")?)?;
    let shape = lines.list(fields.need("shape")?, Lines::integer)?;
    let words = fields.take("bits").map(|words| lines.text(words)).transpose()?;
    let strides = fields.take("strides").map(|all| lines.list(all, Lines::integer)).transpose()?;
    let offset = fields.take("offset").map(|offset| lines.integer(offset)).transpose()?.unwrap_or(0);
    Ok(Bits { dtype, shape, words, strides, offset })
}

/// A table with a fixed set of keys.
struct Fields<'t> {
    table: &'t DeTable<'t>,
    line: usize,
    what: &'static str,
}

impl<'t> Fields<'t> {
    /// The table at a line, which has no other keys than these. One that is misspelt is named before it is missed.
    fn new(
        table: &'t DeTable<'t>,
        lines: Lines<'t>,
        line: usize,
        what: &'static str,
        keys: &[&str],
    ) -> Read<Self> {
        match table.iter().find(|(key, _)| !keys.contains(&key.get_ref().as_ref())) {
            Some((key, _)) => Err(Fault {
                line: lines.line(key.span().start),
                vector: None,
                problem: format!("unknown key `{}`: {what} has `{}`", key.get_ref(), keys.join("`, `")),
            }),
            None => Ok(Self { table, line, what }),
        }
    }

    fn open(
        lines: Lines<'t>,
        value: &'t Spanned<DeValue<'t>>,
        what: &'static str,
        keys: &[&str],
    ) -> Read<Self> {
        match value.get_ref() {
            DeValue::Table(table) => Self::new(table, lines, lines.line(value.span().start), what, keys),
            _ => Err(lines.unlike(value, &format!("{what} (a table)"))),
        }
    }

    /// The value of a key, if it is there.
    fn take(&self, key: &str) -> Option<&'t Spanned<DeValue<'t>>> {
        self.table.get(key)
    }

    /// The same of a key that must be there.
    fn need(&self, key: &str) -> Read<&'t Spanned<DeValue<'t>>> {
        self.take(key).ok_or_else(|| self.fault(format!("{} needs `{key}`", self.what)))
    }

    fn fault(&self, problem: String) -> Fault {
        Fault { line: self.line, vector: None, problem }
    }
}

/// The text of a file, to tell lines by.
#[derive(Clone, Copy)]
struct Lines<'t>(&'t str);

impl Lines<'_> {
    /// The line of a byte, from 1.
    fn line(self, at: usize) -> usize {
        1 + self.0.bytes().take(at).filter(|byte| *byte == b'\n').count()
    }

    fn fault(self, value: &Spanned<DeValue<'_>>, problem: String) -> Fault {
        Fault { line: self.line(value.span().start), vector: None, problem }
    }

    fn unlike(self, value: &Spanned<DeValue<'_>>, expected: &str) -> Fault {
        self.fault(value, format!("{} where {expected} belongs", value.get_ref().type_str()))
    }

    fn text(self, value: &Spanned<DeValue<'_>>) -> Read<Text> {
        match value.get_ref() {
            DeValue::String(text) => Ok(Cow::Owned(text.to_string())),
            _ => Err(self.unlike(value, "text")),
        }
    }

    fn integer<T: TryFrom<i64>>(self, value: &Spanned<DeValue<'_>>) -> Read<T> {
        let DeValue::Integer(digits) = value.get_ref() else { return Err(self.unlike(value, "an integer")) };
        let number = i64::from_str_radix(digits.as_str(), digits.radix()).ok();
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| self.fault(value, format!("{digits} is out of range")))
    }

    fn list<T: Clone>(
        self,
        value: &Spanned<DeValue<'_>>,
        item: impl Fn(Self, &Spanned<DeValue<'_>>) -> Read<T>,
    ) -> Read<List<T>> {
        let DeValue::Array(items) = value.get_ref() else { return Err(self.unlike(value, "a list")) };
        items.iter().map(|value| item(self, value)).collect::<Read<Vec<_>>>().map(Cow::Owned)
    }
}
