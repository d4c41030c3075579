//! The plot of one shape, as SVG: for each dtype and backend a mark at its time relative to memcpy, on a logarithmic
//! axis, with the confidence interval as a whisker.

use super::markup::escaped;
use super::report::{MeasuredCase, Outcome, Report};
use super::tables::{digits, duration, interval};
use std::fmt::Write;

const WIDTH: f64 = 960.0;
/// Where the axis begins and ends.
const AXIS: [f64; 2] = [62.0, 880.0];
const TOP: f64 = 30.0;
/// Height of one backend's row.
const ROW: f64 = 13.0;
/// Between the rows of two dtypes.
const GAP: f64 = 8.0;

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
                axis.high = axis.high.max(timing.ratio.high * 1.3);
            }
        }
        axis
    }

    fn x(&self, ratio: f64) -> f64 {
        let place = (ratio / self.low).ln() / (self.high / self.low).ln();
        AXIS[0] + place.clamp(0.0, 1.0) * (AXIS[1] - AXIS[0])
    }

    /// Round numbers on it: 1, 2 and 5 times powers of ten, or only powers of ten if there are many.
    fn ticks(&self) -> Vec<f64> {
        let steps: &[f64] = if self.high / self.low > 3000.0 { &[1.0] } else { &[1.0, 2.0, 5.0] };
        let powers = -9..=9;
        let ticks = powers.flat_map(|power| steps.iter().map(move |step| step * 10_f64.powi(power)));
        ticks.filter(|tick| (self.low..=self.high).contains(tick)).collect()
    }
}

/// The plot of the products of one shape.
pub(super) fn plot(report: &Report, cases: &[&MeasuredCase]) -> String {
    let axis = Axis::of(cases);
    let backends: Vec<usize> = (0..report.backends.len()).filter(|&b| report.has_started(b)).collect();
    let group = backends.len() as f64 * ROW + GAP;
    let bottom = TOP + cases.len() as f64 * group;
    let mut out = String::new();
    let _ = write!(
        out,
        "<svg viewBox=\"0 0 {WIDTH} {}\" role=\"img\" aria-label=\"time relative to memcpy\">",
        bottom + 24.0
    );
    for (k, _) in cases.iter().enumerate().filter(|(k, _)| k % 2 == 0) {
        let y = TOP + k as f64 * group;
        let _ = write!(out, "<rect class=\"band\" x=\"0\" y=\"{y}\" width=\"{WIDTH}\" height=\"{group}\"/>");
    }
    for tick in axis.ticks() {
        let x = axis.x(tick);
        let is_copy = (tick - 1.0).abs() < 1e-9;
        let class = if is_copy { "copy" } else { "grid" };
        let label = if is_copy {
            "memcpy 1×".to_owned()
        } else if tick < 1000.0 {
            format!("{tick}×")
        } else {
            format!("{}×", digits(tick))
        };
        let _ =
            write!(out, "<line class=\"{class}\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{TOP}\" y2=\"{bottom}\"/>");
        for y in [TOP - 8.0, bottom + 16.0] {
            let _ = write!(out, "<text class=\"tick {class}\" x=\"{x:.1}\" y=\"{y}\">{label}</text>");
        }
    }
    for (k, case) in cases.iter().enumerate() {
        let top = TOP + k as f64 * group + GAP / 2.0;
        let middle = top + (group - GAP) / 2.0;
        let _ = write!(
            out,
            "<text class=\"dtype\" x=\"8\" y=\"{:.1}\">{}</text>",
            middle + 4.0,
            escaped(&case.dtype)
        );
        for (row, &backend) in backends.iter().enumerate() {
            let y = top + (row as f64 + 0.5) * ROW;
            if let Some(outcome) = case.outcome(backend) {
                out.push_str(&mark_of(report, outcome, &axis, y));
            }
        }
    }
    out.push_str("</svg>");
    out
}

/// One row: mark, whisker and number, or the verdict if there is no time.
fn mark_of(report: &Report, outcome: &Outcome, axis: &Axis, y: f64) -> String {
    let label = escaped(&report.backends[outcome.backend].label);
    let class = class(outcome.backend);
    let Some(timing) = &outcome.timing else {
        // At the right end, away from the line of memcpy and from numbers.
        let (x, words) = (WIDTH - 12.0, escaped(&outcome.words()));
        let tone = if outcome.is_failure() { "wrong" } else { "none" };
        return format!(
            "<g class=\"{class}\">{}<text class=\"word {tone}\" x=\"{:.1}\" y=\"{:.1}\">{label}: {words}</text></g>",
            mark(outcome.backend, x, y, 3.0),
            x - 8.0,
            y + 3.5,
        );
    };
    let ratio = &timing.ratio;
    let [low, at, high] = [ratio.low, ratio.median, ratio.high].map(|r| axis.x(r));
    let title = format!("{label}: {} × memcpy, {}", interval(ratio), duration(timing.ns.median));
    format!(
        "<g class=\"{class}\"><title>{title}</title>\
         <line class=\"whisker\" x1=\"{low:.1}\" x2=\"{high:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>{}\
         <text class=\"value\" x=\"{:.1}\" y=\"{:.1}\">{}</text></g>",
        mark(outcome.backend, at, y, 4.2),
        high.max(at + 4.2) + 5.0,
        y + 3.5,
        digits(ratio.median),
    )
}

/// The legend: each backend's mark and name.
pub(super) fn legend(report: &Report) -> String {
    let mut out = String::from("<p class=\"legend\">");
    for (at, backend) in report.backends.iter().enumerate().filter(|(at, _)| report.has_started(*at)) {
        let _ = write!(
            out,
            "<span><svg viewBox=\"0 0 14 14\" width=\"14\" height=\"14\" aria-hidden=\"true\"><g class=\"{}\">{}</g></svg>{}</span>",
            class(at),
            mark(at, 7.0, 7.0, 5.0),
            escaped(&backend.label),
        );
    }
    out.push_str("</p>");
    out
}

/// The CSS class with a backend's colour; there are eight.
fn class(backend: usize) -> String {
    format!("s{}", backend % 8)
}

/// A mark of radius `r`. Backends also differ in shape, for readers who cannot tell colours apart.
fn mark(backend: usize, x: f64, y: f64, r: f64) -> String {
    let polygon = |points: &[(f64, f64)]| {
        let points: Vec<String> =
            points.iter().map(|(dx, dy)| format!("{:.1},{:.1}", x + dx * r, y + dy * r)).collect();
        format!("<polygon class=\"mark\" points=\"{}\"/>", points.join(" "))
    };
    match backend % 6 {
        0 => format!("<circle class=\"mark\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\"/>"),
        1 => polygon(&[(-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)]),
        2 => polygon(&[(0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0)]),
        3 => polygon(&[(0.0, -1.1), (1.1, 0.85), (-1.1, 0.85)]),
        4 => polygon(&[(0.0, 1.1), (1.1, -0.85), (-1.1, -0.85)]),
        _ => polygon(&[(-1.1, 0.0), (-0.55, -1.0), (0.55, -1.0), (1.1, 0.0), (0.55, 1.0), (-0.55, 1.0)]),
    }
}
