//! Loading a specification.

use crate::commands::error::Problem;
use ascertain_spec::Diagnostics;
use ascertain_spec::model::Spec;
use std::path::Path;

/// Loads the specification in `folder`.
pub(super) fn load(folder: &Path) -> Result<Spec, Problem> {
    ascertain_spec::load(folder).map_err(|problems| invalid(folder, &problems))
}

/// The mistakes in the specification in `folder`.
pub(super) fn invalid(folder: &Path, problems: &Diagnostics) -> Problem {
    let help = "spec/README.md describes the format";
    Problem::usage(
        format!("{} was not found, or is not a valid specification\n\n{problems}", folder.display()),
        help,
    )
}
