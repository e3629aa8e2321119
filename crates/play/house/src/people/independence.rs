//! Who counts as a second person: nobody whom the first one may have in hand. Knows no HTTP.
//!
//! Who adds or resets a member of staff has the code with which they enrol, and could use it. Who gives them roles
//! decides what they may do. The operator at the command line has both and makes staff independent. Money by hand asks
//! for more than a correction: no third person made both, either.

use std::collections::BTreeSet;

use table::StaffId;

use super::refusal::PeopleRefusal;
use super::service::People;
use super::staff::StaffMember;
use crate::answer::Rejection;
use crate::log::{Actor, Entity, EntityKind, EntityRef, HouseEvent};
use crate::ports::{RecordedEntry, StoreFailure};

/// How many entries of a member of staff are read at once.
const PAGE: u16 = 64;

impl People {
    /// Checks that two members of staff count as two persons: neither of them added or reset the other last, or gave
    /// them roles last. A person who stands on both sides passes: each act has a refusal of its own for that.
    ///
    /// # Errors
    /// [`PeopleRefusal::NotIndependent`], or a [`Failure`](crate::Failure).
    pub async fn check_independent(&self, one: StaffId, other: StaffId) -> Result<(), Rejection> {
        if one == other {
            return Ok(());
        }
        for (made, by) in [(one, other), (other, one)] {
            if self.makers(made).await?.contains(&Actor::Staff(by)) {
                return Err(PeopleRefusal::NotIndependent { proposed: one, approves: other }.into());
            }
        }
        Ok(())
    }

    /// Checks that two members of staff count as two persons for money by hand: they are
    /// [independent](Self::check_independent), and no member of staff made both, themselves or through others whom they
    /// made.
    ///
    /// # Errors
    /// [`PeopleRefusal::NotIndependent`], [`PeopleRefusal::SameMaker`], or a [`Failure`](crate::Failure).
    pub async fn check_without_common_maker(&self, one: StaffId, other: StaffId) -> Result<(), Rejection> {
        self.check_independent(one, other).await?;
        if one == other {
            return Ok(());
        }
        let (of_one, of_other) = (self.all_makers(one).await?, self.all_makers(other).await?);
        match of_one.intersection(&of_other).next() {
            None => Ok(()),
            Some(maker) => {
                Err(PeopleRefusal::SameMaker { proposed: one, approves: other, maker: *maker }.into())
            }
        }
    }

    /// A member of staff, who made them, who made those, and so on up to the operator.
    async fn all_makers(&self, id: StaffId) -> Result<BTreeSet<StaffId>, StoreFailure> {
        let (mut all, mut next) = (BTreeSet::new(), vec![id]);
        while let Some(made) = next.pop() {
            if all.insert(made) {
                next.extend(self.makers(made).await?.into_iter().filter_map(|maker| match maker {
                    Actor::Staff(maker) => Some(maker),
                    Actor::Patron(_) | Actor::Device(_) | Actor::Operator | Actor::House => None,
                }));
            }
        }
        Ok(all)
    }

    /// Who added or reset a member of staff last, and who gave them their roles last.
    async fn makers(&self, id: StaffId) -> Result<BTreeSet<Actor>, StoreFailure> {
        let entity = EntityRef { kind: EntityKind::Staff, number: id.0 };
        let (mut makers, mut before) = (Makers::default(), None);
        loop {
            let page = self.store.entity_history(entity, before, PAGE).await?;
            for entry in &page {
                makers.go_back(entry);
            }
            before = page.last().map(|oldest| oldest.seq);
            if page.len() < usize::from(PAGE) || makers.is_known() {
                return Ok(makers.done());
            }
        }
    }
}

/// Who added or reset a member of staff last, and who gave them their roles last, by all entries about them, the newest
/// one first. Entries about anything else do not count.
pub fn makers_of<'a>(newest_first: impl IntoIterator<Item = &'a RecordedEntry>) -> BTreeSet<Actor> {
    let mut makers = Makers::default();
    newest_first.into_iter().for_each(|entry| makers.go_back(entry));
    makers.done()
}

/// Who made a member of staff what they are, found by going back through their history.
///
/// The states alone tell what an entry did: one without a change of the state gave a new code, unless it is by the
/// member, who enrolled with it.
#[derive(Debug, Default)]
struct Makers {
    /// The entry after the one that is read next, whose change is not known yet.
    later: Option<(Actor, StaffMember)>,
    gave_code: Option<Actor>,
    gave_roles: Option<Actor>,
}

impl Makers {
    fn is_known(&self) -> bool {
        self.gave_code.is_some() && self.gave_roles.is_some()
    }

