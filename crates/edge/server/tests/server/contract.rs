//! The contract of the server: the committed documents are those that it serves, and every answer in the tests of this
//! crate fits them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use house::HouseRefusal;
use punto_server::contract::{self, codes};
use serde_json::Value;
use table::Refusal;

use crate::http::get;
use crate::test_server::TestServer;

/// Compares a committed document with the present one; `PUNTO_WRITE_CONTRACT=1` writes it.
fn is_committed(name: &str, present: &str) {
    let file = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs")).join(name);
    if std::env::var_os("PUNTO_WRITE_CONTRACT").is_some() {
        std::fs::write(&file, present).expect("the document can be written");
    }
    let stored = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(stored == present, "docs/{name} is old: run this test with PUNTO_WRITE_CONTRACT=1 to write it");
}

#[test]
fn the_committed_documents_are_up_to_date() {
    is_committed("openapi.json", &contract::text(&contract::openapi()));
    is_committed("messages.schema.json", &contract::text(&contract::messages()));
    is_committed("CODES.md", &contract::codes_page());
}

#[tokio::test]
async fn the_documents_are_served_as_they_are_committed() {
    let server = TestServer::start().await;
    for (path, expected, kind) in [
        ("/api/v1/openapi.json", contract::openapi(), "application/json"),
        ("/api/v1/messages.schema.json", contract::messages(), "application/schema+json"),
    ] {
        let answer = get(server.address, path, None).await;
        assert_eq!((answer.status, answer.header("content-type")), (200, Some(kind)));
        assert_eq!(answer.json(), expected, "{path}");
    }
    server.stop().await;
}

#[test]
fn every_refusal_of_the_house_is_in_the_catalogue() {
    let missing: Vec<&str> = HouseRefusal::codes().filter(|code| codes::find(code).is_none()).collect();
    assert_eq!(missing, Vec::<&str>::new(), "add them to crates/edge/server/src/contract/codes.rs");
}

/// Every text in snake case between quotes in the sources of this crate.
fn words_in_sources(folder: &Path, words: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).expect("the sources are there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            words_in_sources(&path, words);
        } else if !path.ends_with("contract/codes.rs") {
            let text = std::fs::read_to_string(&path).expect("a source is text");
            words.extend(text.split('"').skip(1).step_by(2).map(str::to_owned));
        }
    }
}

/// The first text in quotes after each of these calls: the code of an error that this crate makes itself.
fn codes_in_sources(folder: &Path, codes: &mut BTreeSet<String>) {
    const CALLS: [&str; 4] = ["Problem::new(", "Problem::failed(", "Problem::too_many(", "ErrorBody::new("];
    let is_code = |text: &&str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    for entry in std::fs::read_dir(folder).expect("the sources are there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            codes_in_sources(&path, codes);
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a source is text");
        for call in CALLS {
            for after in text.split(call).skip(1) {
                let arguments = after.split(';').next().unwrap_or_default();
                codes.extend(arguments.split('"').skip(1).step_by(2).find(is_code).map(str::to_owned));
            }
        }
    }
}

#[test]
fn the_catalogue_has_the_codes_that_this_crate_makes_and_no_others() {
    let sources = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src"));
    let mut made = BTreeSet::new();
    codes_in_sources(sources, &mut made);
    assert!(made.contains("unacceptable") && made.contains("too_many_guests"), "{made:?}");
    let missing: Vec<&String> = made.iter().filter(|code| codes::find(code).is_none()).collect();
    assert_eq!(missing, Vec::<&String>::new(), "add them to crates/edge/server/src/contract/codes.rs");

    let mut known = BTreeSet::new();
    words_in_sources(sources, &mut known);
    known.extend(HouseRefusal::codes().map(str::to_owned));
    // Made from what the path names.
    known.extend(
        ["shoe", "round", "correction", "adjustment", "patron", "staff", "recording", "hold", "picture"]
            .map(|it| format!("unknown_{it}")),
    );
    known.extend([wire::codec::MALFORMED.to_owned()]);
    let dead: Vec<&str> =
        codes::ALL.iter().map(|code| code.name).filter(|code| !known.contains(*code)).collect();
    assert_eq!(dead, Vec::<&str>::new(), "nothing sends them");
}

#[test]
fn a_code_stands_once_and_says_what_to_do() {
    let names: BTreeSet<&str> = codes::ALL.iter().map(|code| code.name).collect();
    assert_eq!(names.len(), codes::ALL.len());
    for code in codes::ALL {
        assert!(!code.means.is_empty() && !code.then.is_empty(), "{}", code.name);
        assert!(!code.means.contains('|') && !code.then.contains('|'), "{}", code.name);
    }
}

#[test]
fn the_catalogue_says_of_refusals_without_values_what_their_messages_say() {
    for refusal in [Refusal::NothingToClear, Refusal::NothingToUndo] {
        let means = codes::find(refusal.code()).expect("it is in the catalogue").means;
        assert_eq!(means, refusal.to_string(), "{}", refusal.code());
    }
}

/// Looks up what the document says about an answer: the operation of a request, and its status and code there.
pub(crate) fn fits(
    document: &Value,
    method: &str,
    path: &str,
    status: u16,
    code: Option<&str>,
) -> Result<(), String> {
    let path = path.split('?').next().unwrap_or_default();
    let Some(operation) = operation(document, method, path) else { return Ok(()) };
    let mut response = &operation["responses"][status.to_string()];
    if let Some(shared) = response["$ref"].as_str() {
        response = document.pointer(shared.trim_start_matches('#')).unwrap_or(response);
    }
    if response.is_null() {
        return Err(format!("{method} {path} does not document {status}"));
    }
    let Some(code) = code else { return Ok(()) };
    let text = response.to_string();
    if text.contains(&format!("\"{code}\"")) {
        Ok(())
    } else {
        Err(format!("{method} {path} does not document {status} {code}"))
    }
}

