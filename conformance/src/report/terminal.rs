//! The report of a run in a terminal.

use super::RunRequest;
use super::shared::Shared;
use super::summary::{Group, ObservedPoint, Summary, Tally};
use super::text::{
    BAD, DIM, Field, GOOD, Grid, HEAD, NAME, PLAIN, WARN, fit, flow, labelled, plural, thousands,
};
use anstyle::Style;
use ascertain::contract::Basis;
use ascertain_judge::drift::{Errors, MODELS, Spread};
use ascertain_judge::suite;
use ascertain_judge::verdict::{CaseResult, Judgement, KnownEntry, RandomCases, Run, Standing, Verdict};
use std::io::{self, Write};

/// How much to show, and how wide.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// Columns.
    pub width: usize,
    /// How many findings to show one by one.
    pub findings: usize,
}

/// Number of groups of findings to show before counting the rest.
const GROUPS: usize = 24;
/// Number of different answers to show for one expected answer.
const ANSWERS: usize = 4;

/// Writes the report of one run.
///
/// # Errors
/// When the stream refuses.
pub fn write(out: &mut dyn Write, run: &Run, asked: &RunRequest, view: View) -> io::Result<()> {
    let summary = Summary::of(run);
    header(out, run, asked, view)?;
    if let Some(reason) = &run.not_started {
        writeln!(out)?;
        labelled(out, (0, "did not start", 15), reason, BAD, view.width)?;
        writeln!(out, "{DIM}{:15}{DIM:#}{NAME}{}{NAME:#}", "to check it", asked.doctor())?;
    }
    if !run.results.is_empty() {
        writeln!(out)?;
        areas(out, &summary, view)?;
    }
    large_skipped(out, run, view)?;
    left_open(out, &summary, view)?;
    unexplained(out, run, view)?;
    known_failures(out, run, view)?;
    groups(out, &summary, view)?;
    findings(out, &summary, asked, view)?;
    writeln!(out)?;
    conclusion(out, run, &summary)
}

fn header(out: &mut dyn Write, run: &Run, asked: &RunRequest, view: View) -> io::Result<()> {
    // A backend that did not start has not told its name.
    let named = format!("{} {}", run.backend, run.version);
    let backend = if run.not_started.is_some() { &asked.backend } else { named.trim() };
    let (version, profile, seed) = (suite::VERSION, &run.profile, run.seed);
    writeln!(
        out,
        "{HEAD}ascertain {version}{HEAD:#} on {NAME}{backend}{NAME:#}, profile {profile}, seed {seed}"
    )?;
    let editions: Vec<_> =
        run.editions.iter().map(|(document, edition)| format!("{document} {edition}")).collect();
    for line in flow(&editions, view.width.saturating_sub(2)) {
        writeln!(out, "  {DIM}{line}{DIM:#}")?;
    }
    if let Some((part, of)) = asked.shard {
        writeln!(out, "  {DIM}shard{DIM:#}     {part} of {of}")?;
    }
    if let Some(random) = &run.random {
        labelled(out, (2, "random", LABELS), &random_cases(random, run.seed, asked), PLAIN, view.width)?;
    }
    Ok(())
}

/// How many random cases were asked, and the arguments that repeat exactly these.
pub(super) fn random_cases(random: &RandomCases, seed: u64, asked: &RunRequest) -> String {
    let cases = plural(random.asked, "case", "cases");
    let when = if random.out_of_time { " until the time was up" } else { "" };
    let shard = asked.shard.map_or(String::new(), |(part, of)| format!("--shard {part}/{of} "));
    format!("{cases}{when}; {shard}--fuzz {} --seed {seed} repeats exactly these", random.fuzz)
}

/// One column of the table of areas.
struct Column {
    heading: &'static str,
    /// The heading in narrow terminals.
    short: &'static str,
    style: Style,
    value: Value,
}

/// What a column shows.
#[derive(Clone, Copy)]
enum Value {
    Cases,
    Verdict(Verdict),
    Coverage,
    OrderSensitive,
}

