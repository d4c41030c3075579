//! Operators: arguments, variants and derived values from the overlay, and the contract of every edition, in which an
//! inheriting edition overrides key by key.

use crate::check::cite::{self, Home};
use crate::check::documents::{Doc, Docs, Ed};
use crate::check::dtypes::Names;
use crate::check::requirements;
use crate::model::{
    Argument, Citation, Contract, Derived, Direction, DTypeId, Function, Message, Operator, Parameter, Product, Status,
};
use crate::nearest;
use crate::predicate::{self, Scope};
use crate::read::fields::Pair;
use crate::read::raw::{self, Text};
use crate::report::Report;
use crate::source::{At, Located, Sources};
use crate::expr::Type;

/// What the checks of operators need to know.
pub(crate) struct Context<'a> {
    pub(crate) sources: &'a Sources,
    pub(crate) docs: &'a Docs<'a>,
    pub(crate) names: &'a Names,
    pub(crate) statuses: &'a [Status],
    pub(crate) formats: &'a [(String, i64)],
}

/// Resolves the operator of every document that describes one.
pub(crate) fn resolve(cx: &Context<'_>, report: &mut Report) -> Vec<Operator> {
    let mut operators = Vec::new();
    let mut names: Vec<&Text> = Vec::new();
    for doc in &cx.docs.list {
        let described = doc.editions.iter().find(|edition| edition.raw.operator.is_some());
        match (doc.overlay.and_then(|overlay| overlay.operator.as_ref()), described) {
            (Some(raw), Some(_)) => {
                if let Some(other) = names.iter().find(|other| other.value == raw.name.value) {
                    let message = format!("two operators have the name `{}`", raw.name);
                    report.error(raw.name.at, message).label("the second one").note(other.at, "the first one");
                }
                names.push(&raw.name);
                operators.extend(operator(raw, doc, cx, report));
            }
            (Some(raw), None) if !doc.damaged => {
                report
                    .error(raw.name.at, format!("no edition of `{}` says anything of operator `{}`", doc.id, raw.name))
                    .label("expected `[operator]` in the document's first edition");
            }
            (None, Some(edition)) if !doc.damaged => {
                let message = format!("edition `{}` describes an operator that has no arguments", edition.name);
                report
                    .error(edition.raw.head.name.at, message)
                    .label(format!("expected `[operator]` in {}.toml", doc.id.replacen('.', "/", 1)));
            }
            _ => {}
        }
    }
    operators
}

fn operator(raw: &raw::Operator, doc: &Doc<'_>, cx: &Context<'_>, report: &mut Report) -> Option<Operator> {
    let arguments: Vec<Argument> = raw
        .arguments
        .iter()
        .map(|(name, argument)| {
            if let Some(via) = &argument.via {
                check_via(via, cx.docs, report);
            }
            Argument {
                name: name.value.clone(),
                kind: argument.kind,
                direction: argument.direction.unwrap_or(Direction::In),
                optional: argument.optional,
                via: argument.via.as_ref().map(|via| via.value.clone()),
                says: argument.says.clone(),
            }
        })
        .collect();
    let mut drafts: Vec<Option<Draft>> = doc.editions.iter().map(|_| None).collect();
    for &index in &doc.order {
        let edition = &doc.editions[index];
        let inherited = edition.parent.and_then(|parent| drafts[parent].clone());
        drafts[index] = match &edition.raw.operator {
            Some(contract) => Some(inherited.unwrap_or_default().amend(contract, doc, edition, cx, report)),
            None => inherited,
        };
    }
    let mut contracts = Vec::new();
    let mut complete = true;
    for (index, edition) in doc.editions.iter().enumerate() {
        let Some(draft) = drafts[index].take() else { continue };
        let place = edition.raw.operator.as_ref().map_or(edition.raw.head.name.at, |contract| contract.at);
        match draft.finish(edition.name, place, raw, report) {
            Some(contract) => contracts.push((index, contract)),
            None => complete = false,
        }
    }
    let chosen: Vec<Vec<usize>> =
        raw.derived.iter().map(|derived| doc.chosen(derived.editions.as_deref(), report)).collect();
    for (index, contract) in &mut contracts {
        let derived = raw.derived.iter().zip(&chosen).filter(|(_, chosen)| chosen.contains(index));
        fill(contract, raw, derived.map(|(derived, _)| derived), &arguments, cx, report);
    }
    requirements::fill(&mut contracts, doc, &arguments, cx, report);
    check_ranges(&contracts, doc, &arguments, cx, report);
    let contracts: Vec<Contract> = contracts.into_iter().map(|(_, contract)| contract).collect();
    complete.then(|| Operator {
        name: raw.name.value.clone(),
        document: doc.id.to_owned(),
        area: raw.area.clone(),
        arguments,
        contracts,
    })
}

