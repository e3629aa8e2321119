//! `/api/v1/tables/{table}/video`: the live picture of a table, for everybody with a session. What it opens are the
//! newest segments in memory, and nothing that is recorded.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, StatusCode, header};
use bytes::Bytes;
use table::TableId;
use wire::pictures::TablePicture;

use super::base::BASE;
use super::path::{Path, table, unknown};
use super::recordings::{FILM, PLAYLIST};
use super::route::Route;
use crate::app::App;
use crate::caller::Caller;
use crate::problem::Problem;
use crate::recording::{NoRoom, TableCamera, Viewer};
use crate::role_lists::{EVERYBODY, LOGGED_IN};

/// What goes between the path of a table and a ticket.
const VIDEO: &str = "video";
/// How long to wait when as many people look as may.
const FULL_WAIT: Duration = Duration::from_secs(15);

/// An answer of a media type.
type Media<T> = ([(HeaderName, &'static str); 1], T);

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/tables/{table}/video", LOGGED_IN, show)
            .says("Shows how the caller plays the live picture of a table, with a ticket for ten minutes")
            .answers::<TablePicture>(200),
        Route::get("/tables/{table}/video/{ticket}/live.m3u8", EVERYBODY, list)
            .says("Gives the live playlist of a table to who has a ticket for it")
            .answers_as::<String>(200, PLAYLIST)
            .refuses(&["bad_ticket", "no_picture", "too_many_viewers"]),
        Route::get("/tables/{table}/video/{ticket}/{file}", EVERYBODY, file)
            .says("Gives a file that the live playlist of a table names to who has a ticket for the table")
            .answers_as::<String>(200, FILM)
            .refuses(&["bad_ticket", "unknown_picture", "too_many_viewers"]),
    ]
}

/// Whether a path is one of a live picture that a ticket opens.
pub(crate) fn is_of_picture(path: &str) -> bool {
    let parts: Vec<&str> = path.strip_prefix(BASE).unwrap_or_default().split('/').collect();
    matches!(parts.as_slice(), ["", "tables", _, VIDEO, _, _])
}

async fn show(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(table_id): Path<String>,
) -> Result<Json<TablePicture>, Problem> {
    let table = table(&app, &table_id)?;
    let viewer = Viewer::of(&caller).ok_or_else(Problem::unauthenticated)?;
    let Some(camera) = app.studio.camera(table) else {
        let off = "off".to_owned();
        let (hls, whep, ticket, ends_at) = (None, None, None, None);
        return Ok(Json(TablePicture { table_id: table.0, picture: off, hls, whep, ticket, ends_at }));
    };
    let bits = app.house.people().random_bits()?;
    let ticket = app.studio.tickets.issue(bits, table, &viewer, app.house.now());
    let picture = camera.status.borrow().picture.id().to_owned();
    Ok(Json(TablePicture {
        table_id: table.0,
        picture,
        hls: Some(format!("{BASE}/tables/{}/{VIDEO}/{}/live.m3u8", table.0, ticket.text)),
        whep: camera.whep.as_ref().map(ToString::to_string),
        ends_at: Some(ticket.ends_at.0),
        ticket: Some(ticket.text),
    }))
}

async fn list(
    State(app): State<Arc<App>>,
    Path((table_id, ticket)): Path<(String, String)>,
) -> Result<Media<String>, Problem> {
    let camera = admit(&app, &table_id, &ticket)?;
    let list = camera.ring.playlist().ok_or_else(|| {
        let message = "no picture of the table comes at the moment; ask again in a moment";
        Problem::new(StatusCode::NOT_FOUND, "no_picture", message)
    })?;
    Ok(([(header::CONTENT_TYPE, PLAYLIST)], list))
}

async fn file(
    State(app): State<Arc<App>>,
    Path((table_id, ticket, file)): Path<(String, String, String)>,
) -> Result<Media<Bytes>, Problem> {
    let camera = admit(&app, &table_id, &ticket)?;
    let bytes = camera.ring.file(&file).ok_or_else(|| unknown("picture", &file))?;
    // The bytes are those of the ring: however many people load them, they are in memory once.
    Ok(([(header::CONTENT_TYPE, FILM)], Bytes::from_owner(bytes)))
}

/// The camera of a table for who has a ticket of it.
fn admit(app: &App, table_id: &str, ticket: &str) -> Result<Arc<TableCamera>, Problem> {
    let bad_ticket = || {
        let message = "the ticket is of another table, was changed or has ended; ask for a new one";
        Problem::new(StatusCode::NOT_FOUND, "bad_ticket", message)
    };
    let table = TableId(table_id.parse().map_err(|_| bad_ticket())?);
    let viewer = app.studio.tickets.read(ticket, table, app.house.now()).ok_or_else(bad_ticket)?;
    let camera = app.studio.camera(table).ok_or_else(bad_ticket)?;
    match app.studio.viewers.take(viewer, Instant::now()) {
        Ok(()) => Ok(camera),
        Err(NoRoom::Full) => {
            let message = "too many people watch live pictures; try again in a moment";
            Err(Problem::too_many("too_many_viewers", message, FULL_WAIT))
        }
        Err(NoRoom::TooOften(wait)) => {
            Err(Problem::too_many("too_many_requests", "you ask for live pictures too often", wait))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_ticket_opens_has_a_rate_of_its_own() {
        for (path, is_it) in [
            ("/api/v1/tables/9/video/1.p7.x/live.m3u8", true),
            ("/api/v1/tables/9/video/1.p7.x/7-00000003.m4s", true),
            ("/api/v1/tables/9/video", false),
            ("/api/v1/tables/9/video/x", false),
            ("/api/v1/tables/9/recording/files/x", false),
            ("/tables/9/video/x/live.m3u8", false),
            ("/", false),
        ] {
            assert_eq!(is_of_picture(path), is_it, "{path}");
        }
    }
}
