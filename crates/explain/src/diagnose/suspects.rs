//! Suspects: what a programmer could have written wrong.
//!
//! The lowering marks the expressions (the paper's components). To them come: what a call returns into a
//! variable; a variable that was read before it was written, at its declaration; the constant behind a macro or an
//! enumerator, once for all its uses and at its definition; and what is printed, the literal text between the
//! conversions of a format and each conversion. Whatever belongs to a claim, an assumption or a library model is
//! never suspected.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use program::{
    Callee, CheckKind, ComponentKind, ExprId, ExprKind, FunctionId, InstrKind, Lifetime, Pc, PlaceBase,
    Program, VarId,
};
use source::{LocId, Location, SourceMap, Span};

use super::specification::without_specification;
use super::walk::{Home, homes, literal_of, literals};

/// What a suspect is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SuspectKind {
    Expression(ComponentKind),
    /// What a call returns into a variable.
    CallResult,
    /// A variable that is read before it is written.
    Declaration,
    /// The constant behind a macro or an enumerator.
    Constant,
    /// Literal text that is printed.
    PrintedText,
    /// A conversion of a format.
    PrintedValue,
    /// A list of statements as a whole.
    Region,
    /// Everything in one statement or line.
    Group,
}

impl SuspectKind {
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            SuspectKind::Expression(kind) => match kind {
                ComponentKind::AssignedValue => "assigned_value",
                ComponentKind::Initialiser { .. } => "initialiser",
                ComponentKind::Condition => "condition",
                ComponentKind::LogicalOperand => "logical_operand",
                ComponentKind::Alternative => "alternative",
                ComponentKind::Argument(_) => "argument",
                ComponentKind::ReturnValue => "return_value",
                ComponentKind::ArrayIndex => "array_index",
                ComponentKind::Pointer => "pointer",
            },
            SuspectKind::CallResult => "call_result",
            SuspectKind::Declaration => "declaration",
            SuspectKind::Constant => "constant",
            SuspectKind::PrintedText => "printed_text",
            SuspectKind::PrintedValue => "printed_conversion",
            SuspectKind::Region => "region",
            SuspectKind::Group => "group",
        }
    }
}

/// Where in the program a suspect's value is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Site {
    Expr(ExprId),
    Call {
        function: FunctionId,
        pc: Pc,
    },
    Declare {
        function: FunctionId,
        pc: Pc,
        var: VarId,
    },
    /// A piece of a format, or all that a call prints.
    Print {
        function: FunctionId,
        pc: Pc,
        piece: Option<u32>,
    },
}

/// Something that may be suspected.
#[derive(Debug, Clone)]
pub struct Suspect {
    pub kind: SuspectKind,
    pub loc: LocId,
    pub function: FunctionId,
    /// As the programmer wrote it.
    pub text: String,
    pub(crate) sites: Vec<Site>,
    /// A constant: it has one value in the whole run.
    pub(crate) constant: bool,
    /// For a conversion: the suspect that is its argument.
    pub(crate) argument: Option<ExprId>,
}

/// How finely suspects are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Granularity {
    #[default]
    Expression,
    Statement,
    Line,
}

struct Collector<'a> {
    program: &'a Program,
    sources: &'a mut SourceMap,
    homes: HashMap<ExprId, Home>,
    /// The text of assertions and assumptions.
    sacred: Vec<Span>,
    found: Vec<Suspect>,
}

/// All suspects of a program. `unwritten` are the names of what the failing runs read before it was written.
pub(crate) fn suspects(
    program: &Program,
    sources: &mut SourceMap,
    unwritten: &BTreeSet<String>,
    granularity: Granularity,
) -> Vec<Suspect> {
    let homes = homes(program);
    let mut sacred = Vec::new();
    for claim in &program.claims {
        if matches!(claim.kind, CheckKind::Assertion | CheckKind::ErrorCall)
            && !program.function(claim.function).embedded
            && claim.loc != LocId::NONE
        {
            sacred.push(sources.location(claim.loc).used);
        }
    }
    for function in program.functions.iter().filter(|function| !function.embedded) {
        for instr in &function.body {
            if matches!(instr.kind, InstrKind::Assume(_)) && instr.loc != LocId::NONE {
                sacred.push(sources.location(instr.loc).used);
            }
        }
    }
    let mut collector = Collector {
        program,
        sources,
        homes,
        sacred,
        found: Vec::new(),
    };
    collector.constants();
    collector.components();
    collector.calls();
    collector.declarations(unwritten);
    collector.printed();
    let Collector { mut found, homes, .. } = collector;
    without_specification(program, &homes, &mut found);
    let key = |suspect: &Suspect| {
        let used = sources.location(suspect.loc).used;
        (used.file, used.lo, used.hi, suspect.kind, suspect.sites.clone())
    };
    found.sort_by_key(key);
    if granularity != Granularity::Expression {
        found = grouped(found, sources, granularity);
    }
    found
}