/// Adds derived values and variants, typed in one edition.
fn fill<'r>(
    contract: &mut Contract,
    raw: &raw::Operator,
    derived: impl Iterator<Item = &'r raw::Derived>,
    arguments: &[Argument],
    cx: &Context<'_>,
    report: &mut Report,
) {
    let mut places: Vec<&Text> = Vec::new();
    for raw in derived {
        if let Some(other) = places.iter().find(|other| other.value == raw.name.value) {
            report
                .error(raw.name.at, format!("derived value `{}` is given twice in edition `{}`", raw.name, contract.edition))
                .label("the second one")
                .note(other.at, "the first one");
        } else if arguments.iter().any(|argument| argument.name == raw.name.value) {
            report.error(raw.name.at, format!("derived value `{}` has the name of an argument", raw.name));
        }
        places.push(&raw.name);
        let scope = Scope::new(arguments, contract);
        let Some(is) = predicate::typed(&raw.is, raw.kind.value, &scope, cx.sources, report) else { continue };
        let name = raw.name.value.clone();
        contract.derived.push(Derived { name, ty: raw.kind.value, says: raw.says.clone(), is });
    }
    for (name, condition) in raw.variants.iter() {
        let scope = Scope::new(arguments, contract);
        if let Some(condition) = predicate::typed(condition, Type::Bool, &scope, cx.sources, report) {
            contract.variants.push((name.value.clone(), condition));
        }
    }
}

/// Ranges of parameters are predicates too. Each is checked in the edition that states it.
fn check_ranges(
    contracts: &[(usize, Contract)],
    doc: &Doc<'_>,
    arguments: &[Argument],
    cx: &Context<'_>,
    report: &mut Report,
) {
    for (index, contract) in contracts {
        let functions = doc.editions[*index].raw.operator.iter().flat_map(|operator| operator.functions.iter());
        let parameters = functions.flat_map(|(_, function)| function.parameters.iter());
        for range in parameters.filter_map(|(_, parameter)| parameter.range.as_ref()) {
            predicate::typed(range, Type::Bool, &Scope::new(arguments, contract), cx.sources, report);
        }
    }
}

/// The interfaces that a `via` can name are the systems that documents belong to.
pub(crate) fn check_via(via: &Text, docs: &Docs<'_>, report: &mut Report) {
    let mut systems: Vec<&str> = docs.list.iter().filter_map(|doc| doc.id.split('.').next()).collect();
    systems.dedup();
    if !systems.contains(&via.value.as_str()) {
        report
            .error(via.at, format!("interface `{via}` is none of the systems of the documents"))
            .label("expected the first part of a document's id")
            .help(nearest::help(&via.value, systems));
    }
}

/// A contract being put together along the line of inheritance.
#[derive(Clone, Default)]
struct Draft {
    says: Option<String>,
    formula: Option<String>,
    cite: Option<Citation>,
    scheme: Option<String>,
    max_rank: Option<u32>,
    deterministic: Option<bool>,
    products: Vec<Product>,
    messages: Vec<Message>,
    functions: Vec<DraftFunction>,
}

