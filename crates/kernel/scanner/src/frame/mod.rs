//! Frames as types: what a device says, and what a server says. Knows neither signatures nor an order of frames.

mod device;
mod fields;
mod record;
mod server;

pub use device::{Beat, DeviceFrame, DeviceState, GateState, Hello};
pub use fields::{MOST, SessionId};
pub use record::{
    CardRecord, FaultCode, Img, Record, ShoeRecord, ShoeState, Slot, Tag, UnreadRecord, UnreadWhy, What,
};
pub use server::{Gate, GateWhy, Refusal, ServerFrame, Welcome};
