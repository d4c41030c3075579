//! Reads promotion tables that no document has yet. A person says which they are, and what their names mean.

use super::axes::NUMBERS;
use super::names::{Names, SHORT, bare};
use super::page_facts::{PageFacts, finish, title};
use super::promotion::{MARKS, parts};
use crate::facts::{CellFact, Facts, TableFacts};
use crate::page::{Block, Complaint, Page, PageTable, Text};
use crate::place::hull;
use crate::vocabulary::is_word;
use ascertain_spec::model::{DTypeInfo, Document, Span, Spec, TableReading};
use std::collections::{BTreeMap, HashMap};

/// How the promotion table of a page is read.
#[derive(Clone, Debug, Default)]
pub struct TableChoice {
    /// What its edition keeps.
    pub reading: TableReading,
    /// What the page calls dtypes, each with the short name, beside the names of `dtypes.toml`.
    pub names: Vec<(String, String)>,
    /// The mark for what does not promote, beside those that pages use.
    pub mark: Option<String>,
    /// What rows and columns stand for, if not two tensors: `tensor`, `scalar` or `number`.
    pub axes: Option<[String; 2]>,
}

impl TableChoice {
    /// What rows and columns stand for.
    pub fn axes(&self) -> [&str; 2] {
        self.axes.as_ref().map_or(["lhs", "rhs"], |[rows, columns]| [rows, columns])
    }

    /// The choice by which the table of a document was read when the document was declared. Only what its edition, the table and
    /// `dtypes.toml` have together is the whole of it.
    fn of(spec: &Spec, document: &Document) -> Option<Self> {
        let reading = document.editions.iter().find_map(|edition| edition.reading.clone())?;
        let table = spec.table(&document.id)?;
        let printed = &table.editions.first()?.printed;
        let name = |dtype: &DTypeInfo| Some((dtype.name_in(&printed.names)?.to_owned(), dtype.name.clone()));
        let axes = [table.rows.role.clone(), table.columns.role.clone()];
        Some(Self {
            reading,
            names: spec.dtypes.iter().filter_map(name).collect(),
            mark: Some(printed.undefined.clone()),
            axes: (axes != ["lhs", "rhs"]).then_some(axes),
        })
    }
}

/// Reads the page of a document whose table was declared by a choice: the document that is `wanted`, or the one of the page's
/// bytes or title.
pub(super) fn declared_table(
    page: &Page,
    spec: &Spec,
    wanted: Option<&str>,
) -> Option<Result<PageFacts, Vec<Complaint>>> {
    let is_of = |document: &Document| match wanted {
        Some(wanted) => document.id == wanted,
        None => {
            document.title == title(page)
                || document.editions.iter().any(|e| e.digest.as_ref() == Some(&page.digest))
        }
    };
    let documents = spec.documents.iter().filter(|document| is_of(document));
    let (id, choice) =
        documents.filter_map(|document| Some((&document.id, TableChoice::of(spec, document)?))).next()?;
    Some(new_table(page, spec, id, choice).map(|(facts, _)| facts))
}

/// Reads a table of the new document `id`. Its naming scheme has the name of the system in `id`. A pair that no table prints has no
/// result, as one that is marked. The choice comes back with what the page calls every dtype of the table.
///
/// # Errors
/// Why the page is refused, and all other complaints.
pub fn new_table(
    page: &Page,
    spec: &Spec,
    id: &str,
    choice: TableChoice,
) -> Result<(PageFacts, TableChoice), Vec<Complaint>> {
    if page.is_refused() {
        return Err(page.complaints.clone());
    }
    let mut names = Names::new(spec);
    for (printed, short) in &choice.names {
        if !spec.dtypes.iter().any(|dtype| dtype.name == *short) {
            let says = format!(
                "`{short}`, which `{printed}` is to stand for, is not a dtype{}",
                names.meant(short, None)
            );
            names.refuse(Span::None, says);
        }
    }
    names.define(choice.names.iter().cloned());
    let all: Vec<&PageTable> = page
        .blocks
        .iter()
        .filter_map(|block| if let Block::Table(grid) = block { Some(grid) } else { None })
        .collect();
    for number in
        choice.reading.tables.iter().filter(|number| !(1..=all.len()).contains(&(**number as usize)))
    {
        names.refuse(Span::None, format!("the page has no table {number}; it has {}", all.len()));
    }
    let chosen = &choice.reading.tables;
    let is_chosen = |number: u32| chosen.is_empty() || chosen.contains(&number);
    let mut reader = Reader {
        names: &names,
        choice: &choice,
        rows: Vec::new(),
        columns: Vec::new(),
        cells: HashMap::new(),
        printed: BTreeMap::new(),
    };
    let mut place = Span::None;
    for (_, grid) in (1..).zip(all).filter(|(number, _)| is_chosen(*number)) {
        reader.add(grid);
        place = hull(place, grid.place);
    }
    if reader.cells.is_empty() && names.refusals() == 0 {
        names.refuse(Span::None, "none of the tables has a dtype in each axis");
    }
    let (table, printed) = reader.table(id, place);
    let facts = Facts { document: id.to_owned(), tables: vec![table], ..Facts::default() };
    let mut facts = finish(vec![facts], page, &[], names)?;
    for facts in facts.facts.iter_mut().filter(|facts| facts.title.is_empty()) {
        id.clone_into(&mut facts.title);
    }
    let names = printed.into_iter().map(|(short, printed)| (printed, short)).collect();
    Ok((facts, TableChoice { names, ..choice }))
}

