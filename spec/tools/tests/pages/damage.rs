//! Damaged pages are refused, with the place of the damage.

use ascertain_spec_tools::pages::{Page, read};

use crate::common::{WITH_TABLE, fixture, outline, place, tables};

/// What is done to a fixture.
enum Damage {
    /// Only the first lines are left.
    Cut(usize),
    /// A line, from 1, is gone.
    Drop(usize),
    /// Words that stand once give way to others.
    Swap(&'static str, &'static str),
}
use Damage::{Cut, Drop, Swap};

fn damaged(name: &str, damage: &Damage) -> String {
    let text = fixture(name);
    match damage {
        Cut(lines) => text.split_inclusive('\n').take(*lines).collect(),
        Drop(line) => text
            .split_inclusive('\n')
            .enumerate()
            .filter(|(at, _)| at + 1 != *line)
            .map(|(_, line)| line)
            .collect(),
        Swap(from, to) => {
            assert_eq!(text.matches(from).count(), 1, "{name}: `{from}` stands once");
            text.replace(from, to)
        }
    }
}

/// Whether a page is refused at `at` with `words`.
fn refused(page: &Page, at: &str, words: &str) -> bool {
    page.complaints.iter().any(|c| c.fatal && place(c.place) == at && c.says.contains(words))
}

