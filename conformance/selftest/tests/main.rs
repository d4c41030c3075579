//! Whether the judge is right about implementations whose verdict is known: honest ones, and those with faults. One program,
//! since each takes long to link.

mod mutants;
mod oracle;
mod run;
mod session;
mod support;
