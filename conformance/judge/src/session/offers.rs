//! Which cases a backend can be asked, by its description, and which of its declarations are not understood.

use crate::case::Case;
use crate::operator::{Operator, Registry, declarations};
use crate::text;
use crate::verdict::{CaseResult, Judgement, Verdict};
use ascertain::DType;
use ascertain::backend::{Description, OperatorSupport};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::{ArgumentKind, Contract, Level, OperatorSpec};
use ascertain::document::Editions;
use ascertain::product::PRODUCTS;

/// Whether the backend supports a case, by its description.
///
/// # Errors
/// The judgement of a case that is not asked: unsupported, or skipped.
pub fn offers(
    description: &Description,
    case: &Case,
    editions: &Editions,
    registry: Registry,
) -> Result<(), Box<Judgement>> {
    let unsupported = |reason: String| Box::new(Judgement::of(Verdict::Unsupported).with_detail(reason));
    let call = match &case.call {
        Call::Promote(call) if description.tables.iter().any(|id| id == call.table.id) => return Ok(()),
        Call::Promote(call) => return Err(unsupported(format!("does not offer {}", call.table.id))),
        Call::Operate(call) => call,
    };
    if let Some(interface) = interface_wanted(call, case, editions, &description.interfaces) {
        let reason = format!("can be asked through the interface {interface} alone");
        return Err(Box::new(Judgement::of(Verdict::Skipped).with_detail(reason)));
    }
    let Some(support) = description.operator(call.operator.name) else {
        return Err(unsupported(format!("does not offer {}", call.operator.name)));
    };
    let contract = call.operator.contract(editions);
    if let Some(product) =
        declarations::product(&support.declared).filter(|at| contract.products(false).contains(*at))
    {
        let name = call.operator.name;
        let reason = format!("the page of {name} says that {} does not support it", PRODUCTS[product].name);
        return Err(Box::new(Judgement::of(Verdict::Skipped).with_detail(reason)));
    }
    if let Some(operator) = registry.operator(call.operator)
        && let Some(name) = support.without.iter().find(|name| !goes_without(call, name, operator, contract))
    {
        return Err(unsupported(format!("has no argument {name}")));
    }
    let invalid = || contract.broken_by(call.args()).any(|r| r.level == Level::Must);
    let listed = |dtype: DType| {
        let parameters = contract.functions.iter().filter(|f| f.phase == 1).flat_map(|f| f.parameters);
        parameters.into_iter().any(|p| p.dtypes.contains(dtype))
    };
    let takes = |name| {
        contract.functions.iter().filter(|f| f.phase == 1).flat_map(|f| f.parameters).any(|p| p.name == name)
    };
    for (argument, arg) in call.operator.arguments.iter().zip(&call.args) {
        let dtype = match arg {
            Arg::Tensor(tensor) => {
                if !support.strided && !tensor.is_packed() {
                    return Err(unsupported("takes no tensors with gaps".into()));
                }
                let rank = tensor.layout().rank();
                if support.max_rank.is_some_and(|max| rank > max) && !invalid() {
                    return Err(unsupported(format!("takes no tensors of rank {rank}")));
                }
                tensor.dtype()
            }
            Arg::DType(dtype) if argument.via.is_none() => *dtype,
            // One that the function takes chooses no other function, and belongs to the operator.
            Arg::Flag(true) if !takes(argument.name) && !support.flags.iter().any(|f| f == argument.name) => {
                return Err(unsupported(format!("does not offer {}", argument.name)));
            }
            _ => continue,
        };
        // A dtype that the document does not list is asked for to be refused.
        if !support.dtypes.contains(dtype) && listed(dtype) {
            return Err(unsupported(format!("does not take {dtype}")));
        }
    }
    Ok(())
}

/// Whether a backend supports every call of an operator.
pub(crate) fn offers_all(support: &OperatorSupport, operator: &OperatorSpec, editions: &Editions) -> bool {
    let contract = operator.contract(editions);
    let parameters = || contract.functions.iter().filter(|f| f.phase == 1).flat_map(|f| f.parameters);
    let has_flag = |name: &str| {
        support.flags.iter().any(|flag| flag == name) || parameters().any(|parameter| parameter.name == name)
    };
    support.strided
        && support.max_rank.is_none()
        && support.without.is_empty()
        && parameters().all(|parameter| parameter.dtypes.iter().all(|dtype| support.dtypes.contains(dtype)))
        && operator.arguments.iter().filter(|a| a.kind == ArgumentKind::Flag).all(|a| has_flag(a.name))
}

