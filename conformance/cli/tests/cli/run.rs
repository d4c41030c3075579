//! `ascertain run`.

use crate::cli::support::{Place, ascertain};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Ids of the cases of a report.
fn ids(report: &Value) -> Vec<&str> {
    let cases = report["cases"].as_array().expect("cases");
    cases.iter().map(|case| case["id"].as_str().expect("id")).collect()
}

/// The report of a run on the reference.
fn report(arguments: &str) -> Value {
    ascertain(&format!("run --report json=- {arguments}")).ends(0).json()
}

/// The sum of counts by verdict.
fn sum(counts: &Value) -> u64 {
    counts.as_object().expect("counts").values().filter_map(Value::as_u64).sum()
}

/// The same over areas.
fn in_areas(areas: &Value) -> u64 {
    areas.as_object().expect("areas").values().map(|area| sum(&area["verdicts"])).sum()
}

/// What a report says of its random cases, but for the number that says which they are.
fn random_of(report: &Value) -> Value {
    let mut random = report["random"].clone();
    let digest = random.as_object_mut().and_then(|random| random.remove("digest"));
    assert!(random.is_null() || digest.is_some_and(|digest| digest.is_u64()), "{random}");
    random
}

#[test]
fn the_reference_obeys_in_every_profile() {
    for profile in ["latest", "code"] {
        // `.ci/run` asks all.
        let report = report(&format!("--profile {profile} --shard 1/8"));
        assert_eq!((&report["profile"], &report["exit_code"]), (&profile.into(), &0.into()));
        let ids = ids(&report);
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{profile}: ids are unique");
        let random = json!({"asked": 2_000, "fuzz": 16_000, "out_of_time": false});
        assert_eq!((&random_of(&report), &report["seed"]), (&random, &"0".into()));
        let listed = ids.iter().filter(|id| id.contains("/fuzz/")).count() as u64;
        assert_eq!(in_areas(&report["unlisted"]) + listed, 2_000, "{profile}: random cases");
        assert_eq!(sum(&report["summary"]), ids.len() as u64 + in_areas(&report["unlisted"]));
        assert_eq!(in_areas(&report["areas"]), sum(&report["summary"]));
        for wrong in ["fail", "warning", "crash", "timeout", "protocol", "error"] {
            assert_eq!(report["summary"][wrong], 0, "{profile}: {wrong}");
        }
    }
}

#[test]
fn people_get_a_summary_without_codes_in_a_pipe() {
    let few = "--filter 'aclnn.*' --filter mindspore --filter cumprod/vector --filter reinterpret --fuzz 0";
    let done = ascertain(&format!("run {few}")).ends(0);
    assert_eq!(done.err, "");
    assert!(!done.out.contains('\u{1b}'), "no colours in a pipe");
    let head = format!("ascertain {} on reference", env!("CARGO_PKG_VERSION"));
    assert!(done.out.starts_with(&head), "{done}");
    for area in
        ["aclnn.tensor-tensor", "aclnn.tensor-scalar", "mindspore.number-tensor", "cumprod", "reinterpret"]
    {
        assert!(done.out.lines().any(|line| line.trim_start().starts_with(area)), "{area}");
    }
    let last = done.out.lines().last().unwrap_or("");
    assert!(last.starts_with("obeyed: ") && last.contains("exit code 0"), "{last}");
    // Colours on demand.
    ascertain("--color always run --filter mindspore").prints("\u{1b}");
}

#[test]
fn patterns_and_shards_pick_cases() {
    let number = |report: &Value| ids(report).len();
    for (arguments, expected) in [
        ("--filter mindspore.number-tensor", 45),
        ("--filter mindspore", 225 + 45),
        ("--filter mindspore --skip '*rhs=f16'", 225 - 15 + 45),
        ("--filter aclnn.tensor-scalar/tensor=c32,scalar=f64", 1),
        ("--filter aclnn.tensor-scalar/tensor=c32", 16),
        ("--filter 'aclnn.tensor-scalar/*scalar=f64'", 16),
        (
            "--filter aclnn.tensor-scalar/tensor=c32,scalar=f64 --filter mindspore.number-tensor/tensor=f16,number=int",
            2,
        ),
        ("--requirement aclnn.tensor-scalar.cells", 256),
        ("--requirement '*number-tensor*' --skip '*number=int'", 30),
    ] {
        assert_eq!(number(&report(arguments)), expected, "{arguments}");
    }
    let whole = report("--filter reinterpret --fuzz 0");
    let parts = [1, 2, 3].map(|part| report(&format!("--filter reinterpret --fuzz 0 --shard {part}/3")));
    let together: BTreeSet<&str> = parts.iter().flat_map(ids).collect();
    assert_eq!(parts.iter().map(number).sum::<usize>(), number(&whole), "no case twice");
    assert_eq!(together, ids(&whole).into_iter().collect(), "every case once");
    assert_eq!(parts[1]["selection"]["shard"], json!({"part": 2, "of": 3}));
}

