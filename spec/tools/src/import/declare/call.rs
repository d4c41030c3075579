//! Fills the requirements of `demands.toml` for a function and some of its parameters.

use super::aspect::{Aspect, is_read_only, is_tensor, rank, read};
use super::variants::kind;
use crate::facts::{Demand, DemandFact, FunctionFact, ParameterFact};
use crate::vocabulary::pattern;
use ascertain_spec::model::{Key, Spec, Table};
use regex::{Captures, Regex};
use std::sync::LazyLock;

/// The document that says which dtype converts to which, and its table.
const CONVERSION: &str = "aclnn.conversion";

/// A function, and the parameters that a requirement is about.
pub(super) struct Call<'a> {
    pub(super) spec: &'a Spec,
    pub(super) function: &'a FunctionFact,
    pub(super) of: Vec<&'a ParameterFact>,
}

impl Call<'_> {
    /// What a demand requires. None if the function has other parameters than those of the demand.
    pub(super) fn required(&self, demand: &'static Demand) -> Option<Aspect> {
        Some(Aspect {
            id: self.filled(&demand.id)?,
            says: self.filled(&demand.says)?,
            when: self.filled(&demand.when).filter(|when| !when.is_empty()),
            require: self.filled(&demand.require).filter(|require| !require.is_empty())?,
            unbreakable: self.never_breaks(demand).then_some(demand.unbreakable.as_str()),
            ..Aspect::default()
        })
    }

    /// A text with what stands in its places; none if something does not exist.
    pub(super) fn filled(&self, text: &str) -> Option<String> {
        static PLACE: LazyLock<Regex> = LazyLock::new(|| pattern(r"\{(\w+)(?:\((\w)\))?\}"));
        let mut whole = true;
        let filled = PLACE.replace_all(text, |found: &Captures<'_>| {
            let value = self.value(&found[1], found.get(2).map(|whose| whose.as_str()));
            whole &= value.is_some();
            value.unwrap_or_default()
        });
        let filled = filled.into_owned();
        whole.then_some(filled)
    }

    /// What stands for a name, of the parameter `a`, `b` or none.
    fn value(&self, name: &str, whose: Option<&str>) -> Option<String> {
        let of = *self.of.get(usize::from(whose == Some("b")))?;
        let own = || Some(of.name.clone());
        let only = |is: &dyn Fn(&ParameterFact) -> bool| {
            let mut found = self.function.parameters.iter().filter(|parameter| is(parameter));
            found.next().filter(|_| found.next().is_none()).map(|only| only.name.clone())
        };
        let read = || read(self.function);
        match name {
            "a" => own(),
            "b" => Some(self.of.get(1)?.name.clone()),
            "shape" => is_tensor(of).then(|| format!("shape({})", of.name)),
            "dtype" => dtype(of),
            "listed" => dtype(of).filter(|_| lists_dtypes(self.spec, of)),
            "is_listed" if is_tensor(of) => Some(format!("the dtype of {} is listed", of.name)),
            "is_listed" => Some(format!("{} is a listed dtype", of.name)),
            "null" if of.c.contains('*') && self.function.nulls.iter().any(|(n, _)| *n == of.name) => own(),
            "not_empty" if of.empty == Some(false) && is_tensor(of) => own(),
            "not_strided" if of.strided == Some(false) && is_tensor(of) => own(),
            "rank" => rank(self.function, of),
            "range" => range(self.function, of),
            "list" if kind(of) == Some("ints") => read().and_then(|_| own()),
            "read" => read().map(|read| read.name.clone()).filter(|read| whose.is_none() || *read == of.name),
            "written" => only(&|p| is_tensor(p) && !is_read_only(p)),
            "over" => only(&|p| matches!(kind(p), Some("int" | "ints"))),
            "keep" => only(&|p| kind(p) == Some("flag")),
            "promotion" => Some(Promotion::of(self.spec, self.of[0], self.of.get(1)?)?.operands()),
            "conversion" => Some(newest(self.spec, self.spec.table(CONVERSION)?)),
            "joint" => Some(self.joint()?.1),
            "joint_dtype" => Some(self.joint()?.0),
            "that_dtype" => Some(self.joint()?.0.replace("the dtype", "that")),
            "others" => {
                let (last, rest) = self.of[1..].split_last().filter(|(_, rest)| !rest.is_empty())?;
                let rest: Vec<&str> = rest.iter().map(|other| other.name.as_str()).collect();
                Some(format!("{} and {}", rest.join(", "), last.name))
            }
            "broadcast" => {
                let shape = |of: &&ParameterFact| is_tensor(of).then(|| format!("shape({})", of.name));
                let (last, rest) = self.of[1..].split_last()?;
                let nested = |joint, of| Some(format!("broadcast({}, {joint})", shape(of)?));
                rest.iter().rev().try_fold(shape(last)?, nested)
            }
            _ => None,
        }
    }

    /// What the parameters behind the first promote to: in words, and in the language.
    fn joint(&self) -> Option<(String, String)> {
        match self.of[1..] {
            [only] => Some((format!("the dtype of {}", only.name), dtype(only)?)),
            [x, y] => Some((
                format!("what {} and {} promote to", x.name, y.name),
                format!("promote({})", Promotion::of(self.spec, x, y)?.operands()),
            )),
            _ => None,
        }
    }

    /// Whether no call breaks a demand, whatever dtypes it takes of those that are listed.
    fn never_breaks(&self, demand: &Demand) -> bool {
        let all = || {
            let (first, others) = self.of.split_first()?;
            if demand.name == "promotion" {
                return Some(
                    Promotion::of(self.spec, first, others.first()?)?.results().iter().all(Option::is_some),
                );
            }
            let own = dtypes(self.spec, first);
            let joint = match others {
                [x, y] => Promotion::of(self.spec, x, y)?.results().into_iter().flatten().collect(),
                _ => dtypes(self.spec, others.first()?),
            };
            let (from, to) = if demand.name == "converted" { (joint, own) } else { (own, joint) };
            let conversion = self.spec.table(CONVERSION)?;
            let converts =
                |from: &String| to.iter().all(|to| cell(self.spec, conversion, from, to).is_some());
            Some(from.iter().all(converts))
        };
        !demand.unbreakable.is_empty() && all().unwrap_or_default()
    }
}

