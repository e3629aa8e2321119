//! `punto init`: writes a commented configuration and its tables to start from. Replaces nothing.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use house::default_tables;
use house::floor::record::{SpotRange, TableRecord};
use house::rulebook::name_of;
use money::Currency;
use table::Settings;

use crate::config;
use crate::lines::{Problem, print};
use crate::new_file::{FileAccess, NewFile, refuse_existing};

/// The file of tables.
const FILE: &str = "tables.toml";
/// The file of the configuration.
const CONFIG: &str = "punto.toml";

const HELP: &str = "\
The folder gets punto.toml, the configuration of punto serve with every setting,
and tables.toml, with the six built-in tables and what else may be set. If one
of them exists, the command fails and writes nothing. With this configuration,
a program also plays a live table, which takes about 6 GB a day for its picture.
For a house of your own, write demonstration = false before the first start.

Examples:
  punto init
  punto init /etc/punto";

/// The arguments of `init`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// The folder, created if missing.
    #[arg(value_name = "DIR", default_value = ".")]
    folder: PathBuf,
}

const HEAD: &str = r#"# The tables of this house. Amounts are whole major units of play money; times are milliseconds.
#
# punto serve --tables FILE adds the tables of this file that its store lacks. From then on the store decides: change a
# table with punto table apply FILE, which shows what differs before it changes anything, or with punto table set.
#
# Only id, name and rules are required. A table may have
#
#   place = 3                              its place in the lobby; by default its number
#   ante = 100                             what a patron must have, cash and bonus money, to take a seat; 0 for none.
#                                          House rules with the ante of the room, such as sixty-round, need it
#   capacity = 7                           how many seats there are; 0 for no limit
#   password_file = "salon.password"       a file beside this one, of mode 0600: who sits down knows its first line;
#                                          "" removes the password. Only a hash of it is kept
#   needs_invitation = true                only patrons whom punto table invite names may sit down
#   seating = { grace_ms = 60000, idle_warning = 3, idle_limit = 5, auto_rounds = 100 }
#                                          when a seat is lost: without a connection, or after rounds without a wager;
#                                          for how many rounds Auto may run, 0 for not at all
#   draw = "after_bets"                    from the next shoe on, a public number that nobody knew before draws the
#                                          cards of a round after its bets; needs --beacon-relay. "sealed", the
#                                          built-in one, fixes their order before the first bet of the shoe
#   currency = { code = "EUR", decimals = 2 }    fixed once the table has opened a shoe; guests have play money, PLAY
#
# House rules of your own are a file beside this one. To write and to use them:
#
#   punto rules show live-commission --toml > ours.toml        then change its id and what else is different
#   punto rules check ours.toml
#   punto certificate --rules ours.toml --output certificate.html      to review the exact figures
#   punto certificate --rules ours.toml --record                       once they are agreed
#
# [[table]]
# id = 7
# name = "Salon Seven"
# rules = "ours.toml"
# limits = { player = [1, 500], banker = [1, 500] }
#
# At a live table a dealer draws the cards from a card-reading shoe. Whether a table has a dealer never changes. All of
# [table.scanner] may be left out; it has the built-in values here. The table begins no round without its recording, so
# name its camera, or why it needs none, in a file of --recordings. docs/LIVE.md leads from here to a dealt shoe.
#
# [[table]]
# id = 9
# name = "Salon Live"
# rules = "live-commission"
# dealer = "scanner"
#
# [table.scanner]
# start = "dealer"            # who begins a round: "dealer", or "auto" for the clock
# shoes = "any"               # which shoes may be loaded: "any", or "assigned" by a supervisor
# count_out = false           # whether the cards that are left pass the sensor after the last round
# burn_on_handover = false    # whether a card is burned face up when one dealer hands over to another
# conf_min = 950              # how sure the device has to be of a card, up to 1000
# dealer_ms = 20000           # after this time without a card, the dealer is reminded
# supervisor_ms = 60000       # and after this time, a supervisor is called
# abandon_ms = 900000         # after this time without a card, the round is void and the stakes go back
"#;

/// Writes the files.
pub(crate) fn run(args: &Args) -> Result<bool, Problem> {
    let folder = &args.folder;
    let [config, tables] = [CONFIG, FILE].map(|name| folder.join(name));
    fs::create_dir_all(folder).map_err(|error| {
        Problem::Failure(format!("cannot create the folder {}: {error}", folder.display()))
    })?;
    [&tables, &config].into_iter().try_for_each(|path| refuse_existing(path))?;
    NewFile::of_text(&tables, FileAccess::Umask, &text())?.finish_new()?;
    NewFile::of_text(&config, FileAccess::Umask, &config::sample())?.finish_new()?;
    print(&next(&config, &tables))?;
    Ok(true)
}

