//! Makes a table of what any markup says: cells that span several places are repeated, and every row has all columns.

use ascertain_spec::model::Span;

use super::blocks::{Block, PageTable, Text};
use super::builder::PageBuilder;

/// A cell as written.
#[derive(Debug)]
pub(super) struct Cell {
    pub(super) text: Text,
    /// How many rows it spans; 0 for all that are left.
    pub(super) rows: usize,
    /// How many columns it spans.
    pub(super) columns: usize,
}

impl From<Text> for Cell {
    fn from(text: Text) -> Self {
        Cell { text, rows: 1, columns: 1 }
    }
}

/// A row as written.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) cells: Vec<Cell>,
    pub(super) place: Span,
}

impl Row {
    /// A row whose cells span nothing.
    pub(super) fn new(place: Span, cells: impl IntoIterator<Item = Text>) -> Self {
        Row { cells: cells.into_iter().map(Cell::from).collect(), place }
    }
}

/// A table as written.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) caption: Option<Text>,
    /// How many of the first rows are headings.
    pub(super) header_rows: usize,
    pub(super) rows: Vec<Row>,
    pub(super) place: Span,
}

/// What a repeated cell costs beside its text, in bytes.
const CELL: usize = 64;
/// The most that repeated cells may cost for each byte that the cells of a table cost as written, and besides.
const MOST: (usize, usize) = (16, 1 << 17);

impl PageBuilder<'_> {
    /// Adds a table, or refuses one that is damaged or has nothing below its headings.
    pub(super) fn table(&mut self, draft: Draft) {
        match draft.rows.len() {
            0 => self.refuse(draft.place, "a table without rows: the page was cut"),
            rows if rows <= draft.header_rows => {
                self.refuse(draft.place, "a table with headings only, without rows: the page was cut");
            }
            _ => self.any_table(draft),
        }
    }

    /// Adds a table, or refuses one that is damaged. If it has no caption and the paragraph before it looks like one, that is
    /// the caption.
    pub(super) fn any_table(&mut self, Draft { caption, header_rows, rows, place }: Draft) {
        let mut unrolled = match unroll(&rows) {
            Ok(unrolled) => unrolled,
            Err((place, says)) => return self.refuse(place, says),
        };
        let width = unrolled[0].len();
        let mut whole = true;
        for (row, cells) in rows.iter().zip(&unrolled).filter(|(_, cells)| cells.len() != width.max(1)) {
            self.refuse(row.place, format!("a row of {} cells in a table of {width} columns", cells.len()));
            whole = false;
        }
        if !whole {
            return;
        }
        let overrun = self.overrun(&rows);
        let mut caption = caption.map(|text| self.said(text));
        unrolled.iter_mut().flatten().for_each(|cell| *cell = self.said(std::mem::take(cell)));
        if header_rows == 0 {
            self.refuse(place, "a table without a heading row: it lost the row, or what marks it as heading");
        }
        if let (None, Some(Block::Paragraph(text))) = (&caption, self.blocks.last())
            && is_caption(&text.text)
        {
            caption = Some(text.clone());
        }
        self.blocks.push(Block::Table(PageTable { caption, header_rows, rows: unrolled, overrun, place }));
    }

    /// Whether a cell spans more rows than are left, which a note says. Browsers cut such spans.
    fn overrun(&mut self, rows: &[Row]) -> bool {
        let left = |at: usize| rows.len() - at;
        let mut all =
            rows.iter().enumerate().flat_map(|(at, row)| row.cells.iter().map(move |cell| (at, cell)));
        let Some((at, cell)) = all.find(|(at, cell)| cell.rows > left(*at)) else { return false };
        let says = format!("a cell spans {} rows where {} are left: are rows missing?", cell.rows, left(at));
        self.note(cell.text.place, says);
        true
    }
}

/// The rows with spanned cells repeated; or what is wrong, and where. What cells that span several places may repeat is
/// limited, so that memory stays linear in the page.
fn unroll(rows: &[Row]) -> Result<Vec<Vec<Text>>, (Span, &'static str)> {
    let cost = |cell: &Cell| cell.text.text.len() + CELL;
    let written: usize = rows.iter().flat_map(|row| &row.cells).map(cost).sum();
    let mut budget = written.saturating_mul(MOST.0).saturating_add(MOST.1);
    let mut grid: Vec<Vec<Option<&Text>>> = vec![Vec::new(); rows.len()];
    for (at, row) in rows.iter().enumerate() {
        let mut column = 0;
        for cell in &row.cells {
            while grid[at].get(column).is_some_and(Option::is_some) {
                column += 1;
            }
            let left = rows.len() - at;
            let height = if cell.rows == 0 { left } else { cell.rows.min(left) };
            let repeated = height.saturating_mul(cell.columns).saturating_sub(1);
            let place = cell.text.place;
            budget = budget.checked_sub(repeated.saturating_mul(cost(cell))).ok_or((
                place,
                "a cell spans so many rows or columns that the table would be far longer than the page: is the span right?",
            ))?;
            let end = column + cell.columns;
            for line in &mut grid[at..at + height] {
                line.resize(line.len().max(end), None);
                if line[column..end].iter().any(Option::is_some) {
                    return Err((place, "two cells span the same place"));
                }
                line[column..end].fill(Some(&cell.text));
            }
            column = end;
        }
    }
    Ok(grid.into_iter().map(|line| line.into_iter().flatten().cloned().collect()).collect())
}

/// Whether a paragraph is a table's caption: `表 1 …`, `Table 1 …`.
fn is_caption(text: &str) -> bool {
    ["表", "Table", "table"].iter().any(|word| {
        text.strip_prefix(word)
            .is_some_and(|rest| rest.trim_start().starts_with(|c: char| c.is_ascii_digit()))
    })
}
