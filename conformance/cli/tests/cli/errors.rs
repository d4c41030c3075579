//! Wrong command lines: exit code 2, and a hint how to fix them.

use crate::support::ascertain;

#[test]
fn mistakes_are_named_with_what_is_near() {
    for (arguments, parts) in [
        (
            vec!["run", "--profile", "documentd"],
            vec!["unknown profile `documentd`", "did you mean `documented`?"],
        ),
        (vec!["run", "--edition", "aclnn.cumprd=2026-03"], vec!["did you mean `aclnn.cumprod`?"]),
        (
            vec!["run", "--edition", "aclnn.cumprod=2026-3"],
            vec!["edition of aclnn.cumprod", "did you mean `2026-03` or `2026-07`?"],
        ),
        (vec!["run", "--edition", "2026-03"], vec!["write DOCUMENT=NAME"]),
        (vec!["run", "--backend", "referense"], vec!["did you mean `reference`?"]),
        (vec!["run", "--backend", "mine.py"], vec!["did you mean `process:python3 mine.py`?"]),
        (vec!["doctor", "--backend", "./libmine.so"], vec!["did you mean `lib:./libmine.so`?"]),
        (vec!["run", "--backend", "Cargo.toml"], vec!["did you mean `process:./Cargo.toml`?"]),
        (vec!["run", "--backend", "process:"], vec!["`process:` needs a command"]),
        (
            vec!["run", "--filter", "aclnn.tensor-tensr"],
            vec!["matches nothing", "did you mean `aclnn.tensor-tensor"],
        ),
        (vec!["run", "--filter", "cumprod", "--skip", "cumprod"], vec!["no case is left to run"]),
        (vec!["run", "--skip", "zzzzzzzz"], vec!["`--skip zzzzzzzz` matches nothing"]),
        (vec!["run", "--shard", "5/4"], vec!["write K/N"]),
        (vec!["run", "--filter", "mindspore.number-tensor", "--shard", "46/46"], vec!["is empty"]),
        (vec!["run", "--report", "xml=a"], vec!["unknown report format `xml`"]),
        (vec!["run", "--report", "json=/nowhere/at/all.json"], vec!["cannot write /nowhere/at/all.json"]),
        (
            vec!["run", "--backend", "reference", "--backend", "reference", "--report", "json=a"],
            vec!["{backend}"],
        ),
        (vec!["run", "--findings", "some"], vec!["write a number, or `all`"]),
        (vec!["run", "--timeout", "0"], vec!["above 0"]),
        (vec!["run", "--time", "5 parsecs"], vec!["write a number with s, m or h"]),
        (vec!["run", "--expect", "ordr=sequential"], vec!["nothing called `ordr` can be declared"]),
        (vec!["run", "--expect", "accumulator.f23=f32"], vec!["no float dtype is called `f23`"]),
        (vec!["run", "--expect", "order=sequental"], vec!["`order` cannot be `sequental`", "sequential, "]),
        (vec!["run", "--expect", "accumulator.f64=f32"], vec!["cannot be `f32`; it can be: own, x87"]),
        (vec!["list", "--area", "cumprd"], vec!["unknown area `cumprd`", "did you mean `cumprod`?"]),
        (vec!["explain", "cumprd"], vec!["unknown name `cumprd`", "did you mean `cumprod`?"]),
        (vec!["explain", "promote", "aclnn", "f23", "f16"], vec!["did you mean `f32`?"]),
        (vec!["explain", "promote", "aclnn", "f16"], vec!["expected two operands, got 1"]),
        (vec!["explain", "promote", "acl", "f16", "f16"], vec!["unknown name `acl`"]),
        (
            vec!["explain", "promote", "aclnn.tensor-scalar", "f16", "f64"],
            vec!["which of the two is the scalar?", "tensor=f16 scalar=f64", "tensor=f64 scalar=f16"],
        ),
        (vec!["explain", "promote", "mindspore", "c32", "f16"], vec!["no table has a cell for c32 and f16"]),
        (vec!["doctor", "--backend", "proces:x"], vec!["did you mean `process:COMMAND`?"]),
        (vec!["bench", "--backend", "numpi"], vec!["did you mean `numpy`?"]),
        (vec!["bench", "--shapes", "8x8"], vec!["`8x8` is not a shape with a dim", "4096x4096:-1"]),
        (vec!["bench", "--shapes", "8x8:-1,4x4:2"], vec!["dim must be in [-2, 1]"]),
        (vec!["bench", "--dtypes", "f23"], vec!["unknown dtype `f23`", "did you mean `f32`?"]),
        (vec!["bench", "--dtypes", "c64"], vec!["no product of c64", "f32, f16, f64"]),
        (vec!["bench", "--rounds", "0"], vec!["write a number from 1 to 1000"]),
        (vec!["bench", "--threads", "none"], vec!["write a number from 1"]),
        (vec!["bench", "--sample", "0"], vec!["milliseconds above 0"]),
        (vec!["bench", "--report", "xml=a"], vec!["unknown report format `xml`", "html=PATH"]),
        (vec!["bench", "--report", "html=/nowhere/at/all.html"], vec!["cannot write /nowhere/at/all.html"]),
        (vec!["bench", "--report", "json=-", "--report", "md=-"], vec!["would mix on standard output"]),
        (vec!["bench", "--against", "/nowhere/at/all.json"], vec!["cannot read /nowhere/at/all.json"]),
        (vec!["bench", "--against", "Cargo.toml"], vec!["Cargo.toml is not a benchmark report"]),
        (vec!["bench", "--show", "Cargo.toml"], vec!["Cargo.toml is not a benchmark report", "json=PATH"]),
        (vec!["explian"], vec!["explain"]),
        (vec!["doctor"], vec!["--backend"]),
    ] {
        let done = ascertain(&arguments);
        assert_eq!(done.code, 2, "{arguments:?}\n{}{}", done.out, done.err);
        assert_eq!(done.out, "", "{arguments:?}: nothing on standard output");
        for part in parts {
            assert!(done.err.contains(part), "{arguments:?}: {part}\n{}", done.err);
        }
    }
}

#[test]
fn help_and_version_are_no_errors() {
    for arguments in [&["--help"][..], &["--version"], &["run", "--help"], &["explain", "--help"]] {
        let done = ascertain(arguments);
        assert_eq!((done.code, done.err.as_str()), (0, ""), "{arguments:?}");
    }
    let help = ascertain(&["--help"]).out;
    for part in ["run", "list", "explain", "doctor", "compare", "Exit codes:"] {
        assert!(help.contains(part), "{part}\n{help}");
    }
    assert_eq!(ascertain(&[]).code, 2, "no command is a wrong command line");
}
