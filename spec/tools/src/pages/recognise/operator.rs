//! Reads pages about an operator: functions, parameters, hardware products, limits, messages.

use super::account::Account;
use super::clause::Scope;
use super::harmless::Expected;
use super::interval::Range;
use super::names::{Names, name_in, prose};
use super::outline::{Opening, Part, lone_identifier, opening};
use super::parameters::{self, Column, ParameterDescription, Piece};
use super::prototype::{self, Prototype};
use super::remarks::Remarks;
use super::statements::{self, Said, Statements};
use super::text::{damaged, has, hull, plain};
use super::{by_product, codes, conditions, method, same, support};
use crate::facts::{FunctionFact, OperatorFacts, ParameterFact, ProductDTypes, Ranks, UnreadFact};
use crate::pages::{Block, Complaint, Page};
use ascertain_spec::model::{Direction, Operator, Span};

/// Blocks of a page, each with its part and the function whose section it is in.
struct Outline<'a> {
    blocks: Vec<(&'a Block, Part, Option<usize>)>,
    /// Places of the headings of parts.
    headings: Vec<(Part, Span)>,
}

/// Reads the operator that a page is about, the id of its document, and the sentences that are not understood. `None` if the
/// page declares no function.
pub(super) fn read(
    page: &Page,
    names: &Names<'_>,
    wanted: Option<&str>,
    complaints: &mut Vec<Complaint>,
) -> Option<(String, OperatorFacts, Vec<UnreadFact>)> {
    let prototypes = prototypes(page, complaints);
    let first = prototypes.first()?;
    let operator = match which(&prototypes, names, wanted) {
        Ok(operator) => operator?,
        Err(says) => {
            complaints.push(Complaint { place: first.place, says, fatal: true });
            return None;
        }
    };
    let (facts, unread) = facts(page, names, &prototypes, Some(operator), complaints);
    Some((operator.document.clone(), facts, unread))
}

/// Reads the operator that a page of aclnn is about, whether a document declares it or not, and the id that its document
/// has or would have. `None` if the page declares no function.
pub(super) fn read_any(
    page: &Page,
    names: &Names<'_>,
    complaints: &mut Vec<Complaint>,
) -> Option<(String, OperatorFacts, Vec<UnreadFact>)> {
    let prototypes = prototypes(page, complaints);
    let first = prototypes.first()?;
    let operator = which(&prototypes, names, None).ok().flatten();
    let id = operator.map_or_else(|| document_id(&first.name), |operator| operator.document.clone());
    let (facts, unread) = facts(page, names, &prototypes, operator, complaints);
    Some((id, facts, unread))
}

/// Whether a word has the form of the name of a function of aclnn: `aclnnAdd`.
pub(super) fn is_function(word: &str) -> bool {
    word.strip_prefix("aclnn").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
}

/// The id of the document of a function: `aclnn.foreach-add-list` for `aclnnForeachAddListGetWorkspaceSize`.
fn document_id(function: &str) -> String {
    let name = function.strip_suffix("GetWorkspaceSize").unwrap_or(function);
    let name = name.strip_prefix("aclnn").unwrap_or(name);
    let letters: Vec<char> = name.chars().collect();
    let mut id = "aclnn.".to_owned();
    for (index, c) in letters.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| letters[before]);
        let next_is_small = letters.get(index + 1).is_some_and(char::is_ascii_lowercase);
        // `AddQKV` is `add-qkv`, and `RNNCell` is `rnn-cell`.
        let starts = before.is_some_and(|before| !before.is_ascii_uppercase() || next_is_small);
        if c.is_ascii_uppercase() && starts {
            id.push('-');
        }
        id.push(if *c == '_' { '-' } else { c.to_ascii_lowercase() });
    }
    id
}

