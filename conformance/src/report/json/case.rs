//! One case: what the report says of it. The rest follows from the case itself.

use super::{ReadError, is_zero, visible};
use crate::report::is_large;
use ascertain::contract::Basis;
use ascertain_judge::case::Cited;
use ascertain_judge::catalog::Catalog;
use ascertain_judge::properties::Properties;
use ascertain_judge::verdict::{CaseResult, END, FailKind, Judgement, KnownAs, SmallCase, Verdict};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// One case. Empty fields are left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Case<'a> {
    pub(crate) id: Cow<'a, str>,
    pub(crate) area: Cow<'a, str>,
    pub(crate) requirements: Vec<Cow<'a, str>>,
    pub(crate) verdict: Cow<'a, str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) question: Option<Cow<'a, str>>,
    /// Elements of small tensors.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    inputs: BTreeMap<Cow<'a, str>, Cow<'a, str>>,
    /// Why the vector exists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<Cow<'a, str>>,
    #[serde(flatten)]
    pub(crate) found: Found<'a>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    observations: Vec<Observation<'a>>,
    #[serde(default, skip_serializing_if = "is_zero")]
    elements: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    order_sensitive: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    shrunk: Option<Shrunk<'a>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) known: Option<Explained<'a>>,
    /// Of a large case, which takes gigabytes to make again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    properties: Option<Arguments<'a>>,
}

/// What the arguments of a case are like.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Arguments<'a> {
    words: Vec<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rank: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
}

/// Why a finding is known, and the verdict that it would have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Explained<'a> {
    verdict: Cow<'a, str>,
    pub(crate) reason: Cow<'a, str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) issue: Option<Cow<'a, str>>,
}

/// The parts of a judgement other than its verdict.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Found<'a> {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) kind: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) expected: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) got: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) detail: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at: Option<Cow<'a, [usize]>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) requirement: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    basis: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cite: Option<Cow<'a, str>>,
    /// Of the cited page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    address: Option<Cow<'a, str>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Observation<'a> {
    requirement: Cow<'a, str>,
    saw: Cow<'a, str>,
}

/// The same failure, minimized.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Shrunk<'a> {
    question: Cow<'a, str>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    inputs: BTreeMap<Cow<'a, str>, Cow<'a, str>>,
    #[serde(flatten)]
    found: Found<'a>,
    /// Calls made to minimize it.
    #[serde(default, skip_serializing_if = "is_zero")]
    evaluations: u64,
    vector: Cow<'a, str>,
}

impl<'a> Case<'a> {
    pub(crate) fn of(result: &'a CaseResult) -> Self {
        let judgement = &result.judgement;
        let observations = judgement.observations.iter();
        let observations = observations.map(|(id, saw)| Observation { requirement: str(id), saw: str(saw) });
        let properties = Some(&result.properties).filter(|_| is_large(&result.id));
        Self {
            id: str(&result.id),
            area: str(result.area),
            requirements: result.requirements.iter().map(|id| str(id)).collect(),
            verdict: str(judgement.verdict.name()),
            // Passes are most of a report; `ascertain explain ID` shows their questions.
            question: (judgement.verdict != Verdict::Pass).then(|| str(&result.question)),
            inputs: inputs(&result.inputs),
            note: result.note.as_deref().filter(|_| judgement.verdict.is_finding()).map(str),
            found: Found::of(judgement),
            observations: observations.collect(),
            elements: judgement.elements,
            order_sensitive: judgement.order_sensitive,
            shrunk: result.shrunk.as_deref().map(Shrunk::of),
            known: result.known.as_ref().map(Explained::of),
            properties: properties.filter(|own| **own != Properties::default()).map(Arguments::of),
        }
    }

    /// Why its failure is known, if it is.
    pub(crate) fn why_known(&self) -> Option<String> {
        let known = self.known.as_ref()?;
        let issue = known.issue.as_ref().map_or(String::new(), |issue| format!(" ({issue})"));
        Some(format!("{}{issue}", known.reason))
    }

