//! A running server, asked over HTTP. Knows no tables and no people.

use std::net::IpAddr;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use ureq::Agent;
use ureq::http::Response;
use wire::error::{ErrorBody, ErrorEnvelope};

use crate::lines::Problem;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server and the token that it is sent.
pub(crate) struct Remote {
    agent: Agent,
    url: String,
    token: Option<String>,
}

impl Remote {
    /// A server at that address, such as `http://127.0.0.1:7777`.
    pub(crate) fn new(server: &str) -> Result<Self, Problem> {
        if !server.starts_with("http://") {
            let why = "a server's address begins with http://; reach another machine by a tunnel";
            return Err(Problem::Usage(format!("{server}: {why}")));
        }
        let url = format!("{}/api/v1", server.trim_end_matches('/'));
        Ok(Self { agent: agent(server), url, token: None })
    }

    /// Sends that token from now on.
    pub(crate) fn set_token(&mut self, token: Option<String>) {
        self.token = token;
    }

    /// What is at a path.
    pub(crate) fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Problem> {
        self.read(path)?.map_err(|refusal| refused(&refusal))
    }

    /// What is at a path, or why the server refuses it.
    pub(crate) fn read<T: DeserializeOwned>(&self, path: &str) -> Result<Result<T, ErrorBody>, Problem> {
        let mut request = self.agent.get(format!("{}{path}", self.url));
        if let Some(token) = self.bearer() {
            request = request.header("Authorization", token);
        }
        self.answer(request.call())
    }

    /// The answer to a body.
    pub(crate) fn send<T: DeserializeOwned>(
        &self,
        method: &str,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, Problem> {
        self.ask(method, path, body)?.map_err(|refusal| refused(&refusal))
    }

    /// Puts bytes of this media type at a path.
    pub(crate) fn put(&self, path: &str, media: &str, bytes: &[u8]) -> Result<(), Problem> {
        let request = self.agent.put(format!("{}{path}", self.url)).header("Content-Type", media);
        let mut answer =
            request.send(bytes).map_err(|error| Problem::Failure(format!("{}: {error}", self.url)))?;
        let status = answer.status();
        if status.is_success() {
            return Ok(());
        }
        let said = answer.body_mut().read_to_string().ok();
        let refusal = said.and_then(|text| serde_json::from_str::<ErrorEnvelope>(&text).ok());
        let failed = || Problem::Failure(format!("{} answered {status}", self.url));
        Err(refusal.map_or_else(failed, |it| refused(&it.error)))
    }

    /// Removes what is at a path.
    pub(crate) fn delete(&self, path: &str) -> Result<(), Problem> {
        let mut request = self.agent.delete(format!("{}{path}", self.url));
        if let Some(token) = self.bearer() {
            request = request.header("Authorization", token);
        }
        let answer = request.call().map_err(|error| Problem::Failure(format!("{}: {error}", self.url)))?;
        let status = answer.status();
        let failed = || Problem::Failure(format!("{} answered {status}", self.url));
        if status.is_success() { Ok(()) } else { Err(failed()) }
    }

    /// The answer to a body, or why the server refuses it.
    pub(crate) fn ask<T: DeserializeOwned>(
        &self,
        method: &str,
        path: &str,
        body: &impl Serialize,
    ) -> Result<Result<T, ErrorBody>, Problem> {
        let path = format!("{}{path}", self.url);
        let request = if method == "PATCH" { self.agent.patch(path) } else { self.agent.post(path) };
        let mut request = request.header("Content-Type", "application/json");
        if let Some(token) = self.bearer() {
            request = request.header("Authorization", token);
        }
        let body = serde_json::to_string(body).map_err(Problem::failure)?;
        self.answer(request.send(body))
    }

    fn bearer(&self) -> Option<String> {
        self.token.as_ref().map(|token| format!("Bearer {token}"))
    }

    fn answer<T: DeserializeOwned>(
        &self,
        answer: Result<Response<ureq::Body>, ureq::Error>,
    ) -> Result<Result<T, ErrorBody>, Problem> {
        let url = &self.url;
        let failed = |error: ureq::Error| Problem::Failure(format!("{url}: {error}"));
        let mut answer = answer.map_err(failed)?;
        let status = answer.status();
        let text = answer.body_mut().read_to_string().map_err(failed)?;
        if status.is_success() {
            return serde_json::from_str(&text).map(Ok).map_err(|error| {
                Problem::Failure(format!("{url} gave no answer that this program knows: {error}"))
            });
        }
        let Ok(ErrorEnvelope { error, .. }) = serde_json::from_str(&text) else {
            return Err(Problem::Failure(format!("{url} answered {status}")));
        };
        Ok(Err(error))
    }
}

/// Who asks at an address. A proxy of the environment is for other machines.
fn agent(address: &str) -> Agent {
    let config = Agent::config_builder().timeout_global(Some(PATIENCE)).http_status_as_error(false);
    let config = if is_this_machine(address) { config.proxy(None) } else { config };
    config.build().into()
}

/// Whether an address is one of this machine.
fn is_this_machine(address: &str) -> bool {
    let host = address.strip_prefix("http://").unwrap_or(address);
    let host = host.split_once('/').map_or(host, |(host, _)| host);
    let name =
        host.rsplit_once(':').map_or(host, |(name, port)| if port.ends_with(']') { host } else { name });
    let number = name.trim_matches(['[', ']']).parse::<IpAddr>();
    name == "localhost" || number.is_ok_and(|number| number.is_loopback())
}

/// The text at an address.
pub(crate) fn text(address: &str) -> Result<String, Problem> {
    let failed = |error: ureq::Error| Problem::Failure(format!("{address}: {error}"));
    let mut answer = agent(address).get(address).call().map_err(failed)?;
    let status = answer.status();
    let text = answer.body_mut().read_to_string().map_err(failed)?;
    if status.is_success() {
        return Ok(text);
    }
    let said = serde_json::from_str::<ErrorEnvelope>(&text).map(|it| refused(&it.error).text());
    Err(Problem::Failure(format!("{address}: {}", said.unwrap_or_else(|_| status.to_string()))))
}

/// The refusal of a server, with what to do about it.
pub(crate) fn refused(refusal: &ErrorBody) -> Problem {
    let hint = match refusal.code.as_str() {
        "unauthenticated" => {
            "\nThe token is missing, unknown, or has ended: make a new one with punto staff token."
        }
        "unknown_house_rules" => {
            "\nStop the server and run the command without --server: it checks the certificate and records the rules."
        }
        _ => "",
    };
    Problem::Failure(format!("{} ({}){hint}", refusal.message, refusal.code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_proxy_stands_before_this_machine() {
        for own in [
            "http://127.0.0.1:7777",
            "http://localhost:7777/a",
            "http://[::1]:80/",
            "http://[::1]",
            "http://localhost",
        ] {
            assert!(is_this_machine(own), "{own}");
        }
        for other in [
            "http://192.0.2.1:7777",
            "http://localhost.example",
            "http://[2001:db8::1]:80",
            "http://127.example:1",
        ] {
            assert!(!is_this_machine(other), "{other}");
        }
    }
}
