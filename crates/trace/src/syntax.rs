//! What the small languages of the command line share: predicates (`--assume`, `--predicate`) and the conditions of
//! `focus`.
//!
//! Both are C expressions, with other operators and other values, so a language gives its table of operators and how an
//! operand is read; words, characters, precedence and the limit on nesting are the same.

/// A word of a text. Values are the language's own.
#[derive(Debug, Clone, PartialEq)]
pub enum Token<V> {
    Name(String),
    Value(V),
    Symbol(&'static str),
}

/// The tokens of a text, and how far they are read.
#[derive(Debug)]
pub struct Parser<V> {
    tokens: Vec<Token<V>>,
    position: usize,
    depth: u32,
}

/// Deeper texts are refused.
const MAX_NESTING: u32 = 100;

impl<V: Clone> Parser<V> {
    #[must_use]
    pub fn new(tokens: Vec<Token<V>>) -> Parser<V> {
        Parser {
            tokens,
            position: 0,
            depth: 0,
        }
    }

    /// Takes the next token if it is one of these symbols.
    pub fn take<T: Copy>(&mut self, among: &[(&str, T)]) -> Option<T> {
        let Some(Token::Symbol(next)) = self.tokens.get(self.position) else {
            return None;
        };
        let (_, found) = among.iter().find(|(symbol, _)| symbol == next)?;
        self.position += 1;
        Some(*found)
    }

    /// Takes the next token, whatever it is.
    pub fn next_token(&mut self) -> Option<Token<V>> {
        let token = self.tokens.get(self.position).cloned();
        self.position += 1;
        token
    }

    /// Operands between operators, which are listed from the loosest to the tightest.
    pub fn binary<O: Copy, E>(
        &mut self,
        levels: &[&[(&str, O)]],
        operand: fn(&mut Self) -> Result<E, String>,
        join: fn(O, Box<E>, Box<E>) -> E,
    ) -> Result<E, String> {
        let Some((operators, tighter)) = levels.split_first() else {
            return operand(self);
        };
        let mut left = self.binary(tighter, operand, join)?;
        while let Some(op) = self.take(operators) {
            let right = self.binary(tighter, operand, join)?;
            left = join(op, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    /// What is one level deeper.
    pub fn nested<E>(&mut self, read: impl FnOnce(&mut Self) -> Result<E, String>) -> Result<E, String> {
        self.depth += 1;
        if self.depth > MAX_NESTING {
            return Err("that is nested too deeply".to_owned());
        }
        let read = read(self)?;
        self.depth -= 1;
        Ok(read)
    }

    pub fn close(&mut self, with: &str, what: &str) -> Result<(), String> {
        match self.take(&[(with, ())]) {
            Some(()) => Ok(()),
            None => Err(format!("{what} is not closed")),
        }
    }

    /// A value or a name.
    pub fn atom<E>(&mut self, value: fn(V) -> E, name: fn(String) -> E) -> Result<E, String> {
        match self.next_token() {
            Some(Token::Value(found)) => Ok(value(found)),
            Some(Token::Name(found)) => Ok(name(found)),
            Some(Token::Symbol(symbol)) => Err(format!("a value is missing before `{symbol}`")),
            None => Err("a value is missing at the end".to_owned()),
        }
    }

    /// Says what is wrong if there is more.
    pub fn end(&self, shown: fn(&V) -> String) -> Result<(), String> {
        let next = match self.tokens.get(self.position) {
            None => return Ok(()),
            Some(Token::Name(name)) => format!("`{name}`"),
            Some(Token::Value(value)) => shown(value),
            Some(Token::Symbol(symbol)) => format!("`{symbol}`"),
        };
        Err(format!("an operator is missing before {next}"))
    }
}

/// How long the number at the beginning of a text is.
#[must_use]
pub fn number_length(text: &str) -> usize {
    let mut length = 0;
    let mut before = ' ';
    for c in text.chars() {
        let sign = matches!(c, '+' | '-') && matches!(before, 'e' | 'E') && !text.starts_with("0x");
        if !(c.is_ascii_alphanumeric() || c == '.' || sign) {
            break;
        }
        before = c;
        length += c.len_utf8();
    }
    length
}

/// How long the name at the beginning of a text is; beside letters, digits and `_` these belong to it.
#[must_use]
pub fn name_length(text: &str, more: &[char]) -> usize {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_' || more.contains(&c);
    text.find(|c: char| !part(c)).unwrap_or(text.len())
}

/// The code of the character at the beginning of a text, and how long it is with its quotes.
pub fn character(text: &str) -> Result<(i128, usize), String> {
    let mut inside = text.chars().skip(1);
    let (code, length) = match inside.next() {
        Some('\\') => {
            let code = match inside.next() {
                Some('n') => b'\n',
                Some('t') => b'\t',
                Some('r') => b'\r',
                Some('0') => 0,
                Some(c @ ('\\' | '\'' | '"')) => c as u8,
                _ => return Err("what follows the `\\` is not known".to_owned()),
            };
            (i128::from(code), 4)
        }
        Some(c) if c.is_ascii() && c != '\'' => (i128::from(u32::from(c)), 3),
        _ => return Err("a character is one ASCII character in quotes".to_owned()),
    };
    match inside.next() {
        Some('\'') => Ok((code, length)),
        _ => Err("the quote of a character is not closed".to_owned()),
    }
}