#[test]
fn random_cases_come_again_by_seed_and_by_id() {
    let fuzz = "--filter mindspore.number-tensor --fuzz 300 --seed 18446744073709551615";
    let (one, other) = (report(fuzz), report(fuzz));
    assert_eq!(one["seed"], "18446744073709551615", "seeds keep all their digits");
    assert_eq!((&one["cases"], &one["unlisted"]), (&other["cases"], &other["unlisted"]));
    assert_eq!(in_areas(&one["unlisted"]) + ids(&one).len() as u64, 45 + 300);
    // Each operator has a case of the index.
    let codes = ["cumprod", "reinterpret", "aclnn.tensor-tensor"]
        .map(|area| ascertain(&format!("run --filter {area}/fuzz/9/0")).code);
    assert_eq!(codes, [0, 0, 2]);
}

#[test]
fn random_cases_are_of_the_operators_that_are_chosen() {
    for (chosen, areas) in [("--operators add,exp", &["add", "exp"][..]), ("--filter s-where", &["s-where"])]
    {
        let report = report(&format!("{chosen} --fuzz 90"));
        let areas_of = report["areas"].as_object().expect("areas");
        let mut found: Vec<&str> = areas_of.keys().map(String::as_str).collect();
        found.sort_unstable();
        assert_eq!(found, areas, "{chosen}");
        assert_eq!(report["random"]["asked"], 90);
    }
}

/// A run of the whole suite adds random cases, and one of chosen operators or of their requirements; a run of chosen cases does not.
#[test]
fn a_run_says_how_to_repeat_its_random_cases() {
    let random = |arguments: &str| random_of(&report(arguments));
    for (arguments, asked, fuzz) in [
        ("--filter mindspore --fuzz 70 --time 1h", 70, 70),
        ("--filter mindspore --fuzz 70 --shard 2/3", 23, 70),
        ("--operators ceil --shard 1/100", 20, 2_000),
        ("--operators ceil,floor --shard 1/100 --time 1h --fuzz 100", 1, 100),
        ("--operators ceil,floor,neg --shard 1/100", 60, 6_000),
        ("--requirement ceil.value --shard 1/100", 10, 1_000),
    ] {
        assert_eq!(random(arguments), json!({"asked": asked, "fuzz": fuzz, "out_of_time": false}));
    }
    for none in [
        "--filter mindspore --fuzz 0 --time 1h",
        "--filter mindspore",
        "--filter mindspore --skip cumprod",
        "--requirement aclnn.tensor-scalar.cells",
    ] {
        assert_eq!(random(none), Value::Null, "{none}");
    }
    // A whole run has some by itself.
    let place = Place::new();
    let line = "  random    160 cases; --shard 2/100 --fuzz 16000 --seed 5 repeats exactly these\n";
    place.ascertain("run --shard 2/100 --seed 5 --report json=run.json").prints(line);
    let found = random_of(&place.json("run.json"));
    assert_eq!(found, json!({"asked": 160, "fuzz": 16000, "out_of_time": false}));
    let of_time = "run --filter mindspore --time 0.1s --report json=run.json";
    place.ascertain(of_time).prints(" cases until the time was up; --fuzz ");
    let short = &place.json("run.json")["random"];
    assert_eq!((&short["asked"], &short["out_of_time"]), (&short["fuzz"], &true.into()));
    // Calls that take turns are part of the seed.
    for (shapes, words, options) in
        [("", "seed 3", "--seed 3"), ("--shapes 5", "seed 3 with 5 shapes", "--seed 3 --shapes 5")]
    {
        let done = ascertain(&format!("run --operators ceil --skip '*' --fuzz 40 --seed 3 {shapes}")).ends(0);
        done.prints(&format!("profile documented, {words}\n"))
            .prints(&format!("--fuzz 40 {options} repeats exactly these"));
    }
    ascertain("run --operators ceil --fuzz 40 --shapes 0").ends(2).warns("--shapes");
}

