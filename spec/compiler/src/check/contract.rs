//! Builds the contract of each edition of an operator. An edition that inherits another overrides it key by key.

use crate::check::cite::{self, CitingFile};
use crate::check::context::OperatorContext;
use crate::check::documents::{Doc, EditionFile};
use crate::model::{
    Basis, Citation, Contract, DTypeId, Direction, Function, Message, Parameter, Product, ProductDTypes,
    Stated,
};
use crate::nearest;
use crate::read::fields::Pair;
use crate::read::raw::{self, Text};
use crate::report::Report;
use crate::source::{At, Located};

/// What a contract must fit into.
pub(crate) struct Frame<'a> {
    pub(crate) operator: &'a raw::Operator,
    pub(crate) edition: &'a str,
    /// Where the edition describes the operator.
    pub(crate) place: At,
    /// Whether missing keys may be in a part of a file that could not be read.
    pub(crate) damaged: bool,
}

/// Required keys that are neither given nor inherited.
#[derive(Default)]
struct MissingKeys(Vec<&'static str>);

impl MissingKeys {
    fn unless<T>(&mut self, value: Option<T>, key: &'static str) -> Option<T> {
        if value.is_none() {
            self.0.push(key);
        }
        value
    }

    fn report(self, frame: &Frame<'_>, at: At, what: &str, report: &mut Report) {
        if !self.0.is_empty() && !frame.damaged {
            let message = format!("{what} lacks {}", nearest::list(self.0));
            report.error(at, message).label("neither given here nor inherited");
        }
    }
}

/// A contract under construction: what the editions so far in the line of inheritance give.
#[derive(Clone, Default)]
pub(crate) struct ContractDraft {
    says: Option<String>,
    formula: Option<String>,
    cite: Option<Citation>,
    scheme: Option<String>,
    max_rank: Option<Stated<u32>>,
    deterministic: Option<Stated<bool>>,
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
    nulls: Vec<Stated<String>>,
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
    min_rank: Option<u32>,
    max_rank: Option<u32>,
    product_dtypes: Vec<ProductDTypes>,
    cite: Option<Citation>,
}

/// Where something is stated in an edition's own page: the place in words if it is given, and in numbers.
struct OwnPlace<'a> {
    doc: &'a Doc<'a>,
    edition: &'a EditionFile<'a>,
}

impl OwnPlace<'_> {
    fn home(&self) -> CitingFile<'_> {
        CitingFile::edition(self.doc.id, self.edition.name)
    }

    fn cite(
        &self,
        what: &str,
        said: Option<&String>,
        (lines, bytes): (Option<&Located<Pair>>, Option<&Located<Pair>>),
        report: &mut Report,
    ) -> Citation {
        Citation {
            document: self.doc.id.to_owned(),
            edition: self.edition.name.to_owned(),
            place: said.map_or_else(|| what.to_owned(), String::clone),
            span: cite::span(lines, bytes, Some(self.edition), report),
        }
    }
}

/// The citation of a section with the keys `where`, `lines` and `bytes`.
macro_rules! own_cite {
    ($place:expr, $what:expr, $raw:expr, $report:expr) => {
        $place.cite($what, $raw.place.as_ref(), ($raw.lines.as_ref(), $raw.bytes.as_ref()), $report)
    };
}

