//! Reads which hardware products support an operator, from tables and lines with marks, and from plain lists.

use super::names::Names;
use super::outline::Part;
use super::text::row_place;
use crate::page::{Block, PageTable, Text};
use crate::vocabulary::is_word;
use ascertain_spec::model::Span;

/// A product, whether it is supported, and the place.
pub(super) type Product = (String, bool, Span);

/// A product as listed: its name, its mark as printed, and the place.
type ListedProduct = (String, String, Span);

/// The mark of products that are listed as supported ones.
const SUPPORTED: &str = "√";

/// The meaning of a mark of support.
pub(super) fn mark(said: &str) -> Option<bool> {
    let said = said.trim().to_lowercase();
    is_word("yes", &said).then_some(true).or_else(|| is_word("no", &said).then_some(false))
}

/// A line that is a heading of others.
fn is_header(said: &str) -> bool {
    let said = said.to_lowercase();
    (said.contains("产品") && said.contains("是否支持"))
        || said == "product supported"
        || said == "product support"
}

/// The products listed in the blocks of a part. Texts that are not about one product go to `remarks`.
pub(super) fn read<'a>(
    blocks: &[&'a Block],
    part: Part,
    remarks: &mut Vec<&'a Text>,
    names: &Names<'_>,
) -> Vec<Product> {
    let mut products: Vec<ListedProduct> = Vec::new();
    // Where products are rows or items, a paragraph without a mark is a remark.
    let in_rows = blocks.iter().any(|block| match block {
        Block::Table(_) => true,
        Block::Item(_, text) => of_line(text, part).is_some_and(|(_, mark, _)| !mark.is_empty()),
        _ => false,
    });
    for block in blocks {
        match block {
            Block::Table(grid) => {
                let heads = ["product_names", "product_marks"].into_iter().filter_map(|of| grid.column(of));
                let heads = heads.filter_map(|at| grid.header()?.get(at));
                heads.for_each(|text| names.claim(&text.text, text.place));
                products.extend(of_table(grid, part, remarks, names));
            }
            Block::Paragraph(text) | Block::Item(_, text) => {
                let listed = of_line(text, part);
                let is_paragraph = matches!(block, Block::Paragraph(_));
                match listed {
                    Some((name, mark, _))
                        if is_sentence(&name) || (in_rows && is_paragraph && mark.is_empty()) =>
                    {
                        remarks.push(text);
                    }
                    listed => {
                        names.claim(&text.text, text.place);
                        products.extend(listed);
                    }
                }
            }
            Block::Heading(..) | Block::Code(_) => {}
        }
    }
    let marked = |wanted: bool| products.iter().any(|(_, said, _)| mark(said) == Some(wanted));
    // Renderers drop the mark of support, if it is a picture or an element, and keep ×, which is text.
    let only_denied = marked(false) && !marked(true);
    let mut found: Vec<Product> = Vec::new();
    for (name, said, place) in products {
        let supported = match mark(&said) {
            Some(supported) => supported,
            None if said.is_empty() && only_denied => {
                let says = format!(
                    "the mark of `{name}` is lost; taken as supported, as unsupported products are marked ×"
                );
                names.note(place, says);
                true
            }
            None => {
                let says =
                    format!("it is not clear whether `{name}` is supported; expected a mark such as √ or ×");
                names.refuse(place, says);
                continue;
            }
        };
        for name in name.split('、').map(str::trim) {
            if found.iter().any(|(known, ..)| known == name) {
                names.refuse(place, format!("product `{name}` is listed twice"));
            } else {
                found.push((name.to_owned(), supported, place));
            }
        }
    }
    found
}

/// Whether a text is a sentence or more, and not a name.
fn is_sentence(text: &str) -> bool {
    text.contains(['。', ',', ';']) || text.ends_with('.')
}

/// The products in the rows of a table: names and marks are where its headings say, or in the first two columns.
fn of_table<'a>(
    grid: &'a PageTable,
    part: Part,
    remarks: &mut Vec<&'a Text>,
    names: &Names<'_>,
) -> Vec<ListedProduct> {
    let name_at = grid.column("product_names").unwrap_or(0);
    let mark_at = grid.column("product_marks").unwrap_or(if name_at == 1 { 0 } else { 1 });
    let mut products = Vec::new();
    for row in grid.body() {
        let place = row_place(row);
        let said = |at: usize| row.get(at).map(|text| text.plain()).unwrap_or_default();
        let (name, said) = (said(name_at), said(mark_at));
        if name.is_empty() {
            continue;
        }
        if mark(&name).is_some() {
            let says = format!("a product's name is `{name}`, which is a mark; are the headings swapped?");
            names.refuse(place, says);
            continue;
        }
        let others = row.iter().enumerate().filter(|(at, _)| *at != name_at && *at != mark_at);
        remarks.extend(others.map(|(_, text)| text).filter(|text| !text.text.is_empty()));
        let unmarked = part == Part::Supported && said.is_empty();
        products.push((name, if unmarked { SUPPORTED.to_owned() } else { said }, place));
    }
    products
}

fn of_line(text: &Text, part: Part) -> Option<ListedProduct> {
    let said = text.plain();
    if said.is_empty() || is_header(&said) {
        return None;
    }
    let said = said.trim_start_matches(['•', '-', ' ']);
    if part == Part::Supported {
        return Some((said.to_owned(), SUPPORTED.to_owned(), text.place));
    }
    // The longest end that is a mark: `not supported`, not `supported`.
    let mut ends = said.match_indices([' ', ':']).map(|(at, _)| (&said[..at], &said[at + 1..]));
    let (name, marked) = ends.find(|(_, end)| mark(end).is_some()).unwrap_or((said, ""));
    Some((name.trim_end_matches([' ', ':']).trim().to_owned(), marked.to_owned(), text.place))
}
