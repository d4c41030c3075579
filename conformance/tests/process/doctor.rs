//! The doctor on correct and on faulty adapters.

use crate::process::support::{batching, faulty, has_python, in_parallel, options};
use ascertain::document::Editions;
use ascertain_conformance::backends::doctor::{Step, StepOutcome, examine};

fn steps(command: &[String]) -> Vec<Step> {
    let spec = format!("process:{}", command.join(" "));
    let mut seen = 0;
    let steps = examine(&spec, &Editions::default(), &options(), &mut |_| seen += 1).expect("a command");
    assert_eq!(steps.len(), seen, "each step is told as it is done");
    steps
}

fn problems(steps: &[Step]) -> Vec<(&str, &str)> {
    let mut problems = Vec::new();
    for step in steps {
        if let StepOutcome::Problem { what, fix } = &step.outcome {
            assert!(!fix.is_empty(), "{step:?}");
            problems.push((step.name, what.as_str()));
        }
    }
    problems
}

#[test]
fn adapters_that_are_well_have_no_problems() {
    let reference = examine("reference", &Editions::default(), &options(), &mut |_| ()).expect("a backend");
    assert_eq!(problems(&reference), []);
    assert!(reference.len() > 5, "{reference:?}");
    if has_python() {
        let steps = steps(&faulty("honest", "f64"));
        assert_eq!(problems(&steps), [], "{steps:?}");
        let names: Vec<&str> = steps.iter().map(|step| step.name).collect();
        assert!(names.starts_with(&["start and hello", "names"]), "{names:?}");
        assert!(names.ends_with(&["unknown keys", "silence", "bye"]), "{names:?}");
    }
}

#[test]
fn faults_show_in_the_step_they_concern() {
    skip_without_python!();
    let faults = [
        (faulty("dies_at_start", "all"), "start and hello", "is the driver loaded?"),
        (faulty("future_protocol", "all"), "start and hello", "99"),
        (faulty("exits", "f64"), "dtypes", "exit status 7"),
        (faulty("garbage", "f64"), "dtypes", "Segmentation fault"),
        (faulty("accepts", "all"), "refusal", "out of range"),
        (faulty("alternates", "all"), "order", "together with other calls"),
        (faulty("twice", "all"), "silence", "nothing asked for"),
        (faulty("stubborn", "all"), "bye", "still runs"),
        (faulty("fails_at_end", "all"), "bye", "exit status 3"),
        (faulty("answers_bye", "all"), "bye", "nothing asked for"),
    ];
    in_parallel(&faults, |(command, step, part)| {
        let steps = steps(command);
        let told = problems(&steps).iter().any(|(name, what)| name == step && what.contains(part));
        assert!(told, "{command:?}: no `{part}` under `{step}` in {steps:#?}");
    });
    // An offer without anything that the documents allow: bytes alone, and a refusal instead of a product.
    let steps = steps(&batching());
    assert!(problems(&steps).iter().all(|(name, _)| *name != "frames"), "{steps:#?}");
}
