//! `/api/v1/tables/{table}/recording`: what is recorded of a table, its playlist and files, the part that shows a
//! round, and what is kept. Every look is on record before it is answered.

use std::io::{self, ErrorKind};
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, StatusCode, header};
use house::House;
use house::footage::{Footage, Mark, Moment};
use table::correct::reason;
use table::{RoundRef, StaffId, TableId, Timestamp};
use video::segment::{digest_of, hex};
use video::span::{Coverage, coverage};
use video::{Archive, FileName, Hold, Segment, Span, playlist};
use wire::recordings::{
    HoldRecording, RecordedSegment, RecordedSpan, Recording, RecordingAsked, RecordingHold, RecordingHolds,
    ReleaseHold, RoundVideo, VideoMark,
};

use super::asked::{Asked, unacceptable};
use super::extract::{Authorized, Body, LoggedInAs};
use super::path::{Path, names, round, table, unknown};
use super::proof::{Caller, marked};
use super::route::Route;
use super::sender::Sender;
use crate::app::App;
use crate::problem::Problem;
use crate::recording::{Changed, TableCamera};
use crate::role_lists::{SUPERVISORS, SUPERVISORS_AND_AUDITORS};

/// The longest part that is asked for at once, in milliseconds.
pub(super) const LONGEST_MS: i64 = 3_600_000;
/// How long a part is whose beginning is left out.
const USUAL_MS: i64 = 600_000;
/// What stands before the names of files in a playlist, as seen from it.
const FILES: &str = "recording/files/";
/// The media type of playlists.
pub(super) const PLAYLIST: &str = "application/vnd.apple.mpegurl";
/// The media type of files.
pub(super) const FILM: &str = "video/mp4";

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/tables/{table}/recording", SUPERVISORS_AND_AUDITORS, show)
            .of_recordings()
            .says("Shows what is recorded of a table")
            .asks::<RecordingAsked>()
            .answers::<Recording>(200),
        Route::get("/tables/{table}/recording.m3u8", SUPERVISORS_AND_AUDITORS, list)
            .of_recordings()
            .says("Gives the playlist of a part of a table's recording")
            .asks::<RecordingAsked>()
            .answers_as::<String>(200, PLAYLIST),
        Route::get("/tables/{table}/recording/files/{hour}/{file}", SUPERVISORS_AND_AUDITORS, file)
            .of_recordings()
            .says("Gives a file that a playlist of the recording names")
            .answers_as::<String>(200, FILM)
            .refuses(&["unknown_recording", "recording_changed"]),
        Route::get("/tables/{table}/recording/holds", SUPERVISORS_AND_AUDITORS, holds)
            .says("Lists the parts of a table's recording that are kept")
            .answers::<RecordingHolds>(200),
        Route::post("/tables/{table}/recording/holds", SUPERVISORS, hold)
            .says("Keeps a part of a table's recording until it is released")
            .takes::<HoldRecording>()
            .answers::<RecordingHold>(201)
            .refuses(&["no_reason", "no_camera"]),
        marked("/tables/{table}/recording/holds/{hold}/release", release)
            .says("Releases a part of a table's recording that was kept")
            .takes::<ReleaseHold>()
            .answers_nothing(204)
            .refuses(&["unknown_hold"]),
        Route::get("/tables/{table}/shoes/{shoe}/rounds/{round}/video", SUPERVISORS_AND_AUDITORS, of_round)
            .of_recordings()
            .says("Shows which part of the recording shows a round, and when its cards were drawn")
            .answers::<RoundVideo>(200),
    ]
}

async fn show(
    State(app): State<Arc<App>>,
    Path(table_id): Path<String>,
    Asked(asked): Asked<RecordingAsked>,
) -> Result<Json<Recording>, Problem> {
    let (table, span) = (table(&app, &table_id)?, span_of(&app.house, asked)?);
    let camera = app.studio.camera(table);
    let segments = segments(camera.as_ref(), span).await?;
    let Coverage { recorded, gaps } = coverage(&segments, span);
    let status = camera.map(|camera| camera.status.borrow().clone());
    Ok(Json(Recording {
        table_id: table.0,
        picture: status.as_ref().map_or("off", |status| status.picture.id()).to_owned(),
        why: status.and_then(|status| status.why),
        span: said(span),
        recorded: recorded.id().to_owned(),
        gaps: gaps.into_iter().map(said).collect(),
        digest: hex::text(&digest_of(&segments)),
        segments: segments.iter().map(said_segment).collect(),
    }))
}

