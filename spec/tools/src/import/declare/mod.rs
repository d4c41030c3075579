//! Declares a document from its first page: an entry of `documents.toml`, the facts, what the page requires, and an overlay.
//!
//! What the page requires follows from its facts: about dtypes, ranks, ranges and null pointers, and about what the dtypes and
//! shapes of parameters have to do with each other. The overlay has the arguments and variants of calls. What only a person
//! can write is listed in it.

mod aspect;
mod call;
mod demands;
mod requirements;
mod table;
mod variants;

pub use table::declare_table;

use self::aspect::Aspect;
use self::requirements::requirements;
use self::variants::{Variant, Variants, is_number, kind, variants};
use super::wording::Wording;
use super::write::{Section, cite, key, quote};
use super::{ImportError, full, head, sentences, try_out};
use crate::facts::{Facts, FunctionFact, INVALID_STATUS, OperatorFacts, ParameterFact, UnreadFact};
use ascertain_spec::model::{Direction, Span, Spec, TableReading};
use toml_edit::{DocumentMut, Table, value};

/// The file with the documents.
const DOCUMENTS: &str = "documents.toml";

/// The files of a new document, ready to be written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declaration {
    /// `documents.toml` with the document in it: path and text.
    pub documents: (String, String),
    /// `dtypes.toml` with the page's names in it, if it has its own.
    pub dtypes: Option<(String, String)>,
    /// The overlay, which people go on writing.
    pub overlay: (String, String),
    /// What the page requires, as far as it is understood.
    pub required: (String, String),
    /// The edition, with the facts.
    pub edition: (String, String),
    /// The sentences of the page that state no fact, if it is a page.
    pub sentences: Option<(String, String)>,
    /// Number of requirements in it.
    pub requirements: usize,
    /// What a person still has to write, each in a sentence; and the page's own sentence about it, which is shown and kept nowhere.
    pub missing: Vec<(String, Option<String>)>,
}

/// Checks that a new document can have an id, which is a system and a name, and an edition.
fn check(spec: &Spec, facts: &Facts, id: &str, edition: &str) -> Result<(), ImportError> {
    if let Some(known) = [id, &facts.document].into_iter().find(|known| spec.document(known).is_some()) {
        let help = "leave out `--new-document` to import an edition of it";
        return Err(ImportError::Refused(format!("`{known}` is declared already; {help}")));
    }
    let small = |part: &str| {
        let fit = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        part.starts_with(|c: char| c.is_ascii_lowercase()) && part.chars().all(fit)
    };
    let parts = id.split_once('.').filter(|(system, name)| small(system) && small(name));
    super::check_edition_name(edition)?;
    let help = "use `aclnn.` and small letters, digits and `-`, as in `aclnn.cumsum`";
    let refused = || ImportError::Refused(format!("`{id}` cannot name a document; {help}"));
    parts.map(|_| ()).ok_or_else(refused)
}

/// The path of a file of a document: `aclnn/cumsum.toml`, `aclnn/cumsum/2026-07.toml`.
fn file(id: &str, end: &str) -> String {
    format!("{}{end}.toml", id.replacen('.', "/", 1))
}

