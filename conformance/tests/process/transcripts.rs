//! Recorded conversations and the examples of `PROTOCOL.md`, which must stay readable.

use crate::process::conversation::{parse, replay};
use crate::process::support::adapter;
use std::fs;

#[test]
fn recorded_conversations_are_understood() {
    let folder = adapter("tests/transcripts");
    let mut calls = 0;
    for entry in fs::read_dir(&folder).expect("the folder of transcripts") {
        let path = entry.expect("an entry of the folder").path();
        let text = fs::read_to_string(&path).expect("a transcript is text");
        calls += parse(&text).iter().map(replay).sum::<usize>();
    }
    assert!(calls > 100, "{calls} calls in {}", folder.display());
}

#[test]
fn the_examples_of_the_protocol_are_understood() {
    let text = fs::read_to_string(adapter("PROTOCOL.md")).expect("PROTOCOL.md is text");
    let mut examples = 0;
    let mut blocks = text.split("```");
    while let (Some(_prose), Some(block)) = (blocks.next(), blocks.next()) {
        if let Some(conversation) = block.strip_prefix("conversation\n") {
            examples += parse(conversation).iter().map(|exchange| replay(exchange).max(1)).sum::<usize>();
        }
    }
    assert!(examples > 10, "{examples} examples");
}
