//! English for counts and lists. Does not know what is counted.

/// `one card`, `2 cards`.
pub fn counted(count: u16, one: &str, more: &str) -> String {
    if count == 1 { format!("one {one}") } else { format!("{count} {more}") }
}

/// "Player, Tie and Small"; "none" for an empty list.
pub fn list<T: AsRef<str>>(items: &[T]) -> String {
    match items {
        [] => "none".to_owned(),
        [one] => one.as_ref().to_owned(),
        [some @ .., last] => {
            let some: Vec<&str> = some.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", some.join(", "), last.as_ref())
        }
    }
}

/// The items with `gap` between each two.
pub(crate) fn joined<T: ToString>(items: &[T], gap: &str) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(gap)
}

/// The text with its first letter as a capital.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_lists_read_well() {
        assert_eq!(
            (counted(1, "card", "cards"), counted(2, "card", "cards")),
            ("one card".into(), "2 cards".into())
        );
        assert_eq!(["", "a"].map(capital), ["", "A"]);
        assert_eq!(
            (list::<&str>(&[]), list(&["a"]), list(&["a", "b", "c"])),
            ("none".into(), "a".into(), "a, b and c".into())
        );
    }
}
