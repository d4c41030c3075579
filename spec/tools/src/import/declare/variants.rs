//! The calls of a new operator: a variant for each pair of functions, and an argument for each parameter.

use crate::facts::{FunctionFact, OperatorFacts, ParameterFact};
use crate::import::wording::FunctionRole;

/// The end of the names of functions of phase one.
const PHASE_ONE: &str = "GetWorkspaceSize";

/// Keys that a request has for itself, so that no argument can have their names.
const RESERVED: [&str; 4] = ["id", "cmd", "null", "frame"];

/// The variants of an operator. The one without a flag comes last.
pub(super) struct Variants<'a> {
    pub(super) list: Vec<Variant<'a>>,
    /// The functions of phase one, in the page's order.
    firsts: Vec<&'a FunctionFact>,
    functions: &'a [FunctionFact],
}

/// A pair of functions, or a function without another phase.
pub(super) struct Variant<'a> {
    pub(super) name: String,
    /// The predicate that chooses it; `false` if no call can be made.
    pub(super) condition: String,
    /// The flag that chooses it, if one does.
    pub(super) flag: Option<&'a str>,
    /// The function of phase one.
    pub(super) function: &'a FunctionFact,
    /// The first parameter that no kind of argument holds: name and type.
    pub(super) inexpressible: Option<(&'a str, &'a str)>,
}

/// The kind of argument that holds a parameter, if one does. A scalar with a range is a whole number.
pub(super) fn kind(parameter: &ParameterFact) -> Option<&'static str> {
    let bare = bare(&parameter.c);
    Some(match bare.as_str() {
        "aclTensor*" => "tensor",
        "aclScalar*" if parameter.range.is_none() => "scalar",
        "int64_t" | "int32_t" | "int16_t" | "int8_t" | "int" | "uint64_t" | "uint32_t" | "size_t" => "int",
        "aclDataType" => "dtype",
        "aclIntArray*" => "ints",
        "bool" => "flag",
        _ if is_number(parameter) => "int",
        _ => return None,
    })
}

/// Whether a parameter holds any number, of which an argument holds whole ones.
pub(super) fn is_number(parameter: &ParameterFact) -> bool {
    match bare(&parameter.c).as_str() {
        "double" | "float" => true,
        "aclScalar*" => parameter.range.is_some(),
        _ => false,
    }
}

fn bare(c: &str) -> String {
    c.replace("const", "").chars().filter(|c| !c.is_whitespace()).collect()
}

/// Whether a parameter belongs to the two phases, and not to the operator.
fn is_of_phases(parameter: &ParameterFact) -> bool {
    parameter.name == "workspaceSize" || parameter.c.contains("aclOpExecutor")
}

/// The variants of the functions of a page.
pub(super) fn variants(operator: &OperatorFacts) -> Variants<'_> {
    let functions = &operator.functions;
    let runs = |function: &FunctionFact| {
        functions.iter().any(|first| first.name.strip_suffix(PHASE_ONE) == Some(&function.name))
    };
    let firsts: Vec<&FunctionFact> = functions.iter().filter(|function| !runs(function)).collect();
    let is_in_place = |function: &&&FunctionFact| base(&function.name).contains("Inplace");
    let in_place = firsts.iter().filter(is_in_place).count();
    let plain = firsts.iter().position(|function| !is_in_place(&function)).unwrap_or(0);
    let mut list: Vec<Variant<'_>> = Vec::new();
    for (index, function) in firsts.iter().enumerate() {
        let flag = match (index == plain, is_in_place(&function) && in_place == 1) {
            (true, _) => None,
            (_, true) => Some("inplace"),
            _ => Some(base(&function.name)),
        };
        let name = match (firsts.len(), in_place, is_in_place(&function)) {
            (_, 1, true) => "in place",
            (2, 1, false) => "out of place",
            _ => base(&function.name),
        };
        let inexpressible = function
            .parameters
            .iter()
            .find(|parameter| !is_of_phases(parameter) && !has_argument(&firsts, parameter));
        let inexpressible = inexpressible.map(|parameter| (parameter.name.as_str(), parameter.c.as_str()));
        list.push(Variant { name: name.to_owned(), condition: String::new(), flag, function, inexpressible });
    }
    list.sort_by_key(|variant| variant.flag.is_none());
    let flags: Vec<&str> =
        list.iter().filter(|variant| variant.inexpressible.is_none()).filter_map(|v| v.flag).collect();
    for variant in &mut list {
        variant.condition = match (variant.inexpressible, variant.flag) {
            (Some(_), _) => "false".to_owned(),
            (None, Some(flag)) => flag.to_owned(),
            (None, None) if flags.is_empty() => "true".to_owned(),
            (None, None) => flags.iter().map(|flag| format!("!{flag}")).collect::<Vec<_>>().join(" && "),
        };
    }
    Variants { list, firsts, functions }
}