/// The facts about the functions that a page declares, and the sentences that are not understood.
fn facts(
    page: &Page,
    names: &Names<'_>,
    prototypes: &[Prototype],
    operator: Option<&Operator>,
    complaints: &mut Vec<Complaint>,
) -> (OperatorFacts, Vec<UnreadFact>) {
    let outline = outline(page, prototypes);
    let mut facts = OperatorFacts::default();
    let described = outline.of(Part::Description);
    facts.place = outline.place(Part::Description, &described);
    let mut account = Account::new(names, prototypes);
    let mut remarks = Vec::new();
    for part in [Part::Support, Part::Supported] {
        facts.products.extend(support::read(&outline.of(part), part, &mut remarks, complaints));
    }
    remarks.into_iter().for_each(|text| account.text(text, "products", Expected::References));
    let products: Vec<String> = facts.products.iter().map(|(name, ..)| name.clone()).collect();
    check_products(&outline, &facts, complaints);
    facts.messages = method::messages(page);
    let receiver = operator.and_then(|operator| method::receiver(page, prototypes, operator, &described));
    let mut schemes: Vec<String> = Vec::new();
    check_tables(&outline, complaints);
    for (index, prototype) in prototypes.iter().enumerate() {
        let blocks: Vec<_> = outline.blocks.iter().filter(|block| block.2 == Some(index)).collect();
        let of = |part| blocks.iter().filter(move |b| b.1 == part).map(|b| b.0).collect::<Vec<&Block>>();
        let mut about = Remarks::new(Part::Parameters, Some(&prototype.name));
        let descriptions = descriptions(&of(Part::Parameters), prototype, names, &mut about, complaints);
        let mut results = Remarks::new(Part::Returns, Some(&prototype.name));
        let codes = codes::read(&of(Part::Returns), names.spec, &mut results, complaints);
        let mut function = FunctionFact {
            name: prototype.name.clone(),
            returns: prototype.returns.clone(),
            place: prototype.place,
            parameters: Vec::new(),
            nulls: conditions::read(&codes, prototype, &mut account),
            statuses: codes.statuses,
        };
        if function.returns.is_empty() {
            function.returns = method::returns(&of(Part::Returns)).unwrap_or_default();
            if function.returns.is_empty() {
                let says =
                    format!("the page does not say what `{}` returns; is the page complete?", function.name);
                complaints.push(Complaint { place: prototype.place, says, fatal: true });
            }
            function.place = hull(prototype.place, outline.heading(Part::Prototype));
        }
        if let Some(receiver) = receiver.as_ref().filter(|_| index == 0) {
            function.parameters.push(receiver.clone());
        }
        let builder = Builder { names, prototype, descriptions: &descriptions, products: &products };
        for (c, name) in &prototype.parameters {
            let read = builder.parameter(c, name, page, &mut schemes, &mut account.unread, complaints);
            function.parameters.extend(read);
        }
        builder.check_all_declared(complaints);
        same::complete(&mut function.parameters, &descriptions);
        by_product::apply(&mut about.found, &mut function, &facts.products, names);
        account.remarks(about.found, &format!("{}, parameters", prototype.name));
        account.remarks(results.found, &format!("{}, return value", prototype.name));
        facts.functions.push(function);
    }
    facts.names = most_common(&schemes).unwrap_or_default();
    if ![Part::Constraints, Part::Example].into_iter().any(|part| outline.has(part)) {
        let says = "the page has neither constraints nor examples; is it complete?".to_owned();
        let place = prototypes.first().map(|prototype| prototype.place).unwrap_or_default();
        complaints.push(Complaint { place, says, fatal: true });
    }
    account.headings(page);
    account.blocks(&outline.blocks, &mut facts, complaints);
    (facts, account.unread)
}

/// Refuses a page that has lost its section of hardware products, or what was in it.
fn check_products(outline: &Outline<'_>, facts: &OperatorFacts, complaints: &mut Vec<Complaint>) {
    let part = [Part::Support, Part::Supported].into_iter().find(|part| outline.has(*part));
    let (place, says) = match part {
        None => {
            let first = outline.blocks.first().map(|(block, ..)| block.place()).unwrap_or_default();
            (first, "the page has no section of hardware products such as “产品支持情况”; is it complete?")
        }
        Some(part) if facts.products.is_empty() => {
            (outline.heading(part), "the section of hardware products names none; is the page complete?")
        }
        Some(_) => return,
    };
    // Without any product and with other complaints, that would be one more about the same fault.
    if !complaints.iter().any(|complaint| complaint.fatal) {
        complaints.push(Complaint { place, says: says.to_owned(), fatal: true });
    }
}

