//! Reads HTML tables: rows and cells by their tags, with spanned cells repeated.

use std::ops::Range;

use super::super::blocks::Text;
use super::super::builder::PageBuilder;
use super::super::inline::{BLOCK, BREAK, Markup, clean};
use super::super::table::{Cell, Draft, Row};

/// HTML's own limit of `colspan`.
const MOST_COLUMNS: usize = 1000;

/// Whether a tag is used only in tables.
pub(super) fn is_tag(name: &str) -> bool {
    matches!(name, "table" | "thead" | "tbody" | "tfoot" | "tr" | "td" | "th")
}

/// A cell as written.
#[derive(Debug)]
struct CellTag {
    text: String,
    range: Range<usize>,
    heading: bool,
    rows: usize,
    columns: usize,
}

/// A row as written.
#[derive(Debug)]
struct RowTag {
    cells: Vec<CellTag>,
    range: Range<usize>,
    heading: bool,
}

/// A table being read.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// The place of the start tag.
    pub(super) start: Range<usize>,
    caption: Option<(String, Range<usize>)>,
    in_caption: bool,
    in_head: bool,
    rows: Vec<RowTag>,
    /// Whether the last row, and its last cell, are open.
    row_open: bool,
    cell_open: bool,
    damaged: bool,
}

impl Table {
    /// A table whose start tag is at `start`.
    pub(super) fn new(start: Range<usize>) -> Self {
        Table { start, ..Table::default() }
    }

    fn damage(&mut self, out: &mut PageBuilder, range: Range<usize>, says: impl Into<String>) {
        out.refuse_bytes(range, says);
        self.damaged = true;
    }

    /// A start tag inside the table. `span` gives its attributes as written.
    pub(super) fn open(
        &mut self,
        out: &mut PageBuilder,
        name: &str,
        span: impl Fn(&str) -> Option<String>,
        range: Range<usize>,
    ) {
        match name {
            "table" => {
                self.damage(out, range, "a table inside a table: the outer one lost </table>, or cells nest");
            }
            "caption" => {
                self.in_caption = true;
                self.caption = Some((String::new(), range));
            }
            "thead" | "tbody" | "tfoot" => {
                self.close_row(out, &range);
                self.in_head = name == "thead";
            }
            "tr" => {
                self.close_row(out, &range);
                self.row_open = true;
                self.rows.push(RowTag { cells: Vec::new(), range, heading: self.in_head });
            }
            "td" | "th" => {
                if !self.row_open {
                    return self.damage(out, range, format!("<{name}> outside a row: the page lost <tr>"));
                }
                let rows = self.span(out, span("rowspan"), &range);
                let columns = self.span(out, span("colspan"), &range).clamp(1, MOST_COLUMNS);
                let cell = CellTag { text: String::new(), range, heading: name == "th", rows, columns };
                if let Some(row) = self.rows.last_mut() {
                    row.cells.push(cell);
                }
                self.cell_open = true;
            }
            "br" => self.push(BREAK),
            // The number of a footnote must not become part of the name before it.
            "sup" => self.push('^'),
            // Items and blocks inside a cell are sentences of their own.
            "p" | "div" | "ul" | "ol" | "li" | "pre" | "hr" => self.push(BLOCK),
            _ => {}
        }
    }

    /// A span as a number.
    fn span(&mut self, out: &mut PageBuilder, value: Option<String>, range: &Range<usize>) -> usize {
        let Some(value) = value else { return 1 };
        value.trim().parse().unwrap_or_else(|_| {
            self.damage(out, range.clone(), format!("the span `{value}` is not a number"));
            1
        })
    }

    /// An end tag inside the table.
    pub(super) fn close(&mut self, out: &mut PageBuilder, name: &str, range: Range<usize>) {
        match name {
            "caption" => self.in_caption = false,
            "td" | "th" if self.cell_open => {
                self.extend(range.end);
                self.cell_open = false;
            }
            "td" | "th" => {
                self.damage(out, range, format!("</{name}> without its start: a malformed cell"));
            }
            "tr" if self.row_open => {
                self.extend(range.end);
                (self.row_open, self.cell_open) = (false, false);
            }
            "tr" => self.damage(out, range, "</tr> without <tr>: the page lost the row's start"),
            "thead" | "tbody" | "tfoot" => {
                self.close_row(out, &range);
                self.in_head = false;
            }
            "p" | "div" | "ul" | "ol" | "li" | "pre" => self.push(BLOCK),
            _ => {}
        }
    }

    /// Text between tags.
    pub(super) fn characters(&mut self, out: &mut PageBuilder, text: &str, range: Range<usize>) {
        let Some(shown) = self.text() else {
            if !text.trim().trim_matches('>').trim().is_empty() {
                self.damage(out, range, "text between the cells of a table: a malformed row");
            }
            return;
        };
        shown.push_str(text);
        if text.trim().is_empty() {
            return;
        }
        match &mut self.caption {
            Some((_, place)) if self.in_caption => place.end = range.end,
            _ => self.extend(out.source.text[..range.end].trim_end().len()),
        }
    }

    fn push(&mut self, mark: char) {
        self.text().into_iter().for_each(|text| text.push(mark));
    }

    /// The text of the open caption or cell.
    fn text(&mut self) -> Option<&mut String> {
        match &mut self.caption {
            Some((caption, _)) if self.in_caption => Some(caption),
            _ if self.cell_open => Some(&mut self.rows.last_mut()?.cells.last_mut()?.text),
            _ => None,
        }
    }

    /// Extends the open cell and row to `end`.
    fn extend(&mut self, end: usize) {
        let Some(row) = self.rows.last_mut() else { return };
        row.range.end = end;
        if self.cell_open
            && let Some(cell) = row.cells.last_mut()
        {
            cell.range.end = end;
        }
    }

    /// Refuses an open row where none is allowed.
    fn close_row(&mut self, out: &mut PageBuilder, at: &Range<usize>) {
        if std::mem::take(&mut self.row_open) {
            let range = self.rows.last().map_or(at.clone(), |row| row.range.clone());
            self.damage(out, range, "this <tr> is never closed: the page was cut, or lost </tr>");
        }
        self.cell_open = false;
    }

    /// Ends the table at `</table>`: checks it, repeats spanned cells and adds it to the page.
    pub(super) fn finish(mut self, out: &mut PageBuilder, end: Range<usize>) {
        self.close_row(out, &end);
        if self.damaged {
            return;
        }
        let is_heading =
            |row: &RowTag| row.heading || (!row.cells.is_empty() && row.cells.iter().all(|c| c.heading));
        let header_rows = self.rows.iter().take_while(|row| is_heading(row)).count();
        let text = |(text, range): (String, Range<usize>)| Text {
            text: clean(&text, Markup::Stray),
            place: out.source.place(range),
        };
        let caption = self.caption.map(text);
        let cell = |CellTag { text: raw, range, rows, columns, .. }| Cell {
            text: text((raw, range)),
            rows,
            columns,
        };
        let row = |row: RowTag| Row {
            place: out.source.place(row.range),
            cells: row.cells.into_iter().map(cell).collect(),
        };
        let rows: Vec<Row> = self.rows.into_iter().map(row).collect();
        let table = Draft { caption, header_rows, rows, place: out.source.place(self.start.start..end.end) };
        // A table may consist of headings.
        if table.rows.is_empty() { out.table(table) } else { out.any_table(table) }
    }
}
