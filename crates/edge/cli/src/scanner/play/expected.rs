//! What a server answers to each fault, as `docs/SCANNER.md` says. A table of facts.

use std::fmt;

use scanner::frame::Refusal;
use scanner::server::LATE_MS;

use super::card_faults::CardFault;
use super::fault::{Fault, Kind};
use super::line_faults::LineFault;
use super::place::Place;

/// Something that a server answers, or that is seen at its table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// A finding with this code.
    Finding(String),
    /// People resolved that finding.
    Resolved,
    /// An order of the dealer was refused with this code.
    OrderRefused(String),
    /// An order of the dealer was carried out.
    OrderTaken,
    /// The device was refused.
    Refused(Refusal),
    /// Everything that the device made is acknowledged.
    Acked,
    /// The server ended the line.
    Closed,
    /// The table has no device.
    Away,
    /// The device is welcome.
    Welcome,
    /// The table has its device.
    Back,
}

/// What is known when a fault is made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Circumstances {
    /// Whether somebody looks at the table.
    pub(super) watched: bool,
    /// Without a beat for so many milliseconds, the device is lost.
    pub(super) lost_ms: u64,
    /// Whether the next bad frame of the session is the third within a minute.
    pub(super) third_bad: bool,
}

impl Answer {
    /// A finding with this code.
    fn finding(code: &str) -> Self {
        Self::Finding(code.to_owned())
    }

    /// Whether it is seen at the table only, and not on the line.
    pub(super) const fn is_at_table(&self) -> bool {
        !matches!(self, Self::Refused(_) | Self::Acked | Self::Closed | Self::Welcome)
    }

    /// Whether it may follow from what nobody asked for, and so tells something where another answer was expected.
    pub(super) const fn tells(&self) -> bool {
        !matches!(self, Self::Acked | Self::Away | Self::Back | Self::Resolved)
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finding(code) => write!(f, "finding {code}"),
            Self::Resolved => f.write_str("resolved"),
            Self::OrderRefused(code) => write!(f, "order refused ({code})"),
            Self::OrderTaken => f.write_str("order carried out"),
            Self::Refused(code) => write!(f, "refused {}", code.code()),
            Self::Acked => f.write_str("ack"),
            Self::Closed => f.write_str("line closed"),
            Self::Away => f.write_str("device lost"),
            Self::Welcome => f.write_str("welcome"),
            Self::Back => f.write_str("device back"),
        }
    }
}

/// What is answered to a fault, in order. Nothing to a card that is read as another one, which only people see.
pub(super) fn expected(fault: Fault, then: Circumstances) -> Vec<Answer> {
    let mut answers = match fault.kind {
        Kind::Card(of_card) => to_card(of_card, fault.place).into_iter().collect(),
        Kind::Line(of_line) => to_line(of_line, then),
    };
    if fault.of_card().is_some_and(CardFault::is_wrong_load) {
        answers.push(Answer::Resolved);
    }
    // Nobody sees the table lose its device; the device itself knows the rest.
    answers.retain(|answer| then.watched || !matches!(answer, Answer::Away | Answer::Back));
    answers
}

fn to_card(fault: CardFault, place: Place) -> Option<Answer> {
    use CardFault as F;
    Some(match fault {
        F::Unreadable(_) | F::LowConf(_) | F::TwoAtOnce => Answer::finding("unreadable"),
        F::Misread(_) => return None,
        F::Twice => Answer::finding("read_twice"),
        F::WrongSlot => Answer::finding("out_of_turn"),
        F::Ninth => Answer::finding("too_many_copies"),
        F::Foreign => Answer::finding("foreign_card"),
        F::SkipPass => Answer::finding("missed_card"),
        F::Extra | F::Early if matches!(place, Place::Betting(_)) => Answer::finding("early_card"),
        F::Extra | F::Early => Answer::finding("spare_card"),
        F::NoBurn | F::ShortBurn => Answer::OrderRefused("burn_first".to_owned()),
        F::CutEarly => Answer::finding("cut_card_early"),
        F::NoCut => Answer::finding("cut_card_late"),
        F::WrongShoe | F::WrongDecks => Answer::finding("wrong_shoe"),
        F::ShortShoe => Answer::finding("composition"),
    })
}

