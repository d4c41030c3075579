//! Promotion tables: they work in const context, functions and tables agree, and they have the regularities and
//! exceptions of the documents. `conformance/judge/tests/suite/transcription.rs` compares every cell with a second reading of the
//! pages.

use ascertain::contract::{Basis, Cells, Requirement};
use ascertain::document::{DOCUMENTS, Editions};
use ascertain::dtype::Class;
use ascertain::promote::{Key, Number, Origin, ScalarDType, TABLES, Table, TensorDType, aclnn, mindspore};
use ascertain::{DType, document};

// Usable in const context: a pair without a promotion can fail a build.
const _: () = {
    assert!(matches!(aclnn::tensor_tensor(DType::F16, DType::S32), Some(DType::F16)));
    assert!(aclnn::tensor_tensor(DType::U16, DType::F32).is_none());
    // The tensor's dtype stays where the scalar's category is not higher, so the order of operands matters.
    assert!(matches!(
        aclnn::tensor_scalar(TensorDType(DType::F16), ScalarDType(DType::F64)),
        Some(DType::F16)
    ));
    assert!(matches!(
        aclnn::tensor_scalar(TensorDType(DType::F64), ScalarDType(DType::F16)),
        Some(DType::F64)
    ));
    assert!(matches!(mindspore::tensor_tensor(DType::Bool, DType::U64), Some(DType::U64)));
    assert!(matches!(mindspore::number_tensor(TensorDType(DType::Bool), Number::Int), Some(DType::S64)));
};

fn table(id: &str) -> &'static Table {
    Table::named(id).unwrap_or_else(|| panic!("no table {id}"))
}

fn editions(document: &str, edition: &str) -> Editions {
    Editions::default().with(document, edition).unwrap_or_else(|e| panic!("{e}"))
}

fn result(table: &Table, editions: &Editions, row: DType, column: DType) -> Option<DType> {
    table
        .cell(editions, Key::DType(row), Key::DType(column))
        .unwrap_or_else(|| panic!("{row}, {column}"))
        .result
}

#[test]
fn functions_and_tables_agree() {
    let first = Editions::default();
    let by_function = |table: &Table, row: Key, column: Key| match (table.id, row, column) {
        ("aclnn.tensor-tensor", Key::DType(lhs), Key::DType(rhs)) => aclnn::tensor_tensor(lhs, rhs),
        ("aclnn.tensor-scalar", Key::DType(scalar), Key::DType(tensor)) => {
            aclnn::tensor_scalar(TensorDType(tensor), ScalarDType(scalar))
        }
        ("aclnn.conversion", Key::DType(from), Key::DType(to)) => aclnn::converted(from, to),
        ("mindspore.tensor-tensor", Key::DType(lhs), Key::DType(rhs)) => mindspore::tensor_tensor(lhs, rhs),
        ("mindspore.number-tensor", Key::DType(tensor), Key::Number(number)) => {
            mindspore::number_tensor(TensorDType(tensor), number)
        }
        _ => panic!("{} has {row} and {column}", table.id),
    };
    let mut cells = Vec::new();
    for table in TABLES {
        let count = table.cells(&first).inspect(|(row, column, cell)| {
            assert_eq!(cell.result, by_function(table, *row, *column), "{} {row} {column}", table.id);
            assert_eq!(table.cell(&first, *row, *column), Some(*cell), "{} {row} {column}", table.id);
        });
        cells.push((table.id, count.count(), table.rows.role, table.columns.role));
    }
    cells.sort_unstable();
    let expected = [
        ("aclnn.conversion", 256, "from", "to"),
        ("aclnn.tensor-scalar", 256, "scalar", "tensor"),
        ("aclnn.tensor-tensor", 256, "lhs", "rhs"),
        ("mindspore.number-tensor", 45, "tensor", "number"),
        ("mindspore.tensor-tensor", 225, "lhs", "rhs"),
    ];
    assert_eq!(cells, expected);
}

