//! A shift at a live table for scripts: a house on a store, a device on a line in memory, and those who work there.

use std::sync::Arc;
use std::time::Duration;

use baccarat::{Card, HouseRules};
use money::Currency;
use punto_house::devices::{Device as EnrolledDevice, Standing};
use punto_house::floor::{FloorPlan, GivenTable};
use punto_house::live::{
    DealerCommand, Delivery, LiveOrder, LiveReceipt, LiveStatus, SupervisorCommand, reading_of,
};
use punto_house::log::{Actor, Entity};
use punto_house::ports::{Clock as _, HouseEntry, HouseOutcome, Store, StoredRecord};
use punto_house::proofs::ShoeKeys;
use punto_house::{Connection, House, Pass, Rejection};
use scanner::DeviceKey;
use scanner::device::{About, Device, Kept};
use scanner::frame::{CardRecord, ShoeRecord, ShoeState, UnreadRecord, UnreadWhy, What};
use scanner::record::Head;
use scanner::server::{Arrival, Line, ServerSession};
use table::live::{Happened, How, ScannerSettings};
use table::{
    Dealer, DeviceId, Drawing, EntryTerms, Event, PatronId, PublicEvent, RecordedEvent, RequestId, Seating,
    Settings, SpotLimits, StaffId, Table, TableId, Timestamp, Timings,
};

use crate::histories::place::Place;
use crate::test_house::{CountingEntropy, TestClock, TestHouse, next_frame, raw_wagers};

pub(crate) const SALON_LIVE: TableId = TableId(9);
pub(crate) const DEVICE: DeviceId = DeviceId(1);
pub(crate) const DEALER: StaffId = StaffId(7);
/// A supervisor.
pub(crate) const ONE: StaffId = StaffId(2);

pub(crate) const SECRET: [u8; 32] = [5; 32];

/// What outlives the house.
pub(crate) struct Lasting {
    pub(crate) place: Place,
    pub(crate) settings: Settings,
    clock: TestClock,
    entropy: Arc<CountingEntropy>,
    /// What the device wrote to its own disk.
    pub(crate) disk: Kept,
    /// How many things passed the sensor.
    pub(crate) pass: u64,
    pub(crate) patron: PatronId,
    slips: u128,
    /// The keys that sign the public record; none of a house that has none.
    keys: Option<Arc<ShoeKeys>>,
}

/// A house with one live table, and everybody who works there.
pub(crate) struct Shift {
    pub(crate) lasting: Lasting,
    pub(crate) port: Arc<dyn Store>,
    pub(crate) house: House,
    pub(crate) device: Device,
    pub(crate) session: Option<ServerSession>,
    /// How the line was when it broke.
    pub(crate) line: Option<Line>,
    /// The last record that the house was given, and what became of it.
    pub(crate) delivered: Option<(Arrival, Result<Delivery, Rejection>)>,
    /// Whether a record that the house cannot take is passed over, as if the line had lost the ack.
    pub(crate) is_patient: bool,
    connection: Option<Connection>,
}

pub(crate) fn settings(rules: &str, scanner: ScannerSettings) -> Settings {
    Settings {
        id: SALON_LIVE,
        name: "Salon Live".to_owned(),
        rules: Arc::new(HouseRules::builtin(rules).expect("built in").clone()),
        currency: Currency::PLAY,
        limits: SpotLimits::none(),
        timings: Timings::default(),
        exposure: None,
        entry: EntryTerms::default(),
        seating: Seating::default(),
        draw: Drawing::Sealed,
        dealer: Dealer::Scanner(scanner),
        squeeze: None,
    }
}

/// The device as it is switched on with what it wrote to its disk.
pub(crate) fn device(disk: Kept) -> Device {
    let label = |text: &str| text.parse().expect("a label");
    let about = About { model: label("punto-sim"), firmware: label("1.0") };
    Device::start(DeviceKey::new(SECRET), about, disk).expect("its records follow each other")
}

