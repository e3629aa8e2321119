//! What the certificate's ids and numbers are called on the page. Works nothing out.

use crate::conduct::{BurnFacts, ConductFacts, ShoeEndFacts, ShoeFacts};
use crate::spot::Line;

/// A whole number or an amount with commas between thousands.
pub(super) fn grouped(number: &str) -> String {
    let (whole, decimals) =
        number.split_once('.').map_or((number, None), |(whole, rest)| (whole, Some(rest)));
    let digits = whole.trim_start_matches('-');
    let mut text = whole.get(..whole.len() - digits.len()).unwrap_or_default().to_owned();
    for (idx, digit) in digits.chars().enumerate() {
        if idx > 0 && (digits.len() - idx).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    decimals.map_or(text.clone(), |decimals| format!("{text}.{decimals}"))
}

/// A percent with its sign, which no line break parts from it.
pub(super) fn percent(text: &str) -> String {
    format!("{text}\u{a0}%")
}

/// `banker_wins banker_total_6` as "Banker wins, Banker total 6".
pub(super) fn facts(when: &str) -> String {
    let name = |fact: &str| fact.replace('_', " ").replace("player", "Player").replace("banker", "Banker");
    let names: Vec<String> = when.split(' ').map(name).collect();
    capital(&names.join(", "))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

/// When a line holds, in words.
pub(super) fn when(line: &Line) -> String {
    line.when.as_deref().map_or_else(|| "Anything else".to_owned(), facts)
}

/// What a line does: what it pays as patrons see it, or what else becomes of the stake.
pub(super) fn pays(line: &Line) -> String {
    match (line.resolution, &line.shown) {
        (_, Some(shown)) => shown.clone(),
        ("push", None) => "stake back".to_owned(),
        _ => "lost".to_owned(),
    }
}

/// The name of a spot, from its id.
pub(super) fn spot(id: &str) -> String {
    let capitals: Vec<String> = id.split('_').map(capital).collect();
    capitals.join(" ")
}

/// "Player, Tie and Small".
pub(super) fn list(items: &[String]) -> String {
    match items {
        [] => "none".to_owned(),
        [one] => one.clone(),
        [some @ .., last] => format!("{} and {last}", some.join(", ")),
    }
}

/// `one card`, `2 cards`.
pub(super) fn counted(count: u16, one: &str, more: &str) -> String {
    if count == 1 { format!("one {one}") } else { format!("{count} {more}") }
}

pub(super) fn burn(shoe: &ShoeFacts) -> String {
    match shoe.burn {
        BurnFacts::None => "No card.".to_owned(),
        BurnFacts::Cards { count } => {
            format!(
                "{}, face down, before the first round.",
                capital(&counted(count.into(), "card", "cards"))
            )
        }
        BurnFacts::FirstCard { zero_card } => format!(
            "A card is turned over before the first round, and as many as it counts are burned face down: {zero_card} \
             for a ten or a picture."
        ),
    }
}

pub(super) fn shoe_end(shoe: &ShoeFacts) -> String {
    match shoe.end {
        ShoeEndFacts::Rounds { rounds } => format!("After round {rounds}."),
        ShoeEndFacts::CutCard { from_end, more_rounds } => {
            let then = match more_rounds {
                0 => "the round in which it comes out is the last.".to_owned(),
                more => {
                    let more = counted(more, "more is played", "more are played");
                    format!("the round in which it comes out is finished, and {more}.")
                }
            };
            let behind = counted(from_end, "card", "cards");
            format!("The cut card lies in front of the last {behind}; {then}")
        }
    }
}

/// What may happen at the table: the matter, and what the rules say of it.
pub(super) fn conduct(conduct: &ConductFacts) -> Vec<(&'static str, &'static str)> {
    vec![
        (
            "Player and Banker in one round",
            match conduct.player_and_banker {
                "refused" => "Refused: a slip may hold one of them.",
                _ => "Allowed.",
            },
        ),
        (
            "A patron leaves while betting is open",
            match conduct.leaving_while_betting {
                "wagers_released" => "The wagers are released.",
                _ => "The wagers stand.",
            },
        ),
        ("A patron leaves later", "The wagers are settled, and paid if they win."),
        ("A card cannot be read, even after rescans", "The round is void, and every stake goes back."),
        ("A result is found wrong later", "It is reversed and settled again."),
        ("Stakes", "What both the range of the table and that of the patron allow."),
        (
            "Entry",
            match conduct.ante {
                "room" => "A patron\u{2019}s balance must reach the room\u{2019}s ante.",
                _ => "No balance is asked for.",
            },
        ),
        (
            "A profit that is no whole minor unit",
            match conduct.rounding {
                "up" => "Rounded up (up).",
                "half_up" => "Rounded to the nearest, a half up (half_up).",
                _ => "Rounded down (down).",
            },
        ),
        (
            "Odds are shown to patrons",
            match conduct.odds_shown {
                "with_stake" => "With the stake counted in.",
                _ => "To one.",
            },
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_commas_between_thousands() {
        for (plain, shown) in [
            ("0", "0"),
            ("999", "999"),
            ("1000", "1,000"),
            ("4998398275503360", "4,998,398,275,503,360"),
            ("-185000.00", "-185,000.00"),
        ] {
            assert_eq!(grouped(plain), shown);
        }
    }

    #[test]
    fn ids_become_words() {
        assert_eq!(facts("banker_wins banker_total_6"), "Banker wins, Banker total 6");
        assert_eq!(facts("five_cards"), "Five cards");
        assert_eq!(spot("lucky_6"), "Lucky 6");
        assert_eq!(list(&["a".to_owned(), "b".to_owned(), "c".to_owned()]), "a, b and c");
    }
}
