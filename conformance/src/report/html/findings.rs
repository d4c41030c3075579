//! Findings, grouped by cause as in the terminal, with examples.

use crate::report::facts::{Fact, Look, of_call};
use crate::report::markup::{Html, add, headings, html, table};
use crate::report::rules::{cited, cites, errata, requirement};
use crate::report::text::{plural, thousands};
use crate::report::words::{basis_words, in_common, verdict_class, verdict_words};
use crate::results::RunRequest;
use crate::results::groups::Group;
use crate::results::summary::Summary;
use ascertain::contract::{Basis, Requirement};
use ascertain::document::Editions;
use ascertain_judge::verdict::CaseResult;

/// Examples of each group.
const EXAMPLES: usize = 5;
/// Pairs of expected and actual answer of each group.
const PATTERNS: usize = 8;
/// Actual answers of each pair.
const ANSWERS: usize = 4;
/// Groups with examples. A backend that breaks everything in its own way has thousands.
const GROUPS: usize = 200;
/// Groups whose first example is open.
const OPEN: usize = 5;

/// A group of findings, and what the page says of it in two places.
pub(super) struct GroupPart<'a> {
    pub(super) group: &'a Group<'a>,
    pub(super) anchor: String,
    pub(super) class: &'static str,
    words: String,
    rule: Option<&'static Requirement>,
}

impl GroupPart<'_> {
    /// Its cause in a few words: what explains it, or what failed.
    pub(super) fn cause(&self) -> String {
        match (self.group.diagnosis, self.rule) {
            (Some(diagnosis), _) => diagnosis.to_string(),
            (None, Some(rule)) => format!("{}: {}", self.words, rule.says),
            (None, None) => self.words.clone(),
        }
    }
}

/// The groups that the page shows.
pub(super) fn largest_groups<'a>(summary: &'a Summary<'a>, editions: &Editions) -> Vec<GroupPart<'a>> {
    let groups = summary.groups.iter().take(GROUPS).enumerate();
    let part = |(at, group): (usize, &'a Group<'a>)| GroupPart {
        group,
        anchor: format!("g{}", at + 1),
        class: verdict_class(group.verdict),
        words: verdict_words(group.verdict, group.kind.map(|kind| kind.name())),
        rule: group.requirement.and_then(|id| requirement(id, editions)),
    };
    groups.map(part).collect()
}

pub(super) fn section(summary: &Summary<'_>, groups: &[GroupPart<'_>], asked: &RunRequest) -> Option<Html> {
    let mut section = html!(
        "<section aria-labelledby=\"findings\">\n<h2 id=\"findings\">Findings</h2>\n<p>{} in {}",
        plural(summary.findings() as u64, "finding", "findings"),
        plural(summary.groups.len() as u64, "group", "groups"),
    );
    if summary.groups.len() > GROUPS {
        add!(section, "; here are the largest {}, and --report json=FILE lists all", GROUPS);
    }
    add!(section, ", grouped by what seems to be one cause.");
    let unlisted = summary.unlisted_findings();
    if unlisted > 0 {
        let more = plural(unlisted, "more random finding", "more random findings");
        add!(section, " {} of the same kinds: counted, not listed.", more);
    }
    add!(section, "</p>\n");
    for (at, group) in groups.iter().enumerate() {
        add!(section, "{}", article(at, group, asked));
    }
    add!(section, "</section>\n");
    (!groups.is_empty()).then_some(section)
}

fn article(at: usize, part: &GroupPart<'_>, asked: &RunRequest) -> Html {
    let GroupPart { group, anchor, class, words, rule } = part;
    let mut article = html!(
        r#"<article class="group is-{}" aria-labelledby="{}" data-filter>
<h3 id="{}"><span class="count">{}</span> <span class="verdict">{}</span> in {}</h3>
"#,
        class,
        anchor,
        anchor,
        plural(group.findings.len() as u64, "finding", "findings"),
        words,
        group.place(),
    );
    if let Some(diagnosis) = group.diagnosis {
        add!(article, "<p class=\"cause\">Cause: {}.</p>\n", diagnosis.to_string());
    }
    let says = rule.map_or(Html::default(), |rule| html!(": {}", rule.says));
    add!(article, "<p class=\"rule\"><code>{}</code>{}</p>\n", group.named(), says);
    add!(article, "<dl>\n");
    let basis = group.basis();
    if let Some(rule) = rule {
        let says = rule.basis.filter(|_| basis.is_none());
        let says = says.map_or(String::new(), |basis| format!(" ({})", basis_words(basis)));
        add!(article, "<dt>level</dt><dd>{}{}</dd>\n", rule.level.name(), says);
        if let Some(reason) = rule.reason {
            add!(article, "<dt>reason</dt><dd>{}</dd>\n", reason);
        }
        add!(article, "<dt>cited</dt><dd>{}</dd>\n", cites(rule));
    }
    if let Some(basis) = basis {
        let class = Html::from(if basis == Basis::Reading { " class=\"is-open\"" } else { "" });
        add!(article, "<dt>rests on</dt><dd{}>{}</dd>\n", class, basis_words(basis));
    }
    if let Some(shared) = &group.shared {
        add!(article, "<dt>in common</dt><dd class=\"is-open\">{}</dd>\n", in_common(shared));
    }
    add!(article, "</dl>\n");
    if let Some(rule) = rule {
        add!(article, "{}", errata(|erratum| erratum.requirements.contains(&rule.id)));
    }
    add!(article, "{}", patterns(at, group));
    for (first, finding) in group.findings.iter().take(EXAMPLES).enumerate() {
        add!(article, "{}", example(finding, first == 0 && at < OPEN, asked));
    }
    if let Some(more) = group.findings.len().checked_sub(EXAMPLES).filter(|more| *more > 0) {
        let more = thousands(more as u64);
        add!(article, "<p class=\"dim\">And {} more; <code>--report json=FILE</code> lists all.</p>\n", more);
    }
    add!(article, "</article>\n");
    article
}

