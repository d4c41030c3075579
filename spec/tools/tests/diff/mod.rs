//! Differences between editions, and between facts that differ in one point.

use crate::committed_files;
use crate::listed::assert_listed;
use ascertain_spec::load_files;
use ascertain_spec::model::{Direction, Span, Spec};
use ascertain_spec_tools::diff::{
    Answer, Bump, ChangeType, Differences, FactKind, diff, lines, of_editions, of_specs,
};
use ascertain_spec_tools::facts::{
    CellFact, Facts, FunctionFact, OperatorFacts, ParameterFact, ProductDTypes, Ranks, TableFacts, TypeFact,
    UnreadFact,
};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The committed specification with some texts replaced, each of which occurs once in its file.
fn spec(edits: &[(&str, &str, &str)]) -> Spec {
    let mut files = committed_files::committed(&folder());
    for (path, from, to) in edits {
        let (_, text) =
            files.iter_mut().find(|(other, _)| other == path).unwrap_or_else(|| panic!("no {path}"));
        assert_eq!(text.matches(from).count(), 1, "`{from}` should occur once in {path}");
        *text = text.replacen(from, to, 1);
    }
    load_files(files).unwrap_or_else(|problems| panic!("{problems}"))
}

/// Cells in groups, then the other facts: how and what.
fn in_words(differences: &Differences) -> Vec<String> {
    let cells = differences.tables.iter().flat_map(lines).map(|(_, says)| says);
    let changes =
        differences.changes.iter().map(|c| format!("{} {}: {}", c.kind.name(), c.how.name(), c.says));
    cells.chain(changes).collect()
}

/// What differs between every edition and the next one of its document, and what is to be made of it.
#[test]
fn editions_differ_in_what_their_sources_changed() {
    let spec = spec(&[]);
    let mut said = String::new();
    for document in &spec.documents {
        let between = |before: &str, after: &str| {
            of_editions((&spec, before), (&spec, after), &document.id).unwrap_or_else(|| panic!("{after}"))
        };
        for pair in document.editions.windows(2) {
            let found = between(&pair[0].name, &pair[1].name);
            let bump = found.bump().map_or("no", Bump::name);
            let what = format!("{} {} to {}", document.id, pair[0].name, pair[1].name);
            said += &format!("{what}: {} cells, {bump} version\n", found.cells());
            // The pages were worded anew, sentence by sentence.
            let prose = found.changes.iter().filter(|change| change.kind == FactKind::Prose).count();
            said += &format!("  {prose} sentences; {}\n", found.notes.join("; "));
            let others = in_words(&found).into_iter().filter(|says| !says.starts_with("prose "));
            said.extend(others.map(|says| format!("  {says}\n")));
        }
        // Every edition with itself, and backwards what it is forwards.
        let first = &document.editions[0].name;
        for edition in &document.editions {
            assert!(between(&edition.name, &edition.name).is_empty(), "{}", edition.name);
            let (there, back) = (between(first, &edition.name), between(&edition.name, first));
            assert_eq!(there.cells(), back.cells(), "{}", edition.name);
            let count = |d: &Differences, how: ChangeType| d.changes.iter().filter(|c| c.how == how).count();
            for (one, other) in
                [(ChangeType::Added, ChangeType::Removed), (ChangeType::Widened, ChangeType::Narrowed)]
            {
                assert_eq!(
                    (count(&there, one), count(&there, other)),
                    (count(&back, other), count(&back, one))
                );
            }
        }
    }
    assert_listed("differences.txt", &said);
}

/// Places are not compared.
const HERE: Span = Span::None;

fn ranks(least: Option<u32>, most: Option<u32>) -> Option<Ranks> {
    Some(Ranks { least, most })
}

