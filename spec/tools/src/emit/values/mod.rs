//! Turns the model into values of the output: one for each field of [`ROOT`](super::types::ROOT).

mod operator;
mod table;

use super::value::Value;
use super::{Choice, Stamp};
use ascertain_spec::model::{
    Basis, Citation, DType, DTypeId, Document, Erratum, Requirement, SourceKind, Span, Spec, TypeList,
};

/// What the values are made from.
#[derive(Clone, Copy)]
pub(super) struct Values<'a> {
    pub(super) spec: &'a Spec,
    pub(super) choice: &'a Choice,
    pub(super) stamp: &'a Stamp,
}

impl Values<'_> {
    /// A value for each field of [`ROOT`](super::types::ROOT), in its order.
    pub(super) fn values(&self) -> Vec<Value> {
        let spec = self.spec;
        vec![
            Value::text(&self.stamp.command),
            Value::text(&self.stamp.specification),
            Value::list(spec.dtypes.iter().map(dtype)),
            Value::list(spec.schemes.iter().map(|s| {
                Value::Record("Scheme", vec![Value::text(&s.name), Value::text(&s.says), cite(&s.cite)])
            })),
            Value::list(spec.documents.iter().map(|d| self.document(d))),
            Value::list(spec.profiles.iter().map(|p| {
                let editions = spec.documents.iter().zip(&p.editions).map(|(d, edition)| {
                    Value::Record("EditionChoice", vec![Value::text(&d.id), Value::text(edition)])
                });
                let editions = Value::list(editions);
                Value::Record("Profile", vec![Value::text(&p.name), Value::text(&p.says), editions])
            })),
            Value::list(spec.statuses.iter().map(|s| {
                let (name, says) = (Value::text(&s.name), Value::text(&s.says));
                Value::Record("StatusInfo", vec![name, Value::Integer(s.number), says, Value::texts(&s.also)])
            })),
            Value::list(
                spec.formats.iter().map(|f| {
                    Value::Record("FormatInfo", vec![Value::text(&f.name), Value::Integer(f.number)])
                }),
            ),
            Value::list(spec.tables.iter().map(|t| self.table(t))),
            Value::list(spec.operators.iter().map(|o| self.operator(o))),
            Value::list(spec.errata.iter().map(|e| self.erratum(e))),
            Value::list(spec.type_lists.iter().map(|l| self.type_list(l))),
        ]
    }

    fn document(&self, document: &Document) -> Value {
        let editions = document.editions.iter().map(|e| {
            let source = match e.source.kind {
                SourceKind::Page => "page",
                SourceKind::Code => "code",
            };
            Value::Record(
                "Edition",
                vec![
                    Value::text(&e.name),
                    Value::maybe_text(e.inherits.as_ref()),
                    Value::text(&e.source.named),
                    Value::name(source),
                    Value::text(&e.source.title),
                    Value::maybe_text(e.source.address.as_ref()),
                    Value::maybe_text(e.source.digest.as_ref()),
                    Value::maybe_text(e.source.no_digest.as_ref()),
                    Value::maybe_text(e.source.extent.as_ref()),
                ],
            )
        });
        Value::Record(
            "Document",
            vec![
                Value::text(&document.id),
                Value::text(&document.title),
                Value::text(&document.says),
                self.default_edition(&document.id),
                Value::list(editions),
            ],
        )
    }

    fn default_edition(&self, document: &str) -> Value {
        Value::text(self.choice.edition(self.spec, document))
    }

    fn requirement(&self, requirement: &Requirement) -> Value {
        let level = requirement.level.name();
        let status = self.spec.statuses.iter().find(|s| Some(&s.name) == requirement.status.as_ref());
        let predicate = |p: &Option<ascertain_spec::model::Predicate>| {
            Value::maybe_text(p.as_ref().map(|predicate| &predicate.text))
        };
        Value::Record(
            "Requirement",
            vec![
                Value::text(&requirement.id),
                Value::name(level),
                basis(requirement.basis),
                Value::maybe_text(requirement.reason.as_ref()),
                Value::text(&requirement.says),
                predicate(&requirement.when),
                predicate(&requirement.require),
                Value::maybe_text(requirement.status.as_ref()),
                status.map_or(Value::Null, |s| Value::Integer(s.number)),
                basis(requirement.status_source.as_ref().map(|source| source.basis)),
                Value::maybe_text(requirement.message.as_ref()),
                Value::maybe_text(requirement.via.as_ref()),
                Value::maybe_text(requirement.unbreakable.as_ref()),
                Value::maybe_text(requirement.cells.map(|cells| cells.name().to_owned()).as_ref()),
                Value::texts(&requirement.editions),
                cite(&requirement.cite),
                Value::list(requirement.also.iter().map(cite)),
            ],
        )
    }

    fn erratum(&self, erratum: &Erratum) -> Value {
        let readings = erratum
            .readings
            .iter()
            .map(|r| Value::Record("Reading", vec![Value::text(&r.says), cite(&r.cite)]));
        let accepts = erratum.accepts.iter().map(|a| {
            let result = a.result.map_or(Value::Null, |d| self.name(d));
            Value::Record("Accepted", vec![self.cell_ref(&a.cell), result])
        });
        Value::Record(
            "Erratum",
            vec![
                Value::text(&erratum.id),
                Value::text(&erratum.document),
                Value::text(&erratum.says),
                Value::list(readings),
                Value::list(erratum.cells.iter().map(|c| self.cell_ref(c))),
                Value::texts(&erratum.requirements),
                Value::texts(&erratum.editions),
                Value::list(accepts),
            ],
        )
    }

    fn type_list(&self, list: &TypeList) -> Value {
        let types = list.types.iter().map(|t| {
            let (name, aliases) = (Value::text(&t.name), Value::texts(&t.aliases));
            Value::Record("NamedType", vec![name, self.name(t.dtype), aliases, cite(&t.cite)])
        });
        let others = list.others.iter().map(|o| {
            Value::Record("OtherType", vec![Value::text(&o.name), Value::text(&o.says), cite(&o.cite)])
        });
        let (document, edition) = (Value::text(&list.document), Value::text(&list.edition));
        Value::Record("TypeList", vec![document, edition, Value::list(types), Value::list(others)])
    }

    fn name(&self, dtype: DTypeId) -> Value {
        Value::name(&self.spec.dtype_of(dtype).name)
    }

    fn names(&self, dtypes: &[DTypeId]) -> Value {
        Value::list(dtypes.iter().map(|d| self.name(*d)))
    }
}

