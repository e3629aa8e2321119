//! Tables as people write them, good and faulty.

use baccarat::Spot;
use house::floor::record::TableRecord;
use money::Amount;
use table::live::{ScannerSettings, Shoes, Start};
use table::squeeze::SqueezeTerms;
use table::{TableId, Timings};

use super::*;

fn error_of(text: &str) -> String {
    let read = read(text, Path::new(""), &mut CertificateCheck::new(None)).map_err(Problem::together);
    let given = read.and_then(|tables| tables.iter().map(FileTable::given).collect::<Result<Vec<_>, _>>());
    given.unwrap_err().text()
}

#[test]
fn a_table_has_the_settings_of_its_file_and_defaults() {
    let text = r#"
        [[table]]
        id = 7
        name = "Garden"
        rules = "sixty-round"
        exposure = 100
        limits = { player = [5, 50], tie = [1, 10] }
        timings = { betting_ms = 2000 }

        [[table]]
        id = 8
        name = "Hall"
        rules = "three-bet"
    "#;
    let tables = read(text, Path::new(""), &mut CertificateCheck::new(None)).unwrap();
    let settings = |table: &FileTable| table.given().unwrap().record.settings(Arc::clone(&table.rules));
    let tables: Vec<_> = tables.iter().map(settings).collect();
    let [garden, hall] = &tables[..] else { panic!("two tables") };
    assert_eq!(
        (garden.id, garden.name.as_str(), garden.rules.id.as_str()),
        (TableId(7), "Garden", "sixty-round")
    );
    assert_eq!(garden.exposure, Amount::new(10_000).ok());
    assert_eq!(garden.limit(Spot::Player).minimum, Amount::new(500).unwrap());
    assert_eq!(garden.limit(Spot::Tie).maximum, Amount::new(1_000).ok());
    assert_eq!(garden.timings, Timings { betting_ms: 2_000, ..Timings::default() });
    assert_eq!((hall.exposure, hall.timings), (None, Timings::default()));
}

#[test]
fn a_table_with_a_scanner_keeps_what_a_file_leaves_out() {
    let text = "[[table]]\nid = 9\nname = \"Salon Live\"\nrules = \"three-bet\"\ndealer = \"scanner\"\n\
                scanner = { start = \"auto\", shoes = \"assigned\", count_out = true }\n";
    let tables = |text: &str| read(text, Path::new(""), &mut CertificateCheck::new(None)).unwrap();
    let mut record = tables(text)[0].given().unwrap().record;
    let (start, shoes) = (Start::Auto, Shoes::Assigned);
    let scanner = ScannerSettings { start, shoes, count_out: true, ..ScannerSettings::default() };
    assert_eq!(record.scanner, Some(scanner.clone()));
    let later = text.replace("dealer = \"scanner\"\n", "").replace("shoes = \"assigned\"", "conf_min = 990");
    let change = tables(&later)[0].change(Some(&record)).unwrap();
    server::floor::edit(&mut record, &change).unwrap();
    assert_eq!(record.scanner, Some(ScannerSettings { conf_min: 990, ..scanner.clone() }));
    let change = read_pairs(&["scanner.start=dealer".to_owned()]).unwrap().change(None, None).unwrap();
    server::floor::edit(&mut record, &change).unwrap();
    assert_eq!(record.scanner, Some(ScannerSettings { conf_min: 990, start: Start::Dealer, ..scanner }));
    assert_eq!(
        server::floor::record_of(server::floor::settings_of(&record)).unwrap().scanner,
        record.scanner
    );
    let mut shuffled = TableRecord { scanner: None, ..record };
    let refusal = server::floor::edit(&mut shuffled, &change).unwrap_err().to_string();
    assert!(refusal.contains("`scanner` is set, but `dealer` is \"shuffle\""), "{refusal}");
}

#[test]
fn a_part_of_the_squeeze_is_changed_alone() {
    let text = "[[table]]\nid = 9\nname = \"Salon\"\nrules = \"three-bet\"\nsqueeze = { from = 100, third_ms = 9000 }\n";
    let tables = read(text, Path::new(""), &mut CertificateCheck::new(None)).unwrap();
    let mut record = tables[0].given().unwrap().record;
    let terms = SqueezeTerms { third_ms: 9_000, ..SqueezeTerms::from_stake(Amount::new(10_000).unwrap()) };
    assert_eq!(record.squeeze, Some(terms));
    let mut set = |pair: &str| {
        let entry = read_pairs(&[pair.to_owned()]).unwrap();
        server::floor::edit(&mut record, &entry.change(None, None).unwrap()).map(|()| record.squeeze)
    };
    assert_eq!(set("squeeze.ms=15000").unwrap(), Some(SqueezeTerms { ms: 15_000, ..terms }));
    let from = Amount::new(25_000).unwrap();
    assert_eq!(set("squeeze.from=250").unwrap(), Some(SqueezeTerms { from, ms: 15_000, ..terms }));
    assert_eq!(set("squeeze.from=0").unwrap(), None);
    let refused = set("squeeze.ms=15000").unwrap_err().to_string();
    assert!(refused.contains("give the least stake"), "{refused}");
}

