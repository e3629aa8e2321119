//! The numbers of patrons that go into the open shoe: the lists that the house fixes, and the patron's own number in
//! them.

use fair::Digest;
use fair::bulletin::Listed;
use fair::nonces::{ListError, Nonce, digest_of_nonces, digest_of_pledges, missing, pledge};

use crate::finding::{Check, Findings, Step, failed};
use crate::report::Give;

#[derive(Debug, Default)]
pub(crate) struct Numbers {
    /// What the bulletin `pledged` fixed.
    pledged: Option<Listed>,
    /// What the bulletin `revealed` fixed.
    revealed: Option<Listed>,
    pledges: Option<Vec<Digest>>,
    nonces: Option<Vec<Nonce>>,
    own: Option<Own>,
    /// Whether the house refused what was sent last, so that it is not sent again.
    refused: bool,
    /// Whether the own number is not in the list, and the house never said that it had it.
    left_out: bool,
}

/// The patron's own number.
#[derive(Debug)]
struct Own {
    nonce: Nonce,
    pledge: Digest,
    /// Whether the house said that it has the pledge, and the number.
    pledge_taken: bool,
    nonce_taken: bool,
}

impl Numbers {
    /// The pledges are fixed.
    pub(crate) fn fix_pledges(&mut self, listed: Listed) {
        self.pledged = Some(listed);
        // The first of two pledges may have arrived, and its answer been lost.
        self.refused = false;
        if listed.count == 0 {
            self.pledges = Some(Vec::new());
        }
    }

    /// The nonces are fixed.
    pub(crate) fn fix_nonces(&mut self, listed: Listed) {
        self.revealed = Some(listed);
        if listed.count == 0 {
            self.nonces = Some(Vec::new());
        }
    }

    /// The lists of a file. They must be those of the bulletins, and have the patron's own number.
    pub(crate) fn take_lists(
        &mut self,
        (table, shoe_no): (u32, u32),
        pledges: Option<Vec<Digest>>,
        nonces: Option<Vec<Nonce>>,
    ) -> Step {
        if let (Some(pledged), Some(pledges)) = (self.pledged, pledges) {
            if !fits(pledged, pledges.len(), digest_of_pledges(&pledges)) {
                return failed(Check::Nonces, None, "the pledges are not those of the bulletin");
            }
            let left_out = self.own.take_if(|own| !pledges.contains(&own.pledge));
            self.pledges = Some(pledges);
            // Where the house never said that it has the pledge, it may have been lost on the way.
            match left_out {
                Some(own) if own.pledge_taken => return failed(Check::Nonces, None, "yours is missing"),
                Some(_) => self.left_out = true,
                None => {}
            }
        }
        let (Some(revealed), Some(nonces), Some(pledges)) = (self.revealed, nonces, &self.pledges) else {
            return Ok(());
        };
        let pledged = missing(table, shoe_no, pledges, &nonces).is_ok();
        if !pledged || !fits(revealed, nonces.len(), digest_of_nonces(&nonces)) {
            return failed(Check::Nonces, None, "the nonces are not those of the bulletin");
        }
        if self.own.as_ref().is_some_and(|own| own.nonce_taken && !nonces.contains(&own.nonce)) {
            return failed(Check::Nonces, None, "yours is missing");
        }
        self.nonces = Some(nonces);
        Ok(())
    }

    /// The nonces of the shoe, where they are known.
    pub(crate) fn nonces(&self) -> Option<&[Nonce]> {
        self.nonces.as_deref()
    }

    /// Whether the file of the shoe is needed before the own number may be revealed.
    pub(crate) const fn wants_pledges(&self) -> bool {
        self.own.is_some() && self.pledged.is_some() && self.pledges.is_none()
    }

    /// The patron's own number, before pledges are fixed. One is enough.
    pub(crate) fn give(&mut self, (table, shoe_no): (u32, u32), nonce: Nonce) {
        if self.own.is_none() && self.pledged.is_none() {
            let pledge = pledge(table, shoe_no, &nonce);
            self.own = Some(Own { nonce, pledge, pledge_taken: false, nonce_taken: false });
        }
    }

    /// The house says that the pledge arrived, or the number.
    pub(crate) const fn taken(&mut self) {
        let Some(own) = &mut self.own else { return };
        if self.pledged.is_some() {
            own.nonce_taken = true;
        } else {
            own.pledge_taken = true;
        }
    }

    /// The connection was lost: the server may have started again, and have lost what is not fixed yet.
    pub(crate) const fn resume(&mut self) {
        let Some(own) = &mut self.own else { return };
        own.pledge_taken &= self.pledged.is_some();
        own.nonce_taken &= self.revealed.is_some();
    }

    /// The house refuses the pledge, or the number.
    pub(crate) const fn refuse(&mut self) {
        self.refused = true;
    }

    /// What the client should give now for this shoe, which asks for numbers or does not.
    pub(crate) fn wanted(&self, shoe_no: u32, asks: bool) -> Option<Give> {
        if self.refused {
            return None;
        }
        match (&self.own, self.pledged, self.revealed) {
            (None, None, _) if asks => Some(Give::Number { shoe_no }),
            (Some(own), None, _) if !own.pledge_taken => Some(Give::Pledge { shoe_no, pledge: own.pledge }),
            (Some(own), Some(_), None) if !own.nonce_taken => {
                let listed = self.pledges.as_ref().is_some_and(|all| all.contains(&own.pledge));
                listed.then_some(Give::Reveal { shoe_no, nonce: own.nonce })
            }
            _ => None,
        }
    }

    /// Says how the numbers stand.
    pub(crate) fn summarize(&self, findings: &mut Findings) {
        let (Some(pledged), Some(revealed)) = (self.pledged, self.revealed) else { return };
        let missing = pledged.count.saturating_sub(revealed.count);
        // Without a nonce there is no limit.
        let choices = match fair::choices(pledged.count) {
            _ if revealed.count == 0 => "no limit on choices".to_owned(),
            Some(1) => "at most 1 choice".to_owned(),
            Some(shoes) => format!("at most {shoes} choices"),
            None => "2^128 choices or more".to_owned(),
        };
        let reason = format!("{} pledged, {missing} missing: {choices}", pledged.count);
        match (&self.nonces, &self.own) {
            (None, _) => findings.open(Check::Nonces, format!("{reason}; the list is not known here")),
            (Some(all), Some(own)) if all.contains(&own.nonce) => {
                findings.ok(Check::Nonces, format!("{reason}; yours is in"));
            }
            (Some(_), _) if self.left_out => {
                findings.open(Check::Nonces, format!("{reason}; yours was sent and is not in"));
            }
            (Some(_), _) => findings.ok(Check::Nonces, reason),
        }
    }
}

/// Whether the list of a file is the one that a bulletin fixed.
fn fits(said: Listed, length: usize, digest: Result<Digest, ListError>) -> bool {
    usize::from(said.count) == length && digest.is_ok_and(|digest| digest == said.digest)
}
