//! The tables that every form of the report shows, and the format of their numbers.

use super::report::{BenchReport, Change, Comparison, MeasuredCase, NoLongerTimed, Outcome};
use super::stats::Estimate;
use ascertain_conformance::report::outcome::OutcomeKind;
use ascertain_conformance::report::text::{plural, thousands};
use serde::Serialize;

/// What a quick look is for.
const QUICK: &str =
    "few short rounds of small products: enough to see what is right, too little to compare times";

/// A table.
#[derive(Debug, Serialize)]
pub(super) struct BenchTable {
    /// What its numbers mean.
    pub(super) caption: String,
    /// Headings.
    pub(super) head: Vec<String>,
    /// Rows, each as long as the headings, whose columns are aligned as the cells of the first row.
    pub(super) rows: Vec<Vec<BenchCell>>,
}

/// An entry.
#[derive(Debug, Serialize)]
pub(super) struct BenchCell {
    pub(super) text: String,
    pub(super) kind: CellKind,
}

/// What an entry is. All but words are aligned to the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum CellKind {
    /// Words.
    Word,
    /// A number.
    Number,
    /// Why there is no number.
    Missing,
    /// Why there is no number, if that is the backend's fault.
    Wrong,
}

impl BenchTable {
    /// A table of words.
    fn of_words<const N: usize>(caption: &str, head: [&str; N], rows: Vec<[String; N]>) -> Self {
        let rows =
            rows.into_iter().map(|row| row.map(|text| BenchCell { text, kind: CellKind::Word }).into());
        let head = head.map(str::to_owned).into();
        Self { caption: caption.to_owned(), head, rows: rows.collect() }
    }
}

impl BenchCell {
    /// The cell of an outcome without a number.
    fn instead(outcome: Option<&Outcome>) -> Self {
        match outcome {
            Some(outcome) if outcome.timing.is_none() => {
                let kind = if outcome.is_failure() { CellKind::Wrong } else { CellKind::Missing };
                Self { text: outcome.words(), kind }
            }
            _ => Self { text: "–".to_owned(), kind: CellKind::Missing },
        }
    }
}

impl BenchReport {
    /// The tables of one shape: times relative to memcpy, relative to the first backend, and absolute.
    pub(super) fn tables(&self, cases: &[&MeasuredCase]) -> Vec<BenchTable> {
        let started: Vec<usize> = (0..self.backends.len()).filter(|&b| self.has_started(b)).collect();
        let copies = |case: &MeasuredCase| {
            let one = copy(case).map_or_else(String::new, duration);
            let threads = self.settings.threads;
            let several =
                case.threaded_copy_ns.map(|ns| format!(" ({threads} threads: {})", duration(ns.median)));
            one + &several.unwrap_or_default()
        };
        let mut tables = vec![self.by_backend(
            "Time relative to memcpy of the same bytes",
            ("memcpy", &copies),
            &started,
            cases,
            &|case, backend| Some(interval(&case.outcome(backend)?.timing.as_ref()?.ratio)),
        )];
        if let [first, others @ ..] = started.as_slice()
            && !others.is_empty()
        {
            let label = &self.backends[*first].label;
            let time = |case: &MeasuredCase| {
                let timing = case.outcome(*first).and_then(|outcome| outcome.timing.as_ref());
                timing.map_or_else(String::new, |timing| duration(timing.ns.median))
            };
            tables.push(self.by_backend(
                &format!("Time relative to {label}"),
                (label, &time),
                others,
                cases,
                &|case, backend| case.ratio(backend, *first).map(|ratio| interval(&ratio)),
            ));
        }
        tables.push(self.by_backend(
            "Time of a call, and bytes read and written per second",
            ("bytes", &|case| bytes(2.0 * case.bytes as f64)),
            &started,
            cases,
            &|case, backend| {
                let timing = case.outcome(backend)?.timing.as_ref()?;
                Some(format!("{} · {}/s", duration(timing.ns.median), bytes(timing.bytes_per_second)))
            },
        ));
        tables
    }

    fn by_backend(
        &self,
        caption: &str,
        beside: (&str, &dyn Fn(&MeasuredCase) -> String),
        backends: &[usize],
        cases: &[&MeasuredCase],
        cell: &dyn Fn(&MeasuredCase, usize) -> Option<String>,
    ) -> BenchTable {
        let mut head = vec!["dtype".to_owned(), beside.0.to_owned()];
        head.extend(backends.iter().map(|&backend| self.backends[backend].label.clone()));
        let number = |text: String| BenchCell { text, kind: CellKind::Number };
        let row = |case: &&MeasuredCase| {
            let mut row =
                vec![BenchCell { text: case.dtype.clone(), kind: CellKind::Word }, number((beside.1)(case))];
            row.extend(backends.iter().map(|&backend| match cell(case, backend) {
                Some(text) => number(text),
                None => BenchCell::instead(case.outcome(backend)),
            }));
            row
        };
        BenchTable { caption: caption.to_owned(), head, rows: cases.iter().map(row).collect() }
    }

