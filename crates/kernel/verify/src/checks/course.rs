//! The course of a shoe as its bulletins say it. Judges nothing.

use fair::Course;
use fair::bulletin::Ended;

use super::case::Case;
use crate::outline::RoundStep;
use crate::report::Step;

/// Follows a shoe through its bulletins. `check` is given each round that ended, with the course before its cards.
/// Returns the course after the last bulletin.
pub(super) fn follow(case: &Case<'_>, mut check: impl FnMut(&Course, &Ended) -> Step) -> Step<Course> {
    let decks = case.outline.opened.map_or(0, |said| said.it.decks);
    let mut course = Course::new(case.outline.algorithm(), u16::from(decks).saturating_mul(52));
    if let Some(burned) = case.outline.burned {
        course.burn(u16::from(burned.it.face_down).saturating_add(u16::from(burned.it.first.is_some())));
    }
    for step in &case.outline.rounds {
        match step {
            RoundStep::Closed(said) => course.close(said.by.digest()),
            RoundStep::Drawn(said) => course.draw(&said.it.value),
            RoundStep::Ended(said) => {
                check(&course, said.it)?;
                course.pass(said.it.cards.len());
                course.end();
            }
        }
    }
    Ok(course)
}
