//! HTML and XML from plain Rust. What `add!` and `html!` show is escaped, unless it is `Html` already.
//!
//! A page is one file that needs no other: style and script are in it, and its links lead only to pages.

use super::machine::Written;
use super::outcome::OutcomeKind;
use ascertain_judge::suite;
use base64::Engine;
use base64::prelude::BASE64_STANDARD as BASE64;
use core::fmt::{self, Display, Formatter, Write};
use sha2::{Digest, Sha256};
use std::borrow::Cow;

/// A piece of a page, which is shown as it is.
#[derive(Clone, Debug, Default)]
pub(super) struct Html(String);

impl Html {
    /// Appends text; `add!` escapes what it shows.
    pub(super) fn push(&mut self, text: fmt::Arguments<'_>) {
        // A string takes everything.
        let _ = self.0.write_fmt(text);
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl From<&'static str> for Html {
    /// Markup that stands in the program.
    fn from(markup: &'static str) -> Self {
        Self(markup.to_owned())
    }
}

/// What a page can show.
pub(super) trait Show {
    fn show(&self, to: &mut Formatter<'_>) -> fmt::Result;
}

impl Show for Html {
    fn show(&self, to: &mut Formatter<'_>) -> fmt::Result {
        to.write_str(&self.0)
    }
}

impl Show for str {
    fn show(&self, to: &mut Formatter<'_>) -> fmt::Result {
        let mut rest = self;
        while let Some(at) = rest.find(['&', '<', '>', '"', '\'', '/']) {
            to.write_str(&rest[..at])?;
            to.write_str(match rest.as_bytes()[at] {
                b'&' => "&amp;",
                b'<' => "&lt;",
                b'>' => "&gt;",
                b'"' => "&quot;",
                b'/' => "&#x2f;",
                _ => "&#x27;",
            })?;
            rest = &rest[at + 1..];
        }
        to.write_str(rest)
    }
}

impl Show for String {
    fn show(&self, to: &mut Formatter<'_>) -> fmt::Result {
        self.as_str().show(to)
    }
}

impl Show for Cow<'_, str> {
    fn show(&self, to: &mut Formatter<'_>) -> fmt::Result {
        self.as_ref().show(to)
    }
}

impl Show for u64 {
    fn show(&self, to: &mut Formatter<'_>) -> fmt::Result {
        self.fmt(to)
    }
}

impl Show for usize {
    fn show(&self, to: &mut Formatter<'_>) -> fmt::Result {
        self.fmt(to)
    }
}

impl<T: Show + ?Sized> Show for &T {
    fn show(&self, to: &mut Formatter<'_>) -> fmt::Result {
        (*self).show(to)
    }
}

/// A value in a text for [`Html::push`].
pub(super) struct Shown<'a>(pub(super) &'a dyn Show);

impl Display for Shown<'_> {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        self.0.show(to)
    }
}

/// Appends a text to [`Html`], with values escaped: `add!(page, "<p>{}</p>\n", words)`.
macro_rules! add {
    ($to:expr, $text:literal $(, $value:expr)* $(,)?) => {
        $to.push(format_args!($text $(, $crate::report::markup::Shown(&$value))*))
    };
}

/// [`Html`] with values escaped: `html!("<p>{}</p>\n", words)`.
macro_rules! html {
    ($($text:tt)*) => {{
        let mut made = $crate::report::markup::Html::default();
        $crate::report::markup::add!(made, $($text)*);
        made
    }};
}

pub(super) use {add, html};

#[derive(Debug)]
pub(super) struct Page<'a> {
    pub(super) title: &'a str,
    /// Its style, after that of all pages.
    pub(super) style: &'a str,
    pub(super) header: Html,
    pub(super) main: Html,
    pub(super) written: &'a Written,
}

impl Page<'_> {
    /// The whole file.
    pub(super) fn html(&self) -> Html {
        let style = [include_str!("../../templates/base.css"), self.style].concat();
        let script = include_str!("../../templates/base.js");
        // A browser compares it with a script before it runs it: no other one runs, even if there were a way to get one
        // into a page.
        let digest = format!("sha256-{}", BASE64.encode(Sha256::digest(script)));
        html!(
            r##"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src '{}'">
<title>{} – ascertain</title>
<link rel="icon" href="data:,">
<style>{}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the results</a>
{}<main id="main">
{}</main>
<footer>
<p>Written by ascertain {} on {}. This page needs no network; links lead to the vendors’ pages.</p>
</footer>
<script>{}</script>
</body>
</html>"##,
            digest,
            self.title,
            Html(style),
            self.header,
            self.main,
            suite::VERSION,
            self.written.at,
            Html::from(script),
        )
    }
}

/// Whether this is the address of a page. Only these are links: whatever else an address is, a click must not start it.
#[must_use]
pub fn is_page(address: &str) -> bool {
    address.starts_with("https://") || address.starts_with("http://")
}

/// Words about a place, as a link to its page if it has one.
pub(super) fn cite(words: &str, address: Option<&str>) -> Html {
    match address.filter(|address| is_page(address)) {
        Some(address) => html!(r#"<a href="{}" rel="noreferrer">{}</a>"#, address, words),
        None => html!("{}", words),
    }
}

/// The first line of a page that says what came out.
pub(super) fn outcome(kind: OutcomeKind, words: &str, counts: &str, exit_code: &str) -> Html {
    let (class, sign) = match kind {
        OutcomeKind::Good => ("good", "✓"),
        OutcomeKind::Bad => ("bad", "✗"),
        OutcomeKind::Open => ("open", "?"),
    };
    html!(
        r#"<p class="outcome is-{}"><span class="sign" aria-hidden="true">{}</span>
<strong>{}:</strong> {}.
<span class="dim">Exit code {}.</span></p>
"#,
        class,
        sign,
        words,
        counts,
        exit_code,
    )
}

/// A named value in the list of facts of a page.
pub(super) fn fact(name: &str, value: impl Show) -> Html {
    html!("<div><dt>{}</dt><dd>{}</dd></div>\n", name, value)
}

/// A field that hides what does not contain the words typed into it.
pub(super) fn filter(label: &str) -> Html {
    html!(
        r#"<div class="filter" hidden>
<label for="filter">{}</label>
<input id="filter" type="search" autocomplete="off" spellcheck="false">
<output id="filtered" for="filter"></output>
</div>
"#,
        label
    )
}

/// The start of a table: headings of columns.
pub(super) fn headings<T: AsRef<str>>(words: impl IntoIterator<Item = T>) -> Html {
    let mut head = Html::default();
    words.into_iter().for_each(|words| add!(head, r#"<th scope="col">{}</th>"#, words.as_ref()));
    head
}

/// A table in a box that scrolls.
pub(super) fn table(label: &str, class: &str, head: &Html, rows: &Html) -> Html {
    html!(
        r#"<div class="scroll" tabindex="0" role="region" aria-label="{}">
<table{}>
<thead><tr>{}</tr></thead>
<tbody>
{}</tbody>
</table>
</div>
"#,
        label,
        if class.is_empty() { Html::default() } else { html!(r#" class="{}""#, class) },
        head,
        rows,
    )
}
