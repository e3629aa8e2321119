//! Puts the layers of a configuration over each other: built-in values, the file, the environment, the flags.

use std::collections::BTreeMap;
use std::env;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use store::PostgresStore;

use super::file;
use super::given::{Given, Layer, Value};
use super::key::{Key, Set};
use super::keys::KEYS;
use super::settings::Settings;
use crate::secret_input::check_mode;

/// The variable that names the file.
const CONFIG: &str = "PUNTO_CONFIG";

/// How many letters of a variable may differ from a known one for it to count as a mistake. Other programs set
/// variables with this prefix too, such as Kubernetes for a service of that name.
const MISSPELT: usize = 2;

/// What a configuration is made from.
#[derive(Default)]
pub(crate) struct Layers {
    /// The file, if one is named.
    pub(super) file: Option<PathBuf>,
    /// The variables of the environment.
    pub(super) environment: BTreeMap<String, String>,
    /// The flags.
    pub(super) flags: Layer,
}

/// The variables of this process that may be settings.
pub(crate) fn environment() -> BTreeMap<String, String> {
    let variables = env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.to_string_lossy().into_owned())));
    variables.filter(|(name, _)| name.starts_with("PUNTO_")).collect()
}

impl Layers {
    /// The file of the configuration, by flag or variable.
    pub(crate) fn file(&self) -> Option<&Path> {
        let named = self.environment.get(CONFIG).filter(|name| !name.is_empty()).map(Path::new);
        self.file.as_deref().or(named)
    }

    /// The settings.
    ///
    /// # Errors
    /// Everything that is wrong, each with its place.
    pub(crate) fn settings(mut self) -> Result<Settings, Vec<String>> {
        let (mut settings, mut wrong) = (Settings::default(), Vec::new());
        if let Some(path) = self.file().map(Path::to_owned) {
            match read(&path, &mut wrong) {
                Ok(layer) => apply(layer, &mut settings, &mut wrong),
                Err(error) => wrong.push(format!("cannot read {}: {error}", path.display())),
            }
        }
        apply(variables(&self.environment, &mut wrong), &mut settings, &mut wrong);
        apply(std::mem::take(&mut self.flags), &mut settings, &mut wrong);
        check_together(&settings, &mut wrong);
        if wrong.is_empty() { Ok(settings) } else { Err(wrong) }
    }
}

/// Reads the file. One with a password is for its owner alone, as every file of a secret.
fn read(path: &Path, wrong: &mut Vec<String>) -> io::Result<Layer> {
    let (mut file, mut text) = (File::open(path)?, String::new());
    file.read_to_string(&mut text)?;
    let layer = file::read(path, &text, wrong);
    let has_password = |given: &Given| match &given.value {
        Value::Texts(texts) => {
            given.key.name == "database" && texts.iter().any(|url| PostgresStore::has_password(url))
        }
        Value::Path(_) => false,
    };
    if let (Some(given), Err(why)) = (layer.iter().find(|given| has_password(given)), check_mode(&file)) {
        let instead = "or put the password into a file that database_password_file names";
        wrong.push(format!("{}: the file has a password, and {why}, {instead}", given.place));
    }
    Ok(layer)
}

/// Sets what a layer gives.
fn apply(layer: Layer, settings: &mut Settings, wrong: &mut Vec<String>) {
    let layer: Layer = layer.into_iter().filter(|given| given.value.is_given()).collect();
    let place = |name: &str| layer.iter().find(|given| given.key.name == name).map(|given| &given.place);
    if let (Some(data), Some(database)) = (place("data"), place("database")) {
        wrong.push(format!("{database}: {data} names another store; name one of both"));
    }
    for Given { key, place, value } in &layer {
        if let Err(why) = set(key, value, settings) {
            wrong.push(format!("{place}: {why}"));
        }
    }
}

fn set(key: &Key, value: &Value, settings: &mut Settings) -> Result<(), String> {
    let texts = match value {
        Value::Texts(texts) => texts.as_slice(),
        Value::Path(_) => &[],
    };
    let first = texts.first().map_or("", String::as_str);
    match key.set {
        Set::Text(set) => set(settings, first),
        Set::List(set) => set(settings, texts),
        Set::Path(set) => {
            let path = match value {
                Value::Path(Some(path)) => path.clone(),
                _ => PathBuf::from(first),
            };
            set(settings, path);
            Ok(())
        }
        Set::Switch(set) => {
            set(settings, first.parse().map_err(|_| format!("{first:?} is neither true nor false"))?);
            Ok(())
        }
        Set::Number(from, to, set) => {
            let number: i128 = first.parse().map_err(|error| format!("{first:?}: {error}"))?;
            let number = u32::try_from(number).ok().filter(|number| (from..=to).contains(number));
            set(settings, number.ok_or_else(|| format!("{first} is not in {from}..={to}"))?);
            Ok(())
        }
    }
}

