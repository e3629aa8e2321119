//! Writes a bulletin as its one text.

use core::fmt;

use baccarat::Card;

use super::notice::{Bulletin, Notice, Places, RoundResult};

/// The first line of a bulletin.
pub(super) const TITLE: &str = "punto bulletin 1";

impl fmt::Display for Bulletin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { house, table, no, at, previous, notice } = self;
        write!(f, "{TITLE}\nhouse {house}\ntable {table}\nno {no}\nat {at}\nprevious {previous}\n{notice}")
    }
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.kind();
        match self {
            Self::Committed(it) => {
                write!(f, "{kind} {}\ncommitment {}\n", it.shoe_no, it.commitment)?;
                writeln!(f, "beacon {}", or_none(it.beacon.map(|chain| format!("drand {chain}"))))
            }
            Self::Opened(it) => {
                let algorithm = it.algorithm.id();
                write!(f, "{kind} {}\ncommitment {}\nalgorithm {algorithm}\n", it.shoe_no, it.commitment)?;
                write!(f, "rules {} {}\ndecks {}\n", it.rules_id, it.rules_digest, it.decks)?;
                write!(f, "pledges-until {}\nnonces-until {}\n", it.pledges_until, it.nonces_until)?;
                let beacon = it.beacon.map(|(chain, round)| format!("drand {chain} {round}"));
                writeln!(f, "beacon {}", or_none(beacon))
            }
            Self::Pledged(it) => writeln!(f, "{kind} {}\npledges {} {}", it.shoe_no, it.count, it.digest),
            Self::Revealed(it) => writeln!(f, "{kind} {}\nnonces {} {}", it.shoe_no, it.count, it.digest),
            Self::Sealed(it) => {
                let beacon = or_none(it.beacon);
                writeln!(f, "{kind} {}\nbeacon {beacon}\nroot {} {}", it.shoe_no, it.cards, it.root)
            }
            Self::Burned(it) => {
                let (shoe_no, from, first) = (it.shoe_no, it.from, or_none(it.first));
                writeln!(f, "{kind} {shoe_no}\nfrom {from}\nfirst {first}\nface-down {}", it.face_down)
            }
            Self::Closed(it) => {
                writeln!(f, "{kind} {} {}\nwagers {} {}", it.shoe_no, it.round_no, it.patrons, it.root)?;
                it.draw.map_or(Ok(()), |(chain, round)| writeln!(f, "beacon drand {chain} {round}"))
            }
            Self::Drawn(it) => writeln!(f, "{kind} {} {}\nbeacon {}", it.shoe_no, it.round_no, it.value),
            Self::Ended(it) => {
                writeln!(f, "{kind} {} {}\n{}", it.shoe_no, it.round_no, it.at)?;
                write_round(f, &it.cards, it.result)
            }
            Self::Corrected(it) => {
                writeln!(f, "{kind} {} {} {}", it.shoe_no, it.round_no, it.revision)?;
                write_round(f, &it.cards, it.result)
            }
            Self::Finished(it) => {
                let ending = it.abandoned.map(|why| format!("abandoned {}", <&str>::from(why)));
                let ending = ending.as_deref().unwrap_or("played");
                writeln!(f, "{kind} {}\n{ending}\nsecret {}", it.shoe_no, or_none(it.secret))
            }
            Self::Rekeyed(key) => writeln!(f, "{kind} {key}"),
        }
    }
}

impl fmt::Display for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::From(index) => write!(f, "from {index}"),
            Self::At(indices) if indices.is_empty() => f.write_str("at none"),
            Self::At(indices) => {
                f.write_str("at")?;
                indices.iter().try_for_each(|index| write!(f, " {index}"))
            }
        }
    }
}

impl fmt::Display for RoundResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Coup(bead) => write!(f, "coup {bead}"),
            Self::Void(reason) => write!(f, "void {}", <&str>::from(reason)),
        }
    }
}

fn write_round(f: &mut fmt::Formatter<'_>, cards: &[Card], result: RoundResult) -> fmt::Result {
    f.write_str("cards")?;
    if cards.is_empty() {
        f.write_str(" none")?;
    }
    cards.iter().try_for_each(|card| write!(f, " {card}"))?;
    writeln!(f, "\n{result}")
}

fn or_none(value: Option<impl fmt::Display>) -> String {
    value.map_or_else(|| "none".to_owned(), |value| value.to_string())
}