/// Refuses tables of parameters and of status codes that are not in the section of a function: nothing would read them.
fn check_tables(outline: &Outline<'_>, complaints: &mut Vec<Complaint>) {
    for (block, part, function) in &outline.blocks {
        let Block::Table(grid) = block else { continue };
        let (what, home) = if parameters::is_table(grid) {
            ("parameters", Part::Parameters)
        } else if codes::is_table(grid) {
            ("status codes", Part::Returns)
        } else {
            continue;
        };
        let elsewhere = matches!(part, Part::Parameters | Part::Returns | Part::Other) && *part != home;
        if elsewhere || (*part == home && function.is_none()) {
            let says =
                format!("a table of {what} is not in the section of a function, under a heading for {what}");
            complaints.push(Complaint { place: grid.place, says, fatal: true });
        }
    }
}

/// The prototypes that a page declares, each once.
fn prototypes(page: &Page, complaints: &mut Vec<Complaint>) -> Vec<Prototype> {
    let mut found: Vec<Prototype> = Vec::new();
    let mut current = None;
    for block in &page.blocks {
        if let Some(opening) = opening(block) {
            current = Some(opening.part);
            continue;
        }
        let (Block::Code(text) | Block::Paragraph(text) | Block::Item(_, text)) = block else { continue };
        if current != Some(Part::Prototype) {
            continue;
        }
        let declared = match prototype::read(&text.text, text.place) {
            Ok(declared) => declared,
            Err(says) => {
                complaints.push(Complaint { place: text.place, says, fatal: true });
                continue;
            }
        };
        if matches!(block, Block::Code(_)) {
            let unread = |name: &String| !declared.iter().any(|prototype| prototype.name == *name);
            for name in prototype::called(&text.text).into_iter().filter(unread) {
                let says = format!("the prototype of `{name}` is not understood");
                complaints.push(Complaint { place: text.place, says, fatal: true });
            }
        }
        for prototype in declared {
            if found.iter().any(|known| known.name == prototype.name) {
                let says = format!("`{}` is declared twice", prototype.name);
                complaints.push(Complaint { place: text.place, says, fatal: true });
            } else {
                found.push(prototype);
            }
        }
    }
    found
}

/// The operator that the functions belong to.
fn which<'a>(
    prototypes: &[Prototype],
    names: &Names<'a>,
    wanted: Option<&str>,
) -> Result<Option<&'a Operator>, String> {
    let has = |operator: &&Operator, name: &str| {
        operator
            .contracts
            .iter()
            .flat_map(|contract| &contract.functions)
            .any(|function| function.name == name)
    };
    let known = |operator: &&Operator| prototypes.iter().any(|prototype| has(operator, &prototype.name));
    let found: Vec<&Operator> = names.spec.operators.iter().filter(known).collect();
    match (found.as_slice(), wanted) {
        ([operator], None) => Ok(Some(operator)),
        ([operator], Some(wanted)) if operator.document == wanted => Ok(Some(operator)),
        ([_], Some(_)) => Ok(None),
        (_, Some(wanted)) => Ok(names.spec.operators.iter().find(|operator| operator.document == wanted)),
        ([], None) => Err(format!(
            "`{}` is not a function of any document; declare the document, and choose it with `--as`",
            prototypes[0].name
        )),
        (several, None) => {
            let ids: Vec<&str> = several.iter().map(|operator| operator.document.as_str()).collect();
            Err(format!("its functions belong to {}; choose one with `--as`", ids.join(" and ")))
        }
    }
}

fn outline<'a>(page: &'a Page, prototypes: &[Prototype]) -> Outline<'a> {
    let mut outline = Outline { blocks: Vec::new(), headings: Vec::new() };
    let (mut current, mut function) = (Part::Other, None);
    let mut under_heading = false;
    let of_name = |name: String| prototypes.iter().position(|prototype| prototype.name == name);
    // A page about one function, or with one first phase, may have parts of it without the function's name above them.
    let only = match prototypes {
        [_] => Some(0),
        _ => only_first_phase(prototypes),
    };
    let owner = |part, function: Option<usize>| match part {
        Part::Parameters if prototypes.len() == 1 => Some(0),
        Part::Returns => function.or(only),
        _ => function,
    };
    for block in &page.blocks {
        if let Some(index) = lone_identifier(block).and_then(of_name) {
            (current, function) = (Part::Other, Some(index));
            continue;
        }
        // An example in a list is about what the list is about.
        let is_item = matches!(block, Block::Item(..)) && under_heading;
        let opening = opening(block).filter(|opening| !(is_item && opening.part == Part::Example));
        let Some(Opening { part, name, goes_on }) = opening else {
            if let Block::Table(grid) = block
                && current == Part::Other
                && function.is_some()
                && parameters::is_table(grid)
            {
                current = Part::Parameters;
            }
            outline.blocks.push((block, current, owner(current, function)));
            continue;
        };
        // Parameters and results belong to the function above them; other parts are about all functions.
        if !matches!(part, Part::Parameters | Part::Returns) && (part != Part::Other || is_heading(block)) {
            function = None;
        }
        if let Some(name) = name.filter(|name| is_function(name)) {
            function = of_name(name);
        }
        under_heading |= is_heading(block);
        current = part;
        if let Some(text) = prose(block) {
            outline.headings.push((part, text.place));
        }
        if goes_on {
            outline.blocks.push((block, current, owner(current, function)));
        }
    }
    outline
}

