//! The linter's findings on the committed specification, and on small edits of it.

#[path = "../../compiler/tests/committed/mod.rs"]
mod committed_files;

use ascertain_spec::load_files;
use ascertain_spec::model::Spec;
use ascertain_spec_tools::lint::{Finding, lint};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

const TENSORS: &str = "aclnn/tensor-tensor.toml";
const SEPTEMBER: &str = "aclnn/tensor-tensor/2025-09.toml";
const CUMPROD: &str = "aclnn/cumprod.toml";
const PAGE: &str = "aclnn/cumprod/cann-8.3.rc1.toml";
const MARCH: &str = "aclnn/cumprod/2026-03.toml";
const SCALARS: &str = "aclnn/tensor-scalar/2025-09.toml";
const MINDSPORE: &str = "mindspore/dtype/2.10.toml";

/// The committed specification with some texts, each of which stands once in its file, replaced.
fn spec(edits: &[(&str, &str, &str)]) -> Spec {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = committed_files::committed(&folder);
    for (path, from, to) in edits {
        let (_, text) =
            files.iter_mut().find(|(other, _)| other == path).unwrap_or_else(|| panic!("no {path}"));
        assert_eq!(text.matches(from).count(), 1, "`{from}` should occur once in {path}");
        *text = text.replacen(from, to, 1);
    }
    load_files(files).unwrap_or_else(|problems| panic!("{problems}"))
}

fn new(findings: &[Finding]) -> Vec<String> {
    let new = findings.iter().filter(|finding| finding.known.is_none());
    new.map(|finding| format!("{} @{}", finding.id, finding.edition)).collect()
}

/// Ids of one check in one edition, without what all of them have.
fn of(findings: &[Finding], edition: &str, check: &str) -> Vec<String> {
    let of_edition = findings.iter().filter(|finding| finding.edition == edition);
    of_edition.filter_map(|finding| Some(finding.id.strip_prefix(check)?.to_owned())).collect()
}

#[test]
fn the_committed_documents_hold_what_errata_explain() {
    let spec = spec(&[]);
    let findings = lint(&spec);
    assert_eq!(new(&findings), Vec::<String>::new(), "mend the document's TOML, or list it in an erratum");
    let mut ids = BTreeSet::new();
    for finding in &findings {
        assert!(ids.insert((&finding.id, &finding.edition)), "{} twice in {}", finding.id, finding.edition);
        assert!(!finding.says.is_empty() && !finding.cites.is_empty(), "{finding:?}");
    }
    let explained: BTreeSet<&str> = findings.iter().filter_map(|finding| finding.known.as_deref()).collect();
    let errata = [
        "aclnn.cumprod.dim-dtype",
        "aclnn.cumprod.inplace-dim-closed",
        "aclnn.cumprod.inplace-empty",
        "aclnn.tensor-scalar.code-numbers",
        "aclnn.tensor-scalar.f64-complex",
        "aclnn.tensor-scalar.numbers",
        "aclnn.tensor-tensor.code-bf16-c32",
        "aclnn.tensor-tensor.code-unsigned-complex",
        "aclnn.tensor-tensor.f16-bf16",
        "aclnn.tensor-tensor.f64-complex",
        "aclnn.tensor-tensor.u32-twice",
        "mindspore.dtype.bool-unsigned",
        "mindspore.dtype.int-alias",
        "tik.reinterpret.dtypes",
    ];
    assert_eq!(explained.into_iter().collect::<Vec<_>>(), errata);
    assert!(of(&findings, "2.10", "mindspore.tensor-tensor/").is_empty(), "MindSpore's table is a lattice");
}

/// The counts of the Tensor-Tensor editions, as triples: f64 out of (bf16, f16) in the first, bf16 with c32 in both.
#[test]
fn tensor_tensor_is_no_lattice() {
    let findings = lint(&spec(&[]));
    let count = |edition: &str, check: &str| of(&findings, edition, &format!("aclnn.tensor-tensor/{check}/"));
    let remaining = ["f16,bf16,c32", "bf16,f16,c32", "c32,f16,bf16", "c32,bf16,f16"];
    assert_eq!(count("2025-09", "associative"), remaining);
    assert_eq!(count("2025-09", "monotone"), ["f16,c32,bf16", "bf16,c32,f16"]);
    let first = count("cann-23.0.rc2", "associative");
    assert_eq!(first.len(), 8);
    assert!(remaining.iter().all(|triple| first.iter().any(|id| id == triple)));
    assert!(first.iter().all(|id| id.contains("bf16") && id.contains("f16")));
    assert_eq!(count("cann-23.0.rc2", "monotone"), ["f16,c32,bf16", "bf16,f32,f16", "bf16,c32,f16"]);
    assert_eq!(count("cann-23.0.rc2", "symmetric"), ["f16,bf16"]);
    assert_eq!(count("2025-09", "symmetric"), Vec::<String>::new());
    let asymmetric = ["u16,c64", "u16,c128", "u32,c64", "u32,c128", "u64,c64", "u64,c128"];
    assert_eq!(count("code-8.1", "symmetric"), asymmetric);
    for check in ["associative", "monotone", "holds", "idempotent"] {
        assert_eq!(count("code-8.1", check), Vec::<String>::new(), "{check}");
    }
}

