//! The words for ids and numbers of the certificate on the page. Computes no figure.

use baccarat::words::capital;

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

/// When a line holds, in words.
pub(super) fn when(line: &Line) -> String {
    line.when.as_deref().map_or_else(|| "Anything else".to_owned(), facts)
}

/// What a line pays, as patrons see it, or what else happens to the stake.
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
    }
}
