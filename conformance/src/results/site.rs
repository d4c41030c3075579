//! Addresses in the site that `ascertain-spec site` writes. They stay, so that other sites can lead there.

/// The anchor of a cell in the page of its table: its row, then its column.
#[must_use]
pub fn cell_anchor(row: &str, column: &str) -> String {
    format!("{row}-{column}")
}
