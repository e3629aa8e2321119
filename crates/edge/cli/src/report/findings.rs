//! `punto report --findings`: what went wrong at live tables, as text of 80 columns or as JSON. The house defines the
//! figures.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

use certificate::figures::grouped;
use house::findings::{CodeFigures, Figures, FindingsReport, Group, GroupBy, Noted, ROUNDS_TO_MARK};
use house::log::{Entity, HouseEvent};
use serde_json::{Value, json};
use store::{ExportEntry, ExportRow};
use table::live::{FindingCode, How};
use table::{Event, RecordedEvent, StaffId, TableId, Timestamp};

use crate::columns::{Column, heads, row};
use crate::figures::moment;
use crate::lines::Problem;
use crate::progress::Rows;
use crate::serve::StoreLocation;
use crate::wrap::wrapped;

/// The log of the house itself.
const HOUSE: TableId = TableId(0);

/// The columns of a finding.
const COLUMNS: [Column; 5] =
    [("Number", 30), ("Per 1,000 cards", 47), ("Half within", 60), ("Longest", 73), ("Open", 80)];

/// The names of members of staff by number.
type Names = BTreeMap<StaffId, String>;

/// What a report is grouped by, as an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Grouping {
    /// Dealers.
    Dealer,
    /// Tables.
    Table,
    /// Devices.
    Device,
}

/// Reads the logs of a store: the figures, and the names of staff.
pub(super) fn read(
    store: &StoreLocation,
    by: Option<Grouping>,
    days: Range<Timestamp>,
    only: Option<TableId>,
    json: bool,
) -> Result<(FindingsReport, Names), Problem> {
    let by = by.map(|by| match by {
        Grouping::Dealer => GroupBy::Dealer,
        Grouping::Table => GroupBy::Table,
        Grouping::Device => GroupBy::Device,
    });
    let (mut report, mut names) = (FindingsReport::new(by, days), Names::new());
    let (mut rows, mut failed) = (Rows::new(json), None);
    let read = store.history(&mut |row| {
        rows.one_more();
        match row {
            ExportRow::Entry(entry) => {
                let wanted = entry.log == HOUSE || only.is_none_or(|only| only == entry.log);
                failed = wanted.then(|| take(&mut report, &mut names, &entry)).and_then(Result::err);
                failed.is_none()
            }
            // Nothing that counts comes after the entries.
            ExportRow::Transfer(..) => false,
            _ => true,
        }
    });
    match (failed, read) {
        (Some(why), _) => Err(Problem::Failure(why)),
        (None, Err(failure)) => Err(Problem::failure(failure)),
        (None, Ok(())) => Ok((report, names)),
    }
}

fn take(report: &mut FindingsReport, names: &mut Names, entry: &ExportEntry) -> Result<(), String> {
    let ExportEntry { log, seq, at, body, .. } = entry;
    let unread = |error| format!("entry {seq} of log {} cannot be read: {error}", log.0);
    if *log == HOUSE {
        let event = serde_json::from_str::<HouseEvent>(body).map_err(unread)?;
        if let Some(Entity::Staff(member)) = event.entity() {
            names.insert(member.id, member.name.clone());
        }
        return Ok(());
    }
    let event = serde_json::from_str::<Event>(body).map_err(unread)?;
    report.take(*log, &RecordedEvent { seq: *seq, at: *at, event });
    Ok(())
}

/// The report as text.
pub(super) fn to_text(report: &FindingsReport, names: &Names) -> String {
    let figures = report.figures();
    let Some(house) = figures.get(&Group::House).filter(|house| **house != Figures::default()) else {
        return "No card was dealt at a live table.\n".to_owned();
    };
    let (mut text, mut is_marked) = (String::new(), false);
    for (group, own) in figures {
        let apart = (*group != Group::House).then_some(house);
        is_marked |= write_part(&mut text, &name(*group, names), own, apart);
        text.push('\n');
    }
    if is_marked {
        // Writing into a string does not fail.
        let _ = writeln!(
            text,
            "* three times the rate of the house or more, over {ROUNDS_TO_MARK} rounds or more"
        );
    }
    if !report.notes().is_empty() {
        text.push_str(if is_marked { "\nNotes\n" } else { "Notes\n" });
        report.notes().iter().for_each(|noted| write_note(&mut text, noted, names));
    }
    text
}