/// Whether a call means the same without an optional argument: it is absent, or the output that follows from the others.
fn goes_without(call: &Invocation, name: &str, operator: &dyn Operator, contract: &'static Contract) -> bool {
    let Some(place) = call.operator.arguments.iter().position(|argument| argument.name == name) else {
        return true;
    };
    match &call.args[place] {
        Arg::Absent => true,
        Arg::Tensor(given) => {
            let mut without = call.clone();
            without.args[place] = Arg::Absent;
            operator.complete(&mut without, contract);
            matches!(&without.args[place], Arg::Tensor(follows)
                if given.is_packed() && given.dtype() == follows.dtype() && given.shape() == follows.shape())
        }
        _ => false,
    }
}

/// The only interface through which a call or its requirements can be asked, if there is such a one and the backend does not
/// have it.
fn interface_wanted(
    call: &Invocation,
    case: &Case,
    editions: &Editions,
    own: &[String],
) -> Option<&'static str> {
    let is_wanted = |interface: &&str| !own.iter().any(|own| own == interface);
    let contract = call.operator.contract(editions);
    let of_requirements = contract
        .requirements
        .iter()
        .filter(|requirement| requirement.via.is_some_and(|via| is_wanted(&via)))
        .find(|requirement| case.requirements.contains(&requirement.id))
        .and_then(|requirement| requirement.via);
    let of_arguments = call.operator.arguments.iter().zip(&call.args);
    let of_arguments =
        of_arguments.filter(|(_, arg)| !matches!(arg, Arg::Absent)).find_map(|(argument, _)| argument.via);
    // Null pointers are a matter of C interfaces.
    let null = call.args.iter().any(|arg| matches!(arg, Arg::Null)).then_some("aclnn");
    of_requirements.or(of_arguments).or(null).filter(is_wanted)
}

/// More declarations of one operator than this that are not understood make one warning.
const MANY: usize = 16;

/// Removes declarations that their operator does not understand, with a warning for each: the backend is not held to
/// them. Very many make one warning.
pub(super) fn declaration_warnings(description: &mut Description, registry: Registry) -> Vec<CaseResult> {
    let mut warnings = Vec::new();
    for support in &mut description.operators {
        let known = registry.spec(&support.name).and_then(|spec| registry.operator(spec));
        let Some(operator) = known else { continue };
        let (area, mut wrong) = (operator.spec().name, Vec::new());
        support.declared.retain(|(key, value)| match declarations::check_of(operator, key, value) {
            Ok(()) => true,
            Err(why) => {
                wrong.push((key.clone(), value.clone(), why));
                false
            }
        });
        if wrong.len() > MANY {
            let keys: Vec<&str> = wrong[..MANY].iter().map(|(key, ..)| key.as_str()).collect();
            let why = format!("{} and {} more are not understood", keys.join(", "), wrong.len() - MANY);
            warnings.push(warning(area, "", &format!("{} words", wrong.len()), &why));
            continue;
        }
        for (key, value, why) in wrong {
            warnings.push(warning(area, &key, &value, &why));
        }
    }
    warnings
}

/// The failures of operators that declare what a requirement denies.
pub(super) fn broken_by_declarations(
    description: &Description,
    editions: &Editions,
    registry: Registry,
) -> Vec<CaseResult> {
    let broken = description.operators.iter().filter_map(|support| {
        let operator = registry.operator(registry.spec(&support.name)?)?;
        let (area, contract) = (operator.spec().name, operator.spec().contract(editions));
        let judgement = operator.broken_by_declaration(support, contract)?;
        let question = format!("what {area} declares of its results");
        Some(CaseResult::without_details(format!("{area}/declared/results"), area, question, judgement))
    });
    broken.collect()
}

/// The warning about one declaration, or without a key about many.
fn warning(area: &'static str, key: &str, value: &str, why: &str) -> CaseResult {
    let words = Judgement::declaration_warning("a declaration that can be checked", value);
    let words = words.with_detail(text::sanitize(&format!("{why}; the backend is not held to it")));
    let (id, question) = match key {
        "" => (format!("{area}/declared"), format!("{area} declares {value}")),
        key => (format!("{area}/declared/{key}"), format!("{area} declares {key} to be {value}")),
    };
    let judgement = Judgement { verdict: Verdict::Warning, ..words };
    CaseResult::without_details(id, area, question, judgement)
}
