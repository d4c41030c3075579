//! A backend whose every text is hostile: no report lets it do anything, and all show it.

use crate::report::page::{Element, Page};
use crate::report::support::{compared, forms};
use ascertain::backend::{Answer, Backend, BackendFault, Description, Rejection, Reply};
use ascertain::call::Call;
use ascertain::document::Editions;
use ascertain::reference::Reference;
use ascertain_conformance::case::Case;
use ascertain_conformance::known;
use ascertain_conformance::options::RunOptions;
use ascertain_conformance::results::Report;
use ascertain_conformance::results::RunRequest;
use ascertain_conformance::results::known_file;
use ascertain_conformance::run::run;
use ascertain_conformance::suite;
use ascertain_conformance::verdict::Run;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use serde_json::Value;

/// Texts, each with what must be seen of it.
const TEXTS: &[(&str, &str)] = &[
    ("\u{1b}[31mred\u{1b}]0;title\u{7}\u{1b}[2Jcleared", "\\u{1b}[31mred"),
    ("nul\u{0}back\u{8}\u{8}\u{8}bell\u{7}delete\u{7f}csi\u{9b}2J", "nul\\u{0}back\\u{8}"),
    ("<script>alert(1)</script><img src=x onerror=alert(2)><!-- -->", "alert(1)"),
    ("\"><svg onload=alert(1)>' onmouseover=alert(2) x='", "alert(2)"),
    ("]]> </failure></testcase> &amp; &#x0; -- --> <?xml ?>", "]]"),
    ("| a | b |\n|---|---|\n| <b>c</b> | [d](javascript:alert(1)) |", "| a | b |"),
    ("`` ``` ~~~~ ` \\` ```\n# heading\n```js\n@octocat #1", "octocat"),
    ("\n::error title=a::b\n::stop-commands::c\n##[error]d\r\n::add-mask::e", "::error title=a::b"),
    ("abc\u{202e}txet\u{2066}\u{2069}\u{200f}\u{061c}def", "abc\\u{202e}txet"),
    ("line\u{2028}paragraph\u{2029}next\u{85}tag\u{e0041}", "line\\u{2028}paragraph"),
    ("x\nobeyed: 9 cases passed\n\n\n", "obeyed: 9 cases passed"),
    ("👩\u{200d}👩\u{200d}👧 a\u{301}\u{301}\u{301} 表 \u{fffe}\u{ffff}", "表"),
    ("javascript:alert(3)", "javascript:alert(3)"),
    ("{{ 7*7 }} {% raw %} ${7*7} %0A%25 \\u0041 \\n", "{% raw %}"),
    ("C:\\nul\\..\\; $(reboot) `reboot` && 'x' \"y\"", "$(reboot)"),
];

/// The reference, but for its words.
struct Hostile {
    reference: Reference,
    texts: Vec<String>,
    asked: usize,
}

impl Backend for Hostile {
    fn describe(&mut self) -> Result<Description, String> {
        let text = || self.texts.join(" ");
        let mut description =
            Description { name: text(), version: text(), ..Reference::default().describe()? };
        description.tables.push(text());
        for operator in &mut description.operators {
            operator.declared.push((text(), text()));
            operator.declared.push(("order".to_owned(), text()));
        }
        Ok(description)
    }

    fn ask(&mut self, call: &Call) -> Reply {
        self.asked += 1;
        let text = self.texts[self.asked / 9 % self.texts.len()].clone();
        match self.asked % 9 {
            0 => Reply::Rejected(Rejection { status: Some(7), message: text }),
            1 => Reply::Unsupported(text),
            2 => Reply::Failed(text),
            3 => Reply::NotAsked(text),
            4 => Reply::Answer(Answer::OtherDType(text)),
            5 => Reply::Lost(BackendFault::Crash, text),
            6 => Reply::Lost(BackendFault::Protocol, text),
            7 => Reply::Lost(BackendFault::WroteOutside, text),
            _ => self.reference.ask(call),
        }
    }

    fn finish(&mut self) -> Result<(), (BackendFault, String)> {
        Err((BackendFault::Crash, self.texts.concat()))
    }
}

/// A run of the backend, with a list of known failures that says the same.
fn hostile(texts: &[&str], cases: &[Case]) -> (Run, RunRequest) {
    let mut backend = Hostile {
        reference: Reference::default(),
        texts: texts.iter().map(|text| (*text).to_owned()).collect(),
        asked: 0,
    };
    let options = RunOptions { fuzz: 36, ..RunOptions::default() };
    let mut run = run(cases, &mut backend, &options, &mut |_| ());
    let text = texts.concat();
    let word = toml::Value::String(text.clone());
    let entries = ["aclnn.tensor-tensor", "reinterpret/no-such"]
        .map(|cases| format!("[[known]]\ncases = \"{cases}\"\nreason = {word}\nissue = {word}\n"));
    let list = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(list.path(), format!("version = 1\n{}", entries.concat())).expect("a file");
    known::apply(&mut run, &known_file::read(list.path()).expect("a list"), true);
    // What people write on their command line has to stay as it is, or it could not be repeated.
    let backend = format!("process:{}", text.replace(|c| c == '\n' || has_power(c), ""));
    (run, RunRequest { backend, ..RunRequest::default() })
}

/// The list of known failures that is made from a report, which can be read again.
fn list_of(json: &str) -> String {
    let list = known_file::of_report(&Report::read(json).expect("a report"));
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), &list).expect("a file");
    assert!(known_file::read(file.path()).expect("a list").len() > 3);
    list
}

