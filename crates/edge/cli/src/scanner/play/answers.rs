//! Keeps which faults were made and how the server answered each of them. Knows no socket.

use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use super::card_faults::CardFault;
use super::desk::View;
use super::expected::Answer;
use super::fault::Fault;

/// How long the shoe waits for each answer before it goes on without it.
const PATIENCE: Duration = Duration::from_secs(15);

/// The faults that were made.
#[derive(Debug, Default)]
pub(super) struct Answers {
    made: Vec<Made>,
    /// The findings that were held against them.
    findings: BTreeSet<u64>,
    /// How many answers to orders were.
    orders: usize,
}

/// A fault as it is made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    /// Which one.
    pub(super) fault: Fault,
    /// Whether somebody named it; else chance drew it.
    pub(super) is_named: bool,
    /// How many shoes were before the one in which it is made.
    pub(super) shoe: u64,
    /// The number of the record with which it is made.
    pub(super) n: u64,
}

/// A fault that was made.
#[derive(Debug)]
struct Made {
    asked: Asked,
    expected: Vec<Answer>,
    /// What of that has not come.
    rest: VecDeque<Answer>,
    /// What came.
    came: Vec<Answer>,
    /// The finding that was expected.
    finding: Option<u64>,
    /// Whether nothing passes the sensor before it is answered, and how long that may take.
    holds_until: Option<Instant>,
    patience: Duration,
}

/// What became of a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    /// Its name.
    pub(super) fault: String,
    /// Whether it was made.
    pub(super) is_made: bool,
    /// Whether everything came that was expected.
    pub(super) is_answered: bool,
    /// What was expected.
    pub(super) expected: Vec<Answer>,
    /// What came.
    pub(super) came: Vec<Answer>,
}

impl Answers {
    /// A fault is made, and this is to be answered. With `holds`, nothing passes before; it lasts so long by itself.
    pub(super) fn ask(&mut self, asked: Asked, expected: Vec<Answer>, holds: Option<Duration>, now: Instant) {
        let patience = holds.unwrap_or_default() + PATIENCE;
        let holds_until = holds.filter(|_| !expected.is_empty()).map(|_| now + patience);
        let rest = expected.iter().cloned().collect();
        self.made.push(Made {
            asked,
            expected,
            rest,
            came: Vec::new(),
            finding: None,
            holds_until,
            patience,
        });
    }

    /// Whether this fault was made in this shoe.
    pub(super) fn was_made(&self, fault: Fault, shoe: u64) -> bool {
        self.made.iter().any(|made| (made.asked.fault, made.asked.shoe) == (fault, shoe))
    }

    /// What is to come next before anything passes the sensor; none when nothing holds it.
    pub(super) fn awaited(&self) -> Option<&Answer> {
        self.made.iter().find(|made| made.holds_until.is_some())?.rest.front()
    }

    /// Whether nothing passes the sensor because of this fault.
    pub(super) fn is_held_by(&self, fault: Fault) -> bool {
        self.made.iter().any(|made| made.asked.fault == fault && made.holds_until.is_some())
    }

    /// When the shoe goes on without the answer.
    pub(super) fn deadline(&self) -> Option<Instant> {
        // People take their time.
        let awaited = self.awaited().filter(|awaited| **awaited != Answer::Resolved);
        awaited.and_then(|_| self.made.iter().find_map(|made| made.holds_until))
    }

    /// Goes on without an answer for which the shoe waited too long.
    pub(super) fn give_up(&mut self, now: Instant) {
        if self.deadline().is_some_and(|deadline| now >= deadline)
            && let Some(made) = self.made.iter_mut().find(|made| made.holds_until.is_some())
        {
            made.holds_until = None;
        }
    }

    /// Something came that is answered to the fault for which nothing passes.
    pub(super) fn came(&mut self, answer: &Answer, now: Instant) {
        if let Some(made) = self.made.iter_mut().find(|made| made.holds_until.is_some()) {
            made.take(answer, now);
        }
    }

