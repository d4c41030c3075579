//! `ascertain explain`.

use crate::support::ascertain;
use ascertain::DType;
use ascertain::contract::OPERATORS;
use ascertain::document::{DOCUMENTS, ERRATA, Editions, PROFILES, STATUSES};
use ascertain::dtype::Scheme;
use ascertain::promote::{Key, TABLES, Table};
use ascertain_cli::explain::{Sources, explain};
use ascertain_conformance::report::page::{Block, Page};
use ascertain_conformance::suite;

#[test]
fn each_kind_of_thing_is_explained() {
    for (what, parts) in [
        (
            "promote aclnn f16 bf16",
            &[
                "gives    f32",
                "printed table",
                "line 43",
                "Erratum aclnn.tensor-tensor.f16-bf16",
                "both orders are f32",
                "code-8.1",
                "mindspore.tensor-tensor",
                "tensor bf16 with scalar f16",
                "aclnn.tensor-tensor/lhs=f16,rhs=bf16",
                "f64, unlike this order",
            ][..],
        ),
        ("promote aclnn float16 ACL_BF16", &["float16 is f16", "ACL_BF16 is bf16", "gives    f32"]),
        ("promote aclnn bool u64", &["no promotion", "derived by the rule", "aclnn.tensor-tensor.u32-twice"]),
        ("promote aclnn.tensor-scalar tensor=f16 scalar=f64", &["gives    f16", "lhs f16 with rhs f64"]),
        (
            "promote aclnn scalar=f64 tensor=c32",
            &["gives    c128", "Erratum aclnn.tensor-scalar.f64-complex"],
        ),
        ("promote mindspore f16 int", &["mindspore.number-tensor: tensor f16 with number int", "write s32"]),
        ("promote mindspore half mindspore.int64", &["mindspore.tensor-tensor: lhs f16 with rhs s64"]),
        (
            "cumprod.dim.range",
            &[
                "(must, stated)",
                "-rank(input) <= dim && dim < rank(input)",
                "161002",
                "code-2026-08",
                "that violate",
            ],
        ),
        ("cumprod.rank.zero", &["(unspecified)", "must, stated: a tensor of rank 0 takes dim -1 and 0"]),
        ("cumprod.phases.order", &["only through the aclnn interface"]),
        (
            "cumprod",
            &["aclnnInplaceCumprodGetWorkspaceSize", "bf16 s8", "cumprod.inplace.dim.end", "Products"],
        ),
        ("f16", &["ACL_FLOAT16", "float16", "half", "aclDataType  1", "11 bits", "aclnn.tensor-scalar"]),
        ("mindspore.half", &["f16 (mindspore.half in mindspore.dtype)"]),
        (
            "aclnn.tensor-tensor.f16-bf16",
            &["Readings", "both orders are f32", "f64 in cann-23.0.rc2, f32 in 2025-09"],
        ),
        ("aclnn.cumprod", &["2026-03 compared with cann-8.3.rc1", "cumprod.rank.max", "inherits"]),
        (
            "aclnn.tensor-tensor",
            &["144 from the printed table, 112 derived", "(bf16, f16) f64 to f32", "lhs \\ rhs"],
        ),
        (
            "aclnn.tensor-tensor/lhs=f16,rhs=bf16",
            &["answer  f32", "--filter aclnn.tensor-tensor/lhs=f16,rhs=bf16"],
        ),
        (
            "aclnn.tensor-tensor/lhs=bool,rhs=u64",
            &[
                "answer      no promotion",
                "also right  u64",
                "Erratum aclnn.tensor-tensor.u32-twice",
                "bullet 7",
            ],
        ),
        ("aclnn.tensor-tensor/lhs=bf16,rhs=f16", &["f64", "Erratum aclnn.tensor-tensor.f16-bf16"]),
        (
            "cumprod/rule/cumprod.inplace.dim.end/breaks/input=f32-2x3,dim=2,inplace",
            &["Erratum aclnn.cumprod.inplace-dim-closed"],
        ),
        ("cumprod/vector/example-123", &["0000000000000006", "cumprod.value (must, stated)"]),
        ("aclnn.cumprod.column-j", &["along row i", "lines 42-45"]),
        ("161002", &["ACLNN_ERR_PARAM_INVALID", "cumprod.dim.range"]),
        ("latest", &["2025-09", "cann-8.0.rc3"]),
        ("", &["What can be explained", "cumprod.dim.range"]),
    ] {
        let mut arguments = vec!["explain"];
        arguments.extend(what.split_whitespace());
        let done = ascertain(&arguments);
        assert_eq!((done.code, done.err.as_str()), (0, ""), "{what}");
        assert!(!done.out.contains('\u{1b}'));
        for part in parts {
            assert!(done.out.contains(part), "{what}: {part}\n{}", done.out);
        }
    }
    let json = ascertain(&["explain", "f16", "--format", "json"]).json();
    assert_eq!((&json["version"], &json["title"]), (&1.into(), &"f16".into()));
}

/// The value of the fact called `name` on a page.
fn fact<'a>(page: &'a Page, name: &str) -> Option<&'a str> {
    let facts = page.sections.iter().flat_map(|section| &section.blocks).filter_map(|block| match block {
        Block::Facts(facts) => Some(facts),
        _ => None,
    });
    facts.flatten().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
}

#[test]
fn every_name_and_every_cell_is_explained_in_every_profile() {
    for profile in PROFILES {
        let editions = Editions::profile(profile.name).expect("a profile");
        let cases = suite::build(&editions).expect("the suite builds");
        let sources = Sources { editions: &editions, cases: &cases, own: None };
        let contracts = OPERATORS.iter().flat_map(|o| o.contracts);
        let names = DOCUMENTS.iter().map(|d| d.id).chain(ERRATA.iter().map(|e| e.id));
        let names = names.chain(STATUSES.iter().map(|s| s.name)).chain(PROFILES.iter().map(|p| p.name));
        let names = names.chain(contracts.flat_map(|c| c.requirements).map(|r| r.id));
        let names = names.chain(
            Scheme::ALL.into_iter().flat_map(|s| DType::ALL.into_iter().filter_map(move |d| d.name_in(s))),
        );
        for name in names.chain(OPERATORS.iter().map(|o| o.name)).chain(TABLES.iter().map(|t| t.id)) {
            let page = explain(&[name.to_owned()], sources).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert!(!page.sections.is_empty(), "{name}");
        }
        for table in TABLES {
            for (row, column, cell) in table.cells(&editions) {
                let operand = |role: &str, key: Key| format!("{role}={key}");
                let (row, column) = (operand(table.rows.role, row), operand(table.columns.role, column));
                let page = explain(&["promote".to_owned(), table.id.to_owned(), row, column], sources)
                    .expect("a cell");
                assert_eq!(fact(&page, "gives"), Some(cell.result.map_or("no promotion", DType::name)));
            }
        }
    }
    assert!(
        Table::named("aclnn.tensor-scalar").is_some_and(|t| t.rows.role == "scalar"),
        "rows are the scalar"
    );
}