const COLUMNS: [Column; 14] = [
    Column { heading: "cases", short: "cases", style: PLAIN, value: Value::Cases },
    Column { heading: "passed", short: "pass", style: GOOD, value: Value::Verdict(Verdict::Pass) },
    Column { heading: "failed", short: "fail", style: BAD, value: Value::Verdict(Verdict::Fail) },
    Column { heading: "warnings", short: "warn", style: WARN, value: Value::Verdict(Verdict::Warning) },
    Column { heading: "known", short: "known", style: WARN, value: Value::Verdict(Verdict::Known) },
    Column { heading: "observed", short: "obs", style: PLAIN, value: Value::Verdict(Verdict::Observed) },
    Column {
        heading: "unsupported",
        short: "unsup",
        style: DIM,
        value: Value::Verdict(Verdict::Unsupported),
    },
    Column { heading: "skipped", short: "skip", style: DIM, value: Value::Verdict(Verdict::Skipped) },
    Column { heading: "crash", short: "crash", style: BAD, value: Value::Verdict(Verdict::Crash) },
    Column { heading: "timeout", short: "time", style: BAD, value: Value::Verdict(Verdict::Timeout) },
    Column { heading: "protocol", short: "proto", style: BAD, value: Value::Verdict(Verdict::Protocol) },
    Column { heading: "error", short: "error", style: WARN, value: Value::Verdict(Verdict::Error) },
    Column { heading: "coverage", short: "cover", style: PLAIN, value: Value::Coverage },
    Column { heading: "order-sensitive", short: "order", style: PLAIN, value: Value::OrderSensitive },
];

impl Column {
    /// Whether it is shown even if it has only zeros.
    fn is_usual(&self) -> bool {
        use Verdict::{Fail, Observed, Pass, Unsupported, Warning};
        !matches!(self.value, Value::Verdict(v) if ![Pass, Fail, Warning, Observed, Unsupported].contains(&v))
    }

    fn count(&self, tally: &Tally) -> u64 {
        match self.value {
            Value::Cases => tally.counts.total(),
            Value::Verdict(verdict) => tally.counts.of(verdict),
            Value::Coverage => tally.judged(),
            Value::OrderSensitive => tally.order_sensitive,
        }
    }

    fn field(&self, tally: &Tally) -> Field {
        match (self.value, self.count(tally)) {
            (Value::Coverage, judged) => share(judged, tally.counts.total()),
            // Zeros do not stand out.
            (_, 0) => Field::right("·", DIM),
            (_, count) => Field::right(thousands(count), self.style),
        }
    }
}

/// The table of areas. Columns of rare verdicts appear only if needed; a narrow terminal gets no columns of zeros, and
/// shorter headings.
fn areas(out: &mut dyn Write, summary: &Summary<'_>, view: View) -> io::Result<()> {
    let came = |c: &&Column| {
        c.count(&summary.total) > 0 || matches!(c.value, Value::Verdict(Verdict::Pass | Verdict::Fail))
    };
    let usual: Vec<_> = COLUMNS.iter().filter(|c| c.is_usual() || came(c)).collect();
    let needed: Vec<_> = COLUMNS.iter().filter(came).collect();
    let long: fn(&Column) -> &'static str = |c| c.heading;
    let grids =
        [table(summary, &usual, long), table(summary, &needed, long), table(summary, &needed, |c| c.short)];
    let [.., narrowest] = &grids;
    grids.iter().find(|grid| 2 + grid.width() <= view.width).unwrap_or(narrowest).write(out, 2, view.width)
}

fn table(summary: &Summary<'_>, columns: &[&Column], heading: fn(&Column) -> &'static str) -> Grid {
    let mut grid = Grid::default();
    let headings = columns.iter().map(|c| Field::right(heading(c), DIM));
    grid.row(std::iter::once(Field::left("area", DIM)).chain(headings).collect());
    let row = |name, style, tally| {
        let fields = columns.iter().map(|c| c.field(tally));
        std::iter::once(Field::left(name, style)).chain(fields).collect()
    };
    for (area, tally) in &summary.areas {
        grid.row(row(*area, NAME, tally));
    }
    if summary.areas.len() > 1 {
        grid.row(row("all", HEAD, &summary.total));
    }
    grid
}

