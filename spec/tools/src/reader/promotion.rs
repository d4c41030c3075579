//! Reads promotion tables, recognised by the operands of their axes and the names of dtypes.

use super::axes::{self, Axes, NUMBERS, Operand};
use super::names::{Names, bare};
use super::parameters;
use super::rules;
use super::text::{plain, row_place};
use crate::facts::{CellFact, TableFacts};
use crate::page::{Block, Page, PageTable, Text};
use crate::place::hull;
use crate::vocabulary::{has_word, is_word, words};
use ascertain_spec::model::{Span, Table};
use std::collections::{BTreeSet, HashSet};

/// Where `sentences.toml` lists marks for "no promotion", which are accepted if a page does not explain its own.
pub(super) const MARKS: &str = "no_promotion_marks";

/// Where a table is wrong, and how.
pub(super) type Refusal = (Span, String);

/// A table that is, or should be, a promotion table.
pub(super) struct Section<'a> {
    /// Index of its block.
    pub(super) at: usize,
    grid: &'a PageTable,
    /// Indices of the blocks that may explain it.
    pub(super) scope: Vec<usize>,
}

/// The tables of a page that are, or should be, promotion tables.
pub(super) fn sections<'a>(page: &'a Page, names: &Names<'_>) -> Vec<Section<'a>> {
    let mut sections = Vec::new();
    let mut after = 0;
    for (at, block) in page.blocks.iter().enumerate() {
        if let Block::Table(grid) = block
            && looks_like_one(grid, names)
        {
            sections.push(Section { at, grid, scope: axes::scope(page, after..at) });
            after = at + 1;
        }
    }
    sections
}

/// The promotion tables in these sections, each with the id of its document.
pub(super) fn read(
    page: &Page,
    sections: &[Section<'_>],
    names: &Names<'_>,
    wanted: Option<&str>,
) -> Vec<(String, TableFacts)> {
    let mut tables: Vec<(String, TableFacts)> = Vec::new();
    for Section { grid, scope, .. } in sections {
        match (Context { page, names, scope, grid }).table(wanted) {
            Ok(None) => {}
            Ok(Some((_, table))) if tables.iter().any(|(_, known)| known.id == table.id) => {
                let says =
                    format!("a second table is recognised as `{}`; remove one or split the page", table.id);
                names.refuse(grid.place, says);
            }
            Ok(Some(found)) => tables.push(found),
            Err((place, says)) => names.refuse(place, says),
        }
    }
    tables
}

/// Whether a table is, or should be, a promotion table: most of its keys or cells are dtypes.
fn looks_like_one(grid: &PageTable, names: &Names<'_>) -> bool {
    const NARROWEST: usize = 3;
    let known = |text: &Text| key(text, names).is_some();
    let cell = |text: &Text| known(text) || is_word(MARKS, &text.plain());
    let most = |cells: &[&Text], known: &dyn Fn(&Text) -> bool| {
        !cells.is_empty() && cells.iter().filter(|text| known(text)).count() * 2 > cells.len()
    };
    let width = grid.rows.first().map_or(0, Vec::len);
    // Many cells of a table of parameters are marks for nothing.
    if width < NARROWEST || parameters::is_table(grid) {
        return false;
    }
    let header: Vec<&Text> = grid.rows.first().into_iter().flat_map(|row| &row[1..]).collect();
    let first: Vec<&Text> = grid.rows.iter().filter_map(|row| row.first()).collect();
    let inner: Vec<&Text> = grid.rows.iter().skip(1).flat_map(|row| &row[1..]).collect();
    most(&header, &known)
        || most(&first, &known)
        || (most(&inner, &cell) && inner.iter().any(|text| known(text)))
}

/// The key that a cell of an axis stands for.
fn key<'a>(text: &Text, names: &'a Names<'_>) -> Option<&'a str> {
    let said = text.plain();
    let number = NUMBERS.iter().find(|number| **number == said).copied();
    names.find_anywhere(&said).or(number)
}

/// The header and the other rows, if nothing of them is lost.
pub(super) fn parts<'a>(
    grid: &'a PageTable,
    names: &Names<'_>,
) -> Result<(&'a [Text], &'a [Vec<Text>]), Refusal> {
    let Some(header) = grid.header() else {
        let says = "a promotion table without a header row; its columns are unknown";
        return Err((grid.place, says.to_owned()));
    };
    if grid.overrun {
        let says = "a cell of this promotion table spans more rows than are left: rows are missing";
        return Err((grid.place, says.to_owned()));
    }
    let body = grid.body();
    if body.is_empty() {
        return Err((grid.place, "a promotion table without rows".to_owned()));
    }
    let corner = header[0].plain();
    if names.find_anywhere(&corner).is_some() {
        let says = format!("the table has lost its header: `{corner}` is in place of its corner");
        return Err((header[0].place, says));
    }
    Ok((header, body))
}

/// One table and the blocks around it.
struct Context<'a> {
    page: &'a Page,
    names: &'a Names<'a>,
    /// Indices of the blocks that may explain it.
    scope: &'a [usize],
    grid: &'a PageTable,
}