/// What was expected and what came. One finding says so for itself.
fn patterns(at: usize, group: &Group<'_>) -> Html {
    let mut patterns = group.patterns();
    patterns.retain(|(expected, got)| !expected.is_empty() || got.iter().any(|(got, _)| !got.is_empty()));
    let mut part = Html::default();
    if group.findings.len() > 1 && !patterns.is_empty() {
        let mut rows = Html::default();
        for (expected, got) in patterns.iter().take(PATTERNS) {
            let mut answers = Html::default();
            for (first, (got, count)) in got.iter().take(ANSWERS).enumerate() {
                let between = if first == 0 { "" } else { ", " };
                add!(answers, "{}{} <span class=\"dim\">×{}</span>", between, got, thousands(*count));
            }
            if let Some(more) = got.len().checked_sub(ANSWERS).filter(|more| *more > 0) {
                add!(answers, ", {} more", more);
            }
            add!(rows, "<tr><td class=\"bits\">{}</td><td class=\"bits\">{}</td></tr>\n", expected, answers);
        }
        let label = format!("Expected and actual answers of group {}", at + 1);
        add!(part, "{}", table(&label, "", &headings(["expected", "got"]), &rows));
        if let Some(more) = patterns.len().checked_sub(PATTERNS).filter(|more| *more > 0) {
            add!(part, "<p class=\"dim\">And {} more expected answers.</p>\n", thousands(more as u64));
        }
    }
    part
}

/// One finding.
fn example(result: &CaseResult, open: bool, asked: &RunRequest) -> Html {
    let judgement = &result.judgement;
    let shown = result.shrunk.as_ref().map_or(judgement, |small| &small.judgement);
    let mut facts = of_call(result);
    if let Some(at) = &shown.at {
        let answer = ["expected", "got", "detail"];
        let place = facts.iter().position(|fact| answer.contains(&fact.label)).unwrap_or(facts.len());
        facts.insert(place, Fact::new("at", format!("{at:?}"), Look::Plain));
    }
    let class = verdict_class(judgement.verdict);
    let mut list = Html::default();
    for fact in &facts {
        add!(list, "{}", definition(fact, class));
    }
    if let Some(place) = &judgement.cite {
        add!(list, "<dt>cited</dt><dd>{}</dd>\n", cited(place));
    }
    let mut example = question(&result.id, open, &list, &asked.repro_command(&result.id));
    if let Some(small) = &result.shrunk {
        add!(
            example,
            "<details>\n<summary>The minimized call as a vector file</summary>\n<pre tabindex=\"0\">{}</pre>\n</details>\n",
            small.vector
        );
    }
    add!(example, "</details>\n");
    example
}

/// The start of what is said of a case: its id, what is known of it, and how to ask it again.
pub(in crate::report) fn question(id: &str, open: bool, list: &Html, again: &str) -> Html {
    html!(
        "<details{}>\n<summary><code>{}</code></summary>\n<dl>\n{}</dl>\n<p class=\"label\">To ask again</p>\n\
         <pre tabindex=\"0\">{}</pre>\n",
        Html::from(if open { " open" } else { "" }),
        id,
        list,
        again
    )
}

/// A fact in a list of them. A wrong answer looks like `class`.
fn definition(fact: &Fact, class: &str) -> Html {
    let class = match fact.look {
        Look::Dim => "dim".to_owned(),
        Look::Bits => "bits".to_owned(),
        Look::Right => "bits is-good".to_owned(),
        Look::Got => format!("bits is-{class}"),
        _ if fact.label == "detail" => "detail".to_owned(),
        _ => return html!("<dt>{}</dt><dd>{}</dd>\n", fact.label, fact.text),
    };
    html!("<dt>{}</dt><dd class=\"{}\">{}</dd>\n", fact.label, class, fact.text)
}