impl ContractDraft {
    /// Overrides the draft with what `raw` gives.
    pub(crate) fn amend(
        mut self,
        raw: &raw::Contract,
        doc: &Doc<'_>,
        edition: &EditionFile<'_>,
        cx: &OperatorContext<'_>,
        report: &mut Report,
    ) -> Self {
        let place = OwnPlace { doc, edition };
        let home = place.home();
        replace(&mut self.says, raw.says.as_ref());
        replace(&mut self.formula, raw.formula.as_ref());
        if let Some(raw) = &raw.max_rank {
            self.max_rank = Some(Stated { is: raw.is, cite: own_cite!(place, "constraints", raw, report) });
        }
        if let Some(raw) = &raw.deterministic {
            let cite = own_cite!(place, "constraints", raw, report);
            self.deterministic = Some(Stated { is: raw.is, cite });
        }
        if let Some(cite) = &raw.cite {
            self.cite = Some(cx.docs.cite(cite, home, report));
        }
        if let Some(names) = raw.names.as_ref().filter(|names| cx.names.check_scheme(names, report)) {
            self.scheme = Some(names.value.clone());
        }
        for (name, raw) in raw.products.iter() {
            if raw.removed {
                remove(&mut self.products, |known| known.name == name.value, ("product", name), report);
                continue;
            }
            let Some(supported) = raw.supported else {
                report.error(name.at, format!("product `{name}` lacks `supported`")).label("add it");
                continue;
            };
            let cite = own_cite!(place, "products", raw, report);
            let product = Product {
                name: name.value.clone(),
                supported,
                basis: Basis::Stated,
                reason: None,
                cite,
                at: name.at,
            };
            put(&mut self.products, product, |a, b| a.name == b.name);
        }
        for (text, raw) in raw.messages.iter() {
            if raw.removed {
                remove(&mut self.messages, |known| known.text == text.value, ("message", text), report);
                continue;
            }
            let Some(says) = &raw.says else {
                report.error(text.at, format!("message `{text}` lacks `says`")).label("add it");
                continue;
            };
            let cite = own_cite!(place, "messages", raw, report);
            let message = Message { text: text.value.clone(), says: says.clone(), cite, at: text.at };
            put(&mut self.messages, message, |a, b| a.text == b.text);
        }
        let scheme = self.scheme.clone();
        let lists = |(_, parameter): (&Text, &raw::Parameter)| {
            parameter.dtypes.is_some() || parameter.product_dtypes.is_some()
        };
        if scheme.is_none()
            && raw.names.is_none()
            && raw.functions.iter().any(|(_, f)| f.parameters.iter().any(lists))
        {
            let message = format!("operator of `{}` lists dtypes without a naming scheme", doc.id);
            report.error(raw.at, message).label("add `names`");
        }
        for (name, raw) in raw.functions.iter() {
            let index = self.functions.iter().position(|known| known.name.value == name.value);
            let index = index.unwrap_or_else(|| {
                self.functions.push(DraftFunction::new(name));
                self.functions.len() - 1
            });
            self.functions[index].name = name.clone();
            self.functions[index].amend(raw, scheme.as_deref(), &place, cx, report);
        }
        self
    }

