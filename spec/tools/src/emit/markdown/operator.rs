//! Writes operators as Markdown.

use super::{MarkdownTable, Pages, REQUIREMENT, code, escaped, place, requirement, row};
use crate::facts::Ranks;
use ascertain_spec::model::{Contract, Function, Operator, Parameter};
use std::fmt::Write;

/// The columns of [`Pages::parameter`].
const PARAMETER: [&str; 6] = ["parameter", "type", "is", "dtypes and formats", "range", "place"];

impl Pages<'_> {
    /// The contract of the edition shown, and how other editions differ.
    pub(super) fn operator(&self, out: &mut String, operator: &Operator) {
        let shown = &operator.default_edition;
        let Some(contract) = operator.contracts.iter().find(|c| c.edition == *shown) else { return };
        let _ = writeln!(out, "## Operator `{}`\n\n{}.\n", operator.name, escaped(&contract.says));
        let _ = writeln!(out, "{} ({})\n", code(&contract.formula), place(&contract.cite));
        self.arguments(out, operator);
        self.facts(out, contract);
        for function in &contract.functions {
            self.function(out, function);
        }
        let mut requirements = MarkdownTable::new(&REQUIREMENT);
        contract.requirements.iter().for_each(|r| requirements.row(requirement(r)));
        let _ = writeln!(out, "### Requirements\n\n{requirements}");
        for other in operator.contracts.iter().filter(|c| c.edition != *shown) {
            self.contract_changes(out, contract, other);
        }
    }

    fn arguments(&self, out: &mut String, operator: &Operator) {
        let mut grid = MarkdownTable::new(&["argument", "kind", "direction", "is"]);
        for a in &operator.arguments {
            let optional = if a.optional { ", optional" } else { "" };
            let via = a.via.as_ref().map_or(String::new(), |via| format!(" (asked through {})", code(via)));
            grid.row([
                code(&a.name),
                format!("{}{optional}", a.kind.name()),
                a.direction.name().to_owned(),
                format!("{}{via}", escaped(&a.says)),
            ]);
        }
        let _ =
            writeln!(out, "### Arguments\n\nAs implementations are asked; predicates name these.\n\n{grid}");
    }

    /// Facts about the operator as a whole.
    fn facts(&self, out: &mut String, contract: &Contract) {
        let mut grid = MarkdownTable::new(&["fact", "says"]);
        general(contract).into_iter().for_each(|(name, says)| grid.row([name, says]));
        let _ = writeln!(out, "### In general\n\n{grid}");
    }

    fn function(&self, out: &mut String, function: &Function) {
        let _ = writeln!(out, "### `{}`\n", function.name);
        let then = function.then.as_ref().map_or(String::new(), |then| format!(", then {}", code(then)));
        let returns = if function.returns.is_empty() {
            String::new()
        } else {
            format!("; returns {}", code(&function.returns))
        };
        let place = place(&function.cite);
        let _ = writeln!(
            out,
            "Phase {}, {}{then}{returns} ({place}).\n",
            function.phase,
            escaped(&function.variant)
        );
        let mut grid = MarkdownTable::new(&PARAMETER);
        function.parameters.iter().for_each(|p| grid.row(self.parameter(p)));
        let _ = writeln!(out, "{grid}");
    }

    fn parameter(&self, parameter: &Parameter) -> [String; 6] {
        let p = parameter;
        let dtypes = p.dtypes.iter().map(|d| self.spec.dtype_of(*d).name.as_str());
        let dtypes: Vec<String> = dtypes.chain(p.unnamed.iter().map(String::as_str)).map(code).collect();
        let formats: Vec<String> = p.formats.iter().map(|f| code(f)).collect();
        let takes = |what: &str, taken: Option<bool>| {
            taken.map(|taken| format!("{what} {}", if taken { "taken" } else { "not taken" }))
        };
        let listed = [
            Some(dtypes.join(", ")).filter(|text| !text.is_empty()),
            Some(formats.join(", ")).filter(|text| !text.is_empty()),
            takes("empty tensors", p.empty),
            takes("views with gaps", p.strided),
            Ranks { least: p.min_rank, most: p.max_rank }.in_words(),
        ];
        [
            code(&p.name),
            code(&p.c),
            format!("{}: {}", p.direction.name(), escaped(&p.says)),
            listed.into_iter().flatten().collect::<Vec<_>>().join("; "),
            p.range.as_ref().map_or(String::new(), |range| code(range)),
            place(&p.cite),
        ]
    }

    /// Every line of `other` that `shown` does not have, and the requirements that `other` lacks.
    fn contract_changes(&self, out: &mut String, shown: &Contract, other: &Contract) {
        let _ = writeln!(out, "### In edition `{}`\n", other.edition);
        let mut any = false;
        let here = general(shown);
        let facts = general(other).into_iter().filter(|fact| !here.contains(fact));
        any |= listed(out, &["fact", "says"], facts.map(|(name, says)| row([name, says])));
        let parameters = |contract: &Contract| -> Vec<String> {
            let functions = contract.functions.iter();
            let of = |f: &Function| -> Vec<String> {
                let row = |p: &Parameter| row(std::iter::once(code(&f.name)).chain(self.parameter(p)));
                f.parameters.iter().map(row).collect()
            };
            functions.flat_map(of).collect()
        };
        let here = parameters(shown);
        let head: Vec<&str> = std::iter::once("function").chain(PARAMETER).collect();
        any |= listed(out, &head, parameters(other).into_iter().filter(|row| !here.contains(row)));
        let requirements =
            |c: &Contract| -> Vec<String> { c.requirements.iter().map(|r| row(requirement(r))).collect() };
        let here = requirements(shown);
        any |= listed(out, &REQUIREMENT, requirements(other).into_iter().filter(|row| !here.contains(row)));
        let gone = shown.requirements.iter().filter(|r| other.requirements.iter().all(|o| o.id != r.id));
        let gone: Vec<String> = gone.map(|r| code(&r.id)).collect();
        if !gone.is_empty() {
            let _ = writeln!(out, "Not required: {}.\n", gone.join(", "));
        }
        if !any && gone.is_empty() {
            out.push_str("Nothing is different.\n\n");
        }
    }
}

