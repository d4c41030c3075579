//! The report as one self-contained HTML file, with plots in SVG and without scripts.

use super::markup::escaped;
use super::plot;
use super::report::{Format, Report};
use super::tables::{Cell, CellKind, Table};
use std::fmt::Write;

/// HTML.
pub(super) const FORMAT: Format = Format { name: "html", text: |of, _| Ok(report(of)) };

/// The report.
#[must_use]
pub fn report(report: &Report) -> String {
    let mut out = String::new();
    let _ = write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>ascertain bench: cumprod</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
    );
    head(&mut out, report);
    for table in [report.changes(), Some(report.backend_entries())].into_iter().flatten() {
        write_table(&mut out, &table);
    }
    for (place, class, cases) in report.shapes() {
        let _ = write!(out, "<section>\n<h2>{} <small>{}</small></h2>\n", escaped(class), escaped(&place));
        out.push_str(&plot::legend(report));
        let _ = write!(out, "\n<div class=\"scroll\">{}</div>\n", plot::plot(report, &cases));
        let tables = report.tables(&cases);
        if let Some((first, others)) = tables.split_first() {
            write_table(&mut out, first);
            out.push_str("<details>\n<summary>Relative to the first backend, and absolute times</summary>\n");
            others.iter().for_each(|table| write_table(&mut out, table));
            out.push_str("</details>\n");
        }
        out.push_str("</section>\n");
    }
    if let Some(refusals) = report.refusals() {
        write_table(&mut out, &refusals);
    }
    out.push_str("</main>\n</body>\n</html>\n");
    out
}

fn head(out: &mut String, report: &Report) {
    let _ = write!(
        out,
        "<h1>Cumulative products, <span>checked and timed</span></h1>\n\
         <p class=\"lead\">{} of {} products were correct and timed, each relative to a memcpy of the same bytes in the \
         same process. Further left is faster; the line at 1× is memcpy; whiskers are confidence intervals of the \
         median.</p>\n<dl>\n",
        report.timed(),
        report.outcomes().count(),
    );
    for (name, value) in report.facts() {
        let _ = writeln!(out, "<dt>{name}</dt><dd>{}</dd>", escaped(&value));
    }
    out.push_str("</dl>\n");
    if let Some(against) = &report.against {
        for note in &against.notes {
            let _ = writeln!(out, "<p class=\"note\">{}</p>", escaped(note));
        }
    }
}

fn write_table(out: &mut String, table: &Table) {
    let _ = write!(
        out,
        "<div class=\"scroll\"><table>\n<caption>{}</caption>\n<thead><tr>",
        escaped(&table.caption)
    );
    let numbers = table.rows.first();
    for (k, head) in table.head.iter().enumerate() {
        let number = numbers.and_then(|row| row.get(k)).is_some_and(Cell::is_right);
        let _ = write!(out, "<th{}>{}</th>", if number { " class=\"n\"" } else { "" }, escaped(head));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        out.push_str("<tr>");
        for Cell { text, kind } in row {
            let class = match kind {
                CellKind::Word => "",
                CellKind::Number => " class=\"n\"",
                CellKind::Missing => " class=\"n missing\"",
                CellKind::Wrong => " class=\"n wrong\"",
            };
            let _ = write!(out, "<td{class}>{}</td>", escaped(text));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table></div>\n");
}

/// Colours that also differ in lightness, for a light and for a dark background.
const STYLE: &str = "
:root{color-scheme:light dark;--paper:#fff;--ink:#1b1f24;--dim:#616a75;--line:#d8dde3;--band:#f5f7f9;--wrong:#c0262d;
--copy:#1b1f24;--s0:#0b63c5;--s1:#c2570c;--s2:#0f7a53;--s3:#a8247e;--s4:#7a5b00;--s5:#5b4bb8;--s6:#00788a;--s7:#6b7280}
@media(prefers-color-scheme:dark){:root{--paper:#14171b;--ink:#e4e8ec;--dim:#98a2ae;--line:#343b44;--band:#1b2026;
--wrong:#ff7b7b;--copy:#e4e8ec;--s0:#66b0ff;--s1:#ff9d57;--s2:#4fd1a0;--s3:#f08bd0;--s4:#e3c14a;--s5:#b3a5ff;--s6:#4fd3e6;
--s7:#aab2bd}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif}
main{max-width:1060px;margin:0 auto;padding:32px 24px 64px}
h1{font-size:28px;line-height:1.2;margin:0 0 8px;font-weight:650}
h1 span{color:var(--dim);font-weight:400}
h2{font-size:20px;margin:44px 0 4px;font-weight:650}
h2 small{color:var(--dim);font-weight:400;font-size:15px;margin-left:6px}
.lead{margin:0 0 18px;max-width:52em}
dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 18px;margin:0 0 20px;font-size:13.5px}
dt{color:var(--dim)}dd{margin:0}
.note{color:var(--wrong);margin:4px 0;font-size:13.5px}
.legend{display:flex;flex-wrap:wrap;gap:4px 20px;margin:6px 0 8px;font-size:13.5px}
.legend span{display:inline-flex;align-items:center;gap:6px}
.scroll{overflow-x:auto}
.scroll>svg{display:block;width:100%;min-width:720px;height:auto}
svg text{font:11px system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif;fill:var(--ink)}
.band{fill:var(--band)}
.grid{stroke:var(--line);stroke-width:1}
line.copy{stroke:var(--copy);stroke-width:1.6;stroke-dasharray:5 3}
.tick{text-anchor:middle;stroke:none}
.tick.grid{fill:var(--dim)}
.tick.copy{font-weight:650}
.dtype{font:600 13px ui-monospace,'DejaVu Sans Mono',monospace}
.value{fill:var(--dim);font-size:10.5px}
.word{font-size:10.5px;fill:var(--dim);text-anchor:end}.word.wrong{fill:var(--wrong)}
.whisker{stroke:currentColor;stroke-width:2.4;stroke-linecap:round;opacity:.55}
.mark{fill:currentColor}
.s0{color:var(--s0)}.s1{color:var(--s1)}.s2{color:var(--s2)}.s3{color:var(--s3)}.s4{color:var(--s4)}.s5{color:var(--s5)}
.s6{color:var(--s6)}.s7{color:var(--s7)}
details{margin:10px 0 0}summary{cursor:pointer;color:var(--dim);font-size:13.5px}
table{border-collapse:collapse;font-size:13px;margin:16px 0 6px;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:650;padding:0 0 6px;white-space:nowrap}
th,td{text-align:left;padding:3px 14px 3px 0;border-bottom:1px solid var(--line);vertical-align:top}
th{color:var(--dim);font-weight:500}
.n{text-align:right;white-space:nowrap}
td.missing{color:var(--dim)}td.wrong{color:var(--wrong)}
@media print{details{display:block}}
";