/// Two supervisors put the device on record.
async fn put_on_record(port: &dyn Store, now: Timestamp) {
    let waiting = EnrolledDevice {
        number: DEVICE,
        key: DeviceKey::new(SECRET).public(),
        table: SALON_LIVE,
        simulator: false,
        by: StaffId(3),
        confirmed_by: None,
        standing: Standing::Waiting,
    };
    let enrolled = waiting.approved(ONE).expect("another supervisor");
    let mut expected = 0;
    for (by, device) in [(Actor::Device(DEVICE), waiting), (Actor::Staff(ONE), enrolled)] {
        let entry = HouseEntry::change(now, (by, "a new shoe"), Entity::Device(device), expected);
        let outcome = port.append_entry(entry).await.expect("the store");
        let HouseOutcome::Appended { seq } = outcome else { panic!("{outcome:?}") };
        expected = seq;
    }
}

impl Shift {
    /// A shift under these house rules, whose device is connected and whose dealer sits.
    pub(crate) async fn begin(place: Place, rules: &str) -> Self {
        let port = place.open();
        Self::begin_on(place, port, settings(rules, ScannerSettings::default())).await
    }

    /// The same in a house that signs a public record of its shoes.
    pub(crate) async fn begin_signed(place: Place, settings: Settings) -> Self {
        let (port, keys) = (place.open(), Arc::new(ShoeKeys::new([1; 32], [2; 32])));
        Self::begin_with(place, port, settings, Some(keys)).await
    }

    /// The same on a port to the store of the place, with these settings.
    pub(crate) async fn begin_on(place: Place, port: Arc<dyn Store>, settings: Settings) -> Self {
        Self::begin_with(place, port, settings, None).await
    }

    async fn begin_with(
        place: Place,
        port: Arc<dyn Store>,
        settings: Settings,
        keys: Option<Arc<ShoeKeys>>,
    ) -> Self {
        let lasting = Lasting {
            place,
            settings,
            clock: TestHouse::clock(),
            entropy: Arc::default(),
            disk: Kept { acked: Head::NONE, unacked: Vec::new() },
            pass: 0,
            patron: PatronId(0),
            slips: 0,
            keys,
        };
        put_on_record(&*port, lasting.clock.now()).await;
        let shift = Self::open_on(lasting, port).await;
        shift.dealer(DealerCommand::SitDown).await.expect("nobody sits there");
        shift
    }

    /// Opens the house, and lets the device and the patron connect.
    async fn open_on(lasting: Lasting, port: Arc<dyn Store>) -> Self {
        let Lasting { settings, clock, entropy, disk, patron, .. } = &lasting;
        let tables = vec![settings.clone()];
        let (port_of_house, clock, entropy) = (port.clone(), Arc::new(clock.clone()), entropy.clone());
        let house = match &lasting.keys {
            None => House::start(port_of_house, clock, entropy, tables).await,
            Some(keys) => {
                let tables = Some(tables.iter().map(GivenTable::of).collect());
                let plan = FloorPlan { tables, keys: Some(keys.clone()), ..FloorPlan::default() };
                House::open(port_of_house, clock, entropy, plan).await
            }
        };
        let house = house.unwrap_or_else(|error| panic!("{error}"));
        let connection = (*patron != PatronId(0)).then(|| house.connected(*patron));
        let (device, session, line, delivered) = (device(disk.clone()), None, None, None);
        let mut shift =
            Self { lasting, port, house, device, session, line, delivered, is_patient: false, connection };
        shift.connect().await;
        shift
    }

    /// Opens the first shoe, under rules without a burn, and lets a patron sit down.
    pub(crate) async fn open(&mut self) {
        self.load("BOX-0117").await;
        self.dealer(DealerCommand::OpenShoe).await.unwrap_or_else(|no| panic!("{no}"));
        let patron = self.house.new_guest("Mara").await.unwrap_or_else(|no| panic!("{no}")).0.id;
        self.lasting.patron = patron;
        self.connection = Some(self.house.connected(patron));
        let seat = self.house.take_seat(patron, SALON_LIVE, Pass::default()).await;
        seat.unwrap_or_else(|no| panic!("{no}"));
    }

    /// Stops the house at this moment, and opens it on the same store.
    pub(crate) async fn restart(self) -> Self {
        let Self { lasting, port, house, connection, .. } = self;
        house.shutdown().await;
        drop((house, port, connection));
        let port = lasting.place.open();
        Self::open_on(lasting, port).await
    }