pub(crate) fn is_inside(inner: Span, outer: Span) -> bool {
    inner.file == outer.file && inner.lo >= outer.lo && inner.hi <= outer.hi
}

impl Collector<'_> {
    fn is_sacred(&self, loc: LocId) -> bool {
        let used = self.sources.location(loc).used;
        self.sacred.iter().any(|span| is_inside(used, *span))
    }

    fn text(&self, loc: LocId) -> String {
        let text = self.sources.text(self.sources.location(loc).used);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn add(&mut self, kind: SuspectKind, loc: LocId, function: FunctionId, sites: Vec<Site>) {
        if loc == LocId::NONE || self.is_sacred(loc) || self.sources.is_embedded(loc) {
            return;
        }
        self.found.push(Suspect {
            kind,
            loc,
            function,
            text: self.text(loc),
            constant: kind == SuspectKind::Constant,
            sites,
            argument: None,
        });
    }

    fn components(&mut self) {
        let mut seen: BTreeSet<ExprId> = BTreeSet::new();
        // A macro that is used once is suspected at its definition only.
        for suspect in &self.found {
            if let ([Site::Expr(expr)], SuspectKind::Constant) = (suspect.sites.as_slice(), suspect.kind) {
                seen.insert(*expr);
            }
        }
        let program = self.program;
        for component in &program.components {
            let scalar = program.types.is_scalar(program.expr(component.expr).ty);
            let Some(home) = self.homes.get(&component.expr).copied() else {
                continue;
            };
            // The pointer of an access is no component: what it points at was decided where it was assigned.
            let pointer = component.kind == ComponentKind::Pointer;
            if home.sacred || pointer || !scalar || !seen.insert(component.expr) {
                continue;
            }
            let kind = SuspectKind::Expression(component.kind);
            self.add(
                kind,
                component.loc,
                component.function,
                vec![Site::Expr(component.expr)],
            );
        }
    }

    fn calls(&mut self) {
        let program = self.program;
        for (index, function) in program.functions.iter().enumerate() {
            let id = FunctionId(index as u32);
            if function.embedded || id == program.entry {
                continue;
            }
            for (at, instr) in function.body.iter().enumerate() {
                let InstrKind::Call { dest: Some(dest), .. } = &instr.kind else {
                    continue;
                };
                let place = program.place(*dest);
                let temporary = matches!(place.base, PlaceBase::Var(var)
                    if program.variable(var).lifetime == Lifetime::Temporary);
                if temporary || !program.types.is_scalar(place.ty) {
                    continue;
                }
                let pc = Pc(at as u32);
                self.add(
                    SuspectKind::CallResult,
                    instr.loc,
                    id,
                    vec![Site::Call { function: id, pc }],
                );
            }
        }
    }

    fn declarations(&mut self, unwritten: &BTreeSet<String>) {
        let program = self.program;
        for (index, function) in program.functions.iter().enumerate() {
            let id = FunctionId(index as u32);
            if function.embedded {
                continue;
            }
            for (at, instr) in function.body.iter().enumerate() {
                let InstrKind::Declare(var) = instr.kind else {
                    continue;
                };
                let variable = program.variable(var);
                let is_read = unwritten.iter().any(|name| {
                    name.strip_prefix(&variable.name)
                        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['[', '.']))
                });
                if !is_read || variable.lifetime != Lifetime::Automatic {
                    continue;
                }
                let site = Site::Declare {
                    function: id,
                    pc: Pc(at as u32),
                    var,
                };
                self.add(SuspectKind::Declaration, variable.loc, id, vec![site]);
            }
        }
    }

    /// The constants behind macros and enumerators.
    fn constants(&mut self) {
        let program = self.program;
        let enumerators: BTreeMap<&str, i128> = (0..program.types.len() as u32)
            .filter_map(|id| match program.types.get(ctype::TypeId(id)) {
                ctype::Type::Enum(id) => Some(program.types.enumeration(*id)),
                _ => None,
            })
            .flat_map(|item| &item.enumerators)
            .map(|item| (item.name.as_str(), item.value))
            .collect();
        let mut groups: BTreeMap<(Span, ctype::TypeId), (FunctionId, Vec<Site>)> = BTreeMap::new();
        let mut homes: Vec<(ExprId, Home)> = self.homes.iter().map(|(id, home)| (*id, *home)).collect();
        homes.sort_unstable_by_key(|(id, _)| *id);
        for (id, home) in homes {
            let expr = program.expr(id);
            let number = match expr.kind {
                ExprKind::Int(number) => Some(number),
                ExprKind::Float(_) => None,
                _ => continue,
            };
            if home.sacred
                || expr.loc == LocId::NONE
                || program.function(home.function).embedded
                || !program.types.is_scalar(expr.ty)
                || program.types.is_pointer(expr.ty)
                || self.is_sacred(expr.loc)
            {
                continue;
            }
            let location = self.sources.location(expr.loc).clone();
            let written = location
                .spelled
                .as_ref()
                .map_or(location.used, |spelling| spelling.span);
            let text = self.sources.text(written);
            let definition = if let Some(value) = enumerators.get(text.trim()) {
                match self.enumerator(text.trim()) {
                    Some(span) if number == Some(*value) => span,
                    _ => continue,
                }
            } else if location.spelled.is_some() && is_constant(&text) {
                written
            } else {
                continue;
            };
            if self.sources.file(definition.file).embedded {
                continue;
            }
            let group = groups.entry((definition, expr.ty));
            group
                .or_insert((home.function, Vec::new()))
                .1
                .push(Site::Expr(id));
        }
        for ((span, _), (function, sites)) in groups {
            let loc = self.sources.intern(Location {
                used: span,
                spelled: None,
            });
            self.add(SuspectKind::Constant, loc, function, sites);
        }
    }

    /// Where an enumerator is defined: its name between the braces of an `enum`.
    fn enumerator(&self, name: &str) -> Option<Span> {
        for (id, file) in self.sources.files() {
            if file.embedded {
                continue;
            }
            let text = String::from_utf8_lossy(&file.text);
            let mut from = 0;
            while let Some(at) = text[from..].find("enum") {
                let start = from + at;
                from = start + 4;
                let Some(open) = text[start..].find(['{', ';', ')']).map(|at| start + at) else {
                    break;
                };
                if !text[open..].starts_with('{') {
                    continue;
                }
                let end = text[open..].find('}').map_or(text.len(), |at| open + at);
                let word = |byte: Option<&u8>| byte.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
                let bytes = text.as_bytes();
                let mut search = open;
                while let Some(at) = text[search..end].find(name).map(|at| search + at) {
                    search = at + name.len();
                    if !word(bytes.get(at.wrapping_sub(1))) && !word(bytes.get(search)) {
                        let rest = &text[search..end];
                        let stop = rest.find([',', '\n']).unwrap_or(rest.len());
                        let whole = text[at..search + stop].trim_end().len();
                        return Some(Span::new(id, at as u32, (at + whole) as u32));
                    }
                }
            }
        }
        None
    }

    /// What is printed.
    fn printed(&mut self) {
        let program = self.program;
        let texts = literals(program);
        for (index, function) in program.functions.iter().enumerate() {
            let id = FunctionId(index as u32);
            if function.embedded {
                continue;
            }
            for (at, instr) in function.body.iter().enumerate() {
                let InstrKind::Call {
                    callee: Callee::Direct(callee),
                    args,
                    dest,
                    ..
                } = &instr.kind
                else {
                    continue;
                };
                let callee = program.function(*callee);
                let pc = Pc(at as u32);
                let print = |piece| Site::Print {
                    function: id,
                    pc,
                    piece,
                };
                if !callee.embedded {
                    continue;
                }
                match callee.name.as_str() {
                    "printf" if dest.is_none() || args.len() == 1 => {
                        let Some(format) = args.first() else { continue };
                        let Some(text) = literal_of(program, &texts, *format) else {
                            self.add(SuspectKind::PrintedText, instr.loc, id, vec![print(None)]);
                            continue;
                        };
                        let pieces = pieces(text);
                        let format_loc = program.expr(*format).loc;
                        let mut conversions = 0;
                        // The format is told piece by piece, not as a pointer.
                        self.forget(id, pc, 0);
                        for (number, piece) in pieces.iter().enumerate() {
                            let kind = match piece.conversion {
                                true => SuspectKind::PrintedValue,
                                false => SuspectKind::PrintedText,
                            };
                            let loc = self.piece_loc(format_loc, text, piece.start, piece.end);
                            let before = self.found.len();
                            self.add(kind, loc, id, vec![print(Some(number as u32))]);
                            if piece.conversion {
                                conversions += 1;
                                let argument = self.argument(id, pc, conversions);
                                if let Some(suspect) = self.found.get_mut(before) {
                                    suspect.argument = argument;
                                }
                            }
                        }
                    }
                    name if name.ends_with("scanf") => {
                        // Another format is no pointer elsewhere.
                        for number in 0..args.len() as u32 {
                            let arg = args[number as usize];
                            if literal_of(program, &texts, arg).is_some() {
                                self.forget(id, pc, number);
                            }
                        }
                    }
                    "puts" | "putchar" | "putchar_unlocked" | "fputs" | "putc" | "fputc" | "fprintf"
                    | "fwrite" => {
                        if args
                            .first()
                            .is_some_and(|text| literal_of(program, &texts, *text).is_some())
                        {
                            self.forget(id, pc, 0);
                        }
                        self.add(SuspectKind::PrintedText, instr.loc, id, vec![print(None)]);
                    }
                    _ => {}
                }
            }
        }
    }

    /// The argument of a call, by its number: the nearest one before the call.
    fn argument(&self, function: FunctionId, pc: Pc, number: u32) -> Option<ExprId> {
        self.program
            .components
            .iter()
            .filter(|component| {
                component.kind == ComponentKind::Argument(number) && component.function == function
            })
            .filter_map(|component| Some((self.homes.get(&component.expr)?.pc, component.expr)))
            .filter(|(at, _)| *at <= pc)
            .max()
            .map(|(_, expr)| expr)
    }

    fn forget(&mut self, function: FunctionId, pc: Pc, number: u32) {
        if let Some(expr) = self.argument(function, pc, number) {
            self.found.retain(|suspect| suspect.sites != [Site::Expr(expr)]);
        }
    }

    /// The place of some bytes of a string literal; of the whole literal if they cannot be found in it.
    fn piece_loc(&mut self, loc: LocId, text: &[u8], start: usize, end: usize) -> LocId {
        let location = self.sources.location(loc).clone();
        if location.spelled.is_some() {
            return loc;
        }
        let written = self.sources.text(location.used);
        match escaped(written.as_bytes(), text.len()) {
            Some(offsets) => {
                let used = Span::new(
                    location.used.file,
                    location.used.lo + offsets[start] as u32,
                    location.used.lo + offsets[end] as u32,
                );
                self.sources.intern(Location { used, spelled: None })
            }
            None => loc,
        }
    }
}

