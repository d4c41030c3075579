//! Damaged pages are refused, with the place of the damage.

use ascertain_spec_tools::page::{Page, read};
use serde::Deserialize;
use std::collections::BTreeMap;

use crate::pages::common::{WITH_TABLE, fixture, outline, place, tables};

/// What is done to a fixture, and where and with which words it is refused then.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Damage {
    cut: Option<usize>,
    drop: Option<usize>,
    swap: Option<(String, String)>,
    text: Option<String>,
    at: String,
    says: String,
}

fn damaged(name: &str, damage: &Damage) -> String {
    let text = damage.text.clone().unwrap_or_else(|| fixture(name));
    let lines = text.split_inclusive('\n').enumerate();
    let mut left: String = lines
        .filter(|(at, _)| damage.cut.is_none_or(|cut| *at < cut) && damage.drop != Some(at + 1))
        .map(|(_, line)| line)
        .collect();
    if let Some((from, to)) = &damage.swap {
        assert_eq!(text.matches(from).count(), 1, "{name}: `{from}` stands once");
        left = text.replace(from, to);
    }
    left
}

/// Whether a page is refused at `at` with `words`.
fn refused(page: &Page, at: &str, words: &str) -> bool {
    page.complaints.iter().any(|c| c.fatal && place(c.place) == at && c.says.contains(words))
}

/// Every damage of `fixtures/damages.toml` is refused as it says.
#[test]
fn damage_is_refused_at_its_place() {
    let listed: BTreeMap<String, Vec<Damage>> =
        toml::from_str(include_str!("../fixtures/damages.toml")).unwrap_or_else(|why| panic!("{why}"));
    let mut wrong = String::new();
    for (name, damage) in listed.iter().flat_map(|(name, all)| all.iter().map(move |damage| (name, damage))) {
        let page = read(name, damaged(name, damage).as_bytes());
        if !refused(&page, &damage.at, &damage.says) || outline(&page).contains("SECRET") {
            wrong += &format!("{name}, expected {} `{}`:\n{}\n", damage.at, damage.says, outline(&page));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// A page in another encoding.
#[test]
fn bytes_that_are_not_utf8_are_refused() {
    let page = read("latin1.txt", b"Joining\ntypes \xe9\n");
    assert!(refused(&page, "2", "byte 14 is not UTF-8"), "{}", outline(&page));
}

/// A page that version control left with two texts in one place is refused, in every format, and in code.
#[test]
fn conflict_markers_are_refused() {
    let conflict = "<<<<<<< ours\nf32\n||||||| base\nf16\n=======\ns8\n>>>>>>> theirs\n";
    for name in WITH_TABLE {
        let text = fixture(name);
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        for at in [0, lines.len() / 2, lines.len()] {
            let page =
                read(name, format!("{}{conflict}{}", lines[..at].concat(), lines[at..].concat()).as_bytes());
            for offset in [1, 3, 5, 7] {
                let at = (at + offset).to_string();
                assert!(refused(&page, &at, "conflict marker"), "{name}:{at}\n{}", outline(&page));
            }
        }
    }
    let titled = "=======\nHeading\n=======\n\ntext\n";
    for text in [titled, "Heading\n=======\n\ntext\n", "# T\n\n```\n<<<<<<<< a << b\n=======\n```\n"] {
        assert!(!read("a.md", text.as_bytes()).is_refused(), "{text}");
    }
}

/// Browsers cut cells that span more rows than are left. Whether rows are missing depends on the table: it is marked.
#[test]
fn spans_beyond_the_last_row_are_marked() {
    let page =
        read("page.html", damaged("page.html", &Damage { drop: Some(26), ..Damage::default() }).as_bytes());
    let overrun = |page: &Page| tables(page).iter().any(|grid| grid.overrun);
    assert!(overrun(&page) && !page.is_refused(), "{}", outline(&page));
    let noted =
        page.complaints.iter().any(|c| place(c.place) == "22" && c.says.contains("3 rows where 2 are left"));
    assert!(noted, "{}", outline(&page));
    assert!(!overrun(&read("page.html", fixture("page.html").as_bytes())));
}
