//! The documents that describe this server to programs. Knows not how they are made.

/// The documents that describe this server, each made when it is first asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Documents {
    /// The OpenAPI document of the REST API.
    pub(crate) openapi: fn() -> &'static str,
    /// The JSON Schema of the messages of the socket.
    pub(crate) messages: fn() -> &'static str,
}
