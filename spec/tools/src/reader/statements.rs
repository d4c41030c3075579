//! Reads what the description of a parameter states: dtypes, formats, empty and strided tensors, ranges, ranks.
//!
//! Every sentence ends in one of three states. It is *understood*: each of its clauses states a fact or holds no
//! requirement. It is *known to hold no requirement*, by its form. Or it is *unread*, and listed with its place.
//!
//! A fact is taken only from a clause that the grammar consumes as a whole. If another clause of the sentence is not
//! understood, the sentence is unread. The fact then counts only if that clause cannot be its condition: if it contains a
//! word such as 仅, 除, 当, “only” or “if”, or the name of a product, the sentence states nothing. A label that names a
//! condition or a product (`PRODUCT: …`) reaches to the end of its text, and one at the end of a text over the texts after
//! it. A word that a page has lost (`undefined`) is not guessed: a clause that it made empty is ignored, with a note.

use super::clause::{self, Scope, Stated};
use super::harmless::{self, Expected};
use super::parameters::{Column, Piece};
use super::text::{clauses, has, sentences};
use crate::vocabulary::words;
use ascertain_spec::model::Span;

/// What the description of one parameter states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Statements {
    /// None contradicts another one.
    pub(super) stated: Vec<(Stated, Span)>,
    /// Sentences that were not understood.
    pub(super) unread: Vec<(String, Span)>,
}

/// Reads a description in plain text, piece by piece.
///
/// # Errors
/// Two statements that contradict each other, or a statement that is damaged.
pub(super) fn read(pieces: &[Piece], scope: &Scope<'_>) -> Result<Statements, String> {
    let mut found = Statements::default();
    // Whether a label above says when the rest holds.
    let mut limited = false;
    for piece in pieces {
        if harmless::holds_nothing(&piece.says, Expected::References, scope.names) {
            continue;
        }
        let read = match piece.column {
            Column::Says => {
                limited |= found.text(piece, scope, limited)?;
                true
            }
            Column::DTypes => found.cell(clause::dtype_cell(&piece.says, scope), piece)?,
            Column::Formats => {
                let listed = clause::format_names(&piece.says, scope.names);
                found.cell(listed.map(|listed| vec![Stated::Formats(listed)]), piece)?
            }
            Column::Ranks => found.cell(clause::rank_cell(&piece.says), piece)?,
            Column::Strided => {
                let mark = super::support::mark(&piece.says);
                found.cell(mark.map(|mark| vec![Stated::Strided(mark)]), piece)?
            }
            Column::Name | Column::Direction | Column::Type | Column::Other => false,
        };
        if !read {
            found.unread.push((piece.says.clone(), piece.place));
        } else if piece.column != Column::Says {
            scope.names.claim(&piece.says, piece.place);
        }
    }
    // A mark does not hold without the condition that a sentence beside it gives.
    let conditional = |clause: &str| {
        has(clause, &["支持", "support"])
            && has(clause, &["非连续", "ontiguous"])
            && harmless::is_condition(clause)
    };
    if found.unread.iter().any(|(said, _)| clauses(said).into_iter().any(conditional)) {
        found.stated.retain(|(stated, _)| !matches!(stated, Stated::Strided(_)));
        let marks = pieces.iter().filter(|piece| piece.column == Column::Strided);
        found.unread.extend(marks.map(|piece| (piece.says.clone(), piece.place)));
    }
    Ok(found)
}

/// What a sentence comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reading<T> {
    /// What it states.
    pub(super) stated: Vec<T>,
    /// Whether all of it is understood or holds no requirement.
    pub(super) whole: bool,
}

/// Reads a sentence clause by clause. `read` understands a clause.
pub(super) fn sentence<T>(
    said: &str,
    scope: &Scope<'_>,
    (expected, place): (Expected, Span),
    mut read: impl FnMut(&str) -> Option<Vec<T>>,
) -> Reading<T> {
    if harmless::holds_nothing(said, expected, scope.names) {
        return Reading { stated: Vec::new(), whole: true };
    }
    let clauses = clauses(said);
    let mut reading = Reading { stated: Vec::new(), whole: true };
    let mut limited = false;
    for (index, clause) in clauses.iter().enumerate() {
        if let Some(stated) = read(clause) {
            if !stated.is_empty() {
                scope.names.claim(clause, place);
            }
            reading.stated.extend(stated);
        } else if !harmless::clause_holds_nothing(clause, expected, scope.names) {
            reading.whole = false;
            // “For a matrix, dim=0 means rows” limits only the explanation that follows.
            let explained = clauses.get(index + 1).is_some_and(|next| harmless::explains_value(next));
            limited |= harmless::is_condition(clause) && !(explained && clause.starts_with("对于"));
        }
    }
    if limited {
        reading.stated.clear();
    }
    reading
}