/// Text that is a number or a character, perhaps in parentheses.
fn is_constant(text: &str) -> bool {
    let text = text.trim_start_matches(['(', ' ', '-', '+', '~']);
    text.starts_with(|first: char| first.is_ascii_digit() || first == '\'' || first == '.')
}

/// A part of a format: literal text, or one conversion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FormatPiece {
    pub start: usize,
    pub end: usize,
    pub conversion: bool,
}

pub(crate) fn pieces(format: &[u8]) -> Vec<FormatPiece> {
    let mut found = Vec::new();
    let (mut start, mut at) = (0, 0);
    while at < format.len() {
        if format[at] != b'%' {
            at += 1;
            continue;
        }
        if format.get(at + 1) == Some(&b'%') {
            at += 2;
            continue;
        }
        if at > start {
            found.push(FormatPiece {
                start,
                end: at,
                conversion: false,
            });
        }
        let from = at;
        at += 1;
        while at < format.len() && b"-+ #0'*.123456789hlqjztLZ".contains(&format[at]) {
            at += 1;
        }
        at = (at + 1).min(format.len());
        found.push(FormatPiece {
            start: from,
            end: at,
            conversion: true,
        });
        start = at;
    }
    if at > start {
        found.push(FormatPiece {
            start,
            end: at,
            conversion: false,
        });
    }
    found
}

