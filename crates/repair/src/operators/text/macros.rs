//! Macros with arguments: another operator, parameter or macro in the text that they stand for.
//!
//! Where such a macro is used its text is mixed with that of the arguments, and in many places at once, so that a
//! change in the typed tree would be one of a single use. In the text it is a change of one word.

use crate::operators::{Family, OperatorEntry};

use super::Rewrite;
use super::lexed::{Kind, Lexed, Token, tokens};
use super::{TextOperator, TextTarget, Writing};
use crate::operators::ChangeKind;

/// Operators, and those that are taken for them, the likeliest first.
const CONFUSED: &[(&str, &[&str])] = &[
    ("<", &["<=", ">", ">="]),
    ("<=", &["<", ">=", ">"]),
    (">", &[">=", "<", "<="]),
    (">=", &[">", "<=", "<"]),
    ("==", &["!="]),
    ("!=", &["=="]),
    ("&&", &["||"]),
    ("||", &["&&"]),
    ("+", &["-", "*"]),
    ("-", &["+"]),
    ("/", &["*", "%"]),
    ("%", &["/"]),
    ("*", &["/", "+"]),
];

/// Words that are no names of values.
const KEYWORDS: &[&str] = &[
    "int",
    "char",
    "long",
    "short",
    "unsigned",
    "signed",
    "float",
    "double",
    "void",
    "const",
    "do",
    "while",
    "if",
    "else",
    "for",
    "return",
    "sizeof",
    "struct",
    "union",
    "enum",
    "static",
    "break",
    "continue",
    "switch",
    "case",
    "default",
    "typeof",
    "__typeof__",
];

struct Macro {
    name: String,
    parameters: Vec<String>,
    /// What it stands for, with places in the file.
    body: Vec<Token>,
}

/// Another word or operator in a macro with parameters.
pub(crate) struct MacroBody;

impl TextOperator for MacroBody {
    fn entry(&self) -> OperatorEntry {
        let what = "another word or operator in a macro with parameters";
        OperatorEntry::new("macro_body", Family::Rewrites, what)
    }

    fn generate(&self, _: &Writing<'_>, target: TextTarget<'_>, found: &mut Vec<Rewrite>) {
        if let TextTarget::File(file) = target {
            rewrites(file.lexed, found);
        }
    }
}

fn rewrites(lexed: &Lexed<'_>, found: &mut Vec<Rewrite>) {
    let all = macros(lexed);
    let mut own = Vec::new();
    for known in &all {
        for index in 0..known.body.len() {
            changes(lexed, &all, known, index, &mut own);
        }
    }
    own.truncate(budgets::repair::MAX_MACRO_CHANGES.count());
    found.extend(own);
}

/// What could stand in place of one word of a macro.
fn changes(lexed: &Lexed<'_>, all: &[Macro], known: &Macro, index: usize, found: &mut Vec<Rewrite>) {
    let token = known.body[index];
    let word = |index: usize| {
        let token = known.body.get(index);
        token.map_or("", |token| lexed.slice(token.lo, token.hi))
    };
    let own = word(index);
    let at = lexed.span(token.lo, token.hi);
    let mut push = |kind, other: &str| found.push(Rewrite::one(kind, at, other));
    if token.kind == Kind::Sign {
        let before = index.checked_sub(1).map(|before| &known.body[before]);
        let behind_value = before.is_some_and(|before| {
            matches!(before.kind, Kind::Word | Kind::Number) || matches!(word(index - 1), ")" | "]")
        });
        let others = CONFUSED.iter().find(|(sign, _)| *sign == own && behind_value);
        for other in others.map_or(&[][..], |(_, others)| others) {
            push(ChangeKind::Operator, other);
        }
        return;
    }
    if token.kind != Kind::Word
        || KEYWORDS.contains(&own)
        || matches!(word(index.wrapping_sub(1)), "." | "->")
    {
        return;
    }
    if word(index + 1) == "(" {
        let arguments = |name: &str| {
            all.iter()
                .find(|other| other.name == name)
                .map(|other| other.parameters.len())
        };
        let same = all
            .iter()
            .filter(|other| other.name != own && other.name != known.name);
        for other in same.filter(|other| arguments(own) == Some(other.parameters.len())) {
            push(ChangeKind::Variable, &other.name);
        }
        return;
    }
    let names = known.body.iter().enumerate().filter(|(at, token)| {
        let text = lexed.slice(token.lo, token.hi);
        let value = token.kind == Kind::Word && word(at + 1) != "(" && !KEYWORDS.contains(&text);
        value && !matches!(word(at.wrapping_sub(1)), "." | "->")
    });
    let names = names.map(|(_, token)| lexed.slice(token.lo, token.hi));
    let parameters = known.parameters.iter().map(String::as_str);
    let mut tried = vec![own];
    for other in parameters.chain(names) {
        if !tried.contains(&other) {
            tried.push(other);
            push(ChangeKind::Variable, other);
        }
    }
}

