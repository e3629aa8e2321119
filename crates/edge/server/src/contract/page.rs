//! The page `docs/CODES.md`.

use std::fmt::Write as _;

use super::codes::{ALL, CLOSES};

const HEAD: &str = "\
# Codes

Every error has a `code` that a client acts on, and a `message` in English for developers. Over HTTP it is in
`error.code` of the body, on the socket in `refusal.code` or `error.code` of a message. A client treats a code that it
does not know by the status, or as a refusal. This page is written from the catalogue in the server.

A status tells the kind: 400 the request does not fit the OpenAPI document, 401 and 403 who calls, 404 what is named
does not exist, 409 the state of things forbids it, 422 the request fits the document and a rule refuses its values,
429 too much, 500 and 503 a failure.

| code | HTTP | meaning | what a client does |
| --- | --- | --- | --- |
";

const CLOSE_HEAD: &str = "
## Close codes of the socket

| code | meaning | what a client does |
| --- | --- | --- |
";

/// The page `docs/CODES.md`.
pub fn codes_page() -> String {
    let mut page = HEAD.to_owned();
    for code in ALL {
        let statuses: Vec<String> = code.statuses.iter().map(ToString::to_string).collect();
        let statuses = if statuses.is_empty() { "-".to_owned() } else { statuses.join(", ") };
        // Writing to a string does not fail.
        let _ = writeln!(page, "| `{}` | {statuses} | {} | {} |", code.name, code.means, code.then);
    }
    page.push_str(CLOSE_HEAD);
    for (code, means, then) in CLOSES {
        let _ = writeln!(page, "| {code} | {means} | {then} |");
    }
    page
}
