//! Joins the declarations and descriptions of a function's parameters.
//!
//! A parameter may have something in common with another one: `与self一致`, `数据类型与self相同`. That both must be the same is a
//! requirement of its own (see [`demands`]). But the dtypes, formats and ranks that it may have are those of the other.

use super::clause::{Range, Scope, Stated};
use super::demands;
use super::harmless;
use super::names::Names;
use super::parameters::{Column, ParameterDescription, direction_in_phases};
use super::prototype::Prototype;
use super::statements::{self, Statements};
use super::text::{clauses, has, sentences, squeezed};
use crate::facts::{DemandFact, ParameterFact, ProductDTypes, Ranks, UnreadFact};
use crate::vocabulary::forms;
use ascertain_spec::model::{Direction, Span};

/// Joins the declarations and descriptions of one function.
pub(super) struct Builder<'a> {
    pub(super) names: &'a Names<'a>,
    pub(super) prototype: &'a Prototype,
    pub(super) descriptions: &'a [ParameterDescription],
    /// Hardware products that the page lists.
    pub(super) products: &'a [String],
}

impl Builder<'_> {
    pub(super) fn parameter(
        &self,
        c: &str,
        name: &str,
        schemes: &mut Vec<String>,
        unread: &mut Vec<UnreadFact>,
    ) -> Option<ParameterFact> {
        let function = &self.prototype.name;
        let undescribed = direction_in_phases(c, name).map(|direction| ParameterDescription {
            name: name.to_owned(),
            direction: Some(direction),
            place: self.prototype.place,
            ..ParameterDescription::default()
        });
        let described = self.descriptions.iter().find(|described| described.name == name);
        if let (None, Some(undescribed)) = (described, &undescribed) {
            self.names
                .note(undescribed.place, format!("`{name}` of `{function}` is declared but not described"));
        }
        let Some(described) = described.or(undescribed.as_ref()) else {
            let says = format!(
                "parameter `{name}` of `{function}` is declared but not described; is the page complete?"
            );
            self.names.refuse(self.prototype.place, says);
            return None;
        };
        let place = described.place;
        let Some(direction) = described.direction else {
            let says = format!("the page does not say whether `{name}` of `{function}` is read or written");
            self.names.refuse(place, says);
            return None;
        };
        let without_const = |c: &str| c.trim_start_matches("const ").trim().to_owned();
        if let Some(other) =
            described.c.as_ref().filter(|other| !c.is_empty() && without_const(other) != without_const(c))
        {
            let says = format!(
                "the prototype of `{function}` gives `{name}` the type `{c}`, its description `{other}`"
            );
            self.names.note(place, says);
        }
        let statements = self.statements(described);
        let about = format!("{function}, {name}");
        unread.extend(statements.unread.iter().map(|(says, place)| UnreadFact::new(&about, says, *place)));
        let formats = statements.first(|stated| match stated {
            Stated::Formats(listed) => Some(listed.clone()),
            _ => None,
        });
        let formats = formats.unwrap_or_default();
        for format in formats.iter().filter(|format| !self.names.spec.has_format(format)) {
            self.names.note(place, format!("`{name}` of `{function}`: format `{format}` is not known"));
        }
        let (dtypes, product_dtypes) = self.dtypes(described, &statements, schemes);
        let is_list = c.contains("IntArray");
        let range = statements.first(|stated| match stated {
            Stated::Range(range) => Some(self.range(range, name, is_list, place)),
            _ => None,
        });
        let bound = |of: fn(&Ranks) -> Option<u32>| {
            statements.first(|stated| if let Stated::Ranks(ranks) = stated { of(ranks) } else { None })
        };
        let ranks = Ranks { least: bound(|ranks| ranks.least), most: bound(|ranks| ranks.most) };
        if c.is_empty() {
            let says = format!("the prototype of `{function}` gives `{name}` no type; is the page complete?");
            self.names.refuse(place, says);
        }
        Some(ParameterFact {
            name: name.to_owned(),
            c: c.to_owned(),
            direction,
            dtypes,
            formats,
            empty: statements.first(|of| if let Stated::Empty(is) = of { Some(*is) } else { None }),
            strided: statements.first(|of| if let Stated::Strided(is) = of { Some(*is) } else { None }),
            range,
            ranks: Some(ranks).filter(|ranks| *ranks != Ranks::default()),
            product_dtypes,
            place,
        })
    }

    /// What a description states. What cannot be a fact of it is unread.
    fn statements(&self, described: &ParameterDescription) -> Statements {
        let (name, function, place) = (&described.name, &self.prototype.name, described.place);
        let scope = Scope { names: self.names, parameter: name, products: self.products };
        let mut statements = match statements::read(&described.pieces, &scope) {
            Ok(statements) => statements,
            Err(says) => {
                self.names.refuse(place, format!("`{name}` of `{function}`: {says}"));
                Statements::default()
            }
        };
        if statements.stated.iter().any(|(stated, _)| *stated == Stated::Lost) {
            let says = format!("`{name}` of `{function}`: a word is lost after “support”; ignored");
            self.names.note(place, says);
        }
        if lists_more_products(&statements.unread) {
            // The dtypes that any product takes are not known.
            for (stated, place) in &statements.stated {
                if let Stated::DTypesOn(products, dtypes) = stated {
                    let says = format!("{}:数据类型支持{}", products.join("、"), dtypes.join("、"));
                    statements.unread.push((says, *place));
                }
            }
            statements.stated.retain(|(stated, _)| !matches!(stated, Stated::DTypesOn(..)));
        }
        statements
    }

    /// The dtypes that a parameter takes, and those that only some products take. A dtype that is not known stays as printed.
    fn dtypes(
        &self,
        described: &ParameterDescription,
        statements: &Statements,
        schemes: &mut Vec<String>,
    ) -> (Vec<String>, Vec<ProductDTypes>) {
        let (name, function, place) = (&described.name, &self.prototype.name, described.place);
        let mut short = |printed: &String| {
            schemes.extend(self.schemes_of(printed));
            if let Some(dtype) = self.names.find_anywhere(printed) {
                return dtype.to_owned();
            }
            let meant = self.names.meant(printed, None);
            let says = format!(
                "`{name}` of `{function}`: `{printed}` is not a dtype of dtypes.toml; kept as printed{meant}"
            );
            self.names.note(place, says);
            printed.clone()
        };
        let lists = statements.stated.iter().filter(|(stated, _)| matches!(stated, Stated::DTypes(_)));
        let on = statements.stated.iter().filter(|(stated, _)| matches!(stated, Stated::DTypesOn(..)));
        let listed = lists.take(1).chain(on).flat_map(|(stated, place)| match stated {
            Stated::DTypes(all) => {
                all.iter().map(|listed| (&listed.name, &listed.only, *place, true)).collect()
            }
            Stated::DTypesOn(products, all) => {
                all.iter().map(|name| (name, products, *place, false)).collect()
            }
            _ => Vec::new(),
        });
        let mut dtypes: Vec<String> = Vec::new();
        let mut product_dtypes: Vec<ProductDTypes> = Vec::new();
        let mut twice: Vec<&String> = Vec::new();
        for (printed, products, place, once) in listed {
            let dtype = short(printed);
            match dtypes.contains(&dtype) {
                true => twice.extend(once.then_some(printed)),
                false => dtypes.push(dtype.clone()),
            }
            if products.is_empty() {
                continue;
            }
            match product_dtypes.iter_mut().find(|of| of.products == *products && of.place == place) {
                Some(known) => known.dtypes.push(dtype),
                None => {
                    product_dtypes.push(ProductDTypes {
                        products: products.clone(),
                        dtypes: vec![dtype],
                        place,
                    });
                }
            }
        }
        for printed in twice {
            self.names.refuse(place, format!("`{name}` of `{function}` lists `{printed}` twice"));
        }
        (dtypes, product_dtypes)
    }

    /// A range in the predicate language. An unknown tensor stands for the function's only tensor.
    fn range(&self, range: &Range, name: &str, is_list: bool, place: Span) -> String {
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
            self.names.complain(place, says, only.is_none());
        }
        let rename = |tensor: &str| only.filter(|_| !self.declares(tensor)).unwrap_or(tensor).to_owned();
        range.predicate(name, is_list, &rename)
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
        let known =
            |scheme: &&str| self.names.spec.dtypes.iter().any(|dtype| dtype.name_in(scheme) == Some(printed));
        self.names.schemes().filter(known).map(str::to_owned).collect()
    }

    /// What the descriptions demand of several parameters together.
    pub(super) fn demands(&self) -> Vec<DemandFact> {
        let of = |described: &ParameterDescription| {
            let scope = Scope { names: self.names, parameter: &described.name, products: self.products };
            demands::described(described, self.prototype, &scope)
        };
        self.descriptions.iter().flat_map(of).collect()
    }
}