/// Characters that do something instead of being seen.
fn has_power(c: char) -> bool {
    c != '\n'
        && (c.is_control()
            || "\u{ad}\u{61c}\u{feff}".contains(c)
            || ('\u{200b}'..='\u{200f}').contains(&c)
            || ('\u{2028}'..='\u{202e}').contains(&c)
            || ('\u{2060}'..='\u{206f}').contains(&c)
            || "\u{fffe}\u{ffff}".contains(c)
            || c >= '\u{e0000}')
}

/// What a browser shows of a page, whose elements are its own.
fn of_html(html: &str) -> String {
    assert_eq!(html.matches("<script").count(), 1, "the page's own script");
    let page = Page::read(html);
    for Element { name, attributes, .. } in &page.0 {
        assert!(!["img", "iframe", "object", "embed", "base", "form"].contains(&&**name), "{name}");
        for (key, value) in attributes {
            let runs = key.starts_with("on") || (key != "title" && value.starts_with("javascript:"));
            assert!(!runs, "{name} {key}={value}");
        }
    }
    page.text().to_owned()
}

fn of_xml(xml: &str) -> String {
    let document = roxmltree::Document::parse(xml).unwrap_or_else(|error| panic!("{error}: {xml}"));
    let parts = document.descendants().flat_map(|node| {
        node.attributes().map(|attribute| attribute.value()).chain(node.text()).collect::<Vec<_>>()
    });
    parts.collect()
}

/// What GitHub's Markdown shows. Mentions and numbers of issues have no effect in code.
pub(crate) fn of_markdown(markdown: &str) -> String {
    let (mut text, mut block) = (String::new(), false);
    for event in Parser::new_ext(markdown, Options::all()) {
        match event {
            Event::Html(html) | Event::InlineHtml(html) => panic!("HTML: {html}"),
            Event::Start(Tag::Link { .. } | Tag::Image { .. }) => panic!("{event:?}"),
            Event::Start(Tag::CodeBlock(_)) => block = true,
            Event::End(TagEnd::CodeBlock) => block = false,
            Event::Text(words) => {
                assert!(block || !words.contains("octocat"), "a mention: {words}");
                text.push_str(&words);
            }
            Event::Code(words) => text.push_str(&words),
            _ => {}
        }
    }
    text
}

/// What a runner makes of workflow commands.
fn of_annotations(commands: &str) -> String {
    for level in ["error", "warning"] {
        let start = format!("::{level} title=");
        assert!(commands.lines().filter(|line| line.starts_with(&start)).count() <= 10);
    }
    let of_line = |line: &str| {
        let rest = line.strip_prefix("::error title=").or_else(|| line.strip_prefix("::warning title="));
        let (title, message) = rest.and_then(|rest| rest.split_once("::")).expect("a command");
        assert!(!title.contains([':', ',']), "{title}");
        let mut text = format!("{title}\n{message}\n");
        for (escape, c) in [("%3A", ":"), ("%2C", ","), ("%0D", "\r"), ("%0A", "\n"), ("%25", "%")] {
            text = text.replace(escape, c);
        }
        text
    };
    commands.lines().map(of_line).collect()
}

fn of_json(json: &str) -> String {
    fn of_value(value: &Value, text: &mut String) {
        match value {
            Value::String(words) => text.push_str(words),
            Value::Array(values) => values.iter().for_each(|value| of_value(value, text)),
            Value::Object(map) => map.values().for_each(|value| of_value(value, text)),
            _ => {}
        }
    }
    let mut text = String::new();
    of_value(&serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {json}")), &mut text);
    text
}

/// What a person sees of a report.
fn seen(form: &str, written: &str) -> String {
    match form {
        "json" | "comparison as json" | "matrix as json" => of_json(written),
        "junit" => of_xml(written),
        "html" | "comparison as html" | "matrix as html" => of_html(written),
        "markdown" | "comparison as markdown" | "matrix as markdown" => of_markdown(written),
        "annotations" => of_annotations(written),
        "terminal" | "narrow terminal" | "comparison" | "matrix" => {
            assert!(!written.lines().any(|line| line.starts_with("obeyed")), "{written}");
            written.to_owned()
        }
        other => panic!("what is {other} checked with?"),
    }
}

#[test]
fn no_form_of_a_report_lets_text_of_a_backend_do_anything() {
    let cases =
        suite::of_areas(&Editions::default(), &suite::is_sample).expect("the vectors are well formed");
    let cases: Vec<Case> = cases.into_iter().step_by(600).collect();
    let long = format!("long {} word", "W".repeat(5000));
    for part in TEXTS.chunks(4).chain([&[(&*long, "WWWW")][..]]) {
        let texts: Vec<&str> = part.iter().map(|(text, _)| *text).collect();
        let (run, asked) = hostile(&texts, &cases);
        assert!(run.has_failures() && run.results.iter().any(|result| result.known.is_some()));
        let mut before = run.clone();
        known::undo(&mut before);
        let (forms, compared) = (forms(&run, &asked), compared(&before, &run, &asked));
        assert_eq!(list_of(&forms[0].1).find(has_power), None, "a list of known failures");
        for (form, written) in forms.into_iter().chain(compared) {
            if let Some((at, c)) = written.char_indices().find(|(_, c)| has_power(*c)) {
                let context: Vec<char> = written[..at].chars().rev().take(200).collect();
                panic!("{form} of {texts:?} has {c:?} after {}", context.iter().rev().collect::<String>());
            }
            // Lines are broken between words.
            let joined = |text: &str| text.split_whitespace().collect::<String>();
            let seen = joined(&seen(form, &written));
            for (_, shown) in part {
                assert!(seen.contains(&joined(shown)), "{form} does not show {shown}:\n{written}");
            }
        }
    }
}