/// The function of the first of two phases, if there is one such function.
fn only_first_phase(prototypes: &[Prototype]) -> Option<usize> {
    let mut found =
        (0..prototypes.len()).filter(|index| prototypes[*index].name.ends_with("GetWorkspaceSize"));
    found.next().filter(|_| found.next().is_none())
}

fn is_heading(block: &Block) -> bool {
    matches!(block, Block::Heading(..))
}

impl<'a> Outline<'a> {
    fn of(&self, part: Part) -> Vec<&'a Block> {
        self.blocks.iter().filter(|(_, of, _)| *of == part).map(|(block, ..)| *block).collect()
    }

    fn has(&self, part: Part) -> bool {
        self.headings.iter().any(|(of, _)| *of == part)
    }

    fn heading(&self, part: Part) -> Span {
        self.headings.iter().find(|(of, _)| *of == part).map(|(_, place)| *place).unwrap_or_default()
    }

    fn place(&self, part: Part, blocks: &[&Block]) -> Span {
        blocks.iter().map(|block| block.place()).fold(self.heading(part), hull)
    }
}

/// The descriptions of a function's parameters. Items below one belong to it; all other texts are remarks.
fn descriptions(
    blocks: &[&Block],
    prototype: &Prototype,
    names: &Names<'_>,
    remarks: &mut Remarks,
    complaints: &mut Vec<Complaint>,
) -> Vec<ParameterDescription> {
    let declares = |name: &str| prototype.parameters.iter().any(|(_, declared)| declared == name);
    let mut found: Vec<ParameterDescription> = Vec::new();
    // Depth of the item that describes the last parameter; texts below belong to it.
    let mut depth = None;
    for block in blocks {
        match block {
            Block::Table(grid) if parameters::is_table(grid) => {
                remarks.leave();
                depth = None;
                let mut others = Vec::new();
                found.extend(parameters::table(grid, names, &declares, &mut others, complaints));
                others.into_iter().for_each(|text| remarks.text(text));
            }
            Block::Table(grid) => grid.rows.iter().flatten().for_each(|text| remarks.text(text)),
            Block::Item(level, text) => match parameters::item(text) {
                Some(described) if depth.is_none_or(|depth| *level <= depth) => {
                    depth = Some(*level);
                    found.push(described);
                }
                _ if depth.is_some_and(|depth| *level > depth) => continue_with(&mut found, block),
                _ => {
                    depth = None;
                    remarks.item(*level, text);
                }
            },
            Block::Paragraph(text) => match parameters::item(text) {
                Some(described) => {
                    depth = Some(0);
                    found.push(described);
                }
                None if depth.is_some() => continue_with(&mut found, block),
                None => remarks.text(text),
            },
            Block::Code(text) => remarks.text(text),
            Block::Heading(..) => {}
        }
    }
    for (index, described) in found.iter().enumerate() {
        if found[..index].iter().any(|other| other.name == described.name) {
            let says = format!("parameter `{}` of `{}` is described twice", described.name, prototype.name);
            complaints.push(Complaint { place: described.place, says, fatal: true });
        }
    }
    found
}

fn continue_with(found: &mut [ParameterDescription], block: &Block) {
    if let (Some(described), Some(text)) = (found.last_mut(), prose(block)) {
        let says = plain(&text.text);
        described.pieces.push(Piece { column: Column::Says, says, place: text.place });
        described.place = hull(described.place, text.place);
        described.damaged |= damaged(&text.text);
    }
}

/// Joins the declarations and descriptions of one function.
struct Builder<'a> {
    names: &'a Names<'a>,
    prototype: &'a Prototype,
    descriptions: &'a [ParameterDescription],
    /// Hardware products that the page lists.
    products: &'a [String],
}

