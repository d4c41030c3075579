//! Comparisons as JSON, version 1, described by `schema/compare-1.schema.json`.

use crate::results::compare::{Change, Difference, Matrix, Side};
use crate::results::ordered::gathered;
use serde_json::{Map, Value, json};
use std::io::{self, Write};

/// The version of the format.
const VERSION: u32 = 1;

/// The JSON Schema of the format.
pub const SCHEMA: &str = include_str!("../../../schema/compare-1.schema.json");

impl Difference<'_> {
    /// Writes it as JSON.
    ///
    /// # Errors
    /// When the stream refuses.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let counts: Map<String, Value> =
            gathered(Change::ALL.iter().map(|change| (change.name().to_owned(), json!(self.count(*change)))));
        let entries = self.groups.iter().flat_map(|group| &group.entries).map(|entry| {
            let found = &entry.case.judgement;
            let fields = [
                ("id", Some(entry.id())),
                ("change", Some(entry.change.name())),
                ("area", Some(entry.case.area)),
                ("before", entry.before.map(|verdict| verdict.name())),
                ("now", entry.now.map(|verdict| verdict.name())),
                ("kind", found.kind.map(|kind| kind.name())),
                ("requirement", found.requirement),
                ("expected", found.expected.as_deref()),
                ("got", found.got.as_deref()),
                ("detail", found.detail.as_deref()),
                ("known", entry.known.as_deref()),
            ];
            fields
                .into_iter()
                .filter_map(|(key, text)| Some((key.to_owned(), json!(text?))))
                .collect::<Map<_, _>>()
        });
        let mut written = json!({
            "version": VERSION,
            "before": side(self.old),
            "now": side(self.new),
            "differs": self.notes,
            "counts": counts,
            "same": self.same,
            "cases": entries.collect::<Vec<_>>(),
        });
        if let Some([before, now]) = self.two_backends() {
            written["only"] = json!({"broken": now, "fixed": before});
        }
        pretty(out, &written)
    }
}

impl Matrix<'_> {
    /// Writes it as JSON.
    ///
    /// # Errors
    /// When the stream refuses.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let written = json!({
            "version": VERSION,
            "reports": self.sides.iter().copied().map(side).collect::<Vec<_>>(),
            "areas": self.areas,
            "requirements": self.requirements,
        });
        pretty(out, &written)
    }
}

fn side(side: &Side) -> Value {
    let report = &side.report;
    let backend = &report.backend;
    let mut written = json!({
        "file": side.file,
        "backend": {"name": backend.name, "version": backend.version, "asked": backend.asked},
        "suite": report.suite,
        "profile": report.profile,
        "exit_code": report.exit_code,
    });
    if let Some(reason) = side.reason() {
        written["ended"] = json!(reason);
    }
    written
}

fn pretty(out: &mut dyn Write, value: &Value) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}
