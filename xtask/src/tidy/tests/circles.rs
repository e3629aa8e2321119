//! Import circles, planted between the files of one crate.

use super::{plant, sound, violations_of};
use crate::tidy::circles::PATH;

type Files = Vec<(&'static str, String)>;

/// The sound project, and a crate with these files below `src/`.
fn with(files: &[(&'static str, &str)]) -> Files {
    let mut all = sound();
    all.retain(|(name, _)| *name != "crates/kernel/money/src/lib.rs");
    all.extend(files.iter().map(|(name, text)| (*name, format!("//! A file.\n\n{text}\n"))));
    all
}

const LIB: &str = "crates/kernel/money/src/lib.rs";
const A: &str = "crates/kernel/money/src/a.rs";
const B: &str = "crates/kernel/money/src/b.rs";
const INNER: &str = "crates/kernel/money/src/a/inner.rs";

#[track_caller]
fn is_sound(files: &[(&'static str, &str)]) {
    assert_eq!(violations_of(&with(files)), Vec::<String>::new());
}

/// Expects exactly one violation, at this line of this file, of this circle.
#[track_caller]
fn is_circle(files: &[(&'static str, &str)], at: &str, circle: &str) {
    let found = violations_of(&with(files));
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].starts_with(&format!("{at}: an import circle: {circle};")), "{}", found[0]);
    assert!(found[0].ends_with(&format!("say why in {PATH}")), "{}", found[0]);
}

#[test]
fn two_files_that_import_each_other_are_a_circle() {
    let lib = (LIB, "mod a;\nmod b;");
    is_sound(&[lib, (A, "use crate::b::B;\npub struct A;"), (B, "pub struct B;")]);
    let b = (B, "pub struct B;\nfn f() -> crate::a::A { crate::a::A }");
    is_circle(
        &[lib, (A, "\nuse crate::b::{C, B};\npub struct A;"), b],
        &format!("{A}:4"),
        "a.rs -> b.rs -> a.rs",
    );
    is_circle(
        &[lib, (A, "fn f(_: super::b::B) {}\npub struct A;"), b],
        &format!("{A}:3"),
        "a.rs -> b.rs -> a.rs",
    );
}

#[test]
fn a_child_may_use_its_parent_or_be_used_by_it_and_not_both() {
    let child = (INNER, "use super::A;\npub fn f(_: A) {}");
    is_sound(&[(LIB, "mod a;"), (A, "mod inner;\npub struct A;"), child]);
    is_sound(&[(LIB, "mod a;"), (A, "mod inner;\npub use inner::B;"), (INNER, "pub struct B;")]);
    let circle = "a.rs -> a/inner.rs -> a.rs";
    is_circle(
        &[(LIB, "mod a;"), (A, "mod inner;\npub struct A;\nfn f() { inner::f(A) }"), child],
        &format!("{A}:5"),
        circle,
    );
    let grandparent = (INNER, "mod deep { pub fn f(_: super::super::A) {} }\npub struct B;");
    is_circle(
        &[(LIB, "mod a;"), (A, "mod inner;\nuse inner::B;\npub struct A;"), grandparent],
        &format!("{A}:4"),
        circle,
    );
}

#[test]
fn a_circle_may_be_longer_and_part_of_more() {
    let files = [
        (LIB, "mod a;\nmod b;\npub struct Root;"),
        (A, "mod inner;\nuse crate::b::B;\npub struct A;"),
        (B, "use crate::a::inner::I;\npub struct B;"),
        (INNER, "use super::A;\nuse crate::Root;\npub struct I;"),
    ];
    is_circle(&files, &format!("{A}:4"), "a.rs -> b.rs -> a/inner.rs -> a.rs");
    let mut more = files;
    more[2].1 = "use crate::a::{A, inner::I};\npub struct B;";
    is_circle(&more, &format!("{A}:4"), "a.rs -> b.rs -> a.rs, in one of 3 files: a.rs, a/inner.rs, b.rs");
}

/// Names that a facade hands on count where they are defined.
#[test]
fn a_facade_is_looked_through() {
    let lib = (LIB, "mod a;\nmod b;\npub use a::A;\npub use b::*;");
    is_sound(&[lib, (A, "use crate::B;\npub struct A;"), (B, "pub struct B;")]);
    let both = [lib, (A, "use crate::B;\npub struct A;"), (B, "use crate::A;\npub struct B;")];
    is_circle(&both, &format!("{A}:3"), "a.rs -> b.rs -> a.rs");
}

#[test]
fn tests_other_crates_and_words_are_no_imports() {
    let b = "//! See crate::a::A.\nuse money::a::A;\n#[cfg(test)]\nmod tests {\n use crate::a::A;\n}\npub struct B;";
    is_sound(&[(LIB, "mod a;\nmod b;"), (A, "use crate::b::B;\npub struct A;"), (B, b)]);
}

#[test]
fn a_circle_with_a_reason_may_stay_as_long_as_it_is_there() {
    let lib = (LIB, "mod a;\nmod b;");
    let mut files =
        with(&[lib, (A, "use crate::b::B;\npub struct A;"), (B, "use crate::a::A;\npub struct B;")]);
    let listed = |reason: &str| format!("[[circle]]\nfiles = [\"{A}\", \"{B}\"]\nreason = \"{reason}\"\n");
    files.push((PATH, listed("one thing in two files")));
    assert_eq!(violations_of(&files), Vec::<String>::new());
    files.pop();
    files.push((PATH, listed(" ")));
    let found = violations_of(&files);
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(
        found[1].starts_with(&format!("{PATH}:1: a circle without its files or its reason")),
        "{}",
        found[1]
    );
    plant(PATH, listed("gone"), &format!("{PATH}:1: these files are no circle"), "remove the exception");
}
