//! Reads descriptions of parameters: items `NAME(TYPE, DIRECTION): text`, and tables with one row per parameter.

use super::names::Names;
use super::prototype::{self, Prototype};
use super::remarks::Remarks;
use super::text::{identifiers, row_place};
use crate::page::{Block, PageTable, Text};
use crate::place::hull;
use crate::vocabulary::{forms, has_word, is_word};
use ascertain_spec::model::{Direction, Span};

/// A parameter as a page describes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ParameterDescription {
    pub(super) name: String,
    /// Type, if the description repeats it.
    pub(super) c: Option<String>,
    pub(super) direction: Option<Direction>,
    /// What it says, piece by piece.
    pub(super) pieces: Vec<Piece>,
    pub(super) place: Span,
}

/// A text of a description. The heading of its column may say what it lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) column: Column,
    /// Plain text.
    pub(super) says: String,
    pub(super) place: Span,
}

/// The descriptions of a function's parameters. Items below one belong to it; all other texts are remarks.
pub(super) fn descriptions(
    blocks: &[&Block],
    prototype: &Prototype,
    names: &Names<'_>,
    remarks: &mut Remarks,
) -> Vec<ParameterDescription> {
    let declares = |name: &str| prototype.parameters.iter().any(|(_, declared)| declared == name);
    let mut found: Vec<ParameterDescription> = Vec::new();
    // Depth of the item that describes the last parameter; texts below belong to it.
    let mut depth = None;
    for block in blocks {
        match block {
            Block::Table(grid) if is_table(grid) => {
                remarks.leave();
                depth = None;
                found.extend(table(grid, names, &declares, remarks));
            }
            Block::Table(grid) => grid.rows.iter().flatten().for_each(|text| remarks.text(text)),
            Block::Item(level, text) => match item(text) {
                Some(described) if depth.is_none_or(|depth| *level <= depth) => {
                    depth = Some(*level);
                    found.push(described);
                }
                _ if depth.is_some_and(|depth| *level > depth) => continue_with(&mut found, block),
                _ => {
                    depth = None;
                    remarks.item(*level, text);
                }
            },
            Block::Paragraph(_) if depth.is_some() => continue_with(&mut found, block),
            Block::Paragraph(text) | Block::Code(text) => remarks.text(text),
            Block::Heading(..) => {}
        }
    }
    for (index, described) in found.iter().enumerate() {
        if found[..index].iter().any(|other| other.name == described.name) {
            let says = format!("parameter `{}` of `{}` is described twice", described.name, prototype.name);
            // As where a page prints the heading of one function over the parameters of another.
            let is_of_phases = prototype
                .parameters
                .iter()
                .any(|(c, name)| *name == described.name && direction_in_phases(c, name).is_some());
            names.complain(described.place, says, !is_of_phases);
        }
    }
    found
}

/// Whether a parameter without a description is read or written, if it belongs to the two phases: then that is all that a page
/// could say of it.
pub(super) fn direction_in_phases(c: &str, name: &str) -> Option<Direction> {
    match (c.trim_start_matches("const "), name) {
        ("aclOpExecutor**", _) | ("uint64_t*", "workspaceSize") => Some(Direction::Out),
        ("aclOpExecutor*" | "aclrtStream", _) | ("uint64_t", "workspaceSize") | ("void*", "workspace") => {
            Some(Direction::In)
        }
        _ => None,
    }
}

fn continue_with(found: &mut [ParameterDescription], block: &Block) {
    if let (Some(described), Some(text)) = (found.last_mut(), block.prose()) {
        let says = text.plain();
        described.pieces.push(Piece { column: Column::Says, says, place: text.place });
        described.place = hull(described.place, text.place);
    }
}

