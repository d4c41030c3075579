//! A requirement of a new document, how it is written, and what it may be about.

use super::variants::kind;
use super::{list, requirement};
use crate::facts::{FunctionFact, INVALID_STATUS, NULL_STATUS, ParameterFact, Ranks};
use crate::import::write::{cite, quote};
use ascertain_spec::NOT_NAMED;
use ascertain_spec::model::{Direction, Span};

/// A requirement about one aspect of a parameter, or about several.
#[derive(Default)]
pub(super) struct Aspect {
    /// The id, without the operator's name.
    pub(super) id: String,
    pub(super) says: String,
    pub(super) when: Option<String>,
    pub(super) require: String,
    /// Why it is required, if no sentence says so.
    pub(super) reason: Option<&'static str>,
    /// Why no call breaks it, if none does.
    pub(super) unbreakable: Option<&'static str>,
    /// Whether it is about a null pointer.
    pub(super) null: bool,
    pub(super) cites: Vec<String>,
    /// Where the tables of status codes name this case, if each that could does, and the citations of that.
    pub(super) named: Vec<(Span, String)>,
    /// Sentences about the parameter that were not read, and so may qualify it.
    pub(super) unread: Vec<String>,
}

impl Aspect {
    /// The requirement as TOML. Where the tables of status codes do not name the case, `listed` says where a page lists the code.
    pub(super) fn written(
        &self,
        operator: &str,
        system: &str,
        listed: impl Fn(&str) -> Vec<String>,
    ) -> String {
        let status = if self.null { NULL_STATUS } else { INVALID_STATUS };
        let stated = |cites: &[String]| {
            format!("{{ status = \"{status}\", basis = \"stated\", cite = {} }}", list(cites))
        };
        let otherwise = match (self.named.as_slice(), listed(status).as_slice()) {
            ([], []) => None,
            // The table names the parameters that must not be null.
            ([], places) if self.null => Some(stated(places)),
            ([], places) => Some(format!(
                "{{ status = \"{status}\", basis = \"reading\", reason = \"{NOT_NAMED}\", cite = {} }}",
                list(places)
            )),
            (named, _) => Some(stated(&named.iter().map(|(_, cite)| cite.clone()).collect::<Vec<_>>())),
        };
        let toml = requirement(&format!("{operator}.{}", self.id), self.reason)
            // Only a C interface has null pointers.
            .maybe("via", self.null.then(|| quote(system)))
            .maybe("unbreakable", self.unbreakable.map(quote))
            .text("says", &self.says)
            .some("when", self.when.as_ref())
            .text("require", &self.require)
            .maybe("else", otherwise)
            .value("cite", list(&self.cites))
            .toml;
        let mut unread = self.unread.clone();
        unread.dedup();
        match unread.as_slice() {
            [] => toml,
            unread => format!("\n# Not read, and perhaps about this: {}.{toml}", unread.join(", ")),
        }
    }
}

/// A place in a table of status codes.
pub(super) fn codes(function: &FunctionFact, place: Span) -> (Span, String) {
    (place, cite(&format!("{}, return codes", function.name), place))
}

/// Whether an argument for a parameter is a tensor.
pub(super) fn is_tensor(parameter: &ParameterFact) -> bool {
    kind(parameter) == Some("tensor")
}

/// The predicate about the number of dimensions of a tensor, if the page limits it.
pub(super) fn rank(function: &FunctionFact, parameter: &ParameterFact) -> Option<String> {
    let name = &parameter.name;
    match ranks(function, parameter).filter(|_| is_tensor(parameter))? {
        Ranks { least: Some(least), most: Some(most) } if least == most => {
            Some(format!("rank({name}) == {least}"))
        }
        Ranks { least: None, most: Some(most) } => Some(format!("rank({name}) <= {most}")),
        Ranks { least: Some(least), most: None } => Some(format!("{least} <= rank({name})")),
        Ranks { least: Some(least), most: Some(most) } => {
            Some(format!("{least} <= rank({name}) && rank({name}) <= {most}"))
        }
        Ranks { least: None, most: None } => None,
    }
}

/// The ranks of a parameter: as its description says, or else as the table of status codes does.
pub(super) fn ranks(function: &FunctionFact, parameter: &ParameterFact) -> Option<Ranks> {
    parameter.ranks.or_else(|| {
        let limits = function.refusals.iter().filter(|refusal| refusal.parameters.contains(&parameter.name));
        limits.filter_map(|refusal| refusal.most).next().map(|most| Ranks { least: None, most: Some(most) })
    })
}

/// Whether a parameter is a tensor that a function reads and does not write: pages also call others inputs.
pub(super) fn is_read_only(parameter: &ParameterFact) -> bool {
    is_tensor(parameter) && parameter.direction == Direction::In && parameter.c.contains("const")
}

/// The only tensor that a function reads.
pub(super) fn read(function: &FunctionFact) -> Option<&ParameterFact> {
    let mut tensors = function.parameters.iter().filter(|p| is_read_only(p));
    tensors.next().filter(|_| tensors.next().is_none())
}