#[derive(Clone)]
struct DraftFunction {
    name: Text,
    phase: Option<Located<u32>>,
    variant: Option<Text>,
    then: Option<Text>,
    returns: Option<String>,
    cite: Option<Citation>,
    parameters: Vec<DraftParameter>,
}

#[derive(Clone)]
struct DraftParameter {
    name: Text,
    c: Option<String>,
    direction: Option<Direction>,
    says: Option<String>,
    dtypes: Vec<DTypeId>,
    unnamed: Vec<String>,
    formats: Vec<String>,
    empty: Option<bool>,
    strided: Option<bool>,
    range: Option<String>,
    cite: Option<Citation>,
}

impl Draft {
    /// Overrides what `raw` gives.
    fn amend(
        mut self,
        raw: &raw::Contract,
        doc: &Doc<'_>,
        edition: &Ed<'_>,
        cx: &Context<'_>,
        report: &mut Report,
    ) -> Self {
        let home = Home::edition(doc.id, edition.name);
        replace(&mut self.says, raw.says.as_ref());
        replace(&mut self.formula, raw.formula.as_ref());
        replace(&mut self.max_rank, raw.max_rank.as_ref());
        replace(&mut self.deterministic, raw.deterministic.as_ref());
        if let Some(cite) = &raw.cite {
            self.cite = Some(cx.docs.cite(cite, home, report));
        }
        if let Some(names) = raw.names.as_ref().filter(|names| cx.names.check_scheme(names, report)) {
            self.scheme = Some(names.value.clone());
        }
        let place = |what: &str, said: &Option<String>, lines, bytes, report: &mut Report| Citation {
            document: doc.id.to_owned(),
            edition: edition.name.to_owned(),
            place: said.clone().unwrap_or_else(|| what.to_owned()),
            span: cite_span(lines, bytes, edition, report),
        };
        for (name, raw) in raw.products.iter() {
            let cite = place("products", &raw.place, &raw.lines, &raw.bytes, report);
            let product = Product { name: name.value.clone(), supported: raw.supported, cite };
            put(&mut self.products, product, |a, b| a.name == b.name);
        }
        for (text, raw) in raw.messages.iter() {
            let cite = place("messages", &raw.place, &raw.lines, &raw.bytes, report);
            let message = Message { text: text.value.clone(), says: raw.says.clone(), cite };
            put(&mut self.messages, message, |a, b| a.text == b.text);
        }
        let scheme = self.scheme.clone();
        for (name, raw) in raw.functions.iter() {
            let index = self.functions.iter().position(|known| known.name.value == name.value);
            let index = index.unwrap_or_else(|| {
                self.functions.push(DraftFunction::new(name));
                self.functions.len() - 1
            });
            self.functions[index].amend(raw, scheme.as_deref(), home, cx, report);
        }
        self
    }

    /// The contract, without what the overlay adds. `None` where something is missing, which is reported.
    fn finish(self, edition: &str, place: At, raw: &raw::Operator, report: &mut Report) -> Option<Contract> {
        let mut missing = Vec::new();
        let says = need(self.says, "says", &mut missing);
        let formula = need(self.formula, "formula", &mut missing);
        let cite = need(self.cite, "cite", &mut missing);
        if !missing.is_empty() {
            let message = format!("operator `{}` in edition `{edition}` lacks {}", raw.name, nearest::list(missing));
            report.error(place, message).label("neither given here nor inherited");
        }
        let names: Vec<(String, Option<u32>, Option<String>)> = self
            .functions
            .iter()
            .map(|function| {
                let phase = function.phase.as_ref().map(|phase| phase.value);
                (function.name.value.clone(), phase, function.variant.as_ref().map(|variant| variant.value.clone()))
            })
            .collect();
        let functions: Vec<Option<Function>> =
            self.functions.into_iter().map(|function| function.finish(raw, &names, report)).collect();
        Some(Contract {
            edition: edition.to_owned(),
            says: says?,
            formula: formula?,
            cite: cite?,
            max_rank: self.max_rank,
            deterministic: self.deterministic,
            products: self.products,
            messages: self.messages,
            functions: functions.into_iter().collect::<Option<_>>()?,
            variants: Vec::new(),
            derived: Vec::new(),
            requirements: Vec::new(),
        })
    }
}

