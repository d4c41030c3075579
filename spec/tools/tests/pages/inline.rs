//! Inline markup: links, struck-out text, breaks and lists in cells.

use ascertain_spec_tools::pages::read;

use crate::common::{outline, place, tables, texts};

/// The text that a paragraph of Markdown shows.
#[test]
fn links_show_their_text() {
    for (raw, shown) in [
        ("see [a](x(y)) and b", "see a and b"),
        ("[a](x(y(z))) [b](<p q>) [c](d \"e)\") [f](g 'h')", "a b c f"),
        ("[a [b]](c), ![d](e.png) f", "a [b], d f"),
        ("[`]`](x) \\[a\\](b)", "] [a](b)"),
        ("[0, 8)(a) [a](b", "[0, 8)(a) [a](b"),
        ("[a](b c) [-rank, rank) d", "[a](b c) [-rank, rank) d"),
        ("<https://a.b/c> x<sup>2</sup><!-- n=\"1\" --> y<!-- end -->", "https://a.b/c x^2 y"),
        ("`a``b` c`` d ** e **f** 2*3*4", "a``b c`` d ** e f 2*3*4"),
        ("0~7, 1 ~~ 2, a~~~b~~~c", "0~7, 1 ~~ 2, a~~~b~~~c"),
        ("a<br>b<br/>c. <br>d", "a; b; c. d"),
    ] {
        let page = read("a.md", format!("# T\n\n{raw}\n").as_bytes());
        assert_eq!(outline(&page), format!("h1 1: T\np 3: {shown}\n"), "{raw}");
    }
}

/// Whether a page still says what it strikes out is not for a reader to decide.
#[test]
fn struck_out_text_is_refused() {
    let html = |cell: &str| format!("<table><tr><th>k</th></tr>\n<tr><td>{cell}</td></tr></table>\n");
    for (name, text, at) in [
        ("a.md", "# T\n\na ~~SECRET~~ b\n".to_owned(), "3"),
        ("a.md", "# T\n\n- a <del>SECRET</del> b\n".to_owned(), "3"),
        ("a.md", "# T\n\n| k | l |\n| - | - |\n| a | ~~SECRET~~ |\n".to_owned(), "5"),
        ("a.md", "# ~~SECRET~~\n\na\n".to_owned(), "1"),
        ("a.md", format!("# T\n\n{}", html("a <S>SECRET</S> b")), "4"),
        ("a.html", format!("<!doctype html>\n{}", html("a <strike>SECRET</strike>")), "3"),
        ("a.html", "<!doctype html>\n<p>a <del>SECRET <b>SECRET</b></del> b</p>\n".to_owned(), "2"),
    ] {
        let page = read(name, text.as_bytes());
        let refused =
            page.complaints.iter().any(|c| c.fatal && c.says.contains("struck-out") && place(c.place) == at);
        assert!(refused, "{text}\n{}", outline(&page));
        assert!(!outline(&page).contains("SECRET"), "{text}\n{}", outline(&page));
    }
    for text in ["# T\n\n`~~a~~` b\n", "# T\n\n```\n~~a~~ <del>\n```\n", "# T\n\n\\~\\~a\\~\\~\n"] {
        assert!(!read("a.md", text.as_bytes()).is_refused(), "{text}");
    }
}

/// What stands in different items or lines of a cell is not one sentence.
#[test]
fn items_and_breaks_separate_the_sentences_of_a_cell() {
    for (cell, shown) in [
        ("<ul><li>a b</li><li>c (d)</li>\n<li>e.</li><li>f</li></ul>", "a b。 c (d)。 e. f"),
        ("a<ul><li>b:<ul><li>c</li><li>d</li></ul></li><li>e</li></ul>f", "a。 b: c。 d。 e。 f"),
        ("<p>a</p><p>b</p>", "a。 b"),
        ("s8、<br>u8", "s8、 u8"),
        ("s8<br>u8<br/>(c)", "s8; u8 (c)"),
        ("<term>A2</term>：√<br>x", "A2:√ x"),
        ("2<sup>31</sup>", "2^31"),
    ] {
        let text = format!("# T\n\n<table><tr><th>k</th></tr>\n<tr><td>{cell}</td></tr></table>\n");
        let page = read("a.md", text.as_bytes());
        assert!(!page.is_refused(), "{}", outline(&page));
        assert_eq!(texts(tables(&page)[0])[1], [shown], "{cell}");
    }
}

/// Links whose target is elsewhere show their text; brackets without a target stay.
#[test]
fn reference_links_show_their_text() {
    let text = "# T\n\n[a][X y] [b] [b][] [c](d) [e][f] [0, 8) ![g][b]\n\n| [a][b] | l |\n| - | - |\n| [0] | `[b]` |\n\n\
                [x  Y]: ../a/b.md\n[b]: https://c.d/e \"title\"\n[f]: not a target\n";
    let page = read("a.md", text.as_bytes());
    let expected = "h1 1: T\np 3: a b b c [e][f] [0, 8) g\ntable 5-7 header 1, caption ?: \n  row 5: a | l\n  \
                    row 7: [0] | [b]\np 11: [f]: not a target\n";
    assert_eq!(outline(&page), expected);
}

/// A fence whose mark ends the last line of the page closes there.
#[test]
fn a_fence_may_close_on_the_last_line() {
    let page = read("a.md", b"# T\n\n```c\nint a;\n}```\n\n");
    assert_eq!(outline(&page), "h1 1: T\ncode 3-5: int a;\\n}\n");
    assert!(read("a.md", b"# T\n\n```c\nint a;\n}``` b\n").is_refused());
}

/// A comment on a line of its own ends a table.
#[test]
fn comments_end_tables() {
    let page = read("a.md", b"# T\n\n| k | l |\n| - | - |\n| a | b |\n<!-- end -->\n\nc\n");
    assert_eq!(
        outline(&page),
        "h1 1: T\ntable 3-5 header 1, caption ?: \n  row 3: k | l\n  row 5: a | b\np 8: c\n"
    );
}

/// Comments of one line hide what they contain, and end where they end.
#[test]
fn comments_hide_tables() {
    let page = read("a.md", b"# T\n\n<!-- npu=\"x\" id1 -->\n- a <!-- <table> --> b\n<!-- end id1 -->\n");
    assert_eq!(outline(&page), "h1 1: T\nitem0 4: a b\n");
}
