//! Builds a parameter of a function.

use super::draft::{Frame, MissingKeys, OwnPlace, override_with};
use crate::check::context::OperatorContext;
use crate::model::{Citation, DTypeId, DTypes, Parameter, ProductDTypes};
use crate::read::raw::{self, Text};
use crate::report::Report;
use ascertain_language::nearest;

#[derive(Clone)]
pub(super) struct DraftParameter {
    pub(super) name: Text,
    /// What the editions so far give, each key from the last one that has it.
    raw: raw::Parameter,
    dtypes: DTypes,
    product_dtypes: Vec<ProductDTypes>,
    cite: Option<Citation>,
}

impl DraftParameter {
    pub(super) fn new(name: &Text, raw: &raw::Parameter) -> Self {
        Self {
            name: name.clone(),
            raw: raw.clone(),
            dtypes: DTypes::default(),
            product_dtypes: Vec::new(),
            cite: None,
        }
    }

    pub(super) fn amend(
        &mut self,
        raw: &raw::Parameter,
        scheme: Option<&str>,
        place: &OwnPlace<'_>,
        cx: &OperatorContext<'_>,
        report: &mut Report,
    ) {
        override_with!(
            self.raw, raw, c, direction, says, unnamed, formats, empty, strided, range, min_rank, max_rank
        );
        if let (Some(least), Some(most)) = (self.raw.min_rank, self.raw.max_rank)
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
                    cite: place.cite(&what, &raw.place, report),
                });
            }
        }
        if let Some(formats) = &raw.formats {
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
    ) -> DTypes {
        let label = format!("dtypes of parameter `{}`", self.name);
        let mut dtypes = Vec::new();
        for name in names {
            let found = scheme.and_then(|scheme| cx.names.find(scheme, name, &label, None, report));
            if found.is_some_and(|dtype| dtypes.contains(&dtype)) {
                report.error(name.at, format!("`{name}` appears twice in the list")).label("the second one");
            }
            dtypes.push(found.unwrap_or(DTypeId(0)));
        }
        DTypes(dtypes)
    }

    pub(super) fn finish(self, frame: &Frame<'_>, report: &mut Report) -> Option<Parameter> {
        let mut missing = MissingKeys::default();
        let c = missing.unless(self.raw.c, "c");
        let direction = missing.unless(self.raw.direction, "direction");
        let says = missing.unless(self.raw.says, "says");
        let cite = missing.unless(self.cite, "cite");
        missing.report(frame, self.name.at, &format!("parameter `{}`", self.name), report);
        Some(Parameter {
            name: self.name.value,
            c: c?,
            direction: direction?,
            says: says?,
            dtypes: self.dtypes,
            unnamed: self.raw.unnamed.unwrap_or_default(),
            formats: self.raw.formats.into_iter().flatten().map(|format| format.value).collect(),
            empty: self.raw.empty,
            strided: self.raw.strided,
            range: self.raw.range.map(|range| range.value),
            min_rank: self.raw.min_rank,
            max_rank: self.raw.max_rank,
            product_dtypes: self.product_dtypes,
            cite: cite?,
            at: self.name.at,
        })
    }
}
