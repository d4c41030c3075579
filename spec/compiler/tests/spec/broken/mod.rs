//! Every kind of mistake, made by a small edit of the committed files: where it is reported, what is underlined, and what
//! is suggested.
//!
//! `mistakes/*.txt` hold them, below headings and separated by empty lines:
//!
//! ```text
//! in FILE            an edit of a file:
//! - lines            these lines, which stand there once,
//! + lines            give way to these; they are added at the end if nothing gives way
//! without FILE       the file is removed
//! at FILE            a problem in it; problems come in this order, and there are no others
//! | lines            what stands there, with the underlined part between « and »; the whole file if there are none
//! message: part of the message
//! label: part of the label below the underlined part
//! help: the whole help; none if absent
//! ```
//!
//! A text that ends with a line end has an empty last line.

mod accepted;
mod predicates;
mod tables;

use std::fs;
use std::path::Path;

use crate::spec::common::{Append, Edit, Expect, Remove, Replace, assert_problems};

#[test]
fn mistakes_about_sources_are_reported() {
    check("basis");
}

#[test]
fn mistakes_in_documents_are_reported() {
    check("documents");
}

#[test]
fn mistakes_in_operators_are_reported() {
    check("operators");
}

#[test]
fn mistakes_in_overlays_are_reported() {
    check("overlays");
}

#[test]
fn mistakes_in_predicates_are_reported() {
    check("predicates");
}

#[test]
fn mistakes_of_syntax_are_reported() {
    check("syntax");
}

#[test]
fn mistakes_in_tables_are_reported() {
    check("tables");
}

fn check(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/spec/broken/mistakes/{name}.txt"));
    let text = fs::read_to_string(path).expect("the file of mistakes");
    let mut heading = "";
    for case in text.split("\n\n").map(str::trim) {
        match case.strip_prefix("# ") {
            Some(words) => heading = words,
            None => {
                println!("{heading}:\n{case}\n");
                check_case(case);
            }
        }
    }
}

/// A block of a case: its first line, and the others.
struct Block<'a> {
    verb: &'a str,
    file: &'a str,
    lines: Vec<&'a str>,
}

impl Block<'_> {
    /// What follows a mark at the start of lines; none if no line has it.
    fn marked(&self, mark: &str) -> Option<String> {
        let lines = self.lines.iter().filter_map(|line| line.strip_prefix(mark));
        let lines: Vec<&str> = lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }
}

fn check_case(case: &str) {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    for line in case.lines() {
        match line.split_once(' ').filter(|(verb, _)| ["in", "without", "at"].contains(verb)) {
            Some((verb, file)) => blocks.push(Block { verb, file, lines: Vec::new() }),
            None => blocks.last_mut().expect("a case starts with an edit").lines.push(line),
        }
    }
    let texts: Vec<[String; 6]> = blocks
        .iter()
        .map(|block| {
            ["-", "+", "|", "message:", "label:", "help:"].map(|mark| block.marked(mark).unwrap_or_default())
        })
        .collect();
    let (mut edits, mut expected): (Vec<Edit<'_>>, Vec<Expect<'_>>) = (Vec::new(), Vec::new());
    for (block, [from, to, at, message, label, help]) in blocks.iter().zip(&texts) {
        match block.verb {
            "at" => expected.push(Expect { file: block.file, at, message, label, help }),
            "without" => edits.push(Remove(block.file)),
            _ if from.is_empty() => edits.push(Append(block.file, to)),
            _ => edits.push(Replace(block.file, from, to)),
        }
    }
    assert_problems(&edits, &expected);
}
