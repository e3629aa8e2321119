//! Tables as data between the messages and the house: records as settings, and what somebody gives as a change of a
//! record. The program uses the same functions when no server runs.

use std::str::FromStr;

use baccarat::{HouseRules, Spot};
use house::floor::record::{SpotRange, TableRecord, TableStatus};
use house::floor::{FieldProblem, FloorRefusal, Invitations, PatronName, TablePassword};
use house::log::{Entity, HouseEvent};
use house::ports::RecordedEntry;
use house::rulebook::name_of;
use money::{Amount, Currency};
use table::live::{DealerKind, DealerProblem, ScannerSettings};
use table::squeeze::SqueezeTerms;
use table::{Drawing, EntryTerms, Invitation, PatronId, RulesDigest, RulesRef, Seating, TableId, Timings};
use wire::tables::{
    self, ChangeInvitations, CurrencyName, NewTable, RulesName, ScannerChange, SeatingChange, SettingsChange,
    SqueezeChange, StakeRange, TableChange, TableScanner, TableSeating, TableSettings, TableSqueeze,
    TableTimings,
};

/// A record as managers see it.
pub fn settings_of(record: &TableRecord) -> TableSettings {
    let range =
        |range: &SpotRange| StakeRange { minimum: range.minimum.minor(), maximum: range.maximum.minor() };
    let Timings { betting_ms, drain_ms, card_ms, result_ms, shuffle_ms, pledge_ms, reveal_ms } =
        record.timings;
    let Seating { grace_ms, idle_warning, idle_limit, auto_rounds } = record.seating;
    TableSettings {
        table_id: record.id.0,
        status: record.status.as_ref().to_owned(),
        name: record.name.clone(),
        rules: RulesName { id: record.rules.id.clone(), digest: Some(record.rules.digest.to_string()) },
        currency: CurrencyName {
            code: record.currency.code().to_owned(),
            decimals: record.currency.decimals(),
        },
        limits: record.limits.iter().map(|(spot, it)| (spot.id().to_owned(), range(it))).collect(),
        exposure: record.exposure.unwrap_or_default().minor(),
        timings: TableTimings { betting_ms, drain_ms, card_ms, result_ms, shuffle_ms, pledge_ms, reveal_ms },
        ante: record.entry.least_balance().minor(),
        capacity: record.entry.capacity.unwrap_or_default(),
        needs_password: record.entry.password_hash.is_some(),
        needs_invitation: record.entry.invitation.is_some(),
        invited: record.entry.invitation.as_ref().map_or(0, |it| count(it.patrons.len())),
        invitation_codes: codes_of(record),
        seating: TableSeating { grace_ms, idle_warning, idle_limit, auto_rounds },
        draw: record.draw.as_ref().to_owned(),
        dealer: record.dealer().kind().as_ref().to_owned(),
        scanner: record.scanner.as_ref().map(scanner_of),
        squeeze: record.squeeze.map(squeeze_of),
        place: record.place,
    }
}

/// The record that these settings are about.
///
/// # Errors
/// [`FloorRefusal::BadSettings`] with every field that cannot be read.
pub fn record_of(settings: TableSettings) -> Result<TableRecord, FloorRefusal> {
    let table = TableId(settings.table_id);
    let TableTimings { betting_ms, drain_ms, card_ms, result_ms, shuffle_ms, pledge_ms, reveal_ms } =
        settings.timings;
    let TableSeating { grace_ms, idle_warning, idle_limit, auto_rounds } = settings.seating;
    // The house alone knows the password and who is invited: here is that there is one, and how many.
    let patrons = (1..=settings.invited).map(PatronId).collect();
    let code_hashes = (1..=settings.invitation_codes).map(|number| number.to_string()).collect();
    let invitation = Invitation { patrons, code_hashes };
    let entry = EntryTerms {
        password_hash: settings.needs_password.then(String::new),
        invitation: settings.needs_invitation.then_some(invitation),
        ..EntryTerms::default()
    };
    let mut record = TableRecord {
        entry,
        seating: Seating { grace_ms, idle_warning, idle_limit, auto_rounds },
        status: settings.status.parse().unwrap_or(TableStatus::Closed),
        timings: Timings { betting_ms, drain_ms, card_ms, result_ms, shuffle_ms, pledge_ms, reveal_ms },
        ..blank(table)
    };
    let change = SettingsChange {
        name: Some(settings.name),
        rules: Some(settings.rules),
        currency: Some(settings.currency),
        limits: settings.limits,
        exposure: Some(settings.exposure),
        ante: Some(settings.ante),
        capacity: Some(settings.capacity),
        draw: Some(settings.draw),
        dealer: Some(settings.dealer),
        scanner: settings.scanner.map(whole).unwrap_or_default(),
        squeeze: settings.squeeze.map(|TableSqueeze { from, ms, third_ms }| SqueezeChange {
            from: Some(from),
            ms: Some(ms),
            third_ms: Some(third_ms),
        }),
        place: Some(settings.place),
        ..SettingsChange::default()
    };
    edit(&mut record, &change)?;
    Ok(record)
}

