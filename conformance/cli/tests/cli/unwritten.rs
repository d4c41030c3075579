//! Reports and journals that cannot be written: no success, and nothing older in their place.

use crate::cli::support::{Done, Place};

/// Runs the program where no file grows beyond 8 kB, as on a disk that is full then.
fn on_full_disk(place: &Place, arguments: &str) -> Done {
    place.shell(&format!("trap '' XFSZ; ulimit -f 16; exec ascertain {arguments}"))
}

const RUN: &str = "run --filter 'aclnn.*' --fuzz 500";
const BENCH: &str =
    "bench --quick --elements 50 --operators add,mul,exp,cumprod,cast,eq,lt,ge,sub --dtypes f32,s32";

/// A place with the report of a whole run.
fn with_whole() -> Place {
    let place = Place::new();
    place.ascertain(&format!("{RUN} --shard 1/1 --report json=whole.json")).ends(0);
    place.ascertain("run --filter mindspore --fuzz 0 --report json=other.json").ends(0);
    place
}

#[test]
fn what_is_not_written_is_not_a_success() {
    let place = with_whole();
    for (command, format) in [
        (RUN, "json"),
        (RUN, "html"),
        ("merge whole.json", "json"),
        ("compare whole.json whole.json", "html"),
        (BENCH, "json"),
    ] {
        for path in ["report", "/dev/full"] {
            place.write("report", "of an earlier run");
            let command = format!("{command} --report {format}={path}");
            let done = on_full_disk(&place, &command).ends(2).warns("exit code is 2");
            assert!(!done.out.is_empty(), "{command}: {done}");
            match (path, format) {
                ("/dev/full", _) => assert_eq!(place.read("report"), "of an earlier run", "{command}"),
                _ => assert!(!place.has("report"), "{command}: {}", place.read("report")),
            }
        }
    }
    let done = on_full_disk(&place, &format!("{RUN} --journal journal"));
    done.ends(2).warns("cannot write the journal").prints("obeyed");
}

#[test]
fn a_standard_output_that_takes_nothing_is_not_a_success() {
    let place = with_whole();
    for command in [
        RUN,
        "run --filter reinterpret --fuzz 0 --report json=-",
        "run --filter reinterpret --fuzz 0 --quiet",
        "merge whole.json",
        "compare whole.json whole.json",
        "observe --backend reference --operators cumprod --fuzz 10",
        BENCH,
    ] {
        let done = place.shell(&format!("exec ascertain {command} > /dev/full"));
        done.ends(2).warns("cannot write to standard output");
    }
}
