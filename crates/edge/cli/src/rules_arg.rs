//! The house rules a command is given: the name of a built-in document, or a file.

use std::borrow::Cow;
use std::path::Path;

use baccarat::HouseRules;
use baccarat::rules::RulesErrors;

use crate::lines::{Input, Problem};

/// The house rules named `name`, or else those in the file of that path.
pub(crate) fn load(name: &str) -> Result<HouseRules, Problem> {
    if let Some(rules) = HouseRules::builtin(name) {
        return Ok(rules.clone());
    }
    let text = document(name)?;
    text.parse().map_err(|errors| faulty(name, &errors))
}

/// What is wrong with the document that messages call `name`.
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
