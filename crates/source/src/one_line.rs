//! Source text inside a sentence.

/// A piece of C text in one line: blanks, ends of lines and continued lines become one blank. What stands in quotes is
/// what the program has, so it stays as it is.
#[must_use]
pub fn in_one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    let mut quote: Option<char> = None;
    let mut blank = false;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let continued = letter == '\\' && matches!(letters.peek(), Some('\n' | '\r'));
        if let Some(open) = quote {
            if continued {
                // A literal may go on in the next line, too.
                letters.next_if_eq(&'\r');
                letters.next_if_eq(&'\n');
                continue;
            }
            line.push(letter);
            if letter == '\\' {
                line.extend(letters.next());
            } else if letter == open || letter == '\n' {
                quote = None;
            }
            continue;
        }
        if letter.is_whitespace() || continued {
            blank = true;
            continue;
        }
        if blank && !line.is_empty() {
            line.push(' ');
        }
        blank = false;
        line.push(letter);
        quote = matches!(letter, '"' | '\'').then_some(letter);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::in_one_line;

    #[test]
    fn blanks_become_one_blank() {
        assert_eq!(in_one_line("  a +\n\t b\r\n"), "a + b");
        assert_eq!(in_one_line("((x) * 3 +   \\\n     2)"), "((x) * 3 + 2)");
    }

    #[test]
    fn what_stands_in_quotes_stays() {
        assert_eq!(in_one_line("f(\"a  b\",\n  ' ')"), "f(\"a  b\", ' ')");
        assert_eq!(in_one_line(r#"g("\"  \\",   1)"#), r#"g("\"  \\", 1)"#);
        assert_eq!(in_one_line("'\\''   +  1"), "'\\'' + 1");
        assert_eq!(in_one_line("\"a\\\nb\""), "\"ab\"");
    }
}
