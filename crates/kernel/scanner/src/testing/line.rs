//! The line between both, the script that moves them, and the laws.

use super::house::House;
use super::shoe::Shoe;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How many records are stored.
    pub records: usize,
    /// How many frames the server refused, gaps apart.
    pub refused: usize,
    /// How long the line needed to catch up when nothing disturbed it, in milliseconds.
    pub healed_ms: u64,
}

/// Moves a device and a server by a script, lets the line heal, and checks the laws at every step.
///
/// - What is stored are the records of the device, each once and in order.
/// - An ack is of a record that is stored, and the device forgets no other.
/// - Nothing that a line does makes a device stop, or raises an alarm, but for the key that is connected already.
/// - When the line is good again, all records come to be stored.
///
/// # Panics
/// When a law is broken.
pub fn run(script: &[u8]) -> Outcome {
    let mut world = World::new();
    let mut script = script.iter().copied();
    while let Some(action) = script.next() {
        world.act(action, script.next().unwrap_or_default());
        world.check();
    }
    world.heal()
}

struct World {
    now: u64,
    shoe: Shoe,
    house: House,
    is_up: bool,
    to_house: Vec<String>,
    to_shoe: Vec<String>,
    /// Every text that the device ever sent.
    heard: Vec<String>,
}

/// The time at which a script begins, on the server's clock.
const START: u64 = 1_000_000;
/// How long a good line may need, and its steps.
const HEALS_MS: u64 = 60_000;
const STEP_MS: u64 = 125;

impl World {
    fn new() -> Self {
        let (to_house, to_shoe, heard) = (Vec::new(), Vec::new(), Vec::new());
        Self {
            now: START,
            shoe: Shoe::new(),
            house: House::default(),
            is_up: false,
            to_house,
            to_shoe,
            heard,
        }
    }

    fn act(&mut self, action: u8, arg: u8) {
        let place = usize::from(arg);
        match action % 20 {
            0 | 1 => self.pass(usize::MAX),
            2 => {
                self.pass(place % 3);
                // What was sent arrives, though the power is gone.
                if arg.is_multiple_of(2) {
                    self.deliver_to_house(self.to_house.len().saturating_sub(1));
                    self.commit(true);
                }
                self.restart();
            }
            3 => self.deliver_to_house(0),
            4 => self.deliver_to_house(place),
            5 => drop(take(&mut self.to_house, place)),
            6 => double(&mut self.to_house, place),
            7 => self.deliver_to_shoe(0),
            8 => self.deliver_to_shoe(place),
            9 => drop(take(&mut self.to_shoe, place)),
            10 => double(&mut self.to_shoe, place),
            11 => self.commit(true),
            12 => self.kill(arg.is_multiple_of(2)),
            13 => self.break_line(arg.is_multiple_of(2)),
            14 => self.restart(),
            15 => self.wait(u64::from(arg).saturating_mul(20)),
            16 => self.settle(),
            17 => self.compare(),
            18 => damage(&mut self.to_house, place),
            _ => self.replay(place),
        }
    }

    fn pass(&mut self, most: usize) {
        let sent = self.shoe.pass(self.now, most);
        self.send(sent);
    }

    fn send(&mut self, texts: Vec<String>) {
        self.heard.extend(texts.iter().cloned());
        if self.is_up {
            self.to_house.extend(texts);
        }
    }

    fn answer(&mut self, texts: Vec<String>) {
        if self.is_up {
            self.to_shoe.extend(texts);
        }
        if std::mem::take(&mut self.house.hangs_up) {
            self.break_line(true);
        }
    }

    fn deliver_to_house(&mut self, place: usize) {
        let Some(text) = take(&mut self.to_house, place) else { return };
        let answer = self.house.receive(&text, self.now);
        self.answer(answer);
    }

    fn deliver_to_shoe(&mut self, place: usize) {
        let Some(text) = take(&mut self.to_shoe, place) else { return };
        let effects = self.shoe.device.receive(&text, self.shoe.t(self.now));
        let sent = self.shoe.carry_out(effects, usize::MAX);
        self.send(sent);
        self.follow_wishes();
    }