/// The macros with parameters that a file defines.
fn macros(lexed: &Lexed<'_>) -> Vec<Macro> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < lexed.text.len() {
        let line = &lexed.text[at..];
        // With the lines that continue it.
        let mut end = 0;
        loop {
            let more = line[end..].iter().position(|byte| *byte == b'\n');
            let Some(more) = more else {
                end = line.len();
                break;
            };
            end += more;
            if !line[..end].trim_ascii_end().ends_with(b"\\") {
                break;
            }
            end += 1;
        }
        found.extend(defined(&line[..end], at));
        at += end + 1;
    }
    found
}

/// The macro that a directive defines.
fn defined(line: &[u8], start: usize) -> Option<Macro> {
    let hash = line.iter().position(|byte| !byte.is_ascii_whitespace())?;
    let rest = line[hash..].strip_prefix(b"#")?.trim_ascii_start();
    let rest = rest.strip_prefix(b"define")?;
    let from = line.len() - rest.len();
    let tokens = tokens(rest);
    let slice = |token: &Token| std::str::from_utf8(&rest[token.lo..token.hi]).unwrap_or_default();
    let (name, open) = (tokens.first()?, tokens.get(1)?);
    // With a blank between them it is no macro with parameters.
    if slice(open) != "(" || open.lo != name.hi {
        return None;
    }
    let close = tokens.iter().position(|token| slice(token) == ")")?;
    let parameters = tokens[2..close].iter().filter(|token| token.kind == Kind::Word);
    let body = tokens[close + 1..].iter().map(|token| Token {
        lo: token.lo + from + start,
        hi: token.hi + from + start,
        ..*token
    });
    Some(Macro {
        name: slice(name).to_owned(),
        parameters: parameters.map(|token| slice(token).to_owned()).collect(),
        body: body.collect(),
    })
}

#[cfg(test)]
mod checks {
    use super::*;
    use source::{SourceFile, SourceMap};

    fn changed(text: &str) -> Vec<String> {
        let mut sources = SourceMap::default();
        let file = sources.add_file(SourceFile::new("a.c".to_owned(), text.as_bytes().into(), false));
        let lexed = Lexed::new(&sources, file);
        let mut found = Vec::new();
        rewrites(&lexed, &mut found);
        let edits = found.iter().map(|rewrite| {
            let edit = &rewrite.edits[0];
            let (lo, hi) = (edit.span.lo as usize, edit.span.hi as usize);
            let new = format!("{}{}{}", &text[..lo], edit.replacement, &text[hi..]);
            new.lines().collect::<Vec<_>>().join(" ")
        });
        edits.collect()
    }

    #[test]
    fn words_of_a_macro_are_changed_in_its_definition() {
        let found = changed("int x;\n#define MAX(a, b) ((a) < (b) ? (a) : (b))\n");
        let wanted = |text: &str| assert!(found.contains(&format!("int x; {text}")), "{text}: {found:#?}");
        wanted("#define MAX(a, b) ((a) > (b) ? (a) : (b))");
        wanted("#define MAX(a, b) ((a) < (b) ? (b) : (b))");
    }

    #[test]
    fn other_macros_and_continued_lines() {
        let text = "#define LO(a, b) a\n#define HI(a, b) b\n#define BOTH(a, b) \\\n  do { int t = LO(a, b); b = t; } while (0)\n#define N (a) + 1\n";
        let found = changed(text);
        let wanted = |old: &str, new: &str| {
            let text = text.replacen(old, new, 1);
            let text = text.lines().collect::<Vec<_>>().join(" ");
            assert!(found.contains(&text), "{new}: {found:#?}");
        };
        wanted("t = LO(", "t = HI(");
        wanted("b = t;", "a = t;");
        assert!(!found.iter().any(|text| text.contains("(a) - 1")), "{found:#?}");
    }
}
