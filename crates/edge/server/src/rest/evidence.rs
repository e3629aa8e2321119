//! Evidence: the part of a recording that a proposed correction names. A proposal about cards that a device read and a
//! camera saw must name one. The server digests the part, holds it until a supervisor releases it, and digests it again
//! for the supervisor who decides.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use house::footage::Footage;
use house::{CorrectionReceipt, Rejection};
use table::proof::Bytes32;
use table::{Evidence, Known, Proposal, RequestId, RoundRecord, RoundRef, StaffId, TableId, Timestamp};
use video::segment::digest_of;
use video::span::{Recorded, coverage};
use video::{Checked, Hold, Span};
use wire::recordings::{CheckedEvidence, RoundEvidence};
use wire::supervisor::EvidencePart;

use super::path::{Path, round, table, unknown};
use super::recordings::{
    LONGEST_MS, changed as changed_file, failed, no_camera, round_video, segments, span_of_round,
};
use super::route::Route;
use crate::app::App;
use crate::problem::Problem;
use crate::recording::{Changed, TableCamera};
use crate::role_lists::SUPERVISORS_AND_AUDITORS;

/// How long the last segment of a part may take to be written, in milliseconds: the longest segment, and the longest
/// lag of a camera.
const WRITTEN_AFTER_MS: i64 = 20_000;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get(
            "/tables/{table}/shoes/{shoe}/rounds/{round}/evidence",
            SUPERVISORS_AND_AUDITORS,
            of_round,
        )
        .of_recordings()
        .says("Reads again what the corrections of a round name of the recording")
        .answers::<RoundEvidence>(200),
    ]
}

/// A proposal as it is asked for, before its evidence is known.
pub(super) struct Proposed<'a> {
    pub(super) table: TableId,
    pub(super) round: RoundRef,
    pub(super) by: StaffId,
    pub(super) id: RequestId,
    pub(super) why: &'a str,
    pub(super) part: Option<EvidencePart>,
}

/// What a proposal names of the recording.
#[derive(Default)]
pub(super) struct Named {
    pub(super) evidence: Option<Evidence>,
    held: Option<Held>,
}

/// The hold that keeps it.
struct Held {
    camera: Arc<TableCamera>,
    hold: Hold,
    /// Whether this request made it.
    is_new: bool,
}

impl Held {
    /// Whether a proposal that stands names this part, for the same reason.
    async fn is_named(&self, app: &App, table: TableId, round: RoundRef) -> Result<bool, Problem> {
        let record = app.house.round(table, round).await?;
        let named = |proposal: &Proposal| {
            let part = proposal.evidence.map(|it| Span { from: it.from.0, to: it.to.0 });
            let (by, why) = (proposal.by.0.to_string(), why_held(proposal.round, &proposal.why));
            part.is_some_and(|part| self.hold.is_of(part, &by, &why))
        };
        Ok(record.is_some_and(|record| record.proposals().any(|(_, proposal, _)| named(proposal))))
    }
}

impl Named {
    /// Finds what a proposal names, and keeps it. A proposal that was made before names what it named then.
    pub(super) async fn of(app: &App, proposed: Proposed<'_>) -> Result<Self, Problem> {
        let Proposed { table, round, id, part, .. } = proposed;
        // The house says what else is wrong with the round.
        let record = app.house.round(table, round).await?.filter(|record| record.revision() > 0);
        let Some(record) = record else { return Ok(Self::default()) };
        if let Some((_, first, _)) = record.proposed_as(id) {
            return Ok(Self { evidence: part.map(|part| as_before(part, first)), held: None });
        }
        let footage = app.house.footage(table, round).await?;
        let Some(footage) = footage else { return Ok(Self::default()) };
        let shows = span_of_round(&footage, app.house.now());
        let Some(EvidencePart { from, to }) = part else {
            demanded(app, &record, table, shows).await?;
            return Ok(Self::default());
        };
        let part = Span { from, to };
        named_rightly(part, (shows, &footage), app.house.now())?;
        let camera = app.studio.camera(table).ok_or_else(|| no_camera(table))?;
        keep(camera, &proposed, (part, shows), app.house.now()).await
    }

