//! How conditions are written: C expressions without side effects, calls and casts.

use trace::syntax::{Parser, Token, character, name_length, number_length};

/// A condition, or a part of it.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Expr {
    Number { value: i128, unsigned: bool, long: bool },
    Real(f64),
    Name(String),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    Index(Box<Expr>, Box<Expr>),
    Member(Box<Expr>, String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unary {
    Not,
    Negated,
    Complement,
    Deref,
    AddressOf,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Binary {
    Or,
    And,
    Of(program::BinaryOp),
}

/// Longer ones before those that they begin with.
const SYMBOLS: &[&str] = &[
    "->", "<<", ">>", "||", "&&", "==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "/", "%", "!", "~", "&",
    "|", "^", "(", ")", "[", "]", ".",
];

/// Operators from the loosest to the tightest.
const LEVELS: &[&[(&str, Binary)]] = {
    use program::BinaryOp as Op;
    &[
        &[("||", Binary::Or)],
        &[("&&", Binary::And)],
        &[("|", Binary::Of(Op::BitOr))],
        &[("^", Binary::Of(Op::BitXor))],
        &[("&", Binary::Of(Op::BitAnd))],
        &[("==", Binary::Of(Op::Eq)), ("!=", Binary::Of(Op::Ne))],
        &[
            ("<", Binary::Of(Op::Lt)),
            ("<=", Binary::Of(Op::Le)),
            (">", Binary::Of(Op::Gt)),
            (">=", Binary::Of(Op::Ge)),
        ],
        &[("<<", Binary::Of(Op::Shl)), (">>", Binary::Of(Op::Shr))],
        &[("+", Binary::Of(Op::Add)), ("-", Binary::Of(Op::Sub))],
        &[
            ("*", Binary::Of(Op::Mul)),
            ("/", Binary::Of(Op::Div)),
            ("%", Binary::Of(Op::Rem)),
        ],
    ]
};

pub(super) fn parse(text: &str) -> Result<Expr, String> {
    let mut parser = Parser::new(tokens(text)?);
    let expr = binary(&mut parser)?;
    parser.end(|_| "a number".to_owned())?;
    Ok(expr)
}

fn tokens(text: &str) -> Result<Vec<Token<Expr>>, String> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let (token, length) = if first.is_ascii_digit() {
            number(rest)?
        } else if first.is_ascii_alphabetic() || first == '_' {
            let length = name_length(rest, &[]);
            (Token::Name(rest[..length].to_owned()), length)
        } else if first == '\'' {
            let (value, length) = character(rest)?;
            let number = Expr::Number {
                value,
                unsigned: false,
                long: false,
            };
            (Token::Value(number), length)
        } else {
            let symbol = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol));
            let symbol = symbol.ok_or_else(|| format!("`{first}` is not supported in a condition"))?;
            (Token::Symbol(symbol), symbol.len())
        };
        found.push(token);
        rest = rest[length..].trim_start();
        if rest.starts_with('=') && !rest.starts_with("==") {
            return Err("a condition does not assign; equality is `==`".to_owned());
        }
        if rest.starts_with("++") || rest.starts_with("--") {
            return Err("a condition does not change variables".to_owned());
        }
    }
    Ok(found)
}

/// A number at the beginning of a text, and how long it is.
fn number(text: &str) -> Result<(Token<Expr>, usize), String> {
    let length = number_length(text);
    let word = text[..length].to_ascii_lowercase();
    let wrong = || format!("`{}` is not a number", &text[..length]);
    let hex = word.starts_with("0x");
    if !hex && word.contains(['.', 'e']) {
        let value = word
            .trim_end_matches(['f', 'l'])
            .parse::<f64>()
            .map_err(|_| wrong())?;
        return Ok((Token::Value(Expr::Real(value)), length));
    }
    let digits = word.trim_end_matches(['u', 'l']);
    let suffix = &word[digits.len()..];
    let value = match digits {
        _ if hex => i128::from_str_radix(&digits[2..], 16).ok(),
        "0" => Some(0),
        _ if digits.starts_with('0') => i128::from_str_radix(digits, 8).ok(),
        _ => digits.parse().ok(),
    };
    let value = value
        .filter(|value| *value <= i128::from(u64::MAX))
        .ok_or_else(wrong)?;
    let expr = Expr::Number {
        value,
        unsigned: suffix.contains('u'),
        long: suffix.contains('l'),
    };
    Ok((Token::Value(expr), length))
}

fn binary(parser: &mut Parser<Expr>) -> Result<Expr, String> {
    parser.binary(LEVELS, unary, Expr::Binary)
}

fn unary(parser: &mut Parser<Expr>) -> Result<Expr, String> {
    parser.nested(|parser| {
        let op = parser.take(&[
            ("!", Unary::Not),
            ("-", Unary::Negated),
            ("~", Unary::Complement),
            ("*", Unary::Deref),
            ("&", Unary::AddressOf),
        ]);
        match op {
            Some(op) => Ok(Expr::Unary(op, Box::new(unary(parser)?))),
            None => postfix(parser),
        }
    })
}

fn postfix(parser: &mut Parser<Expr>) -> Result<Expr, String> {
    let mut expr = if parser.take(&[("(", ())]).is_some() {
        let inner = binary(parser)?;
        parser.close(")", "a parenthesis")?;
        inner
    } else {
        parser.atom(|value| value, Expr::Name)?
    };
    while let Some(what) = parser.take(&[("[", '['), (".", '.'), ("->", '>')]) {
        if what == '[' {
            let index = binary(parser)?;
            parser.close("]", "a bracket")?;
            expr = Expr::Index(Box::new(expr), Box::new(index));
            continue;
        }
        if what == '>' {
            expr = Expr::Unary(Unary::Deref, Box::new(expr));
        }
        match parser.next_token() {
            Some(Token::Name(name)) => expr = Expr::Member(Box::new(expr), name),
            _ => return Err("the name of a member is missing".to_owned()),
        }
    }
    Ok(expr)
}

impl Expr {
    /// All names of variables in it, in the order they are written.
    pub(super) fn names<'e>(&'e self, found: &mut Vec<&'e str>) {
        match self {
            Expr::Number { .. } | Expr::Real(_) => {}
            Expr::Name(name) => {
                if !found.contains(&name.as_str()) {
                    found.push(name);
                }
            }
            Expr::Unary(_, inner) | Expr::Member(inner, _) => inner.names(found),
            Expr::Binary(_, a, b) | Expr::Index(a, b) => {
                a.names(found);
                b.names(found);
            }
        }
    }

    /// Whether something is read through a pointer.
    pub(super) fn dereferences(&self) -> bool {
        match self {
            Expr::Number { .. } | Expr::Real(_) | Expr::Name(_) => false,
            Expr::Unary(op, inner) => *op == Unary::Deref || inner.dereferences(),
            Expr::Member(inner, _) => inner.dereferences(),
            Expr::Index(..) => true,
            Expr::Binary(_, a, b) => a.dereferences() || b.dereferences(),
        }
    }
}
