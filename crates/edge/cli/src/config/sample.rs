//! The sample of a configuration: every setting, with what it is and its value.

use super::key::{Key, Sample};
use super::keys::KEYS;

const HEAD: &str = r"# The configuration of a Punto server: punto serve --config FILE
#
# Flags override variables of the environment, which override this file. A key such as public_url is --public-url as a
# flag and PUNTO_PUBLIC_URL in the environment; one of a section such as limits.sockets is PUNTO_LIMITS_SOCKETS. Paths
# are relative to the folder of this file. A line that begins with # has the built-in value, or an example where none is
# built in. punto serve --config FILE --check says what is wrong.
";

/// The keys that the sample sets as the catalogue has them: the store and the tables are beside the file.
const SET: [&str; 2] = ["data", "tables"];

/// The key that the sample sets otherwise, so that who tries the program sees a live table: its value, and why.
const OTHERWISE: (&str, &str, &str) = (
    "demonstration",
    "true",
    " The built-in value is false: write that before the first start of a house of your own.",
);

/// The width of the comments.
const WIDTH: usize = 118;

/// The text of the file.
pub(crate) fn sample() -> String {
    let (mut text, mut section) = (HEAD.to_owned(), "");
    for key in KEYS {
        let (of, name) = key.name.rsplit_once('.').unwrap_or(("", key.name));
        if of != section {
            section = of;
            text.extend(["\n[", section, "]\n"]);
        }
        text.push('\n');
        text += &entry(key, name);
    }
    text
}

fn entry(key: &Key, name: &str) -> String {
    let (value, about) = match key.sample {
        _ if key.name == OTHERWISE.0 => (OTHERWISE.1, OTHERWISE.2),
        Sample::Default(value) => (value, ""),
        Sample::Example(value) => (value, " By default there is none."),
    };
    let set = if SET.contains(&key.name) || key.name == OTHERWISE.0 { "" } else { "#" };
    let mut lines: Vec<String> = vec!["#".to_owned()];
    for word in key.help.split_whitespace().chain(about.split_whitespace()) {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= WIDTH => line.extend([" ", word]),
            _ => lines.push(format!("# {word}")),
        }
    }
    format!("{}\n{set}{name} = {value}\n", lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::super::layers::Layers;
    use super::*;
    use crate::config::Settings;

    fn read(text: &str) -> Settings {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("punto.toml");
        std::fs::write(&path, text).unwrap();
        let layers = Layers { file: Some(path), ..Layers::default() };
        let mut settings = layers.settings().unwrap_or_else(|wrong| panic!("{wrong:#?}"));
        settings.data = settings.data.strip_prefix(folder.path()).unwrap().to_owned();
        settings
    }

    #[test]
    fn the_sample_says_the_built_in_values() {
        let text = sample();
        assert!(text.lines().all(|line| line.chars().count() <= 120), "{text}");
        let defaults = |key: &&Key| matches!(key.sample, Sample::Default(_));
        let mut only_defaults = text.clone();
        for key in KEYS.iter().filter(defaults) {
            let name = key.name.rsplit('.').next().unwrap();
            let Sample::Default(value) = key.sample else { unreachable!("it was filtered") };
            only_defaults =
                only_defaults.replace(&format!("\n#{name} = {value}\n"), &format!("\n{name} = {value}\n"));
        }
        assert!(only_defaults.contains("\nlisten = \""), "{only_defaults}");
        let (given, built_in) = (read(&only_defaults), Settings::default());
        assert_eq!((given.listen, given.data), (built_in.listen, built_in.data));
        assert_eq!(
            (given.demonstration, built_in.demonstration),
            (true, false),
            "the sample shows a live table"
        );
        assert_eq!(format!("{:?}", given.limits), format!("{:?}", built_in.limits));
    }

    #[test]
    fn every_line_of_the_sample_can_be_used() {
        let text: String = sample()
            .lines()
            .filter(|line| !line.contains("data = ") && !line.starts_with("# "))
            .map(|line| line.trim_start_matches('#').to_owned() + "\n")
            .collect();
        let settings = {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("punto.toml");
            std::fs::write(&path, &text).unwrap();
            Layers { file: Some(path), ..Layers::default() }.settings()
        };
        let settings = settings.unwrap_or_else(|wrong| panic!("{wrong:#?}\n{text}"));
        assert!(settings.database.is_some() && settings.contact.is_some());
        assert_eq!(settings.timings.betting_ms, Some(15_000));
        for key in KEYS {
            let name = key.name.rsplit('.').next().unwrap();
            assert!(sample().contains(&format!("{name} = ")), "{}", key.name);
        }
    }
}