/// An operator with two functions of two parameters, and a table beside it.
fn facts() -> Facts {
    let strings = |all: &[&str]| -> Vec<String> { all.iter().map(|&one| one.into()).collect() };
    let parameter = |name: &str, c: &str| ParameterFact {
        name: name.into(),
        c: c.into(),
        direction: Direction::In,
        dtypes: strings(&["f32", "f16"]),
        formats: strings(&["ND"]),
        empty: Some(true),
        strided: None,
        range: Some("-rank(input) <= dim && dim < rank(input)".into()),
        ranks: ranks(None, Some(8)),
        product_dtypes: vec![ProductDTypes {
            products: strings(&["Board A2"]),
            dtypes: strings(&["bf16"]),
            place: HERE,
        }],
        place: HERE,
    };
    let function = |name: &str, first: &str| FunctionFact {
        name: name.into(),
        returns: "int".into(),
        parameters: vec![parameter(first, "tensor"), parameter("dim", "scalar")],
        statuses: vec![("BAD".into(), 7, HERE)],
        nulls: vec![(first.into(), HERE)],
        ..FunctionFact::default()
    };
    let kind = |name: &str, dtype: &str, aliases: &[&str]| TypeFact {
        name: name.into(),
        dtype: dtype.into(),
        aliases: strings(aliases),
        place: HERE,
    };
    let results = ["f32", "f32", "f32", "f32", "f16", "f16", "f32", "f16", "s8"];
    Facts {
        document: "x.operator".into(),
        tables: vec![table(&["f32", "f16", "s8"], &results.map(Some))],
        types: vec![kind("float32", "f32", &["single"]), kind("bool_", "bool", &[])],
        others: vec![("Tensor".into(), HERE), ("uint".into(), HERE)],
        operator: Some(OperatorFacts {
            max_rank: Some((8, HERE)),
            products: vec![("Board A2".into(), true, HERE), ("Board A3".into(), false, HERE)],
            functions: vec![function("prepareThing", "input"), function("runThing", "workspace")],
            ..OperatorFacts::default()
        }),
        rest: Some(Vec::new()),
        unread: vec![sentence("constraints", "It may rain.", "fedcba9876543210")],
        ..Facts::default()
    }
}

/// A table of these keys in both directions, with its results row by row.
fn table(keys: &[&str], results: &[Option<&str>]) -> TableFacts {
    let keys: Vec<String> = keys.iter().map(|&key| key.into()).collect();
    let cell = |result: &Option<&str>| CellFact { result: result.map(Into::into), place: HERE };
    let cells = results.iter().map(cell).collect();
    TableFacts { id: "x.table".into(), rows: keys.clone(), columns: keys, cells, ..TableFacts::default() }
}

fn operator(facts: &mut Facts) -> &mut OperatorFacts {
    facts.operator.as_mut().expect("the facts have an operator")
}

fn function(facts: &mut Facts) -> &mut FunctionFact {
    &mut operator(facts).functions[0]
}

fn parameter(facts: &mut Facts) -> &mut ParameterFact {
    &mut function(facts).parameters[1]
}

type Edit = fn(&mut Facts);

