//! How often a request was sent, and whether it counts as far as its sender knows. Knows nothing of what is requested.

/// Whether a request took effect, as far as its sender knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestStatus {
    /// It was acknowledged.
    Done,
    /// It was never sent, or its refusal is the last word.
    NotDone,
    /// An attempt got no answer, and no later answer settles what became of it.
    Unknown,
}

/// The attempts to send one request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attempts {
    /// How often it was sent.
    pub sent: usize,
    /// How often the answer was yes.
    pub acknowledged: usize,
    /// How often the answer was no.
    pub refused: usize,
    in_flight: usize,
    /// The attempts that may have had effect, as far as the answers say.
    in_doubt: usize,
    /// Whether the latest attempt was sent while another one was in flight.
    overlaps: bool,
    /// Whether an answer came since the latest attempt was sent.
    answered: bool,
}

impl Attempts {
    /// Notes that the request is about to be sent.
    pub const fn send(&mut self) {
        self.overlaps = self.in_flight > 0;
        self.answered = false;
        self.sent += 1;
        self.in_flight += 1;
        self.in_doubt += 1;
    }

    /// Notes that an attempt was answered with yes.
    pub const fn acknowledge(&mut self) {
        self.acknowledged += 1;
        self.answered = true;
        self.lose();
    }

    /// Notes that an attempt was answered with no. Answers whether that contradicts an earlier yes.
    ///
    /// A refusal settles what became of the request only if no other attempt was in flight beside the latest.
    pub const fn refuse(&mut self) -> bool {
        self.refuse_without_settling();
        self.answered = true;
        if !self.overlaps {
            self.in_doubt = 0;
        }
        self.acknowledged > 0
    }

    /// Notes that an attempt was answered with no, which does not settle what became of earlier ones: the server may
    /// have forgotten what it did.
    pub const fn refuse_without_settling(&mut self) {
        self.refused += 1;
        self.in_doubt = self.in_doubt.saturating_sub(1);
        self.lose();
    }

    /// Notes that an attempt will get no answer: it failed, or its sender stopped waiting.
    pub const fn lose(&mut self) {
        self.in_flight = self.in_flight.saturating_sub(1);
    }

    /// Notes that no attempt will be answered any more: the server is gone.
    pub const fn lose_all(&mut self) {
        self.in_flight = 0;
    }

    /// Notes that the request took effect, as something other than an answer says.
    pub fn confirm(&mut self) {
        self.acknowledged = self.acknowledged.max(1);
    }

    /// Whether the request took effect, as far as its sender knows.
    pub const fn status(&self) -> RequestStatus {
        match (self.acknowledged, self.in_doubt) {
            (0, 0) => RequestStatus::NotDone,
            (0, _) => RequestStatus::Unknown,
            _ => RequestStatus::Done,
        }
    }

    /// Whether an attempt may still be answered.
    pub const fn is_in_flight(&self) -> bool {
        self.in_flight > 0
    }

    /// Whether no attempt was ever answered.
    pub const fn is_unanswered(&self) -> bool {
        self.acknowledged == 0 && self.refused == 0
    }

    /// Whether the sender must not find the request on record.
    pub fn must_not_count(&self) -> bool {
        self.status() == RequestStatus::NotDone
    }

    /// Whether the latest attempt got no answer.
    pub const fn is_open(&self) -> bool {
        self.sent > 0 && !self.answered
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_refusal_with_nothing_else_in_flight_is_the_last_word() {
        let mut attempts = Attempts::default();
        assert_eq!((attempts.status(), attempts.is_open()), (RequestStatus::NotDone, false));
        attempts.send();
        attempts.lose();
        assert_eq!((attempts.status(), attempts.is_open()), (RequestStatus::Unknown, true));
        attempts.send();
        assert!(!attempts.refuse());
        assert_eq!((attempts.status(), attempts.is_open()), (RequestStatus::NotDone, false));
        attempts.send();
        attempts.send();
        attempts.lose();
        assert!(!attempts.refuse());
        assert_eq!(attempts.status(), RequestStatus::Unknown);
        attempts.send();
        attempts.acknowledge();
        assert_eq!((attempts.status(), attempts.is_open()), (RequestStatus::Done, false));
        attempts.send();
        assert!(attempts.is_open());
        assert!(attempts.refuse(), "acknowledged, then refused");
        assert_eq!((attempts.sent, attempts.acknowledged, attempts.refused), (6, 1, 3));
    }

    #[test]
    fn a_refusal_that_settles_nothing_leaves_earlier_attempts_in_doubt() {
        let mut attempts = Attempts::default();
        attempts.send();
        attempts.refuse_without_settling();
        assert_eq!(attempts.status(), RequestStatus::NotDone);
        attempts.send();
        attempts.lose();
        attempts.send();
        attempts.refuse_without_settling();
        assert_eq!((attempts.status(), attempts.is_unanswered()), (RequestStatus::Unknown, false));
    }

    #[test]
    fn a_request_that_was_refused_each_time_is_not_done() {
        let mut attempts = Attempts::default();
        attempts.send();
        attempts.send();
        assert!(!attempts.refuse());
        assert_eq!(attempts.status(), RequestStatus::Unknown);
        assert!(attempts.is_in_flight() && !attempts.refuse());
        assert_eq!(attempts.status(), RequestStatus::NotDone);
    }

    #[test]
    fn a_refusal_that_was_the_last_word_stays_it() {
        let mut attempts = Attempts::default();
        attempts.send();
        attempts.lose();
        for expected in [RequestStatus::Unknown, RequestStatus::NotDone] {
            attempts.send();
            attempts.send();
            assert_eq!((attempts.refuse(), attempts.refuse()), (false, false));
            assert_eq!(attempts.status(), expected);
            attempts.send();
            attempts.refuse();
            assert_eq!(attempts.status(), RequestStatus::NotDone);
        }
    }

    #[test]
    fn attempts_at_a_server_that_is_gone_are_not_in_flight() {
        let mut attempts = Attempts::default();
        attempts.send();
        attempts.lose_all();
        attempts.send();
        assert!(!attempts.refuse());
        assert_eq!(attempts.status(), RequestStatus::NotDone);
        attempts.confirm();
        assert_eq!(attempts.status(), RequestStatus::Done);
    }
}
