//! A basis without what it needs.

use crate::common::{Append, Edit, Expect, Replace, assert_problems, at};
use ascertain_spec::model::Basis;

const CUMPROD: &str = "aclnn/cumprod.toml";
const PAGE: &str = "aclnn/cumprod/cann-8.3.rc1.toml";
const LATER: &str = "aclnn/cumprod/2026-03.toml";

/// A new requirement with these keys.
fn new(keys: &str) -> String {
    format!("\n[[requirement]]\nid = \"test\"\nlevel = \"must\"\nsays = \"s\"\n{keys}")
}

#[test]
fn a_basis_must_have_what_it_needs() {
    for (keys, expected) in [
        (
            "cite = { where = \"p\" }\n",
            at(
                CUMPROD,
                "id = «\"test\"»",
                "requirement `test` lacks `basis`",
                "expected `stated`, `derived`, `elsewhere` or `reading`",
                "",
            ),
        ),
        (
            "basis = \"states\"\ncite = { where = \"p\" }\n",
            at(
                CUMPROD,
                "«\"states\"»",
                "`states` is not a basis",
                "expected a basis",
                "did you mean `stated`?",
            ),
        ),
        // Stated, but by a later edition, or by another document.
        (
            "basis = \"stated\"\ncite = { edition = \"2026-03\", where = \"here\" }\n",
            at(
                CUMPROD,
                "cite = «{ edition = \"2026-03\", where = \"here\" }»",
                "requirement `test` is stated in edition `cann-8.3.rc1`, but cites `2026-03` of `aclnn.cumprod`",
                "expected a place in `cann-8.3.rc1` or in an edition that it inherits from",
                "use `basis = \"elsewhere\"`, or cite a sentence of the edition",
            ),
        ),
        (
            "basis = \"stated\"\neditions = [\"2026-03\", \"cann-8.3.rc1\"]\ncite = [{ where = \"p\" }, { document = \"tik.reinterpret\", where = \"here\" }]\n",
            at(
                CUMPROD,
                "«{ document = \"tik.reinterpret\", where = \"here\" }»",
                "but cites `cann-8.0.rc3` of `tik.reinterpret`",
                "expected a place in",
                "use `basis = \"elsewhere\"`, or cite a sentence of the edition",
            ),
        ),
        (
            "basis = \"derived\"\ncite = { where = \"here\" }\n",
            at(
                CUMPROD,
                "«\"derived\"»\ncite = { where = \"here\" }",
                "requirement `test` is derived from one citation",
                "expected all the places that it follows from, two or more",
                "",
            ),
        ),
        (
            "basis = \"elsewhere\"\ncite = { where = \"here\" }\n",
            at(
                CUMPROD,
                "«\"elsewhere\"»\ncite = { where = \"here\" }",
                "requirement `test` is from elsewhere, but cites only the document itself",
                "expected a citation of another edition, another document, a header or code",
                "",
            ),
        ),
        (
            "basis = \"elsewhere\"\neditions = [\"2026-03\"]\ncite = { edition = \"2026-03\", where = \"here\" }\n",
            at(
                CUMPROD,
                "«\"elsewhere\"»\neditions = [\"2026-03\"]\ncite = { edition = \"2026-03\", where = \"here\" }",
                "cites only the document itself",
                "expected a citation of another edition",
                "",
            ),
        ),
        (
            "basis = \"reading\"\ncite = { where = \"here\" }\n",
            at(
                CUMPROD,
                "«\"reading\"»\ncite = { where = \"here\" }",
                "requirement `test` is a reading without a reason",
                "expected `reason` beside it",
                "",
            ),
        ),
        (
            "basis = \"stated\"\nreason = \"because\"\ncite = { where = \"here\" }\n",
            at(
                CUMPROD,
                "«\"because\"»",
                "requirement `test` has a reason and is not a reading",
                "only `basis = \"reading\"` needs one",
                "",
            ),
        ),
        (
            "basis = \"stated\"\ncite = []\n",
            at(CUMPROD, "cite = «[]»", "no place is cited", "expected one or more citations", ""),
        ),
    ] {
        assert_problems(&[Append(CUMPROD, &new(keys))], &[expected]);
    }
}

