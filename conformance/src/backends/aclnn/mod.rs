//! The documented C interface of operators: CANN's own libraries, or this project's implementation on the CPU.
//!
//! Runs in the process of `ascertain host`. Tensors lie in device memory with their strides and offsets, between guard
//! zones. A call goes through both phases, with null pointers, enum numbers and executors as the case needs them.

mod api;
mod call;
mod device;
mod search;

use self::api::Api;
use super::kind::BackendKind;
use super::process::ProcessBackend;
use crate::backends::timing::TimedBackend;
use ascertain::backend::{Backend, Description, OperatorSupport, Reply};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::{ArgumentKind, Contract, Function, OPERATORS, OperatorSpec};
use ascertain::document::Editions;
use ascertain::{DType, DTypeSet};
use core::fmt;
use std::env;

/// The environment variable that chooses a device in CANN's programs.
const DEVICE: &str = "ASCEND_DEVICE_ID";

/// The environment variable that chooses the editions of this project's library.
const EDITION: &str = "ASCERTAIN_ACLNN_EDITION";

/// Libraries with CANN's C interface, in a child process.
pub(super) const KIND: BackendKind = BackendKind {
    name: "aclnn",
    form: "aclnn:[PATH,…]",
    says: "libraries with CANN's C interface; CANN's own by default",
    help: "docs/aclnn.md says which libraries are needed, and where they are looked for",
    open: |spec, editions, options| {
        let mut options = options.clone();
        // This project's library follows these editions, unless the environment names others.
        if env::var_os(EDITION).is_none() {
            let followed =
                editions.iter().filter(|(document, _)| OPERATORS.iter().any(|o| o.document == document.id));
            let followed = followed.map(|(document, edition)| format!("{}={}", document.id, edition.name));
            options.environment.push((EDITION, followed.collect::<Vec<_>>().join(",")));
        }
        Ok(Box::new(ProcessBackend::hosting(spec.text, editions, options)))
    },
    shapes: None,
    host: Some(|spec, _| Ok(Box::new(AclnnBackend::new(spec.argument.unwrap_or_default())))),
};

/// A backend behind the C interface, in this process.
pub struct AclnnBackend {
    /// Paths; none for the installed CANN.
    libraries: Vec<String>,
    api: Option<Api>,
}

impl fmt::Debug for AclnnBackend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AclnnBackend").field("libraries", &self.libraries).finish_non_exhaustive()
    }
}

impl AclnnBackend {
    /// The libraries at `paths`, separated by `,` or `:`; CANN's if `paths` is empty. They are loaded when first needed.
    #[must_use]
    pub fn new(paths: &str) -> Self {
        Self { libraries: search::chosen(paths), api: None }
    }

    fn api(&mut self) -> Result<&Api, String> {
        if self.api.is_none() {
            let device = match env::var(DEVICE) {
                Ok(id) => id.parse().map_err(|_| format!("{DEVICE} is `{id}`, which is not a number"))?,
                Err(_) => 0,
            };
            self.api = Some(Api::start(&self.libraries, device)?);
        }
        self.api.as_ref().ok_or_else(|| "it is not loaded".to_owned())
    }
}

impl Backend for AclnnBackend {
    fn describe(&mut self) -> Result<Description, String> {
        let api = self.api()?;
        let operators = OPERATORS.iter().filter_map(|operator| support(api, operator)).collect();
        Ok(Description {
            name: "aclnn".to_owned(),
            version: api.soc(),
            interfaces: vec!["aclnn".to_owned()],
            tables: Vec::new(),
            operators,
        })
    }

    fn ask(&mut self, call: &Call) -> Reply {
        let Call::Operate(call) = call else {
            return Reply::Unsupported("the interface has no promotion function".to_owned());
        };
        let Some(function) = phase_one(call) else {
            return Reply::Unsupported(format!(
                "the interface has no function for this call of {}",
                call.operator.name
            ));
        };
        let (reply, device_usable) = match self.api() {
            Ok(api) if !is_whole(api, call.operator, function) => {
                return Reply::Unsupported(format!("the libraries have no function {}", function.name));
            }
            Ok(api) => call::ask(api, call, function),
            Err(why) => return Reply::Failed(why),
        };
        if !device_usable {
            // Dropping it resets the device; the next call starts it again.
            self.api = None;
        }
        reply
    }
}

impl TimedBackend for AclnnBackend {}

/// The functions of an operator, which are the same in every edition.
fn contract(operator: &OperatorSpec) -> &'static Contract {
    operator.contract(&Editions::default())
}

/// Phase one of the form of the operator that a call chooses.
fn phase_one(call: &Invocation) -> Option<&'static Function> {
    let contract = contract(call.operator);
    contract.phase_one(contract.variant(call.args())?)
}

/// Whether the libraries have both phases.
fn is_whole(api: &Api, operator: &OperatorSpec, first: &Function) -> bool {
    let second = contract(operator).functions.iter().find(|function| Some(function.name) == first.then);
    api.has(first) && second.is_some_and(|second| api.has(second))
}

/// What the libraries offer of an operator, if anything.
fn support(api: &Api, operator: &'static OperatorSpec) -> Option<OperatorSupport> {
    let firsts = contract(operator).functions.iter().filter(|function| function.phase == 1);
    let (has, lacks): (Vec<_>, Vec<_>) = firsts.partition(|first| is_whole(api, operator, first));
    if has.is_empty() {
        return None;
    }
    // The flag of a form that is missing is not offered.
    let chooses = |flag: &str, first: &Function| {
        let call = Invocation::new(operator).with(flag, Arg::Flag(true));
        contract(operator).variant(call.args()) == Some(first.variant)
    };
    let flags = operator.arguments.iter().filter(|a| a.kind == ArgumentKind::Flag).map(|a| a.name);
    let flags = flags.filter(|flag| !lacks.iter().any(|first| chooses(flag, first)));
    Some(OperatorSupport {
        name: operator.name.to_owned(),
        dtypes: DType::ALL.into_iter().collect::<DTypeSet>(),
        max_rank: None,
        flags: flags.map(str::to_owned).collect(),
        strided: true,
        without: Vec::new(),
        declared: Vec::new(),
    })
}
