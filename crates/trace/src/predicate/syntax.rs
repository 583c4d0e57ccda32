//! How predicates are written: `total - 1 < limit || mark == 'x'`.

use super::PredicateError;

/// A predicate, or a part of it.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Expr {
    Number(i128),
    Real(f64),
    Name(String),
    Not(Box<Expr>),
    Negated(Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Binary {
    Or,
    And,
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Plus,
    Minus,
    Times,
}

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Name(String),
    Number(i128),
    Real(f64),
    Symbol(&'static str),
}

/// Longer ones before those that they begin with. Those that mean nothing here are told as a whole.
const SYMBOLS: &[&str] = &[
    "->", "<<", ">>", "||", "&&", "==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "!", "(", ")",
];

/// Operators from the loosest to the tightest.
const LEVELS: &[&[(&str, Binary)]] = &[
    &[("||", Binary::Or)],
    &[("&&", Binary::And)],
    &[("==", Binary::Equal), ("!=", Binary::Unequal)],
    &[
        ("<", Binary::Less),
        ("<=", Binary::LessOrEqual),
        (">", Binary::Greater),
        (">=", Binary::GreaterOrEqual),
    ],
    &[("+", Binary::Plus), ("-", Binary::Minus)],
    &[("*", Binary::Times)],
];

/// Deeper ones are refused.
const MAX_NESTING: u32 = 100;

pub(super) fn parse(text: &str) -> Result<Expr, PredicateError> {
    let wrong = |why: String| PredicateError(format!("`{text}`: {why}"));
    let mut parser = Parser {
        tokens: tokens(text).map_err(wrong)?,
        position: 0,
        depth: 0,
    };
    let expr = parser.binary(0).map_err(wrong)?;
    match parser.tokens.get(parser.position) {
        Some(token) => Err(wrong(format!("an operator is missing before {}", shown(token)))),
        None => Ok(expr),
    }
}

fn shown(token: &Token) -> String {
    match token {
        Token::Name(name) => format!("`{name}`"),
        Token::Number(number) => format!("`{number}`"),
        Token::Real(number) => format!("`{number}`"),
        Token::Symbol(symbol) => format!("`{symbol}`"),
    }
}

fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let (token, length) = if first.is_ascii_digit() {
            number(rest)?
        } else if first.is_ascii_alphabetic() || first == '_' {
            let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '[' | ']' | '#');
            let length = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
            (Token::Name(rest[..length].to_owned()), length)
        } else if first == '\'' {
            character(rest)?
        } else {
            let symbol = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol));
            let symbol = symbol.filter(|symbol| !["->", "<<", ">>"].contains(*symbol));
            match symbol {
                Some(symbol) => (Token::Symbol(symbol), symbol.len()),
                None => {
                    let unknown = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol));
                    let unknown = unknown.map_or_else(|| first.to_string(), |symbol| (*symbol).to_owned());
                    return Err(format!(
                        "`{unknown}` is not supported: a predicate is made of variables, numbers, characters, \
                         comparisons, `&&`, `||`, `!`, `+`, `-`, `*` and parentheses"
                    ));
                }
            }
        };
        found.push(token);
        rest = rest[length..].trim_start();
    }
    Ok(found)
}

/// A number at the beginning of a text, and how long it is.
fn number(text: &str) -> Result<(Token, usize), String> {
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
    let digits = &text[..length];
    let integer = match digits.strip_prefix("0x") {
        Some(hex) => i128::from_str_radix(hex, 16).ok(),
        None => digits.parse().ok(),
    };
    // Wider ones would not be what they say.
    let integer = integer.filter(|number: &i128| *number <= i128::from(u64::MAX));
    let is_real = |c: char| c.is_ascii_digit() || matches!(c, '.' | 'e' | 'E' | '+' | '-');
    let real = || {
        digits
            .chars()
            .all(is_real)
            .then(|| digits.parse::<f64>().ok())
            .flatten()
    };
    let token = match (integer, digits.contains(['.', 'e', 'E'])) {
        (Some(number), _) => Some(Token::Number(number)),
        (None, true) => real().map(Token::Real),
        (None, false) => None,
    };
    let token = token.ok_or_else(|| format!("`{digits}` is not a number"))?;
    Ok((token, length))
}

