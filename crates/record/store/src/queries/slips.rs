//! Searches of slips. A slip is found by its id, or in the events of its round: nothing is stored for the search of a
//! slip, because each slip would pay for it.

use house::ports::StoreFailure;
use house::ports::search::{EVENTS, Found, FoundSlip, RoundPlace, SCAN, SlipPlace, SlipSearch};
use table::{Event, PatronId, RecordedEvent, RequestId, RoundRef, TableId};

#[cfg(test)]
use super::plans::Planned;
use super::search::{read_place, rounds_sql, rounds_values, start};
use super::{Columns, Reads, Value, all};
use crate::rows;
use crate::trouble::Result;

/// How many events of a round a search looks at to see whether the round has slips. A round of more is taken to have
/// some.
const FEW: u64 = 16;

/// Where a round begins, and where the next round of its table does or will.
const EVENTS_OF_ROUND: &str = "round.opened_seq,
    coalesce((SELECT next.opened_seq FROM round AS next WHERE next.table_id = round.table_id
            AND (next.shoe_no, next.round_no) > (round.shoe_no, round.round_no)
            ORDER BY next.shoe_no, next.round_no LIMIT 1),
        (SELECT max(event.seq) + 1 FROM event WHERE event.table_id = round.table_id))";

/// Whether one of the first [`FEW`] events of a round accepts a slip.
const HAS_SLIPS: &str = r#"EXISTS (SELECT 1 FROM event WHERE event.table_id = round.table_id
    AND event.seq BETWEEN round.opened_seq AND round.opened_seq + 15
    AND event.shoe_no = round.shoe_no AND event.round_no = round.round_no
    AND substr(event.body, 1, 23) = '{"type":"slip_accepted"')"#;

/// Whether the patron `$1` may have slips in a round: it ended for them, they took all wagers back, or it is open.
const MAY_HAVE_SLIPS: &str = "(round.revision = 0
    OR EXISTS (SELECT 1 FROM patron_round AS own WHERE own.patron_id = $1 AND own.table_id = round.table_id
        AND own.shoe_no = round.shoe_no AND own.round_no = round.round_no)
    OR EXISTS (SELECT 1 FROM cleared_round AS own WHERE own.patron_id = $1 AND own.table_id = round.table_id
        AND own.shoe_no = round.shoe_no AND own.round_no = round.round_no))";

/// The events of a round whose bodies begin with a text, newest first.
const SLIPS: &str = "SELECT seq, at, body FROM event
    WHERE table_id = $1 AND seq >= $2 AND seq < $3 AND shoe_no = $4 AND round_no = $5
        AND substr(body, 1, length(CAST($6 AS text))) = $6
    ORDER BY seq DESC LIMIT $7";

/// The slips of one id, which several patrons may have given to theirs.
const SLIPS_OF_ID: &str = "SELECT event.seq, event.at, event.body,
        s.table_id, s.shoe_no, s.round_no, round.opened_at
    FROM accepted_slip AS s JOIN event ON event.table_id = s.table_id AND event.seq = s.seq
        JOIN round ON round.table_id = s.table_id AND round.shoe_no = s.shoe_no AND round.round_no = s.round_no
    WHERE s.slip_id = $1 ORDER BY s.patron_id DESC LIMIT $2";

/// How the body of an event begins that accepts a slip, of this patron if there is one.
fn beginning(patron: Option<PatronId>) -> String {
    let any = r#"{"type":"slip_accepted","patron":"#;
    patron.map_or_else(|| any.to_owned(), |PatronId(number)| format!("{any}{number},"))
}

/// A round, and where a search looks for slips in it.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    place: RoundPlace,
    /// The number of its first event, and that of the first one behind those to look at.
    events: (u64, u64),
    may_have_slips: bool,
}

impl Candidate {
    const fn count(&self) -> u64 {
        self.events.1.saturating_sub(self.events.0)
    }
}

/// The searches of slips.
pub(crate) trait SlipQueries: Reads + Sized {
    /// Accepted slips, newest round first.
    async fn search_slips(
        &self,
        search: SlipSearch,
        before: Option<SlipPlace>,
        limit: u16,
    ) -> Result<Found<FoundSlip, SlipPlace>> {
        if let Some(slip) = search.slip {
            return slips_of_id(self, slip, search, before, limit).await;
        }
        let candidates = rounds_with_slips(self, &search, before).await?;
        let rounds = bounded(&candidates);
        let looked_at_all = candidates.len() < usize::from(SCAN) && rounds.len() == candidates.len();
        let wanted = usize::from(limit).saturating_add(1);
        let mut found = Vec::new();
        for round in rounds.iter().filter(|round| round.may_have_slips && is_asked(&search, round.place)) {
            if found.len() < wanted {
                let left = wanted.saturating_sub(found.len());
                found.extend(slips_of_round(self, search.patron, *round, left).await?);
            }
        }
        let mut page = Found::page(found, limit, |slip| slip.place);
        if page.next.is_none() && !looked_at_all {
            // The slips of this round were looked at: the next page goes on behind its last one.
            page.next = rounds.last().map(|round| SlipPlace { round: round.place, seq: 0 });
        }
        Ok(page)
    }
}

