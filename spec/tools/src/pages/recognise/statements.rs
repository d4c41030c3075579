//! Reads what the description of a parameter states: dtypes, formats, empty and strided tensors, ranges, ranks.
//!
//! Every sentence ends in one of three states. It is *understood*: each of its clauses states a fact or holds no
//! requirement. It is *known to hold no requirement*, by its form. Or it is *unread*, and listed with its place.
//!
//! A fact is taken only from a clause that the grammar consumes as a whole. If another clause of the sentence is not
//! understood, the sentence is unread. The fact then counts only if that clause cannot be its condition: if it contains a
//! word such as 仅, 除, 当, “only” or “if”, or the name of a product, the sentence states nothing. A label that names a
//! condition or a product (`PRODUCT: …`) reaches to the end of its text, and one at the end of a text over the texts after
//! it. A word that a page has lost (`undefined`) is not guessed: a clause that it made empty is ignored, with a note.

use super::clause::{self, Listed, Scope, Stated};
use super::harmless::{self, Expected};
use super::interval::Range;
use super::parameters::{Column, Piece};
use super::text::{clauses, has, sentences};
use crate::facts::Ranks;
use ascertain_spec::model::Span;

/// What the description of one parameter states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Statements {
    pub(super) dtypes: Option<Said<Vec<Listed>>>,
    /// Products, the dtypes that the parameter takes on them, and the place.
    pub(super) product_dtypes: Vec<(Vec<String>, Vec<String>, Span)>,
    pub(super) formats: Option<Said<Vec<String>>>,
    pub(super) empty: Option<Said<bool>>,
    pub(super) strided: Option<Said<bool>>,
    pub(super) range: Option<Said<Range>>,
    pub(super) least_rank: Option<Said<u32>>,
    pub(super) most_rank: Option<Said<u32>>,
    /// Statements that are unclear because a word is lost.
    pub(super) lost: Vec<String>,
    /// Sentences that were not understood.
    pub(super) unread: Vec<(String, Span)>,
}

/// Something that a page says at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Said<T> {
    pub(super) is: T,
    pub(super) place: Span,
}

/// Reads a description in plain text, piece by piece.
///
/// # Errors
/// Two statements that contradict each other, or a statement that is damaged.
pub(super) fn read(pieces: &[Piece], scope: &Scope<'_>) -> Result<Statements, String> {
    let mut found = Statements::default();
    // Whether a label above says when the rest holds.
    let mut limited = false;
    for piece in pieces {
        if harmless::holds_nothing(&piece.says, Expected::References, scope.names) {
            continue;
        }
        let read = match piece.column {
            Column::Says => {
                limited |= found.text(piece, scope, limited)?;
                true
            }
            Column::DTypes => found.cell(clause::dtype_cell(&piece.says, scope), piece)?,
            Column::Formats => {
                let listed = clause::format_names(&piece.says, scope.names);
                found.cell(listed.map(|listed| vec![Stated::Formats(listed)]), piece)?
            }
            Column::Ranks => found.cell(clause::rank_cell(&piece.says), piece)?,
            Column::Strided => {
                let mark = super::support::mark(&piece.says);
                found.cell(mark.map(|mark| vec![Stated::Strided(mark)]), piece)?
            }
            Column::Name | Column::Direction | Column::Type | Column::Other => false,
        };
        if !read {
            found.unread.push((piece.says.clone(), piece.place));
        } else if piece.column != Column::Says {
            scope.names.claim(&piece.says, piece.place);
        }
    }
    // A mark does not hold without the condition that a sentence beside it gives.
    let conditional = |clause: &str| {
        has(clause, &["支持", "support"])
            && has(clause, &["非连续", "ontiguous"])
            && harmless::is_condition(clause)
    };
    if found.unread.iter().any(|(said, _)| clauses(said).into_iter().any(conditional)) {
        found.strided = None;
        let marks = pieces.iter().filter(|piece| piece.column == Column::Strided);
        found.unread.extend(marks.map(|piece| (piece.says.clone(), piece.place)));
    }
    Ok(found)
}

/// What a sentence comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reading<T> {
    /// What it states.
    pub(super) stated: Vec<T>,
    /// Whether all of it is understood or holds no requirement.
    pub(super) whole: bool,
}

