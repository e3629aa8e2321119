//! The client's files, held in memory: a stub page, a folder, or the client that is built into the program.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::{fs, io};

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

/// The file served for the path `/`.
const INDEX: &str = "index.html";
/// The pages of a client: for patrons, for dealers, and the console.
const PAGES: [&str; 3] = [INDEX, "dealer.html", "console.html"];
/// Files in this folder have the hash of their content in their names, so they never change.
const HASHED: &str = "assets/";

/// The client's files by path, without the leading slash. Cheap to clone.
#[derive(Clone, Debug)]
pub struct ClientFiles(Arc<BTreeMap<String, File>>);

#[derive(Clone, Debug)]
struct File {
    plain: Bytes,
    /// The same content compressed with brotli, when the client's build made such a file.
    brotli: Option<Bytes>,
    etag: HeaderValue,
}

impl Default for ClientFiles {
    /// The client that is built into the program, or else the stub page.
    fn default() -> Self {
        #[cfg(feature = "client")]
        return embedded::files();
        #[cfg(not(feature = "client"))]
        return Self::stub();
    }
}

impl ClientFiles {
    /// A page that explains how to build the client, at the address of each page that a client has.
    pub fn stub() -> Self {
        let page = Bytes::from_static(include_bytes!("../stub/index.html"));
        Self::of(PAGES.map(|name| (name.to_owned(), page.clone())))
    }

    /// Reads the files of a folder.
    ///
    /// # Errors
    /// When the folder cannot be read, or has no `index.html`.
    pub fn from_folder(folder: &Path) -> io::Result<Self> {
        let mut files = Vec::new();
        read_into(&mut files, folder, "")?;
        if !files.iter().any(|(name, _)| name == INDEX) {
            return Err(io::Error::new(io::ErrorKind::NotFound, format!("the folder has no {INDEX}")));
        }
        Ok(Self::of(files))
    }

    fn of(files: impl IntoIterator<Item = (String, Bytes)>) -> Self {
        let all: BTreeMap<String, Bytes> = files.into_iter().collect();
        let plain = all.iter().filter(|(name, _)| !is_compressed(name, &all));
        let file = |(name, content): (&String, &Bytes)| {
            let brotli = all.get(&format!("{name}.br")).cloned();
            (name.clone(), File { plain: content.clone(), brotli, etag: etag(content) })
        };
        Self(Arc::new(plain.map(file).collect()))
    }

    /// The response for the file at a path; none when there is no such file.
    pub(crate) fn response(&self, path: &str, request_headers: &HeaderMap) -> Option<Response> {
        let name = path.strip_prefix('/')?;
        let name = if name.is_empty() { INDEX } else { name };
        self.0.get(name).map(|file| respond(name, file, request_headers))
    }
}

/// Whether the file is the compressed form of another one.
fn is_compressed(name: &str, all: &BTreeMap<String, Bytes>) -> bool {
    name.strip_suffix(".br").is_some_and(|plain| all.contains_key(plain))
}

fn read_into(files: &mut Vec<(String, Bytes)>, folder: &Path, prefix: &str) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, name) = (entry.path(), format!("{prefix}{}", entry.file_name().to_string_lossy()));
        if path.is_dir() {
            read_into(files, &path, &format!("{name}/"))?;
        } else {
            files.push((name, fs::read(&path)?.into()));
        }
    }
    Ok(())
}

fn etag(content: &[u8]) -> HeaderValue {
    HeaderValue::from_str(&format!("\"{}\"", half_digest(content)))
        .unwrap_or(HeaderValue::from_static("\"\""))
}

/// The first half of the SHA-256 of a content, as 32 hex digits.
pub(crate) fn half_digest(content: &[u8]) -> String {
    let digest = Sha256::digest(content);
    let half = digest.first_chunk().map_or(0, |half: &[u8; 16]| u128::from_be_bytes(*half));
    format!("{half:032x}")
}

