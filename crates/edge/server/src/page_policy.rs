//! What pages of this server may load, and from where.

use axum::http::HeaderValue;

/// Pages load everything from this server; images may also be inline. `wasm-unsafe-eval` allows compiling WebAssembly,
/// which draws the roads, and still forbids `eval`. Films are put together by the page, so their address is a `blob:`.
/// Beside this server, pages speak to those servers alone that give live pictures.
pub(crate) fn content_security_policy<'o>(picture_servers: impl Iterator<Item = &'o str>) -> HeaderValue {
    let servers: String = picture_servers.flat_map(|origin| [" ", origin]).collect();
    let connect = if servers.is_empty() { servers } else { format!("connect-src 'self'{servers}; ") };
    let policy = format!(
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; {connect}img-src 'self' data:; \
         media-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    );
    // An origin was read as an address, so it has no character that a header refuses.
    HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static("default-src 'self'"))
}
