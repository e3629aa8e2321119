//! Clients behind proxies: limits count for the address that a trusted proxy names.

use std::time::Duration;

use punto_server::{Config, Limits, Rate};
use serde_json::json;

use crate::http::send;
use crate::test_server::TestServer;

#[tokio::test]
async fn limits_count_for_the_client_behind_a_trusted_proxy_only() {
    let one = Rate { burst: 1, every: Duration::from_secs(90) };
    let limits = Limits { guests: one, guests_local: one, ..Limits::default() };
    for (trusted, statuses) in [(vec!["127.0.0.1/32"], [201, 429, 201, 201]), (vec![], [201, 429, 429, 429])]
    {
        let trusted_proxies = trusted.iter().map(|it| it.parse().unwrap()).collect();
        let config = Config { limits: limits.clone(), trusted_proxies, ..Config::default() };
        let server = TestServer::with_config(config).await;
        let clients = ["198.51.100.1", "9.9.9.9, 198.51.100.1", "198.51.100.2", "2001:db8::1"];
        for (client, status) in clients.into_iter().zip(statuses) {
            let headers =
                [("X-Forwarded-For", client.to_owned()), ("Content-Type", "application/json".to_owned())];
            let body = json!({"nickname": "Ana"}).to_string();
            let answer = send(server.address, "POST", "/api/v1/guests", &headers, body.as_bytes()).await;
            assert_eq!(answer.status, status, "{client} {trusted:?}");
        }
    }
}
