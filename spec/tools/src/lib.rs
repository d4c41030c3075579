//! Tools for the specification behind `ascertain spec`: importing pages, comparing, linting, and generating other languages.
//!
//! ```text
//! page (Markdown, HTML, RST, flattened text) --page--> Page --reader--> Facts --import--> TOML
//! edition of the specification ------------------------------ of_edition --> Facts
//!                                                          Facts x Facts --diff--> Differences
//! checked model (Spec) --lint--> findings
//! checked model (Spec) --emit--> C, C++, Python, Rust, JSON, Markdown
//! ```
//!
//! [`Facts`](facts::Facts) is what one page, or one edition, says. People write requirements, predicates, errata and
//! wording; these never come from a page.

mod demand;
pub mod diff;
pub mod emit;
pub mod facts;
pub mod headers;
pub mod import;
pub mod lint;
pub mod page;
mod place;
pub mod reader;
pub mod statements;
pub mod survey;
mod vocabulary;