    /// The backends, and what was timed.
    pub(super) fn backend_entries(&self) -> BenchTable {
        let row = |(at, backend): (usize, &super::report::BackendEntry)| {
            let timings: Vec<_> = self
                .outcomes()
                .filter(|(_, outcome)| outcome.backend == at)
                .filter_map(|(_, outcome)| outcome.timing.as_ref())
                .collect();
            let mut timed: Vec<&str> = timings.iter().map(|timing| timing.timed.as_str()).collect();
            timed.dedup();
            let what = match &backend.not_started {
                Some(why) => format!("did not start: {why}"),
                None if timed.is_empty() => "nothing".to_owned(),
                None => timed.join("; "),
            };
            let all = |given: bool| timings.iter().all(|timing| timing.preallocated == given);
            let out = match timings.is_empty() {
                true => "",
                false if all(true) => "preallocated",
                false if all(false) => "allocated",
                false => "both",
            };
            let mut threads: Vec<String> = timings
                .iter()
                .map(|timing| timing.threads.map_or_else(|| "unknown".to_owned(), |n| n.to_string()))
                .collect();
            threads.sort();
            threads.dedup();
            let busy = timings.iter().filter_map(|timing| timing.busy).fold(0.0, f64::max);
            let busy = if busy > 0.0 { format!("≤ {busy:.2}") } else { String::new() };
            let (label, version) = (backend.label.clone(), backend.version.clone());
            [label, version, what, out.to_owned(), threads.join(", "), busy]
        };
        let head = ["backend", "version", "what was timed", "out", "threads", "busy"];
        BenchTable::of_words("Backends", head, self.backends.iter().enumerate().map(row).collect())
    }

    /// What was not timed; `None` if everything was.
    pub(super) fn refusals(&self) -> Option<BenchTable> {
        let row = |not_timed: &super::report::NotTimed<'_>| {
            let label = self.backends[not_timed.backend].label.clone();
            let (verdict, places) = (not_timed.verdict.clone(), self.places_in_words(&not_timed.places));
            [label, verdict, places, not_timed.dtypes.join(" "), not_timed.why.to_owned()]
        };
        let rows: Vec<_> = self.not_timed().iter().map(row).collect();
        let head = ["backend", "verdict", "shapes", "dtypes", "why"];
        (!rows.is_empty()).then(|| BenchTable::of_words("Not timed", head, rows))
    }

    /// The shapes, or `all`.
    pub(super) fn places_in_words(&self, places: &[String]) -> String {
        if places.len() > 1 && places.len() == self.shapes().len() {
            "all".to_owned()
        } else {
            places.join("; ")
        }
    }

    /// The changes since an earlier report, if there is one.
    pub(super) fn changes(&self) -> Option<BenchTable> {
        let against = self.against.as_ref()?;
        let both = [("slower", &against.slower), ("faster", &against.faster)];
        let changed = both.into_iter().flat_map(|(words, changes)| changes.iter().map(move |c| (words, c)));
        let changed = changed.map(|(words, change)| {
            let Change { backend, place, dtype, before, now } = change.clone();
            [words.to_owned(), backend, place, dtype, interval(&before), interval(&now)]
        });
        let lost = against.lost.iter().map(|lost| {
            let NoLongerTimed { backend, place, dtype, verdict } = lost.clone();
            ["not correct".to_owned(), backend, place, dtype, "timed".to_owned(), verdict]
        });
        let caption = format!(
            "Compared with an earlier report, relative to memcpy: {} compared, {} slower, {} faster",
            against.compared,
            against.slower.len(),
            against.faster.len()
        );
        let head = ["change", "backend", "shape", "dtype", "before", "now"];
        Some(BenchTable::of_words(&caption, head, changed.chain(lost).collect()))
    }

    /// What was timed and what not: `57 products timed, 2 wrong`.
    pub(super) fn conclusion(&self) -> String {
        let timed = self.timed() as u64;
        let wrong = self.wrong();
        let slower = self.against.as_ref().map_or(0, |against| against.slower.len() as u64);
        let others = self.outcomes().count() as u64 - timed - wrong;
        let more = [(wrong, "wrong"), (others, "unsupported"), (slower, "slower than before")];
        let more = more.into_iter().filter(|(count, _)| *count > 0);
        let words = more.map(|(count, what)| format!("{} {what}", thousands(count)));
        let timed = plural(timed, "product timed", "products timed");
        std::iter::once(timed).chain(words).collect::<Vec<_>>().join(", ")
    }

    /// How it looks at first sight.
    pub(super) fn outcome_kind(&self) -> OutcomeKind {
        let worse = self.against.as_ref().is_some_and(Comparison::is_regression);
        match () {
            () if self.incomplete.is_some() => OutcomeKind::Open,
            () if self.wrong() > 0 || worse => OutcomeKind::Bad,
            () if self.timed() == 0 => OutcomeKind::Open,
            () => OutcomeKind::Good,
        }
    }

    /// How many results are wrong or missing.
    fn wrong(&self) -> u64 {
        self.outcomes().filter(|(_, outcome)| outcome.is_failure()).count() as u64
    }

    /// Where and how it was measured, as names and values.
    pub(super) fn facts(&self) -> Vec<(&'static str, String)> {
        let environment = &self.environment;
        let features = if environment.features.is_empty() {
            String::new()
        } else {
            format!(": {}", environment.features.join(" "))
        };
        let incomplete = self.incomplete.iter().map(|why| {
            let products = plural(self.cases.len() as u64, "product", "products");
            ("incomplete", format!("{why} after {products}"))
        });
        let measured = self.measured.iter().map(|at| ("measured", at.clone()));
        let quick = self.settings.quick.then(|| ("quick", QUICK.to_owned()));
        let facts = [
            ("processor", format!("{}, {}{features}", environment.cpu, environment.arch)),
            ("logical CPUs", environment.logical_cpus.to_string()),
            ("system", environment.os.clone()),
            ("ascertain", format!("{}, profile {}", self.suite, self.profile)),
            ("threads", format!("at most {}", self.settings.threads)),
            (
                "samples",
                format!(
                    "{} of at least {} each, backends in turn; medians",
                    self.settings.rounds,
                    duration(self.settings.least_ns as f64)
                ),
            ),
            ("intervals", self.intervals()),
        ];
        measured.chain(facts).chain(quick).chain(incomplete).collect()
    }

    /// How the intervals were computed.
    fn intervals(&self) -> String {
        let sure = self.outcomes().find_map(|(_, outcome)| Some(outcome.timing.as_ref()?.ratio.confidence));
        let sure = sure.map_or_else(String::new, |sure| format!(", {:.1} % confidence", sure * 100.0));
        format!("order statistics of the ratios within each round{sure}")
    }

    /// Whether a backend started.
    pub(super) fn has_started(&self, backend: usize) -> bool {
        self.backends[backend].not_started.is_none()
    }
}

