//! Reads descriptions of parameters: items `NAME(TYPE, DIRECTION): text`, and tables with one row per parameter.

use super::text::{has, hull, identifiers, plain};
use crate::pages::{PageTable, Text};
use ascertain_spec::model::{Direction, Span};

/// A parameter as a page describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ParameterDescription {
    pub(super) name: String,
    /// Type, if the description repeats it.
    pub(super) c: Option<String>,
    pub(super) direction: Option<Direction>,
    /// What it says, piece by piece.
    pub(super) pieces: Vec<Piece>,
    pub(super) place: Span,
    /// Whether words may be missing.
    pub(super) damaged: bool,
}

/// A text of a description. The heading of its column may say what it lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) column: Column,
    /// Plain text.
    pub(super) says: String,
    pub(super) place: Span,
}

const INPUT: [&str; 4] = ["计算输入", "入参", "输入", "input"];
const OUTPUT: [&str; 4] = ["计算输出", "出参", "输出", "output"];

/// The parameter that an item describes; `None` if it does not describe one.
pub(super) fn item(text: &Text) -> Option<ParameterDescription> {
    let said = plain(&text.text);
    let said = said.trim_start_matches(['•', '-', ' ']);
    let (_, name) = *identifiers(said).first().filter(|(at, _)| *at == 0)?;
    let rest = said[name.len()..].trim_start();
    let (inside, says) = closed(rest.strip_prefix('(')?)?;
    let says = says.trim_start().strip_prefix(':')?.trim();
    let (c, direction) = inside.rsplit_once(',').map_or((inside, ""), |(c, direction)| (c.trim(), direction));
    Some(ParameterDescription {
        name: name.to_owned(),
        c: Some(super::prototype::tidy(c)),
        direction: self::direction(direction),
        pieces: vec![Piece { column: Column::Says, says: says.to_owned(), place: text.place }],
        place: text.place,
        damaged: super::text::damaged(&text.text),
    })
}

/// Splits `a, b) rest` at the closing parenthesis.
fn closed(text: &str) -> Option<(&str, &str)> {
    let mut depth = 1;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((&text[..at], &text[at + 1..]));
        }
    }
    None
}

fn direction(direction: &str) -> Option<Direction> {
    let said = direction.to_lowercase();
    match (has(&said, &INPUT), has(&said, &OUTPUT)) {
        (true, true) => Some(Direction::InOut),
        (true, false) => Some(Direction::In),
        (false, true) => Some(Direction::Out),
        (false, false) => None,
    }
}

/// The content of a column of a table of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    /// The parameter's name.
    Name,
    /// Whether it is read or written.
    Direction,
    /// Sentences.
    Says,
    /// A list of dtypes.
    DTypes,
    /// A list of formats.
    Formats,
    /// The ranks accepted.
    Ranks,
    /// A mark that says whether strided tensors are accepted.
    Strided,
    /// Anything else.
    Other,
}

fn column(header: &str) -> Column {
    match super::text::squeezed(&header.to_lowercase()).as_str() {
        "参数名" | "参数名称" | "参数" | "parameter" | "parameter name" | "name" => Column::Name,
        "输入/输出" | "input/output" | "direction" => Column::Direction,
        "描述" | "含义" | "说明" | "使用说明" | "description" | "meaning" | "usage" | "usage notes" => {
            Column::Says
        }
        "数据类型" | "data type" | "data types" => Column::DTypes,
        "数据格式" | "data format" | "format" => Column::Formats,
        "维度(shape)" | "维度" | "dimension (shape)" | "dimension(shape)" | "dimensions" => Column::Ranks,
        "非连续tensor" | "非连续的tensor" | "non-contiguous tensor" => Column::Strided,
        _ => Column::Other,
    }
}

/// Whether a table describes parameters.
pub(super) fn is_table(grid: &PageTable) -> bool {
    columns(grid).is_some_and(|columns| columns.contains(&Column::Name) && columns.contains(&Column::Says))
}

fn columns(grid: &PageTable) -> Option<Vec<Column>> {
    let header = grid.rows.get(grid.header_rows.checked_sub(1)?)?;
    Some(header.iter().map(|text| column(&plain(&text.text))).collect())
}

/// The parameters that the rows of a table describe.
pub(super) fn table(grid: &PageTable) -> Vec<ParameterDescription> {
    let columns = columns(grid).unwrap_or_default();
    let row = |row: &Vec<Text>| {
        let of = |wanted: Column| {
            let cells = row.iter().zip(&columns).filter(move |(_, column)| **column == wanted);
            cells.map(|(text, _)| plain(&text.text)).filter(|said| !matches!(said.as_str(), "" | "-" | "—"))
        };
        let named = of(Column::Name).next().unwrap_or_default();
        let name = identifiers(&named).first().map_or("", |(_, name)| *name).to_owned();
        let pieces = row.iter().zip(&columns).filter_map(|(text, column)| {
            let says = plain(&text.text);
            let empty = matches!(says.as_str(), "" | "-" | "—");
            let stated = !matches!(column, Column::Name | Column::Direction) && !empty;
            stated.then_some(Piece { column: *column, says, place: text.place })
        });
        let c = named.split_once('(').and_then(|(_, rest)| rest.rsplit_once(')')).map(|(c, _)| c);
        ParameterDescription {
            name,
            c: c.map(super::prototype::tidy),
            direction: of(Column::Direction).next().and_then(|said| self::direction(&said)),
            pieces: pieces.collect(),
            place: row.iter().map(|text| text.place).fold(Span::None, hull),
            damaged: row.iter().any(|text| super::text::damaged(&text.text)),
        }
    };
    grid.rows.iter().skip(grid.header_rows).map(row).collect()
}
