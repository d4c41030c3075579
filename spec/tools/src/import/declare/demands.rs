//! Requirements about several parameters together: that dtypes promote and convert, that shapes broadcast, that two are the same.

use super::aspect::{Aspect, codes, is_read_only, is_tensor, rank, read};
use super::variants::{Variants, kind};
use crate::facts::{Demand, DemandFact, FunctionFact, ParameterFact};
use crate::import::write::cite;
use crate::place::contains;
use ascertain_spec::model::{Direction, Key, Span, Spec, Table};

/// The document that says which dtype converts to which, and its table.
const CONVERSION: &str = "aclnn.conversion";

/// What a function demands of some parameters, and where.
struct Demanded {
    what: Demand,
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
            let required = match demanded.what.is_of_each() {
                true => of.first().and_then(|of| of_one(demanded.what, function, of)),
                false => of_several(spec, demanded.what, &of),
            };
            let Some(required) = required else { continue };
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
        let alternatives: Vec<Vec<String>> = match what {
            what if what.is_of_each() => parameters.iter().map(|parameter| vec![parameter.clone()]).collect(),
            Demand::BroadcastShape | Demand::ConvertedTo | Demand::ConvertsTo => {
                let [first, others @ ..] = parameters.as_slice() else { continue };
                let mut others = others.to_vec();
                others.sort_by_key(at);
                vec![[vec![first.clone()], others].concat()]
            }
            Demand::SameDType | Demand::SameShape | Demand::Promotion | Demand::Broadcast => {
                let mut sorted = parameters.clone();
                sorted.sort_by_key(at);
                sorted.dedup();
                let pair = |other: &String| vec![sorted[0].clone(), other.clone()];
                sorted.iter().skip(1).map(pair).collect()
            }
            _ => continue,
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
                let described = function.parameters.iter().find(|p| contains(p.place, *place));
                let about = described.map_or(String::new(), |parameter| format!(", {}", parameter.name));
                known.cites.push(cite(&format!("{}{about}", function.name), *place));
            }
        }
    }
    let pair = |of: Demand| {
        let mut pairs = found.iter().filter(|known| known.what == of);
        pairs.next().filter(|_| pairs.next().is_none()).map(|known| known.parameters.clone())
    };
    let (promoted, broadcast) = (pair(Demand::Promotion), pair(Demand::Broadcast));
    for unnamed in found.iter_mut().filter(|known| known.parameters.len() == 1 && !known.what.is_of_each()) {
        let others = if unnamed.what == Demand::BroadcastShape { &broadcast } else { &promoted };
        unnamed.parameters.extend(others.iter().flatten().cloned());
    }
    let has_shape = |name: &String| {
        let of_it = |known: &&Demanded| match known.what {
            Demand::BroadcastShape => known.parameters.first() == Some(name),
            Demand::SameShape => known.parameters.contains(name),
            _ => false,
        };
        found.iter().any(|known| of_it(&known))
    };
    let written = function.parameters.iter().filter(|p| p.direction != Direction::In && is_tensor(p));
    let silent: Vec<Demanded> = written
        .filter(|parameter| !has_shape(&parameter.name))
        .filter_map(|parameter| {
            let parameters = [vec![parameter.name.clone()], broadcast.clone()?].concat();
            let cites = vec![cite(&format!("{}, {}", function.name, parameter.name), parameter.place)];
            let (what, reason) = (Demand::BroadcastShape, Some(HOLDS_THE_RESULT));
            Some(Demanded { what, parameters, cites, named: Vec::new(), reason })
        })
        .collect();
    found.extend(silent);
    found
}

