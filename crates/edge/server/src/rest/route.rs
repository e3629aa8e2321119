//! A route as data: method, path, roles and handler.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::handler::Handler;
use axum::http::Method;
use axum::middleware::from_fn_with_state;
use axum::routing::{self, MethodRouter};
use house::people::Role;
use schemars::JsonSchema;

use super::authorize::{Demand, Takes, authorize};
use super::base::BASE;
use super::operation::{Answer, JSON, Operation, own_schema_of, schema_of};
use super::query::names;
use super::recorded::Read;
use crate::app::App;

/// A route of the API.
pub(crate) struct Route {
    method: &'static str,
    /// The path under [`BASE`]. Path parameters of one position have one name.
    path: &'static str,
    /// The roles that may call it. A route that spectators may call asks for no credentials.
    pub(crate) roles: &'static [Role],
    takes: Takes,
    checks_password: bool,
    /// What it is to the record of reads.
    read: Read,
    /// What the OpenAPI document says about it.
    pub(super) operation: Operation,
    handler: MethodRouter<Arc<App>>,
}

impl Route {
    /// A route that reads.
    pub(crate) fn get<H, T>(path: &'static str, roles: &'static [Role], handler: H) -> Self
    where
        H: Handler<T, Arc<App>>,
        T: 'static,
    {
        Self::new("GET", path, roles, routing::get(handler))
    }

    /// A route that creates or changes something.
    pub(crate) fn post<H, T>(path: &'static str, roles: &'static [Role], handler: H) -> Self
    where
        H: Handler<T, Arc<App>>,
        T: 'static,
    {
        Self::new("POST", path, roles, routing::post(handler))
    }

    /// A route that removes something.
    pub(crate) fn delete<H, T>(path: &'static str, roles: &'static [Role], handler: H) -> Self
    where
        H: Handler<T, Arc<App>>,
        T: 'static,
    {
        Self::new("DELETE", path, roles, routing::delete(handler))
    }

    fn new(
        method: &'static str,
        path: &'static str,
        roles: &'static [Role],
        handler: MethodRouter<Arc<App>>,
    ) -> Self {
        let read = match method {
            "GET" if path.starts_with("/patrons/{patron}") => Read::OfPatron,
            "GET" => Read::Other,
            _ => Read::Act,
        };
        Self {
            method,
            path,
            roles,
            takes: Takes { before_second_factor: false, programs: true, at_tables: false },
            checks_password: false,
            read,
            operation: Operation::default(),
            handler,
        }
    }

    /// The same route, which staff may call before they have set a second factor.
    pub(crate) fn before_second_factor(self) -> Self {
        Self { takes: Takes { before_second_factor: true, ..self.takes }, ..self }
    }

    /// The same route, which a token of a program may not call: what changes credentials takes a log-in.
    pub(crate) fn not_for_programs(self) -> Self {
        Self { takes: Takes { programs: false, ..self.takes }, ..self }
    }

    /// The same route, which a dealer may call who logged in at a table with a PIN. No other route is for them.
    pub(crate) fn at_tables(self) -> Self {
        Self { takes: Takes { at_tables: true, ..self.takes }, ..self }
    }

    /// This route answers with data of patrons whom its path does not name: each read of staff is on record. A route of
    /// `{patron}` needs no such word.
    pub(crate) fn about_patrons(self) -> Self {
        Self { read: Read::OfPatrons, ..self }
    }

    /// This route shows a recording: each look of staff is on record.
    pub(crate) fn of_recordings(self) -> Self {
        Self { read: Read::OfRecording, ..self }
    }

    /// The same route, which checks a password of its caller: a session has one such request at a time.
    pub(crate) fn checks_password(self) -> Self {
        Self { checks_password: true, ..self }
    }

    /// A route that changes some of something.
    pub(crate) fn patch<H, T>(path: &'static str, roles: &'static [Role], handler: H) -> Self
    where
        H: Handler<T, Arc<App>>,
        T: 'static,
    {
        Self::new("PATCH", path, roles, routing::patch(handler))
    }

