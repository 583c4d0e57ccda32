//! What the program's own text suggests as inputs: its constants, its words, the formats it reads with, and the lengths
//! of its arrays. An error is often one step beyond such a number, and a command has to be spelled as it is compared.

use std::collections::BTreeSet;

use ctype::{ArrayLen, Type};
use program::{ExprKind, InstrKind, Program};
use source::SourceMap;

#[derive(Debug, Default)]
pub(crate) struct Dictionary {
    pub integers: Vec<i128>,
    /// Numbers of elements of arrays.
    pub lengths: Vec<usize>,
    /// Bits, by their width in bytes.
    pub floats: Vec<u128>,
    pub words: Vec<Vec<u8>>,
    /// Shapes of lines, as formats read them.
    pub shapes: Vec<Vec<Token>>,
}

/// A part of a line.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Token {
    Integer,
    Float,
    Word,
    Character,
    Text(u8),
}

impl Dictionary {
    pub(crate) fn of(program: &Program, sources: &SourceMap) -> Dictionary {
        let mut integers: BTreeSet<i128> = BTreeSet::new();
        let mut lengths: BTreeSet<usize> = BTreeSet::new();
        let mut floats: BTreeSet<u128> = BTreeSet::new();
        let mut words: BTreeSet<Vec<u8>> = BTreeSet::new();
        let mut shapes: BTreeSet<Vec<Token>> = BTreeSet::new();
        for expr in &program.exprs {
            if sources.is_embedded(expr.loc) {
                continue;
            }
            match expr.kind {
                ExprKind::Int(value) if program.types.is_integer(expr.ty) => {
                    integers.insert(value);
                }
                ExprKind::Float(bits) => {
                    floats.insert(bits);
                }
                ExprKind::Bytes(string) => {
                    let text = program.string(string);
                    let text = text.split(|&c| c == 0).next().unwrap_or(&[]);
                    if text.contains(&b'%') {
                        shapes.extend(shape(text));
                    }
                    for word in text.split(u8::is_ascii_whitespace) {
                        if !word.is_empty()
                            && word.len() <= budgets::fuzz::MAX_WORD.count()
                            && !word.contains(&b'%')
                        {
                            words.insert(word.to_vec());
                        }
                    }
                }
                _ => {}
            }
        }
        for function in program.functions.iter().filter(|function| !function.embedded) {
            for instr in &function.body {
                if let InstrKind::Switch { arms, .. } = &instr.kind {
                    integers.extend(arms.iter().map(|arm| arm.low));
                }
            }
        }
        for variable in &program.variables {
            // What cannot be written (string literals above all) is not filled up.
            if sources.is_embedded(variable.loc) || program.is_open_argument(variable) || variable.read_only {
                continue;
            }
            let mut ty = variable.ty;
            while let Type::Array { elem, len } = program.types.get(ty) {
                if let ArrayLen::Fixed(len) = len {
                    lengths.extend(usize::try_from(*len).ok().filter(|&len| len <= 4096));
                }
                ty = *elem;
            }
            if let Some(record) = program.types.record_of(ty) {
                for field in &program.types.record(record).fields {
                    if let Type::Array {
                        len: ArrayLen::Fixed(len),
                        ..
                    } = program.types.get(field.ty)
                    {
                        lengths.extend(usize::try_from(*len).ok().filter(|&len| len <= 4096));
                    }
                }
            }
        }
        Dictionary {
            integers: integers.into_iter().collect(),
            lengths: lengths.into_iter().collect(),
            floats: floats.into_iter().collect(),
            words: words.into_iter().collect(),
            shapes: shapes.into_iter().collect(),
        }
    }
}

/// What a format reads or prints, as parts of a line; nothing if it has no conversion.
fn shape(format: &[u8]) -> Option<Vec<Token>> {
    let mut parts = Vec::new();
    let mut rest = format.iter().copied().peekable();
    let mut converts = false;
    while let Some(c) = rest.next() {
        if c != b'%' {
            parts.push(Token::Text(c));
            continue;
        }
        while let Some(flag) = rest.next_if(|c| c.is_ascii_digit() || b"hlLqjzt*-+ #.".contains(c)) {
            let _ = flag;
        }
        let part = match rest.next()? {
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => Token::Integer,
            b'f' | b'e' | b'g' | b'a' | b'F' | b'E' | b'G' => Token::Float,
            b's' => Token::Word,
            b'c' => Token::Character,
            b'[' => {
                rest.by_ref().find(|&c| c == b']');
                Token::Word
            }
            other => Token::Text(other),
        };
        converts |= !matches!(part, Token::Text(_));
        parts.push(part);
    }
    let short = parts.len() <= 40;
    (converts && short).then_some(parts)
}
