//! What HTML pages have in common: base template, macros, style, script, and the filters that word values.
//!
//! The shared templates are `base.html`, which each page extends, and `macros.html`. Both escape everything, and a
//! value that is missing is an error. A page is one file that needs no other. Templates get the values themselves, as JSON,
//! and word them: `{{ 1234|thousands }}`, `{{ 2|plural("case", "cases") }}`. Those of Markdown, which escape nothing, write
//! `{{ id|code }}` and `{{ sentence|cell }}`.

use super::facts::for_xml;
use super::machine;
use super::markdown;
use super::text::{BAD, DIM, GOOD, HEAD, NAME, PLAIN, WARN, columns, concluded, labelled, plural, thousands};
use crate::results::site;
use anstyle::Style;
use ascertain_judge::suite;
use base64::Engine;
use base64::prelude::BASE64_STANDARD as BASE64;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Serde, Value};
use minijinja::{Environment, UndefinedBehavior};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::io::{self, Write};
use time::OffsetDateTime;

/// Templates by name. Those that end in `.html` escape what they show.
const SHARED: [(&str, &str); 2] = [
    ("base.html", include_str!("../../templates/base.html")),
    ("macros.html", include_str!("../../templates/macros.html")),
];

const STYLE: &str = include_str!("../../templates/base.css");
const SCRIPT: &str = include_str!("../../templates/base.js");

/// The style of promotion tables whose cells open.
pub const HEAT_STYLE: &str = include_str!("../../templates/heat.css");
/// Their script: the switch of editions, and the keyboard.
pub const HEAT_SCRIPT: &str = include_str!("../../templates/heat.js");

/// The templates of some pages, beside the shared ones.
#[derive(Debug)]
pub struct Templates(Environment<'static>);

impl Templates {
    /// The shared templates and these, with this style and script after the shared ones.
    ///
    /// # Errors
    /// When a template is not valid.
    pub fn new(pages: &[(&'static str, &'static str)], style: &str, script: &str) -> io::Result<Self> {
        environment(pages, [STYLE, style].concat(), [SCRIPT, script].concat())
            .map(Self)
            .map_err(io::Error::other)
    }

    /// The page that the template with this name makes of these values. Each page has `written`, a [`Written`].
    ///
    /// # Errors
    /// When there is no such template, or a value that it shows is missing.
    pub fn render(&self, name: &str, values: &impl Serialize) -> io::Result<String> {
        let template = self.0.get_template(name).map_err(io::Error::other)?;
        template.render(Serde(values)).map_err(io::Error::other)
    }
}

/// Writes what a template makes for a terminal of this width. Beside the filters for all there, such a template has
/// `text|style("bad")`, `text|line(indent, label, columns, style)`, which wraps text after a label as [`labelled`] does and
/// ends with a line break, and `words|concluded(line, style)` for the last line of a report.
///
/// # Errors
/// When the stream refuses, the template is not valid, or a value that it shows is missing.
pub fn write_text(
    out: &mut dyn Write,
    (name, text): (&'static str, &'static str),
    values: &impl Serialize,
    width: usize,
) -> io::Result<()> {
    let Templates(mut environment) = Templates::new(&[(name, text)], "", "")?;
    let string = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    environment.add_global("width", width);
    environment.add_filter("columns", columns);
    environment.add_filter("style", |text: &str, style: &str| {
        let style = style_named(style);
        format!("{style}{text}{style:#}")
    });
    environment.add_filter(
        "line",
        move |text: &str, indent: usize, label: &str, columns: usize, style: &str| {
            let mut line = Vec::new();
            labelled(&mut line, (indent, label, columns), text, style_named(style), width)
                .map_or_else(|error| error.to_string(), |()| string(line))
        },
    );
    environment.add_filter("concluded", move |words: &str, line: &str, style: &str| {
        let mut last = Vec::new();
        concluded(&mut last, words, line, style_named(style), width)
            .map_or_else(|error| error.to_string(), |()| string(last))
    });
    out.write_all(Templates(environment).render(name, values)?.as_bytes())
}

/// The style with the name of a class or of a [`Look`](super::facts::Look).
fn style_named(name: &str) -> Style {
    match name {
        "name" => NAME,
        "head" => HEAD,
        "good" | "right" => GOOD,
        "good-bold" => GOOD.bold(),
        "bad" => BAD,
        "open" => WARN,
        "open-bold" => WARN.bold(),
        "dim" => DIM,
        _ => PLAIN,
    }
}

fn environment(
    pages: &[(&'static str, &'static str)],
    style: String,
    script: String,
) -> Result<Environment<'static>, minijinja::Error> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_syntax(SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build()?);
    for (name, text) in SHARED.iter().chain(pages) {
        environment.add_template(name, text)?;
    }
    environment.add_filter("thousands", thousands);
    environment.add_filter("plural", |count: u64, one: &str, many: &str| plural(count, one, many));
    environment.add_filter("right", |text: &str, width: usize| format!("{text:>width$}"));
    environment.add_filter("pad", |text: &str, width: usize| format!("{text:width$}"));
    environment.add_filter("xml", for_xml);
    environment.add_filter("cell", markdown::cell);
    environment.add_filter("code", markdown::code);
    environment.add_filter("short", markdown::short);
    environment.add_filter("block", |text: &str, language: &str| markdown::block(language, text));
    environment.add_test("page", |address: &Value| address.as_str().is_some_and(is_page));
    environment.add_function("requirement_page", |id: &str| site::requirement(id));
    environment.add_function("cell_page", |id: &str, row: &str, column: &str| site::cell(id, row, column));
    environment.add_global("version", suite::VERSION);
    environment.add_global("style", style);
    // A browser compares it with a script before it runs it: no other one runs, even if there were a way to get one
    // into a page.
    environment.add_global("script_digest", format!("sha256-{}", BASE64.encode(Sha256::digest(&script))));
    environment.add_global("script", script);
    Ok(environment)
}

/// When and on which machine a page is written.
#[derive(Clone, Debug, Serialize)]
pub struct Written {
    /// Day and time, in UTC: `2026-11-22 19:30 UTC`.
    pub at: String,
    /// The machine, in a few words.
    pub on: String,
}

impl Written {
    /// Now, on this machine.
    #[must_use]
    pub fn now() -> Self {
        let now = OffsetDateTime::now_utc();
        let (day, hour, minute) = (now.date(), now.hour(), now.minute());
        let month = u8::from(day.month());
        let at = format!("{}-{month:02}-{:02} {hour:02}:{minute:02} UTC", day.year(), day.day());
        Self { at, on: machine::words() }
    }
}

/// Whether this is the address of a page. Only these are links: whatever else an address is, a click must not start it.
#[must_use]
pub fn is_page(address: &str) -> bool {
    address.starts_with("https://") || address.starts_with("http://")
}