#[test]
fn large_cases_are_asked_on_demand_alone() {
    ascertain("run --filter 'cumprod/large/*'").ends(2).warns("matches nothing");
    // With them, patterns may name them, and leave all of them out.
    let cell = "--filter mindspore.number-tensor --filter cumprod/large --skip cumprod/large";
    assert_eq!(ids(&report(&format!("--large {cell}"))).len(), 45);
}

#[test]
fn several_backends_write_a_report_each() {
    let place = Place::new();
    let backends = "-b reference -b process:/nowhere/at/all";
    let done =
        place.ascertain(&format!("run {backends} --filter mindspore --report 'json={{backend}}.json'"));
    // The worst of 0 and 3.
    done.ends(3).prints("did not start").prints("obeyed: ");
    for (name, code) in [("reference.json", 0), ("all.json", 3)] {
        assert_eq!(place.json(name)["exit_code"], code, "{name}");
    }
}

/// A cell that takes no time to ask.
const CELL: &str = "--filter aclnn.tensor-tensor/lhs=f16,rhs=f16";

#[cfg(unix)]
#[test]
fn verdicts_become_exit_codes() {
    let place = Place::new();
    for (reply, code, words) in [
        (r#"{"id":1,"ok":[{"dtype":"f16"}]}"#, 0, "obeyed: 1 case passed"),
        (r#"{"id":1,"ok":[{"dtype":"f64"}]}"#, 1, "not obeyed"),
        (r#"{"id":1,"ok":[{"rejected":{"message":"no"}}]}"#, 1, "rejected-valid"),
        (r#"{"id":1,"unsupported":{"reason":"no"}}"#, 3, "not judged"),
        (r#"{"id":1,"failed":{"message":"lost"}}"#, 3, "not judged"),
        ("nonsense", 1, "protocol"),
    ] {
        let backend = place.parrot(reply);
        place.ascertain(&format!("run -b '{backend}' {CELL}")).ends(code).prints(words);
    }
}

/// A backend that answers one cell with this dtype.
#[cfg(unix)]
fn answering(place: &Place, dtype: &str) -> String {
    place.parrot(&format!(r#"{{"id":1,"ok":[{{"dtype":"{dtype}"}}]}}"#))
}

/// A backend that answers one of two cells, and is right.
#[cfg(unix)]
#[test]
fn coverage_below_the_demand_is_told_and_changes_the_exit_code() {
    let place = Place::new();
    let half = answering(&place, "f32");
    let cells = "-f aclnn.tensor-tensor/lhs=f32,rhs=f32 -f aclnn.tensor-scalar/tensor=f32,scalar=f32";
    let run = format!("run -q -b '{half}' --shard 1/1 --report json=report.json {cells}");
    for (least, code, words) in
        [("50", 0, "obeyed: "), ("50.1", 3, "not judged in full: "), ("100", 3, "less than 100%")]
    {
        let done = place.ascertain(&format!("{run} --fail-under {least}")).ends(code).prints(words);
        assert_eq!(done.out.lines().count(), 1, "{done}");
        // A report that is read again says the same, and a merge makes its own demand.
        place.ascertain(&format!("merge -q report.json --fail-under {least}")).ends(code).prints(words);
        place.ascertain("merge -q report.json").ends(0);
    }
    place.ascertain(&format!("run -b '{half}' --fail-under 101")).ends(2);
}

#[test]
fn a_quiet_run_says_why_its_backend_does_not_start() {
    let done = ascertain("run -q --backend process:no-such-program").ends(3).warns("no-such-program");
    assert_eq!(done.out.lines().count(), 1, "{done}");
}

#[test]
fn a_quiet_run_prints_its_outcome_alone_and_a_verbose_one_every_case() {
    let run = |more: &str| ascertain(&format!("run {CELL} {more}")).out;
    let (quiet, usual, verbose) = (run("-q"), run(""), run("-v"));
    assert_eq!(quiet.lines().count(), 1, "{quiet}");
    assert!(usual.lines().count() > 5, "{usual}");
    let verdicts: Vec<&str> = verbose.lines().take_while(|line| line.starts_with("pass ")).collect();
    let (_, id) = CELL.split_once(' ').expect("an option and an id");
    assert!(matches!(verdicts[..], [only] if only.ends_with(id)), "{verbose}");
    assert_eq!(verbose.lines().filter(|line| line.starts_with("pass ") && line.ends_with(id)).count(), 1);
    let names = |text: &str| text.contains("aclnn.abs 2026-07");
    assert!(names(&verbose) && !names(&usual), "{usual}{verbose}");
    let both = run("-q -b reference -b reference");
    assert!(both.lines().all(|line| line.starts_with("reference obeyed: ")), "{both}");
    assert_eq!(both.lines().count(), 2, "{both}");
    ascertain("run -q -v").ends(2);
}

/// Which operand of an asymmetric pair comes first is this project's own reading of the page.
#[cfg(unix)]
#[test]
fn readings_are_told_and_can_be_observed() {
    let place = Place::new();
    let run = format!("run -b '{}' -f aclnn.tensor-tensor/lhs=f16,rhs=bf16", answering(&place, "f64"));
    let run = |more: &str| place.ascertain(&format!("{run} --report json=report.json {more}"));
    let judged = run("").ends(1).prints("requires  aclnn.tensor-tensor.axes");
    judged
        .prints("basis     this project's reading of the page; `ascertain explain aclnn.tensor-tensor.axes`")
        .prints("1 failed (1 on readings alone)");
    let json = place.json("report.json");
    assert_eq!((&json["failures_on_readings"], &json["cases"][0]["basis"]), (&1.into(), &"reading".into()));
    // Nothing passed.
    run("--readings observe").ends(3);
    let json = place.json("report.json");
    assert_eq!(json["selection"]["readings"], "observe");
    assert_eq!(json["summary"]["observed"], 1);
    assert!(json["failures_on_readings"].is_null(), "{json:#}");
}

#[test]
fn a_report_that_cannot_be_written_is_found_before_anything_is_asked() {
    let place = Place::new();
    std::fs::create_dir(place.at("folder")).expect("a folder");
    place.write("file", "");
    // It would leave a mark if it were asked.
    let backend = "-b 'process:touch asked'";
    let long = "n".repeat(300);
    for (paths, words) in [
        (&["folder"][..], "cannot write"),
        (&["missing/a.json"], "is not a folder"),
        (&["file/a.json"], "cannot write"),
        (&[&long], "cannot write"),
        (&["a.json", "folder/../a.json"], "two reports would be written to"),
        (&["-", "-"], "two reports would mix on standard output"),
    ] {
        let reports: String = paths.iter().map(|path| format!(" --report json={path}")).collect();
        for command in ["run --filter aclnn.conversion", "bench"] {
            let done = place.ascertain(&format!("{command} {backend}{reports}")).ends(2).warns(words);
            assert_eq!(done.out, "", "{command}{reports}");
            assert!(!place.has("asked"), "{command}{reports}: it was asked");
        }
    }
    place.ascertain(&format!("run {backend} --repro file/vectors")).ends(2);
    assert_eq!(place.count("."), 2, "no temporary file stays");
}

#[cfg(unix)]
#[test]
fn a_report_replaces_an_older_one_when_it_is_complete() {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};
    let place = Place::new();
    let mode = |name: &str| fs::metadata(place.at(name)).expect("a file").permissions().mode() & 0o777;
    place.write("old.json", "old");
    fs::set_permissions(place.at("old.json"), fs::Permissions::from_mode(0o640)).expect("our file");
    symlink("old.json", place.at("link.json")).expect("a link");
    place.write("usual", "");
    place.ascertain(&format!("run --report json=link.json --report json=new.json {CELL}")).ends(0);
    for name in ["old.json", "new.json"] {
        assert_eq!(place.json(name)["exit_code"], 0);
    }
    assert!(fs::symlink_metadata(place.at("link.json")).expect("a link").is_symlink());
    assert_eq!((mode("old.json"), mode("new.json")), (0o640, mode("usual")));
}

/// The verdict is worth more than the report.
#[cfg(target_os = "linux")]
#[test]
fn the_exit_code_survives_a_report_that_cannot_be_written() {
    let place = Place::new();
    let wrong = answering(&place, "f64");
    // One name is a link to a full device.
    std::os::unix::fs::symlink("/dev/full", place.at("parrot.json")).expect("a link");
    let backends = format!("-b '{wrong}' -b reference");
    let done = place.ascertain(&format!("run --report 'json={{backend}}.json' {backends} {CELL}"));
    done.ends(1).warns("cannot write").warns("parrot.json").prints("not obeyed");
    assert!(place.has("reference.json"), "the next one was asked");
    // A standard output that takes nothing.
    let done = place.shell(&format!("exec ascertain run -b '{wrong}' {CELL} > /dev/full"));
    done.ends(1).warns("cannot write to standard output");
}

#[cfg(target_os = "linux")]
#[test]
fn reports_go_to_pipes_and_devices() {
    let place = Place::new();
    // People are told on standard error.
    let done = place.ascertain(&format!("run --report json=/dev/stdout {CELL}")).ends(0).warns("obeyed");
    assert_eq!(done.json()["exit_code"], 0);
    place.ascertain(&format!("run --report json=/dev/null {CELL}")).ends(0).prints("obeyed");
    // A pipe with a name, as a shell makes it.
    let read =
        format!("mkfifo pipe; cat pipe > read.json & ascertain run -q --report json=pipe {CELL} && wait");
    place.shell(&read).ends(0);
    assert_eq!(place.json("read.json")["exit_code"], 0);
}

#[test]
fn a_standard_has_its_verdicts_beside_those_of_the_pages() {
    let place = Place::new();
    let run = "run --filter cumprod --fuzz 300 --standard opbase-2026-07 --report json=a.json --report html=a.html \
               --report markdown=a.md";
    let done = place.ascertain(run).ends(0);
    let beside = place.json("a.json")["beside"].clone();
    assert_eq!((&beside["standard"], &beside["decides"]), (&"opbase-2026-07".into(), &false.into()));
    let classes = beside["classes"].as_array().expect("classes");
    let cases: Vec<u64> = classes.iter().filter_map(|class| class["cases"].as_u64()).collect();
    // The reference obeys the pages, and not this.
    assert!(cases[0] > 100 && cases[2] > 0 && (cases[1], cases[3]) == (0, 0), "{cases:?}");
    let example = classes[2]["example"]["case"].as_str().expect("an example");
    let html = place.read("a.html").replace("&#x2f;", "/");
    for (form, text) in [("terminal", &done.out), ("html", &html), ("markdown", &place.read("a.md"))] {
        assert!(text.contains("only the standard fails") && text.contains(example), "{form}");
    }
    // Whoever repeats the run gets them again.
    let again = place.read("a.md").lines().find(|line| line.starts_with("ascertain run ")).map(str::to_owned);
    assert!(again.as_ref().is_some_and(|again| again.contains("--standard opbase-2026-07")), "{again:?}");
    let none = place.ascertain("run --backend process:false --standard opbase-2026-07").ends(3);
    assert!(!none.out.contains("Float results by"), "{}", none.out);
    // Of each operator and dtype, which add up to all.
    let kinds = beside["kinds"].as_object().expect("kinds");
    let of_kinds =
        |at: usize| kinds.values().filter_map(|classes| classes[at]["cases"].as_u64()).sum::<u64>();
    assert_eq!([0, 1, 2, 3].map(of_kinds).as_slice(), cases);
    assert!(kinds.keys().all(|kind| kind.starts_with("cumprod ")) && kinds.len() > 2, "{kinds:?}");
    let row =
        place.read("a.md").lines().find(|line| line.starts_with("| `cumprod` | `bf16` |")).map(str::to_owned);
    let row = row.expect("a row of bf16");
    let columns: Vec<u64> =
        row.split('|').skip(3).take(3).filter_map(|n| n.trim().replace(',', "").parse().ok()).collect();
    let own = |at: usize| kinds["cumprod bf16"][at]["cases"].as_u64().expect("a number");
    assert_eq!(columns, [own(0) + own(2), own(0), own(0) + own(2)], "{row}");
    let example = &kinds["cumprod bf16"][2]["example"];
    assert!(row.contains(example["case"].as_str().expect("a case")), "{row}");
    assert!(row.contains(&example["shape"].to_string().replace(',', ", ")), "{row}");
    place.ascertain(&format!("{run} --by-standard")).ends(1).prints("standard not met: ");
    assert_eq!(place.json("a.json")["selection"]["standard"], "opbase-2026-07");
    place.ascertain("run --filter 'cumprod/grid/f32*' --standard array-api-tests --by-standard").ends(0);
    // Nothing that it is about.
    place.ascertain("run --filter aclnn.tensor-tensor --standard onnx-backend --by-standard").ends(3);
    place.ascertain("run --by-standard").ends(2);
    ascertain("list --standards").ends(0).prints("torch-assert-close").prints("opbase-2026-07-en");
}
