//! Reads which dtypes hardware products do not take, from remarks below a table: `PRODUCTS: x and y不支持BFLOAT16`.
//!
//! Only sentences that say nothing else are read. A sentence without names is about every tensor and scalar that lists its
//! dtypes.

use super::clause;
use super::names::Names;
use super::remarks::Remark;
use super::text::{has, identifiers, sentences, squeezed};
use crate::facts::{FunctionFact, ParameterFact, ProductDTypes};
use crate::vocabulary::forms;
use ascertain_spec::model::Span;
use std::collections::BTreeSet;

/// What a sentence says about dtypes on some products.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Limit {
    products: Vec<String>,
    /// Names of parameters; empty for all that list one of the dtypes.
    parameters: Vec<String>,
    verb: Verb,
    /// Names as printed.
    dtypes: Vec<String>,
    place: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verb {
    /// The products do not take the dtypes.
    Denies,
    /// The products take the dtypes too.
    Adds,
    /// The products take the dtypes and no others.
    Only,
}

/// A sentence about some products.
struct Sentence {
    /// Index of its remark.
    remark: usize,
    /// Length of the products' names before it.
    label: usize,
    says: String,
    limit: Option<Limit>,
}

/// Takes limits by product out of `remarks`, and applies them to the parameters of a function. `products` are those of the
/// page, and whether they are supported.
pub(super) fn apply(
    remarks: &mut Vec<Remark>,
    function: &mut FunctionFact,
    products: &[(String, bool, Span)],
    names: &Names<'_>,
) {
    let known: Vec<String> = products.iter().map(|(name, ..)| name.clone()).collect();
    let supported: Vec<&str> =
        products.iter().filter(|(_, is, _)| *is).map(|(name, ..)| name.as_str()).collect();
    let mut said: Vec<Sentence> = Vec::new();
    for (index, remark) in remarks.iter().enumerate() {
        let Some((on, rest)) = labelled(remark, &known) else { continue };
        said.extend(sentences(rest).map(|says| Sentence {
            remark: index,
            label: remark.says.len() - rest.len(),
            says: says.to_owned(),
            limit: limit(says, &on, remark.place, function),
        }));
    }
    let unclear = said.iter().filter(|sentence| sentence.limit.is_none());
    let mut doubtful: BTreeSet<String> =
        unclear.flat_map(|sentence| doubted(&sentence.says, function, names)).collect();
    // A sentence that does not hold casts doubt on what others say about its parameters.
    let (limited, unread) = loop {
        let mut limited = function.clone();
        let before = doubtful.len();
        let mut unread: Vec<&Sentence> = Vec::new();
        for sentence in &said {
            let Some(limit) = &sentence.limit else {
                unread.push(sentence);
                continue;
            };
            let about = limit.about(function, names);
            let clear = about.iter().all(|name| !doubtful.contains(name));
            if !(clear && limit.apply(&mut limited, &supported, names)) {
                doubtful.extend(about);
                unread.push(sentence);
            }
        }
        if doubtful.len() == before {
            break (limited, unread);
        }
    };
    *function = limited;
    for sentence in &said {
        let remark = &mut remarks[sentence.remark];
        let left: Vec<&str> = unread
            .iter()
            .filter(|left| left.remark == sentence.remark)
            .map(|left| left.says.as_str())
            .collect();
        let label = remark.says.get(..sentence.label).unwrap_or_default();
        remark.says = if left.is_empty() { String::new() } else { format!("{label}{}", left.join("。")) };
    }
    // Products above a list are in what is left of its items.
    let above: Vec<String> = remarks.iter().flat_map(|remark| remark.under.clone()).collect();
    let is_above =
        |said: &String| above.contains(said) && products_in(said.trim_end_matches(':'), &known).is_some();
    remarks.retain(|remark| !remark.says.is_empty() && !is_above(&remark.says));
}

