//! What HTML pages have in common: base template, macros, style, script, and small values that templates show.
//!
//! The shared templates are `base.html`, which each page extends, and `macros.html`. Both escape everything, and a
//! value that is missing is an error. A page is one file that needs no other.

use crate::report::machine;
use crate::results::site;
use ascertain::document::Citation;
use ascertain_judge::case::Cited;
use ascertain_judge::suite;
use base64::Engine;
use base64::prelude::BASE64_STANDARD as BASE64;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, UndefinedBehavior};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::io;
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

/// A place in a document, with the address of the page. The macro `cite` shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cite {
    words: String,
    address: Option<String>,
}

impl Cite {
    /// These words, which lead to this address if it is that of a page.
    pub fn new(words: impl Into<String>, address: Option<&str>) -> Self {
        // Only addresses of pages are links: whatever else it is, a click must not start it.
        let is_page = |address: &&str| address.starts_with("https://") || address.starts_with("http://");
        Self { words: words.into(), address: address.filter(is_page).map(str::to_owned) }
    }
}

impl From<Citation> for Cite {
    fn from(cite: Citation) -> Self {
        Self::new(cite.to_string(), cite.address())
    }
}

impl From<&Cited> for Cite {
    fn from(cite: &Cited) -> Self {
        Self::new(&*cite.words, cite.address.as_deref())
    }
}
