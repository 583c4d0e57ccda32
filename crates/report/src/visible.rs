//! Characters that a terminal obeys instead of showing, made visible.
//!
//! Source text, names and what programs print may hold anything, also sequences that move the cursor or turn the
//! direction of writing around. Text for people goes through here before it is printed; what has its own colours is
//! cleaned before the colours are added.

/// The text with every control and bidirectional character replaced, but for line ends and tabs.
#[must_use]
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\t' => shown.push(character),
            '\0'..='\u{1f}' => shown.extend(char::from_u32(0x2400 + character as u32)),
            '\u{7f}' => shown.push('\u{2421}'),
            _ if is_hidden(character) => shown.push_str(&format!("<U+{:04X}>", character as u32)),
            _ => shown.push(character),
        }
    }
    shown
}

/// The same in a JSON document, where nothing may be lost: these stand in strings only, which have escapes for them.
#[must_use]
pub(crate) fn escaped_in_json(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\u{7f}' => escaped.push_str("\\u007f"),
            _ if is_hidden(character) => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    escaped.push_str(&format!("\\u{unit:04x}"));
                }
            }
            _ => escaped.push(character),
        }
    }
    escaped
}

/// Controls beyond ASCII, and characters that change how others are shown without being shown themselves.
fn is_hidden(character: char) -> bool {
    matches!(
        character,
        '\u{80}'..='\u{9f}'
            | '\u{61c}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{2069}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0001}'..='\u{e007f}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_and_directions_are_seen() {
        assert_eq!(visible("a\u{1b}[31mb\rc\n\td\u{7f}"), "a␛[31mb␍c\n\td␡");
        assert_eq!(visible("x\u{202e}y\u{9b}z"), "x<U+202E>y<U+009B>z");
        assert_eq!(visible("grün 漢"), "grün 漢");
    }

    #[test]
    fn a_document_says_the_same() {
        let text = "a\u{202e}\u{e0001}\u{7f}b";
        let document = serde_json::to_string(text).unwrap_or_default();
        let escaped = escaped_in_json(&document);
        assert!(escaped.is_ascii());
        assert_eq!(
            serde_json::from_str::<String>(&escaped).ok().as_deref(),
            Some(text)
        );
    }
}
