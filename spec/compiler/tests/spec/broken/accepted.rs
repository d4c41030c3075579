//! Edits that are not mistakes, or are only one.

use ascertain_spec::load_files;
use ascertain_spec::model::{Basis, Spec};

use crate::spec::common::{Append, Edit, Replace, edited};

const LATER: &str = "aclnn/cumprod/2026-03.toml";
const TENSORS: &str = "aclnn/tensor-tensor.toml";
const RUNTIME: &str = "aclnn/runtime/cann-8.1.toml";

fn with(edit: Edit<'_>) -> Spec {
    load_files(edited(&[edit])).unwrap_or_else(|problems| panic!("{problems}"))
}

#[test]
fn any_line_of_a_source_without_an_extent_is_accepted() {
    with(Replace("dtypes.toml", "where = \"aclDataType\"", "where = \"aclDataType\", lines = [3, 9999]"));
}

#[test]
fn what_an_edition_adds_its_heirs_have() {
    let added = "\n[operator.function.aclnnCumprod.parameter.device]\nc = \"int\"\ndirection = \"in\"\nsays = \"s\"\ncite = { where = \"p\" }\n";
    let spec = with(Append(LATER, added));
    let counts: Vec<usize> =
        spec.operators[0].contracts.iter().map(|contract| contract.functions[1].parameters.len()).collect();
    assert_eq!(counts, [4, 5, 5, 4]);
}

#[test]
fn an_erratum_may_accept_a_refusal_and_concern_findings_of_the_linter() {
    let erratum = |keys: &str| {
        let two = "readings = [{ says = \"one\", cite = { where = \"p\" } }, { says = \"two\", cite = { where = \"p\" } }]\n";
        let spec = with(Append(TENSORS, &format!("\n[[erratum]]\nid = \"test\"\nsays = \"s\"\n{keys}{two}")));
        spec.errata.into_iter().find(|erratum| erratum.id == "test").expect("the erratum")
    };
    let cell = "table = \"aclnn.tensor-tensor\", row = \"f16\", column = \"bf16\"";
    let refused = erratum(&format!("cells = [{{ {cell} }}]\naccepts = [{{ {cell}, result = \"none\" }}]\n"));
    assert_eq!((refused.accepts.len(), refused.accepts[0].result), (1, None));
    assert_eq!(refused.accepts[0].cell, refused.cells[0]);
    let found = erratum("lint = [\"aclnn.tensor-tensor/symmetric/*\"]\n");
    assert_eq!(found.lint, ["aclnn.tensor-tensor/symmetric/*"]);
}

#[test]
fn facts_are_stated_derived_or_from_elsewhere() {
    let spec = crate::spec::common::spec();
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
    let spec = crate::spec::common::spec();
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

#[test]
fn one_lost_name_is_not_reported_everywhere() {
    let lost = "ACLNN_ERR_PARAM_NULLPTR               = ";
    let files = edited(&[Replace(RUNTIME, lost, "ACLNN_ERR_PARAM_NULLPTRS              = ")]);
    let problems = load_files(files).expect_err("a name is lost");
    let named = |name: &str| -> usize {
        let written = ["else", "status", "code"].map(|key| format!("{key} = \"{name}\""));
        edited(&[])
            .iter()
            .flat_map(|(_, text)| written.iter().map(|w| text.matches(w.as_str()).count()))
            .sum()
    };
    let uses = named("ACLNN_ERR_PARAM_NULLPTR");
    assert!(problems.problems().len() <= 3 && uses >= 3, "{problems}");
    let lost = "ACLNN_ERR_PARAM_INVALID               = ";
    let files = edited(&[Replace(RUNTIME, lost, "ACLNN_ERR_PARAM_INVALIDS              = ")]);
    let uses = named("ACLNN_ERR_PARAM_INVALID");
    let problems = load_files(files).expect_err("a name is lost");
    let [.., last] = problems.problems() else { panic!("no problem") };
    let help = format!(
        "did you mean `ACLNN_ERR_PARAM_INVALIDS`? (and {} more places in this file have the same problem)",
        // The operator's own list of codes is a use too.
        uses + 1 - 3
    );
    assert_eq!((problems.problems().len(), last.help.as_deref()), (3, Some(help.as_str())), "{problems}");
}
