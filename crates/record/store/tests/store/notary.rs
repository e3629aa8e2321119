//! What a store answers its notary.

use std::sync::Arc;

use house::ports::CommitStore as _;
use journal::{Checkpoints, Day, Notary, Signer};
use table::{TableId, Timestamp};

use crate::places::Place;
use crate::support::{AT, Outcomes as _, fresh_table, new_patron, shoe_opened, unit};

/// What holds of every store whose log of the house is empty.
pub(crate) async fn its_notary_is_answered(place: &impl Place) {
    let store = Arc::new(place.open());
    assert_eq!(store.heads().await.unwrap(), []);
    assert_eq!(store.latest_checkpoint().await, Ok(None));
    let tables = [fresh_table(), fresh_table()];
    for (table, shoes) in tables.into_iter().zip([3, 1]) {
        let units = (1..=shoes).map(|no| unit([shoe_opened(no)], [])).collect();
        store.outcomes(table, 0, units).await.unwrap();
    }
    let before = store.heads().await.unwrap();
    let places: Vec<_> = before.iter().map(|head| (head.log, head.seq)).collect();
    assert_eq!(places, [(tables[0], 3), (tables[1], 1)]);
    store.create_patron(new_patron("Ann")).await.unwrap();
    let heads = store.heads().await.unwrap();
    assert_eq!((heads[0].log, heads[0].seq, &heads[1..]), (TableId(0), 1, &before[..]));
    for head in heads {
        assert_eq!(store.entry(head.log, head.seq).await, Ok(Some((AT, head.digest))));
        assert_eq!(store.entry(head.log, head.seq + 1).await, Ok(None));
    }

    let notary = Notary::new(store.clone(), Signer::new([3; 32]));
    assert_eq!(notary.close_days(Timestamp(Day::of(AT).end().0 + 1)).await, Ok(1));
    assert_eq!(notary.sign(Timestamp(Day::of(AT).end().0 + 2)).await, Ok(false));
    let (number, signed) = store.latest_checkpoint().await.unwrap().unwrap();
    assert_eq!((number, signed.key), (1, notary.key()));
    let other = Signer::new([4; 32]).sign(&signed.text.parse().unwrap());
    assert_eq!(store.add_checkpoint(1, other.clone()).await, Ok(false), "somebody was there first");
    assert_eq!(store.add_checkpoint(2, other).await, Ok(true));
}
