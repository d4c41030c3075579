//! `ascertain-spec check --headers`: do pages and C headers declare the same functions?

use super::page::{self, count, line, unreadable};
use ascertain_cli::commands::error::Problem;
use ascertain_cli::commands::print::{say, shown};
use ascertain_conformance::report::text::{BAD, DIM, GOOD};
use ascertain_conformance::{results::files, text};
use ascertain_spec::model::{Citation, Span, Spec};
use ascertain_spec_tools::headers::{declared, differences};
use ascertain_spec_tools::reader::{self, Prototype};
use std::collections::BTreeMap;
use std::path::Path;

/// Largest header that is read.
const MOST_BYTES: u64 = 1 << 20;

/// A function, and the file or the edition that declares it.
struct Declared {
    prototype: Prototype,
    source: String,
}

impl Declared {
    fn place(&self) -> String {
        format!("{}{}", self.source, line(self.prototype.place))
    }

    /// How many folders their paths share from the root on.
    fn shares(&self, other: &Self) -> usize {
        let [own, other] = [self, other].map(|one| Path::new(&one.source).components());
        own.zip(other).take_while(|(own, other)| own == other).count()
    }
}

/// Compares what the pages below `docs` declare, or the default editions of the specification, with the headers below a folder.
/// Whether anything differs.
pub(super) fn run(headers: &Path, docs: Option<&Path>, spec: &Spec) -> Result<bool, Problem> {
    let mut of_headers: BTreeMap<String, Vec<Declared>> = BTreeMap::new();
    let (mut headers_read, mut unread) = (0_usize, Vec::new());
    for path in page::below(headers)?.into_iter().filter(|path| is_header(path)) {
        let bytes = files::read(&path, MOST_BYTES).map_err(|error| unreadable(&path, &error))?;
        let (found, not_understood) = declared(&String::from_utf8_lossy(&bytes));
        headers_read += 1;
        let source = shown(&path).to_string();
        unread.extend(not_understood.into_iter().map(|why| format!("{source}, {why}")));
        for prototype in found {
            let own = Declared { prototype, source: source.clone() };
            of_headers.entry(own.prototype.name.clone()).or_default().push(own);
        }
    }
    if of_headers.is_empty() {
        let what = format!("no header below {} declares a function of aclnn", headers.display());
        return Err(Problem::usage(what, "name a checkout with files such as aclnn_cumprod.h"));
    }
    let of_pages = match docs {
        Some(docs) => of_pages(docs, spec)?,
        None => of_editions(spec),
    };
    let (mut differing, mut compared, mut absent) = (0_usize, 0_usize, Vec::new());
    say(false, |out| {
        for page in &of_pages {
            let name = &page.prototype.name;
            let Some(headers) = of_headers.get(name) else {
                let is_alike = |other: &&String| other.eq_ignore_ascii_case(name);
                let alike = of_headers.keys().find(is_alike).map(|other| format!("; one declares {other}"));
                absent.push(format!(
                    "{}: no header declares {name}{}",
                    page.place(),
                    alike.unwrap_or_default()
                ));
                continue;
            };
            compared += 1;
            // A checkout may have an older copy elsewhere, with a page of its own.
            let near = headers.iter().map(|header| page.shares(header)).max();
            for header in headers.iter().filter(|header| Some(page.shares(header)) == near) {
                for says in differences(&page.prototype, &header.prototype) {
                    differing += 1;
                    writeln!(out, "{BAD}disagree{BAD:#}  {}", text::name(&says))?;
                    writeln!(out, "  {}\n  {}", page.place(), header.place())?;
                }
            }
        }
        absent.iter().try_for_each(|what| writeln!(out, "{DIM}absent{DIM:#}    {what}"))?;
        unread.iter().try_for_each(|why| writeln!(out, "{DIM}unread{DIM:#}    {}", text::name(why)))?;
        let style = if differing == 0 { GOOD } else { BAD };
        let [functions, headers] = [count(compared, "function"), count(headers_read, "header")];
        let found = count(differing, "disagreement");
        writeln!(out, "{style}compared{style:#}  {functions} with {headers}: {found}")
    })?;
    Ok(differing > 0)
}

fn is_header(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "h")
}

/// The functions that pages declare, those that are refused too.
fn of_pages(docs: &Path, spec: &Spec) -> Result<Vec<Declared>, Problem> {
    let mut all = Vec::new();
    for path in page::pages(&[docs.to_owned()])? {
        let page = page::read(&path, spec)?;
        if reader::is_operator_page(&page) {
            let source = shown(&path).to_string();
            let found = reader::prototypes(&page, spec).into_iter();
            all.extend(found.map(|prototype| Declared { prototype, source: source.clone() }));
        }
    }
    Ok(all)
}

/// The functions of the default editions.
fn of_editions(spec: &Spec) -> Vec<Declared> {
    let contracts = spec.operators.iter().filter_map(|operator| {
        let document = spec.document(&operator.document)?;
        operator.contracts.iter().find(|contract| contract.edition == document.default_edition)
    });
    let functions = contracts.flat_map(|contract| &contract.functions);
    let functions = functions.filter(|function| function.name.starts_with("aclnn"));
    let declared = functions.map(|function| {
        let Citation { document, edition, span, .. } = &function.cite;
        let parameters = function.parameters.iter().map(|own| (own.c.clone(), own.name.clone())).collect();
        let (name, returns) = (function.name.clone(), function.returns.clone());
        let place = if let Span::Lines(first, _) = *span { Span::Lines(first, first) } else { Span::None };
        let prototype = Prototype { name, returns, parameters, place };
        Declared { prototype, source: format!("{document} {edition}") }
    });
    declared.collect()
}
