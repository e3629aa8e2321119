//! The bulletins of a shoe by kind, and what a bulletin does out of its place.

use fair::bulletin::{Burned, Closed, Committed, Corrected, Ended, Finished, Listed, Opened, Sealed};
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
            Notice::Burned(it) => enter(stage, BURNED, &[SEALED], &mut self.burned, Said { by, it }),
            Notice::Closed(it) => self.round(stage, RoundStep::Closed(Said { by, it })),
            Notice::Drawn(_) => Err("`drawn` is out of its place".to_owned()),
            Notice::Ended(it) => self.round(stage, RoundStep::Ended(Said { by, it })),
            Notice::Finished(it) if *stage < FINISHED => {
                *stage = FINISHED;
                self.finished = Some(Said { by, it });
                Ok(())
            }
            Notice::Corrected(it) => {
                self.corrected.push(Said { by, it });
                Ok(())
            }
            Notice::Rekeyed(_) => Ok(()),
            Notice::Finished(_) => Err("the shoe is finished twice".to_owned()),
        }
    }

    fn round(&mut self, stage: &mut u8, step: RoundStep<'a>) -> Result<(), String> {
        self.rounds.push(step);
        if ![SEALED, BURNED, ROUNDS].contains(stage) {
            return Err("a round comes between `sealed` and `finished`".to_owned());
        }
        *stage = ROUNDS;
        Ok(())
    }

    /// The rounds that ended, in the order of their bulletins.
    pub(crate) fn ended(&self) -> impl Iterator<Item = &'a Ended> {
        self.rounds.iter().filter_map(|step| match step {
            RoundStep::Ended(said) => Some(said.it),
            RoundStep::Closed(_) => None,
        })
    }

    /// The round that closed and did not end, if the last step closed one.
    pub(crate) fn open_round(&self) -> Option<&'a Closed> {
        match self.rounds.last() {
            Some(RoundStep::Closed(said)) => Some(said.it),
            _ => None,
        }
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
