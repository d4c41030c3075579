//! `ascertain doctor`.

/// A folder, where there is Python.
#[cfg(unix)]
fn with_python() -> Option<crate::cli::support::Place> {
    let place = crate::cli::support::Place::new();
    if place.shell("python3 --version").code == 0 {
        return Some(place);
    }
    crate::cli::support::skip("there is no python3");
    None
}

/// A typing mistake makes cases unsupported, so it must be told, whatever the kind of backend.
#[cfg(unix)]
#[test]
fn unknown_names_are_told_for_every_kind_of_backend() {
    let Some(place) = with_python() else { return };
    place.write(
        "mine.py",
        "from ascertain_adapters import Adapter\n\
         adapter = Adapter('mine', '1')\n\
         adapter.cumprod(dtypes=['float32', 'f64'], max_rank=8)(lambda call: call.input)\n\
         adapter.serve()\n",
    );
    place.ascertain("doctor -b python:mine.py").ends(1).prints("dtype `float32` of cumprod");
    if place.shell("cc --version").code != 0 {
        return crate::cli::support::skip("there is no C compiler");
    }
    place.ascertain("init c").ends(0);
    place.write("mine.c", &place.read("mine.c").replace("no-out", "noout"));
    place.shell("cc -shared -fPIC -o libmine.so mine.c").ends(0);
    place.ascertain("doctor -b lib:./libmine.so").ends(1).prints("`noout`");
}

/// Each call that hangs takes the whole limit.
#[cfg(unix)]
#[test]
fn two_calls_without_an_answer_are_enough() {
    let Some(place) = with_python() else { return };
    place.write(
        "mine.py",
        "import time\n\
         from ascertain_adapters import Adapter\n\
         adapter = Adapter('mine', '1')\n\
         def hangs(call):\n\
         \x20   open('calls', 'a').write('x')\n\
         \x20   time.sleep(99)\n\
         adapter.cumprod(dtypes=['f32', 'f64', 's32'], max_rank=8)(hangs)\n\
         adapter.serve()\n",
    );
    let package = concat!(env!("CARGO_MANIFEST_DIR"), "/../adapters/python");
    let process = format!("process:env PYTHONPATH={package} python3 mine.py");
    for backend in ["python:mine.py", &process] {
        place.write("calls", "");
        place.ascertain(&format!("doctor -b '{backend}' --timeout 1")).ends(1).prints("problem  dtypes");
        // Of the nine that it would ask. One more is asked in a process of its own.
        assert!(place.read("calls").len() <= 3, "{backend}: {}", place.read("calls"));
    }
}

/// An implementation that refuses a dtype is not an adapter that passes arguments on wrongly, which refuses all.
#[cfg(unix)]
#[test]
fn refusals_beside_answers_are_told_and_no_problem() {
    let Some(place) = with_python() else { return };
    let mine = |refuses: &str| {
        format!(
            "from ascertain_adapters import Adapter, Rejected\n\
             adapter = Adapter('mine', '1')\n\
             @adapter.operator('abs', ['f32', 's8'], 8, inplace=True)\n\
             def absolute(arguments):\n\
             \x20   if {refuses}:\n\
             \x20       raise Rejected('no loop')\n\
             \x20   return [arguments['out']]\n\
             adapter.serve()\n"
        )
    };
    place.write("mine.py", &mine("arguments['self'].dtype == 's8'"));
    let done = place.ascertain("doctor -b python:mine.py").ends(0).prints("Nothing to fix.");
    done.prints("refuses 2 of 5 calls").prints("no loop");
    place.write("mine.py", &mine("True"));
    place.ascertain("doctor -b python:mine.py").ends(1).prints("5 of 5 calls have problems");
}

/// A list of dimensions can be out of range as a number can.
#[cfg(unix)]
#[test]
fn a_list_that_is_out_of_range_is_asked_too() {
    let Some(place) = with_python() else { return };
    place.write(
        "mine.py",
        "from ascertain_adapters import Adapter\n\
         adapter = Adapter('mine', '1')\n\
         @adapter.operator('amax', ['f32'], 8)\n\
         def amax(arguments):\n\
         \x20   if any(dim > 8 for dim in arguments['dim']):\n\
         \x20       raise IndexError('far away')\n\
         \x20   return [arguments['out']]\n\
         adapter.serve()\n",
    );
    place.ascertain("doctor -b python:mine.py").ends(1).prints("problem  refusal").prints("IndexError");
}

#[cfg(unix)]
#[test]
fn what_is_to_be_mended_is_told() {
    let place = crate::cli::support::Place::new();
    let parrot = place.parrot("nonsense");
    for (backend, words) in [(parrot.as_str(), "nonsense"), ("process:/nowhere/at/all", "start and hello")] {
        let doctor = place.ascertain(&format!("doctor -b '{backend}' --timeout 2")).ends(1);
        doctor.prints(words).prints("problem").prints("how to fix").prints("to fix");
    }
}
