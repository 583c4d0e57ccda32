//! Wrong words: the text of string literals, in tables and elsewhere.
//!
//! A misspelt word is no value that a solver should look for: what it ought to be stands in the tests. Either it is
//! printed, and then the expected text has the right word where the run prints the wrong one; or it is compared with
//! what is read, and then the right word is among what the tests read or print, and much like the wrong one. So a few
//! words are tried for each literal. One with which every test is right is an [`KnownChange`].

use std::collections::{BTreeSet, VecDeque};

use interp::{Interpreter, NoObserver};
use program::{Expr, ExprId, ExprKind, InstrKind, PlaceBase, Program, StringId};
use source::{LocId, SourceMap, Span};

use super::edits::{ChangedPlace, KnownChange};
use super::run::{TestRun, execute};

/// A literal: the expressions that hold its bytes, more than one if it is in a macro.
struct Literal {
    bytes: Vec<ExprId>,
    /// Where it is written: in the definition of a macro, if it comes from there.
    span: Span,
    text: Vec<u8>,
    /// How long another text may be; a literal of its own may be of any length.
    room: Option<usize>,
}

/// Other words for literals, with which every test is right.
pub(super) fn words(
    program: &Program,
    sources: &SourceMap,
    failing: &[TestRun],
    passing: &[TestRun],
    stop: &runs::Interrupt,
) -> Vec<KnownChange> {
    if failing.iter().any(|run| run.test.expected.is_none()) {
        return Vec::new();
    }
    let mut order: Vec<&TestRun> = failing.iter().collect();
    order.sort_by_key(|run| run.steps);
    order.extend(passing);
    let (mut tried, mut steps) = (0, 0);
    let mut found = Vec::new();
    for literal in literals(program, sources) {
        for word in candidates(&literal, failing) {
            if tried >= budgets::localize::MAX_TRIED_WORDS.count()
                || steps >= budgets::localize::MAX_WORD_TRIALS.get()
                || stop()
            {
                return found;
            }
            tried += 1;
            let changed = with_text(program, &literal, &word);
            let interpreter = Interpreter::new(&changed, Some(sources));
            let right = order.iter().all(|run| {
                let test = &run.test;
                let inputs = test.inputs.iter().cloned();
                let limit = run
                    .steps
                    .saturating_mul(budgets::localize::TRIAL_RUN_FACTOR.get())
                    .saturating_add(budgets::localize::MIN_TRIAL_RUN.get());
                let (outcome, stdout) = execute(
                    &interpreter,
                    test,
                    inputs,
                    test.stdin.clone(),
                    VecDeque::new(),
                    &mut NoObserver,
                    limit,
                );
                steps += outcome.steps + budgets::runs::START.get();
                run.is_right(&outcome.stop, &stdout)
            });
            if right {
                let part = ChangedPlace {
                    span: literal.span,
                    replacement: format!("\"{}\"", String::from_utf8_lossy(&word)),
                    statement: false,
                    change: 0,
                };
                found.push(KnownChange {
                    parts: vec![part],
                    partly: None,
                    explains: Vec::new(),
                });
                break;
            }
        }
    }
    found
}

/// The literals that the user wrote as one plain word or line.
fn literals(program: &Program, sources: &SourceMap) -> Vec<Literal> {
    let mut found: Vec<Literal> = Vec::new();
    let own = program.functions.iter().filter(|function| !function.embedded);
    let start = &program.function(program.entry).body;
    for instr in own.flat_map(|function| &function.body).chain(start) {
        let InstrKind::Assign { place, value } = instr.kind else {
            continue;
        };
        let Expr {
            kind: ExprKind::Bytes(string),
            loc,
            ..
        } = *program.expr(value)
        else {
            continue;
        };
        if loc == LocId::NONE || sources.is_embedded(loc) {
            continue;
        }
        let location = sources.location(loc);
        let spelled = location.spelled.as_ref().map(|spelled| spelled.span);
        let span = spelled.unwrap_or(location.used);
        let text = program.string(string);
        let text = text.strip_suffix(&[0]).unwrap_or(text).to_vec();
        // What is written otherwise (escapes, several pieces) is no word.
        let written = sources.text(span);
        if text.is_empty() || written.as_bytes() != [b"\"", &text[..], b"\""].concat() || text.contains(&b'%')
        {
            continue;
        }
        let place = program.place(place);
        let own = matches!(place.base, PlaceBase::Var(var)
            if place.path.is_empty() && program.variable(var).read_only);
        let size = program.types.size_of(place.ty);
        let room = if own { None } else { size.map(|size| size as usize) };
        match found.iter_mut().find(|literal| literal.span == span) {
            Some(known) => {
                let least = known.room.into_iter().chain(room).min();
                known.room = least;
                known.bytes.push(value);
            }
            None => found.push(Literal {
                bytes: vec![value],
                span,
                text,
                room,
            }),
        }
    }
    found.sort_by_key(|literal| (literal.span.file, literal.span.lo));
    found
}