/// What to run next.
fn next(config: &Path, tables: &Path) -> String {
    let (config, tables) = (config.display(), tables.display());
    format!(
        "Wrote {config}, and {tables} with six tables.\n\n\
         To look at it on this machine, with a live table that a program plays:\n  \
         punto serve --config {config}\n\n\
         For a house of your own, write demonstration = false in {config}\n\
         before the first start. Then add the first manager and start the server:\n  \
         punto staff add NAME --role manager --config {config}\n  \
         punto serve --config {config}\n"
    )
}

/// The file of tables.
fn text() -> String {
    default_tables().iter().fold(HEAD.to_owned(), |text, settings| text + "\n" + &section(settings))
}

fn section(settings: &Settings) -> String {
    let record = TableRecord::of(settings, name_of(&settings.rules));
    let major = |amount: money::Amount| {
        let scale = 10_u64.saturating_pow(Currency::PLAY.decimals().into());
        amount.minor().checked_div(scale).unwrap_or_default()
    };
    let limits: Vec<String> = settings
        .rules
        .spots
        .iter()
        .filter_map(|rules| {
            let SpotRange { minimum, maximum } = record.limits.get(&rules.spot)?;
            Some(format!("{} = [{}, {}]", rules.spot.id(), major(*minimum), major(*maximum)))
        })
        .collect();
    let timings = record.timings;
    let mut text = format!(
        "[[table]]\nid = {}\nname = \"{}\"\nrules = \"{}\"\n",
        record.id.0, record.name, record.rules.id
    );
    // Writing into a string does not fail.
    if let Some(exposure) = record.exposure {
        let line = format!("exposure = {}", major(exposure));
        let _ = writeln!(text, "{line:<34} # the largest difference between Banker and Player stakes");
    }
    if let Some(ante) = record.entry.ante {
        let line = format!("ante = {}", major(ante));
        let _ = writeln!(text, "{line:<34} # what a patron must have to take a seat");
    }
    text.push_str("# The least and the largest stake of one patron on each spot.\n");
    for line in limits {
        let _ = writeln!(text, "limits.{line}");
    }
    for (name, ms) in [
        ("betting_ms", timings.betting_ms),
        ("card_ms", timings.card_ms),
        ("result_ms", timings.result_ms),
        ("shuffle_ms", timings.shuffle_ms),
        ("pledge_ms", timings.pledge_ms),
        ("reveal_ms", timings.reveal_ms),
    ] {
        let _ = writeln!(text, "timings.{name} = {ms}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate_check::CertificateCheck;
    use crate::table::file::{FileTable, load};
    use house::floor::GivenTable;
    use table::live::ScannerSettings;

    #[test]
    fn the_file_says_the_built_in_tables() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        fs::write(&path, text()).unwrap();
        let tables = load(&path, &mut CertificateCheck::new(None)).unwrap();
        let given = tables.iter().map(|table| FileTable::given(table).unwrap());
        let completed = |mut table: GivenTable| {
            table.record.complete(&table.rules);
            table
        };
        let built_in: Vec<_> = default_tables().iter().map(GivenTable::of).collect();
        assert_eq!(given.map(completed).collect::<Vec<_>>(), built_in);
        assert!(text().lines().all(|line| line.chars().count() <= 120), "{}", text());
    }

    #[test]
    fn the_live_table_in_the_comments_has_the_built_in_values_once_its_marks_are_removed() {
        let (_, live) = HEAD.rsplit_once("# [[table]]\n").unwrap();
        let lines = live.lines().map(|line| line.strip_prefix("# ").unwrap_or_default());
        let section = lines.fold("[[table]]".to_owned(), |text, line| text + "\n" + line);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        fs::write(&path, text() + &section).unwrap();
        let tables = load(&path, &mut CertificateCheck::new(None)).unwrap();
        let live = tables.last().unwrap().given().unwrap().record;
        assert_eq!((live.id.0, live.name.as_str()), (9, "Salon Live"));
        assert_eq!(live.scanner, Some(ScannerSettings::default()));
        let named = section.lines().skip_while(|line| *line != "[table.scanner]").skip(1).count();
        let all = ScannerSettings { burn_on_handover: true, ..ScannerSettings::default() };
        let settings = serde_json::to_value(all).unwrap();
        assert_eq!(named, settings.as_object().unwrap().len(), "each setting has a line");
    }
}