fn to_line(fault: LineFault, then: Circumstances) -> Vec<Answer> {
    use Answer::{Acked, Away, Back, Closed, Refused, Welcome};
    use LineFault as F;
    let bad = |code| {
        let ends = [Refused(code), Closed, Away, Welcome, Back];
        if then.third_bad { ends.to_vec() } else { vec![Refused(code), Acked] }
    };
    match fault {
        F::Gap | F::Reorder => vec![Refused(Refusal::Gap), Acked],
        F::Fork => vec![Refused(Refusal::Forked), Refused(Refusal::Suspended)],
        F::BadSig => bad(Refusal::BadSignature),
        F::Garbage | F::Clock(_) => bad(Refusal::BadFrame),
        F::Stale(ms) if ms > LATE_MS => vec![Answer::finding("late_reading")],
        F::Silence(ms) if ms < then.lost_ms => vec![Acked],
        F::Replay | F::LostAck | F::Stale(_) => vec![Acked],
        F::Silence(_) | F::Oversize => vec![Closed, Away, Welcome, Back],
        F::Drop | F::Reboot => vec![Away, Welcome, Back],
        F::Amnesia => vec![Away, Refused(Refusal::CounterLost), Welcome, Back],
        F::Second => vec![Refused(Refusal::AlreadyConnected), Acked],
        F::Flood => vec![Refused(Refusal::TooFast), Away, Welcome, Back],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(text: &str, then: Circumstances) -> String {
        let answers = expected(text.parse().unwrap(), then);
        let answers: Vec<String> = answers.iter().map(ToString::to_string).collect();
        answers.join(", ")
    }

    const WATCHED: Circumstances = Circumstances { watched: true, lost_ms: 3_000, third_bad: false };

    #[test]
    fn each_fault_of_a_card_has_its_answer() {
        for (text, expected) in [
            ("unreadable@1.P1", "finding unreadable"),
            ("lowconf@1.P1", "finding unreadable"),
            ("two-at-once@burn", "finding unreadable"),
            ("twice@1.B3", "finding read_twice"),
            ("wrong-slot@1.B1", "finding out_of_turn"),
            ("extra@1.after", "finding spare_card"),
            ("early@1.betting", "finding early_card"),
            ("misread:9h@1.P1", ""),
            ("ninth@1.P1", "finding too_many_copies"),
            ("foreign@1.after", "finding foreign_card"),
            ("skip-pass@burn", "finding missed_card"),
            ("no-burn@burn", "order refused (burn_first)"),
            ("short-burn@burn", "order refused (burn_first)"),
            ("cut-early@burn", "finding cut_card_early"),
            ("no-cut@shoe", "finding cut_card_late"),
            ("wrong-shoe@shoe", "finding wrong_shoe, resolved"),
            ("wrong-decks@shoe", "finding wrong_shoe, resolved"),
            ("short-shoe@shoe", "finding composition"),
        ] {
            assert_eq!(answers(text, WATCHED), expected, "{text}");
        }
    }

    #[test]
    fn each_fault_of_the_line_has_its_answer() {
        for (text, expected) in [
            ("silence:2000@1.P1", "ack"),
            ("silence:3500@1.betting", "line closed, device lost, welcome, device back"),
            ("drop@1.after", "device lost, welcome, device back"),
            ("reorder@1.P1", "refused gap, ack"),
            ("replay@1.after", "ack"),
            ("gap@burn", "refused gap, ack"),
            ("fork@1.P1", "refused forked, refused suspended"),
            ("bad-sig@1.P1", "refused bad_signature, ack"),
            ("stale:5000@1.P1", "ack"),
            ("stale:5001@1.P1", "finding late_reading"),
            ("clock:1@1.P1", "refused bad_frame, ack"),
            ("reboot@shoe", "device lost, welcome, device back"),
            ("amnesia@1.P1", "device lost, refused counter_lost, welcome, device back"),
            ("second@1.P1", "refused already_connected, ack"),
            ("flood@1.P1", "refused too_fast, device lost, welcome, device back"),
            ("garbage@1.P1", "refused bad_frame, ack"),
            ("oversize@1.P1", "line closed, device lost, welcome, device back"),
            ("lost-ack@1.P1", "ack"),
        ] {
            assert_eq!(answers(text, WATCHED), expected, "{text}");
        }
    }

    #[test]
    fn the_third_bad_frame_within_a_minute_ends_the_session() {
        let third = Circumstances { watched: false, third_bad: true, ..WATCHED };
        assert_eq!(answers("garbage@1.P1", third), "refused bad_frame, line closed, welcome");
    }
}
