//! Generates the parts of the C headers that come from the specification: dtypes, formats, status codes and the
//! prototypes of the operator's functions.
//!
//!     cargo run -p ascertain-aclnn --example headers             writes them
//!     cargo run -p ascertain-aclnn --example headers -- --check  fails if one is out of date

use ascertain::DType;
use ascertain::contract::CUMPROD;
use ascertain::document::{Editions, FORMATS, STATUSES};
use ascertain::dtype::Scheme;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

/// Headers with generated parts, and the names of these.
const PARTS: [(&str, &[&str]); 3] = [
    ("acl/acl_base.h", &["dtypes", "formats"]),
    ("aclnn/aclnn_base.h", &["statuses"]),
    ("aclnnop/aclnn_cumprod.h", &["functions"]),
];

/// The longest line of a header.
const WIDTH: usize = 120;

fn main() -> ExitCode {
    let check = env::args().any(|argument| argument == "--check");
    let mut code = ExitCode::SUCCESS;
    for (path, wanted) in headers() {
        match fs::read_to_string(&path) {
            Ok(text) if text == wanted => {}
            _ if check => {
                eprintln!(
                    "{} is out of date; to write it: cargo run -p ascertain-aclnn --example headers",
                    path.display()
                );
                code = ExitCode::FAILURE;
            }
            _ => match fs::write(&path, wanted) {
                Ok(()) => println!("wrote {}", path.display()),
                Err(why) => {
                    eprintln!("cannot write {}: {why}", path.display());
                    code = ExitCode::from(2);
                }
            },
        }
    }
    code
}

/// Each header, with its generated parts filled in.
fn headers() -> Vec<(PathBuf, String)> {
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("include");
    let fill = |(name, parts): &(&str, &[&str])| {
        let path = include.join(name);
        let text = fs::read_to_string(&path).unwrap_or_default();
        let text = parts.iter().fold(text, |text, part| replace(&text, part));
        (path, text)
    };
    PARTS.iter().map(fill).collect()
}

/// The text, with a part generated anew between its marks.
fn replace(text: &str, part: &str) -> String {
    let (open, close) = (format!("/* generated: {part} */\n"), format!("/* end of {part} */"));
    let Some((before, (_, after))) =
        text.split_once(&open).and_then(|(before, rest)| Some((before, rest.split_once(&close)?)))
    else {
        return format!("{text}{open}{close}\n");
    };
    let indent = before.rsplit('\n').next().unwrap_or_default();
    let lines: String = generate(part).lines().map(|line| format!("{indent}{line}\n")).collect();
    format!("{before}{open}{lines}{indent}{close}{after}")
}

fn generate(part: &str) -> String {
    match part {
        "dtypes" => {
            let names = DType::ALL.iter().filter_map(|d| Some((d.name_in(Scheme::Acl)?, d.acl_number())));
            enumerators(names.map(|(name, number)| (name.to_owned(), number)))
        }
        "formats" => {
            enumerators(FORMATS.iter().map(|format| (format!("ACL_FORMAT_{}", format.name), format.number)))
        }
        "statuses" => statuses(),
        _ => functions(),
    }
}

fn enumerators(names: impl Iterator<Item = (String, i32)>) -> String {
    let mut names: Vec<_> = names.collect();
    names.sort_by_key(|(_, number)| *number);
    let lines: Vec<String> = names.iter().map(|(name, number)| format!("{name} = {number}")).collect();
    lines.join(",\n")
}

fn statuses() -> String {
    let mut text = String::new();
    for status in STATUSES {
        for name in [status.name].iter().chain(status.also) {
            let _ = writeln!(text, "#define {name} {}", status.number);
        }
    }
    text
}

/// Prototypes, which are the same in every edition.
fn functions() -> String {
    let contract = CUMPROD.contract(&Editions::default());
    let mut text = String::new();
    for function in contract.functions {
        let head = format!("{} {}(", function.returns, function.name);
        let mut line = head.clone();
        for (at, parameter) in function.parameters.iter().enumerate() {
            let end = if at + 1 == function.parameters.len() { ");" } else { "," };
            let kind = parameter.c.replace('*', "").trim_end().to_owned();
            let stars = "*".repeat(parameter.c.matches('*').count());
            let next = format!("{kind} {stars}{}{end}", parameter.name);
            if line.len() + 1 + next.len() > WIDTH {
                text += &line;
                text.push('\n');
                line = " ".repeat(head.len());
            } else if at > 0 {
                line.push(' ');
            }
            line += &next;
        }
        text += &line;
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_headers_are_what_the_specification_gives() {
        for (path, wanted) in headers() {
            let found = fs::read_to_string(&path).unwrap_or_default();
            assert!(
                found == wanted,
                "{} is stale: cargo run -p ascertain-aclnn --example headers",
                path.display()
            );
            assert!(wanted.contains("/* end of "), "{}: no generated part", path.display());
        }
    }
}