/// A share in percent, rounded down, so that 100% means all.
fn share(part: u64, whole: u64) -> Field {
    let percent = (part * 100).checked_div(whole).unwrap_or(0);
    let text = if percent == 0 && part > 0 { "<1%".to_owned() } else { format!("{percent}%") };
    Field::right(text, if part == whole { PLAIN } else { WARN })
}

fn left_open(out: &mut dyn Write, summary: &Summary<'_>, view: View) -> io::Result<()> {
    if summary.observed.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{HEAD}Where the documents are silent or disagree{HEAD:#}")?;
    let names = summary.observed.iter().map(|s| s.requirement.len()).max().unwrap_or(0);
    for ObservedPoint { requirement, behaviours: answers } in &summary.observed {
        let answers: Vec<_> = answers.iter().map(|(answer, count)| times(answer, *count)).collect();
        let line = fit(&answers, view.width.saturating_sub(names + 4));
        writeln!(out, "  {NAME}{requirement:names$}{NAME:#}  {line}")?;
    }
    Ok(())
}

/// Large cases that were not asked, and why.
fn large_skipped(out: &mut dyn Write, run: &Run, view: View) -> io::Result<()> {
    let large = |result: &&CaseResult| result.id.contains("/large/");
    let mut skipped = run.results.iter().filter(large).filter_map(|result| {
        let reason = result.judgement.detail.as_deref()?;
        (result.judgement.verdict == Verdict::Skipped).then(|| format!("{}: {reason}", result.id))
    });
    let Some(first) = skipped.next() else { return Ok(()) };
    writeln!(out, "\n{HEAD}Large cases not asked{HEAD:#}")?;
    std::iter::once(first)
        .chain(skipped)
        .try_for_each(|line| labelled(out, (2, "", 0), &line, PLAIN, view.width))
}

/// Errors of float products that are improbable, though no bound excludes them.
fn unexplained(out: &mut dyn Write, run: &Run, view: View) -> io::Result<()> {
    let found: Vec<Errors> = run.drift.errors().into_iter().filter(Errors::unexplained).collect();
    if found.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "\n{HEAD}Errors explained by no evaluation known here{HEAD:#} {DIM}(mean ± spread, in ulp){DIM:#}"
    )?;
    let mut grid = Grid::default();
    let headings = ["lines", "this backend"].into_iter().chain(MODELS);
    let headings = headings.map(|heading| Field::right(heading, DIM));
    let left = ["dtype", "factors"].map(|heading| Field::left(heading, DIM));
    grid.row(left.into_iter().chain(headings).collect());
    for errors in found {
        let factors = match errors.most {
            Some(most) => format!("{} to {most}", errors.least),
            None => format!("{} and more", errors.least),
        };
        let spread = |spread: Spread, style| {
            Field::right(format!("{:.1} ± {:.1}", spread.mean, spread.deviation), style)
        };
        let mut row = vec![
            Field::left(errors.dtype.name(), NAME),
            Field::left(factors, PLAIN),
            Field::right(thousands(errors.lines), PLAIN),
            spread(errors.result, WARN),
        ];
        row.extend(errors.models.map(|model| spread(model, PLAIN)));
        grid.row(row);
    }
    grid.write(out, 2, view.width)
}

