//! Cards in their notation, such as `9h`: the rank comes first. Knows no coups.

/// The rank of a card in its notation.
pub(crate) fn rank(card: &str) -> Option<char> {
    card.chars().next()
}

/// What a card counts.
pub(crate) fn points(card: &str) -> Result<u8, String> {
    match rank(card) {
        Some('A') => Ok(1),
        Some('T' | 'J' | 'Q' | 'K') => Ok(0),
        Some(digit @ '2'..='9') => Ok(digit.to_digit(10).and_then(|d| u8::try_from(d).ok()).unwrap_or(0)),
        _ => Err(format!("{card:?} is no card")),
    }
}
