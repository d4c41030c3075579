//! Prints everything that `languages.rs` compares, with the module's own look-ups.

use ascertain_tables::*;
use std::fmt::Display;

// The look-ups are constant expressions.
const _: () = {
    assert!(matches!(ACLNN_TENSOR_TENSOR.promote(DType::F32, DType::S8), Some(DType::F32)));
    assert!(ACLNN_TENSOR_TENSOR.promote(DType::F32, DType::U16).is_none());
    assert!(ACLNN_TENSOR_TENSOR.cell(Key::DType(DType::F32), Key::Number(Number::Int)).is_none());
    assert!(ACLNN_TENSOR_TENSOR.edition("no such edition").is_none());
    assert!(status::ACLNN_ERR_PARAM_INVALID == 161_002 && format::ND == 2);
};

fn text(value: Option<impl Display>) -> String {
    value.map_or("-".into(), |value| value.to_string())
}

fn place(cite: &Citation) -> String {
    let Citation { document, edition, place, unit, first, last } = cite;
    format!("{document}|{edition}|{place}|{}|{first}|{last}", unit.name())
}

fn requirements(of: &str, edition: &str, list: &[Requirement]) {
    for r in list {
        println!(
            "requirement {of} {edition}|{}|{}|{}|{}|{}|{}|{}|{}|{}",
            r.id,
            r.level.name(),
            r.basis.name(),
            r.says,
            text(r.when),
            text(r.require),
            text(r.status),
            text(r.status_number),
            place(&r.cite)
        );
    }
}

fn table(t: &Table) {
    println!("table {} {}", t.id, t.edition(t.default_edition).unwrap().edition);
    for edition in t.editions {
        let edition = t.edition(edition.edition).unwrap();
        for r in 0..t.rows.count() {
            for c in 0..t.columns.count() {
                let (row, column) = (t.rows.key(r).unwrap(), t.columns.key(c).unwrap());
                let at = t.cell(row, column).unwrap();
                println!(
                    "cell {} {} {} {} {} {} {}",
                    t.id,
                    edition.edition,
                    row.name(),
                    column.name(),
                    text(edition.results[at].map(DType::name)),
                    text(edition.derived[at].map(|rule| edition.rules[rule as usize].id)),
                    place(&edition.places[edition.cited[at] as usize])
                );
                if let (true, Key::DType(row), Key::DType(column)) =
                    (edition.edition == t.default_edition, row, column)
                {
                    assert_eq!(t.promote(row, column), edition.results[at]);
                }
            }
        }
    }
    requirements(t.id, "-", t.requirements);
}

fn parameter(edition: &str, function: &str, p: &Parameter) {
    let dtypes: String = p.dtypes.iter().map(|d| format!("{},", d.name())).collect();
    let formats: String = p.formats.iter().map(|f| format!("{f},")).collect();
    let (empty, strided) = (text(p.empty.map(u8::from)), text(p.strided.map(u8::from)));
    let of_products = p.product_dtypes.iter().map(|of| format!("|{} {}", of.products[0], of.dtypes.len()));
    println!(
        "parameter {edition} {function}|{}|{}|{}|{dtypes}|{formats}|{empty}|{strided}|{}|{}|{}{}",
        p.name,
        p.c,
        p.direction.name(),
        text(p.range),
        text(p.min_rank),
        text(p.max_rank),
        of_products.collect::<String>()
    );
}

fn main() {
    for d in DTYPES {
        let name = |scheme, name| text(DType::from_name(scheme, name).map(DType::name));
        let names: String = d
            .names
            .iter()
            .map(|n| format!(" {}={}={}", n.scheme, text(d.dtype.name_in(n.scheme)), name(n.scheme, n.name)))
            .collect();
        let number = text(DType::from_number(d.number).map(DType::name));
        let class = d.dtype.info().class.name();
        println!("dtype {} {class} {} {} {number}{names}", d.dtype.name(), d.bits, d.number);
    }
    STATUSES.iter().for_each(|s| println!("status {} {} {}", s.name, s.number, s.says));
    FORMATS.iter().for_each(|f| println!("format {} {}", f.name, f.number));
    TABLES.iter().for_each(|t| table(Table::find(t.id).unwrap()));
    for o in OPERATORS {
        let o = Operator::find(o.name).unwrap();
        println!("operator {} {}", o.name, o.contract(o.default_edition).unwrap().edition);
        for c in o.contracts {
            for f in o.contract(c.edition).unwrap().functions {
                f.nulls.iter().for_each(|null| println!("null {} {null}", f.name));
                f.parameters.iter().for_each(|p| parameter(c.edition, f.name, p));
            }
            requirements(o.name, c.edition, c.requirements);
        }
    }
    for e in ERRATA {
        e.readings.iter().for_each(|r| println!("erratum {}|{}|{}", e.id, e.says, r.says));
    }
}