    fn commit(&mut self, says_so: bool) {
        let answer = self.house.commit(says_so, self.now);
        self.answer(answer);
    }

    fn compare(&mut self) {
        let answer = self.house.compare(self.now);
        self.answer(answer);
    }

    fn kill(&mut self, commits: bool) {
        if commits {
            self.commit(false);
        }
        self.house.kill();
        self.break_line(true);
    }

    fn break_line(&mut self, is_noticed: bool) {
        self.house.lose_line(is_noticed);
        self.is_up = false;
        self.to_house.clear();
        self.to_shoe.clear();
        let _nothing = self.shoe.device.disconnected(self.shoe.t(self.now));
    }

    fn restart(&mut self) {
        self.break_line(false);
        self.shoe.restart(self.now);
    }

    fn wait(&mut self, ms: u64) {
        self.now = self.now.saturating_add(ms);
        let answer = self.house.tick(self.now);
        self.answer(answer);
        let effects = self.shoe.device.tick(self.shoe.t(self.now));
        let sent = self.shoe.carry_out(effects, usize::MAX);
        self.send(sent);
        self.follow_wishes();
    }

    /// Connects and hangs up as the device wants.
    fn follow_wishes(&mut self) {
        if std::mem::take(&mut self.shoe.hangs_up) {
            self.break_line(true);
        }
        if std::mem::take(&mut self.shoe.wants_line) {
            self.is_up = true;
            let _nothing = self.shoe.device.connected(self.shoe.t(self.now));
            let challenge = self.house.begin(self.now);
            self.to_shoe.push(challenge);
        }
    }

    /// An old text of the device comes again.
    fn replay(&mut self, place: usize) {
        let place = place.checked_rem(self.heard.len()).unwrap_or_default();
        if let Some(text) = self.heard.get(place).filter(|_| self.house.has_session()) {
            self.to_house.push(text.clone());
        }
    }

    /// Delivers, commits and compares until nothing is under way.
    fn settle(&mut self) {
        for _ in 0..400 {
            self.deliver_to_house(0);
            self.commit(true);
            self.compare();
            self.deliver_to_shoe(0);
        }
    }

    fn heal(mut self) -> Outcome {
        let from = self.now;
        while self.house.stored.len() < self.shoe.made.len() || self.shoe.device.unacked() > 0 {
            assert!(self.now.saturating_sub(from) < HEALS_MS, "the line is good, and records are not stored");
            self.wait(STEP_MS);
            self.settle();
            self.check();
        }
        let healed_ms = self.now.saturating_sub(from);
        Outcome { records: self.house.stored.len(), refused: self.house.bad, healed_ms }
    }

    fn check(&self) {
        let (stored, made) = (&self.house.stored, &self.shoe.made);
        assert!(made.starts_with(stored), "what is stored is not what the device made");
        let acked = usize::try_from(self.shoe.acked()).unwrap_or(usize::MAX);
        assert!(acked <= stored.len(), "the device forgot a record that is not stored");
    }
}

fn take(texts: &mut Vec<String>, place: usize) -> Option<String> {
    let place = place.checked_rem(texts.len())?;
    Some(texts.remove(place))
}

fn double(texts: &mut Vec<String>, place: usize) {
    let copy = place.checked_rem(texts.len()).and_then(|place| texts.get(place)).cloned();
    texts.extend(copy);
}

/// Changes one character of a text.
fn damage(texts: &mut [String], place: usize) {
    let Some(text) = place.checked_rem(texts.len()).and_then(|place| texts.get_mut(place)) else { return };
    let mut letters: Vec<char> = text.chars().collect();
    let at = place.saturating_mul(7).checked_rem(letters.len());
    if let Some(letter) = at.and_then(|at| letters.get_mut(at)) {
        *letter = if *letter == '0' { '1' } else { '0' };
    }
    *text = letters.into_iter().collect();
}
