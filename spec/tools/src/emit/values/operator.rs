//! Turns operators into values of the output.

use super::{Values, basis, cite};
use crate::emit::value::Value;
use ascertain_spec::model::{Contract, Function, Operator, Parameter};

impl Values<'_> {
    pub(super) fn operator(&self, operator: &Operator) -> Value {
        let arguments = operator.arguments.iter().map(|a| {
            let fields = vec![
                Value::text(&a.name),
                Value::name(a.kind.name()),
                Value::name(a.direction.name()),
                Value::YesNo(a.optional),
                Value::maybe_text(a.via.as_ref()),
                Value::text(&a.says),
            ];
            Value::Record("Argument", fields)
        });
        Value::Record(
            "Operator",
            vec![
                Value::text(&operator.name),
                Value::text(&operator.document),
                self.default_edition(&operator.document),
                Value::list(arguments),
                Value::list(operator.contracts.iter().map(|c| self.contract(c))),
            ],
        )
    }

    fn contract(&self, contract: &Contract) -> Value {
        let products = contract.products.iter().map(|p| {
            let fields = vec![
                Value::text(&p.name),
                Value::YesNo(p.supported),
                basis(Some(p.basis)),
                Value::maybe_text(p.reason.as_ref()),
                cite(&p.cite),
            ];
            Value::Record("Product", fields)
        });
        let messages = contract.messages.iter().map(|m| {
            Value::Record("Message", vec![Value::text(&m.text), Value::text(&m.says), cite(&m.cite)])
        });
        let variants = contract.variants.iter().map(|(name, predicate)| {
            Value::Record("Variant", vec![Value::text(name), Value::text(&predicate.text)])
        });
        let derived = contract.derived.iter().map(|d| {
            let fields = vec![Value::text(&d.name), Value::text(&d.says), Value::text(&d.is.text)];
            Value::Record("Derived", fields)
        });
        Value::Record(
            "Contract",
            vec![
                Value::text(&contract.edition),
                Value::text(&contract.says),
                Value::text(&contract.formula),
                contract.max_rank.as_ref().map_or(Value::Null, |rank| Value::Integer(rank.is.into())),
                maybe_yes_no(contract.deterministic.as_ref().map(|stated| stated.is)),
                Value::list(products),
                Value::list(messages),
                Value::list(contract.functions.iter().map(|f| self.function(f))),
                Value::list(variants),
                Value::list(derived),
                Value::list(contract.requirements.iter().map(|r| self.requirement(r))),
                cite(&contract.cite),
            ],
        )
    }

    fn function(&self, function: &Function) -> Value {
        Value::Record(
            "Function",
            vec![
                Value::text(&function.name),
                Value::Integer(function.phase.into()),
                Value::text(&function.variant),
                Value::maybe_text(function.then.as_ref()),
                Value::text(&function.returns),
                Value::list(function.parameters.iter().map(|p| self.parameter(p))),
                cite(&function.cite),
            ],
        )
    }

    fn parameter(&self, parameter: &Parameter) -> Value {
        Value::Record(
            "Parameter",
            vec![
                Value::text(&parameter.name),
                Value::text(&parameter.c),
                Value::name(parameter.direction.name()),
                Value::text(&parameter.says),
                self.names(&parameter.dtypes),
                Value::texts(&parameter.unnamed),
                Value::texts(&parameter.formats),
                maybe_yes_no(parameter.empty),
                maybe_yes_no(parameter.strided),
                Value::maybe_text(parameter.range.as_ref()),
                cite(&parameter.cite),
            ],
        )
    }
}

fn maybe_yes_no(value: Option<bool>) -> Value {
    value.map_or(Value::Null, Value::YesNo)
}
