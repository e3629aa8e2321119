//! The bulletins of a shoe by kind, and what a bulletin does out of its place.

use fair::bulletin::{
    Algorithm, Burned, Closed, Committed, Corrected, Drawn, Ended, Finished, Listed, Opened, Places, Sealed,
};
use fair::{Bulletin, Notice};

use crate::file::ProofFile;

/// A notice with the bulletin that says it.
pub(crate) struct Said<'a, T> {
    pub(crate) by: &'a Bulletin,
    pub(crate) it: &'a T,
}

impl<T> Clone for Said<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Said<'_, T> {}

/// A step of a round.
#[derive(Clone, Copy)]
pub(crate) enum RoundStep<'a> {
    Closed(Said<'a, Closed>),
    Drawn(Said<'a, Drawn>),
    Ended(Said<'a, Ended>),
}

/// The bulletins of a file. Of two of one kind the first counts; the second is a fault.
#[derive(Default)]
pub(crate) struct Outline<'a> {
    pub(crate) opened: Option<Said<'a, Opened>>,
    /// What commits the shoe after this one.
    pub(crate) next: Option<Said<'a, Committed>>,
    pub(crate) pledged: Option<Said<'a, Listed>>,
    pub(crate) revealed: Option<Said<'a, Listed>>,
    pub(crate) sealed: Option<Said<'a, Sealed>>,
    pub(crate) burned: Option<Said<'a, Burned>>,
    pub(crate) rounds: Vec<RoundStep<'a>>,
    /// Corrections of rounds of this shoe, in the file's bulletins and after them.
    pub(crate) corrected: Vec<Said<'a, Corrected>>,
    pub(crate) finished: Option<Said<'a, Finished>>,
    /// The first bulletin that is out of its place, and why.
    pub(crate) fault: Option<(u64, String)>,
}

/// The order in which the kinds of a shoe come; `corrected` and `rekeyed` come anywhere.
const OPENED: u8 = 1;
const NEXT: u8 = 2;
const PLEDGED: u8 = 3;
const REVEALED: u8 = 4;
const SEALED: u8 = 5;
const BURNED: u8 = 6;
const ROUNDS: u8 = 7;
const FINISHED: u8 = 8;

impl<'a> Outline<'a> {
    pub(crate) fn of(file: &'a ProofFile) -> Self {
        let mut outline = Self::default();
        let mut stage = 0;
        for bulletin in &file.bulletins {
            if let Err(why) = outline.place(bulletin, file.shoe_no, &mut stage) {
                outline.fault.get_or_insert((bulletin.no, why));
            }
        }
        for signed in &file.after {
            match &signed.bulletin.notice {
                Notice::Corrected(it) if it.shoe_no == file.shoe_no => {
                    outline.corrected.push(Said { by: &signed.bulletin, it });
                    if let Err(why) = without_surplus(it) {
                        outline.fault.get_or_insert((signed.bulletin.no, why));
                    }
                }
                other => {
                    let why = format!("`{}` is not a correction of this shoe", other.kind());
                    outline.fault.get_or_insert((signed.bulletin.no, why));
                }
            }
        }
        outline
    }

    fn place(&mut self, by: &'a Bulletin, shoe_no: u32, stage: &mut u8) -> Result<(), String> {
        let notice = &by.notice;
        let about = match notice {
            Notice::Committed(it) => it.shoe_no.checked_sub(1),
            Notice::Corrected(it) if it.shoe_no < shoe_no => return Ok(()),
            _ => notice.shoe_no(),
        };
        if about.is_some_and(|about| about != shoe_no) {
            return Err(format!("`{}` is about another shoe", notice.kind()));
        }
        match notice {
            Notice::Opened(it) => enter(stage, OPENED, &[0], &mut self.opened, Said { by, it }),
            Notice::Committed(it) => enter(stage, NEXT, &[OPENED], &mut self.next, Said { by, it }),
            Notice::Pledged(it) => enter(stage, PLEDGED, &[OPENED, NEXT], &mut self.pledged, Said { by, it }),
            Notice::Revealed(it) => enter(stage, REVEALED, &[PLEDGED], &mut self.revealed, Said { by, it }),
            Notice::Sealed(it) => enter(stage, SEALED, &[REVEALED], &mut self.sealed, Said { by, it }),
            Notice::Burned(it) if !it.records.is_empty() => {
                Err("`burned` names records, and the shoe has a sealed order".to_owned())
            }
            Notice::Burned(it) => enter(stage, BURNED, &[SEALED], &mut self.burned, Said { by, it }),
            Notice::Closed(it) => self.round(stage, RoundStep::Closed(Said { by, it })),
            Notice::Drawn(it) => self.round(stage, RoundStep::Drawn(Said { by, it })),
            Notice::Ended(it) => self.round(stage, RoundStep::Ended(Said { by, it })),
            Notice::Finished(it) if *stage < FINISHED => {
                *stage = FINISHED;
                self.finished = Some(Said { by, it });
                Ok(())
            }
            Notice::Corrected(it) => {
                self.corrected.push(Said { by, it });
                without_surplus(it)
            }
            Notice::Rekeyed(_) => Ok(()),
            Notice::Finished(_) => Err("the shoe is finished twice".to_owned()),
            Notice::OpenedScanned(_)
            | Notice::Free(_)
            | Notice::Removed(_)
            | Notice::Amended(_)
            | Notice::Resolved(_)
            | Notice::CutCard(_)
            | Notice::LastRound(_)
            | Notice::Counted(_)
            | Notice::FinishedScanned(_) => {
                Err(format!("`{}` is of a shoe whose cards a device reads", notice.kind()))
            }
        }
    }

    fn round(&mut self, stage: &mut u8, step: RoundStep<'a>) -> Result<(), String> {
        let before = self.rounds.last().copied();
        self.rounds.push(step);
        if ![SEALED, BURNED, ROUNDS].contains(stage) {
            return Err("a round comes between `sealed` and `finished`".to_owned());
        }
        *stage = ROUNDS;
        match self.algorithm() {
            Algorithm::Proof1 => in_sequence(step),
            Algorithm::Proof2 => in_draws(step, before),
        }
    }

    /// How the cards of the shoe are found. A shoe that was never opened has none.
    pub(crate) fn algorithm(&self) -> Algorithm {
        self.opened.map_or(Algorithm::Proof1, |said| said.it.algorithm)
    }

    /// The rounds that ended, in the order of their bulletins.
    pub(crate) fn ended(&self) -> impl Iterator<Item = &'a Ended> {
        self.rounds.iter().filter_map(|step| match step {
            RoundStep::Ended(said) => Some(said.it),
            RoundStep::Closed(_) | RoundStep::Drawn(_) => None,
        })
    }

    /// The round that closed and did not end, if there is one.
    pub(crate) fn open_round(&self) -> Option<&'a Closed> {
        let last = self.rounds.iter().rfind(|step| !matches!(step, RoundStep::Drawn(_)));
        match last {
            Some(RoundStep::Closed(said)) => Some(said.it),
            _ => None,
        }
    }
}

