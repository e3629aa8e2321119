//! A simulated shoe on its line to the server. It does what the session of a device asks for, and lets cards pass.

use std::collections::BTreeMap;
use std::future::pending;
use std::time::Duration;

use baccarat::Card;
use scanner::frame::{Gate, GateWhy, What};
use serde_json::json;
use tokio::sync::watch;
use tokio::time::Instant;

use super::fault::Expected;
use super::script::{Position, Script};
use crate::lines::{Problem, print};
use crate::scanner::link::{Link, News, at};

/// The shortest pause between two cards, in milliseconds, and how much longer the next one is for each index of a
/// card: 900 to 1400 ms.
const PAUSE: (u64, u64) = (900, 10);

/// How fast cards pass.
pub(super) struct Pace {
    pauses: Vec<Duration>,
    next: usize,
}

impl Pace {
    /// This many times as fast as people deal, with pauses drawn by chance.
    pub(super) fn new(speed: u32, chance: &[Card]) -> Self {
        let pause = |card: &Card| {
            let index = u64::try_from(card.index()).unwrap_or_default();
            Duration::from_millis(PAUSE.0.saturating_add(PAUSE.1.saturating_mul(index.min(50)))) / speed
        };
        Self { pauses: chance.iter().map(pause).collect(), next: 0 }
    }

    fn pause(&mut self) -> Duration {
        let pause = self.pauses.get(self.next).copied().unwrap_or_default();
        self.next = self.next.saturating_add(1).checked_rem(self.pauses.len()).unwrap_or_default();
        pause
    }
}

/// The shoes that are dealt.
pub(super) enum Shoes {
    /// One, of a file.
    One(Script),
    /// One after the other. The dealer says which one is over.
    Many {
        /// Makes a shoe, given how many were before it.
        make: Box<dyn Fn(u64) -> Script>,
        /// The one that is in the device.
        now: Script,
        /// The label of the shoe that is over.
        over: watch::Receiver<Option<String>>,
    },
}

impl Shoes {
    const fn now(&self) -> &Script {
        match self {
            Self::One(script) | Self::Many { now: script, .. } => script,
        }
    }
}

/// A simulated shoe.
pub(super) struct Simulator {
    link: Link<Position>,
    shoes: Shoes,
    pace: Pace,
    json: bool,
    /// How long it may be without a line.
    patience: Option<Duration>,
    /// Since when it has no line.
    silent_since: Option<Instant>,
    gate: Option<Gate>,
    /// When the next card passes.
    due: Option<Instant>,
}

impl Simulator {
    pub(super) fn new(
        link: Link<Position>,
        shoes: Shoes,
        pace: Pace,
        (patience, json): (Option<Duration>, bool),
    ) -> Self {
        let silent_since = Some(Instant::now());
        Self { link, shoes, pace, json, patience, silent_since, gate: None, due: None }
    }

    /// Lets the shoe pass, card by card, until it is over. Gives how many faults it made, by what the server answers.
    pub(super) async fn run(mut self) -> Result<BTreeMap<Expected, u64>, Problem> {
        loop {
            let news = self.link.tick().await?;
            self.take(&news);
            if self.is_over() {
                return Ok(self.link.position().made.clone());
            }
            self.plan();
            let gives_up_at = self.gives_up_at();
            tokio::select! {
                heard = self.link.next() => {
                    let news = self.link.hear(heard).await?;
                    self.take(&news);
                }
                () = at(self.due) => self.pass().await?,
                label = over(&mut self.shoes) => self.load_next(&label),
                () = at(gives_up_at) => {
                    return Err(Problem::Failure("the server has not answered for too long".to_owned()));
                }
            }
        }
    }

    /// When it gives up, if nobody answers.
    fn gives_up_at(&self) -> Option<Instant> {
        Some(self.silent_since? + self.patience?)
    }

    /// Takes the next shoe, if it is this one that is over.
    fn load_next(&mut self, over: &str) {
        if let Shoes::Many { make, now, .. } = &mut self.shoes
            && now.label() == over
        {
            *self.link.position_mut() = self.link.position().next_shoe();
            *now = make(self.link.position().shoe);
        }
    }

    /// Whether all cards are out and on record, and the round of the last one has ended.
    fn is_over(&self) -> bool {
        let closed = self.gate.is_some_and(|gate| !gate.open && gate.why != GateWhy::Finding);
        let Shoes::One(script) = &self.shoes else { return false };
        script.is_over(self.link.position()) && self.link.unacked() == 0 && closed
    }

    /// Takes what happened on the line.
    fn take(&mut self, news: &[News]) {
        for it in news {
            match it {
                News::Connected => self.silent_since = None,
                News::Lost(why) => {
                    tracing::debug!(%why, "no line");
                    self.gate = None;
                    self.silent_since.get_or_insert_with(Instant::now);
                }
                News::Gate(gate) => {
                    let is_first = self.gate.is_none();
                    let settled = is_first && self.link.unacked() == 0;
                    self.link.position_mut().see(*gate, settled);
                    self.gate = Some(*gate);
                }
                News::Welcome(_) | News::Refused(_) => {}
            }
        }
    }

    /// Plans the next card when one may pass.
    fn plan(&mut self) {
        let may =
            self.link.unacked() == 0 && self.shoes.now().next(self.link.position(), self.gate).is_some();
        self.due = match self.due {
            _ if !may => None,
            None => Some(Instant::now() + self.pace.pause()),
            planned => planned,
        };
    }

    /// The next thing passes the sensor.
    async fn pass(&mut self) -> Result<(), Problem> {
        self.due = None;
        let Some((what, position)) = self.shoes.now().next(self.link.position(), self.gate) else {
            return Ok(());
        };
        self.tell(&what)?;
        let news = self.link.record(what, position).await?;
        self.take(&news);
        Ok(())
    }

    /// Prints what passes the sensor.
    fn tell(&self, what: &What) -> Result<(), Problem> {
        let slot = self.gate.and_then(|gate| gate.slot).map(<&str>::from);
        let card = match what {
            What::Card(card) => Some(card.card.text()),
            _ => None,
        };
        if self.json {
            let line = json!({"event": what.kind(), "pass": what.pass(), "card": card, "slot": slot});
            return print(&format!("{line}\n"));
        }
        let place = slot.map(|slot| format!(" at {slot}")).unwrap_or_default();
        print(&match (what, card) {
            (_, Some(card)) => format!("{card}{place}\n"),
            (What::Unread(_), _) => format!("a card that is not read{place}\n"),
            (What::CutCard { .. }, _) => "the cut card\n".to_owned(),
            (What::Shoe(shoe), _) => format!("shoe {} loaded\n", shoe.shoe),
            _ => format!("{}\n", what.kind()),
        })
    }
}

/// The label of a shoe that is over. Never comes where there is one only.
async fn over(shoes: &mut Shoes) -> String {
    let Shoes::Many { over, .. } = shoes else { return pending().await };
    loop {
        if over.changed().await.is_err() {
            return pending().await;
        }
        let label = over.borrow_and_update().clone();
        if let Some(label) = label {
            return label;
        }
    }
}
