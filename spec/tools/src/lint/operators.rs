//! Checks operators: functions against each other, facts against requirements, requirements against errata.

use super::Finding;
use crate::diff::{FactKind, PARAMETER, Said};
use crate::facts::ParameterFact;
use ascertain_spec::model::{
    Citation, Contract, Direction, Function, Level, OperatorSpec, Parameter, Requirement, SourceKind, Spec,
};

pub(super) fn check(spec: &Spec, operator: &OperatorSpec, contract: &Contract, findings: &mut Vec<Finding>) {
    let cx = Context { spec, operator, contract };
    cx.pairs(findings);
    cx.code(findings);
    cx.enforced(findings);
    cx.statuses(findings);
}

struct Context<'a> {
    spec: &'a Spec,
    operator: &'a OperatorSpec,
    contract: &'a Contract,
}

/// The aspects in which two functions with the same parameter are compared.
const COMPARED: [FactKind; 5] =
    [FactKind::Range, FactKind::Empty, FactKind::Strided, FactKind::Formats, FactKind::DTypes];

fn parameter_of<'a>(function: &'a Function, name: &str) -> Option<&'a Parameter> {
    function.parameters.iter().find(|parameter| parameter.name == name)
}

impl<'a> Context<'a> {
    fn finding(&self, check: &str, subject: &str, says: String, cites: Vec<Citation>) -> Finding {
        let id = format!("{}/{check}/{subject}", self.operator.document);
        Finding::new(id, &self.operator.document, &self.contract.edition, says, cites)
    }

    fn phase(&self, phase: u32) -> impl Iterator<Item = &'a Function> + use<'a> {
        self.contract.functions.iter().filter(move |function| function.phase == phase)
    }