/// A round of a sealed order has no card beside those that it dealt.
fn without_surplus(corrected: &Corrected) -> Result<(), String> {
    let has_none = corrected.surplus.is_empty();
    if has_none { Ok(()) } else { Err("`corrected` names surplus, and the cards come in order".to_owned()) }
}

/// A step of a round whose cards come in the sealed order has nothing of a draw.
fn in_sequence(step: RoundStep<'_>) -> Result<(), String> {
    match step {
        RoundStep::Closed(said) if said.it.draw.is_some() => {
            Err("`closed` names a draw, and the cards come in the sealed order".to_owned())
        }
        RoundStep::Drawn(_) => Err("`drawn`, and the cards come in the sealed order".to_owned()),
        RoundStep::Ended(said) if !matches!(said.it.at, Places::From(_)) => {
            Err("`from` was expected: the cards come in the sealed order".to_owned())
        }
        _ => Ok(()),
    }
}

/// A round whose cards are drawn names its draw when it closes, is drawn once, and has no card before.
fn in_draws(step: RoundStep<'_>, before: Option<RoundStep<'_>>) -> Result<(), String> {
    match (step, before) {
        (RoundStep::Closed(said), _) if said.it.draw.is_none() => {
            Err("`closed` names no draw of its cards".to_owned())
        }
        (RoundStep::Drawn(said), Some(RoundStep::Closed(closed)))
            if said.it.round_no == closed.it.round_no =>
        {
            Ok(())
        }
        (RoundStep::Drawn(_), _) => Err("`drawn` does not follow `closed` of its round".to_owned()),
        (RoundStep::Ended(said), _) if !matches!(said.it.at, Places::At(_)) => {
            Err("`at` was expected: the cards are drawn".to_owned())
        }
        (RoundStep::Ended(said), Some(RoundStep::Drawn(drawn))) if said.it.round_no == drawn.it.round_no => {
            Ok(())
        }
        (RoundStep::Ended(said), _) if !said.it.cards.is_empty() => {
            Err("its cards came, and none were drawn".to_owned())
        }
        _ => Ok(()),
    }
}

fn enter<'a, T>(
    stage: &mut u8,
    own: u8,
    before: &[u8],
    slot: &mut Option<Said<'a, T>>,
    said: Said<'a, T>,
) -> Result<(), String> {
    let in_place = slot.is_none() && before.contains(stage);
    let kind = said.by.notice.kind();
    slot.get_or_insert(said);
    if !in_place {
        return Err(format!("`{kind}` is out of its place"));
    }
    *stage = own;
    Ok(())
}
