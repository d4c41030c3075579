//! Writes `EDITION.text.toml`, beside the edition: digests of the sentences of its page that state no fact.

use super::write::{quote, span};
use crate::facts::Facts;

/// The path and the text of the file. None for facts that do not come from a page.
pub fn sentences(facts: &Facts, edition: &str) -> Option<(String, String)> {
    let mut text = String::from(
        "# Digests of the sentences of this edition's page, by which `ascertain` finds what a later page changes.\n\
        # Written by `ascertain-spec import`; nobody needs to read them.\nversion = 1\n\nsentences = [\n",
    );
    for (fact, unread) in facts.sentences()? {
        let at = span(fact.place).map(|at| format!("{at}, ")).unwrap_or_default();
        let unread = if unread { ", unread = true" } else { "" };
        let (digest, about) = (quote(&fact.digest), quote(&fact.about));
        text.push_str(&format!("  {{ {at}digest = {digest}, about = {about}{unread} }},\n"));
    }
    let file = format!("{}/{edition}.text.toml", facts.document.replacen('.', "/", 1));
    Some((file, text + "]\n"))
}
