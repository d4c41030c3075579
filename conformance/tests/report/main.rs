//! Reports of a run made up to hold every verdict: what people and what programs are shown.

mod json;
mod observed;
mod support;
mod terminal;