fn operation<'a>(document: &'a Value, method: &str, path: &str) -> Option<&'a Value> {
    let parts: Vec<&str> = path.split('/').collect();
    let names_it = |template: &str| {
        let own: Vec<&str> = template.split('/').collect();
        own.len() == parts.len()
            && own
                .iter()
                .zip(&parts)
                .all(|(own, part)| own == part || (own.starts_with('{') && !part.is_empty()))
    };
    let paths = document["paths"].as_object()?;
    // A path that is written out comes before one with parameters.
    let (_, item) =
        paths.get_key_value(path).or_else(|| paths.iter().find(|(template, _)| names_it(template)))?;
    item.get(method.to_lowercase())
}

/// The fields of an object in the JSON Schema, without its tag; a `?` follows those that may be left out.
fn fields_of(object: &Value, tag: &str) -> BTreeSet<String> {
    let required = object["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let required: BTreeSet<&str> = required.collect();
    let names = object["properties"].as_object().into_iter().flatten().map(|(name, _)| name.as_str());
    let marked = |name: &str| if required.contains(name) { name.to_owned() } else { format!("{name}?") };
    names.filter(|name| *name != tag).map(marked).collect()
}

/// The variants of a definition of the JSON Schema, by the value of their tag, with their fields.
fn variants(definition: &Value, tag: &str) -> BTreeMap<String, BTreeSet<String>> {
    let all = definition["oneOf"].as_array().expect("the definition has variants");
    let name =
        |one: &Value| one["properties"][tag]["const"].as_str().expect("a variant has a tag").to_owned();
    all.iter().map(|one| (name(one), fields_of(one, tag))).collect()
}

/// The rows of the tables with these titles on the page of the protocol: the name and its fields.
fn rows(page: &str, title: &str) -> BTreeMap<String, BTreeSet<String>> {
    let start = format!("| {title} | meaning | fields |");
    let mut found = BTreeMap::new();
    for table in page.split(&start).skip(1) {
        for line in table.lines().skip(2).take_while(|line| line.starts_with('|')) {
            let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
            let fields = cells.last().copied().unwrap_or_default().replace('`', "");
            let fields = fields.split(", ").filter(|field| *field != "-").map(str::to_owned).collect();
            found.insert(cells[0].replace('`', ""), fields);
        }
    }
    found
}

fn protocol_page() -> String {
    let file = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/PROTOCOL.md"));
    std::fs::read_to_string(file).expect("docs/PROTOCOL.md is there")
}

#[test]
fn the_page_of_the_protocol_has_every_message_with_its_fields() {
    let (page, schema) = (protocol_page(), contract::messages());
    let all = &schema["$defs"];
    let mut messages = variants(&all["ClientMessage"], "type");
    messages.extend(variants(&all["ServerMessage"], "type"));
    assert_eq!(rows(&page, "message"), messages);
    assert_eq!(rows(&page, "event"), variants(&all["PublicEvent"], "type"));

    assert_eq!(rows(&page, "phase"), variants(&all["PhaseView"], "name"));
    assert_eq!(rows(&page, "result"), variants(&all["ResultView"], "name"));
    assert_eq!(rows(&page, "notice"), variants(&all["CardNotice"], "what"));

    let tagged = ["ClientMessage", "ServerMessage", "PublicEvent", "PhaseView", "ResultView", "CardNotice"];
    let words = ["SideId", "CardSlot"];
    let objects = all.as_object().into_iter().flatten();
    let objects: BTreeMap<String, BTreeSet<String>> = objects
        .filter(|(name, _)| !tagged.contains(&name.as_str()) && !words.contains(&name.as_str()))
        .map(|(name, object)| (name.clone(), fields_of(object, "")))
        .collect();
    assert_eq!(rows(&page, "object"), objects);
}

#[test]
fn the_page_of_the_protocol_has_an_example_of_every_message() {
    let (page, schema) = (protocol_page(), contract::messages());
    let mut missing = BTreeSet::new();
    for (sender, definition) in [("< ", "ClientMessage"), ("> ", "ServerMessage"), ("> ", "PublicEvent")] {
        let known = variants(&schema["$defs"][definition], "type");
        missing.extend(known.keys().cloned());
        for line in page.lines().filter_map(|line| line.trim_start().strip_prefix(sender)) {
            let Ok(Value::Object(message)) = serde_json::from_str::<Value>(line) else { continue };
            let event = message.get("event").and_then(Value::as_object);
            let told = if definition == "PublicEvent" { event } else { Some(&message) };
            let Some((told, name)) = told.and_then(|it| Some((it, it.get("type")?.as_str()?))) else {
                continue;
            };
            let fields = known.get(name).unwrap_or_else(|| panic!("no {definition} is {name}: {line}"));
            for field in fields {
                assert!(field.ends_with('?') || told.contains_key(field), "{field} is missing: {line}");
            }
            // `note` is the page's example of a field that the server does not know.
            for field in told.keys().filter(|field| !["type", "note"].contains(&field.as_str())) {
                let is_known = fields.contains(field) || fields.contains(&format!("{field}?"));
                assert!(is_known, "{field} is unknown: {line}");
            }
            missing.remove(name);
        }
    }
    assert_eq!(missing, BTreeSet::new(), "docs/PROTOCOL.md has no example of them");
}