impl Context<'_> {
    /// Reads the table. `None` if it belongs to another document than the chosen one.
    fn table(&self, wanted: Option<&str>) -> Result<Option<(String, TableFacts)>, Refusal> {
        let grid = self.grid;
        let (header, body) = parts(grid, self.names)?;
        let corner = header[0].plain();
        let columns: Vec<String> = header[1..].iter().map(|text| text.plain()).collect();
        let rows: Vec<String> = body.iter().map(|row| row[0].plain()).collect();
        let axes = axes::read(self.page, self.scope, &corner, (&rows, &columns), self.names)
            .map_err(|why| (grid.place, format!("this promotion table is not recognised: {why}")))?;
        let Some(table) = self.which(axes, (&rows, &columns), wanted)? else { return Ok(None) };
        let transposed = Axes::of(table) != axes;
        let scheme = scheme(table);
        let mark = self.mark();
        let before = self.names.refusals();
        let mut facts = TableFacts {
            id: table.id.clone(),
            columns: self.keys(&mut header[1..].iter(), axes.columns, "column", table),
            rows: self.keys(&mut body.iter().map(|row| &row[0]), axes.rows, "row", table),
            names: scheme.to_owned(),
            place: grid.place,
            ..TableFacts::default()
        };
        let marks = self.cells(body, (&rows, &columns), mark.as_deref(), scheme, &mut facts);
        let sound = self.names.refusals() == before;
        facts.undefined = mark.or_else(|| marks.first().cloned()).unwrap_or_default();
        if transposed {
            facts = transpose(facts);
        }
        if axes.rows == Operand::Tensor || axes.rows == Operand::Scalar {
            for &index in self.scope {
                if let Some(text) = self.page.blocks[index].prose() {
                    facts.rules.extend(rules::read(text, scheme, self.names));
                }
            }
        }
        if sound {
            self.check_complete(&facts, table);
        }
        Ok(Some((table.document.clone(), facts)))
    }

    /// The keys of an axis. Refuses those that are not known or appear twice.
    fn keys(
        &self,
        texts: &mut dyn Iterator<Item = &Text>,
        operand: Operand,
        what: &str,
        table: &Table,
    ) -> Vec<String> {
        let mut keys: Vec<String> = Vec::new();
        let mut seen = HashSet::new();
        for text in texts {
            let said = text.plain();
            let found = match operand {
                Operand::Number => NUMBERS.iter().find(|n| said.eq_ignore_ascii_case(n)).copied(),
                _ => self.names.find(&said, scheme(table)),
            };
            let wrong = match found {
                None => {
                    let meant = self.names.meant(&said, Some(scheme(table)));
                    Some(format!("{what} `{said}` of `{}` is not a dtype{meant}", table.id))
                }
                Some(key) if !seen.insert(key.to_owned()) => {
                    Some(format!("{what} `{said}` of `{}` appears twice", table.id))
                }
                Some(_) => None,
            };
            if let Some(says) = wrong {
                self.names.refuse(text.place, says);
            }
            keys.push(found.unwrap_or_default().to_owned());
        }
        keys
    }

    /// Adds the cells of all rows to `facts`, and refuses those that are not understood. Returns the marks for no result.
    fn cells(
        &self,
        body: &[Vec<Text>],
        (rows, columns): (&[String], &[String]),
        mark: Option<&str>,
        scheme: &str,
        facts: &mut TableFacts,
    ) -> Vec<String> {
        let mut marks: Vec<String> = Vec::new();
        for (row, name) in body.iter().zip(rows) {
            facts.row_places.push(row_place(row));
            for (text, column) in row[1..].iter().zip(columns) {
                let said = text.plain();
                let is_mark = mark == Some(bare(&said)) || is_word(MARKS, &said);
                let dtype = self.names.find(&said, scheme);
                if dtype.is_none() && !is_mark {
                    let meant = self.names.meant(&said, Some(scheme));
                    let says = format!(
                        "`{said}` in row `{name}`, column `{column}` is neither a dtype nor a mark{meant}"
                    );
                    self.names.refuse(text.place, says);
                }
                if dtype.is_none() {
                    marks.push(said);
                }
                facts.cells.push(CellFact { result: dtype.map(str::to_owned), place: text.place });
            }
        }
        marks
    }

    /// The table of the specification that corresponds to this one.
    fn which(
        &self,
        axes: Axes,
        (rows, columns): (&[String], &[String]),
        wanted: Option<&str>,
    ) -> Result<Option<&Table>, Refusal> {
        let fits = |table: &&Table| {
            let of = Axes::of(table);
            // No page prints conversions as a table.
            (of == axes || of.transposed() == axes) && table.rows.role != "from"
        };
        let all: Vec<&Table> = self.names.spec.tables.iter().filter(fits).collect();
        let named = |table: &&Table| {
            let resolves = |key: &&String| {
                self.names.find(key, scheme(table)).is_some() || NUMBERS.contains(&plain(key).as_str())
            };
            rows.iter().chain(columns).filter(resolves).count()
        };
        let best = all.iter().map(&named).max().unwrap_or(0);
        let mut fitting: Vec<&Table> = all.iter().copied().filter(|table| named(table) == best).collect();
        if fitting.len() > 1 {
            // If both schemes have these names, the page says which library it is about.
            let system = |table: &Table| table.document.split('.').next().unwrap_or_default().to_owned();
            let spoken = |word: &str| {
                self.page.blocks.iter().filter_map(Block::prose).any(|t| t.text.to_lowercase().contains(word))
            };
            let asked = fitting.iter().any(|table| wanted == Some(table.document.as_str()));
            fitting.retain(|table| match wanted {
                Some(wanted) if asked => table.document == wanted,
                _ => spoken(&system(table)),
            });
        }
        if fitting.is_empty() && wanted.is_some() && !all.is_empty() {
            return Ok(None);
        }
        match (fitting.as_slice(), wanted) {
            ([table], wanted) => Ok(wanted.is_none_or(|wanted| table.document == wanted).then_some(table)),
            ([], _) => {
                let says =
                    format!("no document has a table of {} and {}", axes.rows.name(), axes.columns.name());
                Err((self.grid.place, says.to_lowercase()))
            }
            (several, _) => {
                let ids: Vec<&str> = several.iter().map(|table| table.id.as_str()).collect();
                let says = format!("the table could be {}; choose one with `--as`", ids.join(" or "));
                Err((self.grid.place, says))
            }
        }
    }

    /// The mark for "no promotion" that the page explains.
    fn mark(&self) -> Option<String> {
        let mut found: BTreeSet<String> = BTreeSet::new();
        for text in self.scope.iter().filter_map(|&index| self.page.blocks[index].prose()) {
            let said = text.plain();
            for clause in said.split(['。', ',', '，']).flat_map(|clause| clause.split(". ")) {
                let clause = clause.trim();
                if !has_word("refusal", clause) {
                    continue;
                }
                let parenthesis =
                    clause.split_once('(').and_then(|(_, rest)| rest.split_once(')')).map(|(x, _)| x);
                let said_alone = clause.split_whitespace().chain(parenthesis);
                let leads = words(MARKS).iter().find(|mark| {
                    clause.strip_prefix(mark.as_str()).is_some_and(|rest| rest.starts_with(['表', ' ', '代']))
                });
                let isolated = said_alone.filter(|word| is_word(MARKS, word)).map(str::to_owned);
                found.extend(leads.cloned().into_iter().chain(isolated));
            }
        }
        if found.len() > 1 {
            let marks: Vec<&str> = found.iter().map(String::as_str).collect();
            let says = format!("the page explains several marks for no promotion: {}", marks.join(", "));
            self.names.note(self.grid.place, says);
        }
        found.into_iter().next()
    }

    /// Checks that every dtype has a row and a column, or rules, and every pair a result.
    fn check_complete(&self, facts: &TableFacts, table: &Table) {
        let refuse = |says: String| self.names.refuse(self.grid.place, says);
        let (rows, columns) = facts.axes();
        let number = [&table.rows.role, &table.columns.role].into_iter().any(|role| role == "number");
        if !number {
            for key in columns.iter().filter(|key| !rows.contains(key)) {
                refuse(format!("`{}` has a column `{key}` but no such row", facts.id));
            }
            for key in rows.iter().filter(|key| !columns.contains(key)) {
                refuse(format!("`{}` has a row `{key}` but no such column", facts.id));
            }
        }
        let axis: &[&str] = if table.rows.role == "number" { &columns } else { &rows };
        for dtype in self.names.abbreviated.iter().filter(|dtype| !axis.contains(&dtype.as_str())) {
            refuse(format!(
                "the page lists `{dtype}` and `{}` has neither a row nor a rule for it",
                facts.id
            ));
        }
        let answers = facts.answers();
        let pairs = rows.iter().flat_map(|row| columns.iter().map(move |column| (*row, *column)));
        let open: Vec<String> =
            pairs.filter(|pair| !answers.contains_key(pair)).map(|(r, c)| format!("({r}, {c})")).collect();
        if let Some(first) = open.first() {
            let pairs = match open.len() {
                1 => first.clone(),
                more => format!("{more} pairs, among them {first}"),
            };
            refuse(format!("no cell and no rule of `{}` answers {pairs}", facts.id));
        }
    }
}

/// The naming scheme of a table's page.
fn scheme(table: &Table) -> &str {
    table.editions.last().map_or(super::names::SHORT, |edition| &edition.printed.names)
}

fn transpose(table: TableFacts) -> TableFacts {
    let cells = |column: usize| (0..table.rows.len()).map(move |row| (row, column));
    let order: Vec<(usize, usize)> = (0..table.columns.len()).flat_map(cells).collect();
    let cells: Vec<CellFact> =
        order.iter().filter_map(|&(row, column)| table.cell(row, column).cloned()).collect();
    let height = table.rows.len().max(1);
    let row_places =
        cells.chunks(height).map(|row| row.iter().map(|c| c.place).fold(Span::None, hull)).collect();
    TableFacts { rows: table.columns.clone(), columns: table.rows.clone(), cells, row_places, ..table }
}
