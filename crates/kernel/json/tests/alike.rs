//! What this crate reads and writes is what `serde_json` reads and writes; and what it refuses has a field.
#![allow(clippy::unwrap_used, reason = "in a test it says: this cannot fail here")]
#![allow(
    clippy::redundant_closure_for_method_calls,
    reason = "a method of one lifetime is none of every lifetime"
)]

use proptest::prelude::*;
use punto_json::{Node, Place, Wrong, read, write};
use serde_json::{Value, json};

/// A value that both can hold, written by this crate.
fn put(to: Place<'_>, value: &Value) {
    match value {
        Value::Null => to.null(),
        Value::Bool(flag) => to.flag(*flag),
        Value::Number(number) => to.number(number.as_u64().unwrap()),
        Value::String(text) => to.text(text),
        Value::Array(values) => to.list(values, put),
        Value::Object(fields) => to.record(|it| {
            for (name, value) in fields {
                put(it.field(name), value);
            }
        }),
    }
}

/// The same value, read by this crate when `like` has its shape.
fn get(node: Node<'_>, like: &Value) -> Result<Value, Wrong> {
    Ok(match like {
        Value::Null => node.record(|_| Ok(Value::Null))?,
        Value::Bool(_) => node.flag()?.into(),
        Value::Number(_) => node.number::<u64>()?.into(),
        Value::String(_) => node.string()?.into(),
        Value::Array(like) => {
            let first = like.first().cloned().unwrap_or_default();
            node.list(|node| get(node, &first))?.into()
        }
        Value::Object(like) => node.record(|it| {
            like.iter().map(|(name, like)| Ok((name.clone(), get(it.get(name)?, like)?))).collect()
        })?,
    })
}

fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        ".*".prop_map(Value::from),
        "[\\x00-\\x24\\\\]*".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            (inner.clone(), 0..4_usize).prop_map(|(value, count)| vec![value; count].into()),
            prop::collection::btree_map("[a-z]{1,6}", inner, 0..4).prop_map(|map| json!(map)),
        ]
    })
}

proptest! {
    #[test]
    fn writing_is_alike_and_reads_back(value in values()) {
        let text = write(|to| put(to, &value));
        prop_assert_eq!(&text, &value.to_string());
        prop_assert_eq!(read(&text, |node| get(node, &value)).unwrap(), value.clone());
        let spaced = serde_json::to_string_pretty(&value).unwrap();
        prop_assert_eq!(read(&spaced, |node| get(node, &value)).unwrap(), value);
    }

    #[test]
    fn the_same_texts_are_json(text in "[-\\[\\]{}:,\" \\n\\\\/a-fu0-9.eE+tnrls]{0,12}") {
        let other = serde_json::from_str::<Value>(&text);
        // A number that is too large for a double is JSON all the same.
        prop_assume!(!other.as_ref().is_err_and(|error| error.to_string().contains("out of range")));
        prop_assert_eq!(read(&text, |_| Ok(())).is_ok(), other.is_ok());
    }

    #[test]
    fn escaped_texts_are_alike(inside in r#"(\\u[dD][8-9a-fA-F][0-9a-f]{2}|\\["\\/bfnrtux0]|[a-zé\x00-\x1f"]){0,6}"#) {
        let text = format!("\"{inside}\"");
        prop_assert_eq!(read(&text, |node| node.string()).ok(), serde_json::from_str::<String>(&text).ok());
    }
}

fn refused(text: &str, take: impl FnOnce(Node<'_>) -> Result<(), Wrong>) -> String {
    read(text, take).unwrap_err().to_string()
}

#[test]
fn what_is_wrong_is_named_with_its_field() {
    let small = |node: Node<'_>| node.record(|it| it.get("a")?.list(|node| node.number::<u8>()).map(drop));
    for (text, expected) in [
        ("{", "a text was expected at line 1, column 2"),
        ("{\"a\":[1,\n 2,]}", "a value was expected at line 2, column 4"),
        ("{} {}", "the end was expected at line 1, column 4"),
        ("[]", "an object was expected"),
        ("{}", "missing field `a`"),
        ("{\"a\":null}", "a: a list was expected"),
        ("{\"a\":[0,256]}", "a[1]: a whole number up to 255 was expected"),
        ("{\"a\":[1.0]}", "a[0]: a whole number up to 255 was expected"),
        ("{\"a\":[-1]}", "a[0]: a whole number up to 255 was expected"),
        ("{\"a\":[],\"b\":{}}", "b: there is no such field"),
        ("{\"a\":[],\"a\":[]}", "a: this field is there twice"),
    ] {
        assert_eq!(refused(text, small), expected, "{text}");
    }
    let deep =
        |node: Node<'_>| node.record(|it| it.get("a")?.list(|node| node.record(|it| it.get("b")?.flag())));
    assert_eq!(
        refused("{\"a\":[{\"b\":\"\"}]}", |node| deep(node).map(drop)),
        "a[0].b: true or false was expected"
    );
    assert_eq!(
        refused("[\"1\",\"x\"]", |node| node.texts::<u8>().map(drop)),
        "[1]: invalid digit found in string"
    );
}

#[test]
fn an_optional_field_may_be_null_or_missing_and_nothing_else() {
    let take =
        |text: &str| read(text, |node| node.record(|it| it.optional("a", |node| node.number::<u64>())));
    assert_eq!(take("{}"), Ok(None));
    assert_eq!(take("{\"a\":null}"), Ok(None));
    assert_eq!(take(&format!("{{\"a\":{}}}", u64::MAX)), Ok(Some(u64::MAX)));
    assert!(take("{\"a\":18446744073709551616}").is_err());
    assert!(take("{\"a\":null,\"a\":1}").is_err());
}

#[test]
fn a_deep_nest_is_refused_before_it_fills_the_stack() {
    let nest = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    assert_eq!(read(&nest(32), |_| Ok(())), Ok(()));
    assert!(refused(&nest(33), |_| Ok(())).contains("not so deep"));
    assert!(refused(&nest(1_000_000), |_| Ok(())).contains("not so deep"));
}

#[test]
fn fields_behind_the_sixty_fourth_are_none_that_were_asked_for() {
    let fields: Vec<String> = (0..65).map(|at| format!("\"f{at}\":0")).collect();
    let take = |count: usize| {
        read(&format!("{{{}}}", fields[..count].join(",")), |node| {
            node.record(|it| {
                (0..count).try_for_each(|at| it.get(&format!("f{at}"))?.number::<u8>().map(drop))
            })
        })
    };
    assert_eq!(take(64), Ok(()));
    assert_eq!(take(65).unwrap_err().to_string(), "f64: there is no such field");
}
