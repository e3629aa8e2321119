//! Rounds of drand's quicknet, fetched over HTTP from relays that the operator names. A value proves itself, so it does
//! not matter who hands it over: a relay can only withhold it.

use std::sync::Arc;
use std::time::Duration;

use fair::Bytes;
use fair::shoe::BeaconValue;
use house::ports::{Beacon, BeaconFuture, NoValue};
use serde::Deserialize;
use tokio::task::spawn_blocking;
use ureq::Agent;

/// How long a relay may take.
const PATIENCE: Duration = Duration::from_secs(5);
/// How many bytes an answer may have.
const SIZE: u64 = 4_096;

/// The relays, in the order in which they are asked.
#[derive(Debug)]
pub(super) struct Relays {
    urls: Arc<[String]>,
    agent: Agent,
}

/// What a relay answers about a round. It says more, which is not used.
#[derive(Deserialize)]
struct Round {
    round: u64,
    signature: String,
}

impl Relays {
    /// Relays at these addresses.
    pub(super) fn new(urls: &[String]) -> Self {
        let agent =
            Agent::config_builder().timeout_global(Some(PATIENCE)).http_status_as_error(true).build().into();
        Self { urls: urls.iter().map(|url| url.trim_end_matches('/').to_owned()).collect(), agent }
    }
}

impl Beacon for Relays {
    fn value(&self, round: u64) -> BeaconFuture<'_> {
        let (urls, agent) = (Arc::clone(&self.urls), self.agent.clone());
        Box::pin(async move {
            let asked = spawn_blocking(move || ask(&agent, &urls, round)).await;
            asked.unwrap_or_else(|error| Err(NoValue(error.to_string())))
        })
    }
}

/// Asks one relay after the other. Without a value, the answer is why each gave none.
fn ask(agent: &Agent, urls: &[String], round: u64) -> Result<BeaconValue, NoValue> {
    let mut failures = Vec::new();
    for url in urls {
        match ask_one(agent, url, round) {
            Ok(value) => return Ok(value),
            Err(why) => failures.push(format!("{url}: {why}")),
        }
    }
    Err(NoValue(failures.join("; ")))
}

fn ask_one(agent: &Agent, url: &str, round: u64) -> Result<BeaconValue, String> {
    let address = format!("{url}/{}/public/{round}", Bytes(beacon::CHAIN));
    let mut answer = agent.get(address).call().map_err(|error| error.to_string())?;
    let text = answer.body_mut().with_config().limit(SIZE).read_to_string();
    let text = text.map_err(|error| error.to_string())?;
    let given: Round =
        serde_json::from_str(&text).map_err(|error| format!("it is no round of drand: {error}"))?;
    let value: BeaconValue =
        given.signature.parse().map_err(|_| "its signature is not 96 hex digits".to_owned())?;
    if given.round != round {
        return Err(format!("it gave round {}, not {round}", given.round));
    }
    beacon::verify(round, &value.0).map_err(|error| error.to_string())?;
    Ok(value)
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead as _, BufReader, Write as _};
    use std::net::TcpListener;
    use std::thread;

    use super::*;

    const ROUND: u64 = 1_000;
    const VALUE: &str =
        "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39";

    /// The address of a relay that answers one request with this status and body, and the path that was asked for.
    fn relay(status: &'static str, body: String) -> (String, thread::JoinHandle<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let answers = thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map(Result::unwrap);
            let path = lines.next().unwrap();
            lines.find(String::is_empty).unwrap();
            let head =
                format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
            stream.write_all((head + &body).as_bytes()).unwrap();
            path
        });
        (url, answers)
    }

    fn round(round: u64, value: &str) -> String {
        format!(r#"{{"round":{round},"randomness":"00","signature":"{value}"}}"#)
    }

    fn answer(urls: &[String]) -> Result<BeaconValue, NoValue> {
        let Relays { urls, agent } = Relays::new(urls);
        ask(&agent, &urls, ROUND)
    }

    #[test]
    fn a_published_value_is_taken_from_the_first_relay_that_gives_it() {
        let (broken, _asked) = relay("500 Internal Server Error", String::new());
        let (good, asked) = relay("200 OK", round(ROUND, VALUE));
        assert_eq!(answer(&[broken, format!("{good}/")]), Ok(VALUE.parse().unwrap()));
        let chain = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";
        assert_eq!(asked.join().unwrap(), format!("GET /{chain}/public/1000 HTTP/1.1"));
    }

    #[test]
    fn what_is_not_the_value_of_the_round_is_refused_with_the_reason() {
        let flipped = VALUE.replacen('b', "a", 1);
        for (status, body, why) in [
            ("200 OK", round(ROUND, &flipped), "not the value of round 1000"),
            ("200 OK", round(999, VALUE), "it gave round 999, not 1000"),
            ("200 OK", round(ROUND, "00"), "96 hex digits"),
            ("200 OK", "<html>".to_owned(), "no round of drand"),
            ("200 OK", " ".repeat(10_000), "limit"),
            ("404 Not Found", round(ROUND, VALUE), "404"),
        ] {
            let (url, _asked) = relay(status, body);
            let NoValue(found) = answer(std::slice::from_ref(&url)).unwrap_err();
            assert!(found.starts_with(&url) && found.contains(why), "{why}: {found}");
        }
        let NoValue(dead) = answer(&["http://127.0.0.1:1".to_owned()]).unwrap_err();
        assert!(dead.starts_with("http://127.0.0.1:1: "), "{dead}");
    }
}