    /// Holds what the table shows against the faults.
    pub(super) fn look(&mut self, view: &View, now: Instant) {
        for (no, finding) in &view.findings {
            if !self.findings.insert(*no) {
                continue;
            }
            let answer = Answer::Finding(finding.code.clone());
            let is_about = |made: &&mut Made| {
                let of_record = finding.records.contains(&made.asked.n);
                !made.is_answered()
                    && (of_record || finding.records.is_empty() && made.rest.front() == Some(&answer))
            };
            if let Some(made) = self.made.iter_mut().find(is_about) {
                if made.rest.front() == Some(&answer) {
                    made.finding = Some(*no);
                }
                made.take(&answer, now);
            }
        }
        for order in view.orders.iter().skip(self.orders) {
            self.came(order, now);
        }
        self.orders = view.orders.len();
        self.came(if view.has_device { &Answer::Back } else { &Answer::Away }, now);
        let held = self.made.iter_mut().find(|made| made.holds_until.is_some());
        if let Some(made) = held.filter(|made| made.finding.is_some() && made.finding != view.open) {
            made.take(&Answer::Resolved, now);
        }
    }

    /// Whether everything that is expected has come.
    pub(super) fn are_complete(&self) -> bool {
        self.made.iter().all(Made::is_answered)
    }

    /// Whether something is expected that only the end of the shoe brings.
    pub(super) fn need_the_end(&self) -> bool {
        let needs = |made: &Made| made.asked.fault.of_card().is_some_and(CardFault::needs_the_end);
        self.made.iter().any(|made| !made.is_answered() && needs(made))
    }

    /// What became of the faults that chance drew: how many were made, and how many answered.
    pub(super) fn by_chance(&self) -> (usize, usize) {
        let drawn = || self.made.iter().filter(|made| !made.asked.is_named);
        (drawn().count(), drawn().filter(|made| made.is_answered()).count())
    }

    /// What became of the faults that somebody named, in the order in which they were made, those at the end that were
    /// not.
    pub(super) fn of_named(&self, named: &[Fault]) -> Vec<Outcome> {
        let made = self.made.iter().filter(|made| made.asked.is_named).map(|made| Outcome {
            fault: made.asked.fault.to_string(),
            is_made: true,
            is_answered: made.is_answered(),
            expected: made.expected.clone(),
            came: made.came.clone(),
        });
        let is_missing = |fault: &&Fault| !self.made.iter().any(|made| made.asked.fault == **fault);
        let missing = named.iter().filter(is_missing).map(|fault| Outcome {
            fault: fault.to_string(),
            is_made: false,
            is_answered: false,
            expected: Vec::new(),
            came: Vec::new(),
        });
        made.chain(missing).collect()
    }
}

impl Made {
    fn is_answered(&self) -> bool {
        self.rest.is_empty()
    }

    /// Takes an answer: the one that is expected next, or another one.
    fn take(&mut self, answer: &Answer, now: Instant) {
        if self.rest.front() == Some(answer) {
            self.rest.pop_front();
            self.came.push(answer.clone());
            let waits_on = !self.rest.is_empty();
            self.holds_until = self.holds_until.filter(|_| waits_on).map(|_| now + self.patience);
        } else if answer.tells() {
            self.came.push(answer.clone());
        }
    }
}

impl Outcome {
    /// Whether it was made, and answered as it is to be.
    pub(super) const fn is_in_order(&self) -> bool {
        self.is_made && self.is_answered
    }

    /// As a line of JSON.
    pub(super) fn to_json(&self) -> Value {
        let said = |answers: &[Answer]| -> Vec<String> { answers.iter().map(ToString::to_string).collect() };
        json!({"event": "fault", "fault": self.fault, "made": self.is_made, "answered": self.is_answered,
            "expected": said(&self.expected), "came": said(&self.came)})
    }