/// The products that a remark is about, and what it says about them.
fn labelled<'a>(remark: &'a Remark, known: &[String]) -> Option<(Vec<String>, &'a str)> {
    let own = remark.says.split_once(':').and_then(|(label, rest)| Some((products_in(label, known)?, rest)));
    match remark.under.as_slice() {
        [] => own,
        [label] if own.is_none() => {
            Some((products_in(label.trim_end_matches(':'), known)?, remark.says.as_str()))
        }
        _ => None,
    }
}

fn products_in(said: &str, known: &[String]) -> Option<Vec<String>> {
    clause::products(&said.replace('和', "、"), known)
}

fn members(said: &str) -> Vec<String> {
    let parts =
        said.split(['、', ',', '和', '与', '及', '或']).map(str::trim).filter(|part| !part.is_empty());
    parts.map(str::to_owned).collect()
}

fn limit(said: &str, on: &[String], place: Span, function: &FunctionFact) -> Option<Limit> {
    let said = squeezed(said.trim_end_matches(';'));
    let found = forms("by_product").captures(&said)?;
    let verb = match &found["verb"] {
        "不支持" => Verb::Denies,
        "额外支持" => Verb::Adds,
        "支持" if found.name("dtype").is_none() => return None,
        _ => Verb::Only,
    };
    let parameters = members(&found["names"]);
    let declared = |name: &String| function.parameters.iter().any(|parameter| parameter.name == *name);
    let named = verb == Verb::Denies || !parameters.is_empty();
    (named && parameters.iter().all(declared)).then(|| Limit {
        products: on.to_vec(),
        parameters,
        verb,
        dtypes: members(&found["list"]),
        place,
    })
}

/// The parameters whose dtypes a sentence may limit, which is not understood.
fn doubted(said: &str, function: &FunctionFact, names: &Names<'_>) -> Vec<String> {
    let words: Vec<&str> = identifiers(said).into_iter().map(|(_, word)| word).collect();
    let is_dtype = |word: &&str| names.find_anywhere(word).is_some() || lists(function, word);
    if !has(&said.to_lowercase(), &["支持", "support"]) || !words.iter().any(is_dtype) {
        return Vec::new();
    }
    let all = || function.parameters.iter().map(|parameter| parameter.name.clone());
    let named: Vec<String> = all().filter(|name| words.contains(&name.as_str())).collect();
    if named.is_empty() { all().collect() } else { named }
}

/// Whether a parameter lists a dtype under a name.
fn lists(function: &FunctionFact, name: &str) -> bool {
    function.parameters.iter().any(|parameter| parameter.dtypes.iter().any(|dtype| dtype == name))
}

/// Whether a parameter is a tensor, a scalar or a dtype of acl. A sentence without names is not about plain numbers.
fn is_object(parameter: &ParameterFact) -> bool {
    has(&parameter.c, &["Tensor", "Scalar", "aclDataType"])
}

impl Limit {
    /// Its dtypes as they are in lists; `None` if one is not known.
    fn short(&self, function: &FunctionFact, names: &Names<'_>) -> Option<Vec<String>> {
        let short = |name: &String| {
            let known = names.find_anywhere(name).map(str::to_owned);
            known.or_else(|| lists(function, name).then(|| name.clone()))
        };
        self.dtypes.iter().map(short).collect()
    }

    /// The parameters that it is about.
    fn about(&self, function: &FunctionFact, names: &Names<'_>) -> Vec<String> {
        if !self.parameters.is_empty() {
            return self.parameters.clone();
        }
        let dtypes = self.short(function, names);
        let is_meant = |parameter: &&ParameterFact| {
            let lists = |dtypes: &Vec<String>| parameter.dtypes.iter().any(|dtype| dtypes.contains(dtype));
            is_object(parameter) && dtypes.as_ref().is_none_or(lists)
        };
        function.parameters.iter().filter(is_meant).map(|parameter| parameter.name.clone()).collect()
    }