fn basis(basis: Option<Basis>) -> Value {
    Value::name(basis.map_or("nothing", Basis::name))
}

fn dtype(dtype: &DType) -> Value {
    let class = dtype.class.name();
    let names = dtype
        .names
        .iter()
        .map(|(scheme, name)| Value::Record("SchemeName", vec![Value::text(scheme), Value::text(name)]));
    let short = Value::Record("SchemeName", vec![Value::text("short"), Value::text(&dtype.name)]);
    let maybe = |number: Option<u32>| number.map_or(Value::Null, |number| Value::Integer(number.into()));
    Value::Record(
        "DTypeInfo",
        vec![
            Value::name(&dtype.name),
            Value::name(class),
            Value::Integer(dtype.bits.into()),
            maybe(dtype.precision),
            maybe(dtype.exponent_bits),
            Value::Integer(dtype.number),
            Value::list(std::iter::once(short).chain(names)),
        ],
    )
}

fn cite(cite: &Citation) -> Value {
    let (unit, first, last) = match cite.span {
        Span::None => ("nothing", 0, 0),
        Span::Lines(first, last) => ("lines", first, last),
        Span::Bytes(first, last) => ("bytes", first, last),
    };
    Value::Record(
        "Citation",
        vec![
            Value::text(&cite.document),
            Value::text(&cite.edition),
            Value::text(&cite.place),
            Value::name(unit),
            Value::Integer(first.into()),
            Value::Integer(last.into()),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::super::types::{ENUMERATIONS, FieldType, RECORDS, ROOT};
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    #[test]
    fn values_are_of_the_kinds_that_are_declared_for_them() {
        let tools = Path::new(env!("CARGO_MANIFEST_DIR"));
        let spec = ascertain_spec::load(tools.parent().expect("spec/")).expect("a sound specification");
        let choice = Choice::new(&spec, None, &[]).expect("a default profile");
        let stamp = Stamp::new("sha256:0", "json", &choice);
        let values = Values { spec: &spec, choice: &choice, stamp: &stamp }.values();
        assert_eq!(values.len(), ROOT.len());
        for (value, field) in values.iter().zip(ROOT) {
            assert!(value.is(&field.kind), "{} is not of its kind", field.name);
            assert!(!matches!(value, Value::List(items, _) if items.is_empty()), "{} is empty", field.name);
        }
        let mut record = values[2..].to_vec();
        record.swap(0, 1);
        assert!(!record[0].is(&ROOT[2].kind), "schemes are not dtypes");
    }

    #[test]
    fn records_contain_only_records_declared_before_them() {
        let enumerations: BTreeSet<&str> = ENUMERATIONS.iter().map(|e| e.name).collect();
        let mut known = BTreeSet::new();
        fn inner(kind: &FieldType) -> &FieldType {
            match kind {
                FieldType::List(kind) | FieldType::Maybe(kind) => inner(kind),
                kind => kind,
            }
        }
        for record in RECORDS {
            for field in record.fields {
                match inner(&field.kind) {
                    FieldType::Record(name) => {
                        assert!(known.contains(name), "{}.{}", record.name, field.name);
                    }
                    FieldType::Name(name) => {
                        assert!(enumerations.contains(name), "{}.{}", record.name, field.name);
                    }
                    _ => {}
                }
            }
            assert!(known.insert(record.name), "{} twice", record.name);
        }
    }
}
