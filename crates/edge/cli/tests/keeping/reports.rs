//! What the server answers of reports and of odds is what the commands print, to the byte and to the last digit.

use crate::support::{Serving, audited, done, punto, text};

#[test]
fn the_server_reports_and_counts_as_the_commands_do() {
    let folder = crate::played::house("");
    let data = ["--data", text(folder.path())];
    let staff = |args: &[&str]| done(&[&["staff"], args, &data].concat());
    staff(&["add", "Ann Lee", "--role", "auditor"]);
    let token = staff(&["token", "Ann Lee", "--role", "auditor", "--days", "1"])["token"].clone();
    let token = token.as_str().unwrap();
    let serving = Serving::start(&data);
    let body = |path: &str| {
        let answer = serving.answer(path, &format!("Authorization: Bearer {token}\r\n"));
        answer.split_once("\r\n\r\n").unwrap().1.to_owned()
    };
    let report = |args: &[&str]| punto(&[&["report"], &data[..], args].concat()).done();
    let all: serde_json::Value = serde_json::from_str(&report(&["--json"])).unwrap();
    let day = all["tables"][0]["day"].as_str().unwrap();
    for (query, args) in [
        (String::new(), vec!["--json"]),
        ("?format=csv".to_owned(), vec!["--csv"]),
        (format!("?day={day}&format=csv"), vec!["--day", day, "--csv"]),
        (format!("?day={day}&table=1"), vec!["--day", day, "--table", "1", "--json"]),
        (format!("?from={day}&until={day}"), vec!["--from", day, "--until", day, "--json"]),
        ("?day=2001-02-03&format=csv".to_owned(), vec!["--day", "2001-02-03", "--csv"]),
    ] {
        assert_eq!(body(&format!("/api/v1/reports/daily{query}")), report(&args), "{args:?}");
    }
    let own = report(&["--patron", "1", "--json"]);
    assert_eq!(body("/api/v1/patrons/1/turnover"), own);

    for rules in ["live-commission", "live-no-commission", "three-bet"] {
        let served: serde_json::Value =
            serde_json::from_str(&body(&format!("/api/v1/house-rules/{rules}/odds"))).unwrap();
        let counted = done(&["odds", "--rules", rules]);
        assert_eq!(served["draws"], counted["draws"]);
        for spot in served["spots"].as_array().unwrap() {
            let own = &counted["spots"][spot["spot"].as_str().unwrap()];
            assert_eq!(spot["house_edge"]["fraction"], own["house_edge_exact"], "{spot}");
            assert_eq!(spot["house_edge"]["decimal"], own["house_edge"], "{spot}");
            let counts = |wins: &serde_json::Value| -> Vec<serde_json::Value> {
                wins.as_array().unwrap().iter().map(|win| win["count"].clone()).collect()
            };
            assert_eq!(counts(&spot["wins"]), counts(&own["win"]), "{spot}");
        }
    }

    serving.stop();
    let (status, audit) = audited(&data);
    assert_eq!(status, Some(0), "the reads on record are sound: {audit}");
}