    /// Applies the limit. Returns whether it is about any parameter.
    fn apply(&self, function: &mut FunctionFact, supported: &[&str], names: &Names<'_>) -> bool {
        let Some(dtypes) = self.short(function, names) else { return false };
        let lists = |parameter: &ParameterFact| parameter.dtypes.iter().any(|dtype| dtypes.contains(dtype));
        let lists_all =
            |parameter: &ParameterFact| dtypes.iter().all(|dtype| parameter.dtypes.contains(dtype));
        let unnamed = self.parameters.is_empty();
        // Which parameter does a sentence without names concern, if one lists only some of its dtypes?
        if unnamed && function.parameters.iter().any(|p| is_object(p) && lists(p) && !lists_all(p)) {
            return false;
        }
        let about = self.about(function, names);
        let is_meant = |parameter: &ParameterFact| {
            let has_dtypes =
                if self.verb == Verb::Denies { lists(parameter) } else { !parameter.dtypes.is_empty() };
            about.contains(&parameter.name) && has_dtypes
        };
        // A remark that would remove every dtype of a product is ignored.
        let empties = |parameter: &ParameterFact| {
            let takers = takers(parameter, supported).into_iter().flat_map(|(_, takers, _)| takers);
            takers.collect::<BTreeSet<usize>>().len() < supported.len()
        };
        let mut found = false;
        let mut limited = function.parameters.clone();
        for parameter in limited.iter_mut().filter(|parameter| is_meant(parameter)) {
            self.apply_to(parameter, &dtypes, supported);
            if empties(parameter) {
                return false;
            }
            found = true;
        }
        function.parameters = limited;
        found
    }

    fn apply_to(&self, parameter: &mut ParameterFact, dtypes: &[String], supported: &[&str]) {
        let is_here = |index: &usize| self.products.iter().any(|product| product == supported[*index]);
        let here: BTreeSet<usize> = (0..supported.len()).filter(is_here).collect();
        let mut all = takers(parameter, supported);
        if self.verb != Verb::Denies {
            let others = dtypes.iter().filter(|dtype| !parameter.dtypes.contains(dtype));
            all.extend(others.map(|dtype| (dtype.clone(), BTreeSet::new(), self.place)));
        }
        for (dtype, takers, place) in &mut all {
            let before = takers.clone();
            match (self.verb, dtypes.contains(dtype)) {
                (Verb::Denies, true) | (Verb::Only, false) => takers.retain(|index| !here.contains(index)),
                (Verb::Adds | Verb::Only, true) => takers.extend(&here),
                _ => {}
            }
            if *takers != before {
                *place = self.place;
            }
        }
        // A dtype that no product is left to take is not one of the parameter's.
        all.retain(|(_, takers, _)| !takers.is_empty());
        parameter.dtypes = all.iter().map(|(dtype, ..)| dtype.clone()).collect();
        let limited = &mut parameter.product_dtypes;
        limited.clear();
        for (dtype, takers, place) in all.into_iter().filter(|(_, takers, _)| takers.len() < supported.len())
        {
            let products: Vec<String> = takers.iter().map(|index| supported[*index].to_owned()).collect();
            match limited.iter_mut().find(|entry| entry.products == products && entry.place == place) {
                Some(entry) => entry.dtypes.push(dtype),
                None => limited.push(ProductDTypes { products, dtypes: vec![dtype], place }),
            }
        }
    }
}

/// The dtypes of a parameter, each with the products that take it, by index, and where the page says so of some of them only.
fn takers(parameter: &ParameterFact, supported: &[&str]) -> Vec<(String, BTreeSet<usize>, Span)> {
    let of = |dtype: &String| {
        let entries = || parameter.product_dtypes.iter().filter(|entry| entry.dtypes.contains(dtype));
        let first = entries().next().map(|entry| entry.place);
        let takes = |index: &usize| {
            first.is_none() || entries().any(|entry| entry.products.iter().any(|on| on == supported[*index]))
        };
        (dtype.clone(), (0..supported.len()).filter(takes).collect(), first.unwrap_or_default())
    };
    parameter.dtypes.iter().map(of).collect()
}
