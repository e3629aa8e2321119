//! Import circles, planted between the files of one crate.

use super::{LIB, is_refused, violations_with};
use crate::tidy::circles::PATH;

const A: &str = "crates/kernel/money/src/a.rs";
const B: &str = "crates/kernel/money/src/b.rs";
const INNER: &str = "crates/kernel/money/src/a/inner.rs";

/// The names of the files with their texts below a header.
fn files<'a>(files: &[(&'a str, &str)]) -> Vec<(&'a str, String)> {
    files.iter().map(|(name, text)| (*name, format!("//! A file.\n\n{text}\n"))).collect()
}

fn borrowed<'a>(files: &'a [(&str, String)]) -> Vec<(&'a str, &'a str)> {
    files.iter().map(|(name, text)| (*name, text.as_str())).collect()
}

fn are_sound(planted: &[(&str, &str)]) {
    assert_eq!(violations_with(&borrowed(&files(planted))), Vec::<String>::new(), "{planted:?}");
}

/// Expects exactly one violation, of this circle, at this line of [`A`].
fn are_a_circle(planted: &[(&str, &str)], line: usize, circle: &str) {
    let expected = format!("{A}:{line}: an import circle: {circle};...say why in {PATH}");
    is_refused(&borrowed(&files(planted)), &expected);
}

const BOTH: (&str, &str) = (LIB, "mod a;\nmod b;");
/// Two files that import each other.
const PAIR: [(&str, &str); 3] =
    [BOTH, (A, "use crate::b::B;\npub struct A;"), (B, "use crate::a::A;\npub struct B;")];

#[test]
fn files_that_do_not_import_each_other_are_sound() {
    let child = (INNER, "use super::A;\npub fn f(_: A) {}");
    let words = "//! See crate::a::A.\nuse money::a::A;\n#[cfg(test)]\nmod tests {\n use crate::a::A;\n}\npub struct B;";
    are_sound(&[BOTH, PAIR[1], (B, "pub struct B;")]);
    are_sound(&[(LIB, "mod a;"), (A, "mod inner;\npub struct A;"), child]);
    are_sound(&[(LIB, "mod a;"), (A, "mod inner;\npub use inner::B;"), (INNER, "pub struct B;")]);
    are_sound(&[BOTH, PAIR[1], (B, words)]);
}

#[test]
fn files_that_import_each_other_are_a_circle() {
    let pair = "a.rs -> b.rs -> a.rs";
    let b = (B, "pub struct B;\nfn f() -> crate::a::A { crate::a::A }");
    are_a_circle(&PAIR, 3, pair);
    are_a_circle(&[BOTH, (A, "\nuse crate::b::{C, B};\npub struct A;"), b], 4, pair);
    are_a_circle(&[BOTH, (A, "fn f(_: super::b::B) {}\npub struct A;"), b], 3, pair);
    let in_macro = (B, "pub struct B;\nfn f() { assert!(crate::a::A.is_there()) }");
    are_a_circle(&[BOTH, PAIR[1], in_macro], 3, pair);

    let (with_child, circle) = ((LIB, "mod a;"), "a.rs -> a/inner.rs -> a.rs");
    let child = (INNER, "use super::A;\npub fn f(_: A) {}");
    are_a_circle(&[with_child, (A, "mod inner;\npub struct A;\nfn f() { inner::f(A) }"), child], 5, circle);
    let grandparent = (INNER, "mod deep { pub fn f(_: super::super::A) {} }\npub struct B;");
    are_a_circle(&[with_child, (A, "mod inner;\nuse inner::B;\npub struct A;"), grandparent], 4, circle);
}

#[test]
fn a_circle_may_be_longer_and_part_of_more() {
    let mut planted = [
        (LIB, "mod a;\nmod b;\npub struct Root;"),
        (A, "mod inner;\nuse crate::b::B;\npub struct A;"),
        (B, "use crate::a::inner::I;\npub struct B;"),
        (INNER, "use super::A;\nuse crate::Root;\npub struct I;"),
    ];
    are_a_circle(&planted, 4, "a.rs -> b.rs -> a/inner.rs -> a.rs");
    planted[2].1 = "use crate::a::{A, inner::I};\npub struct B;";
    are_a_circle(&planted, 4, "a.rs -> b.rs -> a.rs, in one of 3 files: a.rs, a/inner.rs, b.rs");
}

/// Names that a facade hands on count where they are defined.
#[test]
fn a_facade_is_looked_through() {
    let (lib, a) =
        ((LIB, "mod a;\nmod b;\npub use a::A;\npub use b::*;"), (A, "use crate::B;\npub struct A;"));
    are_sound(&[lib, a, (B, "pub struct B;")]);
    are_a_circle(&[lib, a, (B, "use crate::A;\npub struct B;")], 3, "a.rs -> b.rs -> a.rs");
    let calls = (A, "use crate::f;\npub struct A;");
    are_a_circle(&[lib, calls, (B, "use crate::A;\npub const fn f() {}")], 3, "a.rs -> b.rs -> a.rs");
}

#[test]
fn a_circle_with_a_reason_may_stay_as_long_as_it_is_there() {
    let pair = files(&PAIR);
    let listed = |reason: &str| format!("[[circle]]\nfiles = [\"{A}\", \"{B}\"]\nreason = \"{reason}\"\n");
    let with = |list: &str| violations_with(&[&borrowed(&pair)[..], &[(PATH, list)]].concat());
    assert_eq!(with(&listed("one thing in two files")), Vec::<String>::new());
    assert_eq!(with(&listed(" ")), [format!("{PATH}:1: this circle has no reason; say why")]);
    is_refused(
        &[(PATH, &listed("gone"))],
        &format!("{PATH}:1: these files are no circle; remove the exception"),
    );
    is_refused(&[(PATH, "[[circle]]\nfiles = []\n")], &format!("{PATH}:1: missing field `reason`;..."));
}
