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
    use super::RequestStatus::{Done, NotDone, Unknown};
    use super::*;

    /// The attempts after these steps, and whether the last refusal contradicts an earlier yes.
    fn after(steps: &str) -> (Attempts, bool) {
        let (mut attempts, mut contradicts) = (Attempts::default(), false);
        for step in steps.split_whitespace() {
            match step {
                "send" => attempts.send(),
                "acknowledge" => attempts.acknowledge(),
                "refuse" => contradicts = attempts.refuse(),
                "forget" => attempts.refuse_without_settling(),
                "lose" => attempts.lose(),
                "lose_all" => attempts.lose_all(),
                "confirm" => attempts.confirm(),
                _ => panic!("{step}"),
            }
        }
        (attempts, contradicts)
    }

    #[test]
    fn the_answers_say_what_became_of_a_request() {
        for (steps, status, is_open, contradicts) in [
            ("", NotDone, false, false),
            // Only a refusal with nothing else in flight is the last word.
            ("send lose", Unknown, true, false),
            ("send lose send refuse", NotDone, false, false),
            ("send lose send refuse send send lose refuse", Unknown, false, false),
            ("send lose send refuse send send lose refuse send acknowledge", Done, false, false),
            ("send lose send refuse send send lose refuse send acknowledge send", Done, true, false),
            ("send lose send refuse send send lose refuse send acknowledge send refuse", Done, false, true),
            // It stays the last word.
            ("send lose send send refuse refuse", Unknown, false, false),
            ("send lose send send refuse refuse send refuse", NotDone, false, false),
            ("send lose send send refuse refuse send refuse send send refuse refuse", NotDone, false, false),
            // A request that was refused each time is not done.
            ("send send refuse", Unknown, false, false),
            ("send send refuse refuse", NotDone, false, false),
            // A refusal that settles nothing leaves earlier attempts in doubt.
            ("send forget", NotDone, true, false),
            ("send forget send lose send forget", Unknown, true, false),
            // Attempts at a server that is gone are not in flight.
            ("send lose_all send refuse", NotDone, false, false),
            ("send lose_all send refuse confirm", Done, false, false),
        ] {
            let (attempts, refused) = after(steps);
            assert_eq!((attempts.status(), attempts.is_open()), (status, is_open), "{steps}: {attempts:?}");
            assert_eq!(refused, contradicts, "{steps}: {attempts:?}");
        }
    }

    #[test]
    fn answers_are_counted() {
        let (attempts, _) = after("send lose send refuse send send lose refuse send acknowledge send refuse");
        assert_eq!((attempts.sent, attempts.acknowledged, attempts.refused), (6, 1, 3));
        let (attempts, _) = after("send send refuse");
        assert!(attempts.is_in_flight() && !attempts.is_unanswered());
        assert!(!after("send forget").0.is_unanswered() && after("send lose").0.is_unanswered());
    }
}
