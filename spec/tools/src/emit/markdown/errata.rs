//! Writes the errata of a document as Markdown.

use super::{Pages, code, escaped, place};
use ascertain_spec::model::{CellRef, Erratum};
use std::fmt::Write;

impl Pages<'_> {
    /// The errata of a document.
    pub(super) fn errata(&self, out: &mut String, document: &str) {
        let mut errata = self.spec.errata.iter().filter(|e| e.document == document).peekable();
        if errata.peek().is_none() {
            return;
        }
        out.push_str("## Errata\n\n");
        errata.for_each(|e| self.erratum(out, e));
    }

    fn erratum(&self, out: &mut String, erratum: &Erratum) {
        let _ = writeln!(out, "### `{}`\n\n{}.\n", erratum.id, escaped(&erratum.says));
        for reading in &erratum.readings {
            let _ = writeln!(out, "- {} ({})", escaped(&reading.says), place(&reading.cite));
        }
        out.push('\n');
        let cells: Vec<String> = erratum.cells.iter().map(|c| self.cell(c)).collect();
        let accepts = erratum.accepts.iter().map(|a| {
            let result = a.result.map_or("a refusal", |dtype| &self.spec.dtype_of(dtype).name);
            format!("{} as {result}", self.cell(&a.cell))
        });
        let accepts: Vec<String> = accepts.collect();
        let requirements: Vec<String> = erratum.requirements.iter().map(|r| code(r)).collect();
        let editions: Vec<String> = erratum.editions.iter().map(|e| code(e)).collect();
        let concerned = [
            ("Cells", cells),
            ("Requirements", requirements),
            ("Editions", editions),
            ("Also right", accepts),
        ];
        for (name, list) in concerned {
            if !list.is_empty() {
                let _ = writeln!(out, "{name}: {}.\n", list.join(", "));
            }
        }
    }

    fn cell(&self, cell: &CellRef) -> String {
        let table = self.spec.table(&cell.table);
        let row = table.and_then(|t| t.rows.keys.get(cell.row)).map_or("", |key| key.name(self.spec));
        let column =
            table.and_then(|t| t.columns.keys.get(cell.column)).map_or("", |key| key.name(self.spec));
        format!("{} ({row}, {column})", cell.table)
    }
}
