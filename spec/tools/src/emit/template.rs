//! Fills the templates of the output, in `templates/`: they see its fields, its types, and the names and literals of the
//! languages.

use super::literals::Literals;
use super::names::{c_quoted, field, four_digits, names_of, quoted, sentence, snake, upper};
use super::output::Output;
use super::pretty::wrapped;
use ascertain_spec::describe::{self, FieldType};
use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, Error, Value, context};

/// The template `tables`, which sees the fields of the output.
fn environment(output: &Output<'_>, template: &'static str) -> Result<Environment<'static>, Error> {
    let mut environment = Environment::new();
    let mut syntax = SyntaxConfig::builder();
    environment.set_syntax(syntax.trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true).build()?);
    environment.add_filter("constant", |name: &str| upper(name));
    environment.add_filter("snake", |name: &str| snake(name));
    environment.add_filter("field", |name: &str| field(name));
    environment.add_filter("sentence", |text: &str| sentence(text));
    environment.add_filter("wrapped", |text: &str, prefix: &str| wrapped(text, prefix));
    environment.add_filter("c_text", |text: &str| c_quoted(text));
    environment.add_filter("unicode_text", |text: &str| quoted(text, four_digits));
    environment.add_template("tables", template)?;
    for (field, value) in output.fields() {
        environment.add_global(field.name, shown(value));
    }
    Ok(environment)
}

/// A template filled with the tables, as a language writes them.
pub(super) fn filled(output: &Output<'_>, template: &'static str, literals: &Literals) -> String {
    let enumerations = output.enumerations.iter();
    let enumerations: Value = enumerations
        .map(|e| context! { name => e.name, says => e.says, names => Value::from_iter(names_of(e, output.spec)) })
        .collect();
    let field = |f: &describe::Field| {
        let list = matches!(f.kind, FieldType::List(_));
        context! { name => f.name, says => f.says, type => (literals.kind)(&f.kind), list }
    };
    let records = output.records.iter().map(|r| {
        context! { name => r.name, says => r.says, fields => r.fields().map(field).collect::<Value>() }
    });
    let records: Value = records.collect();
    let data = (literals.data)(output);
    let origin = Value::from_iter(output.stamp.lines());
    let page = environment(output, template).and_then(|environment| {
        environment.get_template("tables")?.render(context! { enumerations, records, origin, data })
    });
    page.unwrap_or_else(|error| unreachable!("the templates fit the model: {error:#}"))
}

/// A value as templates see it.
fn shown(value: &describe::Value) -> Value {
    match value {
        describe::Value::Null => Value::from(()),
        describe::Value::YesNo(yes) => Value::from(*yes),
        describe::Value::Integer(number) => Value::from(*number),
        describe::Value::Text(text) | describe::Value::Name(text) => Value::from(text.as_str()),
        describe::Value::List(items, _) => items.iter().map(shown).collect(),
        describe::Value::Record(record, values) => {
            let names = record.fields().map(|field| field.name);
            Value::from_pairs(names.zip(values.iter().map(shown)))
        }
    }
}
