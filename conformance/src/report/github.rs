//! Annotations on a GitHub runner: lines of the log that GitHub shows with the run. Findings with one cause are one annotation.

use super::as_tests::{Status, of_entry, of_run};
use super::facts::headline;
use super::text::thousands;
use super::words::verdict_words;
use crate::results::RunRequest;
use crate::results::groups::Group;
use crate::results::summary::Summary;
use ascertain_judge::text::sanitize;
use ascertain_judge::verdict::{Run, Verdict};
use std::io::{self, Write};

/// How many annotations of one kind GitHub shows of a step.
const MOST: usize = 10;

/// The annotations that a step has left.
#[derive(Clone, Copy, Debug)]
pub struct Annotations {
    errors: usize,
    warnings: usize,
}

impl Default for Annotations {
    fn default() -> Self {
        Self { errors: MOST, warnings: MOST }
    }
}

/// A title of our own words, and a message.
type Annotation = (String, String);

impl Annotations {
    /// Writes those of a run: what made it fail, and its warnings.
    ///
    /// # Errors
    /// When the stream refuses.
    pub fn write(&mut self, out: &mut dyn Write, run: &Run, asked: &RunRequest) -> io::Result<()> {
        let summary = Summary::of(run);
        let of_groups = |warnings: bool| {
            let groups =
                summary.groups.iter().filter(move |group| (group.verdict == Verdict::Warning) == warnings);
            groups.map(|group| of_group(group, asked))
        };
        let stale = run.known.iter().filter_map(of_entry).filter(|test| test.status == Status::Failed);
        let stale = stale.map(|test| {
            let reason = test.text.unwrap_or_default();
            (format!("known failures: {}", test.verdict), format!("{}: {reason}", test.name))
        });
        let of_run = of_run(run, asked).into_iter().map(|test| (test.name, test.text.unwrap_or_default()));
        let errors = of_run.chain(stale).chain(of_groups(false)).collect();
        annotate(out, "error", errors, &mut self.errors)?;
        annotate(out, "warning", of_groups(true).collect(), &mut self.warnings)
    }
}

fn of_group(group: &Group<'_>, asked: &RunRequest) -> Annotation {
    let words = verdict_words(group.verdict, group.kind.map(|kind| kind.name()));
    let (count, area) = (thousands(group.findings.len() as u64), group.place());
    let mut message = group.named().into_owned();
    if let Some(first) = group.findings.first() {
        message.push_str(&format!(
            "\n{}: {}\nagain: {}",
            first.id,
            headline(first),
            asked.repro_command(&first.id)
        ));
    }
    (format!("{count} × {words}: {area}"), message)
}

/// Writes as many as there is room for. The last one counts the others.
fn annotate(out: &mut dyn Write, level: &str, mut all: Vec<Annotation>, room: &mut usize) -> io::Result<()> {
    if all.len() > *room {
        let more = all.len() - room.saturating_sub(1);
        all.truncate(room.saturating_sub(1));
        let words = "GitHub shows ten annotations of a step; the summary of the step has more".to_owned();
        all.extend((*room > 0).then(|| (format!("{} more", thousands(more as u64)), words)));
    }
    *room -= all.len();
    for (title, message) in all {
        let (title, message) = (sanitize(&format!("ascertain: {title}")), sanitize(message.trim_end()));
        writeln!(out, "::{level} title={}::{}", of_property(&title), of_message(&message))?;
    }
    Ok(())
}

/// The message of a workflow command.
fn of_message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property of a workflow command.
fn of_property(text: &str) -> String {
    of_message(text).replace(':', "%3A").replace(',', "%2C")
}