    /// As people read it, a line or three.
    pub(super) fn to_text(&self) -> String {
        let said = |answers: &[Answer]| {
            let all: Vec<String> = answers.iter().map(ToString::to_string).collect();
            if all.is_empty() { "nothing".to_owned() } else { all.join(", ") }
        };
        let Self { fault, expected, came, .. } = self;
        match (self.is_made, self.is_answered) {
            (false, _) => format!("{fault}: not made\n"),
            (true, true) if expected.is_empty() => format!("{fault}: made, and only people see it\n"),
            (true, true) => format!("{fault}: answered\n  {}\n", said(expected)),
            (true, false) => {
                format!("{fault}: NOT ANSWERED\n  expected: {}\n  came:     {}\n", said(expected), said(came))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use scanner::frame::Refusal;

    use super::super::desk::SeenFinding;
    use super::super::expected::{Circumstances, expected};
    use super::*;

    const THEN: Circumstances = Circumstances { watched: true, lost_ms: 3_000, third_bad: false };

    fn ask(answers: &mut Answers, text: &str, n: u64, holds: bool) -> Fault {
        let fault: Fault = text.parse().unwrap();
        let asked = Asked { fault, is_named: true, shoe: 0, n };
        answers.ask(asked, expected(fault, THEN), holds.then_some(Duration::ZERO), Instant::now());
        fault
    }

    fn view(findings: &[(u64, &str, &[u64])], open: Option<u64>, has_device: bool) -> View {
        let seen =
            |code: &str, records: &[u64]| SeenFinding { code: code.to_owned(), records: records.to_vec() };
        let findings = findings.iter().map(|(no, code, records)| (*no, seen(code, records))).collect();
        View { findings, open, has_device, ..View::default() }
    }

    #[test]
    fn a_finding_answers_the_fault_whose_record_it_names_once() {
        let (mut answers, now) = (Answers::default(), Instant::now());
        let one = ask(&mut answers, "unreadable@1.P1", 5, false);
        let two = ask(&mut answers, "unreadable@1.B1", 7, false);
        let three = ask(&mut answers, "twice@1.P2", 8, false);
        let shown = view(&[(70, "unreadable", &[7]), (80, "unreadable", &[8])], None, true);
        answers.look(&shown, now);
        answers.look(&shown, now);
        let outcomes = answers.of_named(&[one, two, three, "gap@9.P1".parse().unwrap()]);
        let lines: String = outcomes.iter().map(Outcome::to_text).collect();
        let expected = "unreadable@1.P1: NOT ANSWERED\n  expected: finding unreadable\n  came:     nothing\n\
                        unreadable@1.B1: answered\n  finding unreadable\n\
                        twice@1.P2: NOT ANSWERED\n  expected: finding read_twice\n  came:     finding unreadable\n\
                        gap@9.P1: not made\n";
        assert_eq!(lines, expected);
        assert!(!answers.are_complete() && answers.awaited().is_none());
    }

    #[test]
    fn a_finding_without_a_record_answers_the_fault_that_waits_for_it() {
        let (mut answers, now) = (Answers::default(), Instant::now());
        ask(&mut answers, "no-cut@shoe", 1, false);
        assert!(answers.need_the_end());
        answers.look(&view(&[(9, "composition", &[])], None, true), now);
        assert!(!answers.are_complete());
        answers.look(&view(&[(12, "cut_card_late", &[])], None, true), now);
        assert!(answers.are_complete() && !answers.need_the_end());
    }

    #[test]
    fn nothing_passes_before_the_line_is_back_and_the_answers_come_in_order() {
        let (mut answers, now) = (Answers::default(), Instant::now());
        let fault = ask(&mut answers, "flood@1.after", 3, true);
        assert!(answers.is_held_by(fault));
        answers.came(&Answer::Welcome, now);
        assert_eq!(answers.awaited(), Some(&Answer::Refused(Refusal::TooFast)), "a welcome is too early");
        answers.came(&Answer::Refused(Refusal::TooFast), now);
        for (has_device, awaited) in [(true, Some(Answer::Away)), (false, Some(Answer::Welcome))] {
            answers.look(&view(&[], None, has_device), now);
            assert_eq!(answers.awaited(), awaited.as_ref());
        }
        answers.came(&Answer::Welcome, now);
        answers.look(&view(&[], None, true), now);
        assert!(answers.are_complete() && answers.awaited().is_none());
    }

    #[test]
    fn a_wrong_shoe_is_held_until_people_say_that_it_is_taken_out() {
        let (mut answers, now) = (Answers::default(), Instant::now());
        ask(&mut answers, "wrong-shoe@shoe", 1, true);
        answers.look(&view(&[(4, "wrong_shoe", &[1])], Some(4), true), now);
        assert_eq!((answers.awaited(), answers.deadline()), (Some(&Answer::Resolved), None));
        answers.look(&view(&[(4, "wrong_shoe", &[1])], None, true), now);
        assert!(answers.are_complete());
    }

    #[test]
    fn the_shoe_goes_on_without_an_answer_that_does_not_come() {
        let (mut answers, now) = (Answers::default(), Instant::now());
        ask(&mut answers, "no-burn@burn", 1, true);
        let ordered = View { orders: vec![Answer::OrderTaken], ..view(&[], None, true) };
        answers.look(&ordered, now);
        let deadline = answers.deadline().unwrap();
        answers.give_up(now);
        assert_eq!(answers.deadline(), Some(deadline));
        answers.give_up(deadline);
        assert!(answers.awaited().is_none() && !answers.are_complete());
        let came = &answers.of_named(&[])[0].to_json()["came"];
        assert_eq!(*came, json!(["order carried out"]));
    }
}