/// Fixture, damage, place of the complaint, words of it.
const DAMAGES: &[(&str, Damage, &str, &str)] = &[
    // Markdown.
    ("pipe.md", Cut(15), "14-15", "without rows"),
    (
        "pipe.md",
        Swap("| f32 | f16 | s8 | &times; |", "| f32 | f1"),
        "18",
        "a row of 3 cells in a table of 5 columns",
    ),
    (
        "pipe.md",
        Swap("| f32 | f16 | s8 | &times; |", "| f32 | f16 | s8 | &times; | × |"),
        "18",
        "a row of 6 cells",
    ),
    ("pipe.md", Swap("s8 | &times; |", "s8 | &tim"), "18", "malformed row"),
    ("pipe.md", Drop(14), "14", "lost its heading"),
    ("pipe.md", Drop(15), "14", "a row outside a table"),
    ("pipe.md", Swap("| Type  | f32 ", "| Type  "), "14", "a heading of 4 cells over a line of 5 dashes"),
    ("pipe.md", Swap("|  **s8** |", "\n|  **s8** |"), "19", "a row outside a table"),
    ("pipe.md", Swap("|  **s8** | f32 | f16 | s8 | &times; |", "s8 f32 f16"), "18", "a row of 1 cells"),
    ("pipe.md", Drop(25), "23", "fence is never closed"),
    ("pipe.md", Cut(24), "23", "fence is never closed"),
    // HTML.
    ("page.html", Cut(26), "10", "<table> is never closed"),
    ("page.html", Drop(29), "10", "<table> is never closed"),
    ("page.html", Drop(10), "11", "<thead> outside a table"),
    ("page.html", Drop(19), "16-18", "<tr> is never closed"),
    ("page.html", Swap("<tr><th>s8</th>", "<th>s8</th>"), "26", "<th> outside a row"),
    ("page.html", Swap("<tr><th>s8</th><td>s8", "<tr><th>s8</th>s8"), "26", "malformed row"),
    ("page.html", Swap("<tr><th>s8</th><td>s8</td>", "<tr><th>s8</th>"), "26", "a row of 4 cells"),
    ("page.html", Swap("<td rowspan=\"3\">f32</td>", "<td>f32</td>"), "26", "a row of 4 cells"),
    ("page.html", Swap("colspan=\"4\"", "colspan=\"four\""), "18", "not a number"),
    ("page.html", Swap("is a call -->", "is a call"), "30", "comment is never closed"),
    ("page.html", Swap("<td>s8</td>", "<td><table></table></td>"), "26", "a table inside a table"),
    ("page.html", Swap("int a, int b);</pre>", "int a, int b);"), "32", "<pre> is never closed"),
    ("page.html", Drop(13), "10-28", "without a heading row"),
    // HTML in Markdown.
    ("embedded.md", Cut(11), "5", "<table> is never closed"),
    ("embedded.md", Swap("</table>", ""), "5", "<table> is never closed"),
    ("embedded.md", Swap("<table><thead>", "<thead>"), "5", "<thead> outside a table"),
    (
        "embedded.md",
        Swap("×</td></tr>\n  <tr><td>bool", "×</td>\n  <tr><td>bool"),
        "11",
        "<tr> is never closed",
    ),
    ("embedded.md", Swap("over two lines -->", ""), "15", "comment is never closed"),
    // RST.
    ("list.rst", Cut(33), "31-33", "a row of 3 cells in a table of 5 columns"),
    ("list.rst", Drop(24), "21-24", "a row of 4 cells in a table of 5 columns"),
    ("list.rst", Swap("    * - **s8**", "      - **s8**"), "26-35", "a row of 10 cells"),
    ("list.rst", Swap("    * - **s8**", "    * **s8**"), "31", "malformed row"),
    ("list.rst", Swap("      - s8\n      - ×", "     - s8\n      - ×"), "34", "malformed line"),
    ("list.rst", Cut(14), "12-14", "without rows"),
    ("list.rst", Cut(20), "12-20", "headings only"),
    ("list.rst", Swap("header-rows: 1", "header-rows: one"), "14", "takes a number"),
    ("list.rst", Drop(14), "12-41", "without a heading row"),
    (
        "grid.rst",
        Swap("+======+=====+=====+=====+======+", "+------+-----+-----+-----+------+"),
        "6-16",
        "without a heading",
    ),
    ("grid.rst", Cut(13), "13", "without a lower border"),
    ("grid.rst", Drop(16), "15", "without a lower border"),
    ("grid.rst", Drop(6), "6", "lost its upper border"),
    ("grid.rst", Swap("| s8   |     |     |", "| s8   |           |"), "13", "gap"),
    (
        "grid.rst",
        Swap("+------+     |     +-----+------+\n   | s8", "+------+     |     +-- --+------+\n   | s8"),
        "12",
        "gap",
    ),
    (
        "grid.rst",
        Swap("| f32  | f32                    |", "| f32  | f32                     |"),
        "9",
        "not as wide",
    ),
    ("grid.rst", Swap("   | s8   |     ", "     s8   |     "), "13", "lacks the wall"),
    ("simple.rst", Cut(15), "9", "no lower border"),
    ("simple.rst", Swap("f16   s8    ``×``", "f16 s8      ``×``"), "15", "malformed row"),
    ("simple.rst", Swap("s8       f32   f16 ", "s8       f32 f16   "), "15", "malformed row"),
    ("simple.rst", Drop(9), "9", "lost its upper border"),
    ("simple.rst", Drop(11), "9-16", "without a heading row"),
    // Flattened text.
    ("flat.txt", Cut(23), "21-23", "not a whole number of rows"),
    ("flat.txt", Cut(10), "5-10", "without rows"),
    ("flat.txt", Drop(18), "16-20", "not a whole number of rows"),
    ("flat.txt", Swap("s8 |\n× |", "s8\n× |"), "21-23", "not a whole number of rows"),
    ("flat.txt", Drop(5), "5-9", "a heading of 4 cells over 5 columns"),
    ("flat.txt", Drop(10), "5-29", "lost it"),
    (
        "flat.txt",
        Swap("bool |\nf32 |\nf16 |\n&times;", "bool |\nf32 |\nf16\n&times;"),
        "26-27",
        "not a whole number",
    ),
    ("spaced.txt", Swap("[object Object]Model C [object Object] ×", "Model C"), "10", "malformed row"),
    // A page on one line.
    ("one_line.txt", Swap(" - ``s8`` -", " -"), "b720-759", "a row of 4 cells in a table of 5 columns"),
    ("one_line.txt", Swap("`` * - **s8**", "`` - **s8**"), "b668-766", "a row of 10 cells"),
    ("one_line.txt", Swap("``bool`` And", "bool And"), "b811-833", "is not clear"),
    ("one_line.txt", Swap("`` 8 bits ====== ====", "`` 8 bits"), "b241-252", "lacks a border"),
    ("one_line.txt", Swap("====== ==== ``list``", "``list``"), "b366-377", "lacks a border"),
    ("one_line.txt", Swap("Of ``int8`` alone. ``key``", "``key``"), "b401-435", "malformed row"),
    ("one_line.txt", Swap(":header-rows: 1 ", ""), "b511-805", "without a heading row"),
    ("one_line.txt", Swap(":header-rows: 1", ":header-rows: one"), "b511-569", "takes a number"),
];

