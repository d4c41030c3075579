//! Builds the contract of each edition of an operator. An edition that inherits another overrides it key by key.

mod draft;
mod function;
mod parameter;

use crate::check::context::OperatorContext;
use crate::check::documents::{Doc, EditionFile};
use crate::check::inherited::{put, remove};
use crate::model::{Basis, Citation, Contract, Message, Product, Stated};
use crate::read::raw::{self, Text};
use crate::report::Report;
use draft::{MissingKeys, OwnPlace, override_with};
use function::DraftFunction;

pub(crate) use draft::Frame;

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
        override_with!(self, raw, says, formula);
        if let Some(raw) = &raw.max_rank {
            self.max_rank = Some(Stated { is: raw.is, cite: place.cite("constraints", &raw.place, report) });
        }
        if let Some(raw) = &raw.deterministic {
            let cite = place.cite("constraints", &raw.place, report);
            self.deterministic = Some(Stated { is: raw.is, cite });
        }
        if let Some(cite) = &raw.cite {
            self.cite = Some(cx.docs.cite(cite, home, report));
        }
        if let Some(names) = raw.names.as_ref().filter(|names| cx.names.check_scheme(names, report)) {
            self.scheme = Some(names.value.clone());
        }
        self.amend_products(raw, &place, report);
        self.amend_messages(raw, &place, report);
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
                self.functions.push(DraftFunction::new(name, raw));
                self.functions.len() - 1
            });
            self.functions[index].name = name.clone();
            self.functions[index].amend(raw, scheme.as_deref(), &place, cx, report);
        }
        self
    }

    fn amend_products(&mut self, raw: &raw::Contract, place: &OwnPlace<'_>, report: &mut Report) {
        for (name, raw) in raw.products.iter() {
            if raw.removed {
                remove(
                    &mut self.products,
                    |known| known.name == name.value,
                    ("product", name),
                    false,
                    report,
                );
                continue;
            }
            let Some(supported) = raw.supported else {
                report.error(name.at, format!("product `{name}` lacks `supported`")).label("add it");
                continue;
            };
            let cite = place.cite("products", &raw.place, report);
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
    }

    fn amend_messages(&mut self, raw: &raw::Contract, place: &OwnPlace<'_>, report: &mut Report) {
        for (text, raw) in raw.messages.iter() {
            if raw.removed {
                remove(
                    &mut self.messages,
                    |known| known.text == text.value,
                    ("message", text),
                    false,
                    report,
                );
                continue;
            }
            let Some(says) = &raw.says else {
                report.error(text.at, format!("message `{text}` lacks `says`")).label("add it");
                continue;
            };
            let cite = place.cite("messages", &raw.place, report);
            let message = Message { text: text.value.clone(), says: says.clone(), cite, at: text.at };
            put(&mut self.messages, message, |a, b| a.text == b.text);
        }
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
            max_rank: self.max_rank.as_ref().map(|stated| stated.is),
            max_rank_cite: self.max_rank.map(|stated| stated.cite),
            deterministic: self.deterministic.as_ref().map(|stated| stated.is),
            deterministic_cite: self.deterministic.map(|stated| stated.cite),
            products: self.products,
            messages: self.messages,
            functions: functions.into_iter().collect::<Option<_>>()?,
            variants: Vec::new(),
            derived: Vec::new(),
            formulas: Vec::new(),
            requirements: Vec::new(),
            at: frame.place,
        })
    }
}