/// What a demand on one parameter requires. None if a rule of [`super::requirements`] does, or the function has other parameters
/// than those of a fold or a scan.
fn of_one(what: Demand, function: &FunctionFact, of: &ParameterFact) -> Option<Aspect> {
    let name = &of.name;
    let read = &read(function)?.name;
    let only = |is: &dyn Fn(&&ParameterFact) -> bool| {
        let mut found = function.parameters.iter().filter(is);
        found.next().filter(|_| found.next().is_none())
    };
    let is_written = |p: &&ParameterFact| is_tensor(p) && !is_read_only(p);
    let (id, says, when, require) = match what {
        Demand::ScalarDimension => (
            format!("scalar.{name}"),
            format!("the {name} of a scalar is -1 or 0"),
            None,
            format!("rank({read}) > 0 || (-1 <= {name} && {name} <= 0)"),
        ),
        Demand::Distinct if kind(of) == Some("ints") => {
            ("twice".to_owned(), "no dimension is named twice".to_owned(), None, format!("distinct({name})"))
        }
        Demand::ResultShape if is_tensor(of) => {
            let over = only(&|p| matches!(kind(p), Some("int" | "ints")))?;
            let keep = only(&|p| kind(p) == Some("flag"))?;
            (
                format!("{name}.shape"),
                format!("{name} has the shape of the result"),
                rank(function, of),
                format!("shape({name}) == fold(shape({read}), {}, {})", over.name, keep.name),
            )
        }
        Demand::Elements if name == read => {
            let over = &only(&|p| matches!(kind(p), Some("int" | "ints")))?.name;
            (
                "nothing".to_owned(),
                format!("no dimension that {over} names has length 0"),
                None,
                format!("!any_zero(shape({read}), {over})"),
            )
        }
        Demand::RealIfEmpty if name == read => {
            let written = &only(&is_written)?.name;
            (
                "empty.complex".to_owned(),
                format!("{written} of a {read} without elements is not complex"),
                Some(format!("count({read}) == 0")),
                format!("dtype({written}) != 'c64' && dtype({written}) != 'c128'"),
            )
        }
        _ => return None,
    };
    Some(Aspect { id, says, when, require, ..Aspect::default() })
}

/// What a demand on several parameters requires. None if the language has no words for it.
fn of_several(spec: &Spec, what: Demand, of: &[&ParameterFact]) -> Option<Aspect> {
    let (first, others) = of.split_first()?;
    let (a, second) = (&first.name, others.first()?);
    let b = &second.name;
    let dtype = |parameter: &ParameterFact| match kind(parameter)? {
        "tensor" | "scalar" => Some(format!("dtype({})", parameter.name)),
        "dtype" => Some(parameter.name.clone()),
        _ => None,
    };
    let shape =
        |parameter: &&ParameterFact| is_tensor(parameter).then(|| format!("shape({})", parameter.name));
    // What the others promote to, in words and in the language.
    let joint = || match others {
        [only] => Some((format!("the dtype of {}", only.name), dtype(only)?)),
        [x, y] => Some((
            format!("what {} and {} promote to", x.name, y.name),
            format!("promote({})", Promotion::of(spec, x, y)?.operands()),
        )),
        _ => None,
    };
    let (id, says, require, unbreakable) = match what {
        Demand::SameDType => (
            format!("{a}.{b}.dtype"),
            format!("{a} and {b} have the same dtype"),
            format!("{} == {}", dtype(first)?, dtype(second)?),
            None,
        ),
        Demand::SameShape => (
            format!("{a}.{b}.shape"),
            format!("{a} and {b} have the same shape"),
            format!("{} == {}", shape(first)?, shape(second)?),
            None,
        ),
        Demand::Promotion => {
            let promotion = Promotion::of(spec, first, second)?;
            let all = promotion.results().iter().all(Option::is_some);
            (
                format!("{a}.{b}.promotes"),
                format!("the dtypes of {a} and {b} promote"),
                format!("promotable({})", promotion.operands()),
                all.then_some("all dtypes that are listed promote with each other"),
            )
        }
        Demand::Broadcast => (
            format!("{a}.{b}.broadcasts"),
            format!("the shapes of {a} and {b} broadcast"),
            format!("fit({}, {})", shape(first)?, shape(second)?),
            None,
        ),
        Demand::BroadcastShape => {
            let (last, rest) = others.split_last().filter(|(_, rest)| !rest.is_empty())?;
            let names: Vec<&str> = rest.iter().map(|other| other.name.as_str()).collect();
            let joint = rest.iter().rev().try_fold(shape(last)?, |joint, other| {
                Some(format!("broadcast({}, {joint})", shape(other)?))
            })?;
            (
                format!("{a}.broadcast"),
                format!("{a} has the shape that {} and {} broadcast to", names.join(", "), last.name),
                format!("{} == {joint}", shape(first)?),
                None,
            )
        }
        Demand::ConvertedTo | Demand::ConvertsTo => {
            let conversion = table(spec, CONVERSION)?;
            let (said, joint) = joint()?;
            let own = dtype(first)?;
            let dtypes = dtypes(spec, first);
            let joint_dtypes: Vec<String> = match others {
                [x, y] => Promotion::of(spec, x, y)?.results().into_iter().flatten().collect(),
                _ => self::dtypes(spec, second),
            };
            let ((from, from_dtypes), (to, to_dtypes)) = match what {
                Demand::ConvertedTo => ((&joint, &joint_dtypes), (&own, &dtypes)),
                _ => ((&own, &dtypes), (&joint, &joint_dtypes)),
            };
            let converts =
                |from: &String| to_dtypes.iter().all(|to| cell(spec, conversion, from, to).is_some());
            (
                format!("{a}.converts"),
                match what {
                    Demand::ConvertedTo => format!("{said} converts to the dtype of {a}"),
                    _ => format!("the dtype of {a} converts to {}", said.replace("the dtype", "that")),
                },
                format!("promotable('{}', {from}, {to})", newest(spec, conversion)),
                from_dtypes.iter().all(converts).then_some("all dtypes that are listed convert"),
            )
        }
        _ => return None,
    };
    Some(Aspect { id, says, require, unbreakable, ..Aspect::default() })
}

