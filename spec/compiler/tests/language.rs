//! The language of predicates, which is compiled for speed: its tests would be too beside it, for nothing. Random texts: those of the language are read, and written as they are read; all others are refused at a place in them.

use proptest::prelude::*;
use proptest::sample::select;

use ascertain_language::expr::{Function, Op, Type};
use ascertain_language::nearest::nearest;
use ascertain_language::{Scope, Tree};

/// Checks that a text is parsed, or refused at a place in it. Returns the message if it is refused.
fn refused(text: &str) -> Option<String> {
    let mistake = Tree::parse(text).err()?;
    assert!(text.get(mistake.span.clone()).is_some(), "{text:?}: {} at {:?}", mistake.message, mistake.span);
    assert!(!mistake.message.is_empty() && !mistake.label.is_empty(), "{text:?}");
    Some(mistake.message)
}

/// Texts of the language, except for a comparison of comparisons.
fn expressions() -> impl Strategy<Value = String> {
    let leaf = select(&["0", "17", "1_000", "true", "false", "dim", "self", "é"][..]);
    leaf.prop_map(str::to_owned).prop_recursive(6, 48, 3, |inner| {
        let signs: Vec<&str> = "|| && == != < <= > >= + - * / %".split(" ").collect();
        let space = || select(&["", " ", "\n\t"][..]);
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

/// Texts of one type, with parentheses only where they are needed.
fn typed(kind: Type) -> BoxedStrategy<String> {
    let (ints, bools) = (["0", "17", "n", "rank(t)"], ["true", "inplace", "present(t)", "is_float(d)"]);
    let leaf = |of: [&'static str; 4]| select(of.to_vec()).prop_map(str::to_owned);
    let join = |x: BoxedStrategy<String>, signs: &'static [&'static str]| {
        (x.clone(), select(signs), x).prop_map(|(a, sign, b)| format!("({a}) {sign} ({b})")).boxed()
    };
    let int = leaf(ints).prop_recursive(3, 12, 2, move |x| {
        prop_oneof![
            join(x.clone(), &["+", "-", "*", "/", "%"]),
            x.clone().prop_map(|a| format!("-({a})")),
            (x.clone(), x).prop_map(|(a, b)| format!("if inplace {{ {a} }} else {{ {b} }}")),
        ]
    });
    let compared = join(int.clone().boxed(), &["<", "<=", ">", ">=", "==", "!="]);
    let bool = prop_oneof![leaf(bools), compared].prop_recursive(3, 12, 2, move |x| {
        prop_oneof![join(x.clone(), &["&&", "||", "==", "!="]), x.prop_map(|a| format!("!({a})"))]
    });
    if kind == Type::Int { int.boxed() } else { bool.boxed() }
}

/// Words and signs of the language and of others, between spaces.
const TOKENS: &str = "a b rank if else true false self crate r#if match let as and or not 1 0x1F 1u8 1_ 1.5 1. 1e3 \
    99999999999999999999 \"s\" 'c' + - * / % & | ^ ! < > = == != <= >= && || << >> += -> => .. . , ; : :: ? # $ @ ~ ( ) \
    () (a) (a,) [ ] [0] { } {} {a} .m() //x\n \u{feff} é";

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_language_is_read(text in expressions()) {
        let message = refused(&text);
        let fine = ["cannot be chained", "nests deeper"];
        prop_assert!(message.as_ref().is_none_or(|m| fine.iter().any(|fine| m.contains(fine))), "{}: {:?}", text, message);
    }

    /// Parentheses around every operand say what is meant; what is written has only those that it needs.
    #[test]
    fn an_expression_is_written_as_it_is_read(int in typed(Type::Int), bool in typed(Type::Bool)) {
        let arguments = vec![("t", None), ("n", Some(Type::Int)), ("d", Some(Type::DType)), ("inplace", Some(Type::Bool))];
        let scope = Scope { arguments, ..Scope::default() };
        for (text, kind) in [(int, Type::Int), (bool, Type::Bool)] {
            let read = |text: &str| Tree::parse(text).and_then(|tree| tree.typed(kind, &scope));
            let expr = read(&text).unwrap_or_else(|mistake| panic!("{text}: {mistake:?}"));
            let written = expr.text(&|at| scope.arguments[at].0.to_owned(), &|_| String::new());
            prop_assert_eq!(read(&written).ok(), Some(expr), "{} from {}", written, text);
        }
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

/// A text that would need more stack than a thread has is refused.
#[test]
fn deep_texts_are_refused() {
    for part in
        "( f( a.m( ! - a+ a&& a.m(). if_ if_a{ if_a{b}else_ if(".split(' ').map(|part| part.replace('_', " "))
    {
        for times in [30, 63, 64, 5000] {
            let closing = part.chars().rev().filter_map(|c| match c {
                '(' => Some(')'),
                '{' => Some('}'),
                _ => None,
            });
            let text = format!("{}a{}", part.repeat(times), closing.collect::<String>().repeat(times));
            let thread = std::thread::Builder::new().stack_size(1 << 20);
            let message = thread.spawn(move || refused(&text)).expect("a thread").join().expect("no panic");
            let deep = message.as_ref().is_some_and(|message| message.contains("nests deeper"));
            assert!(
                times < 5000 || deep || message.is_some_and(|m| m.contains("if") || m.contains("field")),
                "{part}"
            );
        }
    }
}

#[test]
fn dimensions_are_one_or_a_list() {
    let arguments =
        vec![("t", None), ("n", Some(Type::Int)), ("dims", Some(Type::Ints)), ("keep", Some(Type::Bool))];
    let scope = Scope { arguments, ..Scope::default() };
    let read = |text: &str| {
        let typed = Tree::parse(text).and_then(|tree| tree.typed(Type::Bool, &scope));
        typed.map(|expr| expr.text(&|at| scope.arguments[at].0.to_owned(), &|_| String::new()))
    };
    for text in ["any_zero(shape(t), n + 1)", "!any_zero(fold(shape(t), n, keep), dims)"] {
        assert_eq!(read(text).ok().as_deref(), Some(text));
    }
    for text in
        ["any_zero(shape(t))", "any_zero(t, dims)", "any_zero(shape(t), keep)", "any_zero(dims, dims)"]
    {
        assert!(read(text).is_err(), "{text}");
    }
}

#[test]
fn a_quotient_in_a_formula_is_one_of_elements() {
    let scope = Scope { arguments: vec![("t", None)], elements: true, ..Scope::default() };
    let read = |text: &str| Tree::parse(text).and_then(|tree| tree.typed(Type::Element, &scope));
    for text in ["t / 2", "1 / t", "t * (4 * 2)"] {
        assert!(read(text).is_ok(), "{text}");
    }
    for text in ["1 / 2", "t * (1 / 2)", "if t < 4 / 2 { t } else { -t }"] {
        assert!(read(text).is_err_and(|mistake| mistake.message.contains("fraction")), "{text}");
    }
}

#[test]
fn the_readme_lists_every_function_and_sign() {
    let Ok(readme) = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md")) else {
        return;
    };
    let functions = Function::ALL.iter().map(|function| format!("`{}(", function.name()));
    let signs = Op::ALL.iter().map(|op| match op.is_named() {
        true => format!("`{}(", op.sign().0),
        false => format!("`{}`", op.sign().0.replace('|', "\\|")),
    });
    let missing: Vec<String> = functions.chain(signs).filter(|form| !readme.contains(form)).collect();
    assert!(missing.is_empty(), "spec/README.md lacks {missing:?}");
}

#[test]
fn products_are_those_of_the_page() {
    let scope = Scope { products: vec!["Atlas A3", "Ascend 950PR/Ascend 950DT"], ..Scope::default() };
    let read = |text: &str| {
        let typed = Tree::parse(text).and_then(|tree| tree.typed(Type::Bool, &scope));
        typed.map(|expr| expr.text(&|_| String::new(), &|_| String::new())).map_err(|mistake| mistake.help)
    };
    let both = "on('Ascend 950PR/Ascend 950DT', 'Atlas A3')";
    assert_eq!(read(both), Ok(both.to_owned()));
    assert_eq!(read("on('Atlas A2')"), Err(Some("did you mean `Atlas A3`?".to_owned())));
    assert!(read("on()").is_err() && read("on(true)").is_err());
}

#[test]
fn huge_names_take_no_time() {
    let (huge, other) = ("a".repeat(1 << 20), "b".repeat(1 << 20));
    assert_eq!(nearest(&huge, [other.as_str(), "a"]), None);
    let many: Vec<String> = (0..100).map(|n| format!("{n}{huge}")).collect();
    assert_eq!(nearest("f23", many.iter().map(String::as_str).chain(["f32"])), Some("f32"));
}

#[test]
fn finds_what_was_meant() {
    let dtypes = ["f32", "f16", "f64", "bf16", "s8", "u8", "bool"];
    for (word, meant) in [
        ("f23", Some("f32")),
        ("bf61", Some("bf16")),
        ("f46", Some("f64")),
        ("F32", Some("f32")),
        ("boll", Some("bool")),
        ("f8", Some("s8")),
        ("quaternion", None),
        ("×", None),
        ("f32", None),
    ] {
        assert_eq!(nearest(word, dtypes), meant, "{word}");
    }
}
