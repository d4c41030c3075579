//! Comparisons as one HTML file that needs no other.

use super::{ChangePart, GroupPart, counted, facts, outcome, parts, side_by_side};
use crate::report::facts::Look;
use crate::report::html::{capitalized, question};
use crate::report::machine::Written;
use crate::report::markup::{self, Html, Page, add, fact, filter, headings, html};
use crate::report::outcome::OutcomeKind;
use crate::report::rules::{cites, requirement};
use crate::report::text::{plural, thousands};
use crate::results::compare::{Change, Difference, Matrix, MatrixTable, SIGNS, Side};
use ascertain::document::Editions;
use std::io::{self, Write};

/// Groups of one kind of change that are shown.
const GROUPS: usize = 100;
/// Examples of what broke, of each group.
const EXAMPLES: usize = 5;
/// Ids of other changes, of each group.
const IDS: usize = 20;
/// Less than one of this many cases is few.
const FEW: u64 = 20;

fn write(out: &mut dyn Write, title: &str, header: Html, main: Html) -> io::Result<()> {
    let style = include_str!("../../../templates/compare.css");
    let page = Page { title, style, header, main, written: &Written::now() };
    out.write_all(page.html().as_bytes())
}

impl Difference<'_> {
    /// Writes it as an HTML file.
    ///
    /// # Errors
    /// When the stream refuses.
    pub fn write_html(&self, out: &mut dyn Write) -> io::Result<()> {
        let is_two = self.two_backends().is_some();
        let (is_bad, words) = outcome(self);
        let words = capitalized(words);
        let parts = parts(self);
        let arrow = if is_two { "and" } else { "→" };
        let backends = format!("{} {arrow} {}", self.old.backend(), self.new.backend());
        let kind = if is_bad { OutcomeKind::Bad } else { OutcomeKind::Good };
        let mut header = html!(
            "<header>\n<p class=\"kicker\">Comparison by ascertain</p>\n<h1>{}</h1>\n{}",
            backends,
            markup::outcome(kind, &words, &counted(self, &parts), &self.exit_code().to_string()),
        );
        if !self.notes.is_empty() {
            add!(
                header,
                "<div class=\"note is-open\" role=\"note\">\n<p><strong>What else differs between the runs:</strong></p>\n<ul>\n"
            );
            self.notes.iter().for_each(|note| add!(header, "<li>{}</li>\n", note));
            add!(header, "</ul>\n</div>\n");
        }
        let labels = if is_two { ["One", "Other"] } else { ["Before", "Now"] };
        add!(
            header,
            "<dl class=\"facts\">\n{}{}{}</dl>\n<nav aria-label=\"Parts of this comparison\">\n<ul>\n",
            fact(labels[0], side(self.old)),
            fact(labels[1], side(self.new)),
            fact("Written", Written::now().at),
        );
        let mut main = Html::default();
        let editions = self.new.report.editions().unwrap_or_default();
        for part in parts.iter().filter(|part| !part.groups.is_empty()) {
            add!(header, "<li><a href=\"#{}\">{}</a></li>\n", part.change.name(), part.title);
            add!(main, "{}", section(self, part, &editions));
        }
        add!(header, "</ul>\n</nav>\n</header>\n");
        let none = Html::from("<p>Every case has the same verdict in both reports.</p>\n");
        let first = if self.groups.is_empty() { none } else { filter("Filter changes") };
        let tables = side_by_side(self).map_or(Html::default(), |matrix| matrix.sections());
        write(out, &format!("{backends}: {words}"), header, html!("{}{}{}", first, tables, main))
    }
}

fn side(of: &Side) -> Html {
    html!(
        "{} <span class=\"dim\">({}; <span class=\"bits\">{}</span>)</span>",
        of.backend(),
        of.how(),
        of.file
    )
}

fn section(of: &Difference<'_>, part: &ChangePart<'_>, editions: &Editions) -> Html {
    let name = part.change.name();
    let mut section = html!(
        "<section aria-labelledby=\"{}\">\n<h2 id=\"{}\">{}: {}</h2>\n",
        name,
        name,
        part.title,
        plural(part.count, "case", "cases"),
    );
    for (at, group) in part.groups.iter().take(GROUPS).enumerate() {
        add!(section, "{}", article(of, part, &format!("{name}{}", at + 1), group, editions));
    }
    add!(section, "{}</section>\n", more(part.groups.len(), GROUPS, "more group", "more groups"));
    section
}

