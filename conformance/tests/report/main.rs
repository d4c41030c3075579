//! Reports about a made-up run with every verdict, for people and for programs.

mod compare;
mod formats;
mod html;
mod json;
mod observed;
mod page;
mod support;
mod terminal;
