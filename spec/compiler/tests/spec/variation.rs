//! A changed cell in a file changes that cell in the model, and nothing else.

use ascertain_spec::load_files;
use ascertain_spec::model::{Spec, Table};

use crate::spec::common;

const FIRST: &str = "aclnn/tensor-tensor/cann-23.0.rc2.toml";
const TABLE: &str = "aclnn.tensor-tensor";

fn table(spec: &Spec) -> &Table {
    spec.table(TABLE).expect("the table")
}

/// The 144 printed cells: row, column and the bytes of the file between the quotes.
fn printed(text: &str) -> Vec<(String, usize, std::ops::Range<usize>)> {
    let mut cells = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if let Some((name, rest)) =
            line.split_once("= { lines = ").filter(|(_, rest)| rest.contains("cells = ["))
        {
            let mut offset =
                start + line.len() - rest.len() + rest.find("cells = [").expect("cells") + "cells = [".len();
            for (column, cell) in text[offset..].split(']').next().expect("a list").split(',').enumerate() {
                let open = offset + cell.find('"').expect("a quote") + 1;
                let close = offset + cell.rfind('"').expect("a quote");
                cells.push((name.trim().to_owned(), column, open..close));
                offset += cell.len() + 1;
            }
        }
        start += line.len();
    }
    cells
}

#[test]
fn one_changed_cell_changes_one_cell() {
    let files = common::committed();
    let spec = common::spec();
    let committed = table(&spec);
    let position = files.iter().position(|(path, _)| path == FIRST).expect("the file");
    let text = files[position].1.clone();
    let order = ["f32", "f16", "f64", "bf16", "s8", "u8", "s16", "s32", "s64", "c32", "c64", "c128"];
    let width = committed.columns.keys.len();
    let axis = |name: &str| spec.dtypes.iter().position(|dtype| dtype.name == name).expect("a dtype");
    let cells = printed(&text);
    assert_eq!(cells.len(), 144);
    // Four cells of each row and of each column: a load takes tens of milliseconds.
    let chosen =
        cells.into_iter().enumerate().filter(|(number, (_, column, _))| number / 12 % 3 == column % 3);
    for (number, (row, column, place)) in chosen {
        // Each with another of the valid results; 7 is prime to their number.
        let results: Vec<&str> = spec.dtypes.iter().map(|dtype| dtype.name.as_str()).chain(["NA"]).collect();
        let mut result = results[number * 7 % results.len()];
        if result == &text[place.clone()] {
            result = results[(number * 7 + 1) % results.len()];
        }
        let index = axis(&row) * width + axis(order[column]);
        let mut changed = files.clone();
        changed[position].1.replace_range(place, result);
        let new = load_files(changed).unwrap_or_else(|problems| panic!("{problems}"));
        for (edition, (old, new)) in committed.editions.iter().zip(&table(&new).editions).enumerate() {
            for (cell, (old, new)) in old.cells.iter().zip(&new.cells).enumerate() {
                // The later page states its table in full, so nothing of this one is inherited.
                let differs = cell == index && edition == 0;
                let label = format!("({row}, {}) = {result}, edition {edition}, cell {cell}", order[column]);
                assert_eq!(old.result != new.result, differs, "{label}");
                assert_eq!((&old.origin, &old.cite), (&new.origin, &new.cite), "{label}");
                assert!(!differs || new.result == spec.dtype(result), "{label}");
            }
        }
    }
}