    /// The house has answered the proposal. A hold that no proposal needs is released; nobody has heard of it.
    pub(super) async fn settle(
        self,
        app: &App,
        (table, round, by): (TableId, RoundRef, StaffId),
        answer: &Result<CorrectionReceipt, Rejection>,
    ) -> Result<(), Problem> {
        let Some(held) = self.held.filter(|held| held.is_new) else { return Ok(()) };
        let is_needed = match answer {
            // A repeated one is there as well: the same request came twice, side by side.
            Ok(_) => true,
            // The same supervisor may have named the part in another proposal meanwhile.
            Err(Rejection::Refused(_)) => held.is_named(app, table, round).await?,
            // It may be there.
            Err(Rejection::Failed(_)) => return Ok(()),
        };
        let Held { camera, hold, .. } = held;
        if is_needed {
            let times = (Timestamp(hold.span.from), Timestamp(hold.span.to));
            app.house.recording_held((table, hold.no), times, by, &hold.why).await?;
        } else {
            camera.work(move |archive| archive.release(hold.no)).await.map_err(|error| failed(&error))?;
        }
        Ok(())
    }
}

/// The part of a proposal that is sent again. The digest is the one that it got.
fn as_before(EvidencePart { from, to }: EvidencePart, first: &Proposal) -> Evidence {
    let digest = first.evidence.map_or(Bytes32([0; 32]), |evidence| evidence.digest);
    Evidence { from: Timestamp(from), to: Timestamp(to), digest }
}

/// Refuses a part that is none, that shows another round, or no card of this one.
fn named_rightly(part: Span, (shows, footage): (Span, &Footage), now: Timestamp) -> Result<(), Problem> {
    let bad = |message| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_evidence", message);
    let Span { from, to } = part;
    if from < 0 || to > now.0 || !(1..=LONGEST_MS).contains(&to.saturating_sub(from)) {
        return Err(bad(format!(
            "{from} to {to} is no part of a recording; send a `to` that is later than `from`, by {LONGEST_MS} ms at \
             most, and not in the future"
        )));
    }
    if !part.meets(shows) {
        return Err(bad(format!(
            "{from} to {to} does not show the round, which went from {} to {}",
            shows.from, shows.to
        )));
    }
    if let Some((first, last)) = footage.cards_from_to()
        && !footage.has_card_within(Timestamp(from)..Timestamp(to))
    {
        return Err(bad(format!(
            "{from} to {to} shows no card of the round; they fell from {} to {}",
            first.0, last.0
        )));
    }
    Ok(())
}

/// Refuses a proposal without a part of the recording, where a device read the cards and a camera saw them.
async fn demanded(app: &App, record: &RoundRecord, table: TableId, shows: Span) -> Result<(), Problem> {
    if record.known() != Known::Readings {
        return Ok(());
    }
    let recorded = coverage(&segments(app.studio.camera(table).as_ref(), shows).await?, shows).recorded;
    if recorded == Recorded::None {
        return Ok(());
    }
    let message = format!(
        "the recording of table {} shows round {} from {} to {}; watch it, and name the part in `evidence`",
        table.0,
        record.round(),
        shows.from,
        shows.to
    );
    Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "evidence_needed", message))
}

/// Holds a part, reads its files, and digests it. It is released again where it is no evidence.
async fn keep(
    camera: Arc<TableCamera>,
    proposed: &Proposed<'_>,
    (part, shows): (Span, Span),
    now: Timestamp,
) -> Result<Named, Problem> {
    let (by, why) = (proposed.by.0.to_string(), why_held(proposed.round, proposed.why));
    let kept = camera.work(move |archive| {
        // Held first, so that nothing of it is deleted while it is read.
        let (hold, is_new) = archive.hold(part, &by, &why, now.0)?;
        Ok((hold, is_new, archive.check(part)?))
    });
    let (hold, is_new, checked) = kept.await.map_err(|error| failed(&error))?;
    if let Some(file) = checked.changed.first() {
        camera.note_changed(Changed { at: now, file: Some(file.to_string()) });
    }
    match digested(proposed.table, (part, shows), &checked, now) {
        Ok(evidence) => Ok(Named { evidence: Some(evidence), held: Some(Held { camera, hold, is_new }) }),
        Err(problem) => {
            if is_new {
                let released = camera.work(move |archive| archive.release(hold.no)).await;
                released.map_err(|error| failed(&error))?;
            }
            Err(problem)
        }
    }
}