    /// Takes the next older entry into account.
    fn go_back(&mut self, entry: &RecordedEntry) {
        let HouseEvent::Changed { by, entity: Entity::Staff(member), .. } = &entry.event else { return };
        if let Some((changed_by, after)) = self.later.replace((*by, member.clone())) {
            let changes =
                (after.roles != member.roles, after == *member && changed_by != Actor::Staff(after.id));
            self.note(changed_by, changes);
        }
    }

    /// Notes who gave roles or a code, unless somebody did later.
    fn note(&mut self, by: Actor, (gave_roles, gave_code): (bool, bool)) {
        let trusted = by == Actor::Operator && (gave_roles || gave_code);
        if gave_roles || trusted {
            self.gave_roles.get_or_insert(by);
        }
        if gave_code || trusted {
            self.gave_code.get_or_insert(by);
        }
    }

    /// Both of them, once no older entry is left: the oldest one added the member.
    fn done(mut self) -> BTreeSet<Actor> {
        if let Some((by, _)) = self.later.take().filter(|_| !self.is_known()) {
            self.note(by, (true, true));
        }
        self.gave_code.into_iter().chain(self.gave_roles).collect()
    }
}

#[cfg(test)]
mod tests {
    use table::Timestamp;

    use super::*;
    use crate::people::{Role, Roles};

    const OWN: Actor = Actor::Staff(StaffId(3));
    const MANAGER: Actor = Actor::Staff(StaffId(1));
    const OTHER: Actor = Actor::Staff(StaffId(2));

    /// The makers of staff 3 after entries of these authors, oldest first, with the member's roles after each.
    fn makers(entries: &[(Actor, &[Role])]) -> Vec<Actor> {
        let states = entries.iter().map(|(by, roles)| (*by, member(roles)));
        makers_by(states.collect())
    }

    fn member(roles: &[Role]) -> StaffMember {
        StaffMember::new(StaffId(3), "Cid", roles.iter().copied().collect::<Roles>())
    }

    /// The same with the member's whole state after each entry.
    fn makers_by(states: Vec<(Actor, StaffMember)>) -> Vec<Actor> {
        let history = (1..).zip(states).map(|(seq, (by, member))| {
            let event = HouseEvent::Changed { by, why: String::new(), entity: Entity::Staff(member) };
            RecordedEntry { seq, at: Timestamp(0), event }
        });
        makers_of(history.collect::<Vec<_>>().iter().rev()).into_iter().collect()
    }

    #[test]
    fn who_gave_a_display_name_made_nobody() {
        let plain = member(&[Role::Dealer]);
        let shown = StaffMember { display_name: Some("Dan".to_owned()), ..plain.clone() };
        for author in [OTHER, Actor::Operator] {
            let mut states = vec![(MANAGER, plain.clone()), (author, shown.clone())];
            assert_eq!(makers_by(states.clone()), [MANAGER], "{author}");
            states.push((author, plain.clone()));
            assert_eq!(makers_by(states.clone()), [MANAGER], "{author}");
            // A reset after it.
            states.push((author, plain.clone()));
            let by_both = if author == OTHER { vec![MANAGER, OTHER] } else { vec![author] };
            assert_eq!(makers_by(states), by_both, "{author}");
        }
    }

    #[test]
    fn who_gave_code_and_roles_last_made_a_member_of_staff() {
        let (supervisor, both) = (&[Role::Supervisor][..], &[Role::Supervisor, Role::Dealer][..]);
        for (entries, expected) in [
            (vec![], vec![]),
            (vec![(MANAGER, supervisor)], vec![MANAGER]),
            (vec![(Actor::Operator, supervisor)], vec![Actor::Operator]),
            // Enrolled by themselves.
            (vec![(MANAGER, supervisor), (OWN, supervisor)], vec![MANAGER]),
            // Roles by somebody else do not take the code back, nor does a reset take the roles back.
            (vec![(MANAGER, supervisor), (OTHER, both)], vec![MANAGER, OTHER]),
            (vec![(MANAGER, supervisor), (OTHER, supervisor)], vec![MANAGER, OTHER]),
            (vec![(MANAGER, supervisor), (OTHER, supervisor), (OTHER, both)], vec![OTHER]),
            // The operator makes independent, until a manager does something again.
            (
                vec![(MANAGER, supervisor), (Actor::Operator, supervisor), (OWN, supervisor)],
                vec![Actor::Operator],
            ),
            (vec![(Actor::Operator, supervisor), (MANAGER, both)], vec![MANAGER, Actor::Operator]),
            (vec![(Actor::Operator, supervisor), (MANAGER, supervisor)], vec![MANAGER, Actor::Operator]),
        ] {
            assert_eq!(makers(&entries), expected, "{entries:?}");
        }
    }
}
