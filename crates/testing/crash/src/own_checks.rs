//! What the program itself finds in a store at rest: by its audit, and by comparing derived rows with history. Starts
//! the program, and reads nothing of the store.

use std::ffi::OsString;
use std::path::Path;

use auditor::Deviation;
use tokio::process::Command;

/// The commands, and the law that is broken when one of them objects.
const CHECKS: [(&str, &[&str]); 2] =
    [("punto audit", &["audit"]), ("punto rebuild --check", &["rebuild", "--check"])];

/// Runs both commands on the store of this place; answers with what they object to.
pub(crate) async fn own_checks(punto: &Path, place: &[OsString]) -> Vec<Deviation> {
    let mut deviations = Vec::new();
    for (law, arguments) in CHECKS {
        let output = Command::new(punto).args(arguments).args(place).output().await;
        let objection = match output {
            Ok(output) if output.status.success() => continue,
            Ok(output) => [output.stdout, output.stderr].concat(),
            Err(error) => error.to_string().into_bytes(),
        };
        deviations.push(Deviation::new(law, String::from_utf8_lossy(&objection).trim().to_owned()));
    }
    deviations
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_check_that_fails_or_cannot_be_run_is_a_deviation() {
        for (program, count) in [("true", 0), ("false", 2), ("no-such-program-anywhere", 2)] {
            let deviations = own_checks(Path::new(program), &[]).await;
            assert_eq!(deviations.len(), count, "{program}: {deviations:?}");
        }
    }
}
