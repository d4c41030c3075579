//! The linter's findings on the committed specification, and on small edits of it.

use crate::committed_files;
use ascertain_spec::load_files;
use ascertain_spec::model::Spec;
use ascertain_spec_tools::lint::{Finding, lint};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

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
    for check in ["associative", "monotone", "holds"] {
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

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Mistakes {
    mistake: Vec<Mistake>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Mistake {
    /// File, and a text that stands once in it, and what it becomes.
    edits: Vec<(String, String, String)>,
    /// How the ids start that are compared; all are if it is empty.
    #[serde(default)]
    only: String,
    found: BTreeSet<String>,
}

/// Each mistake of `fixtures/mistakes.toml` is found, and nothing else.
#[test]
fn a_mistake_is_found_and_nothing_else() {
    let listed: Mistakes =
        toml::from_str(include_str!("fixtures/mistakes.toml")).unwrap_or_else(|why| panic!("{why}"));
    for Mistake { edits, only, found } in listed.mistake {
        let edits: Vec<(&str, &str, &str)> =
            edits.iter().map(|(path, from, to)| (&**path, &**from, &**to)).collect();
        let new = new(&lint(&spec(&edits)));
        let new: BTreeSet<String> = new.into_iter().filter(|id| id.starts_with(&only)).collect();
        assert_eq!(new, found, "{edits:?}");
    }
}
