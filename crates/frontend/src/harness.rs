//! The syntax that CBMC adds to C, rewritten to C before anything is parsed.
//!
//! The library's parser knows C and GNU C. What harnesses for CBMC write beyond that is little and can be told
//! from the tokens alone, so it is replaced there, and every new token stands where the one beside it stands:
//!
//! - `__CPROVER_forall { T v; P }` and `__CPROVER_exists` become `({ T v; __because_forall((P), v); })`, a call
//!   that the lowering knows and expands over the values of `v` that matter.
//! - `A ==> B` becomes `!(A) || (B)`. It binds weaker than `||` and to the right.
//! - `__CPROVER_array_set(a, v)` becomes a call that gets the value by its address and its size, because what it
//!   does depends on the type of the elements.
//! - Contracts (`__CPROVER_requires(…)`, loop invariants, …) say nothing about what a program does; like CBMC
//!   without a request to use them, they are left out.
//! - `__CPROVER_bitvector[N]` and `__CPROVER_floatbv[N][M]` become the C type of that width. Other widths become an
//!   enumeration over the next larger type, because it promotes as that type does; the conversion knows its tag
//!   ([`width_of_tag`]). Beyond 64 bits they are `_BitInt(N)`. Other floating formats are refused, like numbers without
//!   bound.

use rucc_base::{Interner, Symbol};
use rucc_diag::Diagnostic;
use rucc_lex::{PpTokenKind, Punct};
use rucc_pp::Tok;

/// Operands of `==>` are not longer than this; looking further each time would take too long.
const LONGEST: usize = 1 << 16;

/// Clauses with an argument in parentheses that have no effect on a run.
const CONTRACTS: [&str; 8] = [
    "__CPROVER_requires",
    "__CPROVER_ensures",
    "__CPROVER_assigns",
    "__CPROVER_frees",
    "__CPROVER_loop_invariant",
    "__CPROVER_decreases",
    "__CPROVER_requires_contract",
    "__CPROVER_ensures_contract",
];

/// Types that no C type stands for.
const NO_TYPES: [&str; 5] = [
    "__CPROVER_integer",
    "__CPROVER_natural",
    "__CPROVER_rational",
    "__CPROVER_real",
    "__CPROVER_fixedbv",
];

/// What became of the tokens.
#[derive(Default)]
pub(crate) struct Rewritten {
    /// What cannot be replaced.
    pub(crate) errors: Vec<Diagnostic>,
    /// Declarations that have to stand in front.
    pub(crate) prelude: String,
}

/// How the tags of enumerations that stand for integers of a width begin.
const TAG: &str = "__because_bits_";

/// Sign and width of the integers that an enumeration stands for.
pub(crate) fn width_of_tag(tag: &str) -> Option<(bool, u32)> {
    let rest = tag.strip_prefix(TAG)?;
    let signed = rest.starts_with('s');
    Some((signed, rest.get(1..)?.parse().ok()?))
}

/// The declaration of such an enumeration.
fn enumeration(tag: &str) -> String {
    let (signed, width) = width_of_tag(tag).unwrap_or((true, 32));
    let sign = if signed { "signed" } else { "unsigned" };
    let ty = match width {
        0..=8 => "char",
        9..=16 => "short",
        17..=32 => "int",
        _ => "long long",
    };
    format!("enum {tag} : {sign} {ty} {{ {tag}_ }};\n")
}

/// Replaces what only CBMC knows.
pub(crate) fn to_plain_c(tokens: &mut Vec<Tok>, interner: &mut Interner) -> Rewritten {
    let mut rewritten = Rewritten::default();
    let special = |symbol: Symbol| interner.resolve(symbol).starts_with("__CPROVER_");
    if tokens.iter().any(|token| token.ident().is_some_and(special)) {
        let words = Words::new(interner);
        let rewriter = Rewriter {
            words: &words,
            interner,
            out: Vec::with_capacity(tokens.len()),
            braces: Vec::new(),
            errors: &mut rewritten.errors,
            tags: std::collections::BTreeSet::new(),
        };
        let (made, tags) = rewriter.run(tokens);
        *tokens = made;
        rewritten.prelude = tags.iter().map(|tag| enumeration(tag)).collect();
    }
    if tokens.windows(2).any(is_implication) {
        implications(tokens, interner.find("return"));
    }
    rewritten
}

struct Words {
    forall: Symbol,
    exists: Symbol,
    because_forall: Symbol,
    because_exists: Symbol,
    array_set: Symbol,
    because_array_set: Symbol,
    value: Symbol,
    type_of: Symbol,
    size_of: Symbol,
    thread_local: Symbol,
    bitvector: Symbol,
    floatbv: Symbol,
    contracts: Vec<Symbol>,
    no_types: Vec<Symbol>,
    /// C types by width.
    int: Symbol,
    long: Symbol,
    int128: Symbol,
    bit_int: Symbol,
    enumeration: Symbol,
    signed: Symbol,
    unsigned: Symbol,
    float: Symbol,
    double: Symbol,
    half: Symbol,
    quad: Symbol,
}

