//! Reads prototypes of functions: declarations in C, and signatures in Python.

use super::text::{identifiers, list, plain};
use crate::vocabulary::forms;
use ascertain_spec::model::Span;

/// A function as a prototype declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prototype {
    /// Its name.
    pub name: String,
    /// Return type; empty if none is printed.
    pub returns: String,
    /// Type (empty if none is printed) and name of each parameter.
    pub parameters: Vec<(String, String)>,
    /// Where it is declared.
    pub place: Span,
}

impl Prototype {
    /// The parameters that a text lists and nothing else.
    pub(super) fn listed(&self, text: &str) -> Option<Vec<String>> {
        let declared = |name: &str| {
            let name = name.trim_start_matches('者').trim();
            self.parameters.iter().any(|(_, declared)| declared == name).then(|| name.to_owned())
        };
        let all: Option<Vec<String>> =
            list(text).into_iter().flat_map(|names| names.split(['/', '与'])).map(declared).collect();
        all.filter(|all| !all.is_empty())
    }
}

/// The declarations in a text, in order: `TYPE NAME(TYPE NAME, …)` or `NAME(NAME, …)`. Text that contains anything else
/// has none.
///
/// # Errors
/// A declaration that does not end or has a parameter without a name.
pub(crate) fn read(text: &str, place: Span) -> Result<Vec<Prototype>, String> {
    let said = plain(&forms("comment").without(text));
    let mut rest = said.trim_start_matches(['•', '-', ' ']);
    let mut found = Vec::new();
    while let Some((head, after)) = rest.split_once('(') {
        let words = identifiers(head);
        let is_head = head.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | ' ' | '*' | '.'));
        let (Some((at, name)), true) =
            (words.last(), is_head && head.trim_end().ends_with(|c: char| c != '*'))
        else {
            return Ok(found);
        };
        let name = (*name).to_owned();
        let Some((inside, beyond)) = after.split_once(')') else {
            return Err(format!(
                "the prototype of `{name}` does not end; its closing parenthesis is missing"
            ));
        };
        let returns = tidy(&head[..*at]);
        // More than one word is the rest of something else, such as a fence that was lost.
        let type_words = |word: &&str| !["const", "extern", "static", "unsigned", "struct"].contains(word);
        if identifiers(&returns).into_iter().map(|(_, word)| word).filter(type_words).count() > 1 {
            return Err(format!(
                "the prototype of `{name}` returns `{returns}`, which is more than one type"
            ));
        }
        let mut parameters = Vec::new();
        for parameter in
            inside.split(',').map(str::trim).filter(|p| !p.is_empty() && *p != "void" && *p != "self")
        {
            let declared = parameter.split_once('=').map_or(parameter, |(declared, _)| declared).trim();
            let (declared, array) = declared.find('[').map_or((declared, ""), |at| declared.split_at(at));
            let declared = declared.trim_end();
            let words = identifiers(declared);
            let Some((at, parameter)) = words.last().filter(|(at, word)| at + word.len() == declared.len())
            else {
                return Err(format!("a parameter of `{name}` has no name: `{parameter}`"));
            };
            parameters.push((tidy(&declared[..*at]) + array, (*parameter).to_owned()));
        }
        found.push(Prototype { name, returns, parameters, place });
        rest = beyond.trim_start_matches([';', ' ', '•']);
    }
    Ok(if rest.trim().is_empty() { found } else { Vec::new() })
}

/// Whether a word has the form of the name of a function of aclnn: `aclnnAdd`.
pub(super) fn is_function(word: &str) -> bool {
    word.strip_prefix("aclnn").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
}

/// The functions of aclnn that a code declares or calls: names before a parenthesis.
pub(super) fn called(code: &str) -> Vec<String> {
    let code = forms("comment").without(code);
    let is_call = |(at, word): &(usize, &str)| {
        is_function(word) && code[at + word.len()..].trim_start().starts_with('(')
    };
    identifiers(&code).into_iter().filter(is_call).map(|(_, word)| word.to_owned()).collect()
}

/// A C type with its stars attached: `const aclTensor *` is `const aclTensor*`.
pub(super) fn tidy(c: &str) -> String {
    c.split_whitespace().collect::<Vec<_>>().join(" ").replace(" *", "*")
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn declarations_are_taken_apart() {
        let said = "• aclnnStatus aclnnDo(const aclTensor *input, int64_t dim, aclOpExecutor **executor);";
        let found = read(said, Default::default()).expect("a declaration");
        assert_eq!((found[0].returns.as_str(), found[0].name.as_str()), ("aclnnStatus", "aclnnDo"));
        let expected = [("const aclTensor*", "input"), ("int64_t", "dim"), ("aclOpExecutor**", "executor")];
        let expected = expected.map(|(c, name)| (c.to_owned(), name.to_owned()));
        assert_eq!(found[0].parameters, expected);
        let found = read("cast_to(dtype)", Default::default()).expect("a signature");
        assert_eq!((found[0].returns.as_str(), found[0].parameters[0].1.as_str()), ("", "dtype"));
        assert!(read("先调用f(x)接口", Default::default()).expect("no declaration").is_empty());
        let code = "// first\nint f(int a[4], /* one\nmore */ float b = 1.0); // last\nint g(void);";
        let found = read(code, Default::default()).expect("two declarations");
        assert_eq!((found.len(), found[0].parameters[0].0.as_str()), (2, "int[4]"));
        assert_eq!(found[0].parameters[1], ("float".to_owned(), "b".to_owned()));
        assert!(read("int f(int a) Cpp int g(int a)", Default::default()).is_err());
        assert!(read("int f(int a, int", Default::default()).is_err());
        assert!(read("int f(int*, int a)", Default::default()).is_err());
    }
}