fn with_text(program: &Program, literal: &Literal, word: &[u8]) -> Program {
    let mut changed = program.clone();
    let id = StringId(changed.strings.len() as u32);
    let mut bytes = word.to_vec();
    bytes.push(0);
    let size = bytes.len();
    if let Some(room) = literal.room {
        bytes.truncate(room);
    }
    changed.strings.push(bytes.into());
    for expr in literal.bytes.iter().copied() {
        changed.exprs[expr.index()].kind = ExprKind::Bytes(id);
        if literal.room.is_some() {
            continue;
        }
        // The object is as long as its text.
        let ty = changed.expr(expr).ty;
        let elem = changed.types.element(ty).unwrap_or(ty);
        let ty = changed.types.array(elem, size as u64);
        changed.exprs[expr.index()].ty = ty;
        let mut assigns = program.functions.iter().flat_map(|function| &function.body);
        let target = assigns.find_map(|instr| match instr.kind {
            InstrKind::Assign { place, value } if value == expr => Some(place),
            _ => None,
        });
        if let Some(place) = target {
            changed.places[place.index()].ty = ty;
            if let PlaceBase::Var(var) = program.place(place).base {
                changed.variables[var.index()].ty = ty;
            }
        }
    }
    changed
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'\'')
}

/// What the literal could be, the likeliest first.
fn candidates(literal: &Literal, failing: &[TestRun]) -> Vec<Vec<u8>> {
    let own = &literal.text;
    let mut found: Vec<Vec<u8>> = Vec::new();
    let mut add = |word: &[u8]| {
        let fits = literal.room.is_none_or(|room| word.len() <= room);
        let plain = word
            .iter()
            .all(|byte| (b' '..=b'~').contains(byte) && !b"\"\\%".contains(byte));
        if fits && plain && !word.is_empty() && word != own && !found.iter().any(|known| known == word) {
            found.push(word.to_vec());
        }
    };
    for run in failing.iter().take(budgets::localize::MAX_WORD_TESTS.count()) {
        let expected = run.test.expected.as_deref().unwrap_or_default();
        if let Some(word) = printed_instead(own, &run.stdout, expected) {
            add(word);
        }
    }
    let mut close: BTreeSet<(usize, Vec<u8>)> = BTreeSet::new();
    for run in failing.iter().take(budgets::localize::MAX_WORD_TESTS.count()) {
        let expected = run.test.expected.as_deref().unwrap_or_default();
        let arguments = run.test.arguments.iter().skip(1).map(Vec::as_slice);
        for text in arguments.chain([run.test.stdin.as_slice(), expected]) {
            for word in text.split(|byte| !is_word_byte(*byte)) {
                let away = distance(own, word);
                if away <= 1 + own.len() / 3 && away < own.len() {
                    close.insert((away, word.to_vec()));
                }
            }
        }
    }
    close.iter().for_each(|(_, word)| add(word));
    found
}

/// What is expected where a text is printed around the first difference.
fn printed_instead<'e>(text: &[u8], printed: &[u8], expected: &'e [u8]) -> Option<&'e [u8]> {
    let differs = printed.iter().zip(expected).position(|(a, b)| a != b);
    let differs = differs.unwrap_or(printed.len().min(expected.len()));
    let from = differs.saturating_sub(text.len());
    let start = (from..=differs).find(|at| printed[*at..].starts_with(text))?;
    let rest = expected.get(start..)?;
    // It ends where what comes after the text does.
    let end = match printed.get(start + text.len()) {
        Some(next) => rest.iter().position(|byte| byte == next)?,
        None => rest.len(),
    };
    Some(&rest[..end])
}

/// How many bytes have to be put in, left out or changed.
fn distance(from: &[u8], to: &[u8]) -> usize {
    if from.len().abs_diff(to.len()) > 1 + from.len() / 3 {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (index, byte) in from.iter().enumerate() {
        let mut diagonal = index;
        row[0] = index + 1;
        for (at, other) in to.iter().enumerate() {
            let changed = diagonal + usize::from(byte != other);
            diagonal = row[at + 1];
            row[at + 1] = changed.min(row[at] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_as_far_apart_as_they_are_edited() {
        assert_eq!(distance(b"teu", b"tue"), 2);
        assert_eq!(distance(b"souht", b"south"), 2);
        assert_eq!(distance(b"mon", b"mon"), 0);
        assert_eq!(distance(b"ab", b"abc"), 1);
        assert_eq!(distance(b"ab", b"abcdef"), usize::MAX);
    }

    #[test]
    fn the_expected_word_stands_where_the_wrong_one_is_printed() {
        let word = printed_instead(b"number", b"1: number,\"5\".\n", b"1: numeric,\"5\".\n");
        assert_eq!(word, Some(&b"numeric"[..]));
        let word = printed_instead(b"teu", b"mon teu", b"mon tue");
        assert_eq!(word, Some(&b"tue"[..]));
        assert_eq!(printed_instead(b"xyz", b"1 2\n", b"1 3\n"), None);
    }
}