/// The list of known failures: what became of each entry, those that make the run fail first.
fn known_failures(out: &mut dyn Write, run: &Run, view: View) -> io::Result<()> {
    if run.known.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{HEAD}Known failures{HEAD:#}")?;
    let mut entries: Vec<&KnownEntry> = run.known.iter().collect();
    entries.sort_by_key(|known| !known.standing.fails());
    for KnownEntry { entry, standing, findings } in entries {
        let reason = match &entry.issue {
            Some(issue) => format!("{} ({issue})", entry.reason),
            None => entry.reason.clone(),
        };
        let (subject, found) = (entry.subject(), plural(*findings, "finding", "findings"));
        let (label, style, text) = match standing {
            Standing::Known => ("known", PLAIN, format!("{subject}: {found}: {reason}")),
            Standing::NotJudged => ("not judged", DIM, format!("{subject}: {reason}")),
            Standing::Fixed => {
                ("fixed", BAD, format!("{subject}: no case fails; remove the entry: {reason}"))
            }
            Standing::NoCase => ("no case", BAD, format!("{subject}: no case has such an id or requirement")),
            Standing::Expired => {
                ("expired", BAD, format!("{subject}: {found}; fix them or set a later day: {reason}"))
            }
        };
        labelled(out, (2, label, 12), &text, style, view.width)?;
    }
    Ok(())
}

fn groups(out: &mut dyn Write, summary: &Summary<'_>, view: View) -> io::Result<()> {
    // Findings that are all shown, and have nothing in common, need no overview.
    let alone = summary.groups.iter().all(|g| g.findings.len() == 1);
    let unlike = summary.groups.iter().all(|g| g.shared.is_none());
    if summary.findings() <= view.findings && (alone || (summary.groups.len() < 2 && unlike)) {
        return Ok(());
    }
    let findings = plural(summary.findings() as u64, "finding", "findings");
    let groups = plural(summary.groups.len() as u64, "group", "groups");
    writeln!(out, "\n{HEAD}{findings} in {groups}{HEAD:#}")?;
    let words = |g: &Group<'_>| verdict_words(g.verdict, g.kind.map(|k| k.name()));
    let area = |g: &Group<'_>| g.area.unwrap_or("several areas");
    let area_width = summary.groups.iter().map(|g| area(g).len()).max().unwrap_or(0);
    let words_width = summary.groups.iter().map(|g| words(g).len()).max().unwrap_or(0);
    for group in summary.groups.iter().take(GROUPS) {
        let (count, style) = (thousands(group.findings.len() as u64), verdict_style(group.verdict));
        let (area, words) = (area(group), words(group));
        let requirement = group.requirement.unwrap_or("several requirements");
        let basis = match group.basis() {
            Some(basis) if basis != Basis::Stated => format!(" ({})", basis.name()),
            _ => String::new(),
        };
        write!(out, "{count:>7}  {NAME}{area:area_width$}{NAME:#}  {style}{words:words_width$}{style:#}  ")?;
        writeln!(out, "{requirement}{basis}")?;
        // One line: the findings below have the details.
        let line = fit(&patterns(group), view.width.saturating_sub(9));
        if group.findings.len() > 1 && !line.is_empty() {
            writeln!(out, "         {DIM}{line}{DIM:#}")?;
        }
        if let Some(shared) = &group.shared {
            labelled(out, (9, "in common", 11), &in_common(shared), WARN, view.width)?;
        }
    }
    if summary.groups.len() > GROUPS {
        writeln!(
            out,
            "         {DIM}and {} smaller groups; --report json=FILE lists all{DIM:#}",
            summary.groups.len() - GROUPS
        )?;
    }
    Ok(())
}

/// What the arguments of all findings of a group are like, and how many passing cases are like it.
pub(super) fn in_common(shared: &Shared) -> String {
    match shared.passing {
        0 => format!("{}; no passing case is so", shared.words),
        1 => format!("{}; 1 passing case is so too", shared.words),
        n => format!("{}; {} passing cases are so too", shared.words, thousands(n as u64)),
    }
}

/// What findings of a group have in common: `c64: got c128 ×20 · no promotion: got f64 ×9, u16`.
fn patterns(group: &Group<'_>) -> Vec<String> {
    let pattern = |(expected, got): (&str, Vec<(&str, u64)>)| {
        let mut answers: Vec<_> =
            got.iter().take(ANSWERS).map(|(answer, count)| times(answer, *count)).collect();
        if got.len() > ANSWERS {
            answers.push(format!("{} more", got.len() - ANSWERS));
        }
        let answers = answers.join(", ");
        match (expected.is_empty(), answers.is_empty()) {
            (false, false) => format!("{expected}: got {answers}"),
            (false, true) => expected.to_owned(),
            _ => answers,
        }
    };
    let patterns = group.patterns();
    let different: usize = patterns.iter().map(|(_, got)| got.len()).sum();
    // Answers that hardly repeat are not a pattern.
    if different * 2 > group.findings.len() {
        return Vec::new();
    }
    patterns.into_iter().map(pattern).filter(|words| !words.is_empty()).collect()
}

fn times(text: &str, count: u64) -> String {
    if count == 1 { text.to_owned() } else { format!("{text} ×{}", thousands(count)) }
}

fn findings(out: &mut dyn Write, summary: &Summary<'_>, asked: &RunRequest, view: View) -> io::Result<()> {
    let examples = summary.examples(view.findings);
    for result in &examples {
        writeln!(out)?;
        finding(out, result, asked, view.width)?;
    }
    let more = summary.findings() - examples.len();
    if more > 0 && !examples.is_empty() {
        let more = plural(more as u64, "more finding", "more findings");
        writeln!(out, "\n{DIM}{more}: --findings all, or --report json=FILE{DIM:#}")?;
    }
    let unlisted = summary.unlisted_findings();
    if unlisted > 0 {
        let words = plural(unlisted, "more random finding", "more random findings");
        writeln!(out, "\n{words} of the same kinds: counted, not listed")?;
    }
    Ok(())
}

/// One finding: the call, the expected and the actual answer, the requirement, and the command that repeats it.
fn finding(out: &mut dyn Write, result: &CaseResult, asked: &RunRequest, width: usize) -> io::Result<()> {
    let judgement = &result.judgement;
    let style = verdict_style(judgement.verdict);
    let words = verdict_words(judgement.verdict, judgement.kind.map(|k| k.name()));
    writeln!(out, "{style}{words}{style:#}  {HEAD}{}{HEAD:#}", result.id)?;
    // The minimized call is the one to look at.
    if let Some(small) = &result.shrunk {
        labelled(out, (2, "found by", LABELS), &result.question, DIM, width)?;
        answer(out, (&small.question, &small.inputs), &small.judgement, style, width)?;
    } else {
        answer(out, (&result.question, &result.inputs), judgement, style, width)?;
    }
    if let Some(note) = &result.note {
        labelled(out, (2, "note", LABELS), note, PLAIN, width)?;
    }
    let requirements = judgement.requirement.map_or_else(|| result.requirements.join(", "), str::to_owned);
    if !requirements.is_empty() {
        labelled(out, (2, "requires", LABELS), &requirements, PLAIN, width)?;
    }
    if let Some(basis) = judgement.basis {
        labelled(out, (2, "basis", LABELS), basis_words(basis), PLAIN, width)?;
    }
    if let Some(cite) = &judgement.cite {
        labelled(out, (2, "cited", LABELS), &cite.to_string(), PLAIN, width)?;
        if let Some(address) = &cite.address {
            labelled(out, (2, "page", LABELS), address, NAME, width)?;
        }
    }
    // Not wrapped, so that it can be copied.
    if asked.is_only(&result.id) {
        return Ok(());
    }
    writeln!(out, "  {DIM}{:LABELS$}{DIM:#}{NAME}{}{NAME:#}", "again", asked.again(&result.id))
}

/// Who says so, in words.
pub(super) fn basis_words(basis: Basis) -> &'static str {
    match basis {
        Basis::Stated => "stated",
        Basis::Derived => "derived from what is stated",
        Basis::Elsewhere => "elsewhere: this edition does not say so",
        Basis::Reading => "reading: this project's own, `ascertain explain` has the reason",
    }
}

