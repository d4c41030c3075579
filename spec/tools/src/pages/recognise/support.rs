//! Reads which hardware products support an operator, from tables and lines with marks, and from plain lists.

use super::outline::Part;
use super::text::{hull, plain};
use crate::pages::{Block, Complaint, Text};
use ascertain_spec::model::Span;

/// A product, whether it is supported, and the place.
pub(super) type Product = (String, bool, Span);

/// A product as listed.
type ListedProduct = (String, Mark, Span);

/// A mark of support.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Known(bool),
    /// Text that is not a mark.
    Unknown,
    /// Nothing.
    Lost,
}

impl Mark {
    fn read(said: &str) -> Self {
        match mark(said) {
            Some(supported) => Self::Known(supported),
            None if said.trim().is_empty() => Self::Lost,
            None => Self::Unknown,
        }
    }
}

/// The meaning of a mark of support.
pub(super) fn mark(said: &str) -> Option<bool> {
    match said.trim().to_lowercase().as_str() {
        "√" | "✓" | "✔" | "支持" | "是" | "yes" | "y" | "supported" => Some(true),
        "×" | "x" | "✗" | "✘" | "不支持" | "否" | "no" | "n" | "not supported" => Some(false),
        _ => None,
    }
}

/// A line that is a heading of others.
fn is_header(said: &str) -> bool {
    let said = said.to_lowercase();
    (said.contains("产品") && said.contains("是否支持"))
        || said == "product supported"
        || said == "product support"
}

/// The products listed in the blocks of a part.
pub(super) fn read(blocks: &[&Block], part: Part, complaints: &mut Vec<Complaint>) -> Vec<Product> {
    let mut products: Vec<ListedProduct> = Vec::new();
    for block in blocks {
        match block {
            Block::Table(grid) => {
                for row in grid.rows.iter().skip(grid.header_rows) {
                    products.extend(of_row(row, part));
                }
            }
            Block::Paragraph(text) | Block::Item(_, text) => products.extend(of_line(text, part)),
            Block::Heading(..) | Block::Code(_) => {}
        }
    }
    let marked = |mark: bool| products.iter().any(|(_, supported, _)| *supported == Mark::Known(mark));
    // Renderers drop the mark of support, if it is a picture or an element, and keep ×, which is text.
    let only_denied = marked(false) && !marked(true);
    let mut found: Vec<Product> = Vec::new();
    for (name, supported, place) in products {
        let supported = match supported {
            Mark::Known(supported) => supported,
            Mark::Lost if only_denied => {
                let says = format!(
                    "the mark of `{name}` is lost; taken as supported, as unsupported products are marked ×"
                );
                complaints.push(Complaint { place, says, fatal: false });
                true
            }
            Mark::Lost | Mark::Unknown => {
                let says =
                    format!("it is not clear whether `{name}` is supported; expected a mark such as √ or ×");
                complaints.push(Complaint { place, says, fatal: true });
                continue;
            }
        };
        if found.iter().any(|(known, ..)| *known == name) {
            complaints.push(Complaint {
                place,
                says: format!("product `{name}` is listed twice"),
                fatal: true,
            });
        } else {
            found.push((name, supported, place));
        }
    }
    found
}

fn of_row(row: &[Text], part: Part) -> Option<ListedProduct> {
    let place = row.iter().map(|text| text.place).fold(Span::None, hull);
    let name = plain(&row.first()?.text);
    let said = row.get(1).map(|text| plain(&text.text)).unwrap_or_default();
    let supported =
        if part == Part::Supported && said.is_empty() { Mark::Known(true) } else { Mark::read(&said) };
    (!name.is_empty()).then_some((name, supported, place))
}

fn of_line(text: &Text, part: Part) -> Option<ListedProduct> {
    let said = plain(&text.text);
    if said.is_empty() || is_header(&said) {
        return None;
    }
    let said = said.trim_start_matches(['•', '-', ' ']);
    if part == Part::Supported {
        return Some((said.to_owned(), Mark::Known(true), text.place));
    }
    let marked = said.rsplit_once(' ').and_then(|(name, last)| Some((name, mark(last)?)));
    let (name, supported) =
        marked.map_or((said, Mark::Lost), |(name, supported)| (name, Mark::Known(supported)));
    Some((name.trim().to_owned(), supported, text.place))
}