/// The median time of a memcpy of a product's bytes, in the first backend that was timed.
fn copy(case: &MeasuredCase) -> Option<f64> {
    case.results.iter().find_map(|outcome| Some(outcome.timing.as_ref()?.copy_ns.median))
}

/// `1.31 [1.29, 1.35]`.
pub(super) fn interval(estimate: &Estimate) -> String {
    format!("{} [{}, {}]", digits(estimate.median), digits(estimate.low), digits(estimate.high))
}

/// Three significant digits, or all before the point: `0.0123`, `1.31`, `12.3`, `123`, `42,742`.
pub(super) fn digits(value: f64) -> String {
    // A value that rounds up to the next power of ten has one place less.
    let places = |value: f64| (2.0 - value.abs().max(1e-9).log10().floor()).clamp(0.0, 9.0) as usize;
    let rounded: f64 = format!("{value:.*}", places(value)).parse().unwrap_or(value);
    if rounded >= 1000.0 { thousands(rounded as u64) } else { format!("{value:.*}", places(rounded)) }
}

/// `850 ns`, `12.3 ms`, `1.02 s`.
pub(super) fn duration(ns: f64) -> String {
    scaled(ns, &["ns", "µs", "ms", "s"])
}

/// `64.0 B`, `134 MB`.
pub(super) fn bytes(count: f64) -> String {
    scaled(count, &["B", "kB", "MB", "GB", "TB"])
}

fn scaled(mut value: f64, units: &[&str]) -> String {
    let mut unit = 0;
    while value >= 999.5 && unit + 1 < units.len() {
        (value, unit) = (value / 1000.0, unit + 1);
    }
    format!("{} {}", digits(value), units[unit])
}

#[cfg(test)]
mod tests {
    use super::{bytes, digits, duration};

    #[test]
    fn numbers_have_three_digits() {
        for (value, text) in [
            (0.012_34, "0.0123"),
            (0.999_6, "1.00"),
            (1.305, "1.30"),
            (9.996, "10.0"),
            (12.34, "12.3"),
            (123.4, "123"),
            (1234.0, "1,234"),
            (999.7, "1,000"),
            (0.0, "0.000000000"),
        ] {
            assert_eq!(digits(value), text, "{value}");
        }
        assert_eq!(
            [0.4, 850.2, 999.7, 12_345_678.0, 2.5e9, 7e12].map(duration),
            ["0.400 ns", "850 ns", "1.00 µs", "12.3 ms", "2.50 s", "7,000 s"]
        );
        assert_eq!([64.0, 134_217_728.0, 21.4e9].map(bytes), ["64.0 B", "134 MB", "21.4 GB"]);
    }
}
