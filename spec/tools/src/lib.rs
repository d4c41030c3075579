//! Work on the specification: what `ascertain spec` does beside compiling it.
//!
//! ```text
//! page (Markdown, HTML, RST, flattened text) --pages::read--> Page --facts--> Facts --import--> TOML
//! edition of the specification ------------------------------ of_edition --> Facts
//!                                                          Facts x Facts --diff--> Differences
//! checked model (Spec) --lint--> findings
//! checked model (Spec) --emit--> C, C++, Python, Rust, JSON, Markdown
//! ```
//!
//! [`Facts`](facts::Facts) is the common currency: what one page, or one edition, says. Requirements, predicates,
//! errata and wording are people's and never come from a page.

pub mod diff;
pub mod emit;
pub mod facts;
pub mod import;
pub mod lint;
pub mod pages;
