//! Backends whose runs have all that a report can say.

use ascertain::Tensor;
use ascertain::backend::{Answer, Backend, BackendFault, Description, Rejection, Reply};
use ascertain::call::{Arg, Call};
use ascertain::reference::Reference;
use ascertain_conformance::case::Question;
use std::collections::HashSet;

/// The reference with a fault, which depends on the call alone.
pub(crate) struct Faulty {
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
    pub(crate) starts: bool,
    reference: Reference,
    /// What it was asked before, if it is wrong the second time only.
    asked: Option<HashSet<u64>>,
    pub(crate) declares: &'static [(&'static str, &'static str)],
    ends: Result<(), (BackendFault, &'static str)>,
    change: fn(&Call, Reply) -> Reply,
}

impl Backend for Faulty {
    fn describe(&mut self) -> Result<Description, String> {
        if !self.starts {
            return Err("no such library".to_owned());
        }
        let (name, version) = (self.name.to_owned(), self.version.to_owned());
        let mut description = Description { name, version, ..self.reference.describe()? };
        for operator in &mut description.operators {
            let declared = self.declares.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
            operator.declared.extend(declared);
        }
        Ok(description)
    }

    fn ask(&mut self, call: &Call) -> Reply {
        let right = self.reference.ask(call);
        let is_first = self.asked.as_mut().is_some_and(|asked| asked.insert(hash(call)));
        if is_first { right } else { (self.change)(call, right) }
    }

    fn finish(&mut self) -> Result<(), (BackendFault, String)> {
        self.ends.map_err(|(loss, what)| (loss, what.to_owned()))
    }
}

/// The reference, whose replies are changed.
pub(crate) fn faulty(name: &'static str, change: fn(&Call, Reply) -> Reply) -> Faulty {
    Faulty {
        name,
        version: "1.0",
        starts: true,
        asked: None,
        reference: Reference::default(),
        declares: &[],
        ends: Ok(()),
        change,
    }
}

/// All of them, made anew.
pub(crate) fn all() -> Vec<Faulty> {
    vec![
        faulty("reference", |_, reply| reply),
        // Thousands of findings of one kind, some minimized.
        faulty("wrong elements", |_, reply| changed(reply, |tensor| tensor.storage_mut()[0] ^= 1)),
        Faulty {
            asked: Some(HashSet::new()),
            ..faulty("another answer the second time", |_, reply| {
                changed(reply, |tensor| tensor.storage_mut()[0] ^= 1)
            })
        },
        // Each refusal with 3 KB of text.
        faulty("refuses everything", |_, _| {
            Reply::Rejected(Rejection { status: Some(7), message: "no\u{7}".repeat(1000) })
        }),
        faulty("accepts everything", |call, reply| match (call, reply) {
            (Call::Operate(call), Reply::Rejected(rejection)) => {
                let tensor = call.args.iter().find_map(|arg| match arg {
                    Arg::Tensor(tensor) => Some(tensor.clone()),
                    _ => None,
                });
                tensor.map_or(Reply::Rejected(rejection), |tensor| Reply::Answer(Answer::Tensor(tensor)))
            }
            (_, reply) => reply,
        }),
        // Every kind of reply that is none, and observations that differ from call to call.
        Faulty {
            declares: &[("order", "upside-down"), ("accumulator.f16", "f32"), ("colour", "blue")],
            ends: Err((BackendFault::Crash, "killed by signal 11")),
            ..faulty("a bit of everything", |call, reply| match hash(call) % 23 {
                0 => Reply::Lost(BackendFault::Crash, "the process ended".to_owned()),
                1 => Reply::Lost(BackendFault::Timeout, "no reply in 10 s".to_owned()),
                2 => Reply::Lost(BackendFault::Protocol, "not JSON: \u{1b}[31m".to_owned()),
                3 => Reply::Lost(BackendFault::WroteOutside, "byte 12 before the output".to_owned()),
                4 => Reply::Failed("out of memory".to_owned()),
                5 => Reply::NotAsked("the line is too long".to_owned()),
                6 => Reply::Unsupported("not today".to_owned()),
                7 => Reply::Answer(Answer::OtherDType("f128\n".to_owned())),
                8 | 9 => changed(reply, |tensor| tensor.storage_mut()[0] ^= 0x81),
                10 => Reply::Rejected(Rejection { status: None, message: "no".to_owned() }),
                _ => reply,
            })
        },
    ]
}

/// The backend with this name.
pub(crate) fn named(name: &str) -> Faulty {
    all().into_iter().find(|backend| backend.name == name).expect("a backend has this name")
}

pub(crate) fn changed(reply: Reply, change: impl FnOnce(&mut Tensor)) -> Reply {
    match reply {
        Reply::Answer(Answer::Tensor(mut tensor)) => {
            if !tensor.storage().is_empty() {
                change(&mut tensor);
            }
            Reply::Answer(Answer::Tensor(tensor))
        }
        reply => reply,
    }
}

/// A number that depends on the whole call: FNV-1a of its words and elements.
pub(crate) fn hash(call: &Call) -> u64 {
    let mut bytes = Question(call).to_string().into_bytes();
    if let Call::Operate(call) = call {
        for arg in &call.args {
            if let Arg::Tensor(tensor) = arg {
                bytes.extend(tensor.storage());
            }
        }
    }
    let next = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, next)
}
