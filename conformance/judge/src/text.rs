//! Text from outside: cut to a length, and with nothing in it that people cannot see.
//!
//! Names, messages and reasons of a backend, of a file of answers and of a vector file come from people and programs that
//! this one does not know. They end in terminals, JSON, HTML and Markdown. All of them pass through [`sanitize`] or
//! [`name`] where they enter, so that no report has to think of it.

use ascertain::backend::{Answer, Description, Rejection, Reply};
use core::fmt::Write;
use unicode_general_category::{GeneralCategory, get_general_category};

/// Longest text that is kept, in bytes.
pub const LIMIT: usize = 2048;

/// Longest reason of an unsupported call, in bytes. There may be as many as cases, and no person reads them all.
pub const REASON_LIMIT: usize = 256;

/// Room for the words after a cut: `… 18446744073709551615 bytes more`.
const REST: usize = 36;

/// Text of one or more lines. Applied again, it changes nothing.
#[must_use]
pub fn sanitize(text: &str) -> String {
    cut(text, LIMIT, |c| c != '\n' && has_power(c))
}

/// A name, or other text of one line. Applied again, it changes nothing.
#[must_use]
pub fn name(text: &str) -> String {
    cut(text, LIMIT, has_power)
}

/// A word from outside within a message of this program, which must not lose its end.
#[must_use]
pub fn word(text: &str) -> String {
    const LIMIT: usize = 120;
    cut(text, LIMIT, has_power)
}

/// What somebody typed, which may be long: all of it, on one or more lines.
#[must_use]
pub fn typed(text: &str) -> String {
    cut(text, usize::MAX, |c| c != '\n' && has_power(c))
}

/// Whether all of `text` can be seen, on one or more lines.
#[must_use]
pub fn is_visible(text: &str) -> bool {
    !text.contains(|c| c != '\n' && has_power(c))
}

/// What a backend says of itself.
#[must_use]
pub fn description(said: Description) -> Description {
    let Description { name: own, version, mut interfaces, mut tables, mut operators } = said;
    interfaces.iter_mut().chain(&mut tables).for_each(|word| *word = name(word));
    for operator in &mut operators {
        operator.declared.iter_mut().for_each(|(key, value)| (*key, *value) = (name(key), name(value)));
    }
    Description { name: name(&own), version: name(&version), interfaces, tables, operators }
}

/// A backend's reply.
#[must_use]
pub fn reply(reply: Reply) -> Reply {
    match reply {
        Reply::Answer(Answer::OtherDType(other)) => Reply::Answer(Answer::OtherDType(name(&other))),
        Reply::Answer(answer) => Reply::Answer(answer),
        Reply::Rejected(Rejection { status, message }) => {
            Reply::Rejected(Rejection { status, message: sanitize(&message) })
        }
        Reply::Unsupported(reason) => {
            Reply::Unsupported(cut(&reason, REASON_LIMIT, |c| c != '\n' && has_power(c)))
        }
        Reply::Failed(message) => Reply::Failed(sanitize(&message)),
        Reply::Lost(loss, what) => Reply::Lost(loss, sanitize(&what)),
        Reply::NotAsked(why) => Reply::NotAsked(sanitize(&why)),
    }
}

/// Whether a character does something instead of being seen: it moves the cursor, starts a command of the terminal,
/// turns the direction of text, ends a line or joins what is beside it. Code points that will never be characters have no
/// place in HTML and XML.
fn has_power(c: char) -> bool {
    use GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator};
    let is_none = matches!(c, '\u{fdd0}'..='\u{fdef}') || u32::from(c) & 0xfffe == 0xfffe;
    is_none || matches!(get_general_category(c), Control | Format | LineSeparator | ParagraphSeparator)
}

/// The start of `text` that fits into `limit` bytes, with escapes like `\u{1b}` for what is `hidden`.
fn cut(text: &str, limit: usize, hidden: impl Fn(char) -> bool) -> String {
    let mut out = String::with_capacity(text.len().min(limit));
    // Where to cut if not all fits: bytes of `out`, and of `text`.
    let mut kept = (0, 0);
    for (at, c) in text.char_indices() {
        if out.len() + REST <= limit {
            kept = (out.len(), at);
        }
        if hidden(c) {
            let _ = write!(out, "{}", c.escape_default());
        } else {
            out.push(c);
        }
        if out.len() > limit {
            out.truncate(kept.0);
            let _ = write!(out, "… {} bytes more", text.len() - kept.1);
            return out;
        }
    }
    out
}