/// Reads a sentence clause by clause. `read` understands a clause.
pub(super) fn sentence<T>(
    said: &str,
    scope: &Scope<'_>,
    (expected, place): (Expected, Span),
    mut read: impl FnMut(&str) -> Option<Vec<T>>,
) -> Reading<T> {
    if harmless::holds_nothing(said, expected, scope.names) {
        return Reading { stated: Vec::new(), whole: true };
    }
    let clauses = clauses(said);
    let mut reading = Reading { stated: Vec::new(), whole: true };
    let mut limited = false;
    for (index, clause) in clauses.iter().enumerate() {
        if let Some(stated) = read(clause) {
            if !stated.is_empty() {
                scope.names.claim(clause, place);
            }
            reading.stated.extend(stated);
        } else if !harmless::clause_holds_nothing(clause, expected, scope.names) {
            reading.whole = false;
            // “For a matrix, dim=0 means rows” limits only the explanation that follows.
            let explained = clauses.get(index + 1).is_some_and(|next| harmless::explains_value(next));
            limited |= harmless::is_condition(clause) && !(explained && clause.starts_with("对于"));
        }
    }
    if limited {
        reading.stated.clear();
    }
    reading
}

/// The text before the first colon of a sentence, if what follows holds only for what it names.
pub(super) fn label(sentence: &str) -> Option<&str> {
    let (label, _) = sentence.split_once(':')?;
    let values = [
        "取值", "values", "value", "types", "type", "类型", "格式", "为", "支持", "有", "range", "范围",
        "are", "is",
    ];
    let lower = label.trim().to_lowercase();
    (!harmless::is_label(label) && !values.iter().any(|end| lower.ends_with(end))).then_some(label)
}

impl Statements {
    /// Reads a text. Returns whether it ends in a label that limits what stands below it.
    fn text(&mut self, piece: &Piece, scope: &Scope<'_>, mut limited: bool) -> Result<bool, String> {
        let mut ends_in_label = false;
        for said in sentences(&piece.says) {
            if let Some(says) = clauses(said).into_iter().find_map(|clause| clause::damage(clause, scope)) {
                return Err(says);
            }
            let reading =
                sentence(said, scope, (Expected::Phrases, piece.place), |clause| clause::read(clause, scope));
            let labelled = label(said).is_some();
            let on_products = |stated: &Stated| matches!(stated, Stated::DTypesOn(..));
            // What a label limits is known only for dtypes, and only if the label is of products.
            let usable = !limited && (!labelled || reading.stated.iter().all(on_products));
            let whole = reading.whole && !reading.stated.contains(&Stated::More);
            if !whole || !(usable || reading.stated.is_empty()) {
                self.unread.push((said.to_owned(), piece.place));
            }
            if usable {
                for stated in reading.stated {
                    self.state(stated, piece.place)?;
                }
            }
            limited |= labelled;
            let names_products = clause::products(said, scope.products).is_some();
            ends_in_label = names_products || (labelled && said.ends_with(':'));
        }
        Ok(ends_in_label)
    }

    /// Takes what a cell states. Returns whether that is all of it.
    fn cell(&mut self, stated: Option<Vec<Stated>>, piece: &Piece) -> Result<bool, String> {
        let Some(stated) = stated else { return Ok(false) };
        let whole = !stated.contains(&Stated::More);
        stated.into_iter().try_for_each(|stated| self.state(stated, piece.place))?;
        Ok(whole)
    }

    fn state(&mut self, stated: Stated, place: Span) -> Result<(), String> {
        match stated {
            Stated::DTypes(listed) => {
                agree_by(&mut self.dtypes, listed, place, "dtypes", |a, b| same_members(a, b))
            }
            Stated::Formats(listed) => {
                agree_by(&mut self.formats, listed, place, "formats", |a, b| same_members(a, b))
            }
            Stated::Empty(accepted) => agree(&mut self.empty, accepted, place, "empty tensors"),
            Stated::Strided(accepted) => agree(&mut self.strided, accepted, place, "non-contiguous tensors"),
            Stated::Range(range) => agree(&mut self.range, range, place, "a range"),
            Stated::Ranks(Ranks { least, most }) => {
                if let Some(least) = least {
                    agree(&mut self.least_rank, least, place, "the fewest dimensions")?;
                }
                most.map_or(Ok(()), |most| agree(&mut self.most_rank, most, place, "the most dimensions"))
            }
            Stated::DTypesOn(products, dtypes) => {
                if let Some((.., other)) = self
                    .product_dtypes
                    .iter()
                    .find(|(known, ..)| known.iter().any(|product| products.contains(product)))
                {
                    return Err(twice("dtypes of one product", *other, place));
                }
                self.product_dtypes.push((products, dtypes, place));
                Ok(())
            }
            Stated::More => Ok(()),
            Stated::Lost => {
                self.lost.push("a word is lost after “support”".to_owned());
                Ok(())
            }
        }
    }
}