/// The name of a function without its phase.
fn base(name: &str) -> &str {
    name.strip_suffix(PHASE_ONE).unwrap_or(name)
}

/// Whether an argument holds a parameter: it has a kind, the same as the first parameter of its name.
fn has_argument(functions: &[&FunctionFact], parameter: &ParameterFact) -> bool {
    let first = functions.iter().flat_map(|f| &f.parameters).find(|first| first.name == parameter.name);
    let kind_of_first = first.and_then(kind);
    kind_of_first.is_some()
        && kind_of_first == kind(parameter)
        && !RESERVED.contains(&parameter.name.as_str())
}

impl<'a> Variants<'a> {
    /// The parameters that arguments hold, in the page's order, each once, and whether a call may go without.
    pub(super) fn arguments(&self) -> Vec<(&'a ParameterFact, bool)> {
        let mut found: Vec<(&ParameterFact, bool)> = Vec::new();
        for parameter in self.firsts.iter().flat_map(|function| &function.parameters) {
            let known = found.iter().any(|(known, _)| known.name == parameter.name);
            if known || is_of_phases(parameter) || !has_argument(&self.firsts, parameter) {
                continue;
            }
            let holds =
                |function: &&FunctionFact| function.parameters.iter().any(|p| p.name == parameter.name);
            found.push((parameter, !self.firsts.iter().all(holds)));
        }
        found
    }

    /// The variants whose function has a parameter of this name that its argument holds, each with the parameter, in the
    /// page's order.
    pub(super) fn holders(&self, name: &str) -> Vec<(&Variant<'a>, &'a ParameterFact)> {
        let holder = |first: &&'a FunctionFact| {
            let variant = self.list.iter().find(|variant| variant.function.name == first.name)?;
            let parameter = first.parameters.iter().find(|parameter| parameter.name == name)?;
            has_argument(&self.firsts, parameter).then_some((variant, parameter))
        };
        self.firsts.iter().filter_map(holder).collect()
    }

    /// The flags that choose variants, each with the name of its function.
    pub(super) fn flags(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let chosen = self.list.iter().filter(|variant| variant.inexpressible.is_none());
        chosen.filter_map(|variant| Some((variant.flag?, base(&variant.function.name))))
    }

    /// The functions of which no call can be made, with the first parameter that is in the way and its type.
    pub(super) fn inexpressible(&self) -> impl Iterator<Item = (&'a FunctionFact, &'a str, &'a str)> {
        self.list.iter().filter_map(|v| v.inexpressible.map(|(name, c)| (v.function, name, c)))
    }

    /// Whether they are those of an overlay that names none: only one, or the forms in and out of place.
    pub(super) fn are_usual(&self) -> bool {
        let conditions: Vec<&str> = self.list.iter().map(|variant| variant.condition.as_str()).collect();
        matches!(conditions.as_slice(), ["true"] | ["inplace", "!inplace"])
    }

    /// Whether any argument has ranks.
    pub(super) fn any_ranks(&self) -> bool {
        self.arguments().iter().any(|(parameter, _)| parameter.ranks.is_some())
    }

    /// Every function with its phase and variant.
    pub(super) fn roles(&self) -> Vec<(String, FunctionRole)> {
        let role = |function: &FunctionFact| {
            let variant = self.list.iter().find(|v| base(&v.function.name) == base(&function.name))?;
            let first = variant.function.name == function.name;
            let then = base(&function.name);
            let followed = first && self.functions.iter().any(|f| f.name == then) && then != function.name;
            let role = FunctionRole {
                phase: if first { 1 } else { 2 },
                variant: Some(variant.name.clone()),
                then: followed.then(|| then.to_owned()),
                place: "prototypes".to_owned(),
            };
            Some((function.name.clone(), role))
        };
        self.functions.iter().filter_map(role).collect()
    }
}