/// The text before the first colon of a sentence, if what follows holds only for what it names.
pub(super) fn label(sentence: &str) -> Option<&str> {
    let (label, _) = sentence.split_once(':')?;
    let lower = label.trim().to_lowercase();
    (!harmless::is_label(label)
        && !words("introduces_values").iter().any(|end| lower.ends_with(end.as_str())))
    .then_some(label)
}

impl Statements {
    /// Reads a text. Returns whether it ends in a label that limits what stands below it.
    fn text(&mut self, piece: &Piece, scope: &Scope<'_>, mut limited: bool) -> Result<bool, String> {
        let mut ends_in_label = false;
        for said in sentences(&piece.says) {
            if let Some(says) = clauses(said).into_iter().find_map(|clause| clause::damage(clause, scope)) {
                return Err(says);
            }
            let reading =
                sentence(said, scope, (Expected::Phrases, piece.place), |clause| clause::read(clause, scope));
            let labelled = label(said).is_some();
            let on_products = |stated: &Stated| matches!(stated, Stated::DTypesOn(..));
            // What a label limits is known only for dtypes, and only if the label is of products.
            let usable = !limited && (!labelled || reading.stated.iter().all(on_products));
            let whole = reading.whole && !reading.stated.contains(&Stated::More);
            if !whole || !(usable || reading.stated.is_empty()) {
                self.unread.push((said.to_owned(), piece.place));
            }
            if usable {
                for stated in reading.stated {
                    self.state(stated, piece.place)?;
                }
            }
            limited |= labelled;
            let names_products = clause::products(said, scope.products).is_some();
            ends_in_label = names_products || (labelled && said.ends_with(':'));
        }
        Ok(ends_in_label)
    }

    /// Takes what a cell states. Returns whether that is all of it.
    fn cell(&mut self, stated: Option<Vec<Stated>>, piece: &Piece) -> Result<bool, String> {
        let Some(stated) = stated else { return Ok(false) };
        let whole = !stated.contains(&Stated::More);
        stated.into_iter().try_for_each(|stated| self.state(stated, piece.place))?;
        Ok(whole)
    }

    /// Notes what a page says. Saying it again is fine, contradicting it is not.
    fn state(&mut self, stated: Stated, place: Span) -> Result<(), String> {
        let mut known = self.stated.iter();
        match known.find_map(|(known, at)| Some((known.contradicts(&stated)?, *at))) {
            Some((what, other)) => Err(twice(what, other, place)),
            None => {
                self.stated.push((stated, place));
                Ok(())
            }
        }
    }

    /// The first of what is stated that `pick` takes something of.
    pub(super) fn first<'a, T>(&'a self, pick: impl Fn(&'a Stated) -> Option<T>) -> Option<T> {
        self.stated.iter().find_map(|(stated, _)| pick(stated))
    }
}

impl Stated {
    /// What two statements give in two ways, if they do.
    fn contradicts(&self, other: &Self) -> Option<&'static str> {
        let differ = |one: Option<u32>, other: Option<u32>| one.zip(other).is_some_and(|(a, b)| a != b);
        Some(match (self, other) {
            (Self::DTypes(one), Self::DTypes(other)) if !same_members(one, other) => "dtypes",
            (Self::Formats(one), Self::Formats(other)) if !same_members(one, other) => "formats",
            (Self::Empty(one), Self::Empty(other)) if one != other => "empty tensors",
            (Self::Strided(one), Self::Strided(other)) if one != other => "non-contiguous tensors",
            (Self::Range(one), Self::Range(other)) if one != other => "a range",
            (Self::Ranks(one), Self::Ranks(other)) if differ(one.least, other.least) => {
                "the fewest dimensions"
            }
            (Self::Ranks(one), Self::Ranks(other)) if differ(one.most, other.most) => "the most dimensions",
            (Self::DTypesOn(one, _), Self::DTypesOn(other, _)) if one.iter().any(|on| other.contains(on)) => {
                "dtypes of one product"
            }
            _ => return None,
        })
    }
}

/// Whether two lists have the same members, in whatever order.
fn same_members<T: Ord>(one: &[T], other: &[T]) -> bool {
    let [mut one, mut other] = [one, other].map(|list| list.iter().collect::<Vec<_>>());
    one.sort_unstable();
    other.sort_unstable();
    one == other
}

/// That the page contradicts itself.
pub(super) fn twice(what: &str, one: Span, other: Span) -> String {
    let places = if one == other { format!("twice at {one}") } else { format!("at {one} and at {other}") };
    format!("it states {what} {places}, and the two differ; which one holds?")
}