/// Notes what a page says. Saying it again is fine, contradicting it is not.
fn agree<T: PartialEq>(slot: &mut Option<Said<T>>, is: T, place: Span, what: &str) -> Result<(), String> {
    agree_by(slot, is, place, what, |one, other| one == other)
}

/// Whether two lists have the same members, in any order.
fn same_members<T: Ord>(one: &[T], other: &[T]) -> bool {
    let (mut one, mut other): (Vec<&T>, Vec<&T>) = (one.iter().collect(), other.iter().collect());
    one.sort_unstable();
    other.sort_unstable();
    one == other
}

fn agree_by<T>(
    slot: &mut Option<Said<T>>,
    is: T,
    place: Span,
    what: &str,
    same: impl Fn(&T, &T) -> bool,
) -> Result<(), String> {
    match slot {
        Some(known) if !same(&known.is, &is) => Err(twice(what, known.place, place)),
        Some(_) => Ok(()),
        None => {
            *slot = Some(Said { is, place });
            Ok(())
        }
    }
}

/// That the page contradicts itself.
pub(super) fn twice(what: &str, one: Span, other: Span) -> String {
    let places = if one == other { format!("twice at {one}") } else { format!("at {one} and at {other}") };
    format!("it states {what} {places}, and the two differ; which one holds?")
}

#[cfg(test)]
mod tests {
    use super::{Statements, read};
    use crate::facts::Ranks;
    use crate::pages::recognise::clause::Scope;
    use crate::pages::recognise::names::Names;
    use crate::pages::recognise::parameters::{Column, Piece};
    use ascertain_spec::model::{Span, Spec};

    fn piece(column: Column, says: &str, line: u32) -> Piece {
        Piece { column, says: says.to_owned(), place: Span::Lines(line, line) }
    }

    /// What pieces state, with the products A2 and A3 on the page.
    fn pieces(spec: &Spec, pieces: &[(Column, &str)]) -> Result<Statements, String> {
        let names = Names::new(spec);
        let products = ["Atlas A2 系列", "Atlas A3 系列"].map(str::to_owned);
        let scope = Scope { names: &names, parameter: "x", products: &products };
        let pieces: Vec<Piece> =
            pieces.iter().zip(7..).map(|((column, says), line)| piece(*column, says, line)).collect();
        read(&pieces, &scope)
    }

    fn text(spec: &Spec, said: &str) -> Statements {
        pieces(spec, &[(Column::Says, said)]).unwrap_or_else(|says| panic!("{said}: {says}"))
    }

    fn dtypes(found: &Statements) -> Vec<&str> {
        found.dtypes.iter().flat_map(|said| &said.is).map(|listed| listed.name.as_str()).collect()
    }

    fn unread(found: &Statements) -> Vec<&str> {
        found.unread.iter().map(|(said, _)| said.as_str()).collect()
    }

    #[test]
    fn both_languages_state_the_same() {
        let spec = crate::pages::recognise::tests::spec();
        let zh = "Device侧的aclTensor,支持非连续的Tensor,不支持空Tensor。 数据类型支持FLOAT、INT8。 数据格式支持ND。";
        let en = "An aclTensor on the device. Non-contiguous tensors are supported. Empty tensors are not supported. The data type supports FLOAT and INT8. The data format supports ND.";
        for said in [zh, en] {
            let found = text(&spec, said);
            assert_eq!(dtypes(&found), ["FLOAT", "INT8"], "{said}");
            assert_eq!(
                found.formats.as_ref().map(|said| said.is.as_slice()),
                Some(&["ND".to_owned()][..]),
                "{said}"
            );
            let accepted =
                (found.empty.as_ref().map(|said| said.is), found.strided.as_ref().map(|said| said.is));
            assert_eq!(accepted, (Some(false), Some(true)), "{said}");
            assert_eq!(unread(&found), [""; 0], "{said}");
        }
        let lost = text(&spec, "支持undefined,支持空Tensor。 undefined支持ND。");
        assert_eq!(
            (lost.empty.as_ref().map(|said| said.is), &lost.strided, lost.lost.len()),
            (Some(true), &None, 1)
        );
        assert_eq!(lost.formats.as_ref().map(|said| said.is.as_slice()), Some(&["ND".to_owned()][..]));
        assert_eq!(unread(&lost), [""; 0]);
    }

