//! The words for ids and numbers of the certificate on the page. Computes no figure.

use baccarat::words::capital;

use crate::spot::Line;

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
    fn ids_become_words() {
        assert_eq!(facts("banker_wins banker_total_6"), "Banker wins, Banker total 6");
        assert_eq!(facts("five_cards"), "Five cards");
        assert_eq!(spot("lucky_6"), "Lucky 6");
    }
}