impl Builder<'_> {
    fn parameter(
        &self,
        c: &str,
        name: &str,
        page: &Page,
        schemes: &mut Vec<String>,
        unread: &mut Vec<UnreadFact>,
        complaints: &mut Vec<Complaint>,
    ) -> Option<ParameterFact> {
        let function = &self.prototype.name;
        let mut say =
            |place: Span, fatal: bool, says: String| complaints.push(Complaint { place, says, fatal });
        let Some(described) = self.descriptions.iter().find(|described| described.name == name) else {
            let says = format!(
                "parameter `{name}` of `{function}` is declared but not described; is the page complete?"
            );
            say(self.prototype.place, true, says);
            return None;
        };
        let place = described.place;
        let Some(direction) = described.direction else {
            say(
                place,
                true,
                format!("the page does not say whether `{name}` of `{function}` is read or written"),
            );
            return None;
        };
        let without_const = |c: &str| c.trim_start_matches("const ").trim().to_owned();
        if let Some(other) =
            described.c.as_ref().filter(|other| !c.is_empty() && without_const(other) != without_const(c))
        {
            let says = format!(
                "the prototype of `{function}` gives `{name}` the type `{c}`, its description `{other}`"
            );
            say(place, false, says);
        }
        let scope = Scope { names: self.names, parameter: name, products: self.products };
        let mut statements = match statements::read(&described.pieces, &scope) {
            Ok(statements) => statements,
            Err(says) => {
                say(place, true, format!("`{name}` of `{function}`: {says}"));
                Statements::default()
            }
        };
        for lost in &statements.lost {
            say(place, false, format!("`{name}` of `{function}`: {lost}; ignored"));
        }
        if lists_more_products(&statements.unread) {
            // The dtypes that any product takes are not known.
            for (products, dtypes, place) in statements.product_dtypes.drain(..) {
                let says = format!("{}:数据类型支持{}", products.join("、"), dtypes.join("、"));
                statements.unread.push((says, place));
            }
        }
        let about = format!("{function}, {name}");
        unread.extend(statements.unread.iter().map(|(says, place)| UnreadFact::new(&about, says, *place)));
        let formats = statements.formats.map(|formats| formats.is).unwrap_or_default();
        for format in
            formats.iter().filter(|f| !self.names.spec.formats.iter().any(|known| known.name == **f))
        {
            say(place, false, format!("`{name}` of `{function}`: format `{format}` is not known"));
        }
        let mut strangers: Vec<String> = Vec::new();
        let mut short = |printed: &String| {
            schemes.extend(self.schemes_of(printed));
            self.names.find_anywhere(printed).map_or_else(
                || {
                    strangers.push(printed.clone());
                    printed.clone()
                },
                str::to_owned,
            )
        };
        let mut dtypes: Vec<String> = Vec::new();
        let mut product_dtypes: Vec<ProductDTypes> = Vec::new();
        let mut twice: Vec<String> = Vec::new();
        if let Some(Said { is: listed, place }) = &statements.dtypes {
            for listed in listed {
                let dtype = short(&listed.name);
                if dtypes.contains(&dtype) {
                    twice.push(listed.name.clone());
                }
                dtypes.push(dtype.clone());
                if listed.only.is_empty() {
                    continue;
                }
                match product_dtypes.iter_mut().find(|known| known.products == listed.only) {
                    Some(known) => known.dtypes.push(dtype),
                    None => product_dtypes.push(ProductDTypes {
                        products: listed.only.clone(),
                        dtypes: vec![dtype],
                        place: *place,
                    }),
                }
            }
        }
        for (products, listed, place) in &statements.product_dtypes {
            let listed: Vec<String> = listed.iter().map(&mut short).collect();
            for dtype in &listed {
                if !dtypes.contains(dtype) {
                    dtypes.push(dtype.clone());
                }
            }
            product_dtypes.push(ProductDTypes { products: products.clone(), dtypes: listed, place: *place });
        }
        for printed in strangers {
            let meant = self.names.meant(&printed, None);
            say(
                place,
                false,
                format!(
                    "`{name}` of `{function}`: `{printed}` is not a dtype of dtypes.toml; kept as printed{meant}"
                ),
            );
        }
        for printed in twice {
            say(place, true, format!("`{name}` of `{function}` lists `{printed}` twice"));
        }
        let range = statements.range.as_ref().map(|range| self.range(&range.is, name, place, complaints));
        let ranks = Ranks {
            least: statements.least_rank.map(|rank| rank.is),
            most: statements.most_rank.map(|rank| rank.is),
        };
        let c = if c.is_empty() { method::argument_type(page, function) } else { Some(c.to_owned()) };
        let Some(c) = c else {
            let says = format!(
                "neither prototype nor examples show the type of `{name}` of `{function}`; is the page complete?"
            );
            complaints.push(Complaint { place, says, fatal: true });
            return None;
        };
        Some(ParameterFact {
            name: name.to_owned(),
            c,
            direction,
            dtypes,
            formats,
            empty: statements.empty.map(|accepted| accepted.is),
            strided: statements.strided.map(|accepted| accepted.is),
            range,
            ranks: Some(ranks).filter(|ranks| *ranks != Ranks::default()),
            product_dtypes,
            place,
        })
    }

    /// A range in the predicate language. An unknown tensor stands for the function's only tensor.
    fn range(&self, range: &Range, name: &str, place: Span, complaints: &mut Vec<Complaint>) -> String {
        let function = &self.prototype.name;
        let only = self.only_tensor();
        let mut strangers: Vec<&str> = range.tensors().filter(|tensor| !self.declares(tensor)).collect();
        strangers.dedup();
        for stranger in strangers {
            let meant =
                only.map_or("which could stand for several".to_owned(), |only| format!("taken as `{only}`"));
            let says = format!(
                "the range of `{name}` of `{function}` mentions `{stranger}`, which is not a parameter; {meant}"
            );
            complaints.push(Complaint { place, says, fatal: only.is_none() });
        }
        let rename = |tensor: &str| only.filter(|_| !self.declares(tensor)).unwrap_or(tensor).to_owned();
        range.predicate(name, &rename)
    }

    fn declares(&self, name: &str) -> bool {
        self.prototype.parameters.iter().any(|(_, declared)| declared == name)
    }

    /// The only tensor that is read, if there is exactly one.
    fn only_tensor(&self) -> Option<&str> {
        let written = |name: &str| {
            self.descriptions.iter().any(|d| d.name == name && d.direction == Some(Direction::Out))
        };
        let mut tensors =
            self.prototype.parameters.iter().filter(|(c, name)| c.contains("Tensor") && !written(name));
        let (_, only) = tensors.next()?;
        tensors.next().is_none().then_some(only.as_str())
    }

    fn schemes_of(&self, printed: &str) -> Vec<String> {
        let known = |scheme: &&str| {
            self.names.spec.dtypes.iter().any(|dtype| name_in(dtype, scheme) == Some(printed))
        };
        self.names.schemes().filter(known).map(str::to_owned).collect()
    }

    fn check_all_declared(&self, complaints: &mut Vec<Complaint>) {
        for described in self.descriptions.iter().filter(|described| !self.declares(&described.name)) {
            let says = format!(
                "`{}` is described but is not a parameter of `{}`",
                described.name, self.prototype.name
            );
            complaints.push(Complaint { place: described.place, says, fatal: true });
        }
    }
}