impl<R: Reads> SlipQueries for R {}

/// The rounds in which a search may find slips, newest first, at most [`SCAN`].
async fn rounds_with_slips(
    session: &impl Reads,
    search: &SlipSearch,
    before: Option<SlipPlace>,
) -> Result<Vec<Candidate>> {
    let rounds = search.rounds();
    // The round of the place is among them: the page before may have ended within it.
    let within = before.map(|SlipPlace { round, .. }| {
        let round_no = round.round.round_no.saturating_add(1);
        RoundPlace { round: RoundRef { round_no, ..round.round }, ..round }
    });
    let (columns, mut values) = candidate_columns(search.patron);
    let sql = rounds_sql(&rounds, &columns, values.len().saturating_add(1));
    values.extend(rounds_values(&rounds, start(&rounds, within)));
    all(session, sql.as_str(), &values, |row| {
        let (place, first, end) = (read_place(row)?, row.number(4)?, row.number(5)?);
        let looked_at = before.filter(|before| before.round == place).map(|before| before.seq);
        let events = (first, looked_at.map_or(end, |seq| seq.min(end)));
        let found = Candidate { place, events, may_have_slips: row.flag(6)? };
        let many = search.patron.is_none() && found.count() > FEW;
        Ok(Candidate { may_have_slips: found.may_have_slips || many, ..found })
    })
    .await
}

/// The latest slips of a round, at most `limit`.
async fn slips_of_round(
    session: &impl Reads,
    patron: Option<PatronId>,
    round: Candidate,
    limit: usize,
) -> Result<Vec<FoundSlip>> {
    let Candidate { place, events: (first, end), .. } = round;
    let (RoundPlace { table, round, .. }, beginning) = (place, beginning(patron));
    let values = [
        table.0.into(),
        rows::column(first)?.into(),
        rows::column(end)?.into(),
        round.shoe_no.into(),
        round.round_no.into(),
        Value::Text(&beginning),
        Value::Number(i64::try_from(limit).unwrap_or(i64::MAX)),
    ];
    all(session, SLIPS, &values, |row| slip(place, row.event(table)?)).await
}

async fn slips_of_id(
    session: &impl Reads,
    slip_id: RequestId,
    search: SlipSearch,
    before: Option<SlipPlace>,
    limit: u16,
) -> Result<Found<FoundSlip, SlipPlace>> {
    let values = [Value::id(slip_id.0), SCAN.into()];
    let read = |row: &dyn Columns| {
        let table = TableId(row.number(3)?);
        slip(RoundPlace { opened_at: row.time(6)?, table, round: row.round(4)? }, row.event(table)?)
    };
    let mut found = all(session, SLIPS_OF_ID, &values, read).await?;
    found.retain(|slip| search.takes(slip) && before.is_none_or(|before| slip.place < before));
    found.sort_unstable_by_key(|slip| std::cmp::Reverse(slip.place));
    Ok(Found::page(found, limit, |slip| slip.place))
}

/// The columns of a candidate, and the parameters of their conditions.
fn candidate_columns(patron: Option<PatronId>) -> (String, Vec<Value<'static>>) {
    let (flag, values) = match patron {
        Some(patron) => (MAY_HAVE_SLIPS, vec![patron.0.into()]),
        None => (HAS_SLIPS, Vec::new()),
    };
    (format!("table_id, shoe_no, round_no, opened_at, {EVENTS_OF_ROUND}, {flag}"), values)
}

/// The candidates of a page: as many as have [`EVENTS`] events, and one that may have slips in any case.
fn bounded(candidates: &[Candidate]) -> &[Candidate] {
    let mut events = 0_u64;
    let is_beyond = |round: &Candidate| {
        let looked_at = events;
        events = events.saturating_add(if round.may_have_slips { round.count() } else { 0 });
        looked_at > 0 && events > EVENTS
    };
    let end = candidates.iter().position(is_beyond).unwrap_or(candidates.len());
    candidates.get(..end).unwrap_or(candidates)
}