/// The record of a new table that was asked for, with the built-in limits on spots that got none.
///
/// # Errors
/// [`FloorRefusal::BadSettings`] with every field that is missing or cannot be read.
pub fn new_record(new: &NewTable) -> Result<TableRecord, FloorRefusal> {
    let mut record = blank(TableId(new.table_id.unwrap_or_default()));
    let missing = [("name", new.settings.name.is_none()), ("rules", new.settings.rules.is_none())];
    let mut problems: Vec<_> = missing
        .iter()
        .filter(|(_, missing)| *missing)
        .map(|(field, _)| problem(field, "a new table needs it".to_owned()))
        .collect();
    if let Err(FloorRefusal::BadSettings { problems: more }) = edit(&mut record, &new.settings) {
        problems.extend(more);
    }
    if problems.is_empty() { Ok(record) } else { Err(FloorRefusal::BadSettings { problems }) }
}

/// A table of play money without a name, whose place in the lobby follows its number.
fn blank(table: TableId) -> TableRecord {
    let rules = RulesRef { id: String::new(), digest: RulesDigest([0; 32]) };
    TableRecord {
        id: table,
        name: String::new(),
        rules,
        currency: Currency::PLAY,
        limits: std::collections::BTreeMap::new(),
        exposure: None,
        timings: Timings::default(),
        entry: EntryTerms::default(),
        seating: Seating::default(),
        draw: Drawing::Sealed,
        scanner: None,
        squeeze: None,
        place: 0,
        status: TableStatus::Open,
    }
}

/// Changes a record by what somebody gave, without the password: the house keeps only a hash of it.
///
/// # Errors
/// [`FloorRefusal::BadSettings`] with every field that cannot be read; whether the settings are acceptable, the house
/// judges.
pub fn edit(record: &mut TableRecord, change: &SettingsChange) -> Result<(), FloorRefusal> {
    let mut problems = Vec::new();
    let mut read = |field: &str, result: Result<(), String>| {
        if let Err(message) = result {
            problems.push(problem(field, message));
        }
    };
    if let Some(name) = &change.name {
        record.name.clone_from(name);
    }
    if let Some(name) = &change.rules {
        read("rules", rules_ref(name).map(|name| record.rules = name));
    }
    if let Some(CurrencyName { code, decimals }) = &change.currency {
        let currency = Currency::new(code, *decimals).map_err(|error| error.to_string());
        read("currency", currency.map(|currency| record.currency = currency));
    }
    for (id, range) in &change.limits {
        let spot = Spot::from_id(id).ok_or_else(|| format!("{id:.40} is no spot"));
        let limit = spot.and_then(|spot| Ok((spot, spot_range(*range)?)));
        let set = limit.map(|(spot, range)| {
            record.limits.insert(spot, range);
        });
        read(&format!("limits.{id:.40}"), set);
    }
    if let Some(exposure) = change.exposure {
        let limit = amount(exposure).map(|limit| Some(limit).filter(|limit| !limit.is_zero()));
        read("exposure", limit.map(|limit| record.exposure = limit));
    }
    if let Some(ante) = change.ante {
        read("ante", amount(ante).map(|ante| record.entry.ante = Some(ante)));
    }
    if let Some(capacity) = change.capacity {
        record.entry.capacity = Some(capacity).filter(|seats| *seats > 0);
    }
    match change.needs_invitation {
        Some(true) => drop(record.entry.invitation.get_or_insert_default()),
        Some(false) => record.entry.invitation = None,
        None => {}
    }
    record.seating = seating_of(record.seating, change.seating);
    if let Some(draw) = &change.draw {
        read("draw", word(draw, "sealed or after_bets").map(|draw| record.draw = draw));
    }
    if let Some(dealer) = &change.dealer {
        let kind = word(dealer, "shuffle or scanner");
        read("dealer", kind.map(|kind| record.scanner = scanner_at(kind, record.scanner.take())));
    }
    if let Some(change) = change.squeeze {
        read("squeeze.from", edit_squeeze(record.squeeze, change).map(|terms| record.squeeze = terms));
    }
    read("scanner", edit_scanner(record.scanner.as_mut(), &change.scanner));
    if let Some(place) = change.place {
        record.place = place;
    }
    let given = change.timings;
    let given = house::floor::GivenTimings {
        betting_ms: given.betting_ms,
        drain_ms: given.drain_ms,
        card_ms: given.card_ms,
        result_ms: given.result_ms,
        shuffle_ms: given.shuffle_ms,
        pledge_ms: given.pledge_ms,
        reveal_ms: given.reveal_ms,
    };
    record.timings = given.over(record.timings);
    if problems.is_empty() { Ok(()) } else { Err(FloorRefusal::BadSettings { problems }) }
}