/// Gives descriptions the names of the prototype: one that is spelt in another way, and one that stands in the place of its
/// parameter while all others are in the order of the prototype. Returns what the two call parameters, where they differ; none
/// where one of the two lacks it. A description of what the prototype lacks is refused if a parameter has none: it may be that one's.
pub(super) fn align(
    descriptions: &mut [ParameterDescription],
    prototype: &Prototype,
    names: &Names<'_>,
) -> Vec<(Option<String>, Option<String>)> {
    let function = &prototype.name;
    let declared: Vec<&String> = prototype.parameters.iter().map(|(_, name)| name).collect();
    let find =
        |name: &str, descriptions: &[ParameterDescription]| descriptions.iter().position(|d| d.name == name);
    let is_free = |described: &ParameterDescription| !declared.contains(&&described.name);
    let letters = |name: &str| name.replace('_', "").to_lowercase();
    let in_order = declared.len() == descriptions.len()
        && declared.iter().zip(&*descriptions).all(|(name, described)| {
            **name == described.name || (is_free(described) && find(name, descriptions).is_none())
        });
    let mut found = Vec::new();
    for (at, name) in
        declared.iter().enumerate().filter(|(_, name)| find(name, descriptions).is_none()).collect::<Vec<_>>()
    {
        let spelt = descriptions.iter().position(|d| is_free(d) && letters(&d.name) == letters(name));
        let other = spelt.or(in_order.then_some(at)).map(|at| &mut descriptions[at]);
        if let Some(other) = &other {
            let says = format!("`{name}` of `{function}` is described as `{}`", other.name);
            names.note(other.place, says);
        }
        found.push((
            Some((*name).clone()),
            other.map(|other| std::mem::replace(&mut other.name, (*name).clone())),
        ));
    }
    let is_complete = found.iter().all(|(_, described)| described.is_some());
    for described in descriptions.iter().filter(|described| is_free(described)) {
        let says = format!("`{}` is described but is not a parameter of `{function}`", described.name);
        names.complain(described.place, says, !is_complete);
        found.push((None, Some(described.name.clone())));
    }
    found
}

