//! Declarations as they are written: the words of a type and what is declared with it.

use super::lexed::{Kind, Lexed};

/// What a declaration declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Variables or members, up to a semicolon that ends there.
    List {
        end: usize,
    },
    Parameter,
    Function,
}

#[derive(Debug, Clone)]
pub(super) struct Declarator {
    pub(super) name: String,
    pub(super) lo: usize,
    pub(super) hi: usize,
    pub(super) pointer: bool,
    pub(super) initialised: bool,
    /// Where the number of elements stands, for an array of one dimension or more.
    pub(super) lengths: Vec<(usize, usize)>,
}

#[derive(Debug, Clone)]
pub(super) struct Declared {
    /// Where the words of the type stand, and how they are written with one blank between them.
    pub(super) lo: usize,
    pub(super) hi: usize,
    pub(super) ty: String,
    pub(super) form: Form,
    pub(super) names: Vec<Declarator>,
}

const WORDS: [&str; 8] = [
    "int", "char", "short", "long", "float", "double", "unsigned", "signed",
];

/// All declarations with the words of arithmetic types.
pub(super) fn declarations(lexed: &Lexed<'_>) -> Vec<Declared> {
    let is_type = |index: usize| WORDS.contains(&lexed.word(index));
    let (mut found, mut index) = (Vec::new(), 0);
    while index < lexed.tokens.len() {
        let from = index;
        while is_type(index) {
            index += 1;
        }
        if index == from {
            index += 1;
            continue;
        }
        let (lo, hi) = (lexed.tokens[from].lo, lexed.tokens[index - 1].hi);
        let words: Vec<&str> = (from..index).map(|at| lexed.word(at)).collect();
        let Some((first, next)) = declarator(lexed, index) else {
            continue;
        };
        let mut declared = Declared {
            lo,
            hi,
            ty: words.join(" "),
            form: Form::Parameter,
            names: vec![first],
        };
        match lexed.word(next) {
            "(" => declared.form = Form::Function,
            ")" => {}
            // A parameter has the words of its own type behind each comma.
            "," if is_type(next + 1) || matches!(lexed.word(next + 1), "const" | "struct" | "void") => {}
            _ => {
                let Some(end) = rest(lexed, next, &mut declared) else {
                    continue;
                };
                declared.form = Form::List { end };
            }
        }
        found.push(declared);
    }
    found
}

/// A name with its stars and lengths, and what follows it.
fn declarator(lexed: &Lexed<'_>, from: usize) -> Option<(Declarator, usize)> {
    let mut at = from;
    while lexed.word(at) == "*" {
        at += 1;
    }
    if !lexed.is(at, Kind::Word) {
        return None;
    }
    let mut found = Declarator {
        name: lexed.word(at).to_owned(),
        lo: lexed.tokens[from].lo,
        hi: lexed.tokens[at].hi,
        pointer: at > from,
        initialised: false,
        lengths: Vec::new(),
    };
    at += 1;
    while lexed.word(at) == "[" {
        let close = lexed.closing(at)?;
        found.lengths.push((lexed.tokens[at].hi, lexed.tokens[close].lo));
        found.hi = lexed.tokens[close].hi;
        at = close + 1;
    }
    Some((found, at))
}

/// The initialiser and further names, up to the semicolon: where that ends.
fn rest(lexed: &Lexed<'_>, from: usize, declared: &mut Declared) -> Option<usize> {
    let mut at = from;
    loop {
        match lexed.word(at) {
            ";" => return Some(lexed.tokens[at].hi),
            "," => {
                let (name, next) = declarator(lexed, at + 1)?;
                declared.names.push(name);
                at = next;
                continue;
            }
            "(" | "[" | "{" => at = lexed.closing(at)?,
            "" | ")" | "}" => return None,
            _ => {}
        }
        let last = declared.names.last_mut()?;
        last.initialised = true;
        last.hi = lexed.tokens[at].hi;
        at += 1;
    }
}

#[cfg(test)]
mod checks {
    use super::*;
    use source::SourceMap;

    #[test]
    fn lists_parameters_and_functions() {
        let mut sources = SourceMap::default();
        let text = b"long f(int n, float *v) { unsigned int a, *b, c[3] = {1, 2}, d = (int)2.0; }".to_vec();
        let file = sources.add_file(source::SourceFile::new("a.c".to_owned(), text.into(), false));
        let lexed = Lexed::new(&sources, file);
        let all = declarations(&lexed);
        let told: Vec<(String, Vec<&str>)> = all
            .iter()
            .map(|declared| {
                let names = declared.names.iter().map(|name| lexed.slice(name.lo, name.hi));
                (declared.ty.clone(), names.collect())
            })
            .collect();
        assert_eq!(
            told,
            [
                ("long".to_owned(), vec!["f"]),
                ("int".to_owned(), vec!["n"]),
                ("float".to_owned(), vec!["*v"]),
                (
                    "unsigned int".to_owned(),
                    vec!["a", "*b", "c[3] = {1, 2}", "d = (int)2.0"]
                ),
            ]
        );
        assert_eq!(all[0].form, Form::Function);
        assert_eq!(all[1].form, Form::Parameter);
        assert!(matches!(all[3].form, Form::List { .. }));
    }
}
