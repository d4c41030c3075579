//! The outcome as a small picture (SVG), for a README or a page of many backends.

use super::Format;
use super::facts::for_xml;
use super::markup::html;
use super::outcome::{Outcome, OutcomeKind, counts};
use super::text::{columns, thousands};
use crate::results::RunRequest;
use crate::results::summary::Summary;
use ascertain_judge::verdict::{Run, Verdict};
use std::io::{self, Write};

/// A badge.
pub(super) const FORMAT: Format = Format { name: "badge", write };

/// What it is a badge of.
const LABEL: &str = "ascertain";

fn write(out: &mut dyn Write, run: &Run, asked: &RunRequest) -> io::Result<()> {
    let Outcome { kind, words, meaning } = Outcome::of(run);
    let tally = run.counts();
    let known = tally.of(Verdict::Known);
    let failures: u64 = Verdict::ALL.into_iter().filter(|v| v.is_failure()).map(|v| tally.of(v)).sum();
    let value = match run.exit_code() {
        _ if run.not_started.is_some() => "did not start".to_owned(),
        0 if known > 0 => format!("{words}, {} known", thousands(known)),
        1 if failures > 0 => {
            let end = if run.incomplete.is_some() { ", incomplete" } else { "" };
            format!("{} failed{end}", thousands(failures))
        }
        _ => words.to_owned(),
    };
    // All have a contrast with white of more than 4.5.
    let colour = match kind {
        OutcomeKind::Good => "#1a7f37",
        OutcomeKind::Bad => "#b3261e",
        OutcomeKind::Open => "#8a5a00",
    };
    let backend = if run.not_started.is_some() { &asked.backend } else { &run.backend };
    let told = if run.not_started.is_some() { String::new() } else { counts(run, &Summary::of(run)) };
    let named = format!("{backend} {}", run.version);
    let title = format!("{LABEL} on {}: {words} ({meaning}) {told}", named.trim());
    let name = for_xml(title.trim()).replace(['\n', '\t'], " ");
    // Columns of a usual font, and a margin on both sides; `textLength` keeps other fonts inside.
    let (left, right) = (columns(LABEL) * 7, columns(&value) * 7);
    let (split, width) = (left + 12, left + right + 24);
    let badge = html!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="20" viewBox="0 0 {} 20" role="img" aria-label="{}">
  <title>{}</title>
  <rect width="{}" height="20" rx="3" fill="#444"/>
  <path d="M{} 0h{}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-{}z" fill="{}"/>
  <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" aria-hidden="true">
    <text x="6" y="14" textLength="{}">{}</text>
    <text x="{}" y="14" textLength="{}">{}</text>
  </g>
</svg>
"##,
        width,
        width,
        name,
        name,
        width,
        split,
        right + 9,
        right + 9,
        colour,
        left,
        LABEL,
        split + 6,
        right,
        value,
    );
    out.write_all(badge.as_bytes())
}
