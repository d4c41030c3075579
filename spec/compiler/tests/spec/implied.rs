//! Requirements and variants that follow from formulas and facts.

use ascertain_spec::model::{Basis, Contract, Level, Requirement, Spec};
use ascertain_spec::{find, load_files};
use std::path::Path;

/// The specification, with another text for a part of the overlay of an operator.
fn with(operator: &str, from: &str, to: &str) -> Spec {
    let mut files =
        find(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).expect("the specification can be read");
    let path = format!("aclnn/{operator}.toml");
    let (_, overlay) = files.iter_mut().find(|(known, _)| *known == path).expect("the overlay");
    assert!(overlay.contains(from));
    *overlay = overlay.replacen(from, to, 1);
    load_files(files).unwrap_or_else(|problems| panic!("{problems}"))
}

fn spec() -> Spec {
    with("any", "", "")
}

fn contract<'s>(spec: &'s Spec, operator: &str) -> &'s Contract {
    let found = spec.operators.iter().find(|known| known.name == operator);
    &found.unwrap_or_else(|| panic!("no operator {operator}")).contracts[0]
}

fn requirement<'s>(spec: &'s Spec, id: &str) -> Option<&'s Requirement> {
    let (operator, _) = id.split_once('.').expect("an operator and an aspect");
    contract(spec, operator).requirements.iter().find(|known| known.id == id)
}

#[test]
fn folds_and_indices_bring_what_pages_leave_open() {
    let spec = spec();
    for id in ["amax.dims.none", "amax.dims.scalar", "min-dim.nothing", "mean.integers", "cummin.equal"] {
        let open = requirement(&spec, id).unwrap_or_else(|| panic!("{id} is not implied"));
        assert_eq!((open.level, open.basis), (Level::Unspecified, None), "{id}");
    }
    // max-dim takes one dimension and no list, and its page wants a tensor with dimensions. The page of all says what an empty list
    // means, and an empty line of bools has a result. Only an index can mean one of several equal elements.
    for id in ["max-dim.dims.none", "all.dims.none", "max-dim.dims.scalar", "all.nothing", "cumsum.equal"] {
        assert!(requirement(&spec, id).is_none(), "{id} is implied");
    }
    let index = requirement(&spec, "max-dim.index").expect("an index");
    assert_eq!((index.level, index.basis), (Level::Must, Some(Basis::Stated)));
}

#[test]
fn the_shape_of_a_fold_is_a_reading_unless_the_page_says_it() {
    let spec = spec();
    let shape = |id: &str| requirement(&spec, id).unwrap_or_else(|| panic!("{id} is not implied"));
    let implied = shape("prod-dim.out.shape");
    assert_eq!(implied.basis, Some(Basis::Reading));
    assert_eq!(
        implied.require.as_ref().map(|p| p.text.as_str()),
        Some("shape(out) == fold(shape(self), dim, keepDim)")
    );
    // What is of too many dimensions breaks the requirement about these.
    assert_eq!(implied.when.as_ref().map(|p| p.text.as_str()), Some("rank(out) <= 8"));
    assert_eq!(
        (implied.status.as_deref(), implied.status_basis),
        (Some("ACLNN_ERR_PARAM_INVALID"), Some(Basis::Reading))
    );
    assert_eq!(shape("mean.out.shape").basis, Some(Basis::Stated));
    assert_eq!(shape("any.out.shape").basis, Some(Basis::Reading));
}

#[test]
fn what_is_written_takes_the_place_of_what_is_implied() {
    let written = r#"
[[requirement]]
id = "any.dims.scalar"
level = "must"
basis = "reading"
says = "the tensor has a dimension"
reason = "for this test"
require = "rank(self) > 0"
cite = { where = "description", lines = [26, 30] }
"#;
    let first = "[[requirement]]";
    let spec = with("any", first, &format!("{written}\n{first}"));
    let all = &contract(&spec, "any").requirements;
    let levels: Vec<Level> =
        all.iter().filter(|known| known.id == "any.dims.scalar").map(|known| known.level).collect();
    assert_eq!(levels, [Level::Must]);
    // Nor is anything left open that the formula says.
    let spec = with("all", "none = \"all\"\n", "");
    assert!(requirement(&spec, "all.dims.none").is_some());
}

#[test]
fn variants_are_those_that_functions_name() {
    let spec = spec();
    let variants = |operator: &str| {
        let variants = contract(&spec, operator).variants.iter();
        variants.map(|v| (v.name.clone(), v.when.text.clone())).collect::<Vec<_>>()
    };
    let pair = |name: &str, when: &str| (name.to_owned(), when.to_owned());
    assert_eq!(variants("exp"), [pair("in place", "inplace"), pair("out of place", "!inplace")]);
    assert_eq!(variants("mean"), [pair("aclnnMean", "true")]);
    // No function of this one names any.
    assert_eq!(variants("reinterpret"), [pair("reinterpret", "true")]);
}
