//! The list of planted bugs, `crates/testing/faultsim/mutations.toml`: reads it, and plants a bug in the text of files.
//! `sim/hunt.rs` builds and runs what comes of it.

use serde::Deserialize;
use toml::Spanned;

/// Where the list is.
pub(crate) const LIST: &str = "crates/testing/faultsim/mutations.toml";

/// A planted bug.
#[derive(Debug, Deserialize)]
pub(crate) struct Mutation {
    pub(crate) name: String,
    pub(crate) store: String,
    /// Within how many seeds it must be found.
    pub(crate) seeds: u64,
    /// Whether it is looked for in shifts at live tables.
    #[serde(default)]
    pub(crate) live: bool,
    edit: Vec<Spanned<Edit>>,
}

/// One replacement in one file.
#[derive(Debug, Deserialize)]
struct Edit {
    file: String,
    find: String,
    replace: String,
}

/// An edit whose text does not occur exactly once in its file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Misplaced {
    pub(crate) why: String,
    /// Where the edit begins in the list, in bytes.
    pub(crate) at: usize,
}

/// Reads the text of the list.
pub(crate) fn parse(text: &str) -> Result<Vec<Mutation>, toml::de::Error> {
    #[derive(Deserialize)]
    struct List {
        #[serde(default)]
        mutation: Vec<Mutation>,
    }
    toml::from_str::<List>(text).map(|list| list.mutation)
}

impl Mutation {
    /// The files with the bug in them, by their paths. `read` gives the text of a file as it is.
    pub(crate) fn planted(
        &self,
        read: impl Fn(&str) -> Option<String>,
    ) -> Result<Vec<(String, String)>, Misplaced> {
        let mut files: Vec<(String, String)> = Vec::new();
        for edit in &self.edit {
            let (at, edit) = (edit.span().start, edit.get_ref());
            let place = files.iter().position(|(file, _)| *file == edit.file);
            let before = place.map(|place| files.swap_remove(place).1).or_else(|| read(&edit.file));
            let text = before.unwrap_or_default();
            let times = text.matches(&edit.find).count();
            if times != 1 {
                let why = format!("{}: {} has this text {times} times", self.name, edit.file);
                return Err(Misplaced { why, at });
            }
            files.push((edit.file.clone(), text.replacen(&edit.find, &edit.replace, 1)));
        }
        Ok(files)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "[[mutation]]\nname = \"bug\"\nstore = \"memory\"\nseeds = 20\n\
        [[mutation.edit]]\nfile = \"a\"\nfind = \"one\"\nreplace = \"two\"\n\
        [[mutation.edit]]\nfile = \"a\"\nfind = \"two three\"\nreplace = \"four\"\n";

    #[test]
    fn edits_of_a_file_are_made_one_after_the_other() {
        let list = parse(TEXT).unwrap();
        let planted = list[0].planted(|_| Some("one three".to_owned()));
        assert_eq!(planted, Ok(vec![("a".to_owned(), "four".to_owned())]));
    }

    #[test]
    fn text_that_is_not_there_once_is_refused() {
        let list = parse(TEXT).unwrap();
        for (text, times) in [(Some("one one three"), 2), (Some("three"), 0), (None, 0)] {
            let misplaced = list[0].planted(|_| text.map(str::to_owned)).unwrap_err();
            assert_eq!(misplaced.why, format!("bug: a has this text {times} times"));
            assert_eq!(Some(misplaced.at), TEXT.find("[[mutation.edit]]"));
        }
    }

    #[test]
    fn a_bug_without_its_seeds_is_refused() {
        assert!(parse(&TEXT.replace("seeds = 20", "")).is_err());
        assert!(parse("[[mutation").is_err());
    }
}
