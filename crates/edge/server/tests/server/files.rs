//! The client's files: a folder, the stub page, and unknown paths.

use std::fs;

use punto_server::{ClientFiles, Config};

use crate::http::{get, send};
use crate::test_server::TestServer;

async fn server_with_a_client() -> TestServer {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("assets")).expect("a folder in it");
    for (name, content) in [
        ("index.html", "<!doctype html>page"),
        ("favicon.svg", "<svg/>"),
        ("assets/app-1a2b.js", "plain script"),
        ("assets/app-1a2b.js.br", "compressed script"),
    ] {
        fs::write(folder.path().join(name), content).expect("a file");
    }
    let client = ClientFiles::from_folder(folder.path()).expect("a client");
    TestServer::with_config(Config { client, ..Config::default() }).await
}

#[tokio::test]
async fn pages_are_revalidated_and_assets_cached() {
    let server = server_with_a_client().await;
    for (path, body, kind, keep) in [
        ("/", "<!doctype html>page", "text/html; charset=utf-8", "no-cache"),
        ("/index.html", "<!doctype html>page", "text/html; charset=utf-8", "no-cache"),
        ("/favicon.svg", "<svg/>", "image/svg+xml", "no-cache"),
        (
            "/assets/app-1a2b.js",
            "plain script",
            "text/javascript; charset=utf-8",
            "public, max-age=31536000, immutable",
        ),
    ] {
        let answer = get(server.address, path, None).await;
        assert_eq!((answer.status, answer.text()), (200, body), "{path}");
        assert_eq!(answer.header("content-type"), Some(kind), "{path}");
        assert_eq!(answer.header("cache-control"), Some(keep), "{path}");
        let tag = answer.header("etag").unwrap().to_owned();
        let again = send(server.address, "GET", path, &[("If-None-Match", tag)], b"").await;
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
    }
}

#[tokio::test]
async fn brotli_is_served_to_clients_that_accept_it() {
    let server = server_with_a_client().await;
    let coding = [("Accept-Encoding", "gzip, deflate, br".to_owned())];
    let answer = send(server.address, "GET", "/assets/app-1a2b.js", &coding, b"").await;
    assert_eq!((answer.text(), answer.header("content-encoding")), ("compressed script", Some("br")));
    assert_eq!(answer.header("content-type"), Some("text/javascript; charset=utf-8"));
    assert_eq!(answer.header("vary"), Some("accept-encoding"));
}

#[tokio::test]
async fn unknown_paths_are_not_found() {
    let server = server_with_a_client().await;
    for path in [
        "/assets/app-0000.js",
        "/assets/app-1a2b.js.br",
        "/assets",
        "/assets/",
        "/table/1",
        "/../Cargo.toml",
        "/assets/../../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "//index.html",
    ] {
        let answer = get(server.address, path, None).await;
        assert_eq!((answer.status, answer.code().as_str()), (404, "unknown_path"), "{path}");
    }
}

#[tokio::test]
async fn head_requests_get_no_body() {
    let server = server_with_a_client().await;
    let answer = send(server.address, "HEAD", "/", &[], b"").await;
    assert_eq!((answer.status, answer.body.len()), (200, 0));
    assert_eq!(answer.header("content-length"), Some("19"));
}

#[tokio::test]
async fn the_stub_page_explains_how_to_build_the_client() {
    let server = TestServer::with_config(Config { client: ClientFiles::stub(), ..Config::default() }).await;
    for path in ["/", "/index.html", "/dealer.html", "/console.html"] {
        let page = get(server.address, path, None).await;
        assert_eq!(
            (page.status, page.header("content-type")),
            (200, Some("text/html; charset=utf-8")),
            "{path}"
        );
        assert!(page.text().contains("without its screens"), "{path}");
        assert!(page.text().contains("cargo xtask play"), "{path}");
    }
    assert_eq!(get(server.address, "/other.html", None).await.status, 404);
}
