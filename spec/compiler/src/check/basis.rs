//! Checks who says so: each basis has the citations, or the reason, that it needs.

use crate::check::documents::Doc;
use crate::model::{Basis, Citation};
use crate::read::raw::Text;
use crate::source::{At, Located};

/// A basis as written, with what it rests on.
pub(crate) struct Claim<'a> {
    /// What it is the basis of: "requirement `cumprod.value`".
    pub(crate) what: String,
    pub(crate) basis: &'a Located<Basis>,
    pub(crate) reason: Option<&'a Text>,
    pub(crate) cites: &'a [Cited],
    /// Indices of the editions that it is claimed for.
    pub(crate) editions: &'a [usize],
}

/// A citation, resolved, with its place in the specification.
pub(crate) type Cited = (Citation, At);

impl Claim<'_> {
    /// Reports what the basis lacks.
    pub(crate) fn check(&self, doc: &Doc<'_>) {
        let report = doc.report;
        let what = &self.what;
        if let Some(reason) = self.reason.filter(|_| self.basis.value != Basis::Reading) {
            let message = format!("{what} has a reason and is not a reading");
            report.error(reason.at, message).label("only `basis = \"reading\"` needs one");
        }
        match self.basis.value {
            Basis::Stated => self.all_own(doc),
            Basis::Derived => {
                if self.cites.len() < 2 {
                    let message = format!("{what} is derived from one citation");
                    report
                        .error(self.basis.at, message)
                        .label("expected all the places that it follows from, two or more, in `cite`");
                }
                self.all_own(doc);
            }
            Basis::Elsewhere => {
                let own = |&edition: &usize| self.cites.iter().all(|(cite, _)| doc.speaks(edition, cite));
                let known = self.editions.iter().all(|edition| doc.order.contains(edition));
                if known && !doc.damaged && self.editions.iter().all(own) {
                    let message = format!("{what} is from elsewhere, but cites only the document itself");
                    report
                        .error(self.basis.at, message)
                        .label("expected a citation of another edition, another document, a header or code");
                }
            }
            Basis::Reading if self.reason.is_none() => {
                let message = format!("{what} is a reading without a reason");
                report.error(self.basis.at, message).label("expected `reason` beside it");
            }
            Basis::Reading => {}
        }
    }

    /// Every citation must be to the edition itself or to one that it inherits from.
    fn all_own(&self, doc: &Doc<'_>) {
        for (cite, at) in self.cites {
            // What does not exist was reported when it was resolved.
            let foreign = |&&edition: &&usize| !cite.edition.is_empty() && !doc.speaks(edition, cite);
            let Some(&edition) = self.editions.iter().find(foreign) else { continue };
            let edition = doc.editions[edition].name;
            let message = format!(
                "{} is {} in edition `{edition}`, but cites `{}` of `{}`",
                self.what,
                self.basis.value.name(),
                cite.edition,
                cite.document,
            );
            doc.report
                .error(*at, message)
                .label(format!("expected a place in `{edition}` or in an edition that it inherits from"))
                .help("use `basis = \"elsewhere\"`, or cite a sentence of the edition".to_owned());
        }
    }

    /// The basis in one edition. What another edition says is stated in that edition and in those that inherit from it;
    /// what a page says is from elsewhere in a page that inherits nothing.
    pub(crate) fn within(basis: Basis, cites: &[Citation], doc: &Doc<'_>, edition: usize) -> Basis {
        match (basis, cites.iter().all(|cite| doc.speaks(edition, cite))) {
            (Basis::Elsewhere, true) => Basis::Stated,
            (Basis::Stated | Basis::Derived, false) => Basis::Elsewhere,
            (basis, _) => basis,
        }
    }
}
