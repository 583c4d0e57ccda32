//! How predicates are written: `total - 1 < limit || mark == 'x'`.

use super::PredicateError;
use crate::syntax::{Parser, Token, character, name_length, number_length};

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

pub(super) fn parse(text: &str) -> Result<Expr, PredicateError> {
    let read = || {
        let mut parser = Parser::new(tokens(text)?);
        let expr = binary(&mut parser)?;
        parser.end(shown)?;
        Ok(expr)
    };
    read().map_err(|why: String| PredicateError(format!("`{text}`: {why}")))
}

fn shown(value: &Expr) -> String {
    match value {
        Expr::Number(number) => format!("`{number}`"),
        Expr::Real(number) => format!("`{number}`"),
        _ => "a value".to_owned(),
    }
}

fn tokens(text: &str) -> Result<Vec<Token<Expr>>, String> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let (token, length) = if first.is_ascii_digit() {
            number(rest)?
        } else if first.is_ascii_alphabetic() || first == '_' {
            let length = name_length(rest, &['.', '[', ']', '#']);
            (Token::Name(rest[..length].to_owned()), length)
        } else if first == '\'' {
            let (code, length) = character(rest)?;
            (Token::Value(Expr::Number(code)), length)
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
fn number(text: &str) -> Result<(Token<Expr>, usize), String> {
    let length = number_length(text);
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
        (Some(number), _) => Some(Token::Value(Expr::Number(number))),
        (None, true) => real().map(|number| Token::Value(Expr::Real(number))),
        (None, false) => None,
    };
    let token = token.ok_or_else(|| format!("`{digits}` is not a number"))?;
    Ok((token, length))
}

fn binary(parser: &mut Parser<Expr>) -> Result<Expr, String> {
    parser.binary(LEVELS, unary, Expr::Binary)
}

fn unary(parser: &mut Parser<Expr>) -> Result<Expr, String> {
    parser.nested(
        |parser| match parser.take(&[("!", '!'), ("-", '-'), ("(", '(')]) {
            Some('!') => Ok(Expr::Not(Box::new(unary(parser)?))),
            Some('-') => Ok(Expr::Negated(Box::new(unary(parser)?))),
            Some(_) => {
                let inner = binary(parser)?;
                parser.close(")", "a parenthesis")?;
                Ok(inner)
            }
            None => parser.atom(|value| value, Expr::Name),
        },
    )
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
