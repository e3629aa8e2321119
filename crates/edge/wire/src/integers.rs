//! The bounds of integers in JSON Schemas, by the formats that the schemas of Rust's types have.

use serde_json::{Value, json};

/// The registered format of a Rust integer, and its bounds. A client may keep every integer in 64 bits with a sign.
pub fn bounds_of(format: &str) -> Option<(&'static str, Value, Value)> {
    Some(match format {
        "uint8" => ("int32", json!(0), json!(u8::MAX)),
        "uint16" => ("int32", json!(0), json!(u16::MAX)),
        "uint32" => ("int64", json!(0), json!(u32::MAX)),
        "uint64" | "uint" => ("int64", json!(0), json!(i64::MAX)),
        "int64" => ("int64", json!(i64::MIN), json!(i64::MAX)),
        _ => return None,
    })
}
