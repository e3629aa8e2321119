//! What tables and patrons share: the ports, and what the house remembers of patrons. Decides nothing.

use std::sync::Arc;

use tokio::sync::watch;

use crate::patrons::channels::PatronChannels;
use crate::patrons::presence::Presence;
use crate::ports::{Clock, Entropy, Store};
use crate::proofs::beacon::BeaconDesk;
use crate::proofs::heads::HeadsOut;
use crate::proofs::{Recovery, ShoeKeys};
use crate::protection::gate::Gates;
use crate::tables::pulse::Pulses;

/// The ports of a house and its memory of patrons, the same for all of its tables.
#[derive(Clone)]
pub(crate) struct Context {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) entropy: Arc<dyn Entropy>,
    pub(crate) channels: Arc<PatronChannels>,
    pub(crate) pulses: Arc<Pulses>,
    pub(crate) gates: Arc<Gates>,
    pub(crate) presence: Arc<Presence>,
    /// The keys that provable shoes are dealt with; none where new shoes have no proof.
    pub(crate) keys: Option<Arc<ShoeKeys>>,
    /// The beacon whose values go into provable shoes; none where new shoes use none.
    pub(crate) beacon: Option<Arc<BeaconDesk>>,
    /// Which shoes a table gives up when it is loaded.
    pub(crate) recovery: Recovery,
    /// Where the bulletins of the tables stand.
    pub(crate) heads: Arc<HeadsOut>,
    /// Whether each table ends once its round is dealt.
    pub(crate) finishing: watch::Receiver<bool>,
}
