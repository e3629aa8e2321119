//! Serde for the words of baccarat: each is the text people write. Only with the feature `serde`.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{Bead, Card, Coup, Outcome, Side, Spot};

macro_rules! as_text {
    ($($name:ty: |$value:ident| $write:expr, $read:expr, $wants:literal;)+) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let $value = self;
                serializer.collect_str(&$write)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Text;
                impl de::Visitor<'_> for Text {
                    type Value = $name;

                    fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                        f.write_str($wants)
                    }

                    fn visit_str<E: de::Error>(self, text: &str) -> Result<$name, E> {
                        let read: fn(&str) -> Option<$name> = $read;
                        read(text).ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
                    }
                }
                deserializer.deserialize_str(Text)
            }
        }
    )+};
}

as_text! {
    Card: |card| card.text(), |text| text.parse().ok(), "a card such as 9h";
    Coup: |coup| coup, |text| text.parse().ok(), "a coup such as 9h Kd 4s 7c 5h";
    Bead: |bead| bead, |text| text.parse().ok(), "a round such as P, Bb or Tn";
    Spot: |spot| spot.id(), Spot::from_id, "a spot such as player_pair";
    Side: |side| side.id(), |text| text.parse().ok(), "player or banker";
    Outcome: |outcome| outcome.id(), |text| text.parse().ok(), "player, banker or tie";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_their_texts() {
        let words = (Spot::PlayerPair, "9h".parse::<Card>().unwrap(), Side::Banker, Outcome::Tie);
        let json = serde_json::to_string(&words).unwrap();
        assert_eq!(json, r#"["player_pair","9h","banker","tie"]"#);
        assert_eq!(serde_json::from_str::<(Spot, Card, Side, Outcome)>(&json).unwrap(), words);
        let error = serde_json::from_str::<Spot>("\"bankr\"").unwrap_err().to_string();
        assert!(error.contains("a spot such as player_pair"), "{error}");
    }
}
