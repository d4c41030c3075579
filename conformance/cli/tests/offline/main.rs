//! Questions as files, and the judgement of their answers: the same as asked directly.

mod alike;
mod files;
mod numpy;
mod support;
