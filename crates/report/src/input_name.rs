//! What an input is called in a sentence.

/// The key of an input in words: `x` is "the input `x`", `nondet_int#2` is "the 2nd value of `nondet_int`". What comes from
/// standard input is counted in bytes, which nobody does by hand.
pub(crate) fn input_named(key: &str) -> String {
    let (name, occurrence) = match key.rsplit_once('#') {
        Some((name, number)) => (name, number.parse::<u32>().ok()),
        None => (key, None),
    };
    match occurrence {
        _ if name == "stdin" => "read from standard input".to_owned(),
        Some(number) => format!("the {} value of `{name}`", ordinal(number)),
        None => format!("the input `{key}`"),
    }
}

fn ordinal(number: u32) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_become_words() {
        let named = |key: &str, words: &str| assert_eq!(input_named(key), words);
        named("x", "the input `x`");
        named("nondet_int#2", "the 2nd value of `nondet_int`");
        named("a[3]#13", "the 13th value of `a[3]`");
        named("stdin#10", "read from standard input");
        named("stdin", "read from standard input");
    }
}