/// One point is changed, and exactly that is found.
#[test]
fn every_kind_of_difference_is_found_and_nothing_else() {
    use Bump::{Major, Minor, Patch};
    use ChangeType::{Added, Changed, Narrowed, Removed, Renamed, Reordered, Widened};
    use FactKind as K;
    let cases: Vec<(Edit, K, ChangeType, Bump)> = vec![
        (|f| f.document = "x.other".into(), K::Document, Changed, Major),
        (|f| f.tables.clear(), K::Table, Removed, Major),
        (|f| f.tables[0].undefined = "×".into(), K::Mark, Changed, Patch),
        (|f| f.tables[0].names = "short".into(), K::Names, Changed, Patch),
        (|f| f.types[1].name = "bool".into(), K::Type, Renamed, Major),
        (|f| f.types.truncate(1), K::Type, Removed, Major),
        (|f| f.types[0].aliases.clear(), K::Alias, Removed, Major),
        (|f| f.types[0].aliases.push("float".into()), K::Alias, Added, Minor),
        (|f| f.others[0].0 = "tensor".into(), K::Other, Renamed, Major),
        (|f| f.others[1].0 = "int_".into(), K::Other, Removed, Major),
        (|f| f.operator = None, K::Function, Removed, Major),
        (|f| operator(f).max_rank = Some((9, HERE)), K::MaxRank, Widened, Minor),
        (|f| operator(f).max_rank = Some((7, HERE)), K::MaxRank, Narrowed, Major),
        (|f| operator(f).max_rank = None, K::MaxRank, Removed, Major),
        (|f| operator(f).deterministic = Some((true, HERE)), K::Deterministic, Added, Minor),
        (|f| operator(f).products[0].1 = false, K::Product, Narrowed, Major),
        (|f| operator(f).products[1].1 = true, K::Product, Widened, Minor),
        (|f| operator(f).products[0].0 = "Board A2/A200I".into(), K::Product, Renamed, Major),
        (|f| operator(f).products.truncate(1), K::Product, Removed, Major),
        (|f| function(f).name = "prepareThings".into(), K::Function, Renamed, Major),
        (|f| operator(f).functions.truncate(1), K::Function, Removed, Major),
        (|f| function(f).returns = "void".into(), K::CType, Changed, Major),
        (|f| function(f).statuses[0].1 = 8, K::Status, Changed, Major),
        (|f| function(f).statuses[0].0 = "WORSE".into(), K::Status, Renamed, Major),
        (|f| function(f).statuses.push(("NEW".into(), 9, HERE)), K::Status, Added, Minor),
        // An edition keeps its codes elsewhere: silence is no difference, and is tested below.
        (|f| function(f).parameters.swap(0, 1), K::Parameter, Reordered, Major),
        (|f| function(f).parameters.truncate(1), K::Parameter, Removed, Major),
        (|f| parameter(f).name = "axis".into(), K::Parameter, Renamed, Major),
        (|f| parameter(f).c = "int64_t".into(), K::CType, Changed, Major),
        (|f| parameter(f).direction = Direction::InOut, K::Direction, Changed, Major),
        (|f| parameter(f).dtypes.push("s64".into()), K::DTypes, Widened, Minor),
        (|f| parameter(f).dtypes.truncate(1), K::DTypes, Narrowed, Major),
        (|f| parameter(f).dtypes[0] = "s64".into(), K::DTypes, Changed, Major),
        (|f| parameter(f).dtypes.clear(), K::DTypes, Removed, Major),
        (|f| parameter(f).formats.push("NCHW".into()), K::Formats, Widened, Minor),
        (|f| parameter(f).empty = Some(false), K::Empty, Narrowed, Major),
        (|f| parameter(f).empty = None, K::Empty, Removed, Major),
        (|f| parameter(f).strided = Some(false), K::Strided, Added, Minor),
        (|f| parameter(f).range = Some("0 <= dim && dim < rank(input)".into()), K::Range, Changed, Major),
        (|f| parameter(f).range = None, K::Range, Removed, Major),
        (|f| operator(f).names = "short".into(), K::Names, Changed, Patch),
        (|f| parameter(f).ranks = ranks(None, Some(9)), K::Ranks, Widened, Minor),
        (|f| parameter(f).ranks = ranks(Some(2), Some(8)), K::Ranks, Narrowed, Major),
        (|f| parameter(f).ranks = ranks(Some(2), Some(9)), K::Ranks, Changed, Major),
        (|f| parameter(f).ranks = None, K::Ranks, Removed, Major),
        (|f| function(f).nulls.clear(), K::Nulls, Removed, Major),
        (|f| function(f).nulls.push(("dim".into(), HERE)), K::Nulls, Widened, Minor),
        (|f| parameter(f).product_dtypes[0].dtypes[0] = "f16".into(), K::ProductDTypes, Changed, Major),
        (|f| parameter(f).product_dtypes.clear(), K::ProductDTypes, Removed, Major),
        (|f| f.unread[0].digest = "0123456789abcdef".into(), K::Prose, Changed, Major),
        (|f| f.unread.clear(), K::Prose, Removed, Major),
    ];
    for (index, (edit, kind, how, bump)) in cases.into_iter().enumerate() {
        let (before, mut after) = (facts(), facts());
        edit(&mut after);
        let found = diff(&before, &after);
        let of: Vec<_> = found.changes.iter().map(|c| (c.kind, c.how, c.bump)).collect();
        // A name with nothing like it among those that came is removed, and the other added.
        let expected = [(kind, how, bump), (kind, Added, Minor)];
        let both = how == Removed && of.len() == 2;
        assert_eq!(of, expected[..if both { 2 } else { 1 }], "edit {index}: {:?}", in_words(&found));
        assert_eq!(found.cells(), 0, "edit {index}");
        assert_eq!(found.bump(), Some(bump), "edit {index}");
        for change in &found.changes {
            assert!(change.before.is_some() || change.after.is_some(), "{change:?}");
        }
        // Backwards it is the opposite.
        let back = diff(&after, &before);
        let opposite = match how {
            Added => Removed,
            Removed => Added,
            Widened => Narrowed,
            Narrowed => Widened,
            same => same,
        };
        assert!(back.changes.iter().any(|c| c.kind == kind && c.how == opposite), "edit {index} backwards");
    }
    let same: Vec<Edit> = vec![
        |f| f.title = "another title".to_owned(),
        |f| f.digest = Some("sha256:0".to_owned()),
        |f| f.edition = Some("later".to_owned()),
        |f| parameter(f).dtypes.reverse(),
        |f| f.types.reverse(),
        |f| operator(f).functions[0].statuses.clear(),
        |f| parameter(f).place = Span::Lines(7, 8),
        |f| f.unread[0].text = None,
    ];
    for (index, edit) in same.into_iter().enumerate() {
        let mut after = facts();
        edit(&mut after);
        assert!(diff(&facts(), &after).is_empty(), "edit {index} is no difference");
    }
}