/// Whether a search asks for slips of this round. A shoe is read as a whole.
fn is_asked(search: &SlipSearch, RoundPlace { opened_at, round, .. }: RoundPlace) -> bool {
    search.round_no.is_none_or(|round_no| round_no == round.round_no)
        && search.from.is_none_or(|from| opened_at >= from)
        && search.until.is_none_or(|until| opened_at < until)
}

fn slip(round: RoundPlace, event: RecordedEvent) -> Result<FoundSlip, StoreFailure> {
    let RecordedEvent { seq, at, event } = event;
    let Event::SlipAccepted { patron, slip_id, wagers, replaced } = event else {
        let message = format!("event {seq} of table {} is taken for one that accepts a slip", round.table.0);
        return Err(StoreFailure::Corrupt(message));
    };
    let (place, replaces) = (SlipPlace { round, seq }, replaced.is_some());
    Ok(FoundSlip { place, patron, slip: slip_id, at, wagers, replaces })
}

/// The queries of the searches, each with the indexes that it walks.
#[cfg(test)]
pub(crate) fn planned() -> Vec<Planned> {
    let everywhere = SlipSearch::default();
    let of_table = SlipSearch { table: Some(TableId(1)), ..everywhere };
    let rounds = |search: SlipSearch, index| {
        let (columns, values) = candidate_columns(search.patron);
        let more = if search.shoe_no.is_some() { "1, 1, 1, 1" } else { "1, 1, 1, 1, 1, 1" };
        let values = values.iter().map(|_| "1, ").chain([more]).collect::<String>();
        let sql = rounds_sql(&search.rounds(), &columns, if search.patron.is_some() { 2 } else { 1 });
        Planned::new(&*sql, index, values)
    };
    let ann = Some(PatronId(1));
    vec![
        rounds(everywhere, "round_by_time"),
        rounds(of_table, "round_of_table"),
        rounds(SlipSearch { shoe_no: Some(1), ..of_table }, Planned::KEY),
        rounds(SlipSearch { patron: ann, ..everywhere }, "round_by_time"),
        rounds(SlipSearch { patron: ann, ..of_table }, "round_of_table"),
        rounds(SlipSearch { patron: ann, shoe_no: Some(1), ..of_table }, Planned::KEY),
        Planned::new(SLIPS, Planned::KEY, "1, 1, 1, 1, 1, 'a', 1"),
        Planned::new(SLIPS_OF_ID, Planned::KEY, "'00000000-0000-0000-0000-000000000001', 1"),
    ]
}

#[cfg(test)]
mod tests {
    use journal::to_json;
    use table::Timestamp;

    use super::*;

    #[test]
    fn the_body_of_a_slip_begins_with_its_patron() {
        let accepted = |patron| {
            let (patron, slip_id) = (PatronId(patron), RequestId(7));
            to_json(&Event::SlipAccepted { patron, slip_id, wagers: Vec::new(), replaced: None }).unwrap()
        };
        for (patron, of, expected) in [(17, None, true), (17, Some(17), true), (17, Some(1), false)] {
            let begins = accepted(patron).starts_with(&beginning(of.map(PatronId)));
            assert_eq!(begins, expected, "a slip of {patron} for {of:?}");
        }
        let few = FEW - 1;
        let fixed = r#"substr(event.body, 1, 23) = '{"type":"slip_accepted"'"#;
        assert!(HAS_SLIPS.contains(fixed) && HAS_SLIPS.contains(&format!("opened_seq + {few}\n")));
        assert!(
            accepted(17).starts_with(r#"{"type":"slip_accepted""#) && accepted(17).contains(r#""wagers":[]"#)
        );
    }

    #[test]
    fn a_page_looks_at_so_many_events_and_at_one_round_at_least() {
        let candidate = |(count, may_have_slips): (u64, bool)| Candidate {
            place: RoundPlace::before(Timestamp(0)),
            events: (7, 7 + count),
            may_have_slips,
        };
        for (rounds, expected) in [
            (&[][..], 0),
            (&[(EVENTS + 1, true), (1, true)], 1),
            (&[(EVENTS + 1, true), (1, false)], 1),
            (&[(EVENTS, true), (1, false), (1, true)], 2),
            (&[(EVENTS + 1, false), (EVENTS + 1, true), (1, true)], 2),
            (&[(EVENTS - 1, true), (1, true), (1, true)], 2),
            (&[(8, true), (9, false), (8, true)], 3),
        ] {
            let candidates: Vec<_> = rounds.iter().copied().map(candidate).collect();
            assert_eq!(bounded(&candidates).len(), expected, "{rounds:?}");
        }
    }
}
