//! What pages demand of parameters: the rows of `demands.toml`. The reader finds a demand by its forms, and a new document gets the
//! requirement that the row has.

use crate::vocabulary::{File, pattern};
use ascertain_language::nearest::help;
use serde::Deserialize;
use std::fmt;
use std::sync::LazyLock;

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let [demands, sentences] = [include_str!("demands.toml"), include_str!("sentences.toml")];
    let table: Table = toml::from_str(demands).expect("a valid file of this folder");
    let mistakes = table.mistakes(demands, sentences);
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
    table
});

/// What may stand in braces, for which `value` of `import/declare/call.rs` has values.
const PLACES: [&str; 23] = [
    "a",
    "b",
    "shape",
    "dtype",
    "listed",
    "is_listed",
    "null",
    "not_empty",
    "not_strided",
    "rank",
    "range",
    "list",
    "read",
    "written",
    "over",
    "keep",
    "promotion",
    "conversion",
    "joint",
    "joint_dtype",
    "that_dtype",
    "others",
    "broadcast",
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    demand: Vec<Demand>,
    rule: Vec<Demand>,
}

impl Table {
    /// The names in this text and that of `sentences.toml` that stand for nothing, each with its place and what was expected. A demand
    /// with such a name would never be recognised, or never be a requirement.
    fn mistakes(&self, demands: &str, sentences: &str) -> Vec<String> {
        let mut found = Vec::new();
        let mut unknown = |file: &str, text: &str, within: &str, what: &str, name: &str, known: &[&str]| {
            if !known.contains(&name) {
                let before = text.find(within).map_or(text, |at| &text[..at]);
                let line = before.matches('\n').count() + 1;
                let expected = help(name, known.iter().copied()).unwrap_or_default();
                found.push(format!("{file}:{line}: {what} is called `{name}`: {expected}"));
            }
        };
        let [all, rules] = [&self.demand, &self.rule]
            .map(|rows| rows.iter().map(|row| row.name.as_str()).collect::<Vec<_>>());
        for Demand { rule, .. } in self.demand.iter().filter(|row| !row.rule.is_empty()) {
            unknown("demands.toml", demands, &format!("rule = \"{rule}\""), "no rule", rule, &rules);
        }
        let place = pattern(r"\{(\w+)(?:\((\w+)\))?\}");
        for Demand { id, says, when, require, .. } in self.demand.iter().chain(&self.rule) {
            for found in [id, says, when, require].into_iter().flat_map(|text| place.captures_iter(text)) {
                unknown("demands.toml", demands, &found[0], "no value", &found[1], &PLACES);
                let whose = found.get(2).map_or("a", |whose| whose.as_str());
                unknown("demands.toml", demands, &found[0], "no parameter", whose, &["a", "b"]);
            }
        }
        let file = File::read(sentences);
        // Of `demand_same`, the words that it captures say which demand it is.
        let forms = file.forms.keys().filter(|form| *form != "demand_same").filter_map(|form| {
            let name = form.strip_prefix("demand_").or_else(|| form.strip_prefix("refused_"))?;
            Some((form, name))
        });
        let forms: Vec<(&String, &str)> = forms.collect();
        for (form, name) in &forms {
            unknown("sentences.toml", sentences, &format!("{form} ="), "no demand", name, &all);
        }
        let recognised: Vec<&str> = forms.iter().map(|(_, name)| *name).collect();
        for name in all {
            let within = format!("name = \"{name}\"");
            unknown("demands.toml", demands, &within, "no form `demand_…` or `refused_…`", name, &recognised);
        }
        let parts: Vec<&str> = file.parts.keys().map(String::as_str).collect();
        let part = pattern(r"\{([a-z_]+)\}");
        for found in file.patterns().flat_map(|text| part.captures_iter(text)) {
            unknown("sentences.toml", sentences, &found[0], "no part", &found[1], &parts);
        }
        found
    }
}

/// What a page may demand of parameters; the file says what each field means.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Demand {
    /// `same_shape`
    pub name: String,
    pub(crate) of: Of,
    pub(crate) shapes: bool,
    pub(crate) rule: String,
    pub(crate) id: String,
    pub(crate) says: String,
    pub(crate) when: String,
    pub(crate) require: String,
    pub(crate) unbreakable: String,
}

/// Which of several parameters a demand is about.
#[derive(Clone, Copy, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Of {
    #[default]
    Each,
    Pairs,
    First,
}

impl fmt::Debug for Demand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl PartialEq for Demand {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Demand {}

impl Demand {
    /// All demands, in the order in which they are looked for.
    pub(crate) fn all() -> &'static [Self] {
        &TABLE.demand
    }

    /// What may be required of one parameter.
    pub(crate) fn rules() -> &'static [Self] {
        &TABLE.rule
    }

    /// The demand with a name of the file.
    pub fn named(name: &str) -> &'static Self {
        let found = Self::all().iter().find(|demand| demand.name == name);
        found.unwrap_or_else(|| panic!("demands.toml has no `{name}`"))
    }
}

#[cfg(test)]
mod tests {
    use super::Table;

    const DEMANDS: &str = include_str!("demands.toml");
    const SENTENCES: &str = include_str!("sentences.toml");

    fn mistakes(demands: &str, sentences: &str) -> Vec<String> {
        let table: Table = toml::from_str(demands).expect("it is well-formed");
        table.mistakes(demands, sentences)
    }

    #[test]
    fn a_name_that_stands_for_nothing_is_told_with_its_place() {
        assert_eq!(mistakes(DEMANDS, SENTENCES), [""; 0]);
        let line =
            |text: &str, of: &str| text[..text.find(of).expect("it is there")].matches('\n').count() + 1;
        for (from, to, told) in [
            ("rule = \"rank\"", "rule = \"rnak\"", "no rule is called `rnak`: did you mean `rank`?"),
            ("\"{rank(a)}\"", "\"{rnak(a)}\"", "no value is called `rnak`: did you mean `rank`?"),
            ("{shape(b)}", "{shape(c)}", "no parameter is called `c`: one of `a`, `b`"),
        ] {
            let at = line(DEMANDS, from);
            let found = mistakes(&DEMANDS.replacen(from, to, 1), SENTENCES);
            assert_eq!(found, [format!("demands.toml:{at}: {told}")]);
        }
        for (from, to, told) in [
            (
                "\ndemand_converts =",
                "\ndemand_convert =",
                "no demand is called `convert`: did you mean `converts`?",
            ),
            ("'{refused} ?shape", "'{refusd} ?shape", "no part is called `refusd`: did you mean `refused`?"),
        ] {
            let at = line(SENTENCES, from) + usize::from(from.starts_with('\n'));
            let found = mistakes(DEMANDS, &SENTENCES.replacen(from, to, 1));
            assert_eq!(found, [format!("sentences.toml:{at}: {told}")]);
        }
        // Without a form a demand is never recognised.
        let found = mistakes(DEMANDS, &SENTENCES.replacen("\nrefused_distinct =", "\nrefused_distint =", 1));
        let of_demand = found.iter().find(|one| one.starts_with("demands.toml")).expect("it is told");
        assert!(of_demand.contains("no form `demand_…` or `refused_…` is called `distinct`"), "{of_demand}");
    }
}
