//! Every planted bug must quote text that occurs exactly once in its file: otherwise the campaign that plants it fails
//! after an hour. Runs no campaign.

use super::tree::{Tree, line_at};
use super::violation::Violation;
use crate::mutations::{LIST, parse};

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let text = tree.text(LIST).unwrap_or_default();
    let mutations = match parse(text) {
        Ok(mutations) => mutations,
        Err(why) => {
            return vec![Violation::new(LIST, 1, why.message(), "write it so that it can be planted")];
        }
    };
    let planted =
        mutations.iter().map(|mutation| mutation.planted(|file| tree.text(file).map(str::to_owned)));
    let misplaced = planted.filter_map(Result::err);
    misplaced
        .map(|it| Violation::new(LIST, line_at(text, it.at), it.why, "quote text that occurs there once"))
        .collect()
}
