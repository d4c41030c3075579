//! Documents, editions, profiles, status codes, citations and errata.

use ascertain::contract::OPERATORS;
use ascertain::document::{
    Accepted, Citation, DOCUMENTS, ERRATA, Editions, PROFILES, SourceKind, Span, Status,
};
use ascertain::promote::{Axis, TABLES, Table};
use std::collections::HashSet;

const FIRST: [(&str, &str); 6] = [
    ("aclnn.tensor-tensor", "cann-23.0.rc2"),
    ("aclnn.tensor-scalar", "2025-09"),
    ("aclnn.cumprod", "cann-8.3.rc1"),
    ("aclnn.runtime", "cann-8.1"),
    ("tik.reinterpret", "cann-8.0.rc3"),
    ("mindspore.dtype", "2.10"),
];

#[test]
fn profiles_choose_editions_and_fall_back_to_the_first() {
    // A document may have been declared since.
    let chosen = |editions: &Editions| {
        let all = editions.iter().map(|(d, e)| (d.id, e.name));
        all.filter(|(id, _)| FIRST.iter().any(|(known, _)| known == id)).collect::<Vec<_>>()
    };
    let expected = |changes: &[(&str, &'static str)]| {
        let edition =
            |id: &str| changes.iter().find(|(document, _)| *document == id).map(|(_, edition)| *edition);
        FIRST.map(|(id, first)| (id, edition(id).unwrap_or(first))).to_vec()
    };
    let latest = [("aclnn.tensor-tensor", "2025-09"), ("aclnn.cumprod", "2026-07")];
    let code = [
        ("aclnn.tensor-tensor", "code-8.1"),
        ("aclnn.tensor-scalar", "code-adds-a2"),
        ("aclnn.cumprod", "code-2026-08"),
        ("tik.reinterpret", "code-8.1"),
    ];
    let profiles: [(&str, &[(&str, &str)]); 3] = [("documented", &[]), ("latest", &latest), ("code", &code)];
    assert_eq!(PROFILES.iter().map(|p| p.name).collect::<Vec<_>>(), profiles.map(|(name, _)| name));
    for (name, changes) in profiles {
        let editions = Editions::profile(name).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(chosen(&editions), expected(changes), "{name}");
        assert_eq!(editions.profile_name(), name);
    }
    assert_eq!(Editions::default(), Editions::profile("documented").unwrap_or_default());
    // The index is into the document's own editions.
    for document in DOCUMENTS {
        for (index, edition) in document.editions.iter().enumerate() {
            let editions =
                Editions::default().with(document.id, edition.name).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(editions.index(document.id), index, "{} {}", document.id, edition.name);
            assert_eq!(editions.profile_name(), "documented");
            assert!(editions.iter().any(|(d, e)| (d.id, e.name) == (document.id, edition.name)));
        }
    }
    assert_eq!(Editions::default().index("no such document"), 0);
}

#[test]
fn unknown_names_are_answered_with_the_known_ones() {
    let error = |result: Result<Editions, ascertain::document::UnknownEdition>| match result {
        Ok(editions) => panic!("{editions:?}"),
        Err(e) => e.to_string(),
    };
    assert_eq!(
        error(Editions::profile("documents")),
        "no profile is called `documents`; there are: documented, latest, code"
    );
    let unknown = error(Editions::default().with("aclnn.cumsquare", "2026-03"));
    assert!(
        unknown.starts_with("no document is called `aclnn.cumsquare`; there are: aclnn.tensor-tensor, "),
        "{unknown}"
    );
    assert!(FIRST.iter().all(|(id, _)| unknown.contains(id)), "{unknown}");
    let unknown = error(Editions::default().with("aclnn.cumprod", "2024-01"));
    assert!(
        unknown.starts_with("document aclnn.cumprod has no edition `2024-01`; it has: cann-8.3.rc1, "),
        "{unknown}"
    );
    assert!(unknown.contains("code-2026-08"), "{unknown}");
    // An edition of another document is unknown to this one.
    assert!(
        error(Editions::default().with("tik.reinterpret", "2025-09"))
            .contains("it has: cann-8.0.rc3, code-8.1")
    );
}

#[test]
fn editions_name_their_source_and_ancestors() {
    assert!(DOCUMENTS.iter().map(|d| (d.id, d.editions[0].name)).collect::<Vec<_>>().starts_with(&FIRST));
    let mut names = HashSet::new();
    for document in DOCUMENTS {
        assert!(!document.title.is_empty() && !document.says.is_empty(), "{}", document.id);
        for (i, edition) in document.editions.iter().enumerate() {
            let name = format!("{} {}", document.id, edition.name);
            assert!(names.insert(name.clone()), "{name} twice");
            assert!(!edition.title.is_empty() && edition.file.ends_with(".toml"), "{name}");
            assert!(
                !edition.file.starts_with('/') && !edition.file.contains(".."),
                "{name}: {}",
                edition.file
            );
            // Headers are code, named after their release.
            let code = edition.name.starts_with("code-") || document.id == "aclnn.runtime";
            assert_eq!(edition.source == SourceKind::Code, code, "{name}");
            match edition.inherits {
                Some(parent) => {
                    let known = document.editions.iter().any(|e| e.name == parent && e.name != edition.name);
                    assert!(known && i > 0, "{name} inherits {parent}");
                }
                None => assert_eq!(i, 0, "{name} inherits nothing"),
            }
            if let Some(digest) = edition.digest {
                let hex = digest.strip_prefix("sha256:").unwrap_or_else(|| panic!("{name}: {digest}"));
                assert!(hex.len() == 64 && hex.bytes().all(|b| b.is_ascii_hexdigit()), "{name}: {digest}");
            }
        }
        // The five pages that everything starts from were at hand; the headers were not.
        assert_eq!(document.editions[0].digest.is_some(), document.id != "aclnn.runtime", "{}", document.id);
    }
}

#[test]
fn citations_read_as_people_write_them() {
    let cite =
        |span| Citation { document: "aclnn.cumprod", edition: "2026-03", place: "notes", span }.to_string();
    assert_eq!(cite(Span::None), "aclnn.cumprod 2026-03, notes");
    assert_eq!(cite(Span::Lines(7, 7)), "aclnn.cumprod 2026-03, notes, line 7");
    assert_eq!(cite(Span::Lines(7, 9)), "aclnn.cumprod 2026-03, notes, lines 7-9");
    assert_eq!(cite(Span::Bytes(70, 90)), "aclnn.cumprod 2026-03, notes, bytes 70-90");
}

#[test]
fn statuses_are_found_by_name_and_number() {
    let numbers = [
        ("ACLNN_SUCCESS", 0),
        ("ACLNN_ERR_PARAM_NULLPTR", 161_001),
        ("ACLNN_ERR_PARAM_INVALID", 161_002),
        ("ACLNN_ERR_RUNTIME_ERROR", 361_001),
        ("ACLNN_ERR_INNER", 561_000),
        ("ACLNN_ERR_INNER_INFERSHAPE_ERROR", 561_001),
        ("ACLNN_ERR_INNER_CREATE_EXECUTOR", 561_101),
        ("ACLNN_ERR_INNER_STATIC_BLOCK_DIM_INVALID", 561_119),
    ];
    for (name, number) in numbers {
        assert_eq!(Status::from_name(name).map(|s| s.number), Some(number), "{name}");
        assert_eq!(Status::from_number(number).map(|s| s.name), Some(name), "{number}");
    }
    // Once spelt otherwise.
    let number = |name| Status::from_name(name).map(|s| s.number);
    assert_eq!(number("ACLNN_ERR_INNER_KEY_CONFILICT"), Some(561_105));
    assert_eq!(number("ACLNN_ERR_INNER_KEY_CONFLICT"), Some(561_105));
    assert_eq!((number("ACLNN_ERR_PARAM"), Status::from_number(161_000).map(|s| s.name)), (None, None));
}

#[test]
fn errata_have_two_readings_and_point_at_what_exists() {
    let of_operators = OPERATORS.iter().flat_map(|o| o.contracts).flat_map(|c| c.requirements);
    let requirements: HashSet<&str> =
        of_operators.chain(TABLES.iter().flat_map(|t| t.requirements)).map(|r| r.id).collect();
    let edition_exists = |document: &str, edition: &str| {
        DOCUMENTS.iter().any(|d| d.id == document && d.editions.iter().any(|e| e.name == edition))
    };
    let mut ids = HashSet::new();
    for erratum in ERRATA {
        let id = erratum.id;
        assert!(ids.insert(id), "{id} twice");
        assert!(!erratum.says.is_empty() && erratum.readings.len() >= 2, "{id}");
        for reading in erratum.readings {
            let (says, cite) = (reading.says, reading.cite);
            assert!(!says.is_empty() && edition_exists(cite.document, cite.edition), "{id}: {cite}");
        }
        assert!(
            erratum.requirements.iter().all(|r| requirements.contains(r)),
            "{id}: {:?}",
            erratum.requirements
        );
        for cell in erratum.cells {
            let table = Table::named(cell.table).unwrap_or_else(|| panic!("{id}: {cell:?}"));
            let has = |axis: &Axis, key| axis.keys.iter().any(|known| known.name() == key);
            assert!(has(&table.rows, cell.row) && has(&table.columns, cell.column), "{id}: {cell:?}");
        }
        // A right answer beside the cell's own is one for a cell that the erratum names.
        let named = |accepted: &Accepted| erratum.cells.contains(&accepted.cell);
        assert!(erratum.accepts.iter().all(named), "{id}: {:?}", erratum.accepts);
        let document = erratum.document;
        assert_eq!(document, erratum.readings[0].cite.document, "{id}");
        assert!(erratum.editions.iter().all(|e| edition_exists(document, e)), "{id}: {:?}", erratum.editions);
    }
    assert!(ids.len() >= 10, "{} errata", ids.len());
}
