//! Pages from templates, in Markdown or for a terminal. They escape nothing, and a value that is missing is an error.
//!
//! Templates get the values themselves, as JSON, and word them: `{{ 2|plural("case", "cases") }}`.

use anstyle::Style;
use ascertain_conformance::report::text::{BAD, DIM, GOOD, HEAD, NAME, PLAIN, columns, labelled, plural};
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, Error, UndefinedBehavior};
use serde::Serialize;
use std::io::{self, Write};

/// A template: its name and its text.
pub(crate) type Template = (&'static str, &'static str);

/// The page that a template makes of these values.
///
/// # Errors
/// When the template is not valid, or a value that it shows is missing.
pub(crate) fn rendered((name, text): Template, values: &impl Serialize) -> io::Result<String> {
    let made = environment().and_then(|environment| environment.render_named_str(name, text, Serde(values)));
    made.map_err(io::Error::other)
}

/// Writes what a template makes for a terminal of this width. Beside the filters for all there, such a template has
/// the global `width`, `text|style("bad")`, and `text|line(indent, label, columns, style)`, which wraps text after a label as [`labelled`] does and
/// ends with a line break.
///
/// # Errors
/// When the stream refuses, the template is not valid, or a value that it shows is missing.
pub(crate) fn write_text(
    out: &mut dyn Write,
    (name, text): Template,
    values: &impl Serialize,
    width: usize,
) -> io::Result<()> {
    let mut environment = environment().map_err(io::Error::other)?;
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
                .map_or_else(|error| error.to_string(), |()| String::from_utf8_lossy(&line).into_owned())
        },
    );
    let page = environment.render_named_str(name, text, Serde(values)).map_err(io::Error::other)?;
    out.write_all(page.as_bytes())
}

fn style_named(name: &str) -> Style {
    match name {
        "name" => NAME,
        "head" => HEAD,
        "good" => GOOD,
        "bad" => BAD,
        "dim" => DIM,
        _ => PLAIN,
    }
}

fn environment() -> Result<Environment<'static>, Error> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_syntax(SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build()?);
    environment.add_filter("plural", |count: u64, one: &str, many: &str| plural(count, one, many));
    environment.add_filter("pad", |text: &str, width: usize| format!("{text:width$}"));
    Ok(environment)
}