/// Columns for the labels of a finding.
const LABELS: usize = 10;

fn answer(
    out: &mut dyn Write,
    (question, inputs): (&str, &[(&str, String)]),
    judgement: &Judgement,
    style: Style,
    width: usize,
) -> io::Result<()> {
    labelled(out, (2, "asked", LABELS), question, PLAIN, width)?;
    for (name, elements) in inputs {
        labelled(out, (2, name, LABELS), elements, PLAIN, width)?;
    }
    let lines = [
        ("expected", judgement.expected.as_deref(), GOOD),
        ("got", judgement.got.as_deref(), style),
        ("detail", judgement.detail.as_deref(), PLAIN),
    ];
    for (label, text, style) in lines {
        if let Some(text) = text {
            labelled(out, (2, label, LABELS), text, style, width)?;
        }
    }
    Ok(())
}

pub(super) fn verdict_words(verdict: Verdict, kind: Option<&str>) -> String {
    kind.map_or_else(|| verdict.name().to_owned(), |kind| format!("{}: {kind}", verdict.name()))
}

fn verdict_style(verdict: Verdict) -> Style {
    if verdict.is_failure() { BAD } else { WARN }
}

/// The last line: the result in words, and the meaning of the exit code.
fn conclusion(out: &mut dyn Write, run: &Run, summary: &Summary<'_>) -> io::Result<()> {
    let (words, meaning) = outcome(run);
    if run.not_started.is_some() {
        let style = WARN.bold();
        return writeln!(out, "{style}{words}{style:#}: {meaning} {DIM}(exit code 3){DIM:#}");
    }
    let (counts, took) = (counts(run, summary), duration(run.seconds));
    if run.incomplete.is_some() {
        let style = WARN.bold();
        return writeln!(out, "{style}{words}{style:#}: {counts} in {took} {DIM}({meaning}){DIM:#}");
    }
    let style = match run.exit_code() {
        0 => GOOD.bold(),
        1 => BAD,
        _ => WARN.bold(),
    };
    let code = run.exit_code();
    writeln!(out, "{style}{words}{style:#}: {counts} in {took} {DIM}(exit code {code}: {meaning}){DIM:#}")
}

