//! Finds which operands the axes of a promotion table stand for, from its explanation, its corner and its keys.

use super::names::Names;
use super::text::plain;
use crate::page::{Block, Page};
use crate::vocabulary::{first_word, has_word};
use ascertain_spec::model::Table;
use std::ops::Range;

/// A kind of operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Operand {
    Tensor,
    Scalar,
    Number,
}

/// Kinds of Python numbers, as in the specification's axes.
pub(super) const NUMBERS: [&str; 3] = ["bool", "int", "float"];

impl Operand {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Tensor => "tensor",
            Self::Scalar => "scalar",
            Self::Number => "number",
        }
    }

    /// The operand whose word comes first in `text` (in lower case), and the end of that word.
    fn first_in(text: &str) -> Option<(Self, usize)> {
        let found = |operand: Self| Some((first_word(operand.name(), text)?, operand));
        let all = [Self::Tensor, Self::Scalar, Self::Number];
        let ((at, length), operand) = all.into_iter().filter_map(found).min_by_key(|((at, _), _)| *at)?;
        Some((operand, at + length))
    }

    /// The operand of an axis of the specification.
    pub(super) fn of_role(role: &str) -> Self {
        match role {
            "scalar" => Self::Scalar,
            "number" => Self::Number,
            _ => Self::Tensor,
        }
    }
}

/// The operands of rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Axes {
    pub(super) rows: Operand,
    pub(super) columns: Operand,
}

impl Axes {
    pub(super) fn of(table: &Table) -> Self {
        Self { rows: Operand::of_role(&table.rows.role), columns: Operand::of_role(&table.columns.role) }
    }

    pub(super) fn transposed(self) -> Self {
        Self { rows: self.columns, columns: self.rows }
    }
}

/// Indices of the blocks that may explain the table after these blocks: from the last of the outermost headings on.
pub(super) fn scope(page: &Page, before: Range<usize>) -> Vec<usize> {
    let level = |index: &usize| match &page.blocks[*index] {
        Block::Heading(level, _) => Some(*level),
        _ => None,
    };
    let outermost = before.clone().filter_map(|index| level(&index)).min();
    let start = before.clone().rev().find(|index| level(index).is_some() && level(index) == outermost);
    (start.unwrap_or(before.start)..before.end)
        .filter(|&index| page.blocks[index].prose().is_some())
        .collect()
}

/// The operands of the axes, according to the page.
///
/// # Errors
/// Why they cannot be found.
pub(super) fn read(
    page: &Page,
    scope: &[usize],
    corner: &str,
    keys: (&[String], &[String]),
    names: &Names<'_>,
) -> Result<Axes, String> {
    let said: Vec<String> =
        scope.iter().filter_map(|&i| page.blocks[i].prose()).map(|t| t.plain().to_lowercase()).collect();
    let explained = said.iter().rev().find_map(|text| explanation(text));
    let corner = plain(corner).to_lowercase();
    let of_corner = operands(&corner);
    let numbers = (is_numbers(keys.0), is_numbers(keys.1));
    let axes = match explained {
        Some(axes) => axes,
        None => match numbers {
            (true, false) => Axes { rows: Operand::Number, columns: Operand::Tensor },
            (false, true) => Axes { rows: Operand::Tensor, columns: Operand::Number },
            _ if said.iter().any(|text| has_word("scalar", text)) => {
                return Err("the page mentions scalars, but does not say which axis holds them".to_owned());
            }
            _ if said.iter().any(|text| has_word("tensor", text)) => {
                Axes { rows: Operand::Tensor, columns: Operand::Tensor }
            }
            _ => return Err("the page does not say what its axes hold".to_owned()),
        },
    };
    if of_corner.len() == 2 {
        let mut both = [axes.rows, axes.columns];
        both.sort();
        let mut corner = [of_corner[0], of_corner[1]];
        corner.sort();
        if both != corner {
            let [a, b, c, d] = [corner[0], corner[1], both[0], both[1]].map(Operand::name);
            return Err(format!("its corner names {a} and {b}, but the explanation says {c} and {d}"));
        }
    }
    for (operand, numbers, keys) in [(axes.rows, numbers.0, keys.0), (axes.columns, numbers.1, keys.1)] {
        if (operand == Operand::Number) != numbers {
            // `bool` alone could be a number or a dtype.
            let dtypes = keys.iter().all(|key| names.find_anywhere(key).is_some());
            if operand == Operand::Number || !dtypes {
                return Err(format!(
                    "an axis that should hold a {} holds {}",
                    operand.name(),
                    keys.join(", ")
                ));
            }
        }
    }
    Ok(axes)
}

/// Whether keys are kinds of Python numbers: `bool` alone could be a dtype.
fn is_numbers(keys: &[String]) -> bool {
    let known = |key: &String| NUMBERS.contains(&key.to_lowercase().as_str());
    keys.len() >= 2 && keys.len() <= NUMBERS.len() && keys.iter().all(known)
}

/// The operands that a corner names, in order: two, unless it is something else.
fn operands(text: &str) -> Vec<Operand> {
    let mut rest = text;
    let mut found = Vec::new();
    while found.len() < 3
        && let Some((operand, end)) = Operand::first_in(rest)
    {
        found.push(operand);
        rest = &rest[end..];
    }
    found
}

/// The operands that a text gives for header row and first column, if it mentions both.
fn explanation(text: &str) -> Option<Axes> {
    let header = first_word("header_row", text)?.0;
    let column = first_word("first_column", text)?.0;
    let (first, second) = (header.min(column), header.max(column));
    let (between, after) = (&text[first..second], &text[second..]);
    // "Two input dtypes" does not name an operand: the one that the page mentions elsewhere holds for both.
    let (of_second, _) = Operand::first_in(after)?;
    let of_first = Operand::first_in(between).map_or(of_second, |(operand, _)| operand);
    Some(if header < column {
        Axes { columns: of_first, rows: of_second }
    } else {
        Axes { columns: of_second, rows: of_first }
    })
}

#[cfg(test)]
mod tests {
    use super::{Axes, Operand, explanation};

    #[test]
    fn explanations_name_the_axes() {
        use Operand::{Number, Scalar, Tensor};
        for (said, rows, columns) in [
            (
                "表格里表头表示待推导的输入tensor数据类型,最左侧一列分别表示待推导的输入scalar数据类型",
                Scalar,
                Tensor,
            ),
            ("the first column indicates the scalar, the header row the tensor", Scalar, Tensor),
            ("表格里首行和首列均表示输入 tensor 的类型", Tensor, Tensor),
            (
                "the first row in the table indicates the type of the input number, and the first column indicates the types of input tensor",
                Tensor,
                Number,
            ),
        ] {
            assert_eq!(explanation(said), Some(Axes { rows, columns }), "{said}");
        }
        assert_eq!(explanation("表头和最左侧一列分别表示待推导的两个输入数据类型"), None);
    }
}
