//! Calls that print and read by a format, and which conversion serves which argument.

use super::lexed::{Kind, Lexed};

/// One conversion of a format, with the argument that it is for.
#[derive(Debug, Clone)]
pub(super) struct Conversion {
    pub(super) reads: bool,
    /// Where `%5.2lf` stands.
    pub(super) lo: usize,
    pub(super) hi: usize,
    /// Flags, width and decimals: `5.2`.
    pub(super) shape: String,
    /// Length and letter: `lf`.
    pub(super) letters: String,
    /// Where the argument stands, and its tokens.
    pub(super) argument: (usize, usize),
    pub(super) tokens: std::ops::Range<usize>,
}

/// All conversions of a text.
pub(super) fn conversions(lexed: &Lexed<'_>) -> Vec<Conversion> {
    let mut found = Vec::new();
    for index in 0..lexed.tokens.len() {
        let (reads, format) = match lexed.word(index) {
            "printf" => (false, 0),
            "fprintf" | "sprintf" => (false, 1),
            "scanf" => (true, 0),
            "fscanf" | "sscanf" => (true, 1),
            _ => continue,
        };
        if lexed.word(index + 1) == "("
            && let Some(close) = lexed.closing(index + 1)
        {
            let arguments = split(lexed, index + 2, close);
            collect(lexed, &arguments, format, reads, &mut found);
        }
    }
    found
}

/// What stands between commas.
fn split(lexed: &Lexed<'_>, from: usize, to: usize) -> Vec<std::ops::Range<usize>> {
    let (mut found, mut start, mut at) = (Vec::new(), from, from);
    while at < to {
        match lexed.word(at) {
            "(" | "[" | "{" => at = lexed.closing(at).unwrap_or(to),
            "," => {
                found.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    found.push(start..to);
    found
}

fn collect(
    lexed: &Lexed<'_>,
    arguments: &[std::ops::Range<usize>],
    format: usize,
    reads: bool,
    found: &mut Vec<Conversion>,
) {
    let Some(own) = arguments.get(format).filter(|own| own.len() == 1) else {
        return;
    };
    if !lexed.is(own.start, Kind::Text) {
        return;
    }
    let token = lexed.tokens[own.start];
    let text = lexed.slice(token.lo, token.hi);
    let mut next = format + 1;
    let mut at = 0;
    while let Some(percent) = text[at..].find('%').map(|position| position + at) {
        let rest = &text[percent + 1..];
        let shape: String = rest
            .chars()
            .take_while(|letter| letter.is_ascii_digit() || "-+ #.*".contains(*letter))
            .collect();
        let behind = &rest[shape.len()..];
        let length = behind.len() - behind.trim_start_matches(['h', 'l', 'z', 'L']).len();
        let letters = behind.get(..length + 1).unwrap_or_default();
        at = percent + 1 + shape.len() + letters.len();
        if letters == "%" || letters.is_empty() {
            continue;
        }
        if shape.contains('*') {
            if reads {
                continue;
            }
            next += 1;
        }
        if let Some(tokens) = arguments.get(next).filter(|tokens| !tokens.is_empty()) {
            found.push(Conversion {
                reads,
                lo: token.lo + percent,
                hi: token.lo + at,
                shape,
                letters: letters.to_owned(),
                argument: (lexed.tokens[tokens.start].lo, lexed.tokens[tokens.end - 1].hi),
                tokens: tokens.clone(),
            });
        }
        next += 1;
    }
}

impl Conversion {
    /// The variable or member that is read or printed as it is: `x` of `&x`, `x`, `&s[i].x`.
    pub(super) fn object<'l>(&self, lexed: &'l Lexed<'_>) -> Option<&'l str> {
        let mut tokens = self.tokens.clone();
        if lexed.word(tokens.start) == "&" {
            tokens.start += 1;
        }
        while tokens.end > tokens.start && lexed.word(tokens.end - 1) == "]" {
            let mut open = tokens.end - 1;
            while open > tokens.start && lexed.closing(open) != Some(tokens.end - 1) {
                open -= 1;
            }
            tokens.end = open;
        }
        let last = tokens.end.checked_sub(1).filter(|last| *last >= tokens.start)?;
        let path = tokens.clone().all(|index| {
            lexed.is(index, Kind::Word)
                || matches!(lexed.word(index), "." | "->" | "[" | "]")
                || lexed.is(index, Kind::Number)
        });
        (path && lexed.is(last, Kind::Word)).then(|| lexed.word(last))
    }

    /// Whether the value that is printed is made of a variable.
    pub(super) fn mentions(&self, lexed: &Lexed<'_>, name: &str) -> bool {
        let mut at = self.tokens.start;
        while at < self.tokens.end {
            match lexed.word(at) {
                "[" => at = lexed.closing(at).unwrap_or(self.tokens.end),
                word if word == name => return true,
                _ => {}
            }
            at += 1;
        }
        false
    }

    /// The conversion for a value of a type; nothing if it is this one.
    pub(super) fn fitting(&self, ty: &str, decimals: usize) -> Option<String> {
        let letter = self.letters.chars().last()?;
        let floating = matches!(letter, 'f' | 'g' | 'e' | 'F' | 'G' | 'E');
        let new = match (ty, self.reads) {
            ("double", true) => "lf",
            ("float", true) => "f",
            ("float" | "double", false) if floating => return None,
            ("float" | "double", false) => return Some(format!("%.{decimals}f")),
            ("char", true) => "c",
            ("char", false) if letter == 'c' || letter == 'd' => return None,
            ("char", false) => "c",
            ("int", _) if letter == 'i' => return None,
            ("int", false) if matches!(letter, 'c' | 'x' | 'o' | 'u' | 'X') => return None,
            ("int", _) => "d",
            ("long", _) => "ld",
            ("long long", _) => "lld",
            ("unsigned" | "unsigned int", _) => "u",
            _ => return None,
        };
        // Decimals are for fractions.
        let shape = match floating && !new.ends_with('f') {
            true => self.shape.split('.').next().unwrap_or_default(),
            false => &self.shape,
        };
        (self.letters != new).then(|| format!("%{shape}{new}"))
    }
}
