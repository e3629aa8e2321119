//! House rules are read as the crate `toml` reads them, which has a reader of its own: the same values at the same places.

use proptest::prelude::*;
use toml::de::{DeTable, DeValue};

use super::*;

/// What both readers see, in words; none when a value is there that no house rule has.
fn own(value: &Value) -> Option<String> {
    Some(match value {
        Value::Text(text) => format!("{text:?}"),
        Value::Integer(number) => number.to_string(),
        Value::Other => return None,
        Value::List(values) | Value::Tables(values) => {
            format!("{:?}", values.iter().map(|value| own(value.get_ref())).collect::<Option<Vec<_>>>()?)
        }
        Value::Table(table) => own_table(table)?,
    })
}

fn own_table(table: &Table) -> Option<String> {
    let field = |(key, value): &(Key, Spanned<Value>)| {
        Some((key.span().start, key.span().end, key.get_ref().clone(), own(value.get_ref())?))
    };
    Some(format!("{:?}", table.iter().map(field).collect::<Option<Vec<_>>>()?))
}

fn other(value: &DeValue<'_>) -> Option<String> {
    Some(match value {
        DeValue::String(text) => format!("{:?}", text.as_ref()),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok()?.to_string(),
        DeValue::Array(values) => {
            format!("{:?}", values.iter().map(|value| other(value.get_ref())).collect::<Option<Vec<_>>>()?)
        }
        DeValue::Table(table) => other_table(table)?,
        _ => return None,
    })
}

fn other_table(table: &DeTable<'_>) -> Option<String> {
    let field = |(key, value): (&toml::Spanned<std::borrow::Cow<'_, str>>, &toml::Spanned<DeValue<'_>>)| {
        Some((key.span().start, key.span().end, key.get_ref().to_string(), other(value.get_ref())?))
    };
    let mut fields = table.iter().map(field).collect::<Option<Vec<_>>>()?;
    fields.sort();
    Some(format!("{fields:?}"))
}

/// The documents with house rules that both accept are the same, with the same values at the same places.
fn alike(text: &str) -> Result<bool, TestCaseError> {
    let ours = parse(text).ok().and_then(|table| own_table(&table));
    let theirs = DeTable::parse(text).ok().and_then(|table| other_table(table.get_ref()));
    prop_assert!(ours == theirs, "{:?}\n{:?}\n{:?}", text, ours, theirs);
    Ok(ours.is_some())
}

#[test]
fn the_built_in_documents_are_read_alike() {
    for id in crate::HouseRules::BUILTIN {
        assert!(alike(crate::HouseRules::builtin_text(id).unwrap()).unwrap(), "{id}");
    }
    assert!(alike(include_str!("../../../rules/paytables.toml")).unwrap());
}

#[test]
fn what_toml_says_of_tables_and_texts_holds() {
    for (text, is_read) in [
        ("a.b = 1\na.c = 2", true),
        ("a.b = 1\n[a]", false),
        ("a.b = 1\n[a.b]", false),
        ("a.b = 1\n[a.c]\nd = 1", true),
        ("[a.b]\n[a]\nc = 1", true),
        ("[a.b]\n[a]\nb.c = 1", false),
        ("[a]\n[a]", false),
        ("[a]\nb.c = 1\n[a.b]", false),
        ("a = {b = 1}\n[a.c]", false),
        ("a = {b = 1}\na.c = 1", false),
        ("[[a]]\nb = 1\n[[a]]\nb = 2\n[a.c]\nd = 1", true),
        ("[[a]]\n[a]", false),
        ("[a]\n[[a]]", false),
        ("a = []\n[[a]]", false),
        ("a = 1\na = 2", false),
        ("\"a b\".'c' = 'd\\'\n", true),
        ("a = \"\"\"\nb\\\n   c\"\"\"\"\"", true),
        ("a = '''b\nc'''", true),
        ("a = [1, 0x1F, 0o7, 0b1, 1_000, -5, +5,\n # c\n]", true),
        ("a = 01", false),
        ("a = 1__0", false),
        ("a = \"\\u00e9\\U0001F600\"", true),
        ("a = \"\\ud800\"", false),
        ("a = \"\n\"", false),
        ("a = 1 b = 2", false),
        ("a = # c", false),
        ("# \u{1}", false),
        ("a = 1 # c\r\nb = 2", true),
    ] {
        assert_eq!(alike(text).unwrap(), is_read, "{text:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { max_global_rejects: 1 << 20, ..ProptestConfig::with_cases(4_000) })]

    #[test]
    fn documents_of_small_parts_are_read_alike(
        parts in prop::collection::vec(prop::sample::select(&[
            "a", "b", "a.b", "[a]\n", "[b]\n", "[a.b]\n", "[[a]]\n", "[[a.b]]\n", " = ", "a = 1\n", "b = 'x'\n",
            "a.b = 2\n", "b.a = {}\n", "a = [", "]", ",", "{a = 1", "}", "\n", "\r\n", "\r", "#", " ", "\t", "1",
            "\"", "'", "\"\"\"", "'''", "\\", "\\n", "_", "-", "+", "0x", "0", ".", "\u{7f}", "é", "b.\"a\" = \"\"\n",
        ]), 0..9)
    ) {
        alike(&parts.concat())?;
    }

    #[test]
    fn changed_documents_are_read_alike(
        which in 0..6_usize,
        at in any::<prop::sample::Index>(),
        cut in 0..4_usize,
        put in "[\\[\\]{}=.,\"'#\\\\ \na0_-]{0,3}",
    ) {
        let text = crate::HouseRules::builtin_text(crate::HouseRules::BUILTIN[which]).unwrap();
        let start = at.index(text.len());
        let end = start.saturating_add(cut).min(text.len());
        if let (Some(before), Some(after)) = (text.get(..start), text.get(end..)) {
            alike(&[before, &put, after].concat())?;
        }
    }

    #[test]
    fn words_are_numbers_alike(word in "[-+]?(0[xob])?[0-9a-fx_.:eTZ]{0,8}") {
        alike(&format!("a = {word}"))?;
    }

    #[test]
    fn texts_are_read_alike(text in "(\"|'){0,4}(\\\\[btnfr\"\\\\ueUx\n ]|[a0-9'\"\n\r\t é]){0,8}(\"|'){0,5}") {
        alike(&format!("a = {text}"))?;
    }
}

#[test]
fn a_table_of_too_many_fields_is_refused() {
    let fields = |count: usize| (0..count).map(|at| format!("f{at} = 1")).collect::<Vec<_>>().join("\n");
    assert!(parse(&fields(256)).is_ok());
    assert_eq!(parse(&fields(257)).unwrap_err().message, "is one field too many for a table");
    assert!(parse(&format!("{}\n[a.b]", fields(256))).is_err());
}
