//! RFC 6455 without input or output: frames as they are sent, and the decoder of those received.
//!
//! It knows nothing of connections, the time or the content of messages. "Frame" here means a frame of the WebSocket
//! protocol, not the public frame of a table.

mod decoder;
mod encoded;
mod send_queue;

pub use decoder::{Decoder, Received, Violation};
pub use encoded::Encoded;
pub use send_queue::SendQueue;
