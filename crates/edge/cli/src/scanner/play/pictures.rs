//! The pictures that a simulated shoe takes of cards with which something is wrong, and how it sends them.

use std::sync::Arc;

use fair::Bytes;
use scanner::frame::{SessionId, What};
use scanner::{DeviceKey, Statement};
use sha2::{Digest as _, Sha256};

use super::drawn;
use super::script::Step;
use crate::lines::Problem;
use crate::remote::Remote;

/// What takes pictures and sends them.
pub(super) struct Pictures {
    server: Arc<Remote>,
    key: DeviceKey,
    /// The session that a picture is signed for.
    pub(super) session: Option<SessionId>,
}

impl Pictures {
    pub(super) fn new(server: &str, key: DeviceKey) -> Result<Self, Problem> {
        Ok(Self { server: Arc::new(Remote::new(server)?), key, session: None })
    }

    /// Takes a picture of what passes, if something is wrong with it: its record names the picture.
    pub(super) fn take(step: &mut Step) -> Option<Vec<u8>> {
        let is_wrong = matches!(step.what, What::Unread(_)) || !step.faults.is_empty();
        let remark = format!("pass {} of shoe {}", step.what.pass()?, step.position.shoe);
        let (seen, img) = match &mut step.what {
            What::Card(card) => (step.seen.or(Some(card.card)), &mut card.img),
            What::Unread(unread) => (step.seen, &mut unread.img),
            _ => return None,
        };
        is_wrong.then(|| {
            let picture = drawn::picture(seen, &remark);
            *img = Some(Bytes(Sha256::digest(&picture).into()));
            picture
        })
    }

    /// Sends a picture in the session of the line. The shoe goes on meanwhile, and also without it.
    pub(super) fn send(&self, picture: Vec<u8>) {
        let Some(session) = self.session else { return };
        let sha256 = Bytes(Sha256::digest(&picture).into());
        let signature = Statement::picture(&session, &sha256).sign(&self.key);
        let path = format!("/devices/pictures/{sha256}?session={session}&signature={signature}");
        let server = Arc::clone(&self.server);
        tokio::task::spawn_blocking(move || {
            if let Err(problem) = server.put(&path, "image/jpeg", &picture) {
                tracing::debug!(why = problem.text(), "the picture of a card was not taken");
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use baccarat::Card;
    use scanner::frame::{CardRecord, UnreadRecord, UnreadWhy};

    use super::*;

    fn card(text: &str) -> Card {
        text.parse().unwrap()
    }

    #[test]
    fn a_card_that_is_not_read_has_a_picture_which_its_record_names() {
        let unread = UnreadRecord { pass: 7, why: UnreadWhy::Smeared, rescan: None, img: None };
        let mut step = Step { seen: Some(card("9h")), ..Step::of(What::Unread(unread)) };
        let picture = Pictures::take(&mut step).unwrap();
        assert_eq!(picture, drawn::picture(Some(card("9h")), "pass 7 of shoe 0"));
        let What::Unread(UnreadRecord { img, .. }) = step.what else { panic!("it is another record") };
        assert_eq!(img, Some(Bytes(Sha256::digest(&picture).into())));
    }

    #[test]
    fn a_card_in_order_has_none() {
        let mut step = Step::of(What::Card(CardRecord::new(7, card("9h"))));
        assert_eq!(Pictures::take(&mut step), None);
        assert_eq!(step.what, What::Card(CardRecord::new(7, card("9h"))));
    }
}