    pub(super) fn is_large(&self) -> bool {
        is_large(&self.id)
    }

    /// The result. What the report says of the case must be what the suite says.
    pub(crate) fn restore(&self, catalog: &Catalog<'_>) -> Result<CaseResult, ReadError> {
        let result = self.restored(catalog).map_err(|why| ReadError::case(&self.id, why))?;
        if Case::of(&result) == *self {
            visible::check(self)?;
            Ok(result)
        } else {
            Err(ReadError::case(&self.id, "the case is not what the suite has by this id"))
        }
    }

    fn restored(&self, catalog: &Catalog<'_>) -> Result<CaseResult, String> {
        let known = self.known.as_ref().map(Explained::restore).transpose()?;
        let verdict = known.as_ref().map_or_else(|| verdict(&self.verdict), |known| Ok(known.verdict))?;
        let mut judgement = self.found.restore(verdict, catalog)?;
        let observed = self.observations.iter();
        let observed = observed.map(|o| Ok((requirement(catalog, &o.requirement)?, o.saw.to_string())));
        judgement.observations = observed.collect::<Result<_, String>>()?;
        (judgement.elements, judgement.order_sensitive) = (self.elements, self.order_sensitive);
        let mut result = match catalog.case(&self.id) {
            Some(case) => CaseResult::of(&case, judgement, catalog.editions(), catalog.registry()),
            None => self.told(judgement, catalog)?,
        };
        let shrunk = self.shrunk.as_ref().map(|small| small.restore(catalog));
        result.shrunk = shrunk.transpose()?.map(Box::new);
        if known.is_some() {
            result.judgement.verdict = Verdict::Known;
            result.known = known;
        }
        Ok(result)
    }

    /// A result that no case of the suite has: what a backend declares, how it ended, and what is too large to be made
    /// again.
    fn told(&self, judgement: Judgement, catalog: &Catalog<'_>) -> Result<CaseResult, String> {
        let area = match &*self.area {
            "adapter" => "adapter",
            name => catalog.area(name).ok_or_else(|| format!("this suite has no area `{name}`"))?,
        };
        if self.id != END && !is_large(&self.id) && !is_declaration(&self.id) {
            return Err("this suite has no such case".to_owned());
        }
        let requirements = self.requirements.iter().map(|id| requirement(catalog, id));
        Ok(CaseResult {
            id: self.id.to_string(),
            area,
            requirements: requirements.collect::<Result<_, _>>()?,
            question: self.question.as_deref().unwrap_or_default().to_owned(),
            properties: self.properties.as_ref().map(Arguments::restore).unwrap_or_default(),
            note: self.note.as_deref().map(str::to_owned),
            inputs: named(&self.inputs, self.question.as_deref().unwrap_or_default(), catalog),
            judgement,
            shrunk: None,
            known: None,
        })
    }
}

/// Whether it is the id of a warning about a declaration.
pub(crate) fn is_declaration(id: &str) -> bool {
    id.split('/').nth(1) == Some("declared")
}

impl<'a> Arguments<'a> {
    fn of(properties: &'a Properties) -> Self {
        let Properties { words, rank, length } = properties;
        Self { words: words.iter().map(|word| str(word)).collect(), rank: *rank, length: *length }
    }

    fn restore(&self) -> Properties {
        let words = self.words.iter().map(ToString::to_string).collect();
        Properties { words, rank: self.rank, length: self.length }
    }
}

impl<'a> Explained<'a> {
    fn of(known: &'a KnownAs) -> Self {
        let issue = known.issue.as_deref().map(str);
        Self { verdict: str(known.verdict.name()), reason: str(&known.reason), issue }
    }

    fn restore(&self) -> Result<KnownAs, String> {
        let (reason, issue) = (self.reason.to_string(), self.issue.as_deref().map(str::to_owned));
        Ok(KnownAs { verdict: verdict(&self.verdict)?, reason, issue })
    }
}

