//! Builds the contract of each edition of an operator.

mod inherit;

use crate::check::context::Context;
use crate::check::documents::Doc;
use crate::model::{
    Basis, Contract, DTypeId, DTypes, Function, Message, Parameter, Product, ProductDTypes, Stated,
};
use crate::read::raw::{self, Text};
use crate::source::At;
use ascertain_language::nearest;

pub(crate) use inherit::said;

/// What a contract must fit into.
pub(crate) struct Frame<'a> {
    pub(crate) cx: &'a Context<'a>,
    pub(crate) doc: &'a Doc<'a>,
    pub(crate) operator: &'a raw::Operator,
    /// The names of its variants, and when a call is of them.
    pub(crate) variants: &'a [(Text, Text)],
    pub(crate) edition: &'a str,
    /// Where the edition describes the operator.
    pub(crate) place: At,
    /// What every edition says, with what it inherits.
    pub(crate) said: &'a [Option<raw::Contract>],
}

impl Frame<'_> {
    /// The contract, without what the overlay adds. `None` if something is missing, which is reported.
    pub(crate) fn contract(&self, raw: &raw::Contract) -> Option<Contract> {
        let docs = self.cx.docs;
        let cite = raw.cite.as_ref().map(|cite| docs.cite(cite));
        let what = format!("operator `{}` in edition `{}`", self.operator.name, self.edition);
        let keys =
            [("says", raw.says.is_some()), ("formula", raw.formula.is_some()), ("cite", cite.is_some())];
        self.lacks(self.place, &what, &keys);
        let max_rank_cite = raw.max_rank.as_ref().map(|stated| docs.own("constraints", &stated.place));
        let deterministic_cite =
            raw.deterministic.as_ref().map(|stated| docs.own("constraints", &stated.place));
        let product = |(name, raw): (&Text, &raw::Product)| Product {
            name: name.value.clone(),
            supported: raw.supported.unwrap_or_default(),
            basis: Basis::Stated,
            reason: None,
            cite: docs.own("products", &raw.place),
            at: name.at,
        };
        let products = raw.products.iter().map(product).collect();
        let message = |(text, raw): (&Text, &raw::Message)| Message {
            text: text.value.clone(),
            says: raw.says.clone().unwrap_or_default(),
            cite: docs.own("messages", &raw.place),
            at: text.at,
        };
        let messages = raw.messages.iter().map(message).collect();
        raw.functions.iter().for_each(|(name, function)| self.check(name, function, raw));
        let functions: Vec<_> =
            raw.functions.iter().map(|(name, function)| self.function(name, function)).collect();
        Some(Contract {
            edition: self.edition.to_owned(),
            says: raw.says.clone()?,
            names: raw.names.as_ref().map(|names| names.value.clone()),
            formula: raw.formula.clone()?,
            cite: cite?,
            max_rank: raw.max_rank.as_ref().map(|stated| stated.is),
            max_rank_cite,
            deterministic: raw.deterministic.as_ref().map(|stated| stated.is),
            deterministic_cite,
            products,
            messages,
            functions: functions.into_iter().collect::<Option<_>>()?,
            variants: Vec::new(),
            derived: Vec::new(),
            formulas: Vec::new(),
            requirements: Vec::new(),
            at: self.place,
        })
    }

    /// Reports the keys that are neither given nor inherited, unless they may be in a part of a file that could not be read.
    fn lacks(&self, at: At, what: &str, keys: &[(&'static str, bool)]) {
        let missing: Vec<&str> = keys.iter().filter(|(_, is_there)| !is_there).map(|(key, _)| *key).collect();
        if !missing.is_empty() && !self.doc.damaged {
            let message = format!("{what} lacks {}", nearest::list(missing));
            self.cx.report.error(at, message).label("neither given here nor inherited");
        }
    }

    /// Checks phase, variant, and the function of phase two that follows.
    fn check(&self, name: &Text, raw: &raw::Function, all: &raw::Contract) {
        let report = self.cx.report;
        if let Some(phase) = raw.phase.as_ref().filter(|phase| !matches!(phase.value, 1 | 2)) {
            report.error(phase.at, format!("phase {phase} does not exist")).label("expected 1 or 2");
        }
        let Some(variant) = &raw.variant else { return };
        let variants = || self.variants.iter().map(|(name, _)| name.value.as_str());
        if !variants().any(|known| known == variant.value) && !self.doc.damaged {
            let message = format!("variant `{variant}` is not declared");
            report.unknown(variant, message, "expected a variant of the operator", variants());
        }
        let Some(then) = &raw.then else { return };
        let second = |(_, function): &(&Text, &raw::Function)| {
            function.phase.as_ref().is_some_and(|phase| phase.value == 2)
                && function.variant.as_ref().is_some_and(|of| of.value == variant.value)
        };
        let known = || all.functions.iter().filter(second).map(|(name, _)| name.value.as_str());
        if !known().any(|name| name == then.value) && !self.doc.damaged {
            let message = format!("`{then}` is not a function of phase two of this variant");
            report.unknown(then, message, format!("what follows `{name}`"), known());
        }
    }

    fn function(&self, name: &Text, raw: &raw::Function) -> Option<Function> {
        let docs = self.cx.docs;
        let cite = raw.cite.as_ref().map(|cite| docs.cite(cite));
        // An operator without variants has one, of its own name.
        let only = self.operator.variants.0.is_empty().then_some(&self.operator.name);
        let variant = raw.variant.as_ref().or(only);
        let keys =
            [("variant", variant.is_some()), ("returns", raw.returns.is_some()), ("cite", cite.is_some())];
        self.lacks(name.at, &format!("function `{name}`"), &keys);
        let returned = raw.returned.as_ref().map(|raw| docs.own(&format!("{name}, result"), &raw.place));
        let place = format!("{name}, return codes");
        let nulls = raw.nulls.iter().flat_map(|nulls| nulls.iter());
        let nulls = nulls
            .map(|(null, raw)| Stated { is: null.value.clone(), cite: docs.own(&place, &raw.place) })
            .collect();
        let parameters: Vec<_> =
            raw.parameters.iter().map(|(name, parameter)| self.parameter(name, parameter)).collect();
        Some(Function {
            name: name.value.clone(),
            phase: raw.phase.as_ref().map_or(1, |phase| phase.value),
            variant: variant?.value.clone(),
            then: raw.then.as_ref().map(|then| then.value.clone()),
            returns: raw.returns.clone()?,
            returned,
            cite: cite?,
            nulls,
            parameters: parameters.into_iter().collect::<Option<_>>()?,
            at: name.at,
        })
    }

    fn parameter(&self, name: &Text, raw: &raw::Parameter) -> Option<Parameter> {
        let cite = raw.cite.as_ref().map(|cite| self.cx.docs.cite(cite));
        let keys = [
            ("c", raw.c.is_some()),
            ("direction", raw.direction.is_some()),
            ("says", raw.says.is_some()),
            ("cite", cite.is_some()),
        ];
        self.lacks(name.at, &format!("parameter `{name}`"), &keys);
        let dtypes = self.list(name, raw.dtypes.as_deref().unwrap_or_default());
        let of_products = |of: &raw::ProductDTypes| ProductDTypes {
            products: of.products.iter().map(|name| name.value.clone()).collect(),
            dtypes: self.list(name, &of.dtypes),
            unnamed: of.unnamed.clone(),
            cite: self.cx.docs.own(&format!("parameter {name}"), &of.place),
        };
        let product_dtypes = raw.product_dtypes.iter().flatten().map(of_products).collect();
        Some(Parameter {
            name: name.value.clone(),
            c: raw.c.clone()?,
            direction: raw.direction?,
            says: raw.says.clone()?,
            dtypes,
            unnamed: raw.unnamed.clone().unwrap_or_default(),
            formats: raw.formats.iter().flatten().map(|format| format.value.clone()).collect(),
            empty: raw.empty,
            strided: raw.strided,
            range: raw.range.as_ref().map(|range| range.value.clone()),
            min_rank: raw.min_rank,
            max_rank: raw.max_rank,
            product_dtypes,
            cite: cite?,
            at: name.at,
        })
    }

    /// The dtypes of a list, under the names of the edition that gives it. A wrong name counts as listed, so that predicates
    /// that use the list are not reported too.
    fn list(&self, of: &Text, names: &[Text]) -> DTypes {
        let label = format!("dtypes of parameter `{of}`");
        let mut dtypes = Vec::new();
        for name in names {
            let edition = self.doc.editions.iter().position(|edition| edition.file == name.at.file);
            let scheme = edition.and_then(|edition| self.said[edition].as_ref()?.names.as_ref());
            let found = scheme.and_then(|scheme| self.cx.names.find(&scheme.value, name, &label, None));
            if found.is_some_and(|dtype| dtypes.contains(&dtype)) {
                self.cx.report.repeated(name, "list");
            }
            dtypes.push(found.unwrap_or(DTypeId(0)));
        }
        DTypes(dtypes)
    }
}
