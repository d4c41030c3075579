//! Addresses in the site that `ascertain-spec site` writes. They stay, so that reports and other sites can lead there.

use serde::Serialize;
use std::str::FromStr;

/// Where a site is: its address, or the path of its folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Site(String);

impl FromStr for Site {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // Anything else before a colon would be a scheme, such as that of a script.
        let path = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).unwrap_or(text);
        let is_local = path.len() == text.len();
        let is_odd = |c: char| c.is_control() || "<>\"".contains(c);
        if path.is_empty() || text.contains(is_odd) || is_local && path.contains(':') {
            return Err("write an address that begins with https:// or http://, or the path of a folder");
        }
        Ok(Self(text.trim_end_matches('/').to_owned()))
    }
}

impl Site {
    /// The address of one of its pages.
    #[must_use]
    pub fn page(&self, page: &str) -> String {
        format!("{}/{page}", self.0)
    }
}

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

/// A cell of a promotion table.
#[must_use]
pub fn cell(id: &str, row: &str, column: &str) -> String {
    format!("{}#{}", table(id), cell_anchor(row, column))
}

/// The anchor of a cell in the page of its table: its row, then its column.
#[must_use]
pub fn cell_anchor(row: &str, column: &str) -> String {
    format!("{row}-{column}")
}

#[cfg(test)]
mod tests {
    use super::Site;

    #[test]
    fn nothing_but_pages_and_folders() {
        for good in ["https://example.org/spec/", "http://localhost:8000", "../site", "/srv/my site", "site"]
        {
            assert_eq!(good.parse(), Ok(Site(good.trim_end_matches('/').to_owned())));
        }
        for bad in [
            "",
            "https://",
            "javascript:alert(1)",
            "JavaScript:x",
            " javascript:x",
            "data:text/html,x",
            "a\nb",
            "a>b",
        ] {
            assert!(bad.parse::<Site>().is_err(), "{bad}");
        }
    }
}
