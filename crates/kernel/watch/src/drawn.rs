//! What bulletins of a shoe say of the drawing of its cards: each part is there exactly where cards are drawn.

use fair::Bulletin;
use fair::bulletin::{Algorithm, Closed, Drawn, Ended, Places};
use fair::draw::DRAW_AFTER_MS;

use crate::cards::Source;
use crate::finding::{Check, Findings, Place, Step, failed};
use crate::shoe::Shoe;

impl Shoe {
    /// Betting closed: where cards are drawn, it names the first round of the beacon that comes late enough after it,
    /// and came before that round.
    pub(crate) fn name_draw(
        &mut self,
        closed: &Closed,
        by: &Bulletin,
        source: Source,
        findings: &mut Findings,
    ) -> Step {
        let place = Place::No(by.no);
        let (chain, round) = match (self.opened.algorithm, closed.draw) {
            (Algorithm::Proof1, None) => return Ok(()),
            (Algorithm::Proof1, Some(_)) => {
                let reason = "`closed` names a draw, and the cards come in the sealed order";
                return failed(Check::Form, place, reason);
            }
            (Algorithm::Proof2, None) => {
                return failed(Check::Form, place, "`closed` names no draw of its cards");
            }
            (Algorithm::Proof2, Some(named)) => named,
        };
        if self.opened.beacon.is_none_or(|(opened, _)| opened != chain) {
            return failed(Check::Beacon, place, "the chain is not that of the shoe");
        }
        let first = beacon::first_round_at(by.at.saturating_add(DRAW_AFTER_MS));
        if first != Some(round) {
            let first = first.map_or("none".to_owned(), |first| first.to_string());
            let reason = format!("it names round {round}, and {first} is the first 1 s after it");
            return failed(Check::Beacon, place, reason);
        }
        if let Source::Live(now) = source {
            self.note_time(now, 0, round, findings);
        }
        Ok(())
    }

    /// The value that draws the cards of a round. It is not said before it exists.
    pub(crate) fn draw(&mut self, drawn: &Drawn, by: &Bulletin) -> Step {
        if self.opened.algorithm == Algorithm::Proof1 {
            return failed(Check::Form, Place::No(by.no), "`drawn`, and the cards come in the sealed order");
        }
        let Some((_, round)) = self.cards.draw(drawn)? else { return Ok(()) };
        if beacon::time_of(round).is_none_or(|time| by.at < time) {
            return failed(Check::Beacon, Place::No(by.no), format!("it is before round {round} existed"));
        }
        Ok(())
    }

    /// The end of a round gives an index for each card exactly where cards are drawn.
    pub(crate) fn is_spelled(&self, ended: &Ended, by: &Bulletin) -> Step {
        match (self.opened.algorithm, &ended.at) {
            (Algorithm::Proof1, Places::From(_)) | (Algorithm::Proof2, Places::At(_)) => Ok(()),
            (Algorithm::Proof1, _) => {
                let reason = "`from` was expected: the cards come in the sealed order";
                failed(Check::Form, Place::No(by.no), reason)
            }
            (Algorithm::Proof2, _) => {
                failed(Check::Form, Place::No(by.no), "`at` was expected: the cards are drawn")
            }
        }
    }
}