fn sentence(about: &str, text: &str, digest: &str) -> UnreadFact {
    let (about, digest) = (about.to_owned(), digest.to_owned());
    UnreadFact { about, text: Some(text.to_owned()), digest, ..UnreadFact::default() }
}

/// Sentences are compared one by one, whatever their language, if both versions record them; otherwise a note says so.
#[test]
fn sentences_are_compared_one_by_one() {
    let mut after = facts();
    after.unread[0] = sentence("constraints", "It may snow.", "0123456789abcdef");
    let changed = "prose changed: constraints: changed sentence, not understood: `It may snow.` now, was `It may rain.`";
    assert_eq!(in_words(&diff(&facts(), &after)), [changed]);
    after.rest = Some(vec![sentence("code", "wait(1)", "1123456789abcdef")]);
    assert_eq!(in_words(&diff(&facts(), &after)), [changed, "prose added: code: new sentence: `wait(1)`"]);
    (after.rest, after.edition) = (None, Some("a page".to_owned()));
    let found = diff(&facts(), &after);
    assert!(found.is_empty() && found.notes.len() == 1, "{found:?}");
    assert!(found.notes[0].contains("a page does not record the sentences"), "{found:?}");
    // A translation is one difference.
    let page = |language: &str| {
        let line = |at: usize| sentence("text", &format!("{language} {at}"), &format!("{language}{at}"));
        Facts { rest: Some((0..30).map(line).collect()), ..facts() }
    };
    let found = diff(&page("en"), &page("zh"));
    assert_eq!(in_words(&found).len(), 1, "{found:?}");
    // The same sentences in another order change no meaning.
    let (before, mut after) = (page("en"), page("en"));
    after.rest.as_mut().expect("sentences").swap(3, 7);
    assert_eq!(diff(&before, &after).bump(), Some(Bump::Patch));
    // A sentence that stands twice has gone once.
    let mut twice = facts();
    twice.unread.extend(facts().unread);
    assert_eq!(diff(&twice, &facts()).count(), 1);
}

/// Of a sentence in an edition only the digest is known. One below the table of parameters may be about products, which leaves the
/// dtypes in doubt that some products take, and not those of a column.
#[test]
fn dtypes_of_a_column_are_counted_beside_a_sentence_that_went() {
    let mut before = facts();
    before.unread =
        vec![UnreadFact { text: None, ..sentence("prepareThing, parameters", "", "fedcba9876543210") }];
    let mut after = Facts { unread: Vec::new(), ..facts() };
    parameter(&mut after).dtypes.push("s8".into());
    parameter(&mut after).product_dtypes[0].dtypes.push("s8".into());
    let found = diff(&before, &after);
    let kinds: Vec<FactKind> = found.changes.iter().map(|change| change.kind).collect();
    assert_eq!(kinds, [FactKind::DTypes, FactKind::Prose], "{found:?}");
    assert!(found.notes.iter().any(|note| note.contains("dtypes by product")), "{found:?}");
}

#[test]
fn cells_are_grouped_for_people() {
    const NAMES: [&str; 6] = ["f32", "f16", "s8", "s16", "s32", "s64"];
    type OfPair = fn(&str, &str) -> Option<&'static str>;
    let facts = |result: OfPair| {
        let pairs = NAMES.iter().flat_map(|row| NAMES.map(|column| result(row, column)));
        Facts { tables: vec![table(&NAMES, &pairs.collect::<Vec<_>>())], ..Facts::default() }
    };
    let whole = facts(|_, _| Some("f32"));
    let cases: [(OfPair, &[&str]); 2] = [
        (
            |row, column| (row != "f16" || !column.starts_with('s')).then_some("f32"),
            &["row f16: s8, s16, s32, s64 now no promotion, was f32"],
        ),
        (
            |row, column| match (row, column) {
                ("s8", "s16") => Some("s16"),
                ("s32", "f16" | "f32") => None,
                _ => Some("f32"),
            },
            &["(s8, s16) now s16, was f32", "row s32: f32, f16 now no promotion, was f32"],
        ),
    ];
    for (after, expected) in cases {
        assert_eq!(in_words(&diff(&whole, &facts(after))), expected);
    }
    // A row that comes, and one that goes.
    let mut more = whole.clone();
    more.tables[0].rows.push("u8".into());
    more.tables[0].cells.extend(NAMES.map(|_| CellFact { result: Some("f32".into()), place: HERE }));
    let come = diff(&whole, &more);
    assert_eq!(
        in_words(&come)[..2],
        [
            "row u8: f32, f16, s8, s16, s32, s64 now f32, was not in the table",
            "axis added: x.table: row u8 added"
        ]
    );
    assert_eq!((come.cells(), come.bump()), (6, Some(Bump::Minor)));
    assert_eq!(diff(&more, &whole).bump(), Some(Bump::Major));
}

