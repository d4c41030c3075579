//! Products: what is evaluated for one of them holds for others.

use ascertain::product::{ProductSet, evaluate, listed, settled};
use ascertain::{DType, DTypeSet};

#[test]
fn products_are_alike_for_which_a_value_is_the_same() {
    let first = ProductSet::of(&[0]);
    // Outside an evaluation nobody asks which are alike.
    assert!(settled(|| first.has_judged()));
    let asked = |value: &dyn Fn() -> i32| evaluate(0, false, || settled(value));
    // Both answers lead to one value, so all products are alike, and what asks later still counts.
    assert_eq!(
        asked(&|| if first.has_judged() { 1 } else { i32::from(!first.has_judged()) }),
        (1, ProductSet::ALL)
    );
    assert_eq!(asked(&|| i32::from(first.has_judged())), (1, first));
    let later = evaluate(0, false, || (settled(|| first.has_judged() | true), first.has_judged()));
    assert_eq!(later, ((true, true), first));
    // Of three values, those products are alike that have the judged one's.
    let second = ProductSet::of(&[1]);
    let (value, alike) = asked(&|| i32::from(second.has_judged() && !first.has_judged()));
    assert_eq!((value, alike), (0, ProductSet::ALL.without(second)));
}

#[test]
fn a_parameter_takes_what_one_entry_of_its_product_names() {
    let (all, shared, last) =
        ([DType::F32, DType::F16, DType::Bf16, DType::S8], [DType::F32, DType::F16], [DType::Bf16]);
    let set = |dtypes: &[DType]| dtypes.iter().copied().collect::<DTypeSet>();
    // The first takes what both entries name; s8, which no entry names, every product takes.
    let of_products =
        [(ProductSet::of(&[0]), set(&[&shared[..], &last].concat())), (ProductSet::of(&[1]), set(&shared))];
    let on = |product| evaluate(product, true, || listed(set(&all), &of_products)).0;
    assert_eq!(on(0), set(&all));
    assert_eq!(on(1), set(&[DType::F32, DType::F16, DType::S8]));
    assert_eq!(on(2), set(&[DType::S8]));
    assert_eq!(evaluate(2, false, || listed(set(&all), &of_products)).0, set(&all));
}
