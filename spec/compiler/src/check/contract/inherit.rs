//! What an edition says of an operator, with what it inherits: its own section over that of the edition before, key by key.

use crate::check::context::Context;
use crate::check::documents::Doc;
use crate::check::inherited::remove;
use crate::read::fields::Map;
use crate::read::raw::{self, Text};

/// What every edition says, in their order; none for those that say nothing.
pub(crate) fn said(doc: &Doc<'_>, cx: &Context<'_>) -> Vec<Option<raw::Contract>> {
    let mut said: Vec<Option<raw::Contract>> = doc.editions.iter().map(|_| None).collect();
    for &index in &doc.order {
        let edition = &doc.editions[index];
        let inherited = edition.parent.and_then(|parent| said[parent].clone());
        said[index] = match &edition.raw.operator {
            Some(own) => Some(contract(inherited, own, doc, cx)),
            None => inherited,
        };
    }
    said
}

/// Overrides keys of a section with those that a later edition gives.
macro_rules! override_with {
    ($all:expr, $own:expr, $($key:ident),+) => { $(
        if $own.$key.is_some() {
            $all.$key.clone_from(&$own.$key);
        }
    )+ };
}

fn contract(
    inherited: Option<raw::Contract>,
    own: &raw::Contract,
    doc: &Doc<'_>,
    cx: &Context<'_>,
) -> raw::Contract {
    let (products, messages, functions) = (Map::default(), Map::default(), Map::default());
    let mut all = inherited.unwrap_or_else(|| raw::Contract {
        names: None,
        products,
        messages,
        functions,
        ..own.clone()
    });
    override_with!(all, own, says, formula, cite, max_rank, deterministic);
    if own.names.as_ref().is_some_and(|names| cx.names.check_scheme(names)) {
        all.names.clone_from(&own.names);
    }
    for (name, product) in own.products.iter() {
        if product.removed {
            remove(
                &mut all.products.0,
                |(known, _)| known.value == name.value,
                ("product", name),
                false,
                cx.report,
            );
        } else if product.supported.is_none() {
            cx.report.error(name.at, format!("product `{name}` lacks `supported`")).label("add it");
        } else {
            *entry(&mut all.products, name, || product.clone()) = product.clone();
        }
    }
    for (text, message) in own.messages.iter() {
        if message.removed {
            remove(
                &mut all.messages.0,
                |(known, _)| known.value == text.value,
                ("message", text),
                false,
                cx.report,
            );
        } else if message.says.is_none() {
            cx.report.error(text.at, format!("message `{text}` lacks `says`")).label("add it");
        } else {
            *entry(&mut all.messages, text, || message.clone()) = message.clone();
        }
    }
    let lists = |(_, of): (&Text, &raw::Parameter)| of.dtypes.is_some() || of.product_dtypes.is_some();
    let lists = own.functions.iter().any(|(_, function)| function.parameters.iter().any(lists));
    if all.names.is_none() && own.names.is_none() && lists {
        let message = format!("operator of `{}` lists dtypes without a naming scheme", doc.id);
        cx.report.error(own.at, message).label("add `names`");
    }
    for (name, own) in own.functions.iter() {
        let new = || raw::Function { parameters: Map::default(), ..own.clone() };
        function(name, entry(&mut all.functions, name, new), own, cx);
    }
    all
}

fn function(name: &Text, all: &mut raw::Function, own: &raw::Function, cx: &Context<'_>) {
    override_with!(all, own, phase, variant, then, returns, returned, cite, nulls);
    for (name, own) in own.parameters.iter() {
        if own.cite.is_none() && all.parameters.names().any(|known| known == name.value) {
            let message =
                format!("parameter `{name}` differs from the inherited one, but does not say where");
            cx.report.error(name.at, message).label("add `cite`");
        }
        parameter(name, entry(&mut all.parameters, name, || own.clone()), own, cx);
    }
    let nulls = own.nulls.iter().flat_map(|nulls| nulls.iter()).map(|(name, _)| name);
    for null in nulls.filter(|null| !all.parameters.names().any(|known| known == null.value)) {
        let message = format!("`{null}` is not a parameter of `{name}`");
        cx.report.unknown(null, message, "expected one of its parameters", all.parameters.names());
    }
}

fn parameter(name: &Text, all: &mut raw::Parameter, own: &raw::Parameter, cx: &Context<'_>) {
    override_with!(
        all,
        own,
        c,
        direction,
        says,
        dtypes,
        unnamed,
        formats,
        empty,
        strided,
        range,
        min_rank,
        max_rank,
        product_dtypes,
        cite
    );
    if let (Some(least), Some(most)) = (all.min_rank, all.max_rank)
        && least > most
    {
        let message = format!("parameter `{name}` has {least} or more and {most} or fewer dimensions");
        cx.report.error(own.at, message).label("expected `min_rank` to be at most `max_rank`");
    }
    let known = || cx.formats.iter().map(|format| format.name.as_str());
    let unknown = |format: &&Text| !known().any(|name| name == format.value) && !cx.docs.damaged();
    for format in own.formats.iter().flatten().filter(unknown) {
        let label = format!("formats of parameter `{name}`");
        cx.report.unknown(format, format!("`{format}` is not a format"), label, known());
    }
}

/// The entry of a name, which stands where it was given last.
fn entry<'m, T>(all: &'m mut Map<T>, name: &Text, new: impl FnOnce() -> T) -> &'m mut T {
    let known = all.names().position(|known| known == name.value);
    let at = known.unwrap_or_else(|| {
        all.0.push((name.clone(), new()));
        all.0.len() - 1
    });
    all.0[at].0 = name.clone();
    &mut all.0[at].1
}