/// Triples counted from a second reading of the tables, by names and not by indices.
#[test]
fn triples_are_those_of_the_second_reading() {
    let findings = lint(&spec(&[]));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance/judge/second_reading");
    for (file, table, edition) in [
        ("aclnn.tensor-tensor.txt", "aclnn.tensor-tensor", "cann-23.0.rc2"),
        ("aclnn.tensor-tensor@2025-09.txt", "aclnn.tensor-tensor", "2025-09"),
        ("aclnn.tensor-tensor@code-8.1.txt", "aclnn.tensor-tensor", "code-8.1"),
        ("mindspore.tensor-tensor.txt", "mindspore.tensor-tensor", "2.10"),
    ] {
        let text = std::fs::read_to_string(folder.join(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
        let mut lines = text.lines().filter(|line| !line.starts_with('#')).map(str::split_whitespace);
        let columns: Vec<&str> = lines.next().into_iter().flatten().skip(1).collect();
        let mut join: BTreeMap<(&str, &str), &str> = BTreeMap::new();
        for mut line in lines {
            let row = line.next().expect("the row's name");
            join.extend(columns.iter().zip(line).filter(|(_, r)| *r != "-").map(|(c, r)| ((row, *c), r)));
        }
        let of_pair = |a, b| join.get(&(a, b)).copied();
        let mut broken = BTreeSet::new();
        for ((a, b), ab) in &join {
            for c in &columns {
                let sides = of_pair(ab, c).zip(of_pair(b, c).and_then(|bc| of_pair(a, bc)));
                if sides.is_some_and(|(left, right)| left != right) {
                    broken.insert(format!("{a},{b},{c}"));
                }
            }
        }
        let found: BTreeSet<String> =
            of(&findings, edition, &format!("{table}/associative/")).into_iter().collect();
        assert_eq!(found, broken, "{file}");
    }
}

/// MindSpore's page promises a type of sufficient size and category, of integers too.
#[test]
fn an_integer_result_holds_its_operands() {
    for (row, cell, other, ids) in [
        (
            "uint8      = { bytes = [4748, 4947], cells = [\"uint8\",      \"int16\"",
            "\"int16\"",
            "\"int8\"",
            ["u8,s8"],
        ),
        (
            "uint8      = { bytes = [4748, 4947], cells = [\"uint8\",      \"int16\"",
            "\"int16\"",
            "\"bool\"",
            ["u8,s8"],
        ),
        (
            "int32      = { bytes = [4348, 4547], cells = [\"int32\",      \"int32\",      \"int32\",      \"int32\"",
            "\"int32\"",
            "\"int16\"",
            ["s32,bool"],
        ),
    ] {
        let changed = row.replacen(cell, other, 1);
        let findings = lint(&spec(&[(MINDSPORE, row, &changed)]));
        assert_eq!(of(&findings, "2.10", "mindspore.tensor-tensor/holds/"), ids, "{row}");
    }
}

/// A text that stands once in a file, and what it becomes.
type Edit<'a> = (&'a str, &'a str, &'a str);

/// Ids without their system's `aclnn.` or `mindspore.`, and the editions that have the finding.
type Expected<'a> = (&'a [&'a str], &'a [&'a str]);

const TENSOR_EDITIONS: [&str; 2] = ["2025-09", "code-8.1"];
const CUMPROD_EDITIONS: [&str; 4] = ["cann-8.3.rc1", "2026-03", "2026-07", "code-2026-08"];

#[track_caller]
fn assert_new(edits: &[Edit<'_>], expected: &[Expected<'_>]) {
    let found: BTreeSet<String> = new(&lint(&spec(edits))).into_iter().collect();
    let of = |(ids, editions): &Expected<'_>| -> Vec<String> {
        ids.iter().flat_map(|id| editions.iter().map(move |edition| format!("{id} @{edition}"))).collect()
    };
    let expected: BTreeSet<String> = expected.iter().flat_map(of).collect();
    assert_eq!(found, expected, "{edits:?}");
}

/// The texts in quotation marks.
fn quoted(line: &str) -> Vec<&str> {
    line.split('"').skip(1).step_by(2).collect()
}

#[test]
fn a_mistake_in_a_table_is_found_and_nothing_else() {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(SEPTEMBER))
        .expect("the later page");
    let order: Vec<&str> = quoted(text.lines().find(|line| line.starts_with("order")).expect("the order"));
    // The row of a dtype as it is, and with another cell.
    let changed = |(row, column, result): (&str, &str, &str)| {
        let line = text.lines().find(|line| line.split(' ').next() == Some(row)).expect("the row");
        let mut cells = quoted(line);
        cells[order.iter().position(|name| *name == column).expect("the column")] = result;
        let start = &line[..line.find('[').expect("its place")];
        let place = &line[start.len()..=line.find(']').expect("its end")];
        (line.to_owned(), format!("{start}{place}, cells = {cells:?} }}"))
    };
    // A dtype that does not stay itself. In the code that inherits the page, where u32 meets c64, the order of meeting
    // then matters too.
    let (before, after) = changed(("u32", "u32", "u64"));
    assert_new(
        &[(SEPTEMBER, &before, &after)],
        &[
            (
                &[
                    "aclnn.tensor-tensor/idempotent/u32",
                    "aclnn.tensor-tensor/against/mindspore.tensor-tensor/u32,u32",
                ],
                &TENSOR_EDITIONS,
            ),
            (&["aclnn.tensor-tensor/associative/u32,u32,c64"], &["code-8.1"]),
        ],
    );
    // What gives way: a float to an integer or a narrower float, a complex number to a real one, an integer to a narrower one.
    let lossy = [("f16", "s64", "s64"), ("f64", "f32", "f32"), ("c128", "c64", "f64"), ("s8", "s64", "s8")];
    let rows = lossy.map(changed);
    let edits: Vec<Edit<'_>> = rows.iter().map(|(before, after)| (SEPTEMBER, &**before, &**after)).collect();
    let found = new(&lint(&spec(&edits)));
    let held: Vec<&str> =
        found.iter().filter_map(|id| id.strip_prefix("aclnn.tensor-tensor/holds/")).collect();
    let held: BTreeSet<&str> = held.into_iter().collect();
    let pairs = ["c128,c64", "f16,s64", "f64,f32", "s8,s64"];
    let expected: Vec<String> =
        pairs.iter().flat_map(|pair| TENSOR_EDITIONS.map(|edition| format!("{pair} @{edition}"))).collect();
    assert_eq!(held, expected.iter().map(String::as_str).collect());
    // One scalar of four.
    let f32_f32 = "s8   = { lines = [22, 22], cells = [\"f32\",";
    assert_new(
        &[(SCALARS, f32_f32, &f32_f32.replace("\"f32\"", "\"f64\""))],
        &[(
            &["aclnn.tensor-scalar/outlier/s8,f32"],
            &["2025-09", "code-950", "code-adds-a2", "code-muls-a2"],
        )],
    );
}

#[test]
fn a_mistake_in_a_list_of_types_is_found_and_nothing_else() {
    let c128 = "[type.complex128]\ndtype = \"c128\"\naliases = [\"cdouble\"]\n\
                cite = { where = \"基础数据类型\", bytes = [1446, 1509] }\n";
    assert_new(
        &[(MINDSPORE, c128, "")],
        &[(&["mindspore.tensor-tensor/types/c128", "mindspore.number-tensor/types/c128"], &["2.10"])],
    );
    // Python's float gives f32.
    assert_new(
        &[
            (MINDSPORE, "aliases = [\"float\"]", "aliases = [\"single\"]"),
            (MINDSPORE, "aliases = [\"double\"]", "aliases = [\"float\"]"),
        ],
        &[(&["mindspore.number-tensor/number/float"], &["2.10"])],
    );
    // The page mends what an erratum explains.
    assert_new(
        &[
            (MINDSPORE, "aliases = [\"int\"]\n", ""),
            (MINDSPORE, "aliases = [\"long\"]", "aliases = [\"int\"]"),
        ],
        &[(&["mindspore.dtype.int-alias/stale/mindspore.number-tensor/number/int"], &[""])],
    );
}

#[test]
fn a_mistake_about_an_operator_is_found_and_nothing_else() {
    let dim = "dtypes = [\"INT32\"]\nrange = \"-rank(input) <= dim && dim <= rank(input)\"";
    assert_new(
        &[(PAGE, dim, &dim.replace("\"INT32\"", "\"INT32\", \"INT8\""))],
        &[(
            &["aclnn.cumprod/dtypes/aclnnInplaceCumprodGetWorkspaceSize.dim"],
            &["cann-8.3.rc1", "2026-03", "2026-07"],
        )],
    );
    let input = "strided = true\nmax_rank = 8\ncite = { where = \"aclnnInplaceCumprodGetWorkspaceSize, input\", lines = [304, 311] }";
    let otherwise = input.replace("strided = true", "strided = false\nformats = [\"NCHW\"]");
    assert_new(
        &[(MARCH, input, &otherwise)],
        &[(
            &[
                "aclnn.cumprod/strided/aclnnInplaceCumprodGetWorkspaceSize.input",
                "aclnn.cumprod/formats/aclnnInplaceCumprodGetWorkspaceSize.input",
            ],
            &["2026-03", "2026-07"],
        )],
    );
    assert_new(
        &[(PAGE, "then = \"aclnnInplaceCumprod\"\n", "")],
        &[(
            &[
                "aclnn.cumprod/then/aclnnInplaceCumprodGetWorkspaceSize",
                "aclnn.cumprod/then/aclnnInplaceCumprod",
            ],
            &CUMPROD_EDITIONS,
        )],
    );
    assert_new(
        &[(
            MARCH,
            "max_rank = 8\ncite = { where = \"aclnnCumprod",
            "max_rank = 9\ncite = { where = \"aclnnCumprod",
        )],
        &[(&["aclnn.cumprod/enforced/aclnnCumprodGetWorkspaceSize.input/max_rank"], &["2026-03", "2026-07"])],
    );
    // One requirement stands for the range of both pages; the code's has its own.
    let range = "says = \"dim lies in [-rank(input), rank(input))\"\nwhen = \"!inplace && rank(input) > 0\"\n\
                 require = \"-rank(input) <= dim && dim < rank(input)\"\nelse = \"ACLNN_ERR_PARAM_INVALID\"\n";
    let other = "says = \"s\"\nwhen = \"!inplace && rank(input) > 0\"\nrequire = \"dim < 8\"\n";
    assert_new(
        &[(CUMPROD, range, other)],
        &[
            (&["aclnn.cumprod/status/cumprod.dim.range"], &["cann-8.3.rc1", "2026-03", "2026-07"]),
            (
                &["aclnn.cumprod/enforced/aclnnCumprodGetWorkspaceSize.dim"],
                &["cann-8.3.rc1", "2026-03", "2026-07"],
            ),
        ],
    );
    let wraps = "id = \"cumprod.integer.wraps\"\nlevel = \"must\"";
    assert_new(
        &[(CUMPROD, wraps, &wraps.replace("must", "contradicted"))],
        &[(&["aclnn.cumprod/explained/cumprod.integer.wraps"], &CUMPROD_EDITIONS)],
    );
    let out = "dim = { kind = \"int\",";
    let steps = format!("steps = {{ kind = \"int\", optional = true, says = \"s\" }}\n{out}");
    assert_new(&[(CUMPROD, out, &steps)], &[(&["aclnn.cumprod/parameter/steps"], &CUMPROD_EDITIONS)]);
}

#[test]
fn an_erratum_explains_what_it_names_where_it_holds() {
    // A pattern that names nothing: its finding is new, and it is stale.
    let pattern = "  \"aclnn.tensor-tensor/symmetric/f16,bf16\",";
    assert_new(
        &[(TENSORS, pattern, &pattern.replace("f16,bf16", "bf16,f16"))],
        &[
            (&["aclnn.tensor-tensor/symmetric/f16,bf16"], &["cann-23.0.rc2"]),
            (&["aclnn.tensor-tensor.f16-bf16/stale/aclnn.tensor-tensor/symmetric/bf16,f16"], &[""]),
        ],
    );
    let explained = "lint = [\"aclnn.cumprod/empty/";
    let code = "aclnn.cumprod/code/aclnnInplaceCumprodGetWorkspaceSize.input/empty";
    assert_new(
        &[(CUMPROD, explained, &format!("editions = [\"2026-03\"]\n{explained}"))],
        &[
            (&["aclnn.cumprod/empty/aclnnInplaceCumprodGetWorkspaceSize.input"], &["cann-8.3.rc1"]),
            (&[code], &["code-2026-08"]),
            (&[&format!("aclnn.cumprod.inplace-empty/stale/{code}")], &[""]),
        ],
    );
}
