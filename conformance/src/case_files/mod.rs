//! Case files of other people as cases: ATK's JSON, TTK's and cann-bench's tables, ONNX's node tests. What they mean is cited in
//! `docs/vectors.md`.

mod ask;
mod atk;
mod cann_bench;
mod literal;
mod names;
mod onnx;
mod ttk;
mod write;

pub use self::write::write_ttk;

use self::ask::{Ask, Given};
use crate::check;
use crate::results::files;
use ascertain::Tensor;
use ascertain::backend::Answer;
use ascertain::call::Call;
use ascertain::contract::OperatorSpec;
use ascertain::document::Editions;
use ascertain_judge::case::Case;
use ascertain_judge::options::RunOptions;
use ascertain_judge::suite::large::LargeCase;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ffi::OsStr;
use std::path::Path;

/// The cases of some files.
#[derive(Debug, Default)]
pub struct CaseFiles {
    /// Small ones.
    pub cases: Vec<Case>,
    /// The others, which are made when they are asked.
    pub large: Vec<LargeCase>,
    /// Why cases, and files without any, are not asked: how many, and the file and name of the first.
    pub not_asked: BTreeMap<String, (u64, String)>,
    /// Cases of which the file's own answer is not what the page says, and in what.
    pub differing: Vec<String>,
    ids: HashSet<String>,
}

/// An operator with arguments, or why a case cannot be asked.
type Asked = Result<(&'static OperatorSpec, Vec<(usize, Given)>), String>;

/// The operator of an aclnn function, its arguments in the order of the prototype, and those that follow from its name.
type Prototype = (&'static OperatorSpec, Vec<usize>, Vec<(usize, Given)>);

/// A row of a table, by the names of the columns.
type Row<'a> = HashMap<&'a str, &'a str>;

/// A case as a file has it.
struct Found {
    /// Its name there.
    name: String,
    asked: Asked,
    /// Whether it asks an interface other than the page's. A call that the page refuses is then left out.
    is_beside: bool,
    /// The file's own answer, if it has one.
    answer: Vec<Tensor>,
}

/// Cases with at most so many bytes in their largest tensor are made at once and held.
const HELD: usize = 1 << 14;

/// Why a file has none.
const NO_CASES: &str = "no case of ATK, TTK, cann-bench or ONNX is in the file";

fn extension(path: &Path) -> &str {
    path.extension().and_then(OsStr::to_str).unwrap_or_default()
}

/// Whether a file may be one of these, by its name.
#[must_use]
pub fn may_be(path: &Path) -> bool {
    ["json", "csv", "onnx"].contains(&extension(path))
}

impl CaseFiles {
    /// Adds the cases of a file, whose values are drawn with a seed.
    ///
    /// # Errors
    /// Why it cannot be read, with the line.
    pub fn add(&mut self, name: &str, path: &Path, editions: &Editions, seed: u64) -> Result<(), String> {
        let text = || files::read_text(path).map_err(|error| format!("{name}: {error}"));
        let of_file = |format: &str| {
            format!("{format}/{}", plain(&path.file_stem().unwrap_or_default().to_string_lossy()))
        };
        let (format, found) = match extension(path) {
            "json" => {
                let found = atk::read(&text()?, editions, seed);
                (of_file("atk"), found.map_err(|error| format!("{name}:{}: {error}", error.line()))?)
            }
            "csv" => {
                let (text, beside) = (text()?, path.parent().unwrap_or(path));
                let rows =
                    table(&text).map_err(|line| format!("{name}:{line}: a quote that does not end"))?;
                let none = Vec::new();
                let (head, rows) = rows.split_first().unwrap_or((&none, &[]));
                let has = |column: &str| head.iter().any(|own| own.trim() == column);
                let rows = rows.iter().map(|row| -> Row<'_> {
                    head.iter().map(|column| column.trim()).zip(row.iter().map(String::as_str)).collect()
                });
                if has("testcase_name") {
                    (of_file("ttk"), rows.map(|row| ttk::read(&row, editions, beside)).collect())
                } else if has("case_id") && has("input_shape") {
                    ("cann-bench".to_owned(), rows.map(|row| cann_bench::read(&row)).collect())
                } else {
                    (String::new(), Vec::new())
                }
            }
            _ => ("onnx".to_owned(), onnx::read(path).into_iter().collect()),
        };
        if found.is_empty() {
            self.leave_out(NO_CASES.to_owned(), name.to_owned());
        }
        for found in found {
            let case = format!("{name}: {}", found.name);
            if let Err(why) = self.take(&case, &format, found, editions, seed) {
                self.leave_out(why, case);
            }
        }
        Ok(())
    }

    fn leave_out(&mut self, why: String, case: String) {
        self.not_asked.entry(why).or_insert((0, case)).0 += 1;
    }

    fn take(
        &mut self,
        case: &str,
        format: &str,
        found: Found,
        editions: &Editions,
        seed: u64,
    ) -> Result<(), String> {
        let (operator, given) = found.asked?;
        let mut id = format!("{}/{format}/{}", operator.name, plain(&found.name));
        // Another case may have the name.
        while !self.ids.insert(id.clone()) {
            id.push('+');
        }
        let ask = Ask { id, operator, given, is_beside: found.is_beside };
        let is_held = ask.bytes() <= HELD;
        let large = ask.into_case(seed, editions)?;
        if !is_held {
            self.large.push(large);
            return Ok(());
        }
        let made = large.make(editions).ok_or("no values of its dtype")?;
        let differs = differs(&made, found.answer, editions);
        self.differing.extend(differs.map(|what| format!("{case}: {what}")));
        self.cases.push(made);
        Ok(())
    }
}

/// In what a file's own answer is not what the page says.
fn differs(case: &Case, answer: Vec<Tensor>, editions: &Editions) -> Option<String> {
    let Call::Operate(call) = &case.call else { return None };
    if answer.is_empty() {
        return None;
    }
    let options = RunOptions { editions: editions.clone(), ..RunOptions::default() };
    let found = check(call, Answer::Tensors(answer), &options).judgement;
    let [right, got, detail] = [found.expected, found.got, found.detail].map(Option::unwrap_or_default);
    let is_wrong = found.verdict.is_failure();
    is_wrong.then(|| format!("{}: right is {right}, not {got}; {detail}", found.verdict.name()))
}

/// A name in letters that ids have.
fn plain(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-_.,=".contains(c) { c } else { '_' };
    name.chars().map(plain).collect()
}

/// The cells of a table by rows, without empty rows.
fn table(text: &str) -> Result<Vec<Vec<String>>, usize> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let (mut line, mut quoted) = (1, None);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        line += usize::from(letter == '\n');
        match (letter, quoted) {
            ('"', Some(_)) if letters.peek() == Some(&'"') => cell.extend(letters.next()),
            ('"', Some(_)) => quoted = None,
            (_, Some(_)) => cell.push(letter),
            ('"', None) if cell.is_empty() => quoted = Some(line),
            (',', None) => row.push(std::mem::take(&mut cell)),
            ('\r', None) if letters.peek() == Some(&'\n') => {}
            ('\n', None) => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            _ => cell.push(letter),
        }
    }
    if let Some(line) = quoted {
        return Err(line);
    }
    row.push(cell);
    rows.push(row);
    rows.retain(|row: &Vec<String>| row.iter().any(|cell| !cell.trim().is_empty()));
    Ok(rows)
}
