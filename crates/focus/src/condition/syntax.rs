//! How conditions are written: C expressions without side effects, calls and casts.

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

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Name(String),
    Value(Expr),
    Symbol(&'static str),
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

/// Deeper ones are refused.
const MAX_NESTING: u32 = 100;

pub(super) fn parse(text: &str) -> Result<Expr, String> {
    let mut parser = Parser {
        tokens: tokens(text)?,
        position: 0,
        depth: 0,
    };
    let expr = parser.binary(0)?;
    match parser.tokens.get(parser.position) {
        Some(token) => Err(format!("an operator is missing before {}", shown(token))),
        None => Ok(expr),
    }
}

fn shown(token: &Token) -> String {
    match token {
        Token::Name(name) => format!("`{name}`"),
        Token::Value(_) => "a number".to_owned(),
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
            let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let length = rest.find(|c: char| !part(c)).unwrap_or(rest.len());
            (Token::Name(rest[..length].to_owned()), length)
        } else if first == '\'' {
            character(rest)?
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

/// A character at the beginning of a text, and how long it is with its quotes.
fn character(text: &str) -> Result<(Token, usize), String> {
    let mut inside = text.chars().skip(1);
    let (value, length) = match inside.next() {
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
    let number = Expr::Number {
        value,
        unsigned: false,
        long: false,
    };
    match inside.next() {
        Some('\'') => Ok((Token::Value(number), length)),
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
        let op = self.take(&[
            ("!", Unary::Not),
            ("-", Unary::Negated),
            ("~", Unary::Complement),
            ("*", Unary::Deref),
            ("&", Unary::AddressOf),
        ]);
        let expr = match op {
            Some(op) => Expr::Unary(op, Box::new(self.unary()?)),
            None => self.postfix()?,
        };
        self.depth -= 1;
        Ok(expr)
    }

    fn postfix(&mut self) -> Result<Expr, String> {
        let mut expr = if self.take(&[("(", ())]).is_some() {
            let inner = self.binary(0)?;
            self.close(")", "a parenthesis")?;
            inner
        } else {
            self.atom()?
        };
        while let Some(what) = self.take(&[("[", '['), (".", '.'), ("->", '>')]) {
            if what == '[' {
                let index = self.binary(0)?;
                self.close("]", "a bracket")?;
                expr = Expr::Index(Box::new(expr), Box::new(index));
                continue;
            }
            if what == '>' {
                expr = Expr::Unary(Unary::Deref, Box::new(expr));
            }
            match self.tokens.get(self.position).cloned() {
                Some(Token::Name(name)) => expr = Expr::Member(Box::new(expr), name),
                _ => return Err("the name of a member is missing".to_owned()),
            }
            self.position += 1;
        }
        Ok(expr)
    }

    fn close(&mut self, with: &str, what: &str) -> Result<(), String> {
        match self.take(&[(with, ())]) {
            Some(()) => Ok(()),
            None => Err(format!("{what} is not closed")),
        }
    }

    fn atom(&mut self) -> Result<Expr, String> {
        let token = self.tokens.get(self.position).cloned();
        self.position += 1;
        match token {
            Some(Token::Value(value)) => Ok(value),
            Some(Token::Name(name)) => Ok(Expr::Name(name)),
            Some(Token::Symbol(symbol)) => Err(format!("a value is missing before `{symbol}`")),
            None => Err("a value is missing at the end".to_owned()),
        }
    }
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
