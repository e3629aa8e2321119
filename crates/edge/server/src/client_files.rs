//! The client's files, held in memory: a stub page, a folder, or what was built into the program. It knows
//! names and types of files and nothing of what is in them.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::{fs, io};

use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

use crate::app::App;
use crate::problem::Problem;
use crate::request;

/// What a browser asks for when it is given no name.
const INDEX: &str = "index.html";
/// Names in this folder have the hash of their content in them, so what they name never changes.
const HASHED: &str = "assets/";

/// Files by their path, without a slash before it. Cheap to clone.
#[derive(Clone, Debug)]
pub struct ClientFiles(Arc<BTreeMap<String, File>>);

#[derive(Clone, Debug)]
struct File {
    plain: Bytes,
    /// The same, compressed with brotli, where the client's build made it.
    brotli: Option<Bytes>,
    tag: HeaderValue,
}

impl Default for ClientFiles {
    /// The client that was built into the program, or else the stub.
    fn default() -> Self {
        #[cfg(feature = "client")]
        return embedded::files();
        #[cfg(not(feature = "client"))]
        return Self::stub();
    }
}

impl ClientFiles {
    /// A page that says how to get the client.
    pub fn stub() -> Self {
        let page = include_bytes!("../stub/index.html");
        Self::of([(INDEX.to_owned(), Bytes::from_static(page))])
    }

    /// The files of a folder, as they are now.
    ///
    /// # Errors
    /// When it cannot be read, or has no `index.html`.
    pub fn from_folder(folder: &Path) -> io::Result<Self> {
        let mut found = Vec::new();
        read_into(&mut found, folder, "")?;
        if !found.iter().any(|(name, _)| name == INDEX) {
            return Err(io::Error::new(io::ErrorKind::NotFound, format!("there is no {INDEX}")));
        }
        Ok(Self::of(found))
    }

    fn of(found: impl IntoIterator<Item = (String, Bytes)>) -> Self {
        let all: BTreeMap<String, Bytes> = found.into_iter().collect();
        let plain = all.iter().filter(|(name, _)| !is_compressed(name, &all));
        let file = |(name, content): (&String, &Bytes)| {
            let brotli = all.get(&format!("{name}.br")).cloned();
            (name.clone(), File { plain: content.clone(), brotli, tag: tag(content) })
        };
        Self(Arc::new(plain.map(file).collect()))
    }
}

/// Whether it is another file of the folder, compressed.
fn is_compressed(name: &str, all: &BTreeMap<String, Bytes>) -> bool {
    name.strip_suffix(".br").is_some_and(|plain| all.contains_key(plain))
}

fn read_into(found: &mut Vec<(String, Bytes)>, folder: &Path, prefix: &str) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, name) = (entry.path(), format!("{prefix}{}", entry.file_name().to_string_lossy()));
        if path.is_dir() {
            read_into(found, &path, &format!("{name}/"))?;
        } else {
            found.push((name, fs::read(&path)?.into()));
        }
    }
    Ok(())
}

fn tag(content: &[u8]) -> HeaderValue {
    let digest = Sha256::digest(content);
    let head = digest.first_chunk().map_or(0, |head: &[u8; 16]| u128::from_be_bytes(*head));
    HeaderValue::from_str(&format!("\"{head:032x}\"")).unwrap_or(HeaderValue::from_static("\"\""))
}

/// Answers everything that is not the interface.
pub(crate) async fn serve(State(app): State<Arc<App>>, request: Request) -> Result<Response, Problem> {
    let path = request.uri().path();
    let name = path.strip_prefix('/').filter(|_| !request::is_api(path)).map(|name| match name {
        "" => INDEX,
        name => name,
    });
    let (name, file) = name
        .and_then(|name| Some((name, app.config.client.0.get(name)?)))
        .ok_or_else(|| Problem::unknown_path(path))?;
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        return Err(request::wrong_method(request).await);
    }
    Ok(answer(name, file, request.headers()))
}

fn answer(name: &str, file: &File, asked: &HeaderMap) -> Response {
    let keep = if name.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let common = [
        (header::CACHE_CONTROL, HeaderValue::from_static(keep)),
        (header::ETAG, file.tag.clone()),
        (header::VARY, HeaderValue::from_static("accept-encoding")),
    ];
    if lists(asked, &header::IF_NONE_MATCH, |tag| file.tag == *tag.trim_start_matches("W/")) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let kind = [(header::CONTENT_TYPE, content_type(name))];
    let accepts = |coding: &str| coding.split_once(';').map_or(coding, |(name, _)| name).trim() == "br";
    match file.brotli.as_ref().filter(|_| lists(asked, &header::ACCEPT_ENCODING, accepts)) {
        Some(brotli) => (common, kind, [(header::CONTENT_ENCODING, "br")], brotli.clone()).into_response(),
        None => (common, kind, file.plain.clone()).into_response(),
    }
}

/// Whether a header has an item like that in its list.
fn lists(asked: &HeaderMap, name: &header::HeaderName, like: impl Fn(&str) -> bool) -> bool {
    let values = asked.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|item| like(item.trim()))
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
    //! What `npm run build` made, inside the program.

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

    fn asked(name: header::HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn a_file_knows_its_compressed_sibling() {
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
            let answer = answer("a.js", file, &asked(header::ACCEPT_ENCODING, coding));
            let said = answer.headers().get(header::CONTENT_ENCODING).map(|value| value.to_str().unwrap());
            assert_eq!(said, expected, "{coding:?}");
        }
    }

    #[test]
    fn what_is_unchanged_is_not_sent_again() {
        let file = ClientFiles::stub().0[INDEX].clone();
        let tag = file.tag.to_str().unwrap().to_owned();
        for (tags, status) in [
            (tag.clone(), StatusCode::NOT_MODIFIED),
            (format!("\"other\", W/{tag}"), StatusCode::NOT_MODIFIED),
            ("\"other\"".to_owned(), StatusCode::OK),
        ] {
            let headers = HeaderMap::from_iter([(header::IF_NONE_MATCH, tags.parse().unwrap())]);
            assert_eq!(answer(INDEX, &file, &headers).status(), status, "{tags}");
        }
    }

    #[test]
    fn a_folder_without_a_page_is_no_client() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(ClientFiles::from_folder(folder.path()).unwrap_err().kind(), io::ErrorKind::NotFound);
        fs::create_dir(folder.path().join("assets")).unwrap();
        fs::write(folder.path().join(INDEX), "page").unwrap();
        fs::write(folder.path().join("assets/a.css"), "style").unwrap();
        let files = ClientFiles::from_folder(folder.path()).unwrap();
        assert_eq!(files.0.keys().collect::<Vec<_>>(), ["assets/a.css", INDEX]);
    }
}
