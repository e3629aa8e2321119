//! What a supervisor may ask for and be told, and which answers belong to which matter. Remembers nothing.

use wire::supervisor::{Correction, CorrectionDecided, CorrectionLine, CorrectionProposed};

use crate::audit::{Purse, RoundId, Wallet};
use crate::translate;

/// What is to be true of a round: these cards, or, without any, that it does not count.
pub(crate) type Ruling = Option<Vec<String>>;

/// A correction: its table, and its number there.
pub(crate) type CorrectionId = (u32, u64);

/// What one supervisor asks for, in the words of the notes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Matter {
    Propose {
        request_id: String,
        round: RoundId,
        ruling: Ruling,
    },
    Approve(CorrectionId),
    Withdraw(CorrectionId),
    Void(RoundId),
    Adjust {
        request_id: String,
        patron: u32,
        purse: Purse,
        change: i64,
    },
    /// Something else by the id of what is on record: must be refused.
    Misuse(Box<Matter>),
}

/// What a supervisor was told.
#[derive(Clone, Debug)]
pub(crate) enum Told {
    /// The dry run.
    Proposed(Box<CorrectionProposed>),
    Decided(Box<CorrectionDecided>),
    Adjusted {
        /// Whether it had happened before.
        repeated: bool,
        patron: u32,
        /// What the patron has then.
        wallet: Wallet,
    },
    Voided,
    /// A status that is no success, and its code.
    Refused(u16, String),
}

impl Matter {
    /// Refusals that whoever asks for it has to reckon with. Any other answer but a failure contradicts what is known:
    /// they ask about rounds and corrections that they were shown, and give a reason.
    pub(super) const fn expected(&self) -> &'static [&'static str] {
        match self {
            Self::Propose { .. } => &["nothing_to_correct", "illegal_coup", "off_order"],
            Self::Approve(_) => &["same_supervisor", "correction_outdated", "correction_withdrawn"],
            Self::Withdraw(_) => &["correction_outdated"],
            Self::Void(_) => &["round_not_open"],
            Self::Adjust { .. } => &["unknown_patron", "not_so_much"],
            Self::Misuse(_) => &["request_id_used"],
        }
    }
}

/// A correction without what became of it: that alone may change.
pub(super) fn undecided(shown: &Correction) -> Correction {
    let line = CorrectionLine { state: String::new(), approved_by: None, ..shown.line.clone() };
    Correction { line, patrons: shown.patrons.clone() }
}

/// Whether a correction is the one that was asked about, in the state that this makes of it.
pub(super) fn fits(by: u32, matter: &Matter, now: &Correction) -> bool {
    let line = &now.line;
    let state = (line.state.as_str(), line.approved_by.as_ref().map(|name| name.supervisor_id));
    let id = (line.table_id, line.correction_no);
    match matter {
        Matter::Propose { round: asked, .. } => {
            let round = translate::id(line.table_id, line.round);
            (round, line.proposed_by.supervisor_id, state) == (*asked, by, ("open", None))
        }
        Matter::Approve(asked) => (id, state) == (*asked, ("approved", Some(by))),
        Matter::Withdraw(asked) => (id, state) == (*asked, ("withdrawn", None)),
        _ => false,
    }
}
