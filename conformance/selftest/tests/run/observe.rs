//! What `observe` finds out: what a backend does where the documents are silent, and how exact its functions are.

use crate::support::closure::Closure;
use crate::support::evaluate::{Accumulator, Evaluation, Tiny};
use crate::support::honest::Honest;
use crate::support::scans::Shape;
use ascertain::backend::{Answer, Backend, Reply};
use ascertain::call::Call;
use ascertain::reference::Reference;
use ascertain_judge::observe::observe;
use ascertain_judge::options::RunOptions;
use ascertain_judge::suite;

#[test]
fn behaviour_where_the_documents_are_silent_is_observed() {
    let options = RunOptions::default();
    let cases = suite::of_areas(&options.editions, &suite::is_sample).expect("the suite builds");
    let way = Evaluation::new(Shape::Sequential, Accumulator::Own, Tiny::Keep);
    let otherwise = Honest { name: "honest", way, through_f32: false, otherwise: true, declared: &[] };
    for (backend, answers) in [
        (
            &mut Reference::default() as &mut dyn Backend,
            [
                ("cumprod.inplace.dim.end", "rejected with status 161002"),
                ("cumprod.strided", "accepted; same result as for ordinary input"),
                ("reinterpret.narrow.shape.higher", "multiplies the last dimension"),
            ],
        ),
        (
            &mut otherwise.backend(1),
            [
                ("cumprod.inplace.dim.end", "accepted"),
                ("cumprod.strided", "accepted; same result as for ordinary input"),
                ("reinterpret.narrow.shape.higher", "appends a dimension"),
            ],
        ),
    ] {
        let observed = observe(&cases, backend, &options, &mut |_| ()).expect("the backend starts");
        for (requirement, answer) in answers {
            let point = observed.unspecified.iter().find(|point| point.requirement == requirement);
            let saw = &point.expect("every open requirement is listed").saw;
            assert!(saw.first().is_some_and(|saw| saw.what.starts_with(answer)), "{requirement}: {saw:#?}");
        }
        let open = observed.unspecified.iter();
        assert!(open.clone().count() > 10);
        for point in open {
            assert!(point.saw.is_empty() == point.unseen.is_some(), "{point:#?}");
        }
    }
}

/// One number of each dtype, whose exponential is three units off.
#[test]
fn how_exact_functions_are_is_told_with_the_farthest_result() {
    let accuracies = |backend: &mut dyn Backend| {
        let options = RunOptions { fuzz: 20, operators: vec!["exp"], ..RunOptions::default() };
        let observed = observe(&[], backend, &options, &mut |_| ()).expect("the backend starts");
        observed.accuracy.into_iter().map(|one| (one.dtype.name(), one.is)).collect::<Vec<_>>()
    };
    let right = accuracies(&mut Reference::default());
    assert_eq!(right.iter().map(|(dtype, _)| *dtype).collect::<Vec<_>>(), ["f16", "bf16", "f32"]);
    assert!(right.iter().all(|(_, is)| is == "correctly rounded"), "{right:?}");
    let (mut reference, description) =
        (Reference::default(), Reference::default().describe().expect("it starts"));
    let mut off = Closure::new(description, |call| match (reference.ask(call), call) {
        (Reply::Answer(Answer::Tensor(mut answer)), Call::Operate(asked)) if asked.operator.name == "exp" => {
            let (size, mut elements) = (answer.dtype().size(), answer.elements().into_owned());
            let one =
                |element: &&mut [u8]| matches!(**element, [0, 0x3c] | [0x80, 0x3f] | [0, 0, 0x80, 0x3f]);
            // Results that are one: of zero, and of numbers near it.
            if let Some(element) = elements.chunks_exact_mut(size).find(one) {
                element[0] += 3;
            }
            answer.set_elements(&elements);
            Reply::Answer(Answer::Tensor(answer))
        }
        (reply, _) => reply,
    });
    for (dtype, is) in accuracies(&mut off) {
        assert!(
            is.contains("correctly rounded, under 0.0") || is.contains(" % correctly rounded, "),
            "{dtype}: {is}"
        );
        assert!(is.contains("within 4 ulp; at most 3, of "), "{dtype}: {is}");
    }
}
