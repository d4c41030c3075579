//! Operators of a specification in a folder, as the harness has those that it was built with.

use ascertain::DType;
use ascertain::contract::OperatorSpec;
use ascertain::document::Editions;
use ascertain::language::{Named, Names};
use ascertain::load::{Load, Value};
use ascertain::product::ProductSet;
use ascertain::reference::{self, Reference};
use ascertain_conformance::operator::{Declared, Operator, Registry};
use ascertain_spec::model::root::{Constant, InRoot};
use ascertain_spec::model::{self, Contract, DTypeId, Spec};
use std::sync::Arc;

/// Loads an operator of a specification with the contract of one edition: of the named one, or of the default one. Promotion tables that it names are
/// those of this program.
///
/// # Errors
/// An operator, an edition or a dtype that is not there.
pub fn operator(spec: &Spec, name: &str, edition: Option<&str>) -> Result<&'static OperatorSpec, String> {
    let known =
        || spec.operators.iter().map(|operator| operator.name.as_str()).collect::<Vec<_>>().join(", ");
    let operator = spec.operators.iter().find(|operator| operator.name == name);
    let mut operator =
        operator.cloned().ok_or_else(|| format!("no operator is called `{name}`; there are: {}", known()))?;
    let edition = edition.unwrap_or(&operator.default_edition).to_owned();
    operator.contracts.retain(|contract| contract.edition == edition);
    if operator.contracts.is_empty() {
        return Err(format!("operator {name} has no edition `{edition}`"));
    }
    let value = Loader { spec, operator: &operator, names: Arc::default() }.value(&operator.constant())?;
    Ok(Box::leak(Box::new(OperatorSpec::load(&value))))
}

/// A registry of these operators alone, and a reference that knows them.
#[must_use]
pub fn registry(operators: &[&'static OperatorSpec]) -> (Registry, Reference) {
    let declared =
        |spec: &&'static OperatorSpec| -> &'static dyn Operator { Box::leak(Box::new(Declared::new(spec))) };
    let reference = operators.iter().fold(Reference::new(Editions::default()), |reference, spec| {
        // Without a formula the reference does not support it.
        match reference::kernel(spec) {
            Some(kernel) => reference.with_operator(spec, kernel),
            None => reference,
        }
    });
    (Registry::new(operators.iter().map(declared).collect::<Vec<_>>().leak()), reference)
}

/// Turns constants of the model into values.
struct Loader<'a> {
    spec: &'a Spec,
    operator: &'a model::OperatorSpec,
    /// What predicates refer to.
    names: Arc<Names>,
}

impl Loader<'_> {
    fn value(&self, constant: &Constant<'_>) -> Result<Value, String> {
        Ok(match constant {
            Constant::Hidden | Constant::At(_) | Constant::Maybe(None) => Value::Absent,
            Constant::Maybe(Some(value)) => self.value(value)?,
            Constant::YesNo(yes) => Value::YesNo(*yes),
            Constant::Integer(number) => Value::Integer(*number),
            Constant::Text(text) => Value::Text((*text).to_owned()),
            Constant::DType(dtype) => Value::DType(self.dtype(*dtype)?),
            Constant::DTypes(dtypes) => {
                let dtypes = dtypes.iter().map(|dtype| self.dtype(*dtype)).collect::<Result<Vec<_>, _>>()?;
                Value::DTypes(dtypes.into_iter().collect())
            }
            Constant::Predicate(predicate) => {
                let named = Named { expr: predicate.expr.clone(), names: self.names.clone() };
                Value::Predicate(predicate.text.clone(), named)
            }
            Constant::Elementwise(each) => {
                let arguments = self.operator.arguments.iter();
                let arguments =
                    arguments.map(|argument| (argument.name.clone(), argument.kind.in_predicates()));
                Value::Elementwise(each.text.clone(), arguments.collect(), each.expr.clone())
            }
            Constant::List(items) => Value::List(self.values(items)?),
            Constant::Variant(_, name, parts) => Value::Variant(name, self.values(parts)?),
            Constant::Record { model, fields, .. } => {
                let contract = model.downcast_ref::<Contract>().map(|contract| self.names_of(contract));
                let names = contract.transpose()?.map_or_else(|| self.names.clone(), Arc::new);
                let within = Self { names, ..*self };
                let field = |(name, value): &(&'static str, Constant<'_>)| Ok((*name, within.value(value)?));
                Value::Record(fields.iter().map(field).collect::<Result<_, String>>()?)
            }
        })
    }

    fn values(&self, items: &[Constant<'_>]) -> Result<Vec<Value>, String> {
        items.iter().map(|item| self.value(item)).collect()
    }

    fn dtype(&self, id: DTypeId) -> Result<DType, String> {
        let name = &self.spec.dtype_of(id).name;
        DType::from_name(name).ok_or_else(|| format!("this program was built without the dtype {name}"))
    }

    /// What the predicates of a contract refer to.
    fn names_of(&self, contract: &Contract) -> Result<Names, String> {
        let mut listed = Vec::new();
        for variant in &contract.variants {
            let phase_one = contract.functions.iter().find(|f| f.phase == 1 && f.variant == variant.name);
            let mut parameters = Vec::new();
            for parameter in phase_one.iter().flat_map(|function| &function.parameters) {
                let set = |dtypes: &[DTypeId]| {
                    dtypes.iter().map(|id| self.dtype(*id)).collect::<Result<_, String>>()
                };
                let of_products = parameter.product_dtypes.iter();
                let of_products =
                    of_products.map(|of| Ok((ProductSet::named(&of.products), set(&of.dtypes)?)));
                let listed = (set(&parameter.dtypes)?, of_products.collect::<Result<_, String>>()?);
                parameters.push((parameter.name.clone(), listed));
            }
            listed.push((variant.when.expr.clone(), parameters));
        }
        Ok(Names {
            derived: contract.derived.iter().map(|derived| derived.is.expr.clone()).collect(),
            listed,
        })
    }
}
