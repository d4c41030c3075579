//! An edition can be added to a document by adding its file only, and can remove what it inherits.

use ascertain_spec::load_files;

use crate::spec::common::{Append, assert_problems, at, edited};

const CUMPROD: &str = "aclnn/cumprod/2027-01.toml";
const TYPES: &str = "mindspore/dtype/2024-08.toml";

fn head(document: &str, edition: &str, inherits: &str) -> String {
    format!(
        "version = 1\n\n[edition]\ndocument = \"{document}\"\nname = \"{edition}\"\ninherits = \"{inherits}\"\n\n\
         [edition.source]\nkind = \"page\"\ntitle = \"a later page\"\nnamed = \"n\"\nno_digest = \"made up\"\n"
    )
}

#[test]
fn an_edition_stands_where_its_parent_stands() {
    let file = head("aclnn.cumprod", "2027-01", "2026-03")
        + "\n[operator.product]\n\"Atlas 训练系列产品\" = { removed = true }\n\"Atlas 推理系列产品\" = { supported = true }\n";
    let spec = load_files(edited(&[Append(CUMPROD, &file)])).unwrap_or_else(|problems| panic!("{problems}"));
    let operator = spec.operators.iter().find(|o| o.name == "cumprod").expect("the operator");
    let of = |edition: &str| operator.contracts.iter().find(|c| c.edition == edition).expect("an edition");
    let (parent, child) = (of("2026-03"), of("2027-01"));
    let ids = |contract: &ascertain_spec::model::Contract| {
        contract.requirements.iter().map(|r| (r.id.clone(), r.level, r.says.clone())).collect::<Vec<_>>()
    };
    assert_eq!(ids(child), ids(parent));
    assert_eq!(child.derived.len(), parent.derived.len());
    // The edition that the overlay names beside its parent keeps its own.
    assert_ne!(ids(of("code-2026-08")), ids(parent));
    let products = |contract: &ascertain_spec::model::Contract| {
        contract.products.iter().map(|p| (p.name.clone(), p.supported)).collect::<Vec<_>>()
    };
    let mut expected = products(parent);
    expected.retain(|(name, _)| name != "Atlas 训练系列产品");
    expected.iter_mut().find(|(name, _)| name == "Atlas 推理系列产品").expect("a product").1 = true;
    assert_eq!(products(child), expected);
}

#[test]
fn types_are_renamed_and_removed() {
    let file = head("mindspore.dtype", "2024-08", "2.10")
        + "\n[type.bool_]\ndtype = \"bool\"\nrenames = \"bool\"\ncite = { where = \"other types\" }\n\
           \n[type.complex64]\nremoved = true\n\n[other.env_type]\nremoved = true\n";
    let spec = load_files(edited(&[Append(TYPES, &file)])).unwrap_or_else(|problems| panic!("{problems}"));
    let list = spec.type_lists.iter().find(|list| list.edition == "2024-08").expect("a list");
    let names: Vec<&str> = list.types.iter().map(|ty| ty.name.as_str()).collect();
    assert!(
        names.contains(&"bool_") && !names.contains(&"bool") && !names.contains(&"complex64"),
        "{names:?}"
    );
    assert!(list.others.iter().all(|other| other.name != "env_type"));
}

#[test]
fn what_is_not_there_cannot_be_removed() {
    let types = head("mindspore.dtype", "2024-08", "2.10");
    let product =
        head("aclnn.cumprod", "2027-01", "2026-03") + "\n[operator.product]\nToaster = { removed = true }\n";
    let gone = format!("{types}\n[type.int7]\nremoved = true\n");
    let said = format!("{types}\n[other.complex]\nsays = \"a scalar\"\nremoved = true\n");
    let lacking = format!("{types}\n[type.int8]\ndtype = \"s8\"\n");
    let renamed = format!(
        "{types}\n[type.bool_]\ndtype = \"bool\"\nrenames = \"boolean\"\ncite = {{ where = \"here\" }}\n"
    );
    for (file, text, expected) in [
        (TYPES, &gone, at(TYPES, "[type.«int7»]", "type `int7` is removed but was not inherited", "", "")),
        (
            TYPES,
            &said,
            at(TYPES, "[other.«complex»]", "type `complex` is both removed and described", "", ""),
        ),
        (TYPES, &lacking, at(TYPES, "[type.«int8»]", "type `int8` lacks `dtype` and `cite`", "", "")),
        (
            TYPES,
            &renamed,
            at(
                TYPES,
                "renames = «\"boolean\"»",
                "type `boolean` is not the name of `bool`",
                "calls it `bool`",
                "",
            ),
        ),
        (
            CUMPROD,
            &product,
            at(CUMPROD, "«Toaster»", "product `Toaster` is removed but was not inherited", "", ""),
        ),
    ] {
        assert_problems(&[Append(file, text)], &[expected]);
    }
}