async fn list(
    State(app): State<Arc<App>>,
    Path(table_id): Path<String>,
    Asked(asked): Asked<RecordingAsked>,
) -> Result<([(HeaderName, &'static str); 1], String), Problem> {
    let (table, span) = (table(&app, &table_id)?, span_of(&app.house, asked)?);
    let segments = segments(app.studio.camera(table).as_ref(), span).await?;
    Ok(([(header::CONTENT_TYPE, PLAYLIST)], playlist::of(&segments, FILES)))
}

async fn file(
    State(app): State<Arc<App>>,
    Path((table_id, hour, file)): Path<(String, String, String)>,
) -> Result<([(HeaderName, &'static str); 1], Vec<u8>), Problem> {
    let (table, unknown) =
        (table(&app, &table_id)?, || unknown("recording", &format!("{hour:.20}/{file:.40}")));
    // Only a name that is read here becomes a path, in the folder of this table.
    let name = FileName::named(&hour, &file).ok_or_else(unknown)?;
    let camera = app.studio.camera(table).ok_or_else(unknown)?;
    match camera.work(move |archive| archive.read(name)).await {
        Ok(bytes) => Ok(([(header::CONTENT_TYPE, FILM)], bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Err(unknown()),
        Err(error) if error.kind() == ErrorKind::InvalidData => {
            camera.note_changed(Changed { at: app.house.now(), file: Some(name.to_string()) });
            Err(changed(table, &name))
        }
        Err(error) => Err(failed(&error)),
    }
}

async fn of_round(
    State(app): State<Arc<App>>,
    Path((table_id, shoe_no, round_no)): Path<(String, String, String)>,
) -> Result<Json<RoundVideo>, Problem> {
    let (table, round) = (table(&app, &table_id)?, round(&shoe_no, &round_no)?);
    let footage = app.house.footage(table, round).await?;
    let footage = footage.ok_or_else(|| unknown("round", &round.to_string()))?;
    let span = span_of_round(&footage, app.house.now());
    let segments = segments(app.studio.camera(table).as_ref(), span).await?;
    Ok(Json(round_video((table, round), span, &segments, footage.marks.iter())))
}

async fn holds(
    State(app): State<Arc<App>>,
    Path(table_id): Path<String>,
) -> Result<Json<RecordingHolds>, Problem> {
    let camera = app.studio.camera(table(&app, &table_id)?);
    let held = match camera {
        Some(camera) => camera.work(Archive::holds).await.map_err(|error| failed(&error))?,
        None => Vec::new(),
    };
    let names = names(&app).await?;
    Ok(Json(RecordingHolds { holds: held.iter().map(|hold| said_hold(hold, &names)).collect() }))
}

async fn hold(
    State(app): State<Arc<App>>,
    Authorized(by): Authorized,
    Path(table_id): Path<String>,
    Body(HoldRecording { span, why }): Body<HoldRecording>,
) -> Result<(StatusCode, Json<RecordingHold>), Problem> {
    let table = table(&app, &table_id)?;
    let why = reason(&why).map_err(house::HouseRefusal::from)?.to_owned();
    let (asked, now) = (RecordingAsked { from: Some(span.from), to: Some(span.to) }, app.house.now());
    let span = span_of(&app.house, asked)?;
    let camera = app.studio.camera(table).ok_or_else(|| no_camera(table))?;
    let (holder, because) = (by.id.0.to_string(), why.clone());
    // The same as before where the answer was lost. Then its entry may be missing; a second entry does no harm.
    let held = camera.work(move |archive| archive.hold(span, &holder, &because, now.0)).await;
    let (held, _) = held.map_err(|error| failed(&error))?;
    let times = (Timestamp(span.from), Timestamp(span.to));
    app.house.recording_held((table, held.no), times, by.id, &why).await?;
    tracing::info!(supervisor = by.id.0, table = table.0, hold = held.no, "a part of a recording is kept");
    Ok((StatusCode::CREATED, Json(said_hold(&held, names(&app).await?))))
}

async fn release(
    State(app): State<Arc<App>>,
    LoggedInAs(who): LoggedInAs,
    sender: Sender,
    Path((table_id, hold)): Path<(String, String)>,
    Body(ReleaseHold { proof }): Body<ReleaseHold>,
) -> Result<StatusCode, Problem> {
    let caller = Caller::new(&who, proof, &sender);
    let (table, unknown) = (table(&app, &table_id)?, || unknown("hold", &hold));
    let number: u32 = hold.parse().map_err(|_| unknown())?;
    let camera = app.studio.camera(table).ok_or_else(unknown)?;
    let held = camera.work(Archive::holds).await.map_err(|error| failed(&error))?;
    if !held.iter().any(|hold| hold.no == number) {
        return Err(unknown());
    }
    // On record first: a hold that is gone without a word could hide what was shown.
    let by = app.house.recording_released((table, number), &caller.again(&app)?).await?;
    camera.work(move |archive| archive.release(number)).await.map_err(|error| failed(&error))?;
    tracing::info!(supervisor = by.0, table = table.0, hold = number, "a part of a recording is released");
    Ok(StatusCode::NO_CONTENT)
}

/// The span that a request asks for.
fn span_of(house: &House, RecordingAsked { from, to }: RecordingAsked) -> Result<Span, Problem> {
    let to = to.unwrap_or_else(|| house.now().0);
    let from = from.unwrap_or_else(|| to.saturating_sub(USUAL_MS));
    let length = to.saturating_sub(from);
    if from < 0 || !(1..=LONGEST_MS).contains(&length) {
        let message = format!(
            "{from} to {to} cannot be shown; send a `to` that is later than `from`, by {LONGEST_MS} ms at most"
        );
        return Err(unacceptable(message));
    }
    Ok(Span { from, to })
}

pub(super) async fn segments(camera: Option<&Arc<TableCamera>>, span: Span) -> Result<Vec<Segment>, Problem> {
    let Some(camera) = camera else { return Ok(Vec::new()) };
    camera.work(move |archive| archive.segments(span)).await.map_err(|error| failed(&error))
}

/// The span that shows a round, as far as it is over.
pub(super) fn span_of_round(Footage { from, to, .. }: &Footage, now: Timestamp) -> Span {
    Span { from: from.0, to: to.map_or(now.0, |to| to.0.min(now.0)).max(from.0) }
}

/// What is recorded of a span that shows a round or a part of it.
pub(super) fn round_video<'a>(
    (table, round): (TableId, RoundRef),
    span: Span,
    segments: &[Segment],
    marks: impl Iterator<Item = &'a Mark>,
) -> RoundVideo {
    let Coverage { recorded, gaps } = coverage(segments, span);
    RoundVideo {
        table_id: table.0,
        round: round.into(),
        span: said(span),
        recorded: recorded.id().to_owned(),
        gaps: gaps.into_iter().map(said).collect(),
        digest: hex::text(&digest_of(segments)),
        marks: marks.map(mark).collect(),
    }
}

/// Raises the alarm for a file that is not what was recorded.
pub(super) fn changed(table: TableId, file: &FileName) -> Problem {
    tracing::error!(target: "alarm", table = table.0, %file, "a recording was changed after it was recorded");
    let message = format!("{file} was changed after it was recorded: its digest differs");
    Problem::new(StatusCode::CONFLICT, "recording_changed", message)
}

pub(super) fn failed(error: &io::Error) -> Problem {
    let message = "the recording could not be read; send it again";
    Problem::failed(StatusCode::SERVICE_UNAVAILABLE, "unavailable", message, error)
}

pub(super) fn no_camera(table: TableId) -> Problem {
    let message = format!("table {} has no camera; the operator names one with --recordings", table.0);
    Problem::new(StatusCode::CONFLICT, "no_camera", message)
}

const fn said(Span { from, to }: Span) -> RecordedSpan {
    RecordedSpan { from, to }
}

fn said_segment(segment: &Segment) -> RecordedSegment {
    RecordedSegment {
        file: segment.file().to_string(),
        from: segment.from,
        ms: segment.ms,
        bytes: segment.bytes,
        sha256: hex::text(&segment.sha256),
        head: segment.head.as_ref().map(hex::text),
    }
}

fn said_hold(hold: &Hold, names: impl Fn(StaffId) -> Option<String>) -> RecordingHold {
    let staff_id = hold.by.parse().unwrap_or_default();
    RecordingHold {
        hold_no: hold.no,
        span: said(hold.span),
        staff_id,
        name: names(StaffId(staff_id)),
        why: hold.why.clone(),
        at: hold.at,
    }
}

fn mark(Mark { at, what }: &Mark) -> VideoMark {
    let which = match what {
        Moment::Card(card) => Some(card.text().to_owned()),
        Moment::Finding(code) => Some(code.id().to_owned()),
        Moment::Opened | Moment::Closed | Moment::Settled | Moment::Voided => None,
    };
    VideoMark { at: at.0, what: what.id().to_owned(), which }
}