/// The tables that add up, by short names.
struct Reader<'a> {
    names: &'a Names<'a>,
    choice: &'a TableChoice,
    rows: Vec<String>,
    columns: Vec<String>,
    cells: HashMap<(String, String), CellFact>,
    /// What the page calls each dtype.
    printed: BTreeMap<String, String>,
}

impl Reader<'_> {
    fn add(&mut self, grid: &PageTable) {
        let (header, body) = match parts(grid, self.names) {
            Ok(parts) => parts,
            Err((place, says)) => return self.names.refuse(place, says),
        };
        let [of_rows, of_columns] = self.choice.axes();
        let columns: Vec<Option<String>> =
            header[1..].iter().map(|text| self.operand(text, of_columns)).collect();
        columns.iter().flatten().for_each(|column| remember(&mut self.columns, column));
        for row in body {
            let Some(key) = self.operand(&row[0], of_rows) else { continue };
            remember(&mut self.rows, &key);
            for (text, column) in row[1..].iter().zip(&columns) {
                let Some(column) = column else { continue };
                let fact = CellFact { result: self.result(text), place: text.place };
                let known = self.cells.insert((key.clone(), column.clone()), fact.clone());
                if known.is_some_and(|known| known.result != fact.result) {
                    self.names.refuse(text.place, format!("`{key}` with `{column}` has two results"));
                }
            }
        }
    }

    fn is_left_out(&self, said: &str) -> bool {
        self.choice.reading.without.iter().any(|without| without == said)
    }

    /// The key of an axis; none if it is left out.
    fn operand(&mut self, text: &Text, role: &str) -> Option<String> {
        let said = text.plain();
        let number = NUMBERS.iter().find(|number| role == "number" && said == **number);
        number.map(|number| (*number).to_owned()).or_else(|| self.key(text))
    }

    /// The short name of a dtype; none if it is left out.
    fn key(&mut self, text: &Text) -> Option<String> {
        let said = text.plain();
        let said = bare(&said);
        if self.is_left_out(said) {
            return None;
        }
        let found =
            self.names.find(said, SHORT).or_else(|| self.names.find_anywhere(said)).map(str::to_owned);
        if let Some(short) = &found {
            let other = self.printed.entry(short.clone()).or_insert_with(|| said.to_owned());
            if other != said {
                let says = format!(
                    "`{other}` and `{said}` both stand for {short}: say what each means, `--name '{said}=DTYPE'`"
                );
                self.names.refuse(text.place, says);
            }
        } else {
            let help = format!("name it, `--name '{said}=DTYPE'`, or leave it out, `--without '{said}'`");
            self.names.refuse(text.place, format!("`{said}` is not a dtype that is known: {help}"));
        }
        found
    }

    fn result(&mut self, text: &Text) -> Option<String> {
        let said = text.plain();
        let is_mark = self.choice.mark.as_deref() == Some(said.as_str()) || is_word(MARKS, &said);
        if is_mark || said.is_empty() { None } else { self.key(text) }
    }

    /// The table, and what the page calls its dtypes.
    fn table(self, id: &str, place: Span) -> (TableFacts, BTreeMap<String, String>) {
        let Self { choice, mut rows, mut columns, cells, printed, .. } = self;
        let (mut all, mut row_places) = (Vec::new(), Vec::new());
        if choice.axes.is_none() {
            // Operands of one kind are in both axes.
            columns.iter().for_each(|column| remember(&mut rows, column));
            columns.clone_from(&rows);
        }
        for row in &rows {
            let of_row: Vec<CellFact> = columns
                .iter()
                .map(|column| {
                    let printed = cells.get(&(row.clone(), column.clone()));
                    let other =
                        || cells.get(&(column.clone(), row.clone())).filter(|_| choice.reading.symmetric);
                    printed.or_else(other).cloned().unwrap_or_default()
                })
                .collect();
            row_places.push(of_row.iter().map(|cell| cell.place).fold(Span::None, hull));
            all.extend(of_row);
        }
        let table = TableFacts {
            id: id.to_owned(),
            rows,
            columns,
            cells: all,
            names: id.split('.').next().unwrap_or_default().to_owned(),
            undefined: choice.mark.clone().unwrap_or_else(|| "-".to_owned()),
            place,
            row_places,
            ..TableFacts::default()
        };
        (table, printed)
    }
}

fn remember(keys: &mut Vec<String>, key: &str) {
    if !keys.iter().any(|known| known == key) {
        keys.push(key.to_owned());
    }
}