#[test]
fn keys_beyond_a_table_have_no_cell() {
    let first = Editions::default();
    let (c32, f32, int) = (Key::DType(DType::C32), Key::DType(DType::F32), Key::Number(Number::Int));
    for (id, row, column) in [
        ("mindspore.tensor-tensor", c32, f32),
        ("mindspore.tensor-tensor", f32, c32),
        ("mindspore.number-tensor", f32, f32),
        ("mindspore.number-tensor", int, f32),
        ("aclnn.tensor-tensor", f32, int),
    ] {
        assert_eq!(table(id).cell(&first, row, column), None, "{id} {row} {column}");
    }
    assert!(Table::named("aclnn.tensor").is_none());
    for dtype in DType::ALL {
        assert_eq!(mindspore::tensor_tensor(DType::C32, dtype), None);
        assert_eq!(mindspore::tensor_tensor(dtype, DType::C32), None);
        for number in [Number::Bool, Number::Int, Number::Float] {
            assert_eq!(mindspore::number_tensor(TensorDType(DType::C32), number), None);
        }
    }
    let names = [Number::Bool, Number::Int, Number::Float].map(|n| Key::Number(n).to_string());
    assert_eq!(names, ["bool", "int", "float"]);
    assert_eq!(format!("[{c32:>4}]"), "[ c32]");
}

#[test]
fn requirements_concern_the_cells_that_they_name() {
    let first = Editions::default();
    let table = table("aclnn.tensor-tensor");
    assert_eq!(format!("{table:?}"), "aclnn.tensor-tensor");
    let requirement = table.requirements[0].clone();
    let concerned = |cells: Option<Cells>| {
        let requirement = Requirement { cells, ..requirement.clone() };
        let concerned = table
            .cells(&first)
            .filter(|(row, column, _)| table.concerns(&requirement, &first, *row, *column));
        concerned.map(|(row, column, cell)| (row, column, cell.result)).collect::<Vec<_>>()
    };
    assert_eq!(concerned(None).len(), 256);
    let (promoted, undefined) = (concerned(Some(Cells::Promoted)), concerned(Some(Cells::Undefined)));
    assert!(promoted.iter().all(|(.., result)| result.is_some()));
    assert!(undefined.iter().all(|(.., result)| result.is_none()));
    assert!(!promoted.is_empty() && !undefined.is_empty() && promoted.len() + undefined.len() == 256);
    let (f16, bf16) = (Key::DType(DType::F16), Key::DType(DType::Bf16));
    let asymmetric = concerned(Some(Cells::Asymmetric));
    assert_eq!(asymmetric, [(f16, bf16, Some(DType::F32)), (bf16, f16, Some(DType::F64))]);
}

/// Pairs whose result depends on the order of the operands, once each.
fn asymmetric(id: &str, edition: &str) -> Vec<(DType, DType)> {
    let table = table(id);
    let editions = editions(table.document, edition);
    let keys: Vec<DType> =
        DType::ALL.into_iter().filter(|d| table.rows.keys.contains(&Key::DType(*d))).collect();
    let pairs = keys.iter().flat_map(|&a| keys.iter().filter(move |&&b| a < b).map(move |&b| (a, b)));
    pairs.filter(|&(a, b)| result(table, &editions, a, b) != result(table, &editions, b, a)).collect()
}

#[test]
fn asymmetries_are_the_documented_ones_alone() {
    use DType::{Bf16, C64, C128, F16, F32, F64, U16, U32, U64};
    // As printed; an erratum says so.
    assert_eq!(asymmetric("aclnn.tensor-tensor", "cann-23.0.rc2"), [(F16, Bf16)]);
    assert_eq!((aclnn::tensor_tensor(F16, Bf16), aclnn::tensor_tensor(Bf16, F16)), (Some(F32), Some(F64)));
    assert_eq!(asymmetric("aclnn.tensor-tensor", "2025-09"), []);
    let unsigned_with_complex = [(U16, C64), (U16, C128), (U32, C64), (U32, C128), (U64, C64), (U64, C128)];
    assert_eq!(asymmetric("aclnn.tensor-tensor", "code-8.1"), unsigned_with_complex);
    assert_eq!(asymmetric("mindspore.tensor-tensor", "2.10"), []);
}

