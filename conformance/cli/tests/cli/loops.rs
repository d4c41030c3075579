//! Folders with links that lead back into them.

use crate::cli::support::Place;
use std::os::unix::fs::symlink;

/// Each file below a folder is read once.
#[test]
fn links_to_folders_end() {
    let place = Place::new();
    place.write("pages/a/b/one.toml", "nothing = 1\n");
    place.write("elsewhere/two.toml", "nothing = 1\n");
    // Followed again and again, these lead to 40 levels of six folders each.
    for link in ["0", "1", "2", "a/3", "a/4", "a/b/5"] {
        symlink(place.at("pages"), place.at("pages").join(link)).expect("a link");
    }
    symlink(place.at("elsewhere"), place.at("pages/there")).expect("a link");
    let done = place.ascertain("list --vectors pages").ends(2);
    for name in ["one.toml:1", "two.toml:1"] {
        assert_eq!(done.err.matches(name).count(), 1, "{done}");
    }
}