fn article(
    of: &Difference<'_>,
    part: &ChangePart<'_>,
    anchor: &str,
    group: &GroupPart<'_>,
    editions: &Editions,
) -> Html {
    let entries = &group.group.entries;
    let mut article = html!(
        r#"<article class="group is-{}" aria-labelledby="{}" data-filter>
<h3 id="{}"><span class="count">{}</span> <span class="verdict">{}</span> in {}</h3>
"#,
        part.class,
        anchor,
        anchor,
        thousands(entries.len() as u64),
        group.words(),
        group.group.area(),
    );
    if let Some(id) = group.requirement {
        let rule = requirement(id, editions);
        let rule = rule.map_or(Html::default(), |rule| html!(": {} ({})", rule.says, cites(rule)));
        add!(article, "<p class=\"rule\"><code>{}</code>{}</p>\n", id, rule);
    }
    let (examples, ids) = if part.change == Change::Broken { (EXAMPLES, 0) } else { (0, IDS) };
    for (at, entry) in entries.iter().take(examples).enumerate() {
        let mut list = Html::default();
        for fact in facts(entry) {
            let class = match fact.look {
                Look::Right => "bits is-good",
                Look::Got => "bits is-bad",
                _ => "bits",
            };
            add!(list, "<dt>{}</dt><dd class=\"{}\">{}</dd>\n", fact.label, class, fact.text);
        }
        let again = of.new.repro_command(entry.id());
        add!(article, "{}</details>\n", question(entry.id(), at == 0, &list, &again));
    }
    if ids > 0 {
        add!(article, "<ul class=\"plain\">\n");
        let shown = entries.iter().take(ids);
        shown.for_each(|entry| add!(article, "<li><code>{}</code></li>\n", entry.id()));
        add!(article, "</ul>\n");
    }
    add!(article, "{}</article>\n", more(entries.len(), examples + ids, "more case", "more cases"));
    article
}

/// How many are not shown. Nothing if all are.
fn more(all: usize, shown: usize, one: &str, many: &str) -> Html {
    match all.checked_sub(shown) {
        None | Some(0) => Html::default(),
        Some(more) => html!(
            "<p class=\"dim\">And {}; <code>--format json</code> lists all.</p>\n",
            plural(more as u64, one, many)
        ),
    }
}

impl Matrix<'_> {
    /// Writes it as an HTML file.
    ///
    /// # Errors
    /// When the stream refuses.
    pub fn write_html(&self, out: &mut dyn Write) -> io::Result<()> {
        let (title, names) = (format!("{} backends side by side", self.sides.len()), self.names());
        let mut rows = Html::default();
        for (name, side) in names.iter().zip(&self.sides) {
            let reason = side.reason();
            let reason =
                reason.map_or(Html::default(), |reason| html!(" <span class=\"is-bad\">{}</span>", reason));
            add!(
                rows,
                "<tr><th scope=\"row\">{}</th><td>{}{}</td><td>{}</td><td class=\"bits\">{}</td></tr>\n",
                name,
                side.backend(),
                reason,
                side.how(),
                side.file,
            );
        }
        let header = html!(
            r#"<header>
<p class="kicker">Comparison by ascertain</p>
<h1>{}</h1>
{}<p>Each number says how many cases go wrong, {}.</p>
</header>
"#,
            title,
            markup::table("The reports", "", &headings(["column", "backend", "asked", "report"]), &rows),
            SIGNS,
        );
        let main = html!("{}{}", filter("Filter areas and requirements"), self.sections());
        write(out, &title, header, main)
    }

    fn sections(&self) -> Html {
        let (mut sections, names) = (Html::default(), self.names());
        for (at, table) in self.tables().iter().enumerate() {
            add!(
                sections,
                "<section aria-labelledby=\"table{}\">\n<h2 id=\"table{}\">{}</h2>\n{}</section>\n",
                at,
                at,
                capitalized(table.title),
                picture(table, &names)
            );
        }
        sections
    }
}

/// A table whose cells are coloured by the share of cases that go wrong.
fn picture(of: &MatrixTable<'_>, names: &[String]) -> Html {
    let mut head = headings([of.what]);
    for name in names {
        add!(head, "<th scope=\"col\">{}</th>", name);
    }
    let mut rows = Html::default();
    for row in of.rows {
        let name = &row.name;
        add!(rows, "<tr data-filter=\"{}\"><th scope=\"row\" class=\"bits\">{}</th>\n", name, name);
        for cell in &row.cells {
            let count = (of.count)(*cell);
            let class = match cell.asked {
                0 => "dim",
                _ if count == 0 => "none-wrong",
                asked if count * FEW < asked => "few-wrong",
                _ => "many-wrong",
            };
            add!(rows, "<td class=\"{}\">{}</td>\n", class, cell.words(count));
        }
        add!(rows, "</tr>\n");
    }
    markup::table(of.title, "numbers matrix", &head, &rows)
}