impl Words {
    fn new(interner: &mut Interner) -> Words {
        let mut word = |text: &str| interner.intern(text);
        Words {
            forall: word("__CPROVER_forall"),
            exists: word("__CPROVER_exists"),
            because_forall: word("__because_forall"),
            because_exists: word("__because_exists"),
            array_set: word("__CPROVER_array_set"),
            because_array_set: word("__because_array_set"),
            value: word("__because_value"),
            type_of: word("__typeof__"),
            size_of: word("sizeof"),
            thread_local: word("__CPROVER_thread_local"),
            bitvector: word("__CPROVER_bitvector"),
            floatbv: word("__CPROVER_floatbv"),
            contracts: CONTRACTS.map(&mut word).to_vec(),
            no_types: NO_TYPES.map(&mut word).to_vec(),
            int: word("int"),
            long: word("long"),
            int128: word("__int128"),
            bit_int: word("_BitInt"),
            enumeration: word("enum"),
            signed: word("signed"),
            unsigned: word("unsigned"),
            float: word("float"),
            double: word("double"),
            half: word("_Float16"),
            quad: word("_Float128"),
        }
    }
}

/// A brace that is open, and what it belongs to.
enum Brace {
    Plain,
    /// Of a quantifier whose variables are still to come, behind this many tokens.
    Declaring(Symbol, usize),
    /// Of a quantifier over these variables.
    Ranging(Vec<Tok>),
}

struct Rewriter<'a> {
    words: &'a Words,
    interner: &'a mut Interner,
    out: Vec<Tok>,
    braces: Vec<Brace>,
    errors: &'a mut Vec<Diagnostic>,
    /// Of the enumerations that stand for integers of other widths.
    tags: std::collections::BTreeSet<String>,
}

