//! Pictures of cards: a device in a session sends them, and they are kept like the recording of its table. The dealer
//! there and supervisors see those that the open finding allows, supervisors also those of findings that are over.

use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::{HeaderName, StatusCode, header};
use fair::{Digest, Signature};
use house::live::{LiveStatus, PastFinding, Speaker};
use house::people::Role;
use scanner::Statement;
use scanner::frame::SessionId;
use sha2::{Digest as _, Sha256};
use table::{RecordRef, TableId, Timestamp};
use video::{Room, jpeg};
use wire::card_pictures::{CardPicture, SignedPicture};
use wire::past_findings::FindingsAsked;

use super::asked::{Asked, named};
use super::extract::{drain, whole_body};
use super::path::{Path, table, unknown};
use super::recordings::{failed, no_camera};
use super::route::Route;
use crate::app::App;
use crate::caller::Caller;
use crate::problem::Problem;
use crate::recording::{LONGEST_PICTURE, TableCamera};
use crate::role_lists::{DEALERS_AND_SUPERVISORS, EVERYBODY};

/// The media type of pictures.
const JPEG: &str = "image/jpeg";

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::put("/devices/pictures/{digest}", EVERYBODY, take)
            .says("Takes the picture of a card from a device in a session")
            .takes_bytes(JPEG, LONGEST_PICTURE)
            .asks::<SignedPicture>()
            .answers_nothing(204)
            .refuses(&["bad_session", "bad_signature", "too_many_pictures", "no_camera", "disk_full"])
            .refuses(&["too_large", "not_jpeg", "unavailable"]),
        Route::get("/tables/{table}/findings/{finding}/pictures/{picture}", DEALERS_AND_SUPERVISORS, show)
            .at_tables()
            .of_recordings()
            .says("Gives the picture of a card that a finding is about, to those who may see it now")
            .asks::<FindingsAsked>()
            .answers_as::<String>(200, JPEG)
            .refuses(&["recording_changed", "unacceptable"]),
    ]
}

/// Reads the body once its sender is known. Only a picture that is new counts as one that the device sent, so that
/// nobody who has an old request of it, and not its key, makes it wait.
async fn take(
    State(app): State<Arc<App>>,
    Path(digest): Path<String>,
    Asked(signed): Asked<SignedPicture>,
    request: Request,
) -> Result<StatusCode, Problem> {
    let (sha256, Speaker { device, table, .. }, camera) = match admit(&app, &digest, &signed) {
        Ok(admitted) => admitted,
        Err(problem) => {
            drain(request, LONGEST_PICTURE).await;
            return Err(problem);
        }
    };
    let bytes = whole_body(request, LONGEST_PICTURE).await?;
    if <[u8; 32]>::from(Sha256::digest(&bytes)) != sha256.0 {
        return Err(other_digest());
    }
    if !jpeg::is_jpeg(&bytes) {
        let message = "the body is no JPEG, or is larger than 4096 pixels on a side";
        return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not_jpeg", message));
    }
    let at = app.house.now().0;
    let is_known = camera.work(move |archive| archive.keeps_picture(&sha256.0, at)).await;
    if is_known.map_err(|error| failed(&error))? {
        return Ok(StatusCode::NO_CONTENT);
    }
    app.studio.card_pictures.take(device, Instant::now()).map_err(|wait| {
        Problem::too_many("too_many_pictures", "this device sends too many pictures", wait)
    })?;
    let kept = camera.work(move |archive| archive.keep_picture(&bytes, at)).await;
    let is_new = kept.map_err(|error| match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => disk_full(),
        _ => failed(&error),
    })?;
    if is_new {
        app.studio.card_pictures.note();
        tracing::debug!(device = device.0, table = table.0, "the picture of a card is kept");
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Which picture of which device comes, and the camera beside whose film it is kept.
fn admit(
    app: &App,
    digest: &str,
    signed: &SignedPicture,
) -> Result<(Digest, Speaker, Arc<TableCamera>), Problem> {
    let sha256: Digest = digest.parse().map_err(|_| other_digest())?;
    let speaker = sender(app, signed, &sha256)?;
    let camera = app.studio.camera(speaker.table).ok_or_else(|| no_camera(speaker.table))?;
    check_room(camera.status.borrow().room)?;
    Ok((sha256, speaker, camera))
}

/// The device whose session it is, if it signed the picture.
fn sender(app: &App, signed: &SignedPicture, sha256: &Digest) -> Result<Speaker, Problem> {
    let bad_session = || {
        let message = "no device has this session now; send the one of the last challenge";
        Problem::new(StatusCode::UNAUTHORIZED, "bad_session", message)
    };
    let bad_signature = || {
        let message = "the device of the session did not sign this picture";
        Problem::new(StatusCode::UNAUTHORIZED, "bad_signature", message)
    };
    let session: SessionId = signed.session.parse().map_err(|_| bad_session())?;
    let now = u64::try_from(app.house.now().0).unwrap_or_default();
    let speaker = app.device_places.speaker_in(&session, now).ok_or_else(bad_session)?;
    let signature: Signature = signed.signature.parse().map_err(|_| bad_signature())?;
    let statement = Statement::picture(&session, sha256);
    statement.verify(&speaker.key, &signature).map_err(|_| bad_signature())?;
    Ok(speaker)
}

fn other_digest() -> Problem {
    let message = "the path is not the SHA-256 of the body in 64 hex digits";
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "other_digest", message)
}