/// The parameter that an item describes; `None` if it does not describe one.
fn item(text: &Text) -> Option<ParameterDescription> {
    let said = text.plain();
    let said = said.trim_start_matches(['•', '-', ' ']);
    let (_, name) = *identifiers(said).first().filter(|(at, _)| *at == 0)?;
    let rest = said[name.len()..].trim_start();
    let (inside, says) = closed(rest.strip_prefix('(')?)?;
    let says = says.trim_start().strip_prefix(':')?.trim();
    let (c, direction) = inside.rsplit_once(',').map_or((inside, ""), |(c, direction)| (c.trim(), direction));
    let mut pieces = Vec::new();
    if !is_plain_direction(direction) || !forms("c_type").is_match(c) {
        // More than a type and a direction.
        pieces.push(Piece { column: Column::Other, says: format!("({inside})"), place: text.place });
    }
    pieces.push(Piece { column: Column::Says, says: says.to_owned(), place: text.place });
    Some(ParameterDescription {
        name: name.to_owned(),
        c: Some(prototype::tidy(c)),
        direction: self::direction(direction),
        pieces,
        place: text.place,
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
    match (has_word("input", &said), has_word("output", &said)) {
        (true, true) => Some(Direction::InOut),
        (true, false) => Some(Direction::In),
        (false, true) => Some(Direction::Out),
        // An attribute or an optional parameter is read.
        (false, false) => is_word("attribute", &said).then_some(Direction::In),
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
    /// Numbers of dimensions, or shapes.
    Ranks,
    /// A mark that says whether strided tensors are accepted.
    Strided,
    /// The type in C.
    Type,
    /// Anything else.
    Other,
}

fn column(header: &str) -> Column {
    let header: String = header.to_lowercase().split_whitespace().collect();
    let columns = [
        (Column::Name, "column_name"),
        (Column::Direction, "column_direction"),
        (Column::Says, "column_says"),
        (Column::DTypes, "column_dtypes"),
        (Column::Formats, "column_formats"),
        (Column::Ranks, "column_ranks"),
        (Column::Strided, "column_strided"),
        (Column::Type, "column_type"),
    ];
    columns.into_iter().find(|(_, words)| is_word(words, &header)).map_or(Column::Other, |(column, _)| column)
}

/// Whether a table describes parameters.
pub(super) fn is_table(grid: &PageTable) -> bool {
    let says = |columns: &[Column]| columns.contains(&Column::Says) || columns.contains(&Column::Direction);
    columns(grid).is_some_and(|columns| columns.contains(&Column::Name) && says(&columns))
}

fn columns(grid: &PageTable) -> Option<Vec<Column>> {
    Some(grid.header()?.iter().map(|text| column(&text.plain())).collect())
}

/// Whether a cell says nothing.
fn is_empty(said: &str) -> bool {
    matches!(said, "" | "-" | "—" | "--" | "/" | "N/A" | "NA")
}

/// The parameters that the rows of a table describe. A row that does not name a parameter goes to `remarks`.
///
/// `declares` tells which names are parameters.
///
/// # Errors
/// A cell that belongs into another column: headings or cells are swapped.
fn table(
    grid: &PageTable,
    names: &Names<'_>,
    declares: &dyn Fn(&str) -> bool,
    remarks: &mut Remarks,
) -> Vec<ParameterDescription> {
    let columns = columns(grid).unwrap_or_default();
    let headings = grid.header().unwrap_or_default();
    for (text, column) in headings.iter().zip(&columns) {
        match column {
            // A heading that is not known may limit its column.
            Column::Other => remarks.text(text),
            _ => names.claim(&text.text, text.place),
        }
    }
    let name_at = columns.iter().position(|column| *column == Column::Name).unwrap_or_default();
    let mut found: Vec<ParameterDescription> = Vec::new();
    let mut above: Option<&Text> = None;
    for row in grid.body() {
        let named = row[name_at].plain();
        let parameters = named_in(&named, declares);
        let is_note = row.len() > 1 && row.iter().all(|text| *text == row[0]);
        if parameters.is_empty() || is_note {
            let said = if is_note { &row[..1] } else { row };
            said.iter().filter(|text| !is_empty(&text.plain())).for_each(|text| remarks.text(text));
            continue;
        }
        let place = row_place(row);
        let described = described_in(row, &columns, headings, names);
        // A cell that spans several rows gives them all to one parameter.
        let continues = above.is_some_and(|above| *above == row[name_at]) && row[name_at].place != place;
        above = Some(&row[name_at]);
        for (name, c) in parameters {
            let known = found.iter_mut().find(|known| continues && known.name == name);
            let pieces = described.pieces.clone();
            match known {
                Some(known) => {
                    let new = pieces.into_iter().filter(|piece| !known.pieces.contains(piece));
                    known.pieces.extend(new.collect::<Vec<_>>());
                    known.place = hull(known.place, place);
                    if known.direction != described.direction {
                        names.refuse(place, format!("the rows of `{name}` differ in direction"));
                    }
                }
                None => found.push(ParameterDescription {
                    name: name.to_owned(),
                    c: c.or_else(|| described.c.clone()),
                    direction: described.direction,
                    pieces,
                    place,
                }),
            }
        }
    }
    found
}

/// What the cells of a row describe, whatever its name.
fn described_in(
    row: &[Text],
    columns: &[Column],
    headings: &[Text],
    names: &Names<'_>,
) -> ParameterDescription {
    let mut described = ParameterDescription { place: row_place(row), ..Default::default() };
    for ((text, column), heading) in row.iter().zip(columns).zip(headings) {
        let says = text.plain();
        if is_empty(&says) {
            continue;
        }
        if let Some(expected) = misplaced(*column, &says, names) {
            let says = format!(
                "`{says}` is in the column `{}`, which should hold {expected}; are its headings swapped?",
                heading.plain()
            );
            names.refuse(text.place, says);
            continue;
        }
        let pieces = described.pieces.len();
        described.add(*column, says.clone(), &heading.plain(), text.place);
        if described.pieces.len() == pieces {
            names.claim(&says, text.place);
        }
    }
    described
}

impl ParameterDescription {
    fn add(&mut self, column: Column, says: String, heading: &str, place: Span) {
        match column {
            Column::Name if forms("plain_names").is_match(&says) => {}
            Column::Direction => {
                self.direction = direction(&says);
                if !is_plain_direction(&says) {
                    self.pieces.push(Piece { column: Column::Other, says, place });
                }
            }
            Column::Type if forms("c_type").is_match(&says) => self.c = Some(prototype::tidy(&says)),
            Column::Name | Column::Type | Column::Other => {
                self.pieces.push(Piece { column: Column::Other, says: format!("{heading}:{says}"), place });
            }
            _ => self.pieces.push(Piece { column, says, place }),
        }
    }
}

/// Whether the words for a direction say nothing else.
fn is_plain_direction(said: &str) -> bool {
    let known = |word: &str| {
        let word = word.trim().to_lowercase();
        let word = word.trim_start_matches("可选").trim_start_matches("必选");
        word.is_empty()
            || word == "输入输出"
            || ["input", "output", "attribute"].iter().any(|words| is_word(words, word))
    };
    said.split(['/', '|', '、', '和']).all(known)
}

/// The parameters that the first cell of a row names, and their types: `self(aclTensor*)`, `min、max`. The first word is a name
/// even if no parameter is called so; words after it are only if one is.
fn named_in<'a>(cell: &'a str, declares: &dyn Fn(&str) -> bool) -> Vec<(&'a str, Option<String>)> {
    let words = identifiers(cell);
    let Some((0, first)) = words.first().copied() else { return Vec::new() };
    let rest = cell[first.len()..].trim_start();
    let inside = rest.strip_prefix('(').and_then(closed);
    let c = inside.map(|(inside, _)| inside.rsplit_once(',').map_or(inside, |(c, _)| c));
    let mut found = vec![(first, c.map(prototype::tidy))];
    let rest = inside.map_or(rest, |(_, rest)| rest);
    let separates = |text: &str| !text.is_empty() && text.chars().all(|c| "、,;/和与 ".contains(c));
    let mut end = cell.len() - rest.len();
    for (at, word) in identifiers(cell).into_iter().filter(|(at, _)| *at >= cell.len() - rest.len()) {
        if !separates(&cell[end..at]) || !declares(word) {
            break;
        }
        found.push((word, found[0].1.clone()));
        end = at + word.len();
    }
    found
}

/// What a column should hold, if a cell obviously belongs into another.
fn misplaced(column: Column, said: &str, names: &Names<'_>) -> Option<&'static str> {
    let words: Vec<&str> = said
        .split(['、', ',', '/', ' ', ';'])
        .map(|word| word.trim_end_matches('。'))
        .filter(|w| !w.is_empty())
        .collect();
    let all = |is: &dyn Fn(&str) -> bool| !words.is_empty() && words.iter().all(|word| is(word));
    let is_dtype = |word: &str| names.find_anywhere(word).is_some() && word.parse::<i64>().is_err();
    let dtypes = all(&is_dtype);
    let formats = all(&|word| names.spec.has_format(word));
    let numbers = all(&|word| {
        let bare = word.trim_end_matches('维');
        bare.starts_with(|c: char| c.is_ascii_digit())
            && bare.chars().all(|c| c.is_ascii_digit() || c == '-' || c == '~')
    });
    let mark = matches!(said, "√" | "×" | "✓" | "✗" | "✔" | "✘");
    match column {
        Column::Direction if direction(said).is_none() => Some("the direction of a parameter"),
        Column::DTypes if formats || numbers || mark => Some("dtypes"),
        Column::Formats if dtypes || numbers || mark => Some("formats"),
        Column::Ranks if dtypes || formats || mark => Some("numbers of dimensions"),
        Column::Strided if dtypes || formats || numbers => Some("marks"),
        _ => None,
    }
}
