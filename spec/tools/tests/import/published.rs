//! The pages of the committed editions, if they are available: they have the editions' facts, and a changed token is a
//! changed fact or a refusal.

use crate::{differences, fatal, read, spec};
use ascertain_spec::model::{Span, Spec};
use ascertain_spec_tools::diff::diff;
use ascertain_spec_tools::facts::Facts;
use ascertain_spec_tools::import::{Match, disagreements, verify};
use ascertain_spec_tools::pages::{self, Page};
use ascertain_spec_tools::statements::of_document;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Files below a folder of pages beside the repository; none where it is absent, which is said.
fn pages_below(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/docs").join(folder);
    let Ok(entries) = fs::read_dir(&folder) else {
        // Past libtest, which keeps what passing tests print.
        let _ = writeln!(std::io::stderr(), "skipped: no pages at hand in {}", folder.display());
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let read = |path: &PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, fs::read_to_string(path).expect("a page"))
    };
    paths.iter().map(read).collect()
}

/// A page, and the facts it must be read into.
fn page(name: &str, text: &str, spec: &Spec) -> Facts {
    read(name, text, spec).unwrap_or_else(|refused| panic!("{name}: {}", fatal(&refused)))
}

#[test]
fn editions_say_what_their_pages_say() {
    let spec = spec();
    let pages = pages_below("seeds");
    for (name, text) in &pages {
        let verifications = verify(&spec, &pages::read(name, text.as_bytes())).expect("a page");
        let [verification] = verifications.as_slice() else {
            panic!("{name}: {} documents", verifications.len())
        };
        assert_eq!(verification.by, Match::Digest, "{name}");
        assert_eq!(verification.disagreements, [], "{name}");
        assert!(verification.facts > 5, "{name}");
    }
    // The first edition of every document but the headers'; the later ones were read in a repository.
    let firsts = spec.documents.iter().filter(|d| d.editions[0].digest.is_some());
    assert!(pages.is_empty() || pages.len() == firsts.count());
}

#[test]
fn revisions_of_the_types_differ_as_they_should() {
    let spec = spec();
    for (name, text) in pages_below("mindspore") {
        let facts = page(&name, &text, &spec);
        let found = differences(&facts, &spec, "2.10");
        let what: Vec<&str> = found.iter().map(|difference| difference.what.as_str()).collect();
        if name.contains("2024-08-23") {
            let aliases = "byte int intc long intp ubyte ushort uintc uintp float single cfloat cdouble";
            let aliases = aliases.split(' ').map(|alias| format!("alias {alias}"));
            let others = ["int_", "uint", "float_"].map(|other| format!("other-type {other}"));
            let expected: Vec<String> =
                ["type bool".to_owned()].into_iter().chain(aliases).chain(others).collect();
            assert_eq!(what, expected, "{name}");
        } else if name.contains("__en__") {
            assert_eq!(what, ["other-type Tensor"], "{name}");
        } else {
            assert_eq!(what, [""; 0], "{name}");
        }
    }
}

/// The bytes of the token of one cell: the place, and in a line of several the cell's number.
fn token(text: &str, place: Span, column: usize, word: &str) -> Range<usize> {
    let (start, piece) = match place {
        Span::Bytes(first, last) => (first as usize, &text[first as usize..last as usize]),
        Span::Lines(line, _) => {
            let start: usize = text.split_inclusive('\n').take(line as usize - 1).map(str::len).sum();
            (start, text[start..].split('\n').next().expect("a line"))
        }
        Span::None => panic!("a cell has a place"),
    };
    let at = start
        + match piece.matches('|').count() {
            // The word comes last: a bullet may stand in front.
            0 | 1 => piece.rfind(word).expect("the cell's word"),
            // The row's heading stands in front.
            _ => {
                let cell = piece.match_indices('|').nth(column + 1).expect("a column").0;
                cell + piece[cell..].find(word).expect("the cell's word")
            }
        };
    at..at + word.len()
}

/// A few of many, other ones for each page, the same in each run.
fn some(count: usize, salt: usize) -> impl Iterator<Item = usize> {
    let step = count / 11 + 1;
    (0..count).skip(salt % step).step_by(step)
}

#[test]
fn a_changed_cell_is_that_change() {
    let spec = spec();
    let mut tried = 0;
    for (number, (name, text)) in pages_below("seeds").iter().enumerate() {
        let facts = page(name, text, &spec);
        for (index, table) in facts.tables.iter().enumerate() {
            let dtypes: Vec<&String> = table.rows.iter().collect();
            let printed = |short: &str| {
                let dtype = spec.dtypes.iter().find(|dtype| dtype.name == short).expect("a dtype");
                dtype.name_in(&table.names).unwrap_or(short).to_owned()
            };
            for at in some(table.cells.len(), number) {
                let cell = &table.cells[at];
                let old = cell.result.as_deref().map_or_else(|| table.undefined.clone(), &printed);
                let other =
                    dtypes.iter().cycle().skip(at).find(|other| Some(**other) != cell.result.as_ref());
                let other = other.expect("another dtype");
                let mut changed = text.clone();
                changed
                    .replace_range(token(text, cell.place, at % table.columns.len(), &old), &printed(other));
                let mut expected = facts.clone();
                expected.tables[index].cells[at].result = Some((*other).clone());
                let changed = page(name, &changed, &spec);
                let mut found = disagreements(&changed, &expected);
                found.retain(|difference| !difference.only_place);
                assert_eq!(found, [], "{name}, cell {at}");
                tried += 1;
            }
        }
    }
    assert!(tried == 0 || tried > 40, "{tried}");
}

