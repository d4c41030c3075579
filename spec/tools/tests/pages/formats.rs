//! Fixtures of each format are read as written in `NAME.outline` beside them.

use ascertain_spec::model::Span;
use ascertain_spec_tools::page::read;

use crate::pages::common::{TABLE, WITH_TABLE, fixture, outline, table, tables};

/// Every block of every fixture stands where it says, without markup.
#[test]
fn fixtures_read_as_their_outlines_say() {
    for name in WITH_TABLE.iter().copied().chain(["spaced.txt"]) {
        let page = read(name, fixture(name).as_bytes());
        assert_eq!(outline(&page), fixture(&format!("{name}.outline")), "{name}");
    }
}

/// The same table in every format, whatever the file is called.
#[test]
fn one_table_in_all_formats() {
    for name in WITH_TABLE {
        for alias in [name, "page", "page.md", "page.rst", "page.html", "page.txt"] {
            let page = read(alias, fixture(name).as_bytes());
            assert!(!page.is_refused(), "{name} as {alias}:\n{}", outline(&page));
            assert_eq!(
                table(&page).as_deref(),
                Some(&TABLE.map(|row| row.map(str::to_owned).to_vec())[..]),
                "{name}"
            );
        }
    }
}

/// A byte order mark and the line ends of other systems change no text and no line.
#[test]
fn line_ends_and_byte_order_marks_do_not_matter() {
    for name in WITH_TABLE {
        let text = fixture(name);
        let plain = read(name, text.as_bytes());
        let other = read(name, format!("\u{feff}{}", text.replace('\n', "\r\n")).as_bytes());
        assert_eq!(outline(&other), outline(&plain), "{name}");
        assert_eq!(other.extent, plain.extent, "{name}");
        assert_ne!(other.digest, plain.digest, "{name}");
    }
}

/// Digest and extent, against values found with other tools.
#[test]
fn digest_and_extent() {
    let page = read("a.txt", b"abc");
    assert_eq!(page.digest, "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_eq!(page.extent, "3 bytes");
    assert_eq!(read("a.txt", b"a\nb").extent, "2 lines");
    assert_eq!(read("a.txt", b"a\nb\n\n").extent, "3 lines");
}

/// A page of HTML on one line has its table at bytes.
#[test]
fn html_on_one_line_has_byte_places() {
    let text = fixture("page.html").replace('\n', " ");
    let page = read("page.html", text.as_bytes());
    assert!(!page.is_refused(), "{}", outline(&page));
    assert_eq!(table(&page).as_deref(), Some(&TABLE.map(|row| row.map(str::to_owned).to_vec())[..]));
    let grid = tables(&page)[0];
    for (cell, expected) in
        [(&grid.rows[1][4], "<td colspan=\"4\"><p>f32</p></td>"), (&grid.rows[3][4], "<td>&times;</td>")]
    {
        let Span::Bytes(first, end) = cell.place else { panic!("{:?}", cell.place) };
        assert_eq!(&text[first as usize..end as usize], expected);
    }
}