/// Writes a note, and who made it.
fn write_note(text: &mut String, noted: &Noted, names: &Names) {
    let Noted { table, finding_no, code, at, by, why } = noted;
    let who: Vec<String> = by.iter().map(|id| staff(*id, names)).collect();
    let (code, at, who) = (code.id(), moment(*at), who.join(" and "));
    let about = format!("Table {}, finding {finding_no}, {code}, {at} UTC, by {who}:", table.0);
    // People wrote it; a terminal gets no control character of theirs.
    let why: String = why.chars().map(|one| if one.is_control() { ' ' } else { one }).collect();
    // Writing into a string does not fail.
    let _ = writeln!(text, "{}\n{}", wrapped(&about, "  "), wrapped(&why, "    "));
}

fn staff(id: StaffId, names: &Names) -> String {
    names.get(&id).cloned().unwrap_or_else(|| format!("staff {}", id.0))
}

/// Writes the figures of somebody, who is compared with the house; true if something is marked.
fn write_part(text: &mut String, name: &str, own: &Figures, house: Option<&Figures>) -> bool {
    let many = |count: u64| grouped(count.to_string());
    let in_voids = house.is_some_and(|house| own.stands_out_in_voids(house));
    let mut is_marked = in_voids;
    // Writing into a string does not fail.
    let _ = writeln!(text, "{name}: cards {}, rounds {}", many(own.cards), many(own.rounds));
    let voids = format!("void {}, after a third card {}", many(own.voids), many(own.late_voids));
    let _ = writeln!(text, "{} {voids}\n", mark(in_voids));
    if own.findings.is_empty() {
        text.push_str("No findings.\n");
        return is_marked;
    }
    let _ = writeln!(text, "{}", heads("Finding", &COLUMNS));
    for (code, of) in &own.findings {
        let stands_out = house.is_some_and(|house| own.stands_out(*code, house));
        is_marked |= stands_out;
        let times = of.times();
        let took = |pick: fn((i64, i64)) -> i64| times.map_or("-".to_owned(), |times| duration(pick(times)));
        let figures = [
            many(of.raised),
            per_thousand(of.raised, own.cards),
            took(|it| it.0),
            took(|it| it.1),
            many(of.open()),
        ];
        let _ = writeln!(text, "{}", row(&format!("{} {}", mark(stands_out), code.id()), &COLUMNS, &figures));
        for (how, count) in &of.resolved {
            let _ = writeln!(text, "{}", row(&format!("    {}", how.id()), &COLUMNS[..1], &[many(*count)]));
        }
    }
    is_marked
}

const fn mark(stands_out: bool) -> char {
    if stands_out { '*' } else { ' ' }
}

fn name(group: Group, names: &Names) -> String {
    match group {
        Group::House => "All live tables".to_owned(),
        Group::Dealer(Some(id)) => match names.get(&id) {
            Some(name) => format!("Dealer {}, {name}", id.0),
            None => format!("Dealer {}", id.0),
        },
        Group::Dealer(None) => "Without a dealer".to_owned(),
        Group::Table(table) => format!("Table {}", table.0),
        Group::Device(Some(device)) => format!("Device {}", device.0),
        Group::Device(None) => "Without a device".to_owned(),
    }
}

/// So many in each thousand, with two decimals, cut off; a dash where there is nothing to compare with.
fn per_thousand(count: u64, of: u64) -> String {
    let hundredths = u128::from(count).saturating_mul(100_000).checked_div(of.into());
    hundredths.map_or("-".to_owned(), |it| format!("{}.{:02}", grouped((it / 100).to_string()), it % 100))
}

/// A duration for people: `5.3 s`, `12 min 5 s`, `3 h 20 min`.
fn duration(ms: i64) -> String {
    let seconds = ms / 1_000;
    match seconds {
        ..60 => format!("{seconds}.{} s", ms % 1_000 / 100),
        60..3_600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", grouped((seconds / 3_600).to_string()), seconds / 60 % 60),
    }
}