/// Where each byte of a string literal of `length` bytes is written, and where its end is.
fn escaped(written: &[u8], length: usize) -> Option<Vec<usize>> {
    let mut offsets = Vec::new();
    let mut at = 1;
    if written.first() != Some(&b'"') {
        return None;
    }
    while at < written.len() && written[at] != b'"' {
        offsets.push(at);
        if written[at] != b'\\' {
            at += 1;
            continue;
        }
        match written.get(at + 1)? {
            b'x' | b'u' | b'U' => return None,
            b'0'..=b'7' => {
                let digits = written[at + 1..]
                    .iter()
                    .take(3)
                    .take_while(|byte| (b'0'..=b'7').contains(byte));
                at += 1 + digits.count();
            }
            _ => at += 2,
        }
    }
    offsets.push(at);
    (offsets.len() == length + 1 && at + 1 == written.len()).then_some(offsets)
}

/// Puts suspects of one statement or line together.
fn grouped(found: Vec<Suspect>, sources: &mut SourceMap, granularity: Granularity) -> Vec<Suspect> {
    let mut groups: BTreeMap<(Span, bool), Vec<Suspect>> = BTreeMap::new();
    for suspect in found {
        let used = sources.location(suspect.loc).used;
        let file = sources.file(used.file);
        let line = file.line_column(used.lo).line;
        let (low, high) = file.line_span(line).unwrap_or((used.lo, used.hi));
        let (mut low, mut high) = (low, high.max(used.hi));
        if granularity == Granularity::Statement {
            let text = &file.text;
            let ends = |byte: &u8| matches!(byte, b';' | b'{' | b'}');
            low = text[..used.lo as usize]
                .iter()
                .rposition(ends)
                .map_or(low, |at| at as u32 + 1);
            high = text[used.hi as usize..]
                .iter()
                .position(ends)
                .map_or(high, |at| used.hi + at as u32 + 1);
        }
        let text = &file.text;
        while low < high && text[low as usize].is_ascii_whitespace() {
            low += 1;
        }
        while high > low
            && matches!(
                text[high as usize - 1],
                b' ' | b'\n' | b'\t' | b'\r' | b'{' | b'}'
            )
        {
            high -= 1;
        }
        let key = (Span::new(used.file, low, high), suspect.constant);
        groups.entry(key).or_default().push(suspect);
    }
    let mut result = Vec::new();
    for ((span, constant), members) in groups {
        let loc = sources.intern(Location {
            used: span,
            spelled: None,
        });
        let text = sources.text(span);
        result.push(Suspect {
            kind: SuspectKind::Group,
            loc,
            function: members[0].function,
            text: text.split_whitespace().collect::<Vec<_>>().join(" "),
            sites: members.into_iter().flat_map(|member| member.sites).collect(),
            constant,
            argument: None,
        });
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_fall_into_pieces() {
        let text = b"a %d%5.2f%%b\n";
        let found: Vec<(&[u8], bool)> = pieces(text)
            .iter()
            .map(|piece| (&text[piece.start..piece.end], piece.conversion))
            .collect();
        assert_eq!(
            found,
            [
                (&b"a "[..], false),
                (b"%d", true),
                (b"%5.2f", true),
                (b"%%b\n", false)
            ]
        );
    }

    #[test]
    fn escapes_are_counted() {
        assert_eq!(escaped(br#""a\n\061b""#, 4), Some(vec![1, 2, 4, 8, 9]));
        assert_eq!(escaped(br#""a" "b""#, 2), None);
    }
}
