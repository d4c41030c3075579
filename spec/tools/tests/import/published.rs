//! The pages of the committed editions, where `ASCERTAIN_PAGES` names a folder with them: they have the editions' facts, all of
//! each page is kept, and whatever changes in it is a difference or a refusal.

use crate::import::{fatal, read, spec};
use ascertain_spec::files_below;
use ascertain_spec::model::{Document, Span, Spec};
use ascertain_spec_tools::diff::diff;
use ascertain_spec_tools::facts::Facts;
use ascertain_spec_tools::import::{Match, verify};
use ascertain_spec_tools::page::{self, Page};
use ascertain_spec_tools::statements::of_document;
use std::fs;
use std::io::Write as _;
use std::ops::Range;
use std::path::Path;

/// The pages of first editions at hand: each with its document, name and text.
fn pages_at_hand(spec: &Spec) -> Vec<(&Document, String, String)> {
    let Some(folder) = std::env::var_os("ASCERTAIN_PAGES") else {
        // Past libtest, which keeps what passing tests print.
        let _ = writeln!(std::io::stderr(), "skipped: ASCERTAIN_PAGES names no folder of published pages");
        return Vec::new();
    };
    let paths = files_below(Path::new(&folder)).expect("a folder that can be listed");
    let page = |path: &std::path::PathBuf| {
        let text = fs::read_to_string(path).ok()?;
        let digest = page::read("page", text.as_bytes()).digest;
        // No program reads a page whose sentences are not recorded: people wrote everything about it.
        let is_of = |document: &&Document| {
            let first = &document.editions[0];
            first.sentences.is_some() && first.digest.as_ref() == Some(&digest)
        };
        let name = path.file_name()?.to_string_lossy().into_owned();
        Some((spec.documents.iter().find(is_of)?, name, text))
    };
    paths.iter().filter_map(page).collect()
}

/// The facts of a page, which is whole.
fn whole(name: &str, text: &str, spec: &Spec) -> Facts {
    read(name, text, spec).unwrap_or_else(|refused| panic!("{name}: {}", fatal(&refused)))
}

#[test]
fn editions_say_what_their_pages_say() {
    let spec = spec();
    for (document, name, text) in pages_at_hand(&spec) {
        let verifications = verify(&spec, &page::read(&name, text.as_bytes())).expect("a page");
        let [verification] = verifications.as_slice() else {
            panic!("{name}: {} documents", verifications.len())
        };
        assert_eq!((&verification.document, verification.by), (&document.id, Match::Digest), "{name}");
        assert_eq!(verification.disagreements, [], "{name}");
        assert!(verification.facts > 5, "{name}");
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

/// Nothing of a page is lost: every character belongs to something that the specification keeps.
#[test]
fn every_sentence_of_a_page_is_kept() {
    let spec = spec();
    for (document, name, text) in pages_at_hand(&spec) {
        let kept = of_document(&spec, &document.id);
        let own = kept
            .iter()
            .filter(|k| k.cite.document == document.id && k.cite.edition == document.editions[0].name);
        let kept: Vec<Range<usize>> = own.map(|kept| bytes(&text, kept.cite.span)).collect();
        let is_lost = |at: &usize| !kept.iter().any(|range| range.contains(at));
        let shown = text.char_indices().filter(|(_, c)| !c.is_whitespace()).map(|(at, _)| at);
        let lost: Vec<String> =
            shown.filter(is_lost).map(|at| text[at..].chars().take(20).collect()).collect();
        assert_eq!(lost, [""; 0], "{name}");
    }
}

#[test]
fn no_dtype_changes_in_silence() {
    let spec = spec();
    for (_, name, text) in pages_at_hand(&spec) {
        let facts = whole(&name, &text, &spec);
        // Where facts about dtypes stand: elsewhere a name is a word of an explanation.
        let tables = facts.tables.iter();
        let tables = tables.flat_map(|t| t.row_places.iter().copied().chain(t.rules.iter().map(|r| r.place)));
        let functions = facts.operator.iter().flat_map(|operator| &operator.functions);
        let parameters = functions.flat_map(|f| &f.parameters).filter(|p| !p.dtypes.is_empty());
        let places = tables.chain(parameters.map(|p| p.place)).chain(facts.types.iter().map(|ty| ty.place));
        let places: Vec<Range<usize>> = places.map(|place| bytes(&text, place)).collect();
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        for scheme in ["short", "operator", "mindspore"] {
            let names: Vec<&str> = spec.dtypes.iter().filter_map(|dtype| dtype.name_in(scheme)).collect();
            let tokens = text
                .split(|c| !word(c))
                .map(|token| (token.as_ptr() as usize - text.as_ptr() as usize, token));
            let tokens = tokens
                .filter(|(at, token)| names.contains(token) && places.iter().any(|place| place.contains(at)));
            for (number, (at, old)) in tokens.enumerate().step_by(7) {
                let new = names.iter().cycle().skip(number).find(|new| **new != old).expect("another name");
                let changed = [&text[..at], new, &text[at + old.len()..]].concat();
                let Ok(changed) = read(&name, &changed, &spec) else { continue };
                assert!(!diff(&facts, &changed).is_empty(), "{name}: `{old}` -> `{new}` at byte {at}");
            }
        }
    }
}

/// Wherever a letter of a page changes, the page differs or is refused; but for what a reader of the page does not see.
#[test]
fn a_changed_letter_anywhere_is_noticed() {
    const STEP: usize = 17;
    let spec = spec();
    for (_, name, text) in pages_at_hand(&spec) {
        let before = whole(&name, &text, &spec);
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

#[test]
fn an_empty_page_says_nothing() {
    let page: Page = page::read("page.md", b"# Moved\n\nThis page is elsewhere now.\n");
    let refused = verify(&spec(), &page).expect_err("a stub");
    assert!(fatal(&refused).contains("Lines(1, "), "{}", fatal(&refused));
}
