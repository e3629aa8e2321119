//! Writes a bulletin as its one text.

use core::fmt;

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
                writeln!(f, "{kind} {shoe_no}\nfrom {from}\nfirst {first}\nface-down {}", it.face_down)?;
                if it.records.is_empty() { Ok(()) } else { write_list(f, "records", &it.records) }
            }
            Self::Closed(it) => {
                writeln!(f, "{kind} {} {}\nwagers {} {}", it.shoe_no, it.round_no, it.patrons, it.root)?;
                it.draw.map_or(Ok(()), |(chain, round)| writeln!(f, "beacon drand {chain} {round}"))
            }
            Self::Drawn(it) => writeln!(f, "{kind} {} {}\nbeacon {}", it.shoe_no, it.round_no, it.value),
            Self::Ended(it) => {
                writeln!(f, "{kind} {} {}\n{}", it.shoe_no, it.round_no, it.at)?;
                write_list(f, "cards", &it.cards)?;
                writeln!(f, "{}", it.result)
            }
            Self::Corrected(it) => {
                writeln!(f, "{kind} {} {} {}", it.shoe_no, it.round_no, it.revision)?;
                write_list(f, "cards", &it.cards)?;
                if !it.surplus.is_empty() {
                    write_list(f, "surplus", &it.surplus)?;
                }
                writeln!(f, "{}", it.result)
            }
            Self::Finished(it) => {
                let ending = it.abandoned.map(|why| format!("abandoned {}", <&str>::from(why)));
                let ending = ending.as_deref().unwrap_or("played");
                writeln!(f, "{kind} {}\n{ending}\nsecret {}", it.shoe_no, or_none(it.secret))
            }
            Self::Rekeyed(key) => writeln!(f, "{kind} {key}"),
            Self::OpenedScanned(it) => it.write(f, kind),
            Self::Free(it) => writeln!(f, "{kind} {} {}", it.shoe_no, it.round_no),
            Self::Removed(it) => it.write(f, kind),
            Self::Amended(it) => it.write(f, kind),
            Self::Resolved(it) => it.write(f, kind),
            Self::CutCard(it) => {
                writeln!(f, "{kind} {} {}\nrecord {}", it.shoe_no, it.round_no, or_none(it.record))
            }
            Self::LastRound(it) => writeln!(f, "{kind} {} {}", it.shoe_no, it.round_no),
            Self::Counted(it) => it.write(f, kind),
            Self::FinishedScanned(it) => it.write(f, kind),
        }
    }
}

impl fmt::Display for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::From(index) => write!(f, "from {index}"),
            Self::At(indices) => write_words(f, "at", indices),
            Self::Read(sources) => write_words(f, "records", sources),
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

/// A line with a name and a list, or `none`.
pub(super) fn write_list(f: &mut fmt::Formatter<'_>, name: &str, list: &[impl fmt::Display]) -> fmt::Result {
    write_words(f, name, list)?;
    writeln!(f)
}

fn write_words(f: &mut fmt::Formatter<'_>, name: &str, list: &[impl fmt::Display]) -> fmt::Result {
    f.write_str(name)?;
    if list.is_empty() {
        f.write_str(" none")?;
    }
    list.iter().try_for_each(|word| write!(f, " {word}"))
}

pub(super) fn or_none(value: Option<impl fmt::Display>) -> String {
    value.map_or_else(|| "none".to_owned(), |value| value.to_string())
}
