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

#[cfg(test)]
mod tests {
    use table::TableId;

    use super::*;

    #[test]
    fn so_many_orders_are_remembered_and_the_oldest_is_forgotten_first() {
        let mut orders = LatestOrders::default();
        let (table, asked) = (TableId(9), Asked::Recording { runs: true });
        let kept = u64::try_from(KEPT).unwrap();
        let receipt = |seq| LiveReceipt { table, seq, repeated: false };
        let answer = |orders: &LatestOrders, seq: u64| orders.answer(RequestId(seq.into()), &asked);
        let again = |seq| Ok(Some(LiveReceipt { repeated: true, ..receipt(seq) }));
        for seq in 1..=kept {
            orders.note(RequestId(seq.into()), asked.clone(), receipt(seq));
        }
        assert_eq!((answer(&orders, 1), answer(&orders, kept)), (again(1), again(kept)));
        let other = orders.answer(RequestId(1), &Asked::Recording { runs: false });
        assert_eq!(other, Err(HouseRefusal::RequestIdUsed { request_id: RequestId(1) }));

        orders.note(RequestId((kept + 1).into()), asked.clone(), receipt(kept + 1));
        assert_eq!(orders.0.len(), KEPT, "no more of them use memory");
        assert_eq!(answer(&orders, 1), Ok(None), "it is as if it had never come");
        assert_eq!((answer(&orders, 2), answer(&orders, kept + 1)), (again(2), again(kept + 1)));
    }
}
