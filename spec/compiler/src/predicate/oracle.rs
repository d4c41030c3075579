//! The parser against `syn`, which knows all of Rust: both give the same tree, or none where the text is no Rust or the
//! language has not what it says.

use proptest::prelude::*;
use proptest::sample::select;
use syn::spanned::Spanned as _;

use super::parse::parse;
use super::tree::{Form, Name, OPERATORS, Tree};

/// What `syn` makes of a text, as one of our trees.
fn rusts(text: &str) -> Option<Tree> {
    tree(&syn::parse_str(text).ok()?)
}

fn tree(expr: &syn::Expr) -> Option<Tree> {
    let boxed = |expr: &syn::Expr| tree(expr).map(Box::new);
    let form = match expr {
        syn::Expr::Paren(paren) if paren.attrs.is_empty() => tree(&paren.expr)?.form,
        syn::Expr::Lit(literal) if literal.attrs.is_empty() => match &literal.lit {
            syn::Lit::Bool(value) => Form::Bool(value.value),
            syn::Lit::Int(digits) if digits.suffix().is_empty() => Form::Int(digits.base10_parse().ok()?),
            _ => return None,
        },
        syn::Expr::Path(_) => Form::Name(name(expr)?),
        syn::Expr::Call(call) if call.attrs.is_empty() => Form::Call(name(&call.func)?, trees(&call.args)?),
        syn::Expr::MethodCall(call) if call.attrs.is_empty() && call.turbofish.is_none() => {
            Form::Method(boxed(&call.receiver)?, named(&call.method), trees(&call.args)?)
        }
        syn::Expr::Unary(unary) if unary.attrs.is_empty() => match unary.op {
            syn::UnOp::Neg(_) => Form::Neg(boxed(&unary.expr)?),
            syn::UnOp::Not(_) => Form::Not(boxed(&unary.expr)?),
            _ => return None,
        },
        syn::Expr::Binary(binary) if binary.attrs.is_empty() => {
            let sign = quote::ToTokens::to_token_stream(&binary.op).to_string();
            let operator = OPERATORS.iter().find(|operator| operator.sign == sign)?;
            Form::Binary(operator, boxed(&binary.left)?, boxed(&binary.right)?)
        }
        syn::Expr::If(branch) if branch.attrs.is_empty() => {
            let (_, otherwise) = branch.else_branch.as_ref()?;
            let no = match otherwise.as_ref() {
                syn::Expr::Block(block) => block_value(&block.block)?,
                chained => tree(chained)?,
            };
            Form::If(boxed(&branch.cond)?, Box::new(block_value(&branch.then_branch)?), Box::new(no))
        }
        _ => return None,
    };
    Some(Tree::new(form, expr.span().byte_range()))
}

fn trees(exprs: &syn::punctuated::Punctuated<syn::Expr, syn::Token![,]>) -> Option<Vec<Tree>> {
    exprs.iter().map(tree).collect()
}

fn block_value(block: &syn::Block) -> Option<Tree> {
    match block.stmts.as_slice() {
        [syn::Stmt::Expr(expr, None)] => tree(expr),
        _ => None,
    }
}

fn name(expr: &syn::Expr) -> Option<Name> {
    match expr {
        syn::Expr::Path(syn::ExprPath { attrs, qself: None, path }) if attrs.is_empty() => {
            // Paths by themselves, but no names.
            path.get_ident()
                .filter(|ident| !["Self", "crate", "super"].iter().any(|path| ident == path))
                .map(named)
        }
        _ => None,
    }
}

fn named(ident: &syn::Ident) -> Name {
    Name { text: ident.to_string(), span: ident.span().byte_range() }
}

/// Checks a text, and says whether it is a predicate.
fn agree(text: &str) -> bool {
    let ours = parse(text);
    if let Err(mistake) = &ours {
        assert!(
            text.get(mistake.span.clone()).is_some(),
            "{text:?}: {} at {:?}",
            mistake.message,
            mistake.span
        );
        assert!(!mistake.message.is_empty() && !mistake.label.is_empty(), "{text:?}");
    }
    let refused = ours.as_ref().err().map(|mistake| mistake.message.clone());
    let (ours, rusts) = (ours.ok(), rusts(text));
    assert_eq!(format!("{ours:?}"), format!("{rusts:?}"), "{text:?}, refused for {refused:?}");
    ours.is_some()
}

/// Texts of the language, but for a comparison compared and an `if` beside an operator at the start of a branch.
fn expressions() -> impl Strategy<Value = String> {
    let leaf =
        select(&["0", "17", "0xff_ff", "0b1_0", "1_000", "true", "false", "dim", "r#in", "self", "é"][..]);
    leaf.prop_map(str::to_owned).prop_recursive(6, 48, 3, |inner| {
        let signs: Vec<&str> = OPERATORS.iter().map(|operator| operator.sign).collect();
        let space = || select(&["", " ", "\n\t", "/* < */"][..]);
        let (a, b, c) = (inner.clone(), inner.clone(), inner.clone());
        prop_oneof![
            6 => (a, space(), select(signs), space(), b).prop_map(|(a, s, sign, t, b)| format!("{a}{s}{sign}{t}{b}")),
            2 => (select(&["-", "!", "- ", "!!", "--"][..]), c).prop_map(|(sign, a)| format!("{sign}{a}")),
            3 => (inner.clone(), space()).prop_map(|(a, s)| format!("({s}{a})")),
            1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("f({a}, {b})")),
            1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a}).m({b},)")),
            1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("f().m({a}).n()-{b}")),
            1 => (inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(a, b, c)| format!("if {a} {{ {b} }} else {{ {c} }}")),
            1 => (inner.clone(), inner.clone(), inner)
                .prop_map(|(a, b, c)| format!("if {a}{{{b}}}else if {c}{{{a}}}else{{{b}}}.m()")),
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
    fn expressions_are_read_as_rust_reads_them(text in expressions()) {
        agree(&text);
    }

    #[test]
    fn whatever_is_written_is_read_as_rust_reads_it_or_refused(
        tokens in prop::collection::vec((select(TOKENS.split(' ').collect::<Vec<_>>()), select(&["", " "][..])), 0..9),
        text in any::<String>(),
        expression in expressions(),
        at in any::<prop::sample::Index>(),
    ) {
        let soup: String = tokens.iter().flat_map(|(token, space)| [*token, *space]).collect();
        agree(&soup);
        agree(&text);
        // A token too many, or a few characters too few.
        let chars: Vec<char> = expression.chars().collect();
        let (before, after) = chars.split_at(at.index(chars.len() + 1));
        let around = |middle: &str, after: &[char]| {
            before.iter().copied().chain(middle.chars()).chain(after.iter().copied()).collect::<String>()
        };
        agree(&around(tokens.first().map_or("", |token| token.0), after));
        agree(&around("", after.get(tokens.len()..).unwrap_or_default()));
    }
}

#[test]
fn every_committed_predicate_is_read_as_rust_reads_it() {
    let spec = crate::load(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).expect("it loads");
    let mut read = 0;
    for contract in spec.operators.iter().flat_map(|operator| &operator.contracts) {
        let requirements = &contract.requirements;
        let required = requirements.iter().flat_map(|requirement| [&requirement.when, &requirement.require]);
        let predicates = required.flatten().map(|predicate| &predicate.text);
        let predicates = predicates.chain(contract.derived.iter().map(|derived| &derived.is.text));
        let predicates = predicates.chain(contract.variants.iter().map(|(_, condition)| &condition.text));
        for text in predicates {
            assert!(agree(text), "{text}");
            read += 1;
        }
    }
    assert!(read > 50, "{read}");
}