fn respond(name: &str, file: &File, request_headers: &HeaderMap) -> Response {
    let cache = if name.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let common = [
        (header::CACHE_CONTROL, HeaderValue::from_static(cache)),
        (header::ETAG, file.etag.clone()),
        (header::VARY, HeaderValue::from_static("accept-encoding")),
    ];
    if any_item(request_headers, &header::IF_NONE_MATCH, |etag| file.etag == *etag.trim_start_matches("W/")) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let kind = [(header::CONTENT_TYPE, content_type(name))];
    let accepts = |coding: &str| coding.split_once(';').map_or(coding, |(name, _)| name).trim() == "br";
    match file.brotli.as_ref().filter(|_| any_item(request_headers, &header::ACCEPT_ENCODING, accepts)) {
        Some(brotli) => (common, kind, [(header::CONTENT_ENCODING, "br")], brotli.clone()).into_response(),
        None => (common, kind, file.plain.clone()).into_response(),
    }
}

/// Whether any item of a header's comma-separated list matches.
fn any_item(headers: &HeaderMap, name: &header::HeaderName, matches: impl Fn(&str) -> bool) -> bool {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|item| matches(item.trim()))
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "mp3" => "audio/mpeg",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(feature = "client")]
mod embedded {
    //! The output of `npm run build`, embedded in the program.

    use super::{Bytes, ClientFiles};

    #[derive(rust_embed::RustEmbed)]
    #[folder = "../../../web/dist"]
    struct Built;

    pub(super) fn files() -> ClientFiles {
        let content = |name: &str| Built::get(name).map(|file| Bytes::from(file.data.into_owned()));
        ClientFiles::of(Built::iter().filter_map(|name| Some((name.to_string(), content(&name)?))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request_headers(name: header::HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn a_compressed_file_is_served_to_clients_that_accept_it() {
        let files = ClientFiles::of([
            ("a.js".to_owned(), Bytes::from_static(b"plain")),
            ("a.js.br".to_owned(), Bytes::from_static(b"brotli")),
            ("alone.br".to_owned(), Bytes::from_static(b"")),
        ]);
        assert_eq!(files.0.keys().collect::<Vec<_>>(), ["a.js", "alone.br"]);
        let file = &files.0["a.js"];
        for (coding, expected) in
            [("gzip, br", Some("br")), ("br;q=0.9", Some("br")), ("gzip, brx", None), ("", None)]
        {
            let response = respond("a.js", file, &request_headers(header::ACCEPT_ENCODING, coding));
            let encoding = response.headers().get(header::CONTENT_ENCODING);
            assert_eq!(encoding.map(|value| value.to_str().unwrap()), expected, "{coding:?}");
        }
    }

    #[test]
    fn a_browser_learns_what_a_file_is() {
        let file = ClientFiles::stub().0[INDEX].clone();
        for (name, expected) in [
            ("assets/punto_wasm-1a2b.wasm", "application/wasm"),
            ("assets/index-1a2b.js", "text/javascript; charset=utf-8"),
            ("assets/unknown", "application/octet-stream"),
        ] {
            let response = respond(name, &file, &HeaderMap::new());
            assert_eq!(response.headers()[header::CONTENT_TYPE], expected, "{name}");
        }
    }

    #[test]
    fn an_unchanged_file_is_not_sent_again() {
        let file = ClientFiles::stub().0[INDEX].clone();
        let etag = file.etag.to_str().unwrap().to_owned();
        for (etags, status) in [
            (etag.clone(), StatusCode::NOT_MODIFIED),
            (format!("\"other\", W/{etag}"), StatusCode::NOT_MODIFIED),
            ("\"other\"".to_owned(), StatusCode::OK),
        ] {
            let headers = HeaderMap::from_iter([(header::IF_NONE_MATCH, etags.parse().unwrap())]);
            assert_eq!(respond(INDEX, &file, &headers).status(), status, "{etags}");
        }
    }

    #[test]
    fn a_folder_without_an_index_page_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(ClientFiles::from_folder(folder.path()).unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