#[test]
fn damage_is_refused_at_its_place() {
    let mut wrong = String::new();
    for (at, (name, damage, expected, words)) in DAMAGES.iter().enumerate() {
        let page = read(name, damaged(name, damage).as_bytes());
        if !refused(&page, expected, words) {
            wrong += &format!("damage {at} of {name}, expected {expected} `{words}`:\n{}\n", outline(&page));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Pages without content.
#[test]
fn stubs_and_empty_pages_are_refused() {
    let stubs: &[(&str, &[u8], &str, &str)] = &[
        ("empty.md", b"", "1", "an empty page"),
        ("blank.rst", b"\n\n  \n", "1-3", "an empty page"),
        ("comment.md", b"<!-- nothing -->\n\n", "b0-17", "an empty page"),
        ("latin1.txt", b"Joining\ntypes \xe9\n", "2", "byte 14 is not UTF-8"),
        ("moved.md", "# 推导关系\n\n本文档已迁移至新的位置。\n".as_bytes(), "3", "a stub"),
        ("moved.md", b"# Types\n\nThis page has moved to [types](../types.md).\n", "3", "a stub"),
        ("moved.rst", b"Types\n=====\n\nThis page was relocated.\n", "4", "a stub"),
        ("link.md", b"# Types\n\n[Types](https://example.org/types)\n", "1-3", "a stub"),
        ("link.rst", b"Types\n=====\n\n`Types <https://example.org/types>`_\n", "1-4", "a stub"),
        ("path.md", b"../other/types.md", "b0-17", "a stub"),
        (
            "moved.html",
            b"<html>\n<head>\n<meta http-equiv=\"Refresh\" content=\"0; url=t.html\">\n</head></html>\n",
            "3",
            "redirects",
        ),
        ("link.html", b"<html><body>\n<a href=\"t.html\">types</a>\n</body></html>\n", "1-3", "a stub"),
        ("moved.txt", "页面不存在\n请前往首页\n".as_bytes(), "1", "a stub"),
    ];
    for (name, bytes, expected, words) in stubs {
        let page = read(name, bytes);
        assert!(
            refused(&page, expected, words),
            "{name}, expected {expected} `{words}`:\n{}",
            outline(&page)
        );
    }
}

/// A long page, or one with a table, may mention moving and link to other pages.
#[test]
fn a_page_that_mentions_moving_is_not_a_stub() {
    let text = fixture("pipe.md").replace("Done.", "The older page has moved to [types](types.md).");
    assert!(!read("pipe.md", text.as_bytes()).is_refused());
    let long = "A sentence about joining types, which goes on for some time.\n\n".repeat(12);
    assert!(!read("a.md", format!("# T\n\nIt redirects.\n\n{long}").as_bytes()).is_refused());
}

/// A page that version control left with two texts in one place is refused, in every format, and in code.
#[test]
fn conflict_markers_are_refused() {
    let conflict = "<<<<<<< ours\nf32\n||||||| base\nf16\n=======\ns8\n>>>>>>> theirs\n";
    for name in WITH_TABLE.iter().filter(|name| **name != "one_line.txt") {
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
    let joined = fixture("one_line.txt").trim_end().to_owned() + " " + &conflict.replace('\n', " ");
    let page = read("one_line.txt", joined.as_bytes());
    assert!(page.complaints.iter().any(|c| c.fatal && c.says.contains("conflict marker")));
    for half in ["<<<<<<< ours\n", ">>>>>>> theirs\n"] {
        assert!(refused(
            &read("a.md", format!("# T\n\n```\n{half}```\n").as_bytes()),
            "4",
            "conflict marker"
        ));
    }
    // One that was left over, where it underlines nothing.
    for (stray, at) in [
        ("# T\n\nOne.\n\n=======\n\nOther.\n", "5"),
        ("# T\n\n| a | b |\n| --- | --- |\n| f32 | s8 |\n=======\n| f32 | s16 |\n", "6"),
        ("# T\n\nOne.\n||||||| base\nOther.\n", "4"),
    ] {
        let page = read("a.md", stray.as_bytes());
        assert!(refused(&page, at, "conflict marker"), "{stray}\n{}", outline(&page));
    }
    let titled = "=======\nHeading\n=======\n\ntext\n";
    for text in [titled, "Heading\n=======\n\ntext\n", "# T\n\n```\n<<<<<<<< a << b\n=======\n```\n"] {
        assert!(!read("a.md", text.as_bytes()).is_refused(), "{text}");
    }
}

/// Browsers cut cells that span more rows than are left. Whether rows are missing depends on the table: it is marked.
#[test]
fn spans_beyond_the_last_row_are_marked() {
    let page = read("page.html", damaged("page.html", &Drop(26)).as_bytes());
    let overrun = |page: &Page| tables(page).iter().any(|grid| grid.overrun);
    assert!(overrun(&page) && !page.is_refused(), "{}", outline(&page));
    let noted =
        page.complaints.iter().any(|c| place(c.place) == "22" && c.says.contains("3 rows where 2 are left"));
    assert!(noted, "{}", outline(&page));
    assert!(!overrun(&read("page.html", fixture("page.html").as_bytes())));
}
