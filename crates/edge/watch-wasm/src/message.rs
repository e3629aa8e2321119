//! What the page tells, as JSON. Knows neither memory nor the page.

use fair::wagers::WagerPath;
use fair::{Joined, PublicKey};
use json::{Node, Record, Wrong};
use watch::{Kept, Opening, OwnWagers, Report, Shown, Stake, Watch};

use crate::answer::{answered, unreadable};
use crate::file::read_file;

/// The table that is watched; none before `begin`.
#[derive(Debug, Default)]
pub struct Watched(Option<Watch>);

/// Takes a message, and answers how the shoe stands.
///
/// | `tell` | with |
/// |---|---|
/// | `begin` | `table`; what an earlier visit kept: `house`, `no`, `digest`, each or null |
/// | `resume` | nothing: the connection was lost and is back |
/// | `no_proof` | nothing: the open shoe is dealt without a proof |
/// | `file` | `text` of the proof file |
/// | `leaves` | `shoe`, and `leaves` joined in base64url |
/// | `bulletin` | `text`, `key`, `signature`, and `now` by the page's clock in milliseconds |
/// | `burned` | `shoe`, `first` card or null, `face_down`, `proof` of the first or null |
/// | `card` | `shoe`, `card`, `proof` with `index` and `salt`, or null |
/// | `staked` | `shoe`, `round`, `stakes`, each `spot` and `stake`, as the screen shows them |
/// | `wagers` | `shoe`, `round`, `patron`, `currency`, `decimals`, `wagers` (`spot`, `stake`, `bonus`), `salt`, `index`, `count`, `path` |
/// | `settled` | `shoe`, `round`: the patron has the result of their wagers |
/// | `number` | `shoe`, `nonce`: 32 fresh random bytes for a shoe that asks for them |
/// | `answered` | `shoe`, `taken`: whether the house took the pledge, or the number |
///
/// | answer | holds |
/// |---|---|
/// | `state` | `no_proof`, `waiting`, `checked` or `failed` |
/// | `cards`, `check` | of `checked` how many cards, and of `failed` which check failed first |
/// | `shoe`, `commitment`, `root`, `sealed_seen` | of the open shoe, or null |
/// | `findings` | each `check`, `verdict` (`ok`, `failed`, `not_checked`), `place` or null, `reason` |
/// | `head` | `no`, `digest` and `digits`, or null |
/// | `keep` | `house`, `no` and `digest` for the next visit, each or null |
/// | `wanted` | null, or `file` or `leaves` of a `shoe` |
/// | `give` | null, or what to give for a `shoe`: a `number`, or to the house a `pledge` or what to `reveal`, each with its `hex` |
/// | `problem` | instead of all others: the message cannot be read, and why |
pub fn answer_to(watched: &mut Watched, message: &[u8]) -> Vec<u8> {
    match take(watched, message) {
        Ok(report) => answered(&report),
        Err(wrong) => unreadable(&wrong),
    }
}

fn take(watched: &mut Watched, message: &[u8]) -> Result<Report, Wrong> {
    let text = str::from_utf8(message).map_err(|error| Wrong::new(&error))?;
    json::read(text, |node| {
        let (name, node) = node.named()?;
        if name == "begin" {
            return Ok(watched.0.insert(node.fields(begin)?).report());
        }
        let watch = watched.0.as_mut().ok_or_else(|| Wrong::new(&"`begin` was expected first"))?;
        match name {
            "resume" => watch.resume(),
            "no_proof" => watch.no_proof(),
            name => node.fields(|with| hand(watch, name, with))?,
        }
        Ok(watch.report())
    })
}

fn begin(with: &Record<'_>) -> Result<Watch, Wrong> {
    let house: Option<PublicKey> = with.optional("house", Node::text)?;
    let no = with.optional("no", Node::number)?;
    let head = no.zip(with.optional("digest", Node::text)?);
    Ok(Watch::new(with.get("table")?.number()?, Kept { house, head }))
}

fn hand(watch: &mut Watch, name: &str, with: &Record<'_>) -> Result<(), Wrong> {
    match name {
        "file" => match read_file(&with.get("text")?.string()?)? {
            Some(arrival) => watch.arrive(arrival),
            // A device reads the cards of its shoe: nothing was sealed that a client could hold them against.
            None => watch.no_proof(),
        },
        "bulletin" => {
            let text = with.get("text")?.string()?;
            let (key, signature) = (with.get("key")?.text()?, with.get("signature")?.text()?);
            watch.bulletin(&text, key, signature, with.get("now")?.number()?);
        }
        name => hand_of_shoe(watch, with.get("shoe")?.number()?, name, with)?,
    }
    Ok(())
}

/// The messages about one shoe.
fn hand_of_shoe(watch: &mut Watch, shoe: u32, name: &str, with: &Record<'_>) -> Result<(), Wrong> {
    match name {
        "leaves" => watch.leaves(shoe, with.get("leaves")?.text::<Joined>()?.0),
        "burned" => {
            let card = with.optional("first", Node::text)?;
            let opening = with.optional("proof", opening)?;
            let first = card.map(|card| Shown { card, opening });
            watch.burned(shoe, first, with.get("face_down")?.number()?);
        }
        "card" => {
            let card = with.get("card")?.text()?;
            watch.card(shoe, Shown { card, opening: with.optional("proof", opening)? });
        }
        "staked" => {
            let stakes = with.get("stakes")?.list(stake)?;
            watch.staked(shoe, with.get("round")?.number()?, stakes);
        }
        "wagers" => watch.wagers(own_wagers(shoe, with)?),
        "settled" => watch.settled(shoe, with.get("round")?.number()?),
        "number" => watch.give(shoe, with.get("nonce")?.text()?),
        "answered" if with.get("taken")?.flag()? => watch.taken(shoe),
        "answered" => watch.refused(shoe),
        other => return Err(Wrong::new(&format_args!("there is no message `{other}`"))),
    }
    Ok(())
}

fn opening(node: Node<'_>) -> Result<Opening, Wrong> {
    node.fields(|it| Ok(Opening { index: it.get("index")?.number()?, salt: it.get("salt")?.text()? }))
}

fn stake(node: Node<'_>) -> Result<Stake, Wrong> {
    node.fields(|it| {
        let bonus = it.optional("bonus", Node::number)?.unwrap_or_default();
        Ok(Stake { spot: it.get("spot")?.string()?, minor: it.get("stake")?.number()?, bonus })
    })
}

fn own_wagers(shoe_no: u32, with: &Record<'_>) -> Result<OwnWagers, Wrong> {
    Ok(OwnWagers {
        shoe_no,
        round_no: with.get("round")?.number()?,
        patron: with.get("patron")?.number()?,
        currency: with.get("currency")?.string()?,
        decimals: with.get("decimals")?.number()?,
        stakes: with.get("wagers")?.list(stake)?,
        salt: with.get("salt")?.text()?,
        path: WagerPath {
            index: with.get("index")?.number()?,
            count: with.get("count")?.number()?,
            path: with.get("path")?.text::<Joined>()?.0,
        },
    })
}