/// Declares document `id` from the facts of its page, as edition `edition`. Nothing is written.
///
/// # Errors
/// Why the page cannot become that document.
pub fn declare(spec: &Spec, facts: &Facts, id: &str, edition: &str) -> Result<Declaration, ImportError> {
    check(spec, facts, id, edition)?;
    let mut facts = Facts { document: id.to_owned(), ..facts.clone() };
    let unknown = take_unknown(spec, &mut facts);
    let none = || ImportError::Refused("the page describes no operator".to_owned());
    let operator = facts.operator.as_ref().ok_or_else(none)?;
    let variants = variants(operator);
    let demands = || operator.functions.iter().flat_map(|function| &function.demands);
    let is_understood = |unread: &&UnreadFact| {
        demands()
            .any(|demand| demand.says.is_some() && demand.says == unread.text && demand.place == unread.place)
    };
    let unread: Vec<&UnreadFact> = facts.unread.iter().filter(|unread| !is_understood(unread)).collect();
    let aspects = requirements(spec, &unread, &variants);
    let mut missing: Vec<(String, Option<String>)> =
        missing(operator, &variants, edition).into_iter().map(|what| (what, None)).collect();
    let sentence = |unread: &&UnreadFact| {
        (at(unread.place, &format!("a sentence about {}", unread.about)), unread.text.clone())
    };
    missing.extend(unread.iter().map(sentence));
    missing.dedup();
    missing.extend(unknown.into_iter().map(|what| (what, None)));
    let refusals = operator.functions.iter().flat_map(|function| &function.refusals);
    let used =
        |place: Span| aspects.iter().flat_map(|aspect| &aspect.named).any(|(named, _)| *named == place);
    let unused = refusals.filter(|refusal| !used(refusal.place));
    missing.extend(unused.map(|refusal| (at(refusal.place, &format!("a case of {INVALID_STATUS}")), None)));
    let words = Wording::of_new(spec, id, &operator.names, variants.roles());
    let declaration = Declaration {
        overlay: (file(id, ""), overlay(&facts, &variants, &missing)),
        required: (file(id, "/requirements"), required(spec, &facts, operator, &aspects)),
        requirements: aspects.len() + usize::from(is_deterministic(operator).is_some()),
        missing,
        ..Declaration::default()
    };
    with_facts(declaration, spec, &facts, edition, &words)
}

/// A declaration with the facts, tried out.
fn with_facts(
    declaration: Declaration,
    spec: &Spec,
    facts: &Facts,
    edition: &str,
    words: &Wording<'_>,
) -> Result<Declaration, ImportError> {
    let text = head(facts, edition, (None, None), None, facts.operator.is_some() && !facts.unread.is_empty())
        + &words.reading().map(reading).unwrap_or_default()
        + &full::body(facts, words);
    let declaration = Declaration {
        documents: (DOCUMENTS.to_owned(), documents(spec, facts, edition)?),
        edition: (file(&facts.document, &format!("/{edition}")), text),
        sentences: sentences(facts, edition),
        ..declaration
    };
    let Declaration { documents, dtypes, overlay, required, edition: of_page, .. } = &declaration;
    let files = [documents, overlay, required, of_page].into_iter().chain(dtypes);
    let files: Vec<(String, String)> = files.chain(&declaration.sentences).cloned().collect();
    try_out(spec, &files, facts, edition)?;
    Ok(declaration)
}

/// How the table of a page is read, so that its next page can be read alike.
fn reading(reading: &TableReading) -> String {
    let tables = (!reading.tables.is_empty()).then(|| format!("{:?}", reading.tables));
    Section::new("edition.reading")
        .maybe("tables", tables)
        .list("without", &reading.without)
        .maybe("symmetric", reading.symmetric.then_some(true))
        .toml
}

/// `documents.toml` with the document behind the others.
fn documents(spec: &Spec, facts: &Facts, edition: &str) -> Result<String, ImportError> {
    let text = spec.text(DOCUMENTS).unwrap_or_default();
    let mut file = text.parse::<DocumentMut>().map_err(ImportError::unreadable)?;
    let documents = file.get_mut("document").and_then(|item| item.as_table_mut());
    let documents = documents.ok_or_else(|| ImportError::unreadable("`document` is not a table"))?;
    let mut section = Table::new();
    section.insert("title", value(facts.title.as_str()));
    let what = if facts.operator.is_some() { "operator" } else { "promotion" };
    section.insert("says", value(format!("the {what} that the page {} describes", facts.title)));
    section.insert("first", value(edition));
    section.decor_mut().set_prefix("\n");
    documents.insert(&facts.document, toml_edit::Item::Table(section));
    Ok(file.to_string())
}