/// Whether sentences that are not understood list dtypes of some products.
fn lists_more_products(unread: &[(String, Span)]) -> bool {
    let lists = |said: &str| has(&said.to_lowercase(), &["数据类型", "data type"]);
    unread.iter().any(|(said, _)| said.split_once(':').is_some_and(|(_, rest)| lists(rest)))
}

/// The scheme that most names belong to; the first if there are several.
fn most_common(schemes: &[String]) -> Option<String> {
    let count = |wanted: &String| schemes.iter().filter(|scheme| *scheme == wanted).count();
    let best = schemes.iter().map(count).max()?;
    schemes.iter().find(|scheme| count(scheme) == best).cloned()
}

#[cfg(test)]
mod tests {
    use super::document_id;

    #[test]
    fn ids_are_made_from_names() {
        for (function, id) in [
            ("aclnnCumsumGetWorkspaceSize", "aclnn.cumsum"),
            ("aclnnForeachAddList", "aclnn.foreach-add-list"),
            ("aclnnPool3dV2GetWorkspaceSize", "aclnn.pool3d-v2"),
            ("aclnnAddQKVGetWorkspaceSize", "aclnn.add-qkv"),
            ("aclnnRNNCell", "aclnn.rnn-cell"),
        ] {
            assert_eq!(document_id(function), id);
        }
    }
}
