//! Generates promotion tables: every cell with its origin, and arrays for look-ups in constants.

use super::{Emitter, constant, option};
use crate::model::{Axis, AxisKey, Cell, DTypeId, Origin, Table};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// Number of kinds of Python numbers, and their order in the core crate's `Number`.
const NUMBERS: [&str; 3] = ["bool", "int", "float"];

impl Emitter<'_> {
    /// The statics that `promote.rs` includes.
    pub(super) fn tables(&self) -> TokenStream {
        let tables = self.spec.tables.iter().map(|t| self.table(t));
        let names = self.spec.tables.iter().map(|t| constant(&t.id));
        let results = self.spec.tables.iter().map(|t| self.results(t));
        quote! {
            /// Every promotion table.
            pub static TABLES: &[&Table] = &[#(&#names),*];
            #(#tables)*

            /// Results of each table's first edition, by dtype index (or kind of number).
            mod results {
                use crate::DType;
                #(#results)*
            }
        }
    }

    fn table(&self, table: &Table) -> TokenStream {
        let Table { id, document, says, .. } = table;
        let name = constant(id);
        let doc = format!(" `{id}`: {says}.");
        let at = self.at(table.at);
        let (rows, columns) = (self.axis(&table.rows), self.axis(&table.columns));
        let editions = self.spec.document(&table.document).into_iter().flat_map(|d| &d.editions).map(|e| {
            let (name, at) = (&e.name, self.at(e.at));
            let printed = table.editions.iter().find(|edition| edition.edition == *name);
            let cells = printed.into_iter().flat_map(|edition| &edition.cells).map(|c| self.cell(c));
            let requirements = table.requirements.iter().filter(|r| r.editions.contains(name));
            let requirements = requirements.map(|r| self.requirement(r, None));
            quote!(#at TableEdition {
                edition: #name, cells: &[#(#cells),*], requirements: &[#(#requirements),*]
            })
        });
        quote! {
            #at
            #[doc = #doc]
            pub static #name: Table = Table {
                id: #id, document: #document, says: #says, rows: #rows, columns: #columns,
                editions: &[#(#editions),*]
            };
        }
    }

    fn axis(&self, axis: &Axis) -> TokenStream {
        let role = &axis.role;
        let keys = axis.keys.iter().map(|k| match k {
            AxisKey::DType(d) => {
                let dtype = self.dtype(*d);
                quote!(Key::DType(#dtype))
            }
            AxisKey::Number(n) => {
                let number = super::variant(n);
                quote!(Key::Number(Number::#number))
            }
        });
        quote!(Axis { role: #role, keys: &[#(#keys),*] })
    }

    fn cell(&self, cell: &Cell) -> TokenStream {
        let result = option(cell.result.map(|d| self.dtype(d)));
        let (file, line) = self.spec.place(cell.at);
        let (comment, origin) = match &cell.origin {
            Origin::Stated => (format!("{file}:{line}"), quote!(Origin::Stated)),
            Origin::Derived(rule) => (format!("{file}:{line}, rule {rule}"), quote!(Origin::Derived(#rule))),
        };
        let (comment, cite) = (super::print::comment(&comment), self.cite(&cell.cite));
        let basis = self.basis(cell.basis);
        quote!(#comment Cell { result: #result, origin: #origin, basis: #basis, cite: #cite })
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
        let ty = format_ident!("DType");
        quote!(pub(super) const #name: [[Option<#ty>; #width]; #height] = [#(#rows),*];)
    }

    fn extent(&self, axis: &Axis) -> usize {
        match axis.keys.first() {
            Some(AxisKey::Number(_)) => NUMBERS.len(),
            _ => self.spec.dtypes.len(),
        }
    }

    /// The position on the axis of the key with index `i` of its kind.
    fn place(&self, axis: &Axis, i: usize) -> Option<usize> {
        axis.keys.iter().position(|k| match k {
            AxisKey::DType(d) => usize::from(d.0) == i,
            AxisKey::Number(n) => NUMBERS.get(i).is_some_and(|name| name == n),
        })
    }
}