/// What a person still has to write, in the order in which it is best written.
fn missing(operator: &OperatorFacts, variants: &Variants<'_>, edition: &str) -> Vec<String> {
    let mut missing = vec![format!(
        "`says` and `formula` of [operator] in {edition}.toml, and `says` of its parameters, in your own words"
    )];
    missing.extend(variants.inexpressible().map(|(function, name, c)| {
        let function = &function.name;
        format!(
            "{function} has no cases, as no kind of argument holds `{name}` ({c}); see [operator.variant]"
        )
    }));
    missing.push(at(operator.place, "the rule for the result, as a formula in [operator.result.NAME] if one can say it, and derived values that it needs"));
    if let Some((rank, place)) = operator.max_rank.filter(|_| !variants.any_ranks()) {
        missing.push(at(place, &format!("which tensors have at most {rank} dimensions")));
    }
    for (parameter, _) in variants.arguments().into_iter().filter(|(parameter, _)| is_number(parameter)) {
        let ParameterFact { name, c, place, .. } = parameter;
        missing
            .push(at(*place, &format!("`{name}` ({c}), which calls pass as a whole number without a dtype")));
    }
    missing
}

/// A place and what is there.
fn at(place: Span, what: &str) -> String {
    if place == Span::None { what.to_owned() } else { format!("{place}: {what}") }
}

/// Takes out of the facts what the specification has no words for, and says what it was: formats that the headers' edition
/// does not list, and ranges of what no argument holds.
fn take_unknown(spec: &Spec, facts: &mut Facts) -> Vec<String> {
    let mut unknown = Vec::new();
    let Some(operator) = &mut facts.operator else { return unknown };
    let arguments: Vec<String> =
        variants(operator).arguments().iter().map(|(parameter, _)| parameter.name.clone()).collect();
    for function in &mut operator.functions {
        let names: Vec<String> = function.parameters.iter().map(|parameter| parameter.name.clone()).collect();
        let has_no_argument =
            |word: &str| names.iter().any(|name| name == word) && !arguments.iter().any(|a| a == word);
        for parameter in &mut function.parameters {
            let known = |format: &String| spec.has_format(format);
            let (known, others): (Vec<String>, Vec<String>) = parameter.formats.drain(..).partition(known);
            parameter.formats = known;
            let about = format!("{}, {}", function.name, parameter.name);
            if !others.is_empty() {
                let others = others.join(", ");
                unknown.push(at(
                    parameter.place,
                    &format!("{about}: formats that no edition numbers: {others}"),
                ));
            }
            let words = |range: &String| {
                let mut words = range.split(|c: char| !c.is_alphanumeric() && c != '_');
                words.any(has_no_argument)
            };
            if let Some(range) = parameter.range.take_if(|range| words(range)) {
                unknown.push(at(parameter.place, &format!("{about}: its range, {range}")));
            }
        }
    }
    unknown
}

/// Where the page says that results repeat, if it does.
fn is_deterministic(operator: &OperatorFacts) -> Option<Span> {
    operator.deterministic.filter(|(is, _)| *is).map(|(_, place)| place)
}

fn overlay(facts: &Facts, variants: &Variants<'_>, missing: &[(String, Option<String>)]) -> String {
    let id = &facts.document;
    let name = id.split_once('.').map_or(id.as_str(), |(_, name)| name);
    let mut text = format!(
        "# What is required by {id} beside what `ascertain-spec import` read.\n#\n# STILL TO WRITE. \
         Check what is below and in `{name}/requirements.toml` against the page, add what is listed here, and delete this list.\n"
    );
    let mut missing: Vec<&String> = missing.iter().map(|(what, _)| what).collect();
    missing.dedup();
    text.extend(missing.into_iter().map(|missing| format!("# - {missing}\n")));
    text.push_str(&format!("version = 1\ndocument = {}\n", quote(id)));
    text.push_str(&Section::new("operator").text("name", name).toml);
    let mut arguments = Section::new("operator.argument");
    for (parameter, optional) in variants.arguments() {
        let kind = kind(parameter).unwrap_or_default();
        let direction = match parameter.direction {
            Direction::In => String::new(),
            other => format!(", direction = \"{}\"", other.name()),
        };
        let optional = if optional || kind == "flag" { ", optional = true" } else { "" };
        // What a form in place calls selfRef is self elsewhere.
        let of = parameter.name.strip_suffix("Ref").unwrap_or_default();
        let is_known = variants.arguments().iter().any(|(other, _)| other.name == of);
        let replaces = if is_known { format!(", replaces = {}", quote(of)) } else { String::new() };
        let says = quote(&format!("parameter {}", parameter.name));
        let is = format!("{{ kind = \"{kind}\"{direction}{optional}{replaces}, says = {says} }}");
        arguments = arguments.value(&key(&parameter.name), is);
    }
    for (flag, function) in variants.flags() {
        let says = quote(&format!("the call is one of {function}"));
        arguments =
            arguments.value(&key(flag), format!("{{ kind = \"flag\", optional = true, says = {says} }}"));
    }
    text.push_str(&arguments.toml);
    let variant = |section: Section, variant: &Variant<'_>| {
        let why = |(name, c)| format!(" # no call can be made yet: `{name}` is {c}");
        let why = variant.inexpressible.map(why).unwrap_or_default();
        section.value(&quote(&variant.name), quote(&variant.condition) + &why)
    };
    for function in facts.operator.iter().flat_map(|operator| &operator.functions) {
        text.extend(function.differing_names.iter().map(|differing| erratum(id, function, differing)));
    }
    if !variants.are_usual() {
        text.push_str(&variants.list.iter().fold(Section::new("operator.variant"), variant).toml);
    }
    text
}

