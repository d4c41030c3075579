//! The documented C interface of `aclnnCumprod`: CANN's own libraries, or this project's implementation on the CPU.
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
use ascertain::call::Call;
use ascertain::contract::{ArgumentKind, CUMPROD};
use ascertain::{DType, DTypeSet};
use core::fmt;
use std::env;

/// The environment variable that chooses a device in CANN's programs.
const DEVICE: &str = "ASCEND_DEVICE_ID";

/// The environment variable that chooses the edition of this project's library.
const EDITION: &str = "ASCERTAIN_ACLNN_EDITION";

/// Libraries with CANN's C interface, in a child process.
pub(super) const KIND: BackendKind = BackendKind {
    name: "aclnn",
    form: "aclnn:[PATH,…]",
    says: "libraries with CANN's C interface; CANN's own by default",
    help: "docs/aclnn.md says which libraries are needed, and where they are looked for",
    open: |spec, editions, options| {
        let mut options = options.clone();
        // This project's library follows these editions, unless the environment names one.
        let edition = editions.iter().find(|(document, _)| document.id == CUMPROD.document);
        if let Some((_, edition)) = edition.filter(|_| env::var_os(EDITION).is_none()) {
            options.environment.push((EDITION, edition.name.to_owned()));
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
        let flags = CUMPROD.arguments.iter().filter(|a| a.kind == ArgumentKind::Flag);
        let cumprod = OperatorSupport {
            name: CUMPROD.name.to_owned(),
            dtypes: DType::ALL.into_iter().collect::<DTypeSet>(),
            max_rank: None,
            flags: flags.map(|a| a.name.to_owned()).collect(),
            strided: true,
            without: Vec::new(),
            declared: Vec::new(),
        };
        Ok(Description {
            name: "aclnn".to_owned(),
            version: api.soc(),
            interfaces: vec!["aclnn".to_owned()],
            tables: Vec::new(),
            operators: vec![cumprod],
        })
    }

    fn ask(&mut self, call: &Call) -> Reply {
        let Call::Operate(call) = call else {
            return Reply::Unsupported("the interface has no promotion function".to_owned());
        };
        if !core::ptr::eq(call.operator, &CUMPROD) {
            return Reply::Unsupported(format!("this adapter does not know {}", call.operator.name));
        }
        let (reply, device_usable) = match self.api() {
            Ok(api) => call::ask(api, call),
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