impl Rewriter<'_> {
    fn run(mut self, tokens: &[Tok]) -> (Vec<Tok>, std::collections::BTreeSet<String>) {
        let words = self.words;
        let mut quantifier = None;
        let mut at = 0;
        while at < tokens.len() {
            let token = tokens[at];
            at += 1;
            let next = tokens.get(at).copied();
            let opens = |punct: Punct| next.is_some_and(|next| next.is(punct));
            match token.ident() {
                Some(word) if words.contracts.contains(&word) && opens(Punct::LParen) => {
                    at = group_end(tokens, at);
                    continue;
                }
                Some(word) if (word == words.forall || word == words.exists) && opens(Punct::LBrace) => {
                    self.out.push(punct(token, Punct::LParen));
                    quantifier = Some(if word == words.forall {
                        words.because_forall
                    } else {
                        words.because_exists
                    });
                    continue;
                }
                Some(word) if word == words.array_set && opens(Punct::LParen) => {
                    if let Some(end) = self.array_set(tokens, at) {
                        at = end;
                        continue;
                    }
                }
                Some(word) if word == words.thread_local => continue,
                Some(word)
                    if (word == words.bitvector || word == words.floatbv) && opens(Punct::LBracket) =>
                {
                    at = self.sized_type(tokens, at - 1, word == words.floatbv);
                    continue;
                }
                Some(word) if words.no_types.contains(&word) => {
                    let name = self.interner.resolve(word);
                    let message = format!("the type `{name}` is not supported: no C type stands for it");
                    self.errors.push(Diagnostic::error(message, token.report_span()));
                }
                _ => {}
            }
            self.plain(token, &mut quantifier);
        }
        (self.out, self.tags)
    }

    fn plain(&mut self, token: Tok, quantifier: &mut Option<Symbol>) {
        match token.punct() {
            Some(Punct::LBrace) => {
                self.out.push(token);
                self.braces.push(match quantifier.take() {
                    Some(name) => Brace::Declaring(name, self.out.len()),
                    None => Brace::Plain,
                });
            }
            Some(Punct::Semi) => {
                self.out.push(token);
                if let Some(open) = self.braces.last_mut()
                    && let Brace::Declaring(name, start) = *open
                {
                    let declaration = &self.out[start..];
                    let ends = |token: Tok| token.is(Punct::Comma) || token.is(Punct::Semi);
                    let variables: Vec<Tok> = declaration
                        .windows(2)
                        .filter(|pair| pair[0].ident().is_some() && ends(pair[1]))
                        .map(|pair| pair[0])
                        .collect();
                    for _ in &variables {
                        self.out.extend([
                            ident(token, name),
                            punct(token, Punct::LParen),
                            punct(token, Punct::LParen),
                        ]);
                    }
                    if !variables.is_empty() {
                        *open = Brace::Ranging(variables);
                    }
                }
            }
            Some(Punct::RBrace) => match self.braces.pop() {
                Some(Brace::Ranging(variables)) => {
                    let here = |kind| punct(token, kind);
                    for variable in variables.into_iter().rev() {
                        let name = variable.ident().map_or(variable, |name| ident(token, name));
                        self.out
                            .extend([here(Punct::RParen), here(Punct::Comma), name, here(Punct::RParen)]);
                    }
                    self.out.extend([here(Punct::Semi), token, here(Punct::RParen)]);
                }
                Some(Brace::Declaring(..)) => self.out.extend([token, punct(token, Punct::RParen)]),
                _ => self.out.push(token),
            },
            _ => self.out.push(token),
        }
    }

    /// `(a, v)` at this position becomes
    /// `({ __typeof__(*(a)) value = (v); __because_array_set((a), &value, sizeof(value)); })`.
    fn array_set(&mut self, tokens: &[Tok], open: usize) -> Option<usize> {
        let words = self.words;
        let end = group_end(tokens, open);
        let close = tokens.get(end - 1).filter(|token| token.is(Punct::RParen))?;
        let mut depth = 0usize;
        let comma = (open + 1..end - 1).find(|&at| {
            depth = nesting(depth, tokens[at]);
            depth == 0 && tokens[at].is(Punct::Comma)
        })?;
        let (array, value) = (&tokens[open + 1..comma], &tokens[comma + 1..end - 1]);
        let (first, last) = (tokens[open], *close);
        let p = |kind| punct(first, kind);
        let out = &mut self.out;
        out.extend([p(Punct::LParen), p(Punct::LBrace), ident(first, words.type_of)]);
        out.extend([p(Punct::LParen), p(Punct::Star), p(Punct::LParen)]);
        out.extend(array);
        out.extend([p(Punct::RParen), p(Punct::RParen), ident(first, words.value)]);
        out.extend([p(Punct::Eq), p(Punct::LParen)]);
        out.extend(value);
        out.extend([p(Punct::RParen), p(Punct::Semi)]);
        out.extend([
            ident(first, words.because_array_set),
            p(Punct::LParen),
            p(Punct::LParen),
        ]);
        out.extend(array);
        let p = |kind| punct(last, kind);
        out.extend([
            p(Punct::RParen),
            p(Punct::Comma),
            p(Punct::Amp),
            ident(last, words.value),
        ]);
        out.extend([
            p(Punct::Comma),
            ident(last, words.size_of),
            ident(last, words.value),
        ]);
        out.extend([
            p(Punct::RParen),
            p(Punct::Semi),
            p(Punct::RBrace),
            p(Punct::RParen),
        ]);
        Some(end)
    }

    /// `__CPROVER_bitvector[N]` at this position; gives back where it ends.
    fn sized_type(&mut self, tokens: &[Tok], at: usize, float: bool) -> usize {
        let mut numbers = Vec::new();
        let mut end = at + 1;
        while tokens.get(end).is_some_and(|token| token.is(Punct::LBracket))
            && numbers.len() <= usize::from(float)
        {
            let after = group_end(tokens, end);
            let number = match &tokens[end + 1..after.saturating_sub(1).max(end + 1)] {
                [token] => token
                    .value
                    .and_then(|text| self.interner.resolve(text).parse::<u32>().ok()),
                _ => None,
            };
            numbers.push(number);
            end = after;
        }
        let words = self.words;
        let here = tokens[at];
        let names: &[Symbol] = match (float, numbers.as_slice()) {
            (false, [Some(32)]) => &[words.int],
            (false, [Some(64)]) => &[words.long, words.long],
            (false, [Some(128)]) => &[words.int128],
            (true, [Some(32), Some(23)]) => &[words.float],
            (true, [Some(64), Some(52)]) => &[words.double],
            (true, [Some(16), Some(10)]) => &[words.half],
            (true, [Some(128), Some(112)]) => &[words.quad],
            (true, _) => {
                let message = "this format is not supported: only those of `_Float16`, `float`, `double` and `_Float128` are";
                self.errors.push(Diagnostic::error(message, here.report_span()));
                &[words.int]
            }
            (false, [Some(65..128)]) => {
                self.out
                    .extend([ident(here, words.bit_int), punct(here, Punct::LParen)]);
                self.out.push(tokens[at + 2]);
                self.out.push(punct(here, Punct::RParen));
                return end;
            }
            (false, [Some(width @ 1..64)]) => {
                let sign = self.out.last().and_then(|token| token.ident());
                let unsigned = sign == Some(words.unsigned);
                if unsigned || sign == Some(words.signed) {
                    self.out.pop();
                }
                let tag = format!("{TAG}{}{width}", if unsigned { 'u' } else { 's' });
                let name = self.interner.intern(&tag);
                self.tags.insert(tag);
                self.out
                    .extend([ident(here, words.enumeration), ident(here, name)]);
                return end;
            }
            (false, _) => {
                let message = "this width is not supported: only constants up to 128 are";
                self.errors.push(Diagnostic::error(message, here.report_span()));
                &[words.int]
            }
        };
        self.out.extend(names.iter().map(|&name| ident(here, name)));
        end
    }
}

