//! Who causes an entry of the house's own log.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};
use table::{DeviceId, PatronId, StaffId};

/// Who does something outside the tables. Stored as text: `staff:3`, `patron:7`, `device:4`, `operator`, `house`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Actor {
    /// A member of staff.
    Staff(StaffId),
    /// A patron, about what is their own.
    Patron(PatronId),
    /// A device, about itself.
    Device(DeviceId),
    /// The person at the command line of the server's machine.
    Operator,
    /// The house itself, by its rules.
    House,
}

/// The text names no actor.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no actor; an actor is staff:NUMBER, patron:NUMBER, device:NUMBER, operator or house")]
pub struct ActorError(String);

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Staff(id) => write!(f, "staff:{}", id.0),
            Self::Patron(id) => write!(f, "patron:{}", id.0),
            Self::Device(id) => write!(f, "device:{}", id.0),
            Self::Operator => f.write_str("operator"),
            Self::House => f.write_str("house"),
        }
    }
}

impl FromStr for Actor {
    type Err = ActorError;

    fn from_str(text: &str) -> Result<Self, ActorError> {
        let number = |digits: &str| digits.parse().ok().filter(|number| *number > 0);
        let actor = match text.split_once(':') {
            Some(("staff", digits)) => number(digits).map(|id| Self::Staff(StaffId(id))),
            Some(("patron", digits)) => number(digits).map(|id| Self::Patron(PatronId(id))),
            Some(("device", digits)) => number(digits).map(|id| Self::Device(DeviceId(id))),
            None if text == "operator" => Some(Self::Operator),
            None if text == "house" => Some(Self::House),
            _ => None,
        };
        actor.ok_or_else(|| ActorError(text.to_owned()))
    }
}

impl From<Actor> for String {
    fn from(actor: Actor) -> Self {
        actor.to_string()
    }
}

impl TryFrom<String> for Actor {
    type Error = ActorError;

    fn try_from(text: String) -> Result<Self, ActorError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_actor_is_written_as_it_is_read() {
        for (actor, text) in [
            (Actor::Staff(StaffId(3)), "staff:3"),
            (Actor::Patron(PatronId(7)), "patron:7"),
            (Actor::Device(DeviceId(4)), "device:4"),
            (Actor::Operator, "operator"),
            (Actor::House, "house"),
        ] {
            assert_eq!((actor.to_string().as_str(), text.parse()), (text, Ok(actor)));
        }
        for text in
            ["", "staff", "staff:", "staff:0", "staff:x", "patron:-1", "device:0", "house:1", "Operator"]
        {
            assert_eq!(text.parse::<Actor>(), Err(ActorError(text.to_owned())));
        }
    }
}
