//! The client's files: a folder, the stub, and names that are in neither.

use std::fs;

use punto_server::{ClientFiles, Config};

use crate::hall::Hall;
use crate::http::{get, send};

async fn hall_with_a_client() -> Hall {
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
    Hall::with(Config { client, ..Config::default() }).await
}

#[tokio::test]
async fn pages_are_asked_again_and_assets_are_kept() {
    let hall = hall_with_a_client().await;
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
        let answer = get(hall.address, path, None).await;
        assert_eq!((answer.status, answer.text()), (200, body), "{path}");
        assert_eq!(answer.header("content-type"), Some(kind), "{path}");
        assert_eq!(answer.header("cache-control"), Some(keep), "{path}");
        let tag = answer.header("etag").unwrap().to_owned();
        let again = send(hall.address, "GET", path, &[("If-None-Match", tag)], b"").await;
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
    }
}

#[tokio::test]
async fn who_reads_brotli_gets_it() {
    let hall = hall_with_a_client().await;
    let coding = [("Accept-Encoding", "gzip, deflate, br".to_owned())];
    let answer = send(hall.address, "GET", "/assets/app-1a2b.js", &coding, b"").await;
    assert_eq!((answer.text(), answer.header("content-encoding")), ("compressed script", Some("br")));
    assert_eq!(answer.header("content-type"), Some("text/javascript; charset=utf-8"));
    assert_eq!(answer.header("vary"), Some("accept-encoding"));
}

#[tokio::test]
async fn what_is_not_there_is_not_found() {
    let hall = hall_with_a_client().await;
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
        let answer = get(hall.address, path, None).await;
        assert_eq!((answer.status, answer.code().as_str()), (404, "unknown_path"), "{path}");
    }
}

#[tokio::test]
async fn asking_for_the_head_alone_gives_no_body() {
    let hall = hall_with_a_client().await;
    let answer = send(hall.address, "HEAD", "/", &[], b"").await;
    assert_eq!((answer.status, answer.body.len()), (200, 0));
    assert_eq!(answer.header("content-length"), Some("19"));
}

#[tokio::test]
async fn without_a_client_there_is_a_page_that_says_so() {
    let hall = Hall::with(Config { client: ClientFiles::stub(), ..Config::default() }).await;
    let page = get(hall.address, "/", None).await;
    assert!(page.text().contains("without its screens"));
    assert!(page.text().contains("cargo xtask play"));
}