/// That the prototype of a function and the descriptions of its parameters differ.
fn erratum(
    id: &str,
    function: &FunctionFact,
    (declared, described): &(Option<String>, Option<String>),
) -> String {
    let name = declared.as_ref().or(described.as_ref()).map_or("", String::as_str);
    let FunctionFact { name: function, place, .. } = function;
    let says = |whose: &str, named: &Option<String>| match named {
        Some(named) => format!("{whose} {named}"),
        None => format!("{whose} no {name}"),
    };
    let (declares, describes) =
        (says("the prototype has", declared), says("the descriptions have", described));
    let reading = |says: &str, cite: String| format!("{{ says = {}, cite = {cite} }}", quote(says));
    // Without lines, as the sentences there are not read yet.
    let descriptions = cite(&format!("{function}, parameters"), Span::None);
    let readings = [reading(&declares, cite("prototypes", *place)), reading(&describes, descriptions)];
    Section::new("[erratum]")
        .text("id", &format!("{id}.{function}.{name}"))
        .text("says", &format!("of {function}, {declares}, and {describes}"))
        .value("readings", list(&readings))
        .toml
}

/// The beginning of the file with what a page requires.
fn required_head(id: &str) -> String {
    format!(
        "# What the page of {id} requires, as `ascertain-spec import` reads it.\nversion = 1\ndocument = {}\n",
        quote(id)
    )
}

/// What the page requires, as far as it is understood.
fn required(spec: &Spec, facts: &Facts, operator: &OperatorFacts, aspects: &[Aspect]) -> String {
    let id = &facts.document;
    let (system, name) = id.split_once('.').unwrap_or_default();
    let mut text = required_head(id);
    let listed = |status: &str| listed(spec, &operator.functions, status);
    text.extend(aspects.iter().map(|aspect| aspect.written(name, system, listed)));
    let repeats = |place| {
        requirement(&format!("{name}.deterministic"), None)
            .value("repeats", true)
            .text("says", "asking twice gives the same bits")
            .value("cite", cite("determinism", place))
            .toml
    };
    text.extend(is_deterministic(operator).map(repeats));
    text
}

/// The beginning of what the page requires, or of what follows from it for a reason.
fn requirement(id: &str, reason: Option<&str>) -> Section {
    let basis = if reason.is_some() { "reading" } else { "stated" };
    let section = Section::new("[requirement]").text("id", id).text("level", "must").text("basis", basis);
    section.maybe("reason", reason.map(quote))
}

/// One citation as it is, several as a list.
fn list(cites: &[String]) -> String {
    match cites {
        [only] => only.clone(),
        several => format!("[{}]", several.join(", ")),
    }
}

/// Where the page lists a status code.
fn listed(spec: &Spec, functions: &[FunctionFact], status: &str) -> Vec<String> {
    let Some(status) = spec.statuses.iter().find(|known| known.name == status) else { return Vec::new() };
    let mut found = Vec::new();
    for function in functions {
        let of_it = function.statuses.iter().filter(|(_, number, _)| *number == i64::from(status.number));
        found.extend(of_it.map(|(.., place)| cite(&format!("{}, return codes", function.name), *place)));
    }
    found
}
