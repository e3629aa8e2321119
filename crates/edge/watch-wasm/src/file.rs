//! The parts of a proof file that a watching client uses. Other fields are passed over: `verify` reads them.

use fair::Joined;
use json::{Node, Wrong};
use watch::{Arrival, Opening, Shown, Signed};

/// What the proof file of a shoe whose cards a device reads begins with.
const SCANNED: &str = "{\"format\":\"punto-scanner-proof\"";

/// Reads a proof file of version 1; none for that of a shoe whose cards a device reads.
pub(crate) fn read_file(text: &str) -> Result<Option<Arrival>, Wrong> {
    if text.starts_with(SCANNED) { Ok(None) } else { json::read(text, read).map(Some) }
}

fn read(node: Node<'_>) -> Result<Arrival, Wrong> {
    node.fields(|it| {
        let format = (it.get("format")?.string()?, it.get("version")?.number::<u32>()?);
        if (format.0.as_str(), format.1) != ("punto-shoe-proof", 1) {
            return Err(it.get("format")?.wrong(&"a proof file of version 1 was expected"));
        }
        Ok(Arrival {
            table: it.get("table")?.number()?,
            shoe_no: it.get("shoe")?.number()?,
            committed: read_signed(it.get("committed")?)?,
            rekeyed: it.get("rekeyed")?.list(read_signed)?,
            bulletins: it.get("bulletins")?.texts()?,
            key: it.get("key")?.text()?,
            signature: it.get("signature")?.text()?,
            pledges: it.optional("pledges", Node::texts)?,
            nonces: it.optional("nonces", Node::texts)?,
            leaves: it.optional("leaves", Node::text)?.map(|Joined(leaves)| leaves),
            shown: it.optional("shown", |node| node.list(read_shown))?,
        })
    })
}

fn read_signed(node: Node<'_>) -> Result<Signed, Wrong> {
    node.fields(|it| {
        Ok(Signed {
            bulletin: it.get("text")?.text()?,
            key: it.get("key")?.text()?,
            signature: it.get("signature")?.text()?,
        })
    })
}

fn read_shown(node: Node<'_>) -> Result<Shown, Wrong> {
    node.fields(|it| {
        let opening = Opening { index: it.get("index")?.number()?, salt: it.get("salt")?.text()? };
        Ok(Shown { card: it.get("card")?.text()?, opening: Some(opening) })
    })
}