/// The settings in the environment. In a list, commas part the texts.
fn variables(environment: &BTreeMap<String, String>, wrong: &mut Vec<String>) -> Layer {
    let known: BTreeMap<String, &'static Key> = KEYS.iter().map(|key| (key.variable(), key)).collect();
    let mut layer = Layer::new();
    for (name, value) in environment {
        let Some(key) = known.get(name) else {
            let close = |known: &&String| strsim::damerau_levenshtein(known, name) <= MISSPELT;
            if let Some(meant) = known.keys().find(close).filter(|_| name != CONFIG) {
                wrong.push(format!("{name} is not known; did you mean {meant}?"));
            }
            continue;
        };
        let value = match key.set {
            Set::List(_) => Value::Texts(value.split(',').map(|text| text.trim().to_owned()).collect()),
            _ => Value::text(value),
        };
        layer.push(Given { key, place: name.clone(), value });
    }
    layer
}

/// What is wrong with settings that have to fit together.
fn check_together(settings: &Settings, wrong: &mut Vec<String>) {
    let limits = &settings.limits;
    if settings.metrics_listen == Some(settings.listen) && settings.listen.port() != 0 {
        wrong.push("metrics_listen: it is the address of the tables; metrics are not public".to_owned());
    }
    if limits.ping_every >= limits.idle {
        wrong.push(format!(
            "limits.ping_every_seconds: a ping every {} seconds does not keep a socket open that is closed after {} \
             silent ones; let idle_seconds be larger",
            limits.ping_every.as_secs(),
            limits.idle.as_secs()
        ));
    }
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn settings(
        file: &str,
        environment: &[(&str, &str)],
        flags: &[(&str, &str)],
    ) -> Result<Settings, Vec<String>> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("punto.toml");
        std::fs::write(&path, file).unwrap();
        let flags = flags.iter().map(|(flag, value)| {
            let key = KEYS.iter().find(|key| key.flag == Some(flag)).unwrap();
            Given { key, place: format!("--{flag}"), value: Value::text(value) }
        });
        let environment = environment.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let layers =
            Layers { file: Some(path.clone()), environment: environment.collect(), flags: flags.collect() };
        let folder = format!("{}/", folder.path().display());
        layers.settings().map_err(|wrong| wrong.into_iter().map(|line| line.replace(&folder, "")).collect())
    }

    #[test]
    fn flags_override_the_environment_which_overrides_the_file() {
        let file = "contact = \"file\"\npublic_url = \"https://file.example\"\norigin = [\"https://a.example\"]\n\
                    [limits]\nsockets = 7\n[timings]\nbetting_ms = 1";
        let environment = [
            ("PUNTO_CONTACT", "environment"),
            ("PUNTO_LIMITS_SOCKETS", "8"),
            ("PUNTO_TIMINGS_BETTING_MS", ""),
        ];
        let all =
            settings(file, &environment, &[("contact", "flag")]).unwrap_or_else(|wrong| panic!("{wrong:?}"));
        assert_eq!(all.contact.as_deref(), Some("flag"));
        assert_eq!(
            (all.limits.sockets, all.timings.betting_ms),
            (8, Some(1)),
            "an empty variable counts as not set"
        );
        assert_eq!((all.origins.len(), all.public_url.is_some()), (1, true));
        let lists = [("PUNTO_TRUSTED_PROXY", "10.0.0.0/8, 127.0.0.1/32")];
        assert_eq!(settings("", &lists, &[]).map(|all| all.trusted_proxies.len()).ok(), Some(2));
    }

    #[test]
    fn the_store_is_the_one_that_the_highest_layer_names() {
        let (folder, base) = ("data = \"store\"", "database = \"postgres://db/house\"");
        for (file, flags, expected) in [
            (base, &[][..], (Some("postgres://db/house"), "data")),
            (folder, &[("database", "postgres://db/other")][..], (Some("postgres://db/other"), "store")),
            (base, &[("data", "elsewhere")][..], (None, "elsewhere")),
        ] {
            let all = settings(file, &[], flags).unwrap_or_else(|wrong| panic!("{wrong:?}"));
            assert_eq!(all.database.as_deref(), expected.0, "{file}");
            assert!(all.data.ends_with(expected.1), "{file}: {}", all.data.display());
        }
        let both = settings(&format!("{folder}\n{base}"), &[], &[]).err().unwrap();
        assert_eq!(both.len(), 1, "{both:?}");
        assert!(both[0].contains("line 2: database") && both[0].contains("name one of both"), "{both:?}");
    }

    #[test]
    fn paths_in_a_file_are_relative_to_its_folder() {
        let all = settings("tables = \"tables.toml\"\nclient = \"/srv/client\"", &[], &[("data", "here")]);
        let all = all.unwrap_or_else(|wrong| panic!("{wrong:?}"));
        assert!(all.tables.is_some_and(|path| path.is_absolute() && path.ends_with("tables.toml")));
        assert_eq!(all.client, Some("/srv/client".into()));
        assert_eq!(all.data, Path::new("here"), "a flag is relative to where the program runs");
    }

    #[test]
    fn everything_wrong_is_said_at_once_with_its_place() {
        let file = "listen = \"nowhere\"\nlisten_on = 1\nsockets = 5\norigin = \"https://a.example\"\n\
                    [limit]\nsockets = 5\n[limits]\nsokets = 5\nbody_bytes = \"many\"\nqueue_bytes = 1\n\
                    contact = \"x\"\nidle_seconds = 5";
        let environment =
            [("PUNTO_LISTN", "127.0.0.1:1"), ("PUNTO_SERVICE_HOST", "10.0.0.1"), ("PUNTO_ORIGIN", "x")];
        let mut wrong = settings(file, &environment, &[("public-url", "http://a")]).err().unwrap();
        wrong.sort();
        let mut expected = [
            "--public-url: \"http://a\": ",
            "PUNTO_LISTN is not known; did you mean PUNTO_LISTEN?",
            "PUNTO_ORIGIN: \"x\": is no origin",
            "limits.ping_every_seconds: a ping every 20 seconds",
            "punto.toml: line 1: listen: \"nowhere\": invalid socket address",
            "punto.toml: line 2: listen_on is not known; did you mean listen?",
            "punto.toml: line 3: sockets is not known; sockets belongs in the section [limits]",
            "punto.toml: line 4: origin: needs a list of texts, such as [\"https://app.example\"]",
            "punto.toml: line 5: limit is not known; did you mean limits?",
            "punto.toml: line 8: limits.sokets is not known; did you mean limits.sockets?",
            "punto.toml: line 9: limits.body_bytes: needs a whole number without quotes, such as 16384",
            "punto.toml: line 10: limits.queue_bytes: 1 is not in 4096..=67108864",
            "punto.toml: line 11: limits.contact is not known; contact belongs before the first section",
        ];
        expected.sort_unstable();
        assert_eq!(wrong.len(), expected.len(), "{wrong:#?}");
        for (line, expected) in wrong.iter().zip(expected) {
            assert!(line.starts_with(expected), "{line}\n{expected}");
        }
    }

    #[test]
    fn a_file_with_a_password_is_for_its_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("punto.toml");
        std::fs::write(&path, "\ndatabase = \"postgres://ann:secret@db/house\"").unwrap();
        for (mode, is_refused) in [(0o644, true), (0o640, true), (0o600, false)] {
            std::fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            let settings = Layers { file: Some(path.clone()), ..Layers::default() }.settings();
            let wrong = settings.err().unwrap_or_default().concat();
            assert_eq!(wrong.contains("line 2: database: the file has a password"), is_refused, "{wrong}");
            assert!(!wrong.contains("secret"), "{wrong}");
        }
    }

    #[test]
    fn a_file_that_is_no_toml_is_named_with_its_lines() {
        let wrong = settings("listen = \ncontact = \"a\"\n[limits\n", &[], &[]).err().unwrap();
        assert!(wrong.iter().any(|line| line.starts_with("punto.toml: line 1: ")), "{wrong:?}");
        assert!(wrong.iter().any(|line| line.starts_with("punto.toml: line 3: ")), "{wrong:?}");
        let missing = Layers { file: Some("no/such/file".into()), ..Layers::default() };
        assert!(missing.settings().err().unwrap()[0].starts_with("cannot read no/such/file: "));
    }
}
