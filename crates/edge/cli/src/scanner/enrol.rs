//! `punto scanner enrol`: a device proves to a server that it has its key, with the code of a supervisor.

use std::path::PathBuf;

use scanner::{Code, DeviceKey, Fingerprint, Statement};
use serde_json::json;
use wire::devices::{Device, EnrolDevice};

use super::key_file;
use crate::lines::{Problem, print};
use crate::remote::Remote;
use crate::secret_input::ask_openly;
use crate::wrap::wrapped;

/// The arguments of `scanner enrol`.
#[derive(clap::Args)]
pub(super) struct Args {
    #[arg(long, value_name = "URL", help = "The running server, such as http://127.0.0.1:7777")]
    server: String,
    /// The file with the device's key, made by `punto scanner keygen`.
    #[arg(long, value_name = "FILE")]
    key: PathBuf,
    /// The number of the table, as the supervisor told it with the code.
    #[arg(long, value_name = "N")]
    table: u32,
    /// The one-time code of a supervisor; asked for if it is left out.
    #[arg(long, value_name = "CODE")]
    code: Option<String>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Enrols the device, and prints the fingerprint that a second supervisor compares.
pub(super) fn run(args: &Args) -> Result<bool, Problem> {
    let server = Remote::new(&args.server)?;
    let key = key_file::read(&args.key)?;
    let code = args.code.clone().map_or_else(|| ask_openly("one-time code of a supervisor"), Ok)?;
    let body = request(&key, code.trim(), args.table)?;
    let Device { device_id, table_id, standing, .. } = server.send("POST", "/devices/enrolment", &body)?;
    let fingerprint = Fingerprint::of(&key.public()).to_string();
    print(&if args.json {
        let shown = json!({"device_id": device_id, "table_id": table_id, "standing": standing,
            "key": body.key, "fingerprint": fingerprint});
        format!("{shown}\n")
    } else {
        let heading = format!(
            "Device {device_id} waits for table {table_id}. A second supervisor approves it by typing this fingerprint:"
        );
        format!("{}\n{fingerprint}\n", wrapped(&heading, ""))
    })?;
    Ok(true)
}

/// What proves to the server that the device has this key, and was given this code for this table.
pub(super) fn request(key: &DeviceKey, code: &str, table_id: u32) -> Result<EnrolDevice, Problem> {
    let signed: Code = code.parse().map_err(|error| Problem::Input(format!("the code: {error}")))?;
    let signature = Statement::enrolment(&signed, &key.public(), table_id).sign(key).to_string();
    Ok(EnrolDevice { code: code.to_owned(), key: key.public().to_string(), table_id, signature })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sent_is_the_frozen_enrolment() {
        let mut secret = [0; 32];
        (0..).zip(&mut secret).for_each(|(place, byte)| *byte = place);
        let sent = request(&DeviceKey::new(secret), "K7QX-93MD", 9).unwrap();
        assert_eq!(sent.key, "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8");
        assert!(
            sent.signature.starts_with("a7ad48f3d8704ec8") && sent.signature.ends_with("5e350e"),
            "{sent:?}"
        );
        assert!(matches!(request(&DeviceKey::new(secret), "", 9), Err(Problem::Input(_))));
    }
}