impl<'a> Found<'a> {
    fn of(judgement: &'a Judgement) -> Self {
        Self {
            kind: judgement.kind.map(|kind| str(kind.name())),
            expected: judgement.expected.as_deref().map(str),
            got: judgement.got.as_deref().map(str),
            detail: judgement.detail.as_deref().map(str),
            at: judgement.at.as_deref().map(Cow::Borrowed),
            requirement: judgement.requirement.map(str),
            basis: judgement.basis.map(|basis| str(basis.name())),
            cite: judgement.cite.as_ref().map(|cite| str(&cite.words)),
            address: judgement.cite.as_ref().and_then(|cite| cite.address.as_deref()).map(str),
        }
    }

    fn restore(&self, verdict: Verdict, catalog: &Catalog<'_>) -> Result<Judgement, String> {
        let owned = |text: &Option<Cow<'_, str>>| text.as_deref().map(str::to_owned);
        let kind = |name: &str| FailKind::named(name).ok_or_else(|| format!("unknown kind `{name}`"));
        let basis = |name: &str| {
            let found = Basis::ALL.into_iter().find(|basis| basis.name() == name);
            found.ok_or_else(|| format!("unknown basis `{name}`"))
        };
        Ok(Judgement {
            kind: self.kind.as_deref().map(kind).transpose()?,
            requirement: self.requirement.as_deref().map(|id| requirement(catalog, id)).transpose()?,
            basis: self.basis.as_deref().map(basis).transpose()?,
            expected: owned(&self.expected),
            got: owned(&self.got),
            detail: owned(&self.detail),
            at: self.at.as_deref().map(<[usize]>::to_vec),
            cite: owned(&self.cite).map(|words| Cited { words, address: owned(&self.address) }),
            ..Judgement::of(verdict)
        })
    }
}

impl<'a> Shrunk<'a> {
    pub(crate) fn of(small: &'a SmallCase) -> Self {
        Self {
            question: str(&small.question),
            inputs: inputs(&small.inputs),
            found: Found::of(&small.judgement),
            evaluations: small.evaluations as u64,
            vector: str(&small.vector),
        }
    }

    /// Only what fails is minimized.
    pub(crate) fn restore(&self, catalog: &Catalog<'_>) -> Result<SmallCase, String> {
        let judgement = self.found.restore(Verdict::Fail, catalog)?;
        Ok(SmallCase {
            question: self.question.to_string(),
            inputs: named(&self.inputs, &self.question, catalog),
            judgement,
            evaluations: usize::try_from(self.evaluations).unwrap_or(usize::MAX),
            vector: self.vector.to_string(),
        })
    }
}

fn inputs<'a>(inputs: &'a [(&'static str, String)]) -> BTreeMap<Cow<'a, str>, Cow<'a, str>> {
    inputs.iter().map(|(name, elements)| (str(name), str(elements))).collect()
}

/// Inputs in the order of the call's arguments. A question begins with the name of the operator.
fn named(
    inputs: &BTreeMap<Cow<'_, str>, Cow<'_, str>>,
    question: &str,
    catalog: &Catalog<'_>,
) -> Vec<(&'static str, String)> {
    let operator = catalog.registry().spec(question.split('(').next().unwrap_or_default());
    let names = operator.into_iter().flat_map(|spec| spec.arguments).map(|argument| argument.name);
    names.filter_map(|name| Some((name, inputs.get(name)?.to_string()))).collect()
}

const fn str(text: &str) -> Cow<'_, str> {
    Cow::Borrowed(text)
}

pub(crate) fn verdict(name: &str) -> Result<Verdict, String> {
    Verdict::named(name).ok_or_else(|| format!("unknown verdict `{name}`"))
}

fn requirement(catalog: &Catalog<'_>, id: &str) -> Result<&'static str, String> {
    catalog.requirement(id).ok_or_else(|| format!("this suite has no requirement `{id}`"))
}