    #[test]
    fn forms_of_statements_are_understood() {
        let spec = crate::pages::recognise::tests::spec();
        for said in [
            "数据类型支持FLOAT、INT8",
            "数据类型为FLOAT和INT8",
            "支持的数据类型为FLOAT、INT8",
            "支持的数据类型:FLOAT、INT8",
            "数据类型:FLOAT/INT8",
            "支持FLOAT、INT8数据类型",
            "取值:FLOAT、INT8",
            "x的数据类型支持FLOAT、INT8",
            "Supported data types are FLOAT and INT8",
            "The data type can be FLOAT or INT8",
            "Data types: FLOAT, INT8",
            "FLOAT and INT8 are supported",
            "The values are FLOAT, and INT8",
        ] {
            let found = text(&spec, said);
            assert_eq!((dtypes(&found), unread(&found)), (vec!["FLOAT", "INT8"], vec![]), "{said}");
        }
        let ranks = |least, most| Ranks { least, most };
        for (said, expected) in [
            ("shape不高于8维", ranks(None, Some(8))),
            ("维度支持1-8维", ranks(Some(1), Some(8))),
            ("shape支持0到8维", ranks(None, Some(8))),
            ("支持2维", ranks(Some(2), Some(2))),
            ("数据维度不支持8维以上", ranks(None, Some(8))),
            ("2D Tensor", ranks(Some(2), Some(2))),
            ("Device侧3D Tensor", ranks(Some(3), Some(3))),
            ("要求为1D Tensor", ranks(Some(1), Some(1))),
            ("维度不超过8", ranks(None, Some(8))),
            ("小于8维", ranks(None, Some(7))),
            ("最多8维", ranks(None, Some(8))),
            ("不支持8维以上", ranks(None, Some(8))),
            ("shape为2维", ranks(Some(2), Some(2))),
            ("at most 8 dimensions", ranks(None, Some(8))),
            ("The tensor has 1 to 8 dimensions", ranks(Some(1), Some(8))),
        ] {
            let found = text(&spec, said);
            let read = ranks(found.least_rank.as_ref().map(|r| r.is), found.most_rank.as_ref().map(|r| r.is));
            assert_eq!((read, unread(&found)), (expected, vec![]), "{said}");
        }
        for (cell, expected) in [
            ("0-8", ranks(None, Some(8))),
            ("1~8", ranks(Some(1), Some(8))),
            ("[0,8]", ranks(None, Some(8))),
            ("支持2维", ranks(Some(2), Some(2))),
            ("2D", ranks(Some(2), Some(2))),
            ("2", ranks(Some(2), Some(2))),
            ("2维", ranks(Some(2), Some(2))),
            ("1、2", ranks(Some(1), Some(2))),
            ("3或4", ranks(Some(3), Some(4))),
            ("不大于8", ranks(None, Some(8))),
            ("≤8", ranks(None, Some(8))),
            ("不超过8维。", ranks(None, Some(8))),
            ("2及以上", ranks(Some(2), None)),
        ] {
            let found = pieces(&spec, &[(Column::Ranks, cell)]).expect("a cell");
            let read = ranks(found.least_rank.as_ref().map(|r| r.is), found.most_rank.as_ref().map(|r| r.is));
            assert_eq!((read, unread(&found)), (expected, vec![]), "{cell}");
        }
        for cell in ["2-8维和0维", "3、1", "与x一致", "[1]", "√", "8-2", "2维(输入3维)"] {
            let found = pieces(&spec, &[(Column::Ranks, cell)]).expect("a cell");
            assert_eq!((unread(&found), &found.most_rank), (vec![cell], &None), "{cell}");
        }
        let ranged = text(&spec, "取值范围 [-rank(y), rank(y))。");
        assert!(ranged.range.is_some() && ranged.unread.is_empty());
    }