/// When a seat is lost, after a change.
fn seating_of(before: Seating, change: SeatingChange) -> Seating {
    let SeatingChange { grace_ms, idle_warning, idle_limit, auto_rounds } = change;
    Seating {
        grace_ms: grace_ms.unwrap_or(before.grace_ms),
        idle_warning: idle_warning.unwrap_or(before.idle_warning),
        idle_limit: idle_limit.unwrap_or(before.idle_limit),
        auto_rounds: auto_rounds.unwrap_or(before.auto_rounds),
    }
}

/// The settings of the scanner at a table whose cards this dealer draws; a new one gets the built-in settings.
fn scanner_at(dealer: DealerKind, before: Option<ScannerSettings>) -> Option<ScannerSettings> {
    match dealer {
        DealerKind::Shuffle => None,
        DealerKind::Scanner => Some(before.unwrap_or_default()),
    }
}

/// Changes the settings of a scanner, if the table has one.
fn edit_scanner(scanner: Option<&mut ScannerSettings>, change: &ScannerChange) -> Result<(), String> {
    let Some(scanner) = scanner else {
        let none = *change == ScannerChange::default();
        return if none { Ok(()) } else { Err(DealerProblem::NoScanner.to_string()) };
    };
    let start = change.start.as_ref().map(|start| word(start, "dealer or auto")).transpose()?;
    let shoes = change.shoes.as_ref().map(|shoes| word(shoes, "any or assigned")).transpose()?;
    *scanner = ScannerSettings {
        start: start.unwrap_or(scanner.start),
        shoes: shoes.unwrap_or(scanner.shoes),
        count_out: change.count_out.unwrap_or(scanner.count_out),
        burn_on_handover: change.burn_on_handover.unwrap_or(scanner.burn_on_handover),
        conf_min: change.conf_min.unwrap_or(scanner.conf_min),
        dealer_ms: change.dealer_ms.unwrap_or(scanner.dealer_ms),
        supervisor_ms: change.supervisor_ms.unwrap_or(scanner.supervisor_ms),
        abandon_ms: change.abandon_ms.unwrap_or(scanner.abandon_ms),
    };
    Ok(())
}

/// How patrons turn the cards of a table after a change; none when all cards fall face up.
fn edit_squeeze(
    before: Option<SqueezeTerms>,
    SqueezeChange { from, ms, third_ms }: SqueezeChange,
) -> Result<Option<SqueezeTerms>, String> {
    let terms = match (from.map(amount).transpose()?, before) {
        (Some(from), _) if from.is_zero() => return Ok(None),
        (Some(from), Some(before)) => SqueezeTerms { from, ..before },
        (Some(from), None) => SqueezeTerms::from_stake(from),
        (None, Some(before)) => before,
        (None, None) => {
            return Err("all cards of this table fall face up; give the least stake that turns them as well"
                .to_owned());
        }
    };
    Ok(Some(SqueezeTerms {
        ms: ms.unwrap_or(terms.ms),
        third_ms: third_ms.unwrap_or(terms.third_ms),
        ..terms
    }))
}