    /// Stops the house, and says why none opens on the same store that has no key to sign.
    pub(crate) async fn restart_without_keys(self) -> String {
        let Self { lasting, port, house, connection, .. } = self;
        house.shutdown().await;
        drop((house, port, connection));
        let (clock, entropy) = (Arc::new(lasting.clock.clone()), lasting.entropy.clone());
        let tables = Some(vec![GivenTable::of(&lasting.settings)]);
        let plan = FloorPlan { tables, ..FloorPlan::default() };
        let opened = House::open(lasting.place.open(), clock, entropy, plan).await;
        opened.map(drop).expect_err("it has no key").to_string()
    }

    /// Stops the house, and opens another one on the same store with these tables.
    pub(crate) async fn replace(self, tables: Vec<Settings>) -> (House, Lasting) {
        let Self { lasting, port, house, connection, .. } = self;
        house.shutdown().await;
        drop((house, port, connection));
        let (clock, entropy) = (Arc::new(lasting.clock.clone()), lasting.entropy.clone());
        let house = House::start(lasting.place.open(), clock, entropy, tables).await;
        (house.unwrap_or_else(|error| panic!("{error}")), lasting)
    }

    /// Ends the shift and audits what is left of it.
    pub(crate) async fn end(self) -> Place {
        let Self { lasting, port, house, connection, .. } = self;
        house.shutdown().await;
        drop((house, port, connection));
        lasting.place.audit().unwrap_or_else(|why| panic!("{why}"));
        lasting.place
    }

    pub(crate) fn now(&self) -> u64 {
        u64::try_from(self.house.now().0).expect("it is after 1970")
    }

    /// Lets the table do what follows at once.
    pub(crate) async fn rest(&self) {
        for _ in 0..8 {
            tokio::task::yield_now().await;
        }
        let view = self.house.patron_view(self.lasting.patron, SALON_LIVE).await;
        view.unwrap_or_else(|no| panic!("{no}"));
    }

    pub(crate) async fn load(&mut self, label: &str) {
        let shoe = label.parse().expect("a label");
        self.say(What::Shoe(ShoeRecord { state: ShoeState::Loaded, shoe, decks: 8, seal: None })).await;
        self.lasting.pass = 0;
    }

    /// These cards pass the sensor, and `x` is one that cannot be read.
    pub(crate) async fn cards(&mut self, texts: &str) {
        for text in texts.split(' ') {
            let pass = self.lasting.pass + 1;
            let what = match text {
                "x" => What::Unread(UnreadRecord { pass, why: UnreadWhy::Smeared, rescan: None, img: None }),
                card => What::Card(CardRecord::new(pass, card.parse().expect("a card"))),
            };
            self.say(what).await;
        }
    }

    pub(crate) async fn dealer(&self, command: DealerCommand) -> Result<LiveReceipt, Rejection> {
        let receipt = self
            .house
            .deal(SALON_LIVE, LiveOrder { by: DEALER, command, seen: None, request_id: None })
            .await;
        tokio::task::yield_now().await;
        receipt
    }

    pub(crate) async fn supervisor(
        &self,
        by: StaffId,
        command: SupervisorCommand,
    ) -> Result<LiveReceipt, Rejection> {
        let receipt =
            self.house.supervise(SALON_LIVE, LiveOrder { by, command, seen: None, request_id: None }).await;
        tokio::task::yield_now().await;
        receipt
    }

    /// Begins a round in which the patron wagers, and waits until its betting is closed.
    pub(crate) async fn bet(&mut self, wagers: &str) {
        tokio::time::advance(Duration::from_secs(5)).await;
        self.dealer(DealerCommand::StartBetting).await.unwrap_or_else(|no| panic!("{no}"));
        let mut frames = self.house.subscribe(SALON_LIVE).expect("the table is there");
        self.place(wagers).await;
        while next_frame(&mut frames).await.public.event != PublicEvent::BettingClosed {}
    }

    /// Begins a round in which nobody wagers, and waits until its betting is closed.
    pub(crate) async fn start_and_close(&mut self) {
        let mut frames = self.house.subscribe(SALON_LIVE).expect("the table is there");
        self.dealer(DealerCommand::StartBetting).await.unwrap_or_else(|no| panic!("{no}"));
        while next_frame(&mut frames).await.public.event != PublicEvent::BettingClosed {}
    }

