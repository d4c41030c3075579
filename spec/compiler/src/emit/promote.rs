//! Generates the results of promotion tables as arrays, for look-ups in constants.

use super::{Emitter, constant, option};
use crate::model::{Axis, DTypeId, Key, Number, Table};
use proc_macro2::TokenStream;
use quote::quote;

impl Emitter<'_> {
    /// The arrays that `promote.rs` includes.
    pub(super) fn all_results(&self) -> TokenStream {
        let results = self.spec.tables.iter().map(|t| self.results(t));
        quote! {
            /// Results of each table's first edition, by dtype index (or kind of number).
            mod results {
                use crate::DType;
                #(#results)*
            }
        }
    }

    /// A two-dimensional array of the first edition's results. Keys that are not on an axis promote with nothing.
    fn results(&self, table: &Table) -> TokenStream {
        let name = constant(&table.id);
        let (height, width) = (self.extent(&table.rows), self.extent(&table.columns));
        let first = self.spec.document(&table.document).and_then(|d| d.editions.first());
        let first = first.and_then(|first| table.editions.iter().find(|e| e.edition == first.name));
        let stated = first.map_or(&[][..], |e| &e.cells);
        let at = |row: usize, column: usize| -> Option<DTypeId> {
            let r = self.place(&table.rows, row)?;
            let c = self.place(&table.columns, column)?;
            stated.get(r * table.columns.keys.len() + c)?.result
        };
        let rows = (0..height).map(|r| {
            let cells = (0..width).map(|c| {
                option(at(r, c).map(|d| {
                    let variant = super::variant(&self.spec.dtype_of(d).name);
                    quote!(DType::#variant)
                }))
            });
            let first = self.place(&table.rows, r).and_then(|r| stated.get(r * table.columns.keys.len()));
            let at = self.at(first.map_or(table.at, |cell| cell.at));
            quote!(#at [#(#cells),*])
        });
        quote!(pub(super) const #name: [[Option<DType>; #width]; #height] = [#(#rows),*];)
    }

    fn extent(&self, axis: &Axis) -> usize {
        match axis.keys.first() {
            Some(Key::Number(_)) => Number::ALL.len(),
            _ => self.spec.dtypes.len(),
        }
    }

    /// The position on the axis of the key with index `i` of its kind.
    fn place(&self, axis: &Axis, i: usize) -> Option<usize> {
        axis.keys.iter().position(|key| match key {
            Key::DType(dtype) => usize::from(dtype.0) == i,
            Key::Number(number) => *number as usize == i,
        })
    }
}