/// The dtype of a parameter in the language.
fn dtype(parameter: &ParameterFact) -> Option<String> {
    match kind(parameter)? {
        "tensor" | "scalar" => Some(format!("dtype({})", parameter.name)),
        "dtype" => Some(parameter.name.clone()),
        _ => None,
    }
}

/// Whether a parameter lists dtypes, and nothing that may mean any dtype, as a phrase does.
fn lists_dtypes(spec: &Spec, parameter: &ParameterFact) -> bool {
    parameter.dtypes.iter().all(|listed| listed.is_ascii()) && !dtypes(spec, parameter).is_empty()
}

/// The range of a parameter: as its description says; or, where the table of status codes calls it a dimension, those of the
/// tensor that is read.
fn range(function: &FunctionFact, parameter: &ParameterFact) -> Option<String> {
    let is_dimension =
        |refusal: &&DemandFact| refusal.what.rule == "range" && refusal.parameters.contains(&parameter.name);
    let name = &parameter.name;
    let dimension = |tensor: &ParameterFact| {
        let (least, most) = match kind(parameter)? {
            "ints" => (format!("lowest({name})"), format!("highest({name})")),
            "int" => (name.clone(), name.clone()),
            _ => return None,
        };
        Some(format!("-rank({tensor}) <= {least} && {most} < rank({tensor})", tensor = tensor.name))
    };
    let refused = || function.refusals.iter().find(is_dimension).and(read(function)).and_then(dimension);
    parameter.range.clone().or_else(refused)
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
        Some(Self { spec, table: spec.table(id)?, row, column })
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
    parameter.dtypes.iter().filter(|listed| spec.dtype(listed).is_some()).cloned().collect()
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