#[test]
fn errors_name_their_cause() {
    let table = |rest: &str| format!("[[table]]\nid = 1\nname = \"A\"\nrules = \"three-bet\"\n{rest}");
    for (text, expected) in [
        (String::new(), "missing field `table`"),
        ("colour = 1".to_owned(), "line 1: unknown field `colour`"),
        ("[table]\nid = 1".to_owned(), "line 1: needs to be [[table]]"),
        (table("") + &table(""), "two [[table]] have the id 1"),
        ("table = []".to_owned(), "no [[table]]"),
        ("[[table]]\nid = 1\nname = \"A\"\n".to_owned(), "needs rules"),
        (table("colour = \"red\""), "unknown field `colour`"),
        (table("timings = { betting_ms = -1 }"), "line 5"),
        (table("dealer = \"croupier\""), "dealer: croupier is not shuffle or scanner"),
        (table("scanner = { conf_min = 900 }"), "`scanner` is set, but `dealer` is \"shuffle\""),
        (
            table("dealer = \"scanner\"\nscanner = { start = \"noon\" }"),
            "scanner: noon is not dealer or auto",
        ),
        (table("limits = { dragon = [1, 2] }"), "limits.dragon: dragon is no spot"),
        (table("exposure = 9223372036854775807"), "too large"),
        (table("").replace("three-bet", "four-bet"), "\"four-bet\" is neither built-in house rules"),
    ] {
        let message = error_of(&text);
        assert!(message.contains(expected), "{text}\n{message}");
    }
}

#[test]
fn every_faulty_table_is_named_with_its_line() {
    let text = "[[table]]\nid = 1\nname = \"A\"\nrules = \"none\"\n\
                [[table]]\nid = 2\nname = \"B\"\nrules = \"three-bet\"\nplace = \"x\"\n\
                [[table]]\nid = 3\nname = \"C\"\nrules = \"three-bet\"\n\
                [[table]]\nid = 3\nname = \"D\"\nrules = \"three-bet\"\n";
    let message = error_of(text);
    for expected in
        ["3 problems", "line 1: \"none\" is neither", "line 9: invalid type", "line 14: two [[table]]"]
    {
        assert!(message.contains(expected), "{expected}: {message}");
    }
}

#[test]
fn house_rules_beside_the_file_are_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let own = HouseRules::builtin_text("three-bet").unwrap().replace("\"three-bet\"", "\"ours\"");
    std::fs::write(folder.path().join("ours.toml"), &own).unwrap();
    let record = certificate::put_on_record("", &certificate::Certificate::of(&own).unwrap()).unwrap();
    std::fs::write(folder.path().join("certificates.txt"), record).unwrap();
    let path = folder.path().join("tables.toml");
    std::fs::write(&path, "[[table]]\nid = 1\nname = \"A\"\nrules = \"ours.toml\"\n").unwrap();
    let load = |path: &Path| load(path, &mut CertificateCheck::new(None));
    let rules = &load(&path).unwrap()[0].rules;
    assert_eq!((rules.id.as_str(), &rules.text), ("ours", &own));
    std::fs::write(&path, "[[table]]").unwrap();
    let Err(Problem::Input(message)) = load(&path) else { panic!("the file is invalid") };
    assert!(message.contains("tables.toml: "), "{message}");
}

#[test]
fn pairs_are_read_like_lines_of_the_file() {
    let pairs = |pairs: &[&str]| read_pairs(&pairs.iter().map(ToString::to_string).collect::<Vec<_>>());
    let given = ["name=Garden Room", "limits.tie=[1, 50]", "timings.betting_ms=9000", "exposure=0"];
    let change = pairs(&given).unwrap().change(None, Some(Currency::PLAY)).unwrap();
    let tie = StakeRange { minimum: 100, maximum: 5_000 };
    let limits = BTreeMap::from([("tie".to_owned(), tie)]);
    let timings = TimingsChange { betting_ms: Some(9_000), ..TimingsChange::default() };
    let name = Some("Garden Room".to_owned());
    let expected = SettingsChange { name, limits, timings, exposure: Some(0), ..SettingsChange::default() };
    assert_eq!(change, expected);
    for (pair, expected) in
        [("name", "is not KEY=VALUE"), ("colour=red", "unknown field"), ("place=x", "invalid type")]
    {
        let Err(Problem::Usage(message)) = pairs(&[pair]) else { panic!("{pair}") };
        assert!(message.contains(expected), "{pair}: {message}");
    }
}
