//! The live picture of a table over REST.
//!
//! | request under `/api/v1` | answer |
//! |---|---|
//! | `GET /tables/{id}/video` | [`TablePicture`] |
//! | `GET /tables/{id}/video/{ticket}/live.m3u8` | a live playlist of HLS, whose files are beside it |

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How the caller plays the picture of a table, and whether it comes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TablePicture {
    /// The table.
    pub table_id: u32,
    /// `live`; `stalled` when it came and does not at the moment; `none` when none came since the server started; `off`
    /// where the table has no camera.
    #[schemars(extend("enum" = ["live", "stalled", "none", "off"]))]
    pub picture: String,
    /// The path of the live playlist, with the ticket in it; none where the table has no camera.
    pub hls: Option<String>,
    /// The address at which another server gives the picture with less delay, over WHEP; none where there is none.
    pub whep: Option<String>,
    /// The ticket, which is the bearer token of a request to `whep`; none where the table has no camera.
    pub ticket: Option<String>,
    /// When the ticket ends, in milliseconds since the epoch on the server's clock. Ask for another one before.
    pub ends_at: Option<i64>,
}