/// The ids of the requirements that follow from a demand, so that no call breaks them alone: what is written has the rank of its
/// shape, and the dtypes of what it is the same as.
fn follows(what: Demand, of: &[&ParameterFact]) -> impl Iterator<Item = String> {
    let (written, other) = match what {
        Demand::BroadcastShape => (of.first(), None),
        _ => (of.get(1), of.first()),
    };
    let aspects: &[&str] = match (what, written, other) {
        (_, Some(written), _) if written.direction != Direction::Out => &[],
        (Demand::BroadcastShape | Demand::SameShape, ..) => &["rank"],
        (Demand::SameDType, Some(written), Some(other)) if written.dtypes == other.dtypes => {
            &["dtype", "converts"]
        }
        (Demand::SameDType, ..) => &["converts"],
        _ => &[],
    };
    aspects.iter().filter_map(move |aspect| Some(format!("{}.{aspect}", written?.name)))
}

/// The table by which two parameters promote, in its newest edition.
struct Promotion<'a> {
    spec: &'a Spec,
    table: &'a Table,
    row: &'a ParameterFact,
    column: &'a ParameterFact,
}

impl<'a> Promotion<'a> {
    fn of(spec: &'a Spec, x: &'a ParameterFact, y: &'a ParameterFact) -> Option<Self> {
        let (id, row, column) = match (kind(x)?, kind(y)?) {
            ("tensor", "tensor") => ("aclnn.tensor-tensor", x, y),
            ("scalar", "tensor") => ("aclnn.tensor-scalar", x, y),
            ("tensor", "scalar") => ("aclnn.tensor-scalar", y, x),
            _ => return None,
        };
        Some(Self { spec, table: table(spec, id)?, row, column })
    }

    /// The table and the dtypes of the two, as functions of tables take them.
    fn operands(&self) -> String {
        format!("'{}', dtype({}), dtype({})", newest(self.spec, self.table), self.row.name, self.column.name)
    }

    /// What each listed pair promotes to.
    fn results(&self) -> Vec<Option<String>> {
        let [rows, columns] = [self.row, self.column].map(|parameter| dtypes(self.spec, parameter));
        let of = |row: &String| {
            columns.iter().map(move |column| cell(self.spec, self.table, row, column)).collect::<Vec<_>>()
        };
        rows.iter().flat_map(of).collect()
    }
}

/// The dtypes that a parameter lists.
fn dtypes(spec: &Spec, parameter: &ParameterFact) -> Vec<String> {
    let known = |listed: &&String| spec.dtypes.iter().any(|dtype| dtype.name == **listed);
    parameter.dtypes.iter().filter(known).cloned().collect()
}

fn table<'a>(spec: &'a Spec, id: &str) -> Option<&'a Table> {
    spec.tables.iter().find(|table| table.id == id)
}

/// The name by which predicates call a table's newest edition, which the profile `latest` has.
fn newest(spec: &Spec, table: &Table) -> String {
    let latest = spec.profiles.iter().find(|profile| profile.name == "latest");
    let chosen =
        latest.and_then(|latest| latest.editions.iter().find(|choice| choice.document == table.document));
    chosen.map_or(table.id.clone(), |choice| format!("{}={}", table.id, choice.edition))
}

/// The short name of the dtype in a cell of a table's newest edition.
fn cell(spec: &Spec, table: &Table, row: &str, column: &str) -> Option<String> {
    let newest = newest(spec, table);
    let edition = newest.split_once('=').map(|(_, edition)| edition);
    let edition = match edition {
        Some(name) => table.editions.iter().find(|edition| edition.edition == name)?,
        None => table.editions.first()?,
    };
    let at = |keys: &[Key], name: &str| keys.iter().position(|key| key.name(spec) == name);
    let (row, column) = (at(&table.rows.keys, row)?, at(&table.columns.keys, column)?);
    let result = edition.cells[row * table.columns.keys.len() + column].result?;
    Some(spec.dtype_of(result).name.clone())
}
