//! The tables of a run with live ones. Data only.

/// The live tables of a run that has some.
pub(crate) const LIVE_TABLES: [u32; 2] = [1, 2];

/// Why the live ones are not recorded, as a file of recordings.
pub(crate) const RECORDINGS_TOML: &str = r#"[[table]]
id = 1
required = false
why = "a program deals"

[[table]]
id = 2
required = false
why = "a program deals"
"#;

/// All tables of such a run, as a file of tables: two live ones, and four that the clock deals.
pub(crate) const TABLES_TOML: &str = r#"[[table]]
id = 1
name = "Live One"
rules = "live-commission"
dealer = "scanner"
scanner = { supervisor_ms = 20000, abandon_ms = 90000 }
timings = { betting_ms = 1000, drain_ms = 100, result_ms = 300 }

[[table]]
id = 2
name = "Live Two"
rules = "live-pairs"
dealer = "scanner"
scanner = { supervisor_ms = 20000, abandon_ms = 90000 }
timings = { betting_ms = 1000, drain_ms = 100, result_ms = 300 }

[[table]]
id = 3
name = "Three"
rules = "live-no-commission"

[[table]]
id = 4
name = "Four"
rules = "gold-card"

[[table]]
id = 5
name = "Five"
rules = "sixty-round"
ante = 0

[[table]]
id = 6
name = "Six"
rules = "three-bet"
"#;