#[test]
fn a_changed_key_is_refused() {
    let spec = spec();
    for (name, text) in pages_below("seeds") {
        let facts = page(&name, &text, &spec);
        for table in &facts.tables {
            // The place of a row begins with its heading; its first cell's word may be the same.
            for row in some(table.rows.len(), 1) {
                let start = match table.row_places[row] {
                    Span::Bytes(first, _) => first as usize,
                    Span::Lines(line, _) => {
                        text.split_inclusive('\n').take(line as usize - 1).map(str::len).sum()
                    }
                    Span::None => panic!("a row has a place"),
                };
                let first = |c: char| c.is_ascii_alphanumeric();
                let from = start + text[start..].find(first).expect("a heading");
                let to = from + text[from..].find(|c| !first(c)).expect("an end");
                for other in ["f23", "float8", if row == 0 { "f16" } else { "f32" }] {
                    let mut changed = text.clone();
                    changed.replace_range(from..to, other);
                    let refused = read(&name, &changed, &spec).expect_err("a table without one of its rows");
                    assert!(refused.iter().any(|complaint| complaint.fatal), "{name}, row {row}");
                }
            }
        }
    }
}

/// Edits of a page, and the whole list of what differs then, or words of the refusal.
#[derive(Default, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Edits {
    differs: Vec<Vec<String>>,
    refused: Vec<Vec<String>>,
}

#[test]
fn changed_statements_are_those_changes() {
    let spec = spec();
    let listed: BTreeMap<String, Edits> = toml::from_str(include_str!("../fixtures/published_edits.toml"))
        .unwrap_or_else(|why| panic!("{why}"));
    for (name, text) in pages_below("seeds") {
        let facts = page(&name, &text, &spec);
        let edition = spec.document(&facts.document).expect("a document").editions[0].name.clone();
        let Some(edits) = listed.get(&facts.document) else { continue };
        let changed = |edit: &[String]| {
            assert!(text.contains(&edit[0]), "{name}: {}", edit[0]);
            read(&name, &text.replacen(&edit[0], &edit[1], 1), &spec)
        };
        for edit in &edits.differs {
            let changed =
                changed(edit).unwrap_or_else(|refused| panic!("{name}: {edit:?}: {}", fatal(&refused)));
            let found = differences(&changed, &spec, &edition).into_iter().map(|found| found.what);
            assert_eq!(found.collect::<Vec<_>>(), edit[2..], "{name}: {edit:?}");
        }
        for edit in &edits.refused {
            let refused = changed(edit).expect_err(&edit[2]);
            assert!(fatal(&refused).contains(&edit[2]), "{name}: {edit:?}: {}", fatal(&refused));
        }
    }
}

/// The bytes of a place.
fn bytes(text: &str, place: Span) -> Range<usize> {
    let line = |number: u32| text.split_inclusive('\n').take(number as usize).map(str::len).sum::<usize>();
    match place {
        Span::Bytes(first, last) => first as usize..last as usize,
        Span::Lines(first, last) => line(first - 1)..line(last),
        Span::None => 0..0,
    }
}

#[test]
fn no_dtype_changes_in_silence() {
    let spec = spec();
    let mut tried = 0;
    for (name, text) in &pages_below("seeds") {
        let facts = page(name, text, &spec);
        // Where facts about dtypes stand: elsewhere a name is a word of an explanation.
        let tables = facts
            .tables
            .iter()
            .flat_map(|t| t.row_places.iter().copied().chain(t.rules.iter().map(|r| r.place)));
        let functions = facts.operator.iter().flat_map(|operator| &operator.functions);
        let parameters =
            functions.flat_map(|f| &f.parameters).filter(|p| !p.dtypes.is_empty()).map(|p| p.place);
        let types = facts.types.iter().map(|ty| ty.place);
        let places = tables.chain(parameters).chain(types).map(|place| bytes(text, place));
        let places: Vec<Range<usize>> = places.collect();
        for scheme in ["short", "operator", "mindspore"] {
            let names: Vec<&str> = spec.dtypes.iter().filter_map(|dtype| dtype.name_in(scheme)).collect();
            let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let tokens = places.iter().flat_map(|place| {
                let piece = &text[place.clone()];
                let starts = piece.char_indices().filter(|(at, c)| word(*c) && !piece[..*at].ends_with(word));
                starts.map(|(at, _)| {
                    let end = piece[at..].find(|c| !word(c)).map_or(piece.len(), |length| at + length);
                    place.start + at..place.start + end
                })
            });
            let tokens: Vec<Range<usize>> =
                tokens.filter(|token| names.contains(&&text[token.clone()])).collect();
            for at in some(tokens.len(), 5) {
                let old = &text[tokens[at].clone()];
                let new = names.iter().cycle().skip(at).find(|new| **new != old).expect("another name");
                let mut changed = text.clone();
                changed.replace_range(tokens[at].clone(), new);
                if let Ok(changed) = read(name, &changed, &spec) {
                    let mut found = disagreements(&changed, &facts);
                    found.retain(|difference| !difference.only_place);
                    assert!(!found.is_empty(), "{name}: `{old}` -> `{new}` at byte {}", tokens[at].start);
                }
                tried += 1;
            }
        }
    }
    assert!(tried == 0 || tried > 40, "{tried}");
}