/// Writes rows as a table, if there are any. Returns whether there are.
fn listed(out: &mut String, head: &[&str], rows: impl Iterator<Item = String>) -> bool {
    let mut rows = rows.peekable();
    if rows.peek().is_none() {
        return false;
    }
    let mut grid = MarkdownTable::new(head);
    rows.for_each(|row| grid.text.push_str(&row));
    let _ = writeln!(out, "{grid}");
    true
}

/// Facts about an operator as a whole: names and statements.
fn general(contract: &Contract) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    if let Some(rank) = &contract.max_rank {
        facts.push(("dimensions".into(), format!("at most {} ({})", rank.is, place(&rank.cite))));
    }
    if let Some(stated) = &contract.deterministic {
        let says = if stated.is { "the same bits every time" } else { "bits may differ" };
        facts.push(("asking twice".into(), format!("{says} ({})", place(&stated.cite))));
    }
    for p in &contract.products {
        let supported = if p.supported { "supported" } else { "not supported" };
        let reason = p.reason.as_ref().map_or(String::new(), |reason| format!("; {}", escaped(reason)));
        let basis = p.basis.name();
        facts.push((escaped(&p.name), format!("{supported} ({basis}{reason}; {})", place(&p.cite))));
    }
    for m in &contract.messages {
        facts.push((code(&m.text), format!("{} ({})", escaped(&m.says), place(&m.cite))));
    }
    for variant in &contract.variants {
        facts
            .push((format!("variant {}", code(&variant.name)), format!("when {}", code(&variant.when.text))));
    }
    for d in &contract.derived {
        facts.push((code(&d.name), format!("{}: {}", escaped(&d.says), code(&d.is.text))));
    }
    facts
}
