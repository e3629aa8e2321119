//! Law: where a beacon draws the cards after the bets, each round names the first value that comes a second after its
//! bulletin, no card comes out before that value, and the cards are those that it draws from the row. Knows no card,
//! only where it lies.

use fair::draw::{ALGORITHM, RoundDraw, Row};
use fair::{Bytes, Digest, Notice};

use crate::event::{BeaconRound, TableEvent};
use crate::record::{Event, Record};

/// The time of the first round of drand's quicknet, and the time between two, in milliseconds.
const GENESIS: u64 = 1_692_803_367_000;
const PERIOD: u64 = 3_000;
/// How long after the bulletin the value comes to exist at least, in milliseconds.
const AHEAD: u64 = 1_000;
/// How many cards the row of a shoe has: all house rules play eight decks.
const CARDS: u16 = 8 * 52;

/// The row of a shoe, and what draws from it.
pub(super) struct Drawn {
    row: Row,
    /// What the round waits for: the digest of its bulletin, and the named round of the beacon.
    waits: Option<(Digest, BeaconRound)>,
    draw: Option<RoundDraw>,
}

impl Drawn {
    /// That of a shoe of this algorithm; none of one whose cards come in the sealed order.
    pub(super) fn of(algorithm: &str) -> Option<Self> {
        (algorithm == ALGORITHM).then(|| Self { row: Row::new(CARDS), waits: None, draw: None })
    }

    /// Burns so many cards, and gives the place of the first one.
    pub(super) fn burn(&mut self, count: u16) -> Option<usize> {
        self.row.burn(count).first().copied().map(usize::from)
    }

    /// The place of the next card; none when it came before its value.
    pub(super) fn next(&mut self) -> Option<usize> {
        self.draw.as_mut()?.next(&mut self.row).map(usize::from)
    }

    /// Follows an event that deals no card; answers with what is wrong with it.
    pub(super) fn follow(&mut self, event: &Event, record: &Record) -> Option<String> {
        match &event.what {
            TableEvent::BettingOpened { .. }
            | TableEvent::RoundVoided { .. }
            | TableEvent::RoundSettled { .. } => {
                (self.waits, self.draw) = (None, None);
                None
            }
            TableEvent::BettingClosed { draw, .. } => self.close(event, draw.as_ref(), record),
            TableEvent::RoundDrawn { beacon } => {
                let Some((closed, named)) = self.waits.take() else {
                    return Some("a value came that no round waits for".to_owned());
                };
                self.draw = beacon.parse::<Bytes<48>>().ok().map(|value| RoundDraw::new(&closed, &value));
                if event.at < named.at {
                    return Some(format!("the value of round {} was known before its time", named.round));
                }
                let given = record.beacon.map(|given| given(named.round));
                given.filter(|value| value != beacon).map(|value| {
                    format!("the cards are drawn by {beacon}, and round {} gives {value}", named.round)
                })
            }
            _ => None,
        }
    }

    /// Betting closes, and its bulletin names the round of the beacon.
    fn close(&mut self, event: &Event, draw: Option<&BeaconRound>, record: &Record) -> Option<String> {
        let text = record.bulletins.get(&(event.id.table, event.id.seq));
        let said = text.and_then(|text| text.parse::<fair::Bulletin>().ok());
        let (Some(named), Some(said)) = (draw, said) else {
            return Some("betting closes, and nothing says what draws the cards".to_owned());
        };
        self.waits = Some((said.digest(), named.clone()));
        let first = (said.at + AHEAD).saturating_sub(GENESIS).div_ceil(PERIOD) + 1;
        let at = GENESIS + (first - 1) * PERIOD;
        let is_said = matches!(&said.notice, Notice::Closed(it)
            if it.draw.map(|(chain, round)| (chain.to_string(), round)) == Some((named.chain.clone(), named.round)));
        let fits = named.round == first && u64::try_from(named.at) == Ok(at) && is_said;
        (!fits).then(|| format!("betting closed at {} names {named:?}, and round {first} is next", said.at))
    }
}
