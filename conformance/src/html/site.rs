//! Addresses in the site that `ascertain spec site` writes. They stay, so that reports and other sites can lead there.

/// The page of a requirement.
#[must_use]
pub fn requirement(id: &str) -> String {
    format!("requirement/{id}.html")
}

/// The page of a promotion table.
#[must_use]
pub fn table(id: &str) -> String {
    format!("table/{id}.html")
}

/// The anchor of a cell in the page of its table: its row, then its column.
#[must_use]
pub fn cell_anchor(row: &str, column: &str) -> String {
    format!("{row}-{column}")
}
