//! Other types: of variables, members, parameters and what functions return, with the conversions that they are read
//! and printed by; longer arrays; a first value at the declaration; the conversion that fits.

use crate::operators::ChangeKind;
use crate::operators::spans::SpanEdit;

use crate::operators::{Family, OperatorEntry};

use super::calls::Conversion;
use super::declared::{Declared, Form};
use super::lexed::Lexed;
use super::{Rewrite, TypeHints};
use super::{TextOperator, TextTarget, Writing};

/// Types of which it is known by which conversions they are printed.
const KNOWN: [&str; 8] = [
    "int",
    "long",
    "long long",
    "unsigned",
    "unsigned int",
    "float",
    "double",
    "char",
];

/// The types that a declared one may have been meant to be, as far as the tests make that likely.
fn others(ty: &str, signs: &TypeHints) -> Vec<&'static str> {
    let mut found = Vec::new();
    let integer = matches!(
        ty,
        "int" | "long" | "long int" | "unsigned" | "unsigned int" | "short" | "char" | "long long"
    );
    if signs.fractions && integer {
        found.extend(["double", "float"]);
    }
    match ty {
        "float" if signs.fractions || signs.large => found.push("double"),
        "double" if signs.fractions => found.push("float"),
        _ => {}
    }
    if signs.large && integer && !ty.starts_with("long") {
        found.push("long");
    }
    match ty {
        "char" | "short" | "unsigned" | "unsigned int" | "unsigned char" | "float" | "double" => {
            found.push("int");
        }
        _ => {}
    }
    found
}

/// Another type with the conversions that read and print it, a longer array, a first value, the conversion that fits.
pub(crate) struct OtherType;

impl TextOperator for OtherType {
    fn entry(&self) -> OperatorEntry {
        let what = "another type with the conversions that read and print it, a longer array, a first value, the conversion that fits";
        OperatorEntry::new("other_type", Family::Rewrites, what)
    }

    fn generate(&self, _: &Writing<'_>, target: TextTarget<'_>, found: &mut Vec<Rewrite>) {
        if let TextTarget::File(file) = target {
            rewrites(file.lexed, file.declared, file.conversions, file.hints, found);
        }
    }
}

/// Everything that may be changed about declarations and formats, the plainest first.
fn rewrites(
    lexed: &Lexed<'_>,
    declared: &[Declared],
    conversions: &[Conversion],
    signs: &TypeHints,
    found: &mut Vec<Rewrite>,
) {
    for declared in declared {
        for name in &declared.names {
            let list = matches!(declared.form, Form::List { .. });
            if !list || name.initialised || name.pointer || !signs.unwritten.contains(&name.name) {
                continue;
            }
            let values: &[&str] = match name.lengths.is_empty() {
                true => &["0", "1"],
                false => &["{0}"],
            };
            for value in values {
                let at = lexed.span(name.lo, name.hi);
                let text = format!("{} = {value}", lexed.slice(name.lo, name.hi));
                found.push(Rewrite::one(ChangeKind::Constant, at, text));
            }
        }
    }
    formats(lexed, declared, conversions, signs, found);
    if signs.outside {
        lengths(lexed, declared, found);
    }
    for own in declared {
        // Texts are made of characters.
        if own.ty == "char"
            && own
                .names
                .iter()
                .any(|name| name.pointer || !name.lengths.is_empty())
        {
            continue;
        }
        for ty in others(&own.ty, signs) {
            whole(lexed, own, declared, ty, conversions, signs, found);
        }
        if own.names.len() > 1 && matches!(own.form, Form::List { .. }) {
            for ty in others(&own.ty, signs) {
                single(lexed, own, ty, conversions, signs, found);
            }
        }
    }
}

/// Conversions of another type than their argument has, and addresses that are missing.
fn formats(
    lexed: &Lexed<'_>,
    declared: &[Declared],
    conversions: &[Conversion],
    signs: &TypeHints,
    found: &mut Vec<Rewrite>,
) {
    for conversion in conversions {
        let (lo, hi) = (conversion.lo, conversion.hi);
        // Blanks before a character are read as one.
        if conversion.reads && conversion.letters == "c" && !lexed.slice(0, lo).ends_with(' ') {
            let at = lexed.span(lo, hi);
            found.push(Rewrite::one(
                ChangeKind::Text,
                at,
                format!(" %{}c", conversion.shape),
            ));
        }
        let Some(name) = conversion.object(lexed) else {
            continue;
        };
        let known = declared.iter().filter(|own| own.lo < lo).rev().find_map(|own| {
            let name = own.names.iter().find(|known| known.name == name)?;
            Some((own, name))
        });
        let Some((own, known)) = known.filter(|(own, _)| own.form != Form::Function) else {
            continue;
        };
        let (from, to) = conversion.argument;
        let plain = lexed.slice(from, to) == name;
        if conversion.reads && plain && !known.pointer && known.lengths.is_empty() {
            found.push(Rewrite::one(
                ChangeKind::Text,
                lexed.span(from, to),
                format!("&{name}"),
            ));
        }
        let text = known.pointer || (own.ty == "char" && conversion.letters.ends_with(['s', 'c']));
        if let Some(fitting) = conversion.fitting(&own.ty, signs.decimals).filter(|_| !text) {
            found.push(Rewrite::one(ChangeKind::Text, lexed.span(lo, hi), fitting));
            if plain && !conversion.reads {
                others_printed(lexed, declared, conversion, signs, found);
            }
        }
    }
}

