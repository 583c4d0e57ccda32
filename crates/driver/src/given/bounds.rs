//! Bounds of single loops.

/// `main.0:5`, or with the number of a thread before it, of which there is one; a function's own name means its
/// recursion.
pub fn loop_bound(text: &str) -> Option<(String, u32)> {
    let (name, number) = text.rsplit_once(':')?;
    let name = match name.split_once(':') {
        Some((thread, name)) if thread.parse::<u32>().is_ok() => name,
        _ => name,
    };
    let numbered = name
        .rsplit_once('.')
        .is_some_and(|(function, _)| !function.is_empty());
    let name = if numbered {
        name.to_owned()
    } else {
        format!("{name}.recursion")
    };
    Some((name, number.parse().ok()?)).filter(|(name, _)| name != ".recursion")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_without_a_number_means_its_recursion() {
        let bound = |name: &str, number| Some((name.to_owned(), number));
        assert_eq!(loop_bound("main.0:5"), bound("main.0", 5));
        assert_eq!(loop_bound("0:main.1:5"), bound("main.1", 5));
        assert_eq!(loop_bound("f:3"), bound("f.recursion", 3));
        assert_eq!(loop_bound("f"), None);
        assert_eq!(loop_bound(":3"), None);
    }
}