proptest! {
    /// Random cells are changed: exactly those are found.
    #[test]
    fn changed_cells_are_found(
        changes in prop::collection::vec((0_usize..16, 0_usize..16, prop::option::of(0_usize..16)), 0..60),
    ) {
        let spec = spec_once();
        let before = Facts::of_edition(spec, "aclnn.tensor-scalar", "2025-09").expect("the edition");
        let mut after = before.clone();
        for (row, column, result) in changes {
            let width = after.tables[0].columns.len();
            after.tables[0].cells[row * width + column].result = result.map(|d| spec.dtypes[d].name.clone());
        }
        let key = |row: &str, column: &str| format!("{row},{column}");
        let (old, new) = (before.tables[0].answers(), after.tables[0].answers());
        let expected: BTreeSet<String> = old
            .iter()
            .filter(|(pair, answer)| answer.result != new[*pair].result)
            .map(|((row, column), _)| key(row, column))
            .collect();
        let found = diff(&before, &after);
        prop_assert!(found.changes.is_empty());
        let listed: Vec<_> = found.tables.iter().flat_map(|table| &table.cells).collect();
        let names: BTreeSet<String> = listed.iter().map(|cell| key(&cell.row, &cell.column)).collect();
        prop_assert_eq!((listed.len(), &names), (expected.len(), &expected));
    }
}

fn spec_once() -> &'static Spec {
    static SPEC: std::sync::OnceLock<Spec> = std::sync::OnceLock::new();
    SPEC.get_or_init(|| spec(&[]))
}

#[test]
fn whole_specifications_differ_by_document_and_edition() {
    let committed = spec(&[]);
    assert!(of_specs(&committed, &spec(&[])).is_empty());
    let of = |edits: &[(&str, &str, &str)]| -> Vec<String> {
        let found = of_specs(&committed, &spec(edits));
        let words = found.iter().flat_map(|(edition, differences)| {
            let at = format!("{}@{edition}", differences.document);
            in_words(differences).into_iter().map(move |says| format!("{at}: {says}"))
        });
        words.collect()
    };
    let runtime = "aclnn/runtime/cann-8.1.toml";
    let cumprod = "aclnn/cumprod.toml";
    assert_eq!(
        of(&[(runtime, "number = 561119", "number = 561120"), (runtime, "NHWC = 1", "NHWC = 3")]),
        [
            "all documents@: status changed: status ACLNN_ERR_INNER_STATIC_BLOCK_DIM_INVALID: 561120 now, was 561119",
            "all documents@: format changed: format NHWC: 3 now, was 1",
        ]
    );
    // A cell of the page. The later page states its table in full, so it has its own.
    assert_eq!(
        of(&[(
            "aclnn/tensor-tensor/cann-23.0.rc2.toml",
            "cells = [\"f32\",  \"f16\",  \"f64\",  \"f32\",",
            "cells = [\"f32\",  \"bf16\", \"f64\",  \"f32\","
        )]),
        ["aclnn.tensor-tensor@cann-23.0.rc2: (f16, f16) now bf16, was f16"]
    );
    let wraps = "id = \"cumprod.integer.wraps\"\nlevel = \"must\"\nbasis";
    assert_eq!(
        of(&[(cumprod, wraps, &wraps.replace("must", "should"))]),
        ["cann-8.3.rc1", "2026-03", "2026-07", "code-2026-08"].map(|edition| format!(
            "aclnn.cumprod@{edition}: requirement changed: cumprod.integer.wraps: should now, was must"
        ))
    );
    assert_eq!(
        of(&[(
            cumprod,
            "says = \"input's dtype is one of the twelve listed\"",
            "says = \"one of the twelve\""
        )])[0],
        "aclnn.cumprod@cann-8.3.rc1: requirement changed: cumprod.input.dtype in other words: one of the twelve"
    );
}

#[test]
fn answers_are_words() {
    let words = [Answer::Absent, Answer::Undefined, Answer::DType("f16".to_owned())].map(|a| a.to_string());
    assert_eq!(words, ["not in the table", "no promotion", "f16"]);
}
