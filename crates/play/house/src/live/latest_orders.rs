//! The latest orders to a live table that have an id of their caller: one that is sent again is answered as the first
//! time. It is kept in memory. After a restart the event that such an order names stops it: the table has gone on.

use std::collections::VecDeque;

use table::RequestId;

use super::commands::{Asked, LiveReceipt};
use crate::answer::HouseRefusal;

/// How many orders are kept.
const KEPT: usize = 256;

/// The latest orders, oldest first.
#[derive(Debug, Default)]
pub(crate) struct LatestOrders(VecDeque<(RequestId, Asked, LiveReceipt)>);

impl LatestOrders {
    /// The answer to an order that was carried out before; none to a new one. An id of another order is refused.
    pub(crate) fn answer(&self, id: RequestId, asked: &Asked) -> Result<Option<LiveReceipt>, HouseRefusal> {
        match self.0.iter().find(|(known, ..)| *known == id) {
            Some((_, before, receipt)) if before == asked => {
                Ok(Some(LiveReceipt { repeated: true, ..*receipt }))
            }
            Some(_) => Err(HouseRefusal::RequestIdUsed { request_id: id }),
            None => Ok(None),
        }
    }

    /// Takes note of an order that was carried out.
    pub(crate) fn note(&mut self, id: RequestId, asked: Asked, receipt: LiveReceipt) {
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        self.0.push_back((id, asked, receipt));
    }
}
