//! What the checks share: the file, its bulletins by kind, what is out of its place, and the records of the device.

use baccarat::HouseRules;
use fair::bulletin::scanned::{FinishedScanned, OpenedScanned};
use fair::bulletin::{Corrected, Ended, Places};
use fair::{Bulletin, Notice};

use super::super::signatures::Chained;
use super::super::wagers::Rounds;
use super::readings::Readings;
use crate::known::Known;
use crate::outline::Said;
use crate::report::{Step, not_checked};
use crate::scanned_file::ScannedFile;

/// What the checks share.
pub(super) struct ScannedCase<'a> {
    pub(super) file: &'a ScannedFile,
    /// The text of the file.
    pub(super) text: &'a str,
    pub(super) known: &'a Known<'a>,
    /// The house rules; none when their text is not a document of house rules.
    pub(super) rules: Option<HouseRules>,
    pub(super) opened: Option<Said<'a, OpenedScanned>>,
    pub(super) finished: Option<Said<'a, FinishedScanned>>,
    /// Corrections of rounds of this shoe, in the file's bulletins and after them.
    pub(super) corrected: Vec<Said<'a, Corrected>>,
    /// The first bulletin that is out of its place, and why.
    pub(super) fault: Option<(u64, String)>,
    /// What the device signed of the shoe; none when it was not given.
    pub(super) readings: Option<Readings>,
}

impl<'a> ScannedCase<'a> {
    pub(super) fn new(file: &'a ScannedFile, text: &'a str, known: &'a Known<'a>) -> Self {
        let mut case = Self {
            file,
            text,
            known,
            rules: file.rules.text.parse().ok(),
            opened: None,
            finished: None,
            corrected: Vec::new(),
            fault: None,
            readings: None,
        };
        for (place, by) in file.bulletins.iter().enumerate() {
            if let Err(why) = case.place(by, place == 0) {
                case.fault.get_or_insert((by.no, why));
            }
        }
        for signed in &file.after {
            match &signed.bulletin.notice {
                Notice::Corrected(it) if it.shoe_no == file.shoe_no => {
                    case.corrected.push(Said { by: &signed.bulletin, it });
                }
                other => {
                    let why = format!("`{}` is not a correction of this shoe", other.kind());
                    case.fault.get_or_insert((signed.bulletin.no, why));
                }
            }
        }
        if let Some(opened) = case.opened {
            case.readings = known.records.iter().find_map(|text| Readings::of(text, opened.it));
        }
        case
    }

    fn place(&mut self, by: &'a Bulletin, first: bool) -> Result<(), String> {
        let (notice, shoe_no) = (&by.notice, self.file.shoe_no);
        let kind = notice.kind();
        match notice {
            Notice::Rekeyed(_) => return Ok(()),
            Notice::Corrected(it) if it.shoe_no < shoe_no => return Ok(()),
            _ if notice.shoe_no() != Some(shoe_no) => return Err(format!("`{kind}` is about another shoe")),
            _ if self.finished.is_some() => return Err(format!("`{kind}` comes after `finished`")),
            Notice::OpenedScanned(_) if !first => return Err("the shoe is opened twice".to_owned()),
            _ if first && !matches!(notice, Notice::OpenedScanned(_)) => {
                return Err("`opened` was expected first".to_owned());
            }
            _ => {}
        }
        match notice {
            Notice::OpenedScanned(it) => self.opened = Some(Said { by, it }),
            Notice::FinishedScanned(it) => self.finished = Some(Said { by, it }),
            Notice::Corrected(it) => self.corrected.push(Said { by, it }),
            Notice::Burned(it) if it.records.is_empty() => return Err("`burned` names no record".to_owned()),
            Notice::Closed(it) if it.draw.is_some() => return Err("`closed` names a draw".to_owned()),
            Notice::Ended(it) if !matches!(it.at, Places::Read(_)) => {
                return Err("`ended` names no records".to_owned());
            }
            Notice::Burned(_)
            | Notice::Closed(_)
            | Notice::Ended(_)
            | Notice::Free(_)
            | Notice::Removed(_)
            | Notice::Amended(_)
            | Notice::Resolved(_)
            | Notice::CutCard(_)
            | Notice::LastRound(_)
            | Notice::Counted(_) => {}
            _ => return Err(format!("`{kind}` is of a shoe with a sealed order")),
        }
        Ok(())
    }

    /// What the bulletins of the shoe say, in their order, without those of other shoes.
    pub(super) fn said(&self) -> impl Iterator<Item = (&'a Bulletin, &'a Notice)> {
        let shoe_no = self.file.shoe_no;
        let own = self.file.bulletins.iter().filter(move |by| by.notice.shoe_no() == Some(shoe_no));
        own.map(|by| (by, &by.notice))
    }

    /// The rounds that ended.
    pub(super) fn ended(&self) -> impl Iterator<Item = &'a Ended> {
        self.said().filter_map(|(_, notice)| match notice {
            Notice::Ended(it) => Some(it),
            _ => None,
        })
    }

    /// How many decks the shoe has.
    pub(super) fn decks(&self) -> u8 {
        self.opened.map_or(8, |said| said.it.decks)
    }

    pub(super) fn house_rules(&self) -> Step<&HouseRules> {
        self.rules.as_ref().map_or_else(|| not_checked("the house rules cannot be read"), Ok)
    }

    /// What the device signed; without it, a check says so.
    pub(super) fn given(&self) -> Step<&Readings> {
        match (&self.readings, self.known.records.is_empty()) {
            (Some(readings), _) => Ok(readings),
            (None, true) => not_checked("no records were given"),
            (None, false) => not_checked("none of the records that were given are of this shoe"),
        }
    }

    /// Stops a check of a shoe that is not over.
    pub(super) fn is_over(&self) -> Step<&FinishedScanned> {
        self.finished.map_or_else(|| not_checked("the shoe is in play"), |said| Ok(said.it))
    }

    /// The bulletins of the file with their signatures.
    pub(super) const fn chained(&self) -> Chained<'a> {
        let file = self.file;
        Chained {
            table: file.table,
            committed: None,
            rekeyed: file.rekeyed.as_slice(),
            bulletins: file.bulletins.as_slice(),
            signed: (file.key, file.signature),
            after: file.after.as_slice(),
        }
    }

    /// The rounds, for the wagers of a patron.
    pub(super) fn rounds(&self) -> Rounds<'_> {
        let closed = self.said().filter_map(|(_, notice)| match notice {
            Notice::Closed(it) => Some(it),
            _ => None,
        });
        Rounds {
            shoe: (self.file.table, self.file.shoe_no),
            own: self.known.wagers,
            rules: self.rules.as_ref(),
            closed: closed.collect(),
            ended: self.ended().collect(),
            corrected: self.corrected.iter().map(|said| said.it).collect(),
        }
    }
}