/// Pictures stop where the recording does.
fn check_room(room: Room) -> Result<(), Problem> {
    match room {
        Room::Plenty | Room::Low => Ok(()),
        Room::Full => Err(disk_full()),
    }
}

fn disk_full() -> Problem {
    let message = "the file system of the recordings is full";
    Problem::new(StatusCode::INSUFFICIENT_STORAGE, "disk_full", message)
}

async fn show(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path((table_id, finding, picture)): Path<(String, String, String)>,
    Asked(FindingsAsked { shoe }): Asked<FindingsAsked>,
) -> Result<([(HeaderName, &'static str); 1], Vec<u8>), Problem> {
    let table = table(&app, &table_id)?;
    caller.check_table(table)?;
    let unknown = || unknown("card_picture", &picture);
    let no: u64 = finding.parse().map_err(|_| unknown())?;
    let asked: Digest = picture.parse().map_err(|_| unknown())?;
    let shoe: Option<u32> = named("shoe", shoe.as_deref(), "the number of a shoe of this table")?;
    let shown = match shoe {
        None => of_open(&app, &caller, table).await?.filter(|(open, _)| *open == no),
        Some(shoe_no) => of_past(&app, &caller, (table, shoe_no, no)).await?,
    };
    let (_, pictures) = shown.ok_or_else(unknown)?;
    let (_, _, since) = *pictures.iter().find(|(_, sha256, _)| *sha256 == asked).ok_or_else(unknown)?;
    let camera = app.studio.camera(table).ok_or_else(unknown)?;
    match camera.work(move |archive| archive.picture(&asked.0, since.0)).await {
        Ok(bytes) => Ok(([(header::CONTENT_TYPE, JPEG)], bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Err(unknown()),
        Err(error) if error.kind() == ErrorKind::InvalidData => Err(changed(table, &asked)),
        Err(error) => Err(failed(&error)),
    }
}

/// A picture that may be seen: the record that names it, its SHA-256, and since when it may have been kept.
type Shown = (RecordRef, Digest, Timestamp);

/// The open finding and the pictures of it that the caller may see; none while none is open.
async fn of_open(app: &App, caller: &Caller, table: TableId) -> Result<Option<(u64, Vec<Shown>)>, Problem> {
    let status = app.house.live_status(table).and_then(|status| status.borrow().clone());
    let Some(status) = status.filter(|status| works_there(caller, status)) else { return Ok(None) };
    let Some(finding) = status.finding else { return Ok(None) };
    Ok(Some((finding.no, named_by(app, &finding.pictures, finding.at).await?)))
}

/// A finding that is over, and the pictures of it that a supervisor may see.
async fn of_past(
    app: &App,
    caller: &Caller,
    (table, shoe_no, no): (TableId, u32, u64),
) -> Result<Option<(u64, Vec<Shown>)>, Problem> {
    if !caller.holds_one_of(&[Role::Supervisor]) {
        return Ok(None);
    }
    let found = app.house.findings(table, shoe_no).await?.unwrap_or_default();
    let Some(finding) = found.into_iter().find(|finding| finding.no == no) else { return Ok(None) };
    Ok(Some((no, shown_of(app, table, &finding).await?)))
}

/// Whether the caller is a supervisor, or deals at the table or is about to.
fn works_there(caller: &Caller, status: &LiveStatus) -> bool {
    let deals = |id| [status.dealer, status.relief].contains(&Some(id));
    caller.holds_one_of(&[Role::Supervisor])
        || caller.holds_one_of(&[Role::Dealer]) && caller.staff().is_some_and(|member| deals(member.id))
}

async fn shown_of(app: &App, table: TableId, finding: &PastFinding) -> Result<Vec<Shown>, Problem> {
    let records = if app.house.shows_pictures_of(table, finding) { finding.records.as_slice() } else { &[] };
    named_by(app, records, finding.at).await
}

/// The pictures that these records name.
async fn named_by(app: &App, records: &[RecordRef], since: Timestamp) -> Result<Vec<Shown>, Problem> {
    let mut named = Vec::new();
    for record in records {
        let picture = app.house.picture_of(*record).await.map_err(house::Rejection::from)?;
        named.extend(picture.map(|sha256| (*record, sha256, since)));
    }
    Ok(named)
}

/// Lists the pictures of the open finding for the answer to this caller.
pub(super) async fn told_of_open(
    app: &App,
    caller: &Caller,
    (table, no): (TableId, u64),
) -> Result<Vec<CardPicture>, Problem> {
    let shown = of_open(app, caller, table).await?.filter(|(open, _)| *open == no);
    told(app, table, shown.map(|(_, shown)| shown).unwrap_or_default()).await
}

/// Lists the pictures of a finding that is over for the answer to a supervisor; none for anybody else.
pub(super) async fn told_of_past(
    app: &App,
    caller: &Caller,
    (table, finding): (TableId, &PastFinding),
) -> Result<Vec<CardPicture>, Problem> {
    if !caller.holds_one_of(&[Role::Supervisor]) {
        return Ok(Vec::new());
    }
    told(app, table, shown_of(app, table, finding).await?).await
}

/// Those that were kept. The table is dealt on when the disk of the recordings does not answer.
async fn told(app: &App, table: TableId, shown: Vec<Shown>) -> Result<Vec<CardPicture>, Problem> {
    let Some(camera) = app.studio.camera(table) else { return Ok(Vec::new()) };
    Ok(kept(&camera, shown).await.unwrap_or_else(|error| {
        tracing::warn!(table = table.0, %error, "the pictures of a finding could not be looked for");
        Vec::new()
    }))
}

async fn kept(camera: &TableCamera, shown: Vec<Shown>) -> io::Result<Vec<CardPicture>> {
    let mut kept = Vec::new();
    for (record, sha256, since) in shown {
        if camera.work(move |archive| archive.has_picture(&sha256.0, since.0)).await? {
            let (device_id, n) = (record.device.0, record.n);
            kept.push(CardPicture { device_id, n, sha256: sha256.to_string() });
        }
    }
    Ok(kept)
}

/// Raises the alarm for a picture that is not what was kept.
fn changed(table: TableId, sha256: &Digest) -> Problem {
    tracing::error!(target: "alarm", table = table.0, %sha256, "the picture of a card was changed after it was kept");
    let message = format!("picture {sha256} was changed after it was kept: its digest differs");
    Problem::new(StatusCode::CONFLICT, "recording_changed", message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_takes_no_pictures() {
        assert!(check_room(Room::Plenty).is_ok() && check_room(Room::Low).is_ok());
        let refused = check_room(Room::Full).unwrap_err();
        assert_eq!((refused.status.as_u16(), refused.body.code.as_str()), (507, "disk_full"));
    }
}