impl DraftFunction {
    fn new(name: &Text) -> Self {
        Self {
            name: name.clone(),
            phase: None,
            variant: None,
            then: None,
            returns: None,
            cite: None,
            parameters: Vec::new(),
        }
    }

    fn amend(
        &mut self,
        raw: &raw::Function,
        scheme: Option<&str>,
        home: Home<'_>,
        cx: &Context<'_>,
        report: &mut Report,
    ) {
        replace(&mut self.phase, raw.phase.as_ref());
        replace(&mut self.variant, raw.variant.as_ref());
        replace(&mut self.then, raw.then.as_ref());
        replace(&mut self.returns, raw.returns.as_ref());
        if let Some(cite) = &raw.cite {
            self.cite = Some(cx.docs.cite(cite, home, report));
        }
        for (name, raw) in raw.parameters.iter() {
            let index = self.parameters.iter().position(|known| known.name.value == name.value);
            if index.is_some() && raw.cite.is_none() {
                let message = format!("parameter `{name}` says otherwise than before, but not where");
                report.error(name.at, message).label("add `cite`");
            }
            let index = index.unwrap_or_else(|| {
                self.parameters.push(DraftParameter::new(name));
                self.parameters.len() - 1
            });
            self.parameters[index].amend(raw, scheme, home, cx, report);
        }
    }

    fn finish(
        self,
        operator: &raw::Operator,
        all: &[(String, Option<u32>, Option<String>)],
        report: &mut Report,
    ) -> Option<Function> {
        let at = self.name.at;
        let mut missing = Vec::new();
        if let Some(phase) = self.phase.as_ref().filter(|phase| !matches!(phase.value, 1 | 2)) {
            report.error(phase.at, format!("phase {phase} does not exist")).label("expected 1 or 2");
        }
        if let Some(variant) = &self.variant {
            if !operator.variants.names().any(|known| known == variant.value) {
                report
                    .error(variant.at, format!("variant `{variant}` is not declared"))
                    .label("expected a variant of the operator")
                    .help(nearest::help(&variant.value, operator.variants.names()));
            }
        }
        if let Some(then) = &self.then {
            let variant = self.variant.as_ref().map(|variant| &variant.value);
            let second = |(_, phase, of): &&(String, Option<u32>, Option<String>)| {
                *phase == Some(2) && of.as_ref() == variant
            };
            let known = all.iter().filter(second).map(|(name, ..)| name.as_str());
            if !known.clone().any(|name| name == then.value) {
                report
                    .error(then.at, format!("`{then}` is no function of phase two of this variant"))
                    .label(format!("what follows `{}`", self.name))
                    .help(nearest::help(&then.value, known));
            }
        }
        let phase = need(self.phase, "phase", &mut missing);
        let variant = need(self.variant, "variant", &mut missing);
        let returns = need(self.returns, "returns", &mut missing);
        let cite = need(self.cite, "cite", &mut missing);
        if !missing.is_empty() {
            let message = format!("function `{}` lacks {}", self.name, nearest::list(missing));
            report.error(at, message).label("neither given here nor inherited");
        }
        let parameters: Vec<Option<Parameter>> =
            self.parameters.into_iter().map(|parameter| parameter.finish(report)).collect();
        Some(Function {
            name: self.name.value,
            phase: phase?.value,
            variant: variant?.value,
            then: self.then.map(|then| then.value),
            returns: returns?,
            cite: cite?,
            parameters: parameters.into_iter().collect::<Option<_>>()?,
        })
    }
}

