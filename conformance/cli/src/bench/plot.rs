//! The plot of one shape: for each dtype and backend a mark at its time relative to memcpy, on a logarithmic axis, with
//! the confidence interval as a line.

use super::report::{BenchReport, MeasuredCase, Outcome};
use super::tables::{digits, duration, interval};
use serde_json::{Value, json};

/// Where the axis begins and ends, in percent of the width. Left of it are dtypes, right of it numbers.
const AXIS: [f64; 2] = [14.0, 86.0];
/// Height of what is above the first row, in pixels.
const TOP: usize = 26;
/// Height of one backend's row.
const ROW: usize = 16;
/// Between the rows of two dtypes.
const GAP: usize = 8;

/// What the template draws of the products of one shape. Heights are in pixels.
pub(super) fn plot(report: &BenchReport, cases: &[&MeasuredCase]) -> Value {
    let axis = Axis::of(cases);
    let backends: Vec<usize> = (0..report.backends.len()).filter(|&b| report.has_started(b)).collect();
    let height = backends.len() * ROW + GAP;
    let top = |group: usize| TOP + group * height;
    let (mut groups, mut rows) = (Vec::new(), Vec::new());
    for (at, case) in cases.iter().enumerate() {
        let middle = top(at) + height / 2;
        groups.push(json!({"dtype": case.dtype, "top": top(at), "middle": middle, "height": height}));
        for (line, outcome) in backends.iter().filter_map(|&backend| case.outcome(backend)).enumerate() {
            let y = top(at) + GAP / 2 + line * ROW + ROW / 2;
            rows.push(row(&report.backends[outcome.backend].label, outcome, &axis, y));
        }
    }
    let bottom = top(cases.len());
    let entry = |&backend: &usize| json!({"backend": backend, "label": report.backends[backend].label});
    json!({
        "legend": backends.iter().map(entry).collect::<Vec<_>>(),
        "top": TOP,
        "bottom": bottom,
        "height": bottom + TOP,
        "ticks": axis.ticks(),
        "groups": groups,
        "rows": rows,
    })
}

/// The result of a backend: where on the axis its mark stands, or why it has none.
fn row(label: &str, outcome: &Outcome, axis: &Axis, y: usize) -> Value {
    let (title, words, time) = match &outcome.timing {
        None => (format!("{label}: {}", outcome.words()), outcome.words(), None),
        Some(timing) => {
            let ratio = &timing.ratio;
            let title = format!("{label}: {} × memcpy, {}", interval(ratio), duration(timing.ns.median));
            let [low, at, high] = [ratio.low, ratio.median, ratio.high].map(|ratio| axis.x(ratio));
            (title, digits(ratio.median), Some(json!({"low": low, "at": at, "high": high})))
        }
    };
    let (backend, is_wrong) = (outcome.backend, outcome.is_failure());
    json!({"backend": backend, "y": y, "title": title, "time": time, "words": words, "is_wrong": is_wrong})
}

/// A logarithmic axis.
struct Axis {
    low: f64,
    high: f64,
}

impl Axis {
    /// One that covers every interval, and 1, the memcpy.
    fn of(cases: &[&MeasuredCase]) -> Self {
        let mut axis = Self { low: 0.75, high: 2.0 };
        for outcome in cases.iter().flat_map(|case| &case.results) {
            if let Some(timing) = &outcome.timing {
                axis.low = axis.low.min(timing.ratio.low * 0.85);
                axis.high = axis.high.max(timing.ratio.high * 1.1);
            }
        }
        axis
    }

    fn x(&self, ratio: f64) -> String {
        let place = (ratio / self.low).ln() / (self.high / self.low).ln();
        format!("{:.2}%", AXIS[0] + place.clamp(0.0, 1.0) * (AXIS[1] - AXIS[0]))
    }

    /// Round numbers on it, few enough to stand side by side on a phone: 1, 2 and 5 times powers of ten, only powers of
    /// ten, or only each third of them.
    fn ticks(&self) -> Vec<Value> {
        let (steps, powers): (&[f64], usize) = match self.high / self.low {
            ..40.0 => (&[1.0, 2.0, 5.0], 1),
            ..1e6 => (&[1.0], 1),
            _ => (&[1.0], 3),
        };
        let numbers =
            (-9..=12).step_by(powers).flat_map(|power| steps.iter().map(move |step| (power, *step)));
        let numbers = numbers.map(|(power, step)| (step * 10_f64.powi(power), power == 0 && step == 1.0));
        let tick = |(number, is_copy): (f64, bool)| json!({"x": self.x(number), "label": times(number), "is_copy": is_copy});
        numbers.filter(|(number, _)| (self.low..=self.high).contains(number)).map(tick).collect()
    }
}

/// `0.5×`, `20×`, `1k×`.
fn times(number: f64) -> String {
    let units = [(1e9, "G"), (1e6, "M"), (1e3, "k")];
    let (unit, name) = units.into_iter().find(|(unit, _)| number >= *unit).unwrap_or((1.0, ""));
    format!("{}{name}×", number / unit)
}
