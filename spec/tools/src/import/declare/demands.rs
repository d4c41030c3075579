//! Requirements about several parameters together: that dtypes promote and convert, that shapes broadcast, that two are the same.

use super::aspect::{Aspect, codes, is_tensor};
use super::call::Call;
use super::variants::Variants;
use crate::demand::Of;
use crate::facts::{Demand, DemandFact, FunctionFact, ParameterFact};
use crate::import::write::cite;
use ascertain_spec::model::{Direction, Span, Spec};

/// What a function demands of some parameters, and where.
struct Demanded {
    what: &'static Demand,
    /// Of a demand with a first one, that one and the others; of the rest, two. Otherwise in the order of the prototype.
    parameters: Vec<String>,
    /// Where descriptions say so.
    cites: Vec<String>,
    /// Where the table of status codes does.
    named: Vec<(Span, String)>,
    /// Why it is demanded, if no sentence says so.
    reason: Option<&'static str>,
}

/// Why a tensor that is written has the shape of the result.
const HOLDS_THE_RESULT: &str = "it holds the result, whose shape the page does not mention";

/// The requirements, and the ids of those about one parameter that follow from them.
pub(super) fn requirements(spec: &Spec, variants: &Variants<'_>) -> (Vec<Aspect>, Vec<String>) {
    let (mut found, mut implied): (Vec<Aspect>, Vec<String>) = Default::default();
    for variant in &variants.list {
        let function = variant.function;
        for demanded in demanded(function) {
            let parameter =
                |name: &String| function.parameters.iter().find(|parameter| parameter.name == *name);
            let Some(of) = demanded.parameters.iter().map(parameter).collect::<Option<Vec<_>>>() else {
                continue;
            };
            let call = Call { spec, function, of };
            let Some(required) = call.required(demanded.what) else { continue };
            let of = call.of;
            let id = required.id.clone();
            let holders = id.split('.').filter_map(|name| of.iter().find(|of| of.name == name));
            let holders = holders.map(|named| variants.holders(&named.name).len()).min();
            // Functions that share all of the arguments in the id may be silent, or demand something else.
            let shared = holders.is_some_and(|holders| holders > 1);
            let prefix = if shared { variant.name.replace(' ', "-") + "." } else { String::new() };
            implied.extend(follows(demanded.what, &of).filter(|_| !shared));
            let Demanded { cites, named, reason, .. } = demanded;
            let cites =
                if cites.is_empty() { named.iter().map(|(_, cite)| cite.clone()).collect() } else { cites };
            found.push(Aspect {
                id: prefix + &id,
                when: if shared { Some(variant.condition.clone()) } else { required.when.clone() },
                reason,
                cites,
                named,
                ..required
            });
        }
    }
    found.retain(|aspect| !implied.contains(&aspect.id));
    (found, implied)
}

/// What a function demands, each once, with all of its places.
fn demanded(function: &FunctionFact) -> Vec<Demanded> {
    let at = |name: &String| function.parameters.iter().position(|parameter| parameter.name == *name);
    let facts = function.demands.iter().map(|fact| (fact, false));
    let facts = facts.chain(function.refusals.iter().map(|fact| (fact, true)));
    let mut found: Vec<Demanded> = Vec::new();
    for (DemandFact { what, parameters, place, .. }, of_codes) in facts {
        let alternatives: Vec<Vec<String>> = match what.of {
            Of::Each => parameters.iter().map(|parameter| vec![parameter.clone()]).collect(),
            Of::First => {
                let [first, others @ ..] = parameters.as_slice() else { continue };
                let mut others = others.to_vec();
                others.sort_by_key(at);
                vec![[vec![first.clone()], others].concat()]
            }
            Of::Pairs => {
                let mut sorted = parameters.clone();
                sorted.sort_by_key(at);
                sorted.dedup();
                let pair = |other: &String| vec![sorted[0].clone(), other.clone()];
                sorted.iter().skip(1).map(pair).collect()
            }
        };
        for parameters in alternatives {
            // A sentence that does not name the others is about those of another one, or about the only ones there are.
            let same = |known: &&mut Demanded| {
                let [one, other] = [&known.parameters, &parameters];
                known.what == *what
                    && (one == other || (one[0] == other[0] && one.len().min(other.len()) == 1))
            };
            let known = match found.iter_mut().position(|known| same(&&mut *known)) {
                Some(known) => &mut found[known],
                None => {
                    let (what, cites, named) = (*what, Vec::new(), Vec::new());
                    found.push(Demanded { what, parameters: parameters.clone(), cites, named, reason: None });
                    let last = found.len() - 1;
                    &mut found[last]
                }
            };
            if known.parameters.len() < parameters.len() {
                known.parameters = parameters;
            }
            if of_codes {
                known.named.push(codes(function, *place));
            } else {
                let described = function.parameters.iter().find(|p| p.place.contains(*place));
                let about = described.map_or(String::new(), |parameter| format!(", {}", parameter.name));
                known.cites.push(cite(&format!("{}{about}", function.name), *place));
            }
        }
    }
    let pair = |name: &str| {
        let mut pairs = found.iter().filter(|known| known.what.name == name);
        pairs.next().filter(|_| pairs.next().is_none()).map(|known| known.parameters.clone())
    };
    let (promoted, broadcast) = (pair("promotion"), pair("broadcast"));
    for unnamed in found.iter_mut().filter(|known| known.parameters.len() == 1 && known.what.of != Of::Each) {
        let others = if unnamed.what.shapes { &broadcast } else { &promoted };
        unnamed.parameters.extend(others.iter().flatten().cloned());
    }
    let has_shape = |name: &String| {
        found.iter().any(|known| match known.what.name.as_str() {
            "broadcast_shape" => known.parameters.first() == Some(name),
            "same_shape" => known.parameters.contains(name),
            _ => false,
        })
    };
    let written = function.parameters.iter().filter(|p| p.direction != Direction::In && is_tensor(p));
    let silent: Vec<Demanded> = written
        .filter(|parameter| !has_shape(&parameter.name))
        .filter_map(|parameter| {
            let parameters = [vec![parameter.name.clone()], broadcast.clone()?].concat();
            let cites = vec![cite(&format!("{}, {}", function.name, parameter.name), parameter.place)];
            let (what, reason) = (Demand::named("broadcast_shape"), Some(HOLDS_THE_RESULT));
            Some(Demanded { what, parameters, cites, named: Vec::new(), reason })
        })
        .collect();
    found.extend(silent);
    found
}

/// The ids of the requirements that follow from a demand, so that no call breaks them alone: what is written has the rank of its
/// shape, and the dtypes of what it is the same as.
fn follows(what: &Demand, of: &[&ParameterFact]) -> impl Iterator<Item = String> {
    let (written, other) = match what.of {
        Of::First => (of.first(), None),
        _ => (of.get(1), of.first()),
    };
    let aspects: &[&str] = match (what.name.as_str(), written, other) {
        (_, Some(written), _) if written.direction != Direction::Out => &[],
        ("broadcast_shape" | "same_shape", ..) => &["rank"],
        ("same_dtype", Some(written), Some(other)) if written.dtypes == other.dtypes => {
            &["dtype", "converts"]
        }
        ("same_dtype", ..) => &["converts"],
        _ => &[],
    };
    aspects.iter().filter_map(move |aspect| Some(format!("{}.{aspect}", written?.name)))
}