#[test]
fn a_page_cut_short_is_refused_or_says_the_same() {
    let spec = spec();
    for (name, text) in pages_below("seeds") {
        let whole = page(&name, &text, &spec);
        let edition = spec.document(&whole.document).expect("a document").editions[0].name.clone();
        let ends = text.char_indices().map(|(at, _)| at).collect::<Vec<_>>();
        for cut in some(ends.len(), 3).map(|at| ends[at]).filter(|cut| *cut > 0) {
            let Ok(facts) = read(&name, &text[..cut], &spec) else { continue };
            // What comes after the facts may be missing.
            let found = differences(&facts, &spec, &edition);
            let lost: Vec<&str> = found.iter().map(|difference| difference.what.as_str()).collect();
            let about_end = |what: &&str| what.starts_with("message") || what.contains("type");
            assert!(lost.iter().all(about_end), "{name}, cut at byte {cut}: {lost:?}");
        }
    }
}

#[test]
fn an_empty_page_says_nothing() {
    let spec = spec();
    let page: Page = pages::read("page.md", b"# Moved\n\nThis page is elsewhere now.\n");
    let refused = verify(&spec, &page).expect_err("a stub");
    assert!(fatal(&refused).contains("Lines(1, "), "{}", fatal(&refused));
}

/// Nothing of a page is lost: every line, or byte, belongs to something that the specification keeps.
#[test]
fn every_sentence_of_a_page_is_kept() {
    let spec = spec();
    for (name, text) in pages_below("seeds") {
        let digest = pages::read(&name, text.as_bytes()).digest;
        let first = |document: &&ascertain_spec::model::Document| {
            document.editions[0].digest.as_ref() == Some(&digest)
        };
        let document = spec.documents.iter().find(first).expect("its document");
        let kept = of_document(&spec, &document.id);
        let own = kept
            .iter()
            .filter(|k| k.cite.edition == document.editions[0].name && k.cite.document == document.id);
        let spans: Vec<Span> = own.map(|kept| kept.cite.span).collect();
        let covers = |at: u32| {
            spans.iter().any(|span| match *span {
                Span::Lines(first, last) => (first..=last).contains(&at),
                Span::Bytes(first, past) => (first..past).contains(&at),
                Span::None => false,
            })
        };
        let lost: Vec<String> = if spans.iter().any(|span| matches!(span, Span::Bytes(..))) {
            let bytes = (0_u32..).zip(text.bytes());
            bytes
                .filter(|(at, byte)| !byte.is_ascii_whitespace() && !covers(*at))
                .map(|(at, _)| format!("byte {at}"))
                .collect()
        } else {
            let lines = (1_u32..).zip(text.lines());
            lines
                .filter(|(at, line)| !line.trim().is_empty() && !covers(*at))
                .map(|(at, line)| format!("line {at}: {line}"))
                .collect()
        };
        assert_eq!(lost, Vec::<String>::new(), "{name}");
    }
}

/// Wherever a letter of a page changes, the page differs or is refused; but for what a reader of the page does not see.
#[test]
fn a_changed_letter_anywhere_is_noticed() {
    const STEP: usize = 17;
    let spec = spec();
    for (name, text) in pages_below("seeds") {
        let before = page(&name, &text, &spec);
        // Directives, their options, and the targets of links.
        let within = |at: usize, (start, end): (&str, &str)| {
            let start = text[..at].rfind(start);
            start.is_some_and(|start| {
                text[start..].find(end).is_none_or(|length| at < start + length + end.len())
            })
        };
        let pairs =
            [(".. image::", "py:class::"), (".. list-table::", ":header-rows:"), ("](", ")"), ("`_<", ">`_")];
        let hidden = |at: usize| pairs.iter().any(|pair| within(at, *pair));
        let letters = text.char_indices().filter(|(at, c)| c.is_alphanumeric() && !hidden(*at));
        let mut silent = Vec::new();
        for (at, letter) in letters.step_by(STEP) {
            let changed = format!("{}{}{}", &text[..at], '某', &text[at + letter.len_utf8()..]);
            if read(&name, &changed, &spec).is_ok_and(|after| diff(&before, &after).is_empty()) {
                silent.push(text[at..].chars().take(20).collect::<String>());
            }
        }
        assert_eq!(silent, [""; 0], "{name}");
    }
}
