//! Loads the house rules named by an argument: a built-in document, or a file.

use std::borrow::Cow;
use std::path::Path;

use baccarat::HouseRules;
use baccarat::rules::RulesErrors;

use crate::lines::{Input, Problem};

/// Loads the built-in house rules of that name, or those in the file at that path.
pub(crate) fn load(name: &str) -> Result<HouseRules, Problem> {
    if let Some(rules) = HouseRules::builtin(name) {
        return Ok(rules.clone());
    }
    let text = document(name)?;
    text.parse().map_err(|errors| faulty(name, &errors))
}

/// The problem of an invalid document, which the message calls `name`.
pub(crate) fn faulty(name: &str, errors: &RulesErrors) -> Problem {
    Problem::Input(format!("{name} is not a house-rules document:\n{errors}"))
}

/// The text of the document that [`load`] reads.
pub(crate) fn document(name: &str) -> Result<Cow<'static, str>, Problem> {
    if let Some(text) = HouseRules::builtin_text(name) {
        return Ok(text.into());
    }
    let path = Path::new(name);
    if !path.exists() {
        let known = HouseRules::BUILTIN.join(", ");
        return Err(Problem::Usage(format!("{name:?} is neither built-in house rules ({known}) nor a file")));
    }
    Input::at(path).read_text().map(Cow::from)
}
