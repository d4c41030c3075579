//! Loading a specification.

use crate::commands::error::Problem;
use ascertain_spec::Diagnostics;
use ascertain_spec::model::Spec;
use std::path::Path;

/// Loads the specification in `folder`.
pub(super) fn load(folder: &Path) -> Result<Spec, Problem> {
    ascertain_spec::load(folder).map_err(|problems| invalid(folder, &problems))
}

/// What is wrong with the specification in `folder`.
pub(super) fn invalid(folder: &Path, problems: &Diagnostics) -> Problem {
    let help = "the format is described in spec/README.md";
    Problem::usage(format!("{} is no sound specification\n\n{problems}", folder.display()), help)
}