#[test]
fn equal_dtypes_stay_but_for_one_in_the_code() {
    let mut exceptions = Vec::new();
    for (document, edition) in DOCUMENTS.iter().flat_map(|d| d.editions.iter().map(move |e| (d, e))) {
        let editions = editions(document.id, edition.name);
        for table in TABLES.iter().filter(|table| table.document == document.id) {
            let diagonal = table.cells(&editions).filter(|(row, column, _)| row == column);
            let changed = diagonal.filter(|(row, _, cell)| cell.result.map(Key::DType) != Some(*row));
            exceptions
                .extend(changed.map(|(row, _, cell)| (table.id, edition.name, row.name(), cell.result)));
        }
    }
    // Kinds of Python numbers are not dtypes; bool, which is both, stays too.
    assert_eq!(exceptions, [("aclnn.tensor-scalar", "code-muls-a2", "bf16", Some(DType::F32))]);
    assert_eq!(mindspore::number_tensor(TensorDType(DType::Bool), Number::Bool), Some(DType::Bool));
}

/// u16, u32 and u64 promote with themselves alone; aclnn's bool gives way to the other dtype.
#[test]
fn prose_rules_hold_in_every_page() {
    let alone = [DType::U16, DType::U32, DType::U64];
    for edition in ["cann-23.0.rc2", "2025-09"] {
        let (table, editions) = (table("aclnn.tensor-tensor"), editions("aclnn.tensor-tensor", edition));
        for (a, b) in alone.into_iter().flat_map(|a| DType::ALL.map(|b| (a, b))) {
            let expected = (a == b).then_some(a);
            assert_eq!(result(table, &editions, a, b), expected, "{edition} {a} {b}");
            assert_eq!(result(table, &editions, b, a), expected, "{edition} {b} {a}");
        }
        for b in DType::ALL.into_iter().filter(|b| !alone.contains(b)) {
            assert_eq!(result(table, &editions, DType::Bool, b), Some(b), "{edition} {b}");
        }
    }
}

/// FACTS of the Tensor-Scalar table: a rule of three sentences covers 254 of its 256 cells.
#[test]
fn tensor_scalar_follows_a_short_rule_with_two_exceptions() {
    use DType::{Bool, C32, C64, C128, F16, F32, F64, U16, U32, U64};
    let category = |dtype: DType| match dtype.class() {
        Class::Bool => 0,
        Class::Signed | Class::Unsigned => 1,
        Class::Float => 2,
        Class::Complex => 3,
    };
    let rule = |tensor: DType, scalar: DType| {
        if category(scalar) <= category(tensor) {
            return Some(tensor);
        }
        match scalar.class() {
            Class::Complex => Some(match tensor {
                F16 => C32,
                F64 => C128,
                _ => C64,
            }),
            Class::Float => (![U16, U32, U64].contains(&tensor)).then_some(F32),
            _ => (![U16, U32, U64].contains(&scalar)).then_some(scalar),
        }
    };
    let mut exceptions = Vec::new();
    for (scalar, tensor) in
        DType::ALL.into_iter().flat_map(|scalar| DType::ALL.map(|tensor| (scalar, tensor)))
    {
        let got = aclnn::tensor_scalar(TensorDType(tensor), ScalarDType(scalar));
        if got != rule(tensor, scalar) {
            exceptions.push((scalar, tensor, got));
        }
    }
    assert_eq!(exceptions, [(F64, C32, Some(C128)), (F64, C64, Some(C128))]);
    assert_eq!(aclnn::tensor_scalar(TensorDType(Bool), ScalarDType(U16)), None);
}