    /// Each of these once won by its first keyword.
    #[test]
    fn no_statement_is_won_by_its_first_keyword() {
        let spec = crate::pages::recognise::tests::spec();
        for said in [
            "暂未支持空Tensor",
            "不再支持非连续的Tensor",
            "除空Tensor外,支持非连续的Tensor",
            "支持空Tensor,仅Atlas A2 系列",
            "支持非连续的Tensor,不含转置",
            "当y为空时支持空Tensor",
            "当y为空时,支持空Tensor",
            "对于Atlas A2 系列,支持空Tensor",
            "NZ格式下,不支持空Tensor",
            "取值范围为[0, 8],传入100表示不指定",
            "在推理场景下,支持空Tensor",
            "Atlas A2 系列:支持空Tensor",
            "Atlas A2 系列:支持空Tensor。支持非连续的Tensor。",
            "dtype取值为INT8时支持空Tensor",
            "非连续的Tensor维度不大于8",
            "行数不超过10000",
            "shape[0]不超过8",
            "最大支持8个输入",
            "不支持ND",
            "数据类型不支持INT8",
            "数据类型支持FLOAT时支持空Tensor",
            "数据类型支持FLOAT、INT8,仅推理时支持INT8",
            "BFLOAT16(仅训练)、DOUBLE",
            "取值范围需大于0",
            "取值范围为[0, n]",
            "y支持空Tensor",
            "If y is empty, empty tensors are supported",
            "In training, empty tensors are supported",
            "Empty tensors are supported only in training",
            "Only FLOAT is supported in training",
            "Empty tensors are supported, except in training",
            "数据类型支持undefined",
        ] {
            let found = text(&spec, said);
            let nothing = Statements { unread: found.unread.clone(), ..Statements::default() };
            assert_eq!(found, nothing, "{said}");
            let rest: String = found.unread.iter().map(|(said, _)| said.as_str()).collect();
            assert_eq!(rest, said.replace('。', ""), "all of it is unread");
        }
    }

    #[test]
    fn an_additional_statement_is_unread_and_leaves_the_others() {
        let spec = crate::pages::recognise::tests::spec();
        let said = "支持空Tensor,且数据类型与out一致";
        let found = text(&spec, said);
        assert_eq!((found.empty.as_ref().map(|said| said.is), unread(&found)), (Some(true), vec![said]));
        // An explanation of values is not a condition.
        let said = "指定计算的维度,对于一个二维张量,dim=0表示沿着行,取值范围[0, 1]";
        let found = text(&spec, said);
        assert_eq!((found.range.is_some(), unread(&found)), (true, vec![said]));
        assert_eq!(found.unread[0].1, Span::Lines(7, 7));
    }

    /// What is not understood of a list is unread, and the rest is taken.
    #[test]
    fn an_odd_member_costs_no_list() {
        let spec = crate::pages::recognise::tests::spec();
        for (column, said, expected) in [
            (Column::DTypes, "FLOAT、INT4(暂不支持非连续Tensor)、INT8", "FLOAT INT4 INT8"),
            (Column::DTypes, "FLOAT(0)、INT8(2)、FLOAT8_E5M2^2(36)", "FLOAT INT8 FLOAT8_E5M2"),
            (Column::DTypes, "FLOAT、INT8、各种整型", "FLOAT INT8 各种整型"),
            (Column::Says, "数据类型支持FLOAT、BFLOAT16(仅训练支持)、DOUBLE", "FLOAT BFLOAT16 DOUBLE"),
        ] {
            let found = pieces(&spec, &[(column, said)]).expect("a list");
            assert_eq!((dtypes(&found).join(" "), unread(&found)), (expected.to_owned(), vec![said]));
        }
        for said in ["FLOAT、INT8(不支持)", "FLOAT、INT8时支持空Tensor", "整型、浮点型、FLOAT"]
        {
            let found = pieces(&spec, &[(Column::DTypes, said)]).expect("a cell");
            assert_eq!((&found.dtypes, unread(&found)), (&None, vec![said]));
        }
        let found = pieces(&spec, &[(Column::Ranks, "0、3、4")]).expect("ranks");
        assert_eq!((found.least_rank, found.most_rank.map(|most| most.is)), (None, Some(4)));
        assert_eq!(found.unread.len(), 1, "the gap");
    }