    /// The parameters of the functions of phase one.
    fn parameters(&self) -> impl Iterator<Item = (&'a Function, &'a Parameter)> + use<'a> {
        self.phase(1).flat_map(|function| function.parameters.iter().map(move |p| (function, p)))
    }

    /// The predicates of requirements.
    fn predicates(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.contract.requirements.iter().filter_map(|r| Some(r.require.as_ref()?.text.as_str()))
    }

    /// Compares the parameters of every function of phase one with the first function that has the same parameter.
    fn pairs(&self, findings: &mut Vec<Finding>) {
        for (index, function) in self.phase(1).enumerate() {
            for parameter in &function.parameters {
                let named = |other: &'a Function| Some((other, parameter_of(other, &parameter.name)?));
                let Some((other, first)) = self.phase(1).take(index).find_map(named) else { continue };
                // A tensor of one function may have another name in the other.
                let says = |said| anonymous(said, function, other);
                let said = |said| anonymous(said, other, function);
                for (check, says, said) in self.at_odds((parameter, says), (first, said)) {
                    let sentence = format!(
                        "{check} of {}: {} says `{says}`, {} says `{said}`",
                        parameter.name, function.name, other.name
                    );
                    let subject = format!("{}.{}", function.name, parameter.name);
                    let cites = vec![parameter.cite.clone(), first.cite.clone()];
                    findings.push(self.finding(check, &subject, sentence, cites));
                }
            }
        }
    }

    /// Compares the vendor's code with its page.
    fn code(&self, findings: &mut Vec<Finding>) {
        let Some(page) = self.page() else { return };
        for (function, parameter) in self.parameters() {
            let printed = page.functions.iter().find(|other| other.name == function.name);
            let printed = printed.and_then(|printed| parameter_of(printed, &parameter.name));
            let Some(first) = printed else { continue };
            for (check, says, said) in self.at_odds((parameter, |said| said), (first, |said| said)) {
                let sentence = format!(
                    "{check} of {}: the code says `{says}`, the page {} says `{said}`",
                    parameter.name, page.edition
                );
                let subject = format!("{}.{}/{check}", function.name, parameter.name);
                let cites = vec![parameter.cite.clone(), first.cite.clone()];
                findings.push(self.finding("code", &subject, sentence, cites));
            }
        }
    }

    /// The aspects in which two parameters differ, as far as both state them, and what each says. They are compared in other
    /// words.
    fn at_odds(
        &self,
        (one, in_words): (&Parameter, impl Fn(Said) -> Said),
        (other, in_other_words): (&Parameter, impl Fn(Said) -> Said),
    ) -> Vec<(&'static str, String, String)> {
        let [one, other] = [one, other].map(|of| ParameterFact::of(of, &self.contract.edition, self.spec));
        let compared = PARAMETER.into_iter().filter(|(kind, ..)| COMPARED.contains(kind));
        let odds = compared.filter_map(|(kind, .., of)| {
            let (one, other) = (of(&one), of(&other));
            let (says, said) = (one.words()?, other.words()?);
            let (one, other) = (in_words(one), in_other_words(other));
            let alike = one.takes_all_of(&other) && other.takes_all_of(&one);
            (!alike).then(|| (kind.name(), says, said))
        });
        odds.collect()
    }

    /// The contract of the nearest page that this edition inherits from, if it is code.
    fn page(&self) -> Option<&'a Contract> {
        let editions = &self.spec.document(&self.operator.document)?.editions;
        let find = |name: &str| editions.iter().find(|edition| edition.name == name);
        let mut edition =
            find(&self.contract.edition).filter(|edition| edition.source == SourceKind::Code)?;
        while edition.source == SourceKind::Code {
            edition = find(edition.inherits.as_deref()?)?;
        }
        self.operator.contracts.iter().find(|contract| contract.edition == edition.name)
    }

    /// Ranges and limits that the edition states, but no requirement has as its predicate: the page changed, and the
    /// requirements did not.
    fn enforced(&self, findings: &mut Vec<Finding>) {
        for (Function { name: function, .. }, Parameter { name, range, cite, .. }) in self.parameters() {
            let demanded = |range: &&String| self.predicates().any(|text| compact(text) == compact(range));
            let Some(range) = range.as_ref().filter(|range| !demanded(range)) else { continue };
            let says = format!("{function} says `{range}` of {name}, but no requirement says exactly that");
            findings.push(self.finding("enforced", &format!("{function}.{name}"), says, vec![cite.clone()]));
        }
        // Alone, or with a lower limit beside it.
        let limits = |argument: &str, rank: u32| {
            let limits = [format!("rank({argument})<={rank}"), format!("rank({argument})=={rank}")];
            self.predicates().flat_map(|text| text.split("&&")).any(|part| limits.contains(&compact(part)))
        };
        for (Function { name: function, .. }, parameter) in self.parameters() {
            // A limit of a result follows from that of what it is computed from.
            let read = parameter.direction != Direction::Out;
            let name = &parameter.name;
            let limit = parameter.max_rank.filter(|rank| read && !limits(name, *rank));
            let Some(rank) = limit else { continue };
            let says =
                format!("{function} takes at most {rank} dimensions for {name}, but no requirement says so");
            let subject = format!("{function}.{name}/max_rank");
            findings.push(self.finding("enforced", &subject, says, vec![parameter.cite.clone()]));
        }
        if let Some((rank, cite)) = self.contract.max_rank.zip(self.contract.max_rank_cite.as_ref())
            && !self.operator.arguments.iter().any(|argument| limits(&argument.name, rank))
        {
            let says = format!("at most {rank} dimensions are stated, but no requirement says so");
            findings.push(self.finding("enforced", "max_rank", says, vec![cite.clone()]));
        }
    }

    /// Requirements that can be broken and have no status or message, though others have one.
    fn statuses(&self, findings: &mut Vec<Finding>) {
        let breakable =
            |r: &&Requirement| r.level == Level::Must && r.require.is_some() && r.unbreakable.is_none();
        let answered = |r: &&Requirement| r.status.is_some() || r.message.is_some();
        let all = || self.contract.requirements.iter().filter(breakable);
        if !all().any(|requirement| answered(&requirement)) {
            return;
        }
        for requirement in all().filter(|requirement| !answered(requirement)) {
            let says = format!("{} has no status, though other requirements have one", requirement.id);
            findings.push(self.finding("status", &requirement.id, says, vec![requirement.cite.clone()]));
        }
    }
}

/// What a function says, with `_` for its parameters that the other function does not have.
fn anonymous(said: Said, function: &Function, other: &Function) -> Said {
    let Said::Words(Some(said)) = said else { return said };
    let has = |function: &Function, name: &str| function.parameters.iter().any(|p| p.name == name);
    let own = function.parameters.iter().filter(|p| !has(other, &p.name));
    Said::Words(Some(own.fold(said, |said, p| said.replace(&format!("rank({})", p.name), "rank(_)"))))
}

/// A predicate without white space.
fn compact(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}
