//! Reports about a made-up run with every verdict, for people and for programs.

mod compare;
mod formats;
mod hostile;
mod html;
mod json;
mod known;
mod page;
mod support;
mod terminal;