/// What came out, in words, and why.
pub(super) fn outcome(run: &Run) -> (&'static str, &str) {
    if run.not_started.is_some() {
        return ("not judged", "the backend did not start");
    }
    if let Some(reason) = &run.incomplete {
        return ("incomplete", reason);
    }
    match run.exit_code() {
        0 => ("obeyed", "at least one case passed, none failed"),
        1 if run.has_failures() => ("not obeyed", "a case failed, crashed, timed out or broke the protocol"),
        1 => ("list of known failures out of date", "see above"),
        _ if run.counts().of(Verdict::Error) > 0 => ("not judged in full", "the adapter failed"),
        _ => ("not judged", "nothing could be judged"),
    }
}

/// `1 case passed, 2 failed (1 on readings alone)`.
pub(super) fn counts(run: &Run, summary: &Summary<'_>) -> String {
    let counts = &summary.total.counts;
    let mut words = vec![plural(counts.of(Verdict::Pass), "case passed", "cases passed")];
    for verdict in Verdict::ALL.into_iter().filter(|v| *v != Verdict::Pass && counts.of(*v) > 0) {
        let readings = run.failures_on_readings();
        words.push(match verdict {
            Verdict::Fail if readings > 0 => {
                let readings = thousands(readings);
                format!("{} ({readings} on readings alone)", counted(verdict, counts.of(verdict)))
            }
            _ => counted(verdict, counts.of(verdict)),
        });
    }
    words.join(", ")
}

/// `2 failed`, `1 crash`.
pub(super) fn counted(verdict: Verdict, count: u64) -> String {
    let (one, many) = match verdict {
        Verdict::Pass => ("passed", "passed"),
        Verdict::Fail => ("failed", "failed"),
        Verdict::Warning => ("warning", "warnings"),
        Verdict::Crash => ("crash", "crashes"),
        Verdict::Timeout => ("timeout", "timeouts"),
        Verdict::Protocol => ("protocol error", "protocol errors"),
        Verdict::Error => ("adapter error", "adapter errors"),
        other => (other.name(), other.name()),
    };
    plural(count, one, many)
}

pub(super) fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 0.9995 => format!("{:.0} ms", s * 1000.0),
        s if s < 60.0 => format!("{s:.1} s"),
        s => format!("{} min {:02} s", s as u64 / 60, s as u64 % 60),
    }
}