    /// How many seats are taken.
    pub(crate) fn seats(&self) -> u32 {
        self.house.seats_taken(SALON_LIVE)
    }

    pub(crate) async fn place(&mut self, wagers: &str) {
        self.lasting.slips += 1;
        let round =
            self.house.snapshot(SALON_LIVE).and_then(|snapshot| snapshot.view.round).expect("a round");
        let (id, now) = (RequestId(self.lasting.slips), self.house.now());
        let placed =
            self.house.place_slip(self.lasting.patron, SALON_LIVE, round, id, raw_wagers(wagers), now).await;
        placed.unwrap_or_else(|no| panic!("{no}"));
    }

    pub(crate) async fn balance(&self) -> u64 {
        self.house.wallet(self.lasting.patron).await.expect("the store").cash.minor()
    }

    pub(crate) fn phase(&self) -> &'static str {
        self.house.snapshot(SALON_LIVE).expect("the table is there").view.phase.id()
    }

    /// The events of the latest shoe, and the records from its opening on.
    pub(crate) async fn history(&self) -> (Vec<RecordedEvent>, Vec<StoredRecord>) {
        let events = self.port.latest_shoe(SALON_LIVE).await.expect("the store");
        let opened = events.first().filter(|first| matches!(first.event, Event::ShoeOpened { .. }));
        let since = opened.map_or(0, |opened| opened.seq);
        let records = self.port.records_after(SALON_LIVE, since).await.expect("the store");
        (events, records)
    }

    /// The table as its history has it.
    pub(crate) async fn stored_table(&self) -> Table {
        let (events, records) = self.history().await;
        let readings: Vec<_> = records
            .iter()
            .map(|stored| (stored.seq, reading_of(&stored.record).expect("a record")))
            .collect();
        let mut readings = readings.iter().peekable();
        let mut happened = Vec::new();
        for recorded in &events {
            while let Some((_, reading)) = readings.next_if(|(seq, _)| *seq <= recorded.seq) {
                happened.push(Happened::Reading(reading));
            }
            happened.push(Happened::Event(recorded));
        }
        happened.extend(readings.map(|(_, reading)| Happened::Reading(reading)));
        let mut table = Table::new(Arc::new(self.lasting.settings.clone()));
        table.follow_all(happened).expect("it happened");
        table
    }

    /// What those who work at the table are told.
    pub(crate) fn status(&self) -> LiveStatus {
        let told = self.house.live_status(SALON_LIVE).expect("the table is there");
        told.borrow().clone().expect("a dealer draws its cards")
    }

    /// A card of the round cannot be read, and neither can two rescans of it.
    pub(crate) async fn unread_thrice(&mut self) {
        self.cards("x").await;
        for _ in 0..2 {
            let (finding_no, _) = self.finding().await.unwrap();
            self.dealer(DealerCommand::Resolve { finding_no, how: How::Rescan }).await.unwrap();
            self.cards("x").await;
        }
    }

    /// The number and the code of the finding that waits for people.
    pub(crate) async fn finding(&self) -> Option<(u64, &'static str)> {
        let (table, told) = (self.stored_table().await, self.status().finding);
        let stored = table.live().finding().map(|finding| (finding.no, finding.code));
        assert_eq!(told.map(|told| (told.no, told.code)), stored, "what is told is stored");
        stored.map(|(no, code)| (no, code.id()))
    }

    /// The cards of the round, as people write them.
    pub(crate) fn on_table(&self) -> String {
        let view = self.house.snapshot(SALON_LIVE).expect("the table is there").view;
        view.phase.cards().iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
    }

    /// Every record of the shift is named by exactly one event, or waits.
    pub(crate) async fn each_record_counts_once(&self) {
        let (events, records) = self.history().await;
        let waits = self.stored_table().await;
        let waits = waits.live().waiting().map(|waiting| waiting.reading.record);
        let mut named: Vec<_> =
            events.iter().flat_map(|recorded| recorded.event.consumes().to_vec()).collect();
        named.extend(waits);
        named.sort_unstable();
        let mut taken: Vec<_> = records.iter().map(|stored| stored.record.record_ref()).collect();
        taken.sort_unstable();
        assert_eq!(named, taken);
    }
}