#[test]
fn cells_know_where_they_were_read() {
    let lines = |cell: &ascertain::promote::Cell| match cell.cite.span {
        document::Span::Lines(first, last) => Some((first, last)),
        _ => None,
    };
    let tensors = table("aclnn.tensor-tensor");
    let first = Editions::default();
    for (row, column, cell) in tensors.cells(&first) {
        // The page prints twelve dtypes; bool and three unsigned ones follow its bullets, lines 6 to 11.
        let printed = |key: Key| !["bool", "u16", "u32", "u64"].contains(&key.name());
        let place = (printed(row) && printed(column), cell.origin == Origin::Stated);
        assert_eq!(place.0, place.1, "{row} {column}");
        // What bool gives with itself no bullet says; a later page prints it.
        if (row, column) == (Key::DType(DType::Bool), Key::DType(DType::Bool)) {
            assert_eq!((cell.basis, cell.cite.edition), (Basis::Elsewhere, "2025-09"));
            continue;
        }
        assert_eq!(cell.basis, if place.1 { Basis::Stated } else { Basis::Derived }, "{row} {column}");
        let (from, to) = lines(cell).unwrap_or_else(|| panic!("{row} {column} cites no line"));
        assert!(from <= to && (from >= 12) == place.1 && from >= 5, "{row} {column}: lines {from} to {to}");
    }
    // The later page prints all sixteen.
    for (row, column, cell) in tensors.cells(&editions("aclnn.tensor-tensor", "2025-09")) {
        assert_eq!((cell.origin, cell.basis), (Origin::Stated, Basis::Stated), "{row} {column}");
        assert_eq!(cell.cite.edition, "2025-09", "{row} {column}");
    }
    for (document, edition) in DOCUMENTS.iter().flat_map(|d| d.editions.iter().map(move |e| (d, e))) {
        let editions = editions(document.id, edition.name);
        for table in TABLES.iter().filter(|table| table.document == document.id) {
            for (row, column, cell) in table.cells(&editions) {
                let cite = cell.cite;
                assert_eq!(cite.document, document.id, "{row} {column}");
                assert!(document.editions.iter().any(|e| e.name == cite.edition), "{row} {column}: {cite}");
                assert!(!cite.place.is_empty(), "{row} {column}");
            }
        }
    }
}

/// A cell that an edition does not name is the one that it inherits.
#[test]
fn editions_differ_in_the_known_cells_alone() {
    use DType::{Bf16, C32, C64, C128, F16, F64, U16, U32, U64};
    let changed = |id: &str, from: &str, to: &str| {
        let table = table(id);
        let (from, to) = (editions(table.document, from), editions(table.document, to));
        let cells = table.cells(&from).zip(table.cells(&to));
        let changed = cells.filter(|((_, _, a), (_, _, b))| a.result != b.result);
        changed.map(|(_, (row, column, cell))| (row.name(), column.name(), cell.result)).collect::<Vec<_>>()
    };
    let cell = |row: DType, column: DType, result: DType| (row.name(), column.name(), Some(result));
    let page =
        [(F64, C32, C128), (F64, C64, C128), (Bf16, F16, DType::F32), (C32, F64, C128), (C64, F64, C128)];
    let page = page.map(|(row, column, result)| cell(row, column, result));
    assert_eq!(changed("aclnn.tensor-tensor", "cann-23.0.rc2", "2025-09"), page);
    let code = [
        (Bf16, C32, C64),
        (U16, C64, C64),
        (U16, C128, C128),
        (U32, C64, C64),
        (U32, C128, C128),
        (U64, C64, C128),
        (U64, C128, C128),
        (C32, Bf16, C64),
    ];
    let code = code.map(|(row, column, result)| cell(row, column, result));
    assert_eq!(changed("aclnn.tensor-tensor", "2025-09", "code-8.1"), code);
    let ascend_950 = [cell(F64, C32, C32), cell(F64, C64, C64)];
    assert_eq!(changed("aclnn.tensor-scalar", "2025-09", "code-950"), ascend_950);
    assert_eq!(changed("aclnn.tensor-scalar", "2025-09", "code-adds-a2").len(), 55);
    assert_eq!(changed("aclnn.tensor-scalar", "2025-09", "code-muls-a2").len(), 67);
}
