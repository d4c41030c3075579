//! All tests of the crate in one program, since each program takes long to link.

mod contract;
mod document;
mod dtype;
mod element;
mod formula;
mod kernel;
mod product;
mod promote;
mod reference;
mod shape;
mod tensor;
