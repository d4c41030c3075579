//! Random texts: predicates are parsed, and all others are refused at a place in the text.

use proptest::prelude::*;
use proptest::sample::select;

use super::tree;

/// Checks that a text is parsed, or refused at a place in it. Returns the message if it is refused.
fn refused(text: &str) -> Option<String> {
    let mistake = tree(text).err()?;
    assert!(text.get(mistake.span.clone()).is_some(), "{text:?}: {} at {:?}", mistake.message, mistake.span);
    assert!(!mistake.message.is_empty() && !mistake.label.is_empty(), "{text:?}");
    Some(mistake.message)
}

/// Texts of the language, except for a comparison of comparisons and an operator after an `if` that starts a branch.
fn expressions() -> impl Strategy<Value = String> {
    let leaf =
        select(&["0", "17", "0xff_ff", "0b1_0", "1_000", "true", "false", "dim", "r#in", "self", "é"][..]);
    leaf.prop_map(str::to_owned).prop_recursive(6, 48, 3, |inner| {
        let signs: Vec<&str> = "|| && == != < <= > >= + - * / %".split(" ").collect();
        let space = || select(&["", " ", "\n\t", "/* < */"][..]);
        prop_oneof![
            6 => (inner.clone(), select(signs), space(), inner.clone()).prop_map(|(a, sign, s, b)| format!("{a}{s}{sign} {b}")),
            2 => (select(&["-", "!", "- ", "!!", "--"][..]), inner.clone()).prop_map(|(sign, a)| format!("{sign}{a}")),
            3 => (inner.clone(), space()).prop_map(|(a, s)| format!("({s}{a})")),
            1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("f({a}, {b})")),
            1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("f().m({a}).n()-({b}).m({a},)")),
            1 => (inner.clone(), inner.clone(), inner)
                .prop_map(|(a, b, c)| format!("if {a}{{{b}}}else if {c}{{{a}}}else{{{b}}}")),
        ]
    })
}

/// Tokens of Rust, of the language and not, between spaces.
const TOKENS: &str = "a b rank if else true false self Self super crate r#if match let as u8 move async await _ union \
    builtin return loop unsafe 1 0x1F 0b12 1u8 1_ 1.5 1. 1e3 0x 99999999999999999999 \"s\" 'c' 'a b\"s\" + - * / % & | ^ \
    ! < > = == != <= >= && || << >> += <<= -> <- => .. ..= ... . , ; : :: ? # $ @ ~ ( ) () (a) (a,) [ ] [0] { } {} {a} \
    {if(a){b}else{c}} .m() if(a){b}else{c} //x\n ///x\n \u{feff} é";

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_language_is_read(text in expressions()) {
        let message = refused(&text);
        let fine = ["cannot be chained", "a branch is one expression", "nests deeper"];
        prop_assert!(message.as_ref().is_none_or(|m| fine.iter().any(|fine| m.contains(fine))), "{}: {:?}", text, message);
    }

    #[test]
    fn whatever_is_written_is_read_or_refused_at_a_place_in_it(
        tokens in prop::collection::vec((select(TOKENS.split(' ').collect::<Vec<_>>()), select(&["", " "][..])), 0..9),
        text in any::<String>(),
        expression in expressions(),
        at in any::<prop::sample::Index>(),
    ) {
        let soup: String = tokens.iter().flat_map(|(token, space)| [*token, *space]).collect();
        refused(&soup);
        refused(&text);
        // A token too many.
        let at = at.index(expression.chars().count() + 1);
        let (before, after) = expression.split_at(expression.char_indices().nth(at).map_or(expression.len(), |(at, _)| at));
        refused(&format!("{before}{}{after}", tokens.first().map_or("", |token| token.0)));
    }
}

/// A text that would need more stack than a thread has is refused; `syn` does not get to read it.
#[test]
fn deep_texts_are_refused_before_they_are_parsed() {
    let parts = "( [ { f( a.m( ! - & && * || |x| < <&& a+ a.m(). if_ if_a{ if_a{b}else_ if( return_ match_a{_=> a_as_& #[a]";
    for part in parts.split(' ').map(|part| part.replace('_', " ")) {
        for times in [30, 31, 32, 62, 63, 64, 5000] {
            let closing = part.chars().rev().filter_map(|c| match c {
                '(' => Some(')'),
                '[' => Some(']'),
                '{' => Some('}'),
                _ => None,
            });
            let text = format!("{}a{}", part.repeat(times), closing.collect::<String>().repeat(times));
            let thread = std::thread::Builder::new().stack_size(2 << 20);
            let message = thread.spawn(move || refused(&text)).expect("a thread").join().expect("no panic");
            assert!(times < 5000 || message.is_some(), "{part}");
        }
    }
}
