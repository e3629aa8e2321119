//! What a patron does for their own protection, and the account of a patron: over HTTP, one request after the other.
//! Notes every answer; what contradicts it on record is the auditor's business.

use std::net::SocketAddr;

use auditor::{
    Attempts, Dice, ExclusionState, PendingLimit, ProtectionAnswer, ProtectionAsk, ProtectionState, protect,
};
use serde_json::{Value, json};
use wire::people::{SessionInfo, SessionStarted};
use wire::protection::Protection;

use crate::connection::Disconnected;
use crate::http::{Answer, call};
use crate::patron_observer::PatronObserver;

const PASSWORD: &str = "plum saddle orbit 4417";

/// Asks for something that protects the patron, and notes the answer.
pub(crate) async fn ask(
    server: SocketAddr,
    observer: &mut PatronObserver,
    dice: &mut Dice,
) -> Result<(), Disconnected> {
    let ask = protect(dice);
    let (to, body) = match &ask {
        ProtectionAsk::Limits(wanted) => ("PUT /api/v1/me/limits", json!({ "limits": wanted })),
        ProtectionAsk::Confirm => ("POST /api/v1/me/limits/confirm", Value::Null),
        ProtectionAsk::Pause(hours) => ("POST /api/v1/me/pause", json!({ "hours": hours })),
        ProtectionAsk::Exclude(Some(days)) => ("POST /api/v1/me/exclusion", json!({ "days": days })),
        ProtectionAsk::Exclude(None) => ("POST /api/v1/me/exclusion", json!({ "for_good": true })),
    };
    let place = observer.observed.send_ask(ask);
    let body = Some(&body).filter(|body| !body.is_null());
    match call::<Protection>(server, to, observer.token.as_deref(), body).await {
        Ok(Answer::Done(shown)) => {
            observer.observed.answer_ask(place, ProtectionAnswer::Done(state(shown)));
            Ok(())
        }
        // It does not say whether it was done.
        Ok(Answer::Refused(429 | 503, code)) => {
            observer.problems.count(&code);
            Ok(())
        }
        Ok(Answer::Refused(_, code)) => {
            observer.refusals.count(&code);
            observer.observed.answer_ask(place, ProtectionAnswer::Refused);
            Ok(())
        }
        Err(_) => Err(Disconnected),
    }
}

/// Acknowledges a reality check; without one it changes nothing.
pub(crate) async fn acknowledge(server: SocketAddr, observer: &PatronObserver) -> Result<(), Disconnected> {
    let to = "POST /api/v1/me/reality-check";
    match call::<Protection>(server, to, observer.token.as_deref(), None).await {
        Ok(_) => Ok(()),
        Err(_) => Err(Disconnected),
    }
}

fn state(shown: Protection) -> ProtectionState {
    let pending =
        |own: wire::protection::PendingLimit| (own.limit, PendingLimit { value: own.value, from: own.from });
    let exclusion = |own: wire::protection::Exclusion| {
        let (until, by_house) = (own.until, own.by_house);
        ExclusionState { until, by_house }
    };
    ProtectionState {
        limits: shown.limits,
        pending: shown.pending.into_iter().map(pending).collect(),
        paused_until: shown.paused_until,
        exclusion: shown.exclusion.map(exclusion),
    }
}

/// Opens an account; then now and then logs in again, and logs out where the patron was before.
pub(crate) async fn use_account(
    server: SocketAddr,
    observer: &mut PatronObserver,
    dice: &mut Dice,
) -> Result<(), Disconnected> {
    if let Some(ended) = observer.account.ended.clone() {
        let shown = call::<SessionInfo>(server, "GET /api/v1/session", Some(&ended), None).await;
        if let Answer::Done(shown) = shown.map_err(|_| Disconnected)? {
            observer.contradict(format!("a session has ended, and counts: {shown:?}"));
        }
    }
    if observer.account.attempts.acknowledged == 0 {
        return open_account(server, observer).await;
    }
    if !dice.per_mille(150) {
        return Ok(());
    }
    let Some(before) = observer.token.clone() else { return Ok(()) };
    log_in(server, observer).await?;
    if observer.token.as_ref() == Some(&before) {
        return Ok(());
    }
    let ended = call::<Value>(server, "DELETE /api/v1/session", Some(&before), None).await;
    if let Answer::Done(_) = ended.map_err(|_| Disconnected)? {
        observer.account.ended = Some(before);
    }
    Ok(())
}

/// Finds out what became of an account that was asked for and not answered, so that the patron has a session.
pub(crate) async fn find_account(
    server: SocketAddr,
    observer: &mut PatronObserver,
) -> Result<(), Disconnected> {
    let Attempts { sent, acknowledged, .. } = observer.account.attempts;
    if sent > 0 && acknowledged == 0 { open_account(server, observer).await } else { Ok(()) }
}

async fn open_account(server: SocketAddr, observer: &mut PatronObserver) -> Result<(), Disconnected> {
    let body = json!({ "nickname": observer.observed.nickname, "password": PASSWORD });
    let was_lost = observer.account.attempts.sent > 0;
    observer.account.attempts.send();
    let to = "POST /api/v1/me/account";
    match call::<SessionStarted>(server, to, observer.token.as_deref(), Some(&body)).await {
        Ok(Answer::Done(session)) => {
            observer.account.attempts.acknowledge();
            observer.token = session.token;
            Ok(())
        }
        Ok(Answer::Refused(status, code)) => {
            // The account may be there, and the session of the guest has ended then.
            observer.account.attempts.refuse_without_settling();
            observer.problems.count(&code);
            if was_lost && [401, 403, 409].contains(&status) {
                log_in(server, observer).await
            } else {
                Ok(())
            }
        }
        Err(_) => {
            observer.account.attempts.lose();
            Err(Disconnected)
        }
    }
}

/// Logs in; a patron with an account must be let in.
async fn log_in(server: SocketAddr, observer: &mut PatronObserver) -> Result<(), Disconnected> {
    let body = json!({ "name": observer.observed.nickname, "password": PASSWORD });
    match call::<SessionStarted>(server, "POST /api/v1/sessions", None, Some(&body)).await {
        Ok(Answer::Done(session)) => {
            observer.account.attempts.confirm();
            observer.account.log_ins += 1;
            observer.token = session.token;
            Ok(())
        }
        Ok(Answer::Refused(401, code)) if observer.account.attempts.acknowledged > 0 => {
            observer.contradict(format!("the patron has an account, and could not log in: {code}"));
            Ok(())
        }
        Ok(Answer::Refused(_, code)) => {
            observer.problems.count(&code);
            Ok(())
        }
        Err(_) => Err(Disconnected),
    }
}
