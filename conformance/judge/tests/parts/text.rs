//! Text of others.

use ascertain_judge::text::{LIMIT, is_visible, name, sanitize, typed};

#[test]
fn what_cannot_be_seen_is_made_visible() {
    for (text, shown) in [
        ("plain, 表, é and 👍", "plain, 表, é and 👍"),
        ("\u{1b}[31mred\u{7}", "\\u{1b}[31mred\\u{7}"),
        ("C1 \u{9b}2J\u{85}", "C1 \\u{9b}2J\\u{85}"),
        ("turned \u{202e}txet\u{2066}", "turned \\u{202e}txet\\u{2066}"),
        ("ends\u{2028}a line\u{2029}", "ends\\u{2028}a line\\u{2029}"),
        ("zero\u{200b}width\u{feff}\u{ad}", "zero\\u{200b}width\\u{feff}\\u{ad}"),
        ("tags \u{e0041}", "tags \\u{e0041}"),
        ("none \u{fffe}\u{1ffff}\u{fdd0}", "none \\u{fffe}\\u{1ffff}\\u{fdd0}"),
        ("back\rtab\t", "back\\rtab\\t"),
    ] {
        assert_eq!(sanitize(text), shown);
        assert_eq!(typed(text), shown);
        assert_eq!(is_visible(text), text == shown);
        assert_eq!(name(text), shown);
    }
    assert_eq!(sanitize("one\nother"), "one\nother");
    assert_eq!(name("x\nobeyed: all"), "x\\nobeyed: all");
}

#[test]
fn long_text_is_cut_between_characters() {
    assert_eq!(sanitize(&"a".repeat(LIMIT)), "a".repeat(LIMIT));
    for text in ["a".repeat(3000), "表".repeat(1000), "\u{1b}".repeat(1 << 20), "👍\n".repeat(1000)] {
        let cut = sanitize(&text);
        assert!(cut.len() <= LIMIT, "{} bytes", cut.len());
        assert_eq!(sanitize(&cut), cut, "a second time changes nothing");
        let (start, rest) = cut.rsplit_once("… ").expect("a cut");
        let more: usize = rest.strip_suffix(" bytes more").and_then(|n| n.parse().ok()).expect("a number");
        let kept = &text[..text.len() - more];
        assert_eq!(sanitize(kept), start);
        assert!(cut.len() > LIMIT - 64, "no more is cut than has to be");
    }
}
