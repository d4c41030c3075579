//! Tells sentences that hold no requirement by their form: phrases for what something is, references to other pages,
//! labels. When in doubt, a sentence holds one.

use super::names::Names;
use super::text::{clauses, damaged, identifiers, squeezed};
use crate::vocabulary::forms;

/// What a part of a page may contain besides requirements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    /// Phrases for what a thing is, as in a column of descriptions or a heading.
    Phrases,
    /// References and labels only, as in constraints.
    References,
}

/// Whether a sentence holds no requirement.
pub(super) fn holds_nothing(sentence: &str, expected: Expected, names: &Names<'_>) -> bool {
    if damaged(sentence) {
        return false;
    }
    if is_label(sentence) {
        return true;
    }
    if matches!(sentence.to_lowercase().as_str(), "无" | "-" | "—" | "none" | "n/a" | "...") {
        return true;
    }
    clauses(sentence).into_iter().all(|clause| clause_holds_nothing(clause, expected, names))
}

/// Whether a clause holds no requirement.
pub(super) fn clause_holds_nothing(clause: &str, expected: Expected, names: &Names<'_>) -> bool {
    let clause = squeezed(clause);
    if damaged(&clause) || names_a_value(&clause, names) {
        return false;
    }
    if forms("introduction").is_match(&clause) {
        return true;
    }
    if forms("reference").is_match(&clause) {
        return !forms("conditional").is_match(&clause);
    }
    if expected == Expected::References {
        return false;
    }
    let attribute = forms("attribute").captures(&clause).map_or(0, |found| found[0].len());
    let bare = &clause[attribute..];
    !forms("normative").is_match(bare) && forms("phrase").is_match(bare)
}

/// Whether a heading holds no requirement.
pub(super) fn heading_holds_nothing(heading: &str, names: &Names<'_>) -> bool {
    let heading = squeezed(heading);
    let is_title = || forms("title").is_match(&heading) && !forms("conditional").is_match(&heading);
    !damaged(&heading)
        && !names_a_value(&heading, names)
        && (is_label(&heading) || is_title() || !forms("normative").is_match(&heading))
}

/// Whether a clause that is not understood may say when another clause of its sentence holds.
pub(super) fn is_condition(clause: &str) -> bool {
    forms("conditional").is_match(&squeezed(clause))
}

/// Whether a clause explains a value of an argument, `dim=0表示…`.
pub(super) fn explains_value(clause: &str) -> bool {
    forms("explained_value").is_match(clause)
}

/// Whether a text is a label such as `计算公式`, under which other text stands.
pub(super) fn is_label(text: &str) -> bool {
    forms("label").is_match(squeezed(text).trim_end_matches([':', '：']))
}

/// Whether a text has a number, a dtype or a status code.
fn names_a_value(text: &str, names: &Names<'_>) -> bool {
    identifiers(text).into_iter().any(|(_, word)| {
        word.starts_with(|c: char| c.is_ascii_digit())
            || names.find_anywhere(word).is_some()
            || word.starts_with("ACL")
            || names.spec.has_format(word)
    })
}
