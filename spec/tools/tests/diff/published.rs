//! Differences between the vendor's pages and an edition, where the pages are at hand.

use crate::{folder, in_words, spec};
use ascertain_spec_tools::diff::{ChangeType, FactKind, diff};
use ascertain_spec_tools::facts::Facts;
use ascertain_spec_tools::pages;
use std::io::Write as _;

/// The vendor's later pages, if they are available: types and aliases of MindSpore, in two languages.
#[test]
fn pages_of_mindspore_differ_in_types_and_aliases_alone() {
    let pages = folder().join("../../shared/docs/mindspore");
    let Ok(files) = std::fs::read_dir(&pages) else {
        // Past libtest, which keeps what passing tests print.
        let _ = writeln!(std::io::stderr(), "skipped: {} is not there", pages.display());
        return;
    };
    let spec = spec(&[]);
    let edition = Facts::of_edition(&spec, "mindspore.dtype", "2.10").expect("the edition");
    let mut seen = 0;
    for path in files.map(|file| file.expect("a file of the folder").path()) {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let page = pages::read(&name, &std::fs::read(&path).expect("a page"));
        let reading = pages::recognise::recognise(&page, &spec, None);
        let facts = reading.unwrap_or_else(|complaints| panic!("{name}: {complaints:?}"));
        let mut found = diff(&facts, &edition);
        found.changes.retain(|change| change.kind != FactKind::Prose);
        assert!(found.tables.is_empty(), "{name}: {:?}", in_words(&found));
        assert!(
            found
                .changes
                .iter()
                .all(|c| matches!(c.kind, FactKind::Type | FactKind::Alias | FactKind::Other)),
            "{name}"
        );
        let of = |kind: FactKind, how: ChangeType| -> Vec<&str> {
            let changes = found.changes.iter().filter(move |c| c.kind == kind && c.how == how);
            changes.map(|c| c.subject.as_str()).collect()
        };
        let expected = if name.contains("2024-08") {
            seen += 1;
            let removed = ["byte", "intc", "intp", "ubyte", "ushort", "uintc", "uintp", "single"];
            assert_eq!(of(FactKind::Alias, ChangeType::Removed), removed, "{name}");
            assert_eq!(
                of(FactKind::Alias, ChangeType::Added),
                ["int", "long", "float", "cfloat", "cdouble"],
                "{name}"
            );
            assert_eq!(of(FactKind::Type, ChangeType::Renamed), ["bool_"], "{name}");
            assert_eq!(of(FactKind::Other, ChangeType::Removed), ["int_", "uint", "float_"], "{name}");
            8 + 5 + 1 + 3
        } else {
            // The English page writes the type of tensors small.
            seen += 1;
            let renamed: &[&str] = if name.contains("__en__") { &["tensor"] } else { &[] };
            assert_eq!(of(FactKind::Other, ChangeType::Renamed), renamed, "{name}");
            renamed.len()
        };
        assert_eq!(found.changes.len(), expected, "{name}: {:?}", in_words(&found));
    }
    assert_eq!(seen, 3, "pages in {}", pages.display());
}