    #[test]
    fn a_mark_does_not_hold_without_the_condition_beside_it() {
        let spec = crate::pages::recognise::tests::spec();
        let condition = "支持最后两轴交换情况下的非连续的Tensor";
        for mark in ["√", "×"] {
            let found = pieces(&spec, &[(Column::Says, condition), (Column::Strided, mark)]).expect("a row");
            assert_eq!((&found.strided, unread(&found)), (&None, vec![condition, mark]));
        }
        let other = [(Column::Says, "非连续的Tensor维度不大于8"), (Column::Strided, "√")];
        let found = pieces(&spec, &other).expect("a row");
        assert_eq!(found.strided.map(|said| said.is), Some(true));
    }

    #[test]
    fn dtypes_of_some_products_are_not_those_of_all() {
        let spec = crate::pages::recognise::tests::spec();
        let found = text(&spec, "数据类型支持FLOAT、BFLOAT16(仅Atlas A2 系列支持)、DOUBLE");
        assert_eq!((dtypes(&found), unread(&found)), (vec!["FLOAT", "BFLOAT16", "DOUBLE"], vec![]));
        let only: Vec<&[String]> =
            found.dtypes.iter().flat_map(|said| &said.is).map(|d| d.only.as_slice()).collect();
        assert_eq!(only, [&[][..], &["Atlas A2 系列".to_owned()], &[]]);
        let found = pieces(
            &spec,
            &[
                (Column::Says, "Atlas A2 系列、Atlas A3 系列:数据类型支持FLOAT、INT8。"),
                (Column::Says, "Atlas A4:数据类型支持FLOAT。"),
                (Column::Says, "Atlas A3 系列:"),
                (Column::Says, "数据类型支持DOUBLE"),
            ],
        )
        .expect("statements");
        let [(products, listed, place)] = found.product_dtypes.as_slice() else { panic!("{found:?}") };
        assert_eq!(
            (products.len(), listed.join(" "), *place),
            (2, "FLOAT INT8".to_owned(), Span::Lines(7, 7))
        );
        assert_eq!(dtypes(&found), [""; 0]);
        let below = [(Column::Says, "Atlas A3 系列"), (Column::Says, "支持空Tensor")];
        let found_below = pieces(&spec, &below).expect("statements");
        assert_eq!(
            (&found_below.empty, unread(&found_below)),
            (&None, vec!["Atlas A3 系列", "支持空Tensor"])
        );
        assert_eq!(unread(&found), ["Atlas A4:数据类型支持FLOAT", "Atlas A3 系列:", "数据类型支持DOUBLE"]);
    }

    #[test]
    fn contradictions_name_both_places() {
        let spec = crate::pages::recognise::tests::spec();
        for (one, other) in [
            ((Column::Says, "支持空Tensor"), (Column::Says, "不支持空Tensor")),
            ((Column::Says, "不支持非连续的Tensor"), (Column::Strided, "√")),
            ((Column::Says, "小于8维"), (Column::Ranks, "不超过8维")),
            ((Column::Says, "数据类型支持FLOAT"), (Column::DTypes, "FLOAT、INT8")),
            ((Column::Says, "数据格式支持NCHW"), (Column::Formats, "ND")),
            ((Column::Says, "取值范围[0, 1]"), (Column::Says, "取值范围[0, 1)")),
        ] {
            let says = pieces(&spec, &[one, other]).expect_err("a contradiction");
            assert!(says.contains("at line 7 and at line 8"), "{says}");
        }
        for same in [
            [(Column::Says, "数据类型支持INT8、FLOAT"), (Column::DTypes, "FLOAT、INT8")],
            [(Column::Says, "不超过8维"), (Column::Ranks, "1-8")],
        ] {
            assert_eq!(pieces(&spec, &same).expect("the same twice").unread, []);
        }
        for damaged in ["取值范围 [-rank(y), rank(y)。支持空Tensor", "指定类型,取值:uint8、int61、int16"]
        {
            assert!(pieces(&spec, &[(Column::Says, damaged)]).is_err(), "{damaged}");
        }
    }
}