/// Whether sentences that are not understood list dtypes of some products.
fn lists_more_products(unread: &[(String, Span)]) -> bool {
    let lists = |said: &str| has(&said.to_lowercase(), &["数据类型", "data type"]);
    unread.iter().any(|(said, _)| said.split_once(':').is_some_and(|(_, rest)| lists(rest)))
}

/// What two parameters may have in common: the column that lists it, and the words for it.
const SHARED: [(Column, &[&str]); 3] = [
    (Column::DTypes, &["数据类型", "dtype"]),
    (Column::Formats, &["格式"]),
    (Column::Ranks, &["shape", "形状", "维度"]),
];

/// Completes the parameters of a function by what their descriptions say they have in common with others.
pub(super) fn complete(parameters: &mut [ParameterFact], descriptions: &[ParameterDescription]) {
    let links: Vec<(usize, Column, usize)> = descriptions
        .iter()
        .filter_map(|described| Some((position(parameters, &described.name)?, described)))
        .flat_map(|(index, described)| {
            let links = links(described).into_iter();
            let known = links.filter_map(|(what, other)| Some((index, what, position(parameters, &other)?)));
            known.filter(|(index, _, other)| index != other).collect::<Vec<_>>()
        })
        .collect();
    // A parameter may be like one that is like another one.
    for _ in 0..links.len() {
        for (index, what, other) in &links {
            let source = parameters[*other].clone();
            let target = &mut parameters[*index];
            match what {
                Column::DTypes if target.dtypes.is_empty() && target.product_dtypes.is_empty() => {
                    (target.dtypes, target.product_dtypes) = (source.dtypes, source.product_dtypes);
                }
                Column::Formats if target.formats.is_empty() => target.formats = source.formats,
                Column::Ranks if target.ranks.is_none() => target.ranks = source.ranks,
                _ => {}
            }
        }
    }
}

fn position(parameters: &[ParameterFact], name: &str) -> Option<usize> {
    parameters.iter().position(|parameter| parameter.name == name)
}

/// What a description says to be the same as that of which parameter.
fn links(described: &ParameterDescription) -> Vec<(Column, String)> {
    let mut found = Vec::new();
    // A column of its own, which says something else, goes first.
    let has_own = |column: Column| {
        let mut of_column = described.pieces.iter().filter(|piece| piece.column == column);
        of_column.any(|piece| !forms("same").is_match(squeezed(&piece.says).trim_end_matches('。')))
    };
    for piece in &described.pieces {
        for sentence in sentences(&piece.says) {
            let clauses = clauses(sentence);
            if clauses.iter().any(|clause| harmless::is_condition(clause)) {
                continue;
            }
            for clause in clauses {
                let clause = squeezed(clause);
                let Some(same) = forms("same").captures(&clause) else { continue };
                let said = &same["what"];
                let is_said = |(column, words): &(Column, &[&str])| match said {
                    "" => *column == piece.column,
                    said => has(said, words),
                };
                let shared = SHARED.into_iter().filter(is_said).map(|(column, _)| column);
                let open = shared.filter(|column| !has_own(*column));
                found.extend(open.map(|column| (column, same["name"].to_owned())));
            }
        }
    }
    found
}