/// How patrons turn the cards of a table, as managers see it.
const fn squeeze_of(SqueezeTerms { from, ms, third_ms }: SqueezeTerms) -> TableSqueeze {
    TableSqueeze { from: from.minor(), ms, third_ms }
}

/// What a word names, which is one of those.
fn word<T: FromStr>(text: &str, known: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{text:.40} is not {known}"))
}

/// The settings of a scanner as managers see them.
fn scanner_of(scanner: &ScannerSettings) -> TableScanner {
    TableScanner {
        start: scanner.start.as_ref().to_owned(),
        shoes: scanner.shoes.as_ref().to_owned(),
        count_out: scanner.count_out,
        burn_on_handover: scanner.burn_on_handover,
        conf_min: scanner.conf_min,
        dealer_ms: scanner.dealer_ms,
        supervisor_ms: scanner.supervisor_ms,
        abandon_ms: scanner.abandon_ms,
    }
}

/// All settings of a scanner as a change.
fn whole(scanner: TableScanner) -> ScannerChange {
    ScannerChange {
        start: Some(scanner.start),
        shoes: Some(scanner.shoes),
        count_out: Some(scanner.count_out),
        burn_on_handover: Some(scanner.burn_on_handover),
        conf_min: Some(scanner.conf_min),
        dealer_ms: Some(scanner.dealer_ms),
        supervisor_ms: Some(scanner.supervisor_ms),
        abandon_ms: Some(scanner.abandon_ms),
    }
}

/// The password in a change, if it has one.
pub fn password_of(change: &SettingsChange) -> Option<TablePassword> {
    change.password.as_ref().map(|password| TablePassword(password.0.clone()))
}

/// Whose invitations a request changes.
pub fn invitations_of(change: &ChangeInvitations) -> Invitations {
    let named = |names: &[tables::PatronName]| {
        let name = |name: &tables::PatronName| match name {
            tables::PatronName::Number(number) => PatronName::Number(PatronId(*number)),
            tables::PatronName::Nickname(nickname) => PatronName::Nickname(nickname.clone()),
        };
        names.iter().map(name).collect()
    };
    Invitations {
        invite: named(&change.invite),
        uninvite: named(&change.uninvite),
        withdraw_codes: change.withdraw_codes,
    }
}

/// How many codes invite to a table.
pub(crate) fn codes_of(record: &TableRecord) -> u32 {
    record.entry.invitation.as_ref().map_or(0, |it| count(it.code_hashes.len()))
}

/// An entry about a table as managers see it; none for any other entry.
pub fn change_of(entry: &RecordedEntry) -> Option<TableChange> {
    let HouseEvent::Changed { by, why, entity: Entity::Table(record) } = &entry.event else { return None };
    let (by, why, settings) = (by.to_string(), why.clone(), settings_of(record));
    Some(TableChange { no: entry.seq, at: entry.at.0, by, why, settings })
}

/// The name of house rules, which may leave out the digest of built-in ones.
fn rules_ref(name: &RulesName) -> Result<RulesRef, String> {
    let RulesName { id, digest } = name;
    let Some(digest) = digest else {
        let unknown = || {
            let known = HouseRules::BUILTIN.join(", ");
            format!("{id:.40} is not built in; send the digest of house rules on record, or one of {known}")
        };
        return HouseRules::builtin(id).map(name_of).ok_or_else(unknown);
    };
    let digest = digest.parse().map_err(|_| "a digest has 64 digits of 0-9 and a-f".to_owned())?;
    Ok(RulesRef { id: id.clone(), digest })
}

fn spot_range(range: StakeRange) -> Result<SpotRange, String> {
    Ok(SpotRange { minimum: amount(range.minimum)?, maximum: amount(range.maximum)? })
}

fn count(patrons: usize) -> u32 {
    u32::try_from(patrons).unwrap_or(u32::MAX)
}

fn amount(minor: u64) -> Result<Amount, String> {
    Amount::new(minor).map_err(|error| error.to_string())
}

fn problem(field: &str, message: String) -> FieldProblem {
    FieldProblem { field: field.to_owned(), message }
}