/// The report as one JSON object.
pub(super) fn to_json(report: &FindingsReport, names: &Names) -> String {
    let figures = report.figures();
    let house = figures.get(&Group::House).cloned().unwrap_or_default();
    let part = |(group, own): (&Group, &Figures)| {
        let is_apart = *group != Group::House;
        let finding = |(code, of): (&FindingCode, &CodeFigures)| {
            let resolved: BTreeMap<&str, u64> =
                of.resolved.iter().map(|(how, count)| (How::id(*how), *count)).collect();
            let (half, longest) = of.times().unzip();
            json!({"code": code.id(), "raised": of.raised, "open": of.open(), "resolved": resolved,
                   "half_within_ms": half, "longest_ms": longest,
                   "marked": is_apart && own.stands_out(*code, &house)})
        };
        let (kind, number) = kind_and_number(*group);
        let findings: Vec<Value> = own.findings.iter().map(finding).collect();
        let mut value = json!({"of": kind, "cards": own.cards, "rounds": own.rounds, "voids": own.voids,
               "voids_after_third_card": own.late_voids, "findings": findings,
               "voids_marked": is_apart && own.stands_out_in_voids(&house)});
        if is_apart {
            value["number"] = json!(number);
        }
        if let Group::Dealer(Some(id)) = group {
            value["name"] = json!(names.get(id));
        }
        value
    };
    let parts: Vec<Value> = figures.iter().map(part).collect();
    let note = |noted: &Noted| {
        let Noted { table, finding_no, code, at, by, why } = noted;
        let by: Vec<Value> = by.iter().map(|id| json!({"number": id.0, "name": names.get(id)})).collect();
        json!({"table": table.0, "finding_no": finding_no, "code": code.id(), "at": at.0, "by": by, "why": why})
    };
    let notes: Vec<Value> = report.notes().iter().map(note).collect();
    format!("{}\n", json!({"figures": parts, "notes": notes}))
}

fn kind_and_number(group: Group) -> (&'static str, Option<u32>) {
    match group {
        Group::House => ("house", None),
        Group::Dealer(id) => ("dealer", id.map(|id| id.0)),
        Group::Table(id) => ("table", Some(id.0)),
        Group::Device(id) => ("device", id.map(|id| id.0)),
    }
}

#[cfg(test)]
mod tests {
    use table::live::{LiveEvent, Person};
    use table::{DeviceId, Origin, RecordRef};

    use super::*;

    const ALWAYS: Range<Timestamp> = Timestamp(0)..Timestamp(i64::MAX);

    /// A report by dealer: dealer 7 deals 2,500 rounds with a finding, dealer 8 deals 500 with many.
    fn report() -> FindingsReport {
        let mut report = FindingsReport::new(Some(GroupBy::Dealer), ALWAYS);
        let mut seq = 0;
        let mut tell = |ms: i64, event: Event| {
            seq += 1;
            report.take(TableId(9), &RecordedEvent { seq, at: Timestamp(ms), event });
            seq
        };
        let live = |event| Event::Live(event);
        for (dealer, rounds, raised) in [(7, 2_500, 1), (8, 500, 3)] {
            tell(0, live(LiveEvent::DealerSeated { dealer: StaffId(dealer), by: None }));
            for round in 0..rounds {
                for n in 0..4 {
                    let from = Origin::Device(RecordRef { device: DeviceId(1), n });
                    let card = "9h".parse().expect("a card");
                    tell(0, Event::CardDrawn { card, from, face_down: false });
                }
                if round < raised {
                    let (code, records) = (FindingCode::Unreadable, vec![]);
                    let no = tell(0, live(LiveEvent::FindingRaised { code, records, slot: None, by: None }));
                    let (by, confirmed_by, consumes) = (None, None, vec![]);
                    let how = if round == 2 { How::KeyIn } else { How::Rescan };
                    let resolved = LiveEvent::FindingResolved {
                        finding_no: no,
                        how,
                        by,
                        confirmed_by,
                        consumes,
                        attempts: 0,
                        why: None,
                    };
                    tell(5_300 + 720_000 * i64::from(round == 2), live(resolved));
                }
                tell(0, Event::RoundSettled { revision: 1, patrons: vec![] });
            }
        }
        tell(
            0,
            live(LiveEvent::FindingRaised {
                code: FindingCode::SpareCard,
                records: vec![],
                slot: None,
                by: None,
            }),
        );
        report
    }

