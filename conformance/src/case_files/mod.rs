//! Case files of other people as cases: ATK's JSON, TTK's and cann-bench's tables, ONNX's node tests. What they mean is cited in
//! `docs/vectors.md`.

mod ask;
mod atk;
mod cann_bench;
mod literal;
mod names;
mod onnx;
mod ttk;

use self::ask::{Ask, Given};
use crate::check;
use crate::results::files;
use ascertain::backend::Answer;
use ascertain::call::Call;
use ascertain::contract::OperatorSpec;
use ascertain::document::Editions;
use ascertain::Tensor;
use ascertain_judge::case::Case;
use ascertain_judge::options::RunOptions;
use ascertain_judge::suite::large::LargeCase;
use ascertain_judge::verdict::Verdict;
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
    /// Those that cannot be asked, and why.
    pub not_asked: Vec<Remark>,
    /// Those that are asked, and of which the file's own answer is not what the page says.
    pub differing: Vec<Remark>,
    ids: HashSet<String>,
}

/// What is said of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Its file and its name there.
    pub case: String,
    /// What is said.
    pub why: String,
}

/// An operator with arguments, or why a case cannot be asked.
type Asked = Result<(&'static OperatorSpec, Vec<(usize, Given)>), String>;

/// A row of a table, by the names of the columns.
type Row<'a> = HashMap<&'a str, &'a str>;

/// A case as a file has it.
struct Found {
    /// Its name there.
    name: String,
    asked: Asked,
    /// Whether it asks an interface beside the page's: a call that the page refuses is then no question.
    is_beside: bool,
    /// The file's own answer, if it has one.
    answer: Vec<Tensor>,
}

/// Cases with at most so many bytes in their largest tensor are made at once and held.
const HELD: usize = 1 << 14;

/// Whether a file may be one of these, by its name.
#[must_use]
pub fn may_be(path: &Path) -> bool {
    let extension = path.extension().and_then(OsStr::to_str);
    extension.is_some_and(|extension| ["json", "csv", "onnx"].contains(&extension))
}

impl CaseFiles {
    /// Adds the cases of a file, whose values are drawn with a seed. Whether it is a case file.
    ///
    /// # Errors
    /// Why it cannot be read, with the line.
    pub fn add(&mut self, name: &str, path: &Path, editions: &Editions, seed: u64) -> Result<bool, String> {
        let text = || files::read_text(path).map_err(|error| format!("{name}: {error}"));
        let stem = path.file_stem().and_then(OsStr::to_str).unwrap_or_default();
        let (format, found) = match path.extension().and_then(OsStr::to_str) {
            Some("json") => {
                let found = atk::read(&text()?, editions, seed).map_err(|error| format!("{name}: {error}"))?;
                ("atk", found.map(|found| (stem, found)))
            }
            Some("csv") => {
                let text = text()?;
                let cells = table(&text).map_err(|line| format!("{name}:{line}: a quote that does not end"))?;
                let (head, rows) = cells.split_first().map_or((Vec::new(), &[][..]), |(head, rows)| {
                    (head.iter().map(|cell| cell.trim()).collect(), rows)
                });
                let rows: Vec<Row<'_>> = rows
                    .iter()
                    .map(|row| head.iter().copied().zip(row.iter().map(|cell| &**cell)).collect())
                    .collect();
                match head {
                    head if head.contains(&"testcase_name") => ("ttk", Some((stem, ttk::read(&rows, editions)))),
                    head if ["case_id", "input_shape"].iter().all(|own| head.contains(own)) => {
                        ("cann-bench", Some((stem, cann_bench::read(&rows))))
                    }
                    _ => ("", None),
                }
            }
            _ => ("onnx", onnx::read(path, stem == "model").map(|found| ("node", vec![found]))),
        };
        let Some((stem, found)) = found else { return Ok(false) };
        for found in found {
            self.take(name, format, stem, found, editions, seed);
        }
        Ok(true)
    }

    fn take(&mut self, file: &str, format: &str, stem: &str, found: Found, editions: &Editions, seed: u64) {
        let Found { name, asked, is_beside, answer } = found;
        let case = format!("{file}: {name}");
        let made = asked.and_then(|(operator, given)| {
            let id = self.new_id(&format!("{}/{format}/{}/{}", operator.name, plain(stem), plain(&name)));
            let ask = Ask { id, operator, given, is_beside };
            let is_held = ask.bytes() <= HELD || !answer.is_empty();
            let large = ask.into_case(seed, editions)?;
            let held = if is_held { Some(large.make(editions).ok_or("its values do not fit its dtype")?) } else { None };
            Ok((large, held))
        });
        match made {
            Err(why) => self.not_asked.push(Remark { case, why }),
            Ok((large, None)) => self.large.push(large),
            Ok((_, Some(held))) => {
                if let Some(why) = differs(&held, answer, editions) {
                    self.differing.push(Remark { case, why });
                }
                self.cases.push(held);
            }
        }
    }

    /// The id, or one with a number where another case has it.
    fn new_id(&mut self, id: &str) -> String {
        let mut ids = (2..).map(|again| format!("{id}+{again}"));
        let mut new = id.to_owned();
        while !self.ids.insert(new.clone()) {
            new = ids.next().unwrap_or_default();
        }
        new
    }

    /// Reasons why cases are not asked, each with their number and the first of them.
    #[must_use]
    pub fn reasons(&self) -> BTreeMap<&str, (usize, &str)> {
        let mut reasons = BTreeMap::new();
        for Remark { case, why } in &self.not_asked {
            reasons.entry(why.as_str()).or_insert((0, case.as_str())).0 += 1;
        }
        reasons
    }
}

/// In what a file's own answer is not what the page says.
fn differs(case: &Case, answer: Vec<Tensor>, editions: &Editions) -> Option<String> {
    let Call::Operate(call) = &case.call else { return None };
    if answer.is_empty() {
        return None;
    }
    let options = RunOptions { editions: editions.clone(), ..RunOptions::default() };
    let judgement = check(call, Answer::Tensors(answer), &options).judgement;
    let said = |words: &Option<String>| words.clone().unwrap_or_default();
    (judgement.verdict != Verdict::Pass).then(|| {
        format!(
            "{}: expected {}, got {} {}",
            judgement.verdict.name(),
            said(&judgement.expected),
            said(&judgement.got),
            said(&judgement.detail)
        )
    })
}

/// A name in letters that ids have.
fn plain(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-_.,=".contains(c) { c } else { '_' };
    let name: String = name.trim().chars().map(plain).collect();
    if name.is_empty() { "_".to_owned() } else { name }
}

/// The cells of a table by rows, without empty rows.
///
/// # Errors
/// The line of a quote that does not end.
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
