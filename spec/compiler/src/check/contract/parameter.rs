//! Builds a parameter of a function.

use super::draft::{Frame, MissingKeys, OwnPlace, replace};
use crate::check::context::OperatorContext;
use crate::model::{Citation, DTypeId, DTypes, Direction, Parameter, ProductDTypes};
use crate::nearest;
use crate::read::raw::{self, Text};
use crate::report::Report;

#[derive(Clone)]
pub(super) struct DraftParameter {
    pub(super) name: Text,
    c: Option<String>,
    direction: Option<Direction>,
    says: Option<String>,
    dtypes: DTypes,
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

impl DraftParameter {
    pub(super) fn new(name: &Text) -> Self {
        Self {
            name: name.clone(),
            c: None,
            direction: None,
            says: None,
            dtypes: DTypes::default(),
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

    pub(super) fn amend(
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
                    cite: place.cite(&what, &raw.place, report),
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