    /// The contract, without what the overlay adds. `None` if something is missing, which is reported.
    pub(crate) fn finish(self, frame: &Frame<'_>, report: &mut Report) -> Option<Contract> {
        let mut missing = MissingKeys::default();
        let says = missing.unless(self.says, "says");
        let formula = missing.unless(self.formula, "formula");
        let cite = missing.unless(self.cite, "cite");
        let what = format!("operator `{}` in edition `{}`", frame.operator.name, frame.edition);
        missing.report(frame, frame.place, &what, report);
        for function in &self.functions {
            function.check(frame, &self.functions, report);
        }
        let functions: Vec<_> =
            self.functions.into_iter().map(|function| function.finish(frame, report)).collect();
        Some(Contract {
            edition: frame.edition.to_owned(),
            says: says?,
            names: self.scheme,
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
            at: frame.place,
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
            nulls: Vec::new(),
            parameters: Vec::new(),
        }
    }

    fn amend(
        &mut self,
        raw: &raw::Function,
        scheme: Option<&str>,
        place: &OwnPlace<'_>,
        cx: &OperatorContext<'_>,
        report: &mut Report,
    ) {
        replace(&mut self.phase, raw.phase.as_ref());
        replace(&mut self.variant, raw.variant.as_ref());
        replace(&mut self.then, raw.then.as_ref());
        replace(&mut self.returns, raw.returns.as_ref());
        if let Some(cite) = &raw.cite {
            self.cite = Some(cx.docs.cite(cite, place.home(), report));
        }
        if let Some(nulls) = &raw.nulls {
            self.nulls.clear();
            for (name, raw) in nulls.iter() {
                let cite = own_cite!(place, &format!("{}, return codes", self.name), raw, report);
                self.nulls.push(Stated { is: name.value.clone(), cite });
            }
        }
        for (name, raw) in raw.parameters.iter() {
            let index = self.parameters.iter().position(|known| known.name.value == name.value);
            if index.is_some() && raw.cite.is_none() {
                let message =
                    format!("parameter `{name}` differs from the inherited one, but does not say where");
                report.error(name.at, message).label("add `cite`");
            }
            let index = index.unwrap_or_else(|| {
                self.parameters.push(DraftParameter::new(name));
                self.parameters.len() - 1
            });
            self.parameters[index].name = name.clone();
            self.parameters[index].amend(raw, scheme, place, cx, report);
        }
        let known = || self.parameters.iter().map(|parameter| parameter.name.value.as_str());
        let nulls = raw.nulls.iter().flat_map(|nulls| nulls.iter()).map(|(name, _)| name);
        for name in nulls.filter(|name| !known().any(|known| known == name.value)) {
            report
                .error(name.at, format!("`{name}` is not a parameter of `{}`", self.name))
                .label("expected one of its parameters")
                .help(nearest::help(&name.value, known()));
        }
    }

    /// Checks phase, variant, and the function of phase two that follows.
    fn check(&self, frame: &Frame<'_>, all: &[Self], report: &mut Report) {
        if let Some(phase) = self.phase.as_ref().filter(|phase| !matches!(phase.value, 1 | 2)) {
            report.error(phase.at, format!("phase {phase} does not exist")).label("expected 1 or 2");
        }
        let Some(variant) = &self.variant else { return };
        let variants = &frame.operator.variants;
        if !variants.names().any(|known| known == variant.value) && !frame.damaged {
            report
                .error(variant.at, format!("variant `{variant}` is not declared"))
                .label("expected a variant of the operator")
                .help(nearest::help(&variant.value, variants.names()));
        }
        let Some(then) = &self.then else { return };
        let second = |function: &&Self| {
            function.phase.as_ref().is_some_and(|phase| phase.value == 2)
                && function.variant.as_ref().is_some_and(|of| of.value == variant.value)
        };
        let known = all.iter().filter(second).map(|function| function.name.value.as_str());
        if !known.clone().any(|name| name == then.value) && !frame.damaged {
            report
                .error(then.at, format!("`{then}` is not a function of phase two of this variant"))
                .label(format!("what follows `{}`", self.name))
                .help(nearest::help(&then.value, known));
        }
    }

    fn finish(self, frame: &Frame<'_>, report: &mut Report) -> Option<Function> {
        let mut missing = MissingKeys::default();
        let phase = missing.unless(self.phase, "phase");
        let variant = missing.unless(self.variant, "variant");
        let returns = missing.unless(self.returns, "returns");
        let cite = missing.unless(self.cite, "cite");
        missing.report(frame, self.name.at, &format!("function `{}`", self.name), report);
        let parameters: Vec<_> =
            self.parameters.into_iter().map(|parameter| parameter.finish(frame, report)).collect();
        Some(Function {
            name: self.name.value,
            phase: phase?.value,
            variant: variant?.value,
            then: self.then.map(|then| then.value),
            returns: returns?,
            cite: cite?,
            nulls: self.nulls,
            parameters: parameters.into_iter().collect::<Option<_>>()?,
            at: self.name.at,
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
            min_rank: None,
            max_rank: None,
            product_dtypes: Vec::new(),
            cite: None,
        }
    }

    fn amend(
        &mut self,
        raw: &raw::Parameter,
        scheme: Option<&str>,
        place: &OwnPlace<'_>,
        cx: &OperatorContext<'_>,
        report: &mut Report,
    ) {
        replace(&mut self.c, raw.c.as_ref());
        replace(&mut self.direction, raw.direction.as_ref());
        replace(&mut self.says, raw.says.as_ref());
        replace(&mut self.empty, raw.empty.as_ref());
        replace(&mut self.strided, raw.strided.as_ref());
        replace(&mut self.range, raw.range.as_ref().map(|range| &range.value));
        replace(&mut self.min_rank, raw.min_rank.as_ref());
        replace(&mut self.max_rank, raw.max_rank.as_ref());
        if let (Some(least), Some(most)) = (self.min_rank, self.max_rank)
            && least > most
        {
            let message =
                format!("parameter `{}` has {least} or more and {most} or fewer dimensions", self.name);
            report.error(raw.at, message).label("expected `min_rank` to be at most `max_rank`");
        }
        if let Some(dtypes) = &raw.dtypes {
            self.dtypes = self.list(dtypes, scheme, cx, report);
        }
        if let Some(lists) = &raw.product_dtypes {
            self.product_dtypes.clear();
            for raw in lists {
                let dtypes = self.list(&raw.dtypes, scheme, cx, report);
                let what = format!("parameter {}", self.name);
                self.product_dtypes.push(ProductDTypes {
                    products: raw.products.iter().map(|name| name.value.clone()).collect(),
                    dtypes,
                    unnamed: raw.unnamed.clone(),
                    cite: own_cite!(place, &what, raw, report),
                });
            }
        }
        if let Some(unnamed) = &raw.unnamed {
            self.unnamed.clone_from(unnamed);
        }
        if let Some(formats) = &raw.formats {
            self.formats = formats.iter().map(|format| format.value.clone()).collect();
            let known = || cx.formats.iter().map(|format| format.name.as_str());
            let unknown = |format: &&Text| !known().any(|name| name == format.value) && !cx.docs.damaged();
            for format in formats.iter().filter(unknown) {
                report
                    .error(format.at, format!("`{format}` is not a format"))
                    .label(format!("formats of parameter `{}`", self.name))
                    .help(nearest::help(&format.value, known()));
            }
        }
        if let Some(cite) = &raw.cite {
            self.cite = Some(cx.docs.cite(cite, place.home(), report));
        }
    }

    /// The dtypes of a list. A wrong name counts as listed, so that predicates that use the list are not reported too.
    fn list(
        &self,
        names: &[Text],
        scheme: Option<&str>,
        cx: &OperatorContext<'_>,
        report: &mut Report,
    ) -> Vec<DTypeId> {
        let label = format!("dtypes of parameter `{}`", self.name);
        let mut dtypes = Vec::new();
        for name in names {
            let found = scheme.and_then(|scheme| cx.names.find(scheme, name, &label, None, report));
            if found.is_some_and(|dtype| dtypes.contains(&dtype)) {
                report.error(name.at, format!("`{name}` appears twice in the list")).label("the second one");
            }
            dtypes.push(found.unwrap_or(DTypeId(0)));
        }
        dtypes
    }

    fn finish(self, frame: &Frame<'_>, report: &mut Report) -> Option<Parameter> {
        let mut missing = MissingKeys::default();
        let c = missing.unless(self.c, "c");
        let direction = missing.unless(self.direction, "direction");
        let says = missing.unless(self.says, "says");
        let cite = missing.unless(self.cite, "cite");
        missing.report(frame, self.name.at, &format!("parameter `{}`", self.name), report);
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
            min_rank: self.min_rank,
            max_rank: self.max_rank,
            product_dtypes: self.product_dtypes,
            cite: cite?,
            at: self.name.at,
        })
    }
}

fn replace<T: Clone>(slot: &mut Option<T>, given: Option<&T>) {
    if let Some(given) = given {
        *slot = Some(given.clone());
    }
}

fn put<T>(items: &mut Vec<T>, item: T, same: impl Fn(&T, &T) -> bool) {
    match items.iter_mut().find(|known| same(known, &item)) {
        Some(known) => *known = item,
        None => items.push(item),
    }
}

/// Removes what an edition says is gone, given by its kind and its name.
fn remove<T>(
    items: &mut Vec<T>,
    same: impl Fn(&T) -> bool,
    (kind, name): (&str, &Text),
    report: &mut Report,
) {
    let before = items.len();
    items.retain(|item| !same(item));
    if before == items.len() {
        let message = format!("{kind} `{name}` is removed but was not inherited");
        report.error(name.at, message).label("no edition that this one inherits from has it");
    }
}
