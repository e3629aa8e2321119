//! What the writer does for the notary: it gives the heads of all logs, and stores checkpoints.

use std::collections::BTreeMap;

use journal::Head;

use super::query::now;
use super::writer::Writer;
use crate::queries::notary::NotaryQueries as _;
use crate::trouble::Result;

/// The heads of all logs. The writer answers, because it holds the heads that it wrote: a file that somebody edited
/// since does not change them.
pub(super) fn heads(writer: &Writer) -> Result<Vec<Head>> {
    let stored = now(writer.conn.heads())?;
    let heads = stored.into_iter().chain(writer.cached_heads()).map(|head| (head.log, head));
    Ok(heads.collect::<BTreeMap<_, _>>().into_values().collect())
}