impl DraftParameter {
    fn new(name: &Text) -> Self {
        Self {
            name: name.clone(),
            c: None,
            direction: None,
            says: None,
            dtypes: Vec::new(),
            unnamed: Vec::new(),
            formats: Vec::new(),
            empty: None,
            strided: None,
            range: None,
            cite: None,
        }
    }

    fn amend(
        &mut self,
        raw: &raw::Parameter,
        scheme: Option<&str>,
        home: Home<'_>,
        cx: &Context<'_>,
        report: &mut Report,
    ) {
        replace(&mut self.c, raw.c.as_ref());
        replace(&mut self.direction, raw.direction.as_ref());
        replace(&mut self.says, raw.says.as_ref());
        replace(&mut self.empty, raw.empty.as_ref());
        replace(&mut self.strided, raw.strided.as_ref());
        replace(&mut self.range, raw.range.as_ref().map(|range| &range.value));
        if let Some(dtypes) = &raw.dtypes {
            self.dtypes.clear();
            for name in dtypes {
                let label = format!("dtypes of parameter `{}`", self.name);
                let scheme = scheme.unwrap_or(crate::check::dtypes::SHORT);
                let Some(dtype) = cx.names.find(scheme, name, &label, None, report) else { continue };
                if self.dtypes.contains(&dtype) {
                    report.error(name.at, format!("`{name}` stands twice in the list")).label("the second one");
                }
                self.dtypes.push(dtype);
            }
        }
        if let Some(unnamed) = &raw.unnamed {
            self.unnamed.clone_from(unnamed);
        }
        if let Some(formats) = &raw.formats {
            self.formats = formats.iter().map(|format| format.value.clone()).collect();
            let known = || cx.formats.iter().map(|(name, _)| name.as_str());
            for format in formats.iter().filter(|format| !known().any(|name| name == format.value)) {
                report
                    .error(format.at, format!("`{format}` is no format"))
                    .label(format!("formats of parameter `{}`", self.name))
                    .help(nearest::help(&format.value, known()));
            }
        }
        if let Some(cite) = &raw.cite {
            self.cite = Some(cx.docs.cite(cite, home, report));
        }
    }

    fn finish(self, report: &mut Report) -> Option<Parameter> {
        let mut missing = Vec::new();
        let c = need(self.c, "c", &mut missing);
        let direction = need(self.direction, "direction", &mut missing);
        let says = need(self.says, "says", &mut missing);
        let cite = need(self.cite, "cite", &mut missing);
        if !missing.is_empty() {
            let message = format!("parameter `{}` lacks {}", self.name, nearest::list(missing));
            report.error(self.name.at, message).label("neither given here nor inherited");
        }
        Some(Parameter {
            name: self.name.value,
            c: c?,
            direction: direction?,
            says: says?,
            dtypes: self.dtypes,
            unnamed: self.unnamed,
            formats: self.formats,
            empty: self.empty,
            strided: self.strided,
            range: self.range,
            cite: cite?,
        })
    }
}

fn replace<T: Clone>(slot: &mut Option<T>, given: Option<&T>) {
    if let Some(given) = given {
        *slot = Some(given.clone());
    }
}

fn need<T>(value: Option<T>, key: &'static str, missing: &mut Vec<&'static str>) -> Option<T> {
    if value.is_none() {
        missing.push(key);
    }
    value
}

fn put<T>(items: &mut Vec<T>, item: T, same: impl Fn(&T, &T) -> bool) {
    match items.iter_mut().find(|known| same(known, &item)) {
        Some(known) => *known = item,
        None => items.push(item),
    }
}

fn cite_span(
    lines: &Option<Located<Pair>>,
    bytes: &Option<Located<Pair>>,
    edition: &Ed<'_>,
    report: &mut Report,
) -> crate::model::Span {
    cite::span(lines.as_ref(), bytes.as_ref(), Some(edition), report)
}