/// The position behind the bracket that closes the one at `open`; the end of the text if nothing does.
fn group_end(tokens: &[Tok], open: usize) -> usize {
    let mut depth = 0usize;
    for (at, &token) in tokens.iter().enumerate().skip(open) {
        depth = nesting(depth, token);
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

fn nesting(depth: usize, token: Tok) -> usize {
    if opens(token) {
        depth + 1
    } else if closes(token) {
        depth.saturating_sub(1)
    } else {
        depth
    }
}

fn opens(token: Tok) -> bool {
    matches!(
        token.punct(),
        Some(Punct::LParen | Punct::LBrace | Punct::LBracket)
    )
}

fn closes(token: Tok) -> bool {
    matches!(
        token.punct(),
        Some(Punct::RParen | Punct::RBrace | Punct::RBracket)
    )
}

fn punct(beside: Tok, kind: Punct) -> Tok {
    let mut token = beside;
    token.kind = PpTokenKind::Punct(kind);
    token.value = None;
    token
}

fn ident(beside: Tok, name: Symbol) -> Tok {
    let mut token = beside;
    token.kind = PpTokenKind::Ident;
    token.value = Some(name);
    token
}

/// `==` with `>` behind it, which C has no use for.
fn is_implication(pair: &[Tok]) -> bool {
    pair[0].is(Punct::EqEq) && pair[1].is(Punct::Gt)
}

/// Whether an operand of `==>` ends at this token. What assigns takes the whole implication.
fn ends_operand(token: Tok) -> bool {
    matches!(
        token.punct(),
        Some(Punct::Comma | Punct::Semi | Punct::Question | Punct::Colon | Punct::Eq)
    )
}

/// Replaces each `A ==> B` by `!(A) || (B)`; `leave` is the word `return`.
fn implications(tokens: &mut Vec<Tok>, leave: Option<Symbol>) {
    // What goes in front of a token.
    let mut before: Vec<(usize, Tok)> = Vec::new();
    let mut arrows = Vec::new();
    for arrow in 0..tokens.len().saturating_sub(1) {
        if !is_implication(&tokens[arrow..]) || arrow == 0 {
            continue;
        }
        let (Some(start), Some(end)) = (
            operand_start(tokens, arrow, leave),
            operand_end(tokens, arrow + 2),
        ) else {
            continue;
        };
        let (first, last, behind) = (tokens[start], tokens[arrow - 1], tokens[end - 1]);
        before.push((start, punct(first, Punct::Bang)));
        before.push((start, punct(first, Punct::LParen)));
        before.push((arrow, punct(last, Punct::RParen)));
        before.push((end, punct(behind, Punct::RParen)));
        arrows.push(arrow);
    }
    for arrow in arrows {
        tokens[arrow] = punct(tokens[arrow], Punct::PipePipe);
        tokens[arrow + 1] = punct(tokens[arrow + 1], Punct::LParen);
    }
    before.sort_by_key(|&(place, _)| place);
    let mut out = Vec::with_capacity(tokens.len() + before.len());
    let mut next = before.into_iter().peekable();
    for (at, &token) in tokens.iter().enumerate() {
        while let Some((_, new)) = next.next_if(|&(place, _)| place == at) {
            out.push(new);
        }
        out.push(token);
    }
    out.extend(next.map(|(_, new)| new));
    *tokens = out;
}

fn operand_start(tokens: &[Tok], arrow: usize, leave: Option<Symbol>) -> Option<usize> {
    let mut depth = 0usize;
    for at in (arrow.saturating_sub(LONGEST)..arrow).rev() {
        let token = tokens[at];
        if closes(token) {
            depth += 1;
        } else if opens(token) {
            if depth == 0 {
                return (at + 1 < arrow).then_some(at + 1);
            }
            depth -= 1;
        } else if depth == 0
            && (ends_operand(token)
                || (leave.is_some() && token.ident() == leave)
                || (at > 0 && is_implication(&tokens[at - 1..])))
        {
            return (at + 1 < arrow).then_some(at + 1);
        }
    }
    None
}

fn operand_end(tokens: &[Tok], from: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, &token) in tokens.iter().enumerate().skip(from).take(LONGEST) {
        if opens(token) {
            depth += 1;
        } else if closes(token) {
            if depth == 0 {
                return (at > from).then_some(at);
            }
            depth -= 1;
        } else if depth == 0 && ends_operand(token) {
            return (at > from).then_some(at);
        }
    }
    None
}