    #[test]
    fn the_text_has_the_house_first_and_marks_who_stands_out() {
        let names = Names::from([(StaffId(7), "Dan Roe".to_owned())]);
        let expected = "\
All live tables: cards 12,000, rounds 3,000
  void 0, after a third card 0

Finding                 Number  Per 1,000 cards  Half within      Longest   Open
  unreadable                 4             0.33        5.3 s   12 min 5 s      0
    rescan                   3
    key_in                   1
  spare_card                 1             0.08            -            -      1

Dealer 7, Dan Roe: cards 10,000, rounds 2,500
  void 0, after a third card 0

Finding                 Number  Per 1,000 cards  Half within      Longest   Open
  unreadable                 1             0.10        5.3 s        5.3 s      0
    rescan                   1

Dealer 8: cards 2,000, rounds 500
  void 0, after a third card 0

Finding                 Number  Per 1,000 cards  Half within      Longest   Open
* unreadable                 3             1.50        5.3 s   12 min 5 s      0
    rescan                   2
    key_in                   1
* spare_card                 1             0.50            -            -      1

* three times the rate of the house or more, over 500 rounds or more
";
        assert_eq!(to_text(&report(), &names), expected);
        let nothing = FindingsReport::new(None, ALWAYS);
        assert_eq!(to_text(&nothing, &names), "No card was dealt at a live table.\n");
    }

    #[test]
    fn the_text_fits_80_columns_whatever_it_holds() {
        let most = u64::MAX;
        let of = CodeFigures { raised: most, ..CodeFigures::default() };
        let findings = BTreeMap::from([(FindingCode::TooManyCopies, of)]);
        let figures = Figures { cards: 1, rounds: most, voids: most, late_voids: most, findings };
        let mut text = String::new();
        write_part(&mut text, "Dealer 4294967295", &figures, None);
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }

    #[test]
    fn the_json_has_the_same_figures() {
        let names = Names::from([(StaffId(7), "Dan Roe".to_owned())]);
        let json: Value = serde_json::from_str(&to_json(&report(), &names)).expect("JSON");
        let [house, dan, other] = [0, 1, 2].map(|n| json["figures"][n].clone());
        assert_eq!(
            (&house["of"], &house["cards"], &house.get("number")),
            (&json!("house"), &json!(12_000), &None)
        );
        assert_eq!(
            (&dan["number"], &dan["name"], &dan["findings"][0]["marked"]),
            (&json!(7), &json!("Dan Roe"), &json!(false))
        );
        let expected = json!({"code": "unreadable", "raised": 3, "open": 0, "resolved": {"key_in": 1, "rescan": 2},
                              "half_within_ms": 5_300, "longest_ms": 725_300, "marked": true});
        assert_eq!(other["findings"][0], expected);
    }

    #[test]
    fn notes_are_told_with_who_made_them() {
        let mut report = FindingsReport::new(None, ALWAYS);
        let (code, by) = (FindingCode::Composition, [2, 3].map(|id| Some(Person::Supervisor(StaffId(id)))));
        let raised = LiveEvent::FindingRaised { code, records: vec![], slot: None, by: None };
        let why = format!("an ace lay under the tray\u{1b}[2J {}", "and so on ".repeat(9));
        let resolved = LiveEvent::FindingResolved {
            finding_no: 1,
            how: How::Note,
            by: by[0],
            confirmed_by: by[1],
            consumes: vec![],
            attempts: 0,
            why: Some(why.clone()),
        };
        for (seq, event) in (1..).zip([raised, resolved]) {
            report.take(TableId(9), &RecordedEvent { seq, at: Timestamp(60_000), event: Event::Live(event) });
        }
        let names = Names::from([(StaffId(2), "Ann Lee".to_owned())]);
        let expected = "
Notes
  Table 9, finding 1, composition, 1970-01-01 00:01 UTC, by Ann Lee and staff 3:
    an ace lay under the tray [2J and so on and so on and so on and so on and so
    on and so on and so on and so on and so on
";
        let text = to_text(&report, &names);
        assert!(text.ends_with(expected), "{text}");
        let json: Value = serde_json::from_str(&to_json(&report, &names)).expect("JSON");
        let by = json!([{"number": 2, "name": "Ann Lee"}, {"number": 3, "name": null}]);
        let note =
            json!({"table": 9, "finding_no": 1, "code": "composition", "at": 60_000, "by": by, "why": why});
        assert_eq!(json["notes"], json!([note]));
    }

    #[test]
    fn durations_and_rates_are_for_people() {
        for (ms, text) in [
            (0, "0.0 s"),
            (59_999, "59.9 s"),
            (60_000, "1 min 0 s"),
            (3_600_000, "1 h 0 min"),
            (12_000_000, "3 h 20 min"),
        ] {
            assert_eq!(duration(ms), text);
        }
        assert_eq!((per_thousand(1, 0).as_str(), per_thousand(21, 12_345).as_str()), ("-", "1.70"));
    }
}