#[test]
fn a_silent_document_has_no_basis() {
    let silent = |keys: &str| new(keys).replace("\"must\"", "\"unspecified\"");
    for (keys, expected) in [
        (
            "basis = \"stated\"\ncite = { where = \"here\" }\n",
            at(
                CUMPROD,
                "«\"stated\"»\ncite = { where = \"here\" }",
                "requirement `test` is unspecified, so nobody says so",
                "leave this out",
                "",
            ),
        ),
        (
            "reason = \"because\"\ncite = { where = \"here\" }\n",
            at(CUMPROD, "«\"because\"»", "has a reason and is not a reading", "only", ""),
        ),
    ] {
        assert_problems(&[Append(CUMPROD, &silent(keys))], &[expected]);
    }
}

#[test]
fn status_codes_and_sources_say_who_says_so() {
    let unlisted = new(
        "basis = \"stated\"\nrequire = \"dim > 0\"\nelse = \"ACLNN_ERR_INNER\"\ncite = { where = \"here\" }\n",
    );
    let unfounded = new("basis = \"stated\"\nrequire = \"dim > 0\"\n\
         else = { status = \"ACLNN_ERR_INNER\", basis = \"reading\", cite = { where = \"there\" } }\ncite = { where = \"here\" }\n");
    let digest = "sha256:cc56b477c3a5d1b05b39dcdf66a119d8e1724633a0b74a51d8da3960d98b385f";
    let (digest, no_digest) =
        (format!("digest = \"{digest}\"\n"), format!("digest = \"{digest}\"\nno_digest = \"w\"\n"));
    let cases: [(Edit<'_>, Expect<'_>); 4] = [
        (
            Append(CUMPROD, &unlisted),
            at(
                CUMPROD,
                "else = «\"ACLNN_ERR_INNER\"»",
                "nobody says that breaking `test` gives `ACLNN_ERR_INNER`",
                "expected the code in `[operator.status]`",
                "",
            ),
        ),
        (
            Append(CUMPROD, &unfounded),
            at(
                CUMPROD,
                "basis = «\"reading\"», cite = { where = \"there\" }",
                "status `ACLNN_ERR_INNER` of requirement `test` is a reading without a reason",
                "expected `reason`",
                "",
            ),
        ),
        (
            Replace(PAGE, &digest, ""),
            at(PAGE, "«[edition.source]»", "a page without a digest", "add `digest`, or `no_digest`", ""),
        ),
        (
            Replace(PAGE, &digest, &no_digest),
            at(PAGE, "no_digest = «\"w\"»", "the source has a digest", "leave this out", ""),
        ),
    ];
    for (edit, expected) in cases {
        assert_problems(&[edit], &[expected]);
    }
    assert_problems(
        &[Replace(LATER, "named = ", "name = ")],
        &[at(
            LATER,
            "«name» = \"the month",
            "unknown key `name` in a source",
            "not a key",
            "did you mean `named`?",
        )],
    );
}

