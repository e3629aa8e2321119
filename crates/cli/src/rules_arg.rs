//! The house rules a command is given: the name of a built-in document, or a file.

use std::path::Path;

use baccarat::HouseRules;

use crate::lines::Problem;

/// The house rules named `name`, or else those in the file of that path.
pub(crate) fn load(name: &str) -> Result<HouseRules, Problem> {
    if let Some(rules) = HouseRules::builtin(name) {
        return Ok(rules.clone());
    }
    let path = Path::new(name);
    if !path.exists() {
        let known = HouseRules::BUILTIN.join(", ");
        return Err(Problem::Usage(format!("{name:?} is neither built-in house rules ({known}) nor a file")));
    }
    let text = std::fs::read_to_string(path)
        .map_err(|error| Problem::Usage(format!("cannot read house rules from {name}: {error}")))?;
    text.parse().map_err(|errors| Problem::Input(format!("{name} is not a house-rules document:\n{errors}")))
}