/// A character at the beginning of a text, and how long it is with its quotes.
fn character(text: &str) -> Result<(Token, usize), String> {
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
        Some('\'') => Ok((Token::Number(code), length)),
        _ => Err("the quote of a character is not closed".to_owned()),
    }
}

struct Parser {
    tokens: Vec<Token>,
    position: usize,
    depth: u32,
}

impl Parser {
    /// Takes the next token if it is one of these symbols.
    fn take<T: Copy>(&mut self, among: &[(&str, T)]) -> Option<T> {
        let Some(Token::Symbol(next)) = self.tokens.get(self.position) else {
            return None;
        };
        let (_, found) = among.iter().find(|(symbol, _)| symbol == next)?;
        self.position += 1;
        Some(*found)
    }

    fn binary(&mut self, level: usize) -> Result<Expr, String> {
        let Some(operators) = LEVELS.get(level) else {
            return self.unary();
        };
        let mut left = self.binary(level + 1)?;
        while let Some(op) = self.take(operators) {
            let right = self.binary(level + 1)?;
            left = Expr::Binary(op, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Expr, String> {
        self.depth += 1;
        if self.depth > MAX_NESTING {
            return Err("that is nested too deeply".to_owned());
        }
        let expr = match self.take(&[("!", '!'), ("-", '-'), ("(", '(')]) {
            Some('!') => Expr::Not(Box::new(self.unary()?)),
            Some('-') => Expr::Negated(Box::new(self.unary()?)),
            Some(_) => {
                let inner = self.binary(0)?;
                if self.take(&[(")", ())]).is_none() {
                    return Err("a parenthesis is not closed".to_owned());
                }
                inner
            }
            None => self.atom()?,
        };
        self.depth -= 1;
        Ok(expr)
    }

    fn atom(&mut self) -> Result<Expr, String> {
        let token = self.tokens.get(self.position).cloned();
        self.position += 1;
        match token {
            Some(Token::Number(number)) => Ok(Expr::Number(number)),
            Some(Token::Real(number)) => Ok(Expr::Real(number)),
            Some(Token::Name(name)) => Ok(Expr::Name(name)),
            Some(Token::Symbol(symbol)) => Err(format!("a value is missing before `{symbol}`")),
            None => Err("a value is missing at the end".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> String {
        fn of(expr: &Expr) -> String {
            match expr {
                Expr::Number(number) => number.to_string(),
                Expr::Real(number) => format!("{number:?}"),
                Expr::Name(name) => name.clone(),
                Expr::Not(inner) => format!("!{}", of(inner)),
                Expr::Negated(inner) => format!("-{}", of(inner)),
                Expr::Binary(op, left, right) => format!("({} {op:?} {})", of(left), of(right)),
            }
        }
        match parse(text) {
            Ok(expr) => of(&expr),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn operators_bind_as_in_c() {
        assert_eq!(
            shape("a + 2 * b < -c || !d && e == 0x1f"),
            "(((a Plus (2 Times b)) Less -c) Or (!d And (e Equal 31)))"
        );
        assert_eq!(
            shape("p.x - a[3] - 1 >= 1.5e2"),
            "(((p.x Minus a[3]) Minus 1) GreaterOrEqual 150.0)"
        );
        assert_eq!(
            shape("c == 'x' && d != '\\n'"),
            "((c Equal 120) And (d Unequal 10))"
        );
    }

    #[test]
    fn what_is_wrong_is_told() {
        assert_eq!(shape("a <"), "`a <`: a value is missing at the end");
        assert_eq!(shape("a < < b"), "`a < < b`: a value is missing before `<`");
        assert_eq!(shape("a b"), "`a b`: an operator is missing before `b`");
        assert_eq!(shape("(a"), "`(a`: a parenthesis is not closed");
        assert_eq!(shape("12x < a"), "`12x < a`: `12x` is not a number");
        assert_eq!(
            shape("a == 'ab'"),
            "`a == 'ab'`: the quote of a character is not closed"
        );
        assert!(shape("p->x < 1").starts_with("`p->x < 1`: `->` is not supported"));
        assert!(shape("a / 2 < 1").starts_with("`a / 2 < 1`: `/` is not supported"));
    }
}
