//! The layer that authenticates a request once, checks the roles of its route, and hands the caller on.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use house::log::Actor;
use house::people::Role;
use tracing::Instrument as _;

use super::query::check_names;
use super::recorded::Read;
use crate::app::App;
use crate::authenticate::authenticate;
use crate::caller::Caller;
use crate::problem::Problem;

/// Which sessions a route takes beside those of people who logged in with all that they have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Takes {
    /// Those of staff who have not set a second factor.
    pub(super) before_second_factor: bool,
    /// The tokens of programs.
    pub(super) programs: bool,
    /// Those of dealers who logged in at a table with a PIN.
    pub(super) at_tables: bool,
}

/// What a route asks of its caller.
#[derive(Clone, Debug)]
pub(super) struct Demand {
    /// The roles, of which the caller holds one.
    pub(super) roles: &'static [Role],
    /// Which sessions it takes.
    pub(super) takes: Takes,
    /// Whether it checks a password of its caller.
    pub(super) checks_password: bool,
    /// What it is to the record of reads.
    pub(super) read: Read,
    /// The names of the parameters that its query may have.
    pub(super) query: Arc<[String]>,
}

/// Authenticates the request, refuses callers without one of the roles, and hands the [`Caller`] on.
pub(super) async fn authorize(
    State((app, demand)): State<(Arc<App>, Demand)>,
    mut request: Request,
    next: Next,
) -> Result<Response, Problem> {
    // A route for everybody asks for no credentials, so that nobody is kept out by a session that has ended.
    let caller = if demand.roles.contains(&Role::Spectator) {
        Caller::default()
    } else {
        authenticate(&app, request.method(), request.headers(), request.extensions()).await?
    };
    if !caller.holds_one_of(demand.roles) {
        return Err(Problem::not_allowed(demand.roles));
    }
    if caller.session.as_ref().is_some_and(|session| session.needs_second_factor)
        && !demand.takes.before_second_factor
    {
        return Err(Problem::second_factor_needed());
    }
    if caller.session.as_ref().is_some_and(|session| session.is_program) && !demand.takes.programs {
        return Err(Problem::not_for_programs());
    }
    if let Some(table) = caller.session.as_ref().and_then(|session| session.at_table)
        && !demand.takes.at_tables
        && !demand.roles.contains(&Role::Spectator)
    {
        return Err(Problem::only_deals(table));
    }
    if let Some(staff) = caller.staff() {
        app.staff_requests.take(staff.id, app.config.limits.staff, Instant::now()).map_err(|wait| {
            Problem::too_many("too_many_requests", "this member of staff sends too many requests", wait)
        })?;
    }
    check_names(request.uri(), &demand.query)?;
    if let Some(staff) = caller.staff() {
        let is_auditor = staff.roles.contains(&Role::Auditor);
        demand.read.record(&app, Actor::Staff(staff.id), is_auditor, request.uri()).await?;
    }
    let password_work = match &caller.session {
        Some(session) if demand.checks_password => {
            Some(app.password_work.begin(session, app.config.limits.passwords, Instant::now())?)
        }
        _ => None,
    };
    request.extensions_mut().insert(caller);
    // A task of its own: what a request began is done to its end, also when the client goes away meanwhile.
    let answered = async move {
        let response = next.run(request).await;
        drop(password_work);
        response
    };
    let answered = tokio::spawn(answered.in_current_span());
    match answered.await {
        Ok(response) => Ok(response),
        Err(failed) if failed.is_panic() => std::panic::resume_unwind(failed.into_panic()),
        // Only the end of the runtime cancels it.
        Err(_) => std::future::pending().await,
    }
}
