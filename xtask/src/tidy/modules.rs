//! The files of one crate by module, and the file in which a path ends. Names that a file re-exports are followed to
//! their definition: using a facade does not import it.

use std::collections::BTreeMap;

use super::imports::{self, Imports, Path};
use super::tree::Tree;

/// How many times a name is followed from one `use` to the next.
const HOPS: usize = 16;

/// The path of a module from the root of its crate.
type Name = Vec<String>;

/// One crate's source.
pub(super) struct Modules<'a> {
    files: BTreeMap<Name, Source<'a>>,
}

struct Source<'a> {
    /// Of the file, relative to the root of the project.
    path: &'a str,
    imports: Imports,
}

/// One file's use of another.
pub(super) struct Import<'a> {
    pub(super) from: &'a str,
    pub(super) to: &'a str,
    /// Of the import, from 1.
    pub(super) line: usize,
}

impl<'a> Modules<'a> {
    /// Reads the files below a folder that ends in `src/`.
    pub(super) fn read(tree: &'a Tree, folder: &str) -> Self {
        let mut files = BTreeMap::new();
        let has_library = tree.text(&format!("{folder}lib.rs")).is_some();
        for file in tree.with_extension(&["rs"]) {
            let Some(inner) = file.path.strip_prefix(folder) else { continue };
            // Beside a library, the program is a crate of its own.
            if inner.starts_with("bin/") || has_library && inner == "main.rs" {
                continue;
            }
            let text = file.text.as_deref().unwrap_or_default();
            files.insert(name_of(inner), Source { path: &file.path, imports: imports::of(text) });
        }
        Self { files }
    }

    /// Every import of one file of the crate by another.
    pub(super) fn imports(&self) -> Vec<Import<'a>> {
        let mut imports = Vec::new();
        for (name, source) in &self.files {
            let uses = source.imports.uses.iter().map(|used| &used.path);
            for path in uses.chain(&source.imports.paths) {
                let base = [&name[..], &path.scope[..]].concat();
                let to = self.follow(&base, &path.segments, HOPS).and_then(|name| self.files.get(name));
                if let Some(to) = to.filter(|to| to.path != source.path) {
                    imports.push(Import { from: source.path, to: to.path, line: path.line });
                }
            }
        }
        imports
    }

    /// The module of the file in which a path ends; none if it leaves the crate. `base` is the module that holds the
    /// path.
    fn follow(&self, base: &[String], path: &[String], hops: usize) -> Option<&Name> {
        let hops = hops.checked_sub(1)?;
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => self.find(rest, hops),
            "self" => self.find(&[base, rest].concat(), hops),
            "super" if rest.first().is_some_and(|next| next == "super") => {
                self.follow(base.split_last()?.1, rest, hops)
            }
            "super" => self.find(&[base.split_last()?.1, rest].concat(), hops),
            _ if self.files.contains_key(&[base, std::slice::from_ref(first)].concat()) => {
                self.find(&[base, path].concat(), hops)
            }
            _ => {
                let used = self.brought(base, first).filter(|used| used.segments != *path)?;
                self.follow(base, &[&used.segments[..], rest].concat(), hops)
            }
        }
    }

    /// The module of the file in which a path from the root ends.
    fn find(&self, path: &[String], hops: usize) -> Option<&Name> {
        let length = (0..=path.len()).rev().find(|length| self.files.contains_key(&path[..*length]))?;
        let (module, rest) = path.split_at(length);
        let (name, source) = self.files.get_key_value(module)?;
        let Some(wanted) = rest.first() else { return Some(name) };
        if let Some(used) = self.brought(module, wanted) {
            return self.follow(module, &[&used.segments[..], &rest[1..]].concat(), hops);
        }
        if source.imports.items.contains(wanted) {
            return Some(name);
        }
        let everything = source.imports.uses.iter().filter(|used| used.name.is_none());
        let handed_on = everything.filter_map(|used| {
            let there = self.follow(module, &used.path.segments, hops)?;
            let target = self.files.get(there)?;
            target.imports.items.contains(wanted).then_some(there)
        });
        handed_on.chain([name]).next()
    }

    /// The path behind a name that a `use` of a module brings in.
    fn brought(&self, module: &[String], name: &str) -> Option<&Path> {
        let length = (0..=module.len()).rev().find(|length| self.files.contains_key(&module[..*length]))?;
        let source = self.files.get(&module[..length])?;
        let uses = source.imports.uses.iter().filter(|used| used.path.scope == module[length..]);
        uses.filter(|used| used.name.as_deref() == Some(name)).map(|used| &used.path).next()
    }
}

/// The module name of a file, from its path below `src/`.
fn name_of(inner: &str) -> Name {
    let stem = inner.strip_suffix(".rs").unwrap_or(inner);
    let stem = stem.strip_suffix("/mod").unwrap_or(stem);
    match stem {
        "lib" | "main" => Name::new(),
        stem => stem.split('/').map(str::to_owned).collect(),
    }
}