/// Variables of the type that a conversion prints, for one of another type.
fn others_printed(
    lexed: &Lexed<'_>,
    declared: &[Declared],
    conversion: &Conversion,
    signs: &TypeHints,
    found: &mut Vec<Rewrite>,
) {
    let before = declared.iter().filter(|own| own.lo < conversion.lo).rev();
    let fitting = before.filter(|own| {
        let known = KNOWN.contains(&own.ty.as_str()) && own.form != Form::Function;
        known && conversion.fitting(&own.ty, signs.decimals).is_none()
    });
    let names = fitting.flat_map(|own| &own.names);
    let plain = names.filter(|name| !name.pointer && name.lengths.is_empty());
    let (from, to) = conversion.argument;
    for name in plain.take(budgets::repair::MAX_PRINTED_VARIABLES.count()) {
        let at = lexed.span(from, to);
        found.push(Rewrite::one(ChangeKind::Variable, at, name.name.clone()));
    }
}

/// The edits of the conversions that names are read and printed by.
fn adapted(
    lexed: &Lexed<'_>,
    names: &[&str],
    ty: &str,
    conversions: &[Conversion],
    signs: &TypeHints,
    edits: &mut Vec<SpanEdit>,
) {
    for conversion in conversions {
        let own = conversion.object(lexed);
        let concerned = match own {
            Some(own) => names.contains(&own),
            None => {
                // A sum with a fraction is one; what a function returns is printed as it is.
                let fraction = matches!(ty, "double" | "float");
                let called = |name: &&&str| lexed.word(conversion.tokens.start) == **name;
                let mut names = names.iter().filter(|name| fraction || called(name));
                !conversion.reads && names.any(|name| conversion.mentions(lexed, name))
            }
        };
        let is_text = conversion.letters.ends_with('s');
        if concerned
            && !is_text
            && let Some(fitting) = conversion.fitting(ty, signs.decimals)
        {
            edits.push(SpanEdit {
                span: lexed.span(conversion.lo, conversion.hi),
                replacement: fitting,
            });
        }
    }
}

/// Another type for all that a declaration declares. A function has the same type wherever it is declared.
fn whole(
    lexed: &Lexed<'_>,
    own: &Declared,
    all: &[Declared],
    ty: &str,
    conversions: &[Conversion],
    signs: &TypeHints,
    found: &mut Vec<Rewrite>,
) {
    let mut edits = vec![SpanEdit {
        span: lexed.span(own.lo, own.hi),
        replacement: ty.to_owned(),
    }];
    let names: Vec<&str> = own.names.iter().map(|name| name.name.as_str()).collect();
    if own.form == Form::Function {
        if names == ["main"] {
            return;
        }
        let same = |other: &&Declared| other.form == own.form && other.names[0].name == names[0];
        let declared: Vec<&Declared> = all.iter().filter(same).collect();
        if declared[0].lo != own.lo {
            return;
        }
        edits.extend(declared[1..].iter().map(|other| SpanEdit {
            span: lexed.span(other.lo, other.hi),
            replacement: ty.to_owned(),
        }));
    }
    adapted(lexed, &names, ty, conversions, signs, &mut edits);
    found.push(Rewrite {
        kind: ChangeKind::Type,
        edits,
    });
}

/// Another type for one of several names.
fn single(
    lexed: &Lexed<'_>,
    own: &Declared,
    ty: &str,
    conversions: &[Conversion],
    signs: &TypeHints,
    found: &mut Vec<Rewrite>,
) {
    let Form::List { end } = own.form else {
        return;
    };
    for name in &own.names {
        let others: Vec<&str> = own
            .names
            .iter()
            .filter(|other| other.lo != name.lo)
            .map(|other| lexed.slice(other.lo, other.hi))
            .collect();
        let text = format!(
            "{} {}; {ty} {};",
            own.ty,
            others.join(", "),
            lexed.slice(name.lo, name.hi)
        );
        let mut edits = vec![SpanEdit {
            span: lexed.span(own.lo, end),
            replacement: text,
        }];
        adapted(lexed, &[&name.name], ty, conversions, signs, &mut edits);
        found.push(Rewrite {
            kind: ChangeKind::Type,
            edits,
        });
    }
}

/// Longer arrays: one element more, or many.
fn lengths(lexed: &Lexed<'_>, declared: &[Declared], found: &mut Vec<Rewrite>) {
    let arrays = declared.iter().flat_map(|own| &own.names);
    for (lo, hi) in arrays.flat_map(|name| &name.lengths) {
        let text = lexed.slice(*lo, *hi);
        let longer: Vec<String> = match text.trim().parse::<u64>() {
            Ok(length) if length < budgets::repair::MAX_ARRAY_ELEMENTS.get() => vec![
                (length + 1).to_string(),
                (length.max(1) * 2).to_string(),
                (length + 1000).to_string(),
            ],
            Ok(_) => Vec::new(),
            Err(_) if text.trim().is_empty() => Vec::new(),
            Err(_) => vec![format!("{text} + 1")],
        };
        for new in longer {
            found.push(Rewrite::one(ChangeKind::Type, lexed.span(*lo, *hi), new));
        }
    }
}