/// Why a part is held that a proposal names.
fn why_held(round: RoundRef, why: &str) -> String {
    format!("correction of round {round}: {}", why.trim())
}

/// The digest of a part as evidence. Refuses a part that shows nothing of the round, whose end is still being written,
/// or whose files were changed.
fn digested(
    table: TableId,
    (part, shows): (Span, Span),
    Checked { segments, changed }: &Checked,
    now: Timestamp,
) -> Result<Evidence, Problem> {
    let reached = segments.last().map(video::Segment::to);
    if reached.is_none_or(|reached| reached < part.to) && now.0.saturating_sub(part.to) < WRITTEN_AFTER_MS {
        let message = "the end of this part is still being written; send it again in a few seconds";
        return Err(Problem::new(StatusCode::CONFLICT, "still_recording", message));
    }
    let shown = |segment: &video::Segment| Span { from: segment.from, to: segment.to() }.meets(shows);
    if !segments.iter().any(shown) {
        let message = format!(
            "nothing of the round is recorded from {} to {}; name a part that is",
            part.from, part.to
        );
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "not_recorded", message));
    }
    if let Some(file) = changed.first() {
        return Err(changed_file(table, file));
    }
    let digest = Bytes32(digest_of(segments));
    Ok(Evidence { from: Timestamp(part.from), to: Timestamp(part.to), digest })
}

/// Answers with the evidence of all corrections of a round, each read again.
async fn of_round(
    State(app): State<Arc<App>>,
    Path((table_id, shoe_no, round_no)): Path<(String, String, String)>,
) -> Result<Json<RoundEvidence>, Problem> {
    let (table, round) = (table(&app, &table_id)?, round(&shoe_no, &round_no)?);
    let unknown = || unknown("round", &round.to_string());
    let record = app.house.round(table, round).await?.ok_or_else(unknown)?;
    let footage = app.house.footage(table, round).await?.ok_or_else(unknown)?;
    let camera = app.studio.camera(table);
    let mut evidence = Vec::new();
    for (correction_no, proposal, _) in record.proposals() {
        let Some(named) = proposal.evidence else { continue };
        let found = checked((table, correction_no), proposal, named, (&footage, camera.as_ref())).await?;
        if let Some(camera) = camera.as_ref().filter(|_| found.state == "changed") {
            camera.note_changed(Changed { at: app.house.now(), file: found.changed.first().cloned() });
        }
        evidence.push(found);
    }
    Ok(Json(RoundEvidence { evidence }))
}

/// Evidence as it is now. Without a camera nothing of it can be read.
async fn checked(
    (table, correction_no): (TableId, u64),
    proposal: &Proposal,
    named: Evidence,
    (footage, camera): (&Footage, Option<&Arc<TableCamera>>),
) -> Result<CheckedEvidence, Problem> {
    let part = Span { from: named.from.0, to: named.to.0 };
    let (by, why) = (proposal.by.0.to_string(), why_held(proposal.round, &proposal.why));
    let (Checked { segments, changed }, hold_no) = match camera {
        Some(camera) => {
            let read = camera.work(move |archive| {
                let hold = archive.holds()?.into_iter().find(|hold| hold.is_of(part, &by, &why));
                Ok((archive.check(part)?, hold.map(|hold| hold.no)))
            });
            read.await.map_err(|error| failed(&error))?
        }
        None => (Checked { segments: Vec::new(), changed: Vec::new() }, None),
    };
    let digest = digest_of(&segments);
    let state = match () {
        () if segments.is_empty() => "gone",
        () if !changed.is_empty() || digest != named.digest.0 => "changed",
        () => "same",
    };
    if state != "same" {
        tracing::error!(target: "alarm", table = table.0, correction_no, state, "the evidence of a correction is not what it was");
    }
    let marks = footage.marks.iter().filter(|mark| (part.from..part.to).contains(&mark.at.0));
    Ok(CheckedEvidence {
        correction_no,
        state: state.to_owned(),
        changed: changed.iter().map(ToString::to_string).collect(),
        hold_no,
        video: round_video((table, proposal.round), part, &segments, marks),
    })
}
