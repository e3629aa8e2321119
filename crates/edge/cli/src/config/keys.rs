//! The catalogue of settings. The flags with their help, the environment, the file and its sample are made from it.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use server::Rate;

use super::key::{Key, Sample, Set};

/// The greatest size in bytes that may be set.
const SIZE: u32 = 64 << 20;
/// The longest time in seconds that may be set.
const DAY: u32 = 86_400;
/// The longest time of a step of a table, in milliseconds.
const HOUR_MS: u32 = 3_600_000;
const MINUTE_MS: u32 = 60_000;
/// The greatest rate.
const RATE: u32 = 1_000_000;

fn parse<T: FromStr<Err: Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error| format!("{text:?}: {error}"))
}

fn parse_all<T: FromStr<Err: Display>>(texts: &[String]) -> Result<Vec<T>, String> {
    texts.iter().map(|text| parse(text)).collect()
}

fn bytes(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// So many a second, and so many seconds' worth at once.
fn rate(per_second: u32, seconds_at_once: u32) -> Rate {
    let burst = per_second.saturating_mul(seconds_at_once);
    Rate { burst, every: Duration::from_secs(1).checked_div(per_second).unwrap_or_default() }
}

fn seconds(number: u32) -> Duration {
    Duration::from_secs(number.into())
}

/// Every setting, those of sections last.
pub(super) static KEYS: &[Key] = &[
    Key {
        name: "listen",
        flag: Some("listen"),
        value: "ADDRESS:PORT",
        help: "The address to listen on; port 0 picks a free port.",
        sample: Sample::Default("\"127.0.0.1:7777\""),
        set: Set::Text(|all, text| parse(text).map(|it| all.listen = it)),
    },
    Key {
        name: "data",
        flag: Some("data"),
        value: "DIR",
        help: "The data folder; serve, import, staff add and staff import create it if missing.",
        sample: Sample::Default("\"data\""),
        set: Set::Path(|all, path| (all.data, all.database) = (path, None)),
    },
    Key {
        name: "database",
        flag: Some("database"),
        value: "URL",
        help: "The PostgreSQL database to use instead of a data folder.",
        sample: Sample::Example("\"postgres://punto@db.example/house\""),
        set: Set::Text(|all, text| {
            all.database = Some(text.to_owned());
            Ok(())
        }),
    },
    Key {
        name: "database_password_file",
        flag: Some("database-password-file"),
        value: "FILE",
        help: "A file of mode 0600 whose first line is the password of the database, instead of one in the URL or in \
               PGPASSWORD.",
        sample: Sample::Example("\"database.password\""),
        set: Set::Path(|all, path| all.database_password_file = Some(path)),
    },
    Key {
        name: "audit_key",
        flag: Some("audit-key"),
        value: "FILE",
        help: "The file with the secret key that signs checkpoints, instead of audit.key in the data folder; created \
               if missing.",
        sample: Sample::Example("\"audit.key\""),
        set: Set::Path(|all, path| all.audit_key = Some(path)),
    },
    Key {
        name: "shoe_key",
        flag: Some("shoe-key"),
        value: "FILE",
        help: "The file with the key that encrypts the secrets of shoes, instead of shoe.key in the data folder, or \
               beside the file of --audit-key with a database; created if missing.",
        sample: Sample::Example("\"shoe.key\""),
        set: Set::Path(|all, path| all.shoe_key = Some(path)),
    },
    Key {
        name: "beacon_relay",
        flag: Some("beacon-relay"),
        value: "URL",
        help: "A relay of drand's quicknet. With one or more of them, the order of each shoe depends on a public \
               random number that did not exist when the shoe was committed.",
        sample: Sample::Example("[\"http://127.0.0.1:4444\"]"),
        set: Set::List(|all, texts| {
            let wrong = texts.iter().find(|text| !text.starts_with("http://"));
            if let Some(text) = wrong {
                return Err(format!("{text}: the address of a relay begins with http://"));
            }
            all.beacon_relays = texts.to_vec();
            Ok(())
        }),
    },
    Key {
        name: "tables",
        flag: Some("tables"),
        value: "FILE",
        help: "A TOML file with tables; those that the store lacks are added.",
        sample: Sample::Example("\"tables.toml\""),
        set: Set::Path(|all, path| all.tables = Some(path)),
    },
    Key {
        name: "recordings",
        flag: Some("recordings"),
        value: "FILE",
        help: "A TOML file with the cameras of tables, which ffmpeg records.",
        sample: Sample::Example("\"recordings.toml\""),
        set: Set::Path(|all, path| all.recordings = Some(path)),
    },
    Key {
        name: "demonstration",
        flag: Some("demonstration"),
        value: "BOOL",
        help: "Whether a program plays a live table, shoe and staff included: on this machine only, and only in a data \
               folder that began so.",
        sample: Sample::Default("false"),
        set: Set::Switch(|all, is_on| all.demonstration = is_on),
    },
    Key {
        name: "certificates",
        flag: Some("certificates"),
        value: "FILE",
        help: "The record of agreed certificates, instead of certificates.txt beside each rules file.",
        sample: Sample::Example("\"certificates.txt\""),
        set: Set::Path(|all, path| all.certificates = Some(path)),
    },
    Key {
        name: "client",
        flag: Some("client"),
        value: "DIR",
        help: "The folder of the built client, instead of the embedded one.",
        sample: Sample::Example("\"client\""),
        set: Set::Path(|all, path| all.client = Some(path)),
    },
    Key {
        name: "public_url",
        flag: Some("public-url"),
        value: "URL",
        help: "The address under which browsers reach this server, such as https://punto.example; passkeys need it.",
        sample: Sample::Example("\"https://punto.example\""),
        set: Set::Text(|all, text| parse(text).map(|it| all.public_url = Some(it))),
    },
    Key {
        name: "origin",
        flag: Some("origin"),
        value: "URL",
        help: "An origin, besides this server's own, whose pages may open a socket, such as https://app.example.",
        sample: Sample::Example("[\"https://app.example\"]"),
        set: Set::List(|all, texts| parse_all(texts).map(|it| all.origins = it)),
    },
    Key {
        name: "trusted_proxy",
        flag: Some("trusted-proxy"),
        value: "CIDR",
        help: "The network of a proxy whose Forwarded and X-Forwarded-For headers count.",
        sample: Sample::Example("[\"127.0.0.1/32\"]"),
        set: Set::List(|all, texts| parse_all(texts).map(|it| all.trusted_proxies = it)),
    },
    Key {
        name: "contact",
        flag: Some("contact"),
        value: "TEXT",
        help: "How to reach you about limits, exclusion and problem gambling; patrons read it beside their limits.",
        sample: Sample::Example("\"limits@example.org\""),
        set: Set::Text(|all, text| {
            all.contact = Some(text.to_owned());
            Ok(())
        }),
    },
    Key {
        name: "stop_within_seconds",
        flag: Some("stop-within"),
        value: "SECONDS",
        help: "How long rounds that are being dealt may take to end when the server stops; then they are saved and go \
               on at the next start.",
        sample: Sample::Default("15"),
        set: Set::Number(0, 3_600, |all, n| all.stop_within = seconds(n)),
    },
    Key {
        name: "log_format",
        flag: Some("log-format"),
        value: "FORMAT",
        help: "The form of the log: text, or json with one object a line.",
        sample: Sample::Default("\"text\""),
        set: Set::Text(|all, text| parse(text).map(|it| all.log_format = it)),
    },
    Key {
        name: "security_log",
        flag: Some("security-log"),
        value: "FILE",
        help: "The file of mode 0600 to which security events are added, instead of the log.",
        sample: Sample::Example("\"security.log\""),
        set: Set::Path(|all, path| all.security_log = Some(path)),
    },
    Key {
        name: "metrics_listen",
        flag: Some("metrics-listen"),
        value: "ADDRESS:PORT",
        help: "The address to serve /metrics on, for Prometheus; keep it private.",
        sample: Sample::Example("\"127.0.0.1:9777\""),
        set: Set::Text(|all, text| parse(text).map(|it| all.metrics_listen = Some(it))),
    },
    Key {
        name: "timings.betting_ms",
        flag: Some("betting-ms"),
        value: "MS",
        help: "The length of the betting phase at all tables, in milliseconds.",
        sample: Sample::Example("15000"),
        set: Set::Number(0, HOUR_MS, |all, ms| all.timings.betting_ms = Some(ms)),
    },
    Key {
        name: "timings.card_ms",
        flag: Some("card-ms"),
        value: "MS",
        help: "The time between two cards at all tables, in milliseconds.",
        sample: Sample::Example("1000"),
        set: Set::Number(0, HOUR_MS, |all, ms| all.timings.card_ms = Some(ms)),
    },
    Key {
        name: "timings.result_ms",
        flag: Some("result-ms"),
        value: "MS",
        help: "The time a result is shown at all tables, in milliseconds.",
        sample: Sample::Example("5000"),
        set: Set::Number(0, HOUR_MS, |all, ms| all.timings.result_ms = Some(ms)),
    },
    Key {
        name: "timings.shuffle_ms",
        flag: Some("shuffle-ms"),
        value: "MS",
        help: "The time to shuffle a new shoe at all tables, in milliseconds.",
        sample: Sample::Example("8000"),
        set: Set::Number(0, HOUR_MS, |all, ms| all.timings.shuffle_ms = Some(ms)),
    },
    Key {
        name: "timings.pledge_ms",
        flag: Some("pledge-ms"),
        value: "MS",
        help: "How long patrons may pledge a number for a new shoe at all tables; 0 to ask nobody for one.",
        sample: Sample::Example("3000"),
        set: Set::Number(0, MINUTE_MS, |all, ms| all.timings.pledge_ms = Some(ms)),
    },
    Key {
        name: "timings.reveal_ms",
        flag: Some("reveal-ms"),
        value: "MS",
        help: "How long after that they may reveal it, in milliseconds.",
        sample: Sample::Example("3000"),
        set: Set::Number(0, MINUTE_MS, |all, ms| all.timings.reveal_ms = Some(ms)),
    },
    Key {
        name: "limits.guests_per_minute",
        flag: Some("guests-per-minute"),
        value: "N",
        help: "How many guests and accounts one address may add in a minute, from 1; of IPv6, one /64.",
        sample: Sample::Default("10"),
        set: Set::Number(1, RATE, |all, n| all.limits.guests = Rate::per_minute(n)),
    },
    Key {
        name: "limits.guests_local_per_minute",
        flag: None,
        value: "N",
        help: "How many guests and accounts this machine may add in a minute, without a proxy.",
        sample: Sample::Default("6000"),
        set: Set::Number(1, RATE, |all, n| all.limits.guests_local = Rate::per_minute(n)),
    },
    Key {
        name: "limits.messages_per_second",
        flag: Some("messages-per-second"),
        value: "N",
        help: "How many messages a socket may send in a second, from 1; twice as many at once.",
        sample: Sample::Default("50"),
        set: Set::Number(1, RATE, |all, n| all.limits.messages = Rate::per_second(n)),
    },
    Key {
        name: "limits.wrong_tokens_per_minute",
        flag: None,
        value: "N",
        help: "How many unknown tokens one address may send in a minute.",
        sample: Sample::Default("10"),
        set: Set::Number(1, RATE, |all, n| all.limits.attempts = Rate::per_minute(n)),
    },
    Key {
        name: "limits.staff_requests_per_second",
        flag: None,
        value: "N",
        help: "How many requests a member of staff may send in a second; twice as many at once.",
        sample: Sample::Default("20"),
        set: Set::Number(1, RATE, |all, n| all.limits.staff = Rate::per_second(n)),
    },
    Key {
        name: "limits.password_checks_per_minute",
        flag: None,
        value: "N",
        help: "How many requests that check a password one session may send in a minute.",
        sample: Sample::Default("10"),
        set: Set::Number(1, RATE, |all, n| all.limits.passwords = Rate::per_minute(n)),
    },
    Key {
        name: "limits.viewers",
        flag: None,
        value: "N",
        help: "How many people may look at live pictures at a time. Each takes up to 2.6 Mbit/s of the line.",
        sample: Sample::Default("300"),
        set: Set::Number(1, RATE, |all, n| all.limits.viewers = bytes(n)),
    },
    Key {
        name: "limits.sockets",
        flag: None,
        value: "N",
        help: "How many sockets may be open.",
        sample: Sample::Default("15000"),
        set: Set::Number(1, RATE, |all, n| all.limits.sockets = bytes(n)),
    },
    Key {
        name: "limits.connections",
        flag: None,
        value: "N",
        help: "How many connections may be open, sockets included; each takes a file.",
        sample: Sample::Default("16000"),
        set: Set::Number(1, RATE, |all, n| all.limits.connections = bytes(n)),
    },
    Key {
        name: "limits.body_bytes",
        flag: None,
        value: "BYTES",
        help: "The longest body of a request.",
        sample: Sample::Default("16384"),
        set: Set::Number(1_024, SIZE, |all, n| all.limits.body_bytes = bytes(n)),
    },
    Key {
        name: "limits.message_bytes",
        flag: None,
        value: "BYTES",
        help: "The longest message from a client.",
        sample: Sample::Default("16384"),
        set: Set::Number(1_024, SIZE, |all, n| all.limits.message_bytes = bytes(n)),
    },
    Key {
        name: "limits.queue_bytes",
        flag: None,
        value: "BYTES",
        help: "How much may wait for one socket before it is closed as too slow.",
        sample: Sample::Default("131072"),
        set: Set::Number(4_096, SIZE, |all, n| all.limits.queue_bytes = bytes(n)),
    },
    Key {
        name: "limits.request_seconds",
        flag: None,
        value: "SECONDS",
        help: "How long a request may take.",
        sample: Sample::Default("10"),
        set: Set::Number(1, DAY, |all, n| all.limits.request = seconds(n)),
    },
    Key {
        name: "limits.head_seconds",
        flag: None,
        value: "SECONDS",
        help: "How long the head of a request may take.",
        sample: Sample::Default("10"),
        set: Set::Number(1, DAY, |all, n| all.limits.head = seconds(n)),
    },
    Key {
        name: "limits.hello_seconds",
        flag: None,
        value: "SECONDS",
        help: "How long a socket may take to send its hello.",
        sample: Sample::Default("10"),
        set: Set::Number(1, DAY, |all, n| all.limits.hello = seconds(n)),
    },
    Key {
        name: "limits.ping_every_seconds",
        flag: None,
        value: "SECONDS",
        help: "How often a socket is pinged; more often than idle_seconds.",
        sample: Sample::Default("20"),
        set: Set::Number(1, DAY, |all, n| all.limits.ping_every = seconds(n)),
    },
    Key {
        name: "limits.idle_seconds",
        flag: None,
        value: "SECONDS",
        help: "How long a connection or a socket may be silent before it is closed.",
        sample: Sample::Default("60"),
        set: Set::Number(1, DAY, |all, n| all.limits.idle = seconds(n)),
    },
    Key {
        name: "limits.session_check_seconds",
        flag: None,
        value: "SECONDS",
        help: "How often a socket looks whether its session was ended by another program.",
        sample: Sample::Default("60"),
        set: Set::Number(1, DAY, |all, n| all.limits.session_check = seconds(n)),
    },
    Key {
        name: "limits.each_address.connections",
        flag: None,
        value: "N",
        help: "How many connections that are no sockets one IPv4 address or IPv6 /64 may have open.",
        sample: Sample::Default("500"),
        set: Set::Number(1, RATE, |all, n| all.limits.each.connections = bytes(n)),
    },
    Key {
        name: "limits.each_address.sockets",
        flag: None,
        value: "N",
        help: "How many sockets one IPv4 address or IPv6 /64 may have open.",
        sample: Sample::Default("500"),
        set: Set::Number(1, RATE, |all, n| all.limits.each.sockets = bytes(n)),
    },
    Key {
        name: "limits.each_address.requests_per_second",
        flag: None,
        value: "N",
        help: "How many requests one IPv4 address or IPv6 /64 may send in a second; twenty times as many at once.",
        sample: Sample::Default("50"),
        set: Set::Number(1, RATE, |all, n| all.limits.each.requests = rate(n, 20)),
    },
    Key {
        name: "limits.each_address.log_ins_per_minute",
        flag: None,
        value: "N",
        help: "How many log-ins one IPv4 address or IPv6 /64 may send in a minute, those that succeed included.",
        sample: Sample::Default("60"),
        set: Set::Number(1, RATE, |all, n| all.limits.each.log_ins = Rate::per_minute(n)),
    },
    Key {
        name: "limits.each_address.messages_per_second",
        flag: None,
        value: "N",
        help: "How many messages and control frames all sockets of one IPv4 address or IPv6 /64 may send in a second.",
        sample: Sample::Default("1000"),
        set: Set::Number(1, RATE, |all, n| all.limits.each.messages = rate(n, 2)),
    },
    Key {
        name: "limits.this_machine.connections",
        flag: None,
        value: "N",
        help: "How many connections that are no sockets this machine without a proxy may have open.",
        sample: Sample::Default("16000"),
        set: Set::Number(1, RATE, |all, n| all.limits.local.connections = bytes(n)),
    },
    Key {
        name: "limits.this_machine.sockets",
        flag: None,
        value: "N",
        help: "How many sockets this machine without a proxy may have open.",
        sample: Sample::Default("16000"),
        set: Set::Number(1, RATE, |all, n| all.limits.local.sockets = bytes(n)),
    },
    Key {
        name: "limits.this_machine.requests_per_second",
        flag: None,
        value: "N",
        help: "How many requests this machine without a proxy may send in a second.",
        sample: Sample::Default("100000"),
        set: Set::Number(1, RATE, |all, n| all.limits.local.requests = rate(n, 1)),
    },
    Key {
        name: "limits.this_machine.log_ins_per_minute",
        flag: None,
        value: "N",
        help: "How many log-ins this machine without a proxy may send in a minute, those that succeed included.",
        sample: Sample::Default("6000"),
        set: Set::Number(1, RATE, |all, n| all.limits.local.log_ins = Rate::per_minute(n)),
    },
    Key {
        name: "limits.this_machine.messages_per_second",
        flag: None,
        value: "N",
        help: "How many messages and control frames all sockets of this machine without a proxy may send in a second.",
        sample: Sample::Default("1000000"),
        set: Set::Number(1, RATE, |all, n| all.limits.local.messages = rate(n, 1)),
    },
];
