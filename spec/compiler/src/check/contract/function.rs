//! Builds a function of an operator.

use super::draft::{Frame, MissingKeys, OwnPlace, override_with};
use super::parameter::DraftParameter;
use crate::check::context::OperatorContext;
use crate::model::{Citation, Function, Stated};
use crate::read::raw::{self, Text};
use crate::report::Report;
use ascertain_language::nearest;

#[derive(Clone)]
pub(super) struct DraftFunction {
    pub(super) name: Text,
    /// What the editions so far give, each key from the last one that has it.
    raw: raw::Function,
    returned: Option<Citation>,
    cite: Option<Citation>,
    nulls: Vec<Stated<String>>,
    parameters: Vec<DraftParameter>,
}

impl DraftFunction {
    pub(super) fn new(name: &Text, raw: &raw::Function) -> Self {
        Self {
            name: name.clone(),
            raw: raw.clone(),
            returned: None,
            cite: None,
            nulls: Vec::new(),
            parameters: Vec::new(),
        }
    }

    pub(super) fn amend(
        &mut self,
        raw: &raw::Function,
        scheme: Option<&str>,
        place: &OwnPlace<'_>,
        cx: &OperatorContext<'_>,
        report: &mut Report,
    ) {
        override_with!(self.raw, raw, phase, variant, then, returns);
        if let Some(raw) = &raw.returned {
            self.returned = Some(place.cite(&format!("{}, result", self.name), &raw.place, report));
        }
        if let Some(cite) = &raw.cite {
            self.cite = Some(cx.docs.cite(cite, place.home(), report));
        }
        if let Some(nulls) = &raw.nulls {
            self.nulls.clear();
            for (name, raw) in nulls.iter() {
                let cite = place.cite(&format!("{}, return codes", self.name), &raw.place, report);
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
                self.parameters.push(DraftParameter::new(name, raw));
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
    pub(super) fn check(&self, frame: &Frame<'_>, all: &[Self], report: &mut Report) {
        if let Some(phase) = self.raw.phase.as_ref().filter(|phase| !matches!(phase.value, 1 | 2)) {
            report.error(phase.at, format!("phase {phase} does not exist")).label("expected 1 or 2");
        }
        let Some(variant) = &self.raw.variant else { return };
        let variants = || frame.variants.iter().map(|(name, _)| name.value.as_str());
        if !variants().any(|known| known == variant.value) && !frame.damaged {
            report
                .error(variant.at, format!("variant `{variant}` is not declared"))
                .label("expected a variant of the operator")
                .help(nearest::help(&variant.value, variants()));
        }
        let Some(then) = &self.raw.then else { return };
        let second = |function: &&Self| {
            function.raw.phase.as_ref().is_some_and(|phase| phase.value == 2)
                && function.raw.variant.as_ref().is_some_and(|of| of.value == variant.value)
        };
        let known = all.iter().filter(second).map(|function| function.name.value.as_str());
        if !known.clone().any(|name| name == then.value) && !frame.damaged {
            report
                .error(then.at, format!("`{then}` is not a function of phase two of this variant"))
                .label(format!("what follows `{}`", self.name))
                .help(nearest::help(&then.value, known));
        }
    }

    pub(super) fn finish(self, frame: &Frame<'_>, report: &mut Report) -> Option<Function> {
        let mut missing = MissingKeys::default();
        // An operator without variants has one, of its own name.
        let only = (frame.operator.variants.0.is_empty()).then(|| frame.operator.name.clone());
        let variant = missing.unless(self.raw.variant.or(only), "variant");
        let returns = missing.unless(self.raw.returns, "returns");
        let cite = missing.unless(self.cite, "cite");
        missing.report(frame, self.name.at, &format!("function `{}`", self.name), report);
        let parameters: Vec<_> =
            self.parameters.into_iter().map(|parameter| parameter.finish(frame, report)).collect();
        Some(Function {
            name: self.name.value,
            phase: self.raw.phase.map_or(1, |phase| phase.value),
            variant: variant?.value,
            then: self.raw.then.map(|then| then.value),
            returns: returns?,
            returned: self.returned,
            cite: cite?,
            nulls: self.nulls,
            parameters: parameters.into_iter().collect::<Option<_>>()?,
            at: self.name.at,
        })
    }
}