#[test]
fn facts_have_another_basis_where_it_is_said() {
    let new = |keys: &str| {
        format!("\n[[basis]]\neditions = [\"cann-8.3.rc1\"]\ncite = {{ where = \"here\" }}\n{keys}")
    };
    for (keys, expected) in [
        (
            "basis = \"reading\"\nproducts = [\"Atlas 推理系列产品\"]\n",
            at(
                CUMPROD,
                "cite = { where = \"here\" }\nbasis = «\"reading\"»",
                "this fact is a reading without a reason",
                "expected `reason`",
                "",
            ),
        ),
        (
            "basis = \"elsewhere\"\nproducts = [\"Atlas 推理系列产品\"]\n",
            at(
                CUMPROD,
                "cite = { where = \"here\" }\nbasis = «\"elsewhere\"»",
                "this fact is from elsewhere, but cites only the document itself",
                "expected a citation of another edition",
                "",
            ),
        ),
        (
            "basis = \"stated\"\nproducts = [\"Atlas 推理产品\"]\n",
            at(
                CUMPROD,
                "«\"Atlas 推理产品\"»",
                "no such edition lists product `Atlas 推理产品`",
                "expected a product",
                "did you mean `Atlas 推理系列产品`?",
            ),
        ),
        (
            "basis = \"stated\"\n",
            at(
                CUMPROD,
                "«[[basis]]»\neditions = [\"cann-8.3.rc1\"]\ncite = { where = \"here\" }",
                "a basis of nothing",
                "expected `cells`",
                "",
            ),
        ),
        (
            "basis = \"stated\"\ncells = [{ table = \"aclnn.tensor-tensor\", row = \"f23\", column = \"f16\" }]\n",
            at(
                CUMPROD,
                "row = «\"f23\"»",
                "table `aclnn.tensor-tensor` has no row `f23`",
                "expected a key of its rows",
                "did you mean `f32`?",
            ),
        ),
    ] {
        assert_problems(&[Append(CUMPROD, &new(keys))], &[expected]);
    }
    let spec = crate::common::spec();
    let first = &spec.operators.iter().find(|o| o.name == "cumprod").expect("cumprod").contracts[0];
    let bases: Vec<Basis> = first.products.iter().map(|product| product.basis).collect();
    assert_eq!(bases, [Basis::Reading, Basis::Reading, Basis::Stated, Basis::Stated, Basis::Stated]);
    let tensors = spec.table("aclnn.tensor-tensor").expect("the table");
    let count =
        |edition: usize, basis| tensors.editions[edition].cells.iter().filter(|c| c.basis == basis).count();
    assert_eq!([Basis::Stated, Basis::Derived, Basis::Elsewhere].map(|basis| count(0, basis)), [144, 111, 1]);
    assert_eq!(count(1, Basis::Stated), 256);
}

/// What a later edition says is from elsewhere in an earlier one, and stated in itself and in those that inherit from it.
#[test]
fn a_basis_belongs_to_an_edition() {
    let spec = crate::common::spec();
    let cumprod = spec.operators.iter().find(|operator| operator.name == "cumprod").expect("cumprod");
    let of = |id: &str| -> Vec<Option<Basis>> {
        let found = |c: &ascertain_spec::model::Contract| {
            c.requirements.iter().find(|r| r.id == id).and_then(|r| r.basis)
        };
        cumprod.contracts.iter().map(found).collect()
    };
    use Basis::{Elsewhere, Reading, Stated};
    assert_eq!(of("cumprod.input.null"), [Some(Elsewhere), Some(Stated), Some(Stated), Some(Stated)]);
    assert_eq!(of("cumprod.dim.dtype"), [Some(Stated); 4]);
    assert_eq!(of("cumprod.integer.wraps"), [Some(Reading); 4]);
    assert_eq!(of("cumprod.float.rounds"), [Some(Reading); 4]);
    assert_eq!(of("cumprod.rank.zero"), [None, None, None, Some(Stated)]);
    let statuses: Vec<Basis> = cumprod
        .contracts
        .iter()
        .filter_map(|c| c.requirements.iter().find(|r| r.id == "cumprod.dim.range")?.status_basis)
        .collect();
    assert_eq!(statuses, [Elsewhere, Stated, Stated, Elsewhere]);
    // An example shows the shape once, and no sentence states it.
    let tik = spec.operators.iter().find(|operator| operator.name == "reinterpret").expect("reinterpret");
    let narrow = |c: &ascertain_spec::model::Contract| {
        c.requirements.iter().find(|r| r.id == "reinterpret.narrow.shape").and_then(|r| r.basis)
    };
    assert_eq!(tik.contracts.iter().map(narrow).collect::<Vec<_>>(), [Some(Reading), Some(Stated)]);
}