    /// A route that replaces something.
    pub(crate) fn put<H, T>(path: &'static str, roles: &'static [Role], handler: H) -> Self
    where
        H: Handler<T, Arc<App>>,
        T: 'static,
    {
        Self::new("PUT", path, roles, routing::put(handler))
    }

    /// The method and the whole path, apart.
    pub(crate) fn pattern(&self) -> (Method, String) {
        (self.method.parse().unwrap_or_default(), format!("{BASE}{}", self.path))
    }

    /// The method and the whole path.
    pub(crate) fn action(&self) -> String {
        format!("{} {}", self.method, self.whole_path())
    }

    /// The same route, which does this.
    pub(crate) fn says(mut self, says: &'static str) -> Self {
        self.operation.says = says;
        self
    }

    /// The same route, whose requests have this body.
    pub(crate) fn takes<T: JsonSchema>(mut self) -> Self {
        self.operation.body = Some((JSON, schema_of::<T>));
        self
    }

    /// The same route, whose requests have a body of this media type and of at most so many bytes, which is no JSON.
    pub(crate) fn takes_bytes(mut self, media: &'static str, most: usize) -> Self {
        self.operation.body = Some((media, schema_of::<String>));
        self.handler = self.handler.layer(DefaultBodyLimit::max(most));
        self
    }

    /// The same route, whose requests may have this query.
    pub(crate) fn asks<T: JsonSchema>(mut self) -> Self {
        self.operation.query = Some(own_schema_of::<T>);
        self
    }

    /// The same route, which answers with this status and JSON.
    pub(crate) fn answers<T: JsonSchema>(self, status: u16) -> Self {
        self.answers_as::<T>(status, JSON)
    }

    /// The same route, which answers with this status and a body of this media type.
    pub(crate) fn answers_as<T: JsonSchema>(mut self, status: u16, media: &'static str) -> Self {
        self.operation.answers.push(Answer { status, body: Some((media, schema_of::<T>)) });
        self
    }

    /// The same route, which answers with this status and no body.
    pub(crate) fn answers_nothing(mut self, status: u16) -> Self {
        self.operation.answers.push(Answer { status, body: None });
        self
    }

    /// The same route, which may refuse with these codes.
    pub(crate) fn refuses(mut self, codes: &[&'static str]) -> Self {
        self.operation.codes.extend(codes);
        self
    }

    /// The method in capital letters.
    pub(crate) const fn method(&self) -> &'static str {
        self.method
    }

    /// The whole path.
    pub(crate) fn whole_path(&self) -> String {
        format!("{BASE}{}", self.path)
    }

    /// What the OpenAPI document says about it.
    pub(crate) const fn operation(&self) -> &Operation {
        &self.operation
    }

    /// The codes that follow from what this route asks of its caller.
    pub(crate) fn codes_of_access(&self) -> Vec<&'static str> {
        let for_all = self.roles.contains(&Role::Spectator);
        let for_staff = self.roles.iter().any(|role| Role::STAFF.contains(role));
        let changes = self.method != "GET";
        let is_on_record = for_staff && !changes;
        let codes: [(bool, &[&'static str]); 7] = [
            (!for_all, &["unauthenticated", "not_allowed", "too_many_attempts"]),
            (!for_all && changes, &["csrf"]),
            (!for_all && for_staff && !self.takes.before_second_factor, &["second_factor_needed"]),
            (!for_all && !self.takes.programs, &["not_for_programs"]),
            (!for_all && self.roles.contains(&Role::Dealer), &["only_deals"]),
            (true, &["too_many_requests"]),
            (!for_all && is_on_record, &["query_too_long"]),
        ];
        codes.iter().filter(|(applies, _)| *applies).flat_map(|(_, codes)| codes.iter().copied()).collect()
    }

    /// Adds this route to a router, behind the check of its roles.
    pub(super) fn add_to(self, router: Router<Arc<App>>, app: &Arc<App>) -> Router<Arc<App>> {
        let demand = Demand {
            roles: self.roles,
            takes: self.takes,
            checks_password: self.checks_password,
            read: self.read,
            query: names(self.operation.query).into(),
        };
        let check = from_fn_with_state((Arc::clone(app), demand), authorize);
        router.route(&self.whole_path(), self.handler.route_layer(check))
    }
}
