//! The constants behind macros and enumerators: one suspect for all their uses, at the definition.

use std::collections::BTreeMap;

use program::{ExprId, ExprKind, FunctionId};
use source::{LocId, Location, Span};

use super::suspects::{Collector, SuspectKind, SuspectSite};
use super::walk::Home;

impl Collector<'_> {
    /// The constants behind macros and enumerators.
    pub(super) fn constants(&mut self) {
        let program = self.program;
        let enumerators: BTreeMap<&str, i128> = (0..program.types.len() as u32)
            .filter_map(|id| match program.types.get(ctype::TypeId(id)) {
                ctype::Type::Enum(id) => Some(program.types.enumeration(*id)),
                _ => None,
            })
            .flat_map(|item| &item.enumerators)
            .map(|item| (item.name.as_str(), item.value))
            .collect();
        let mut groups: BTreeMap<(Span, ctype::TypeId), (FunctionId, Vec<SuspectSite>)> = BTreeMap::new();
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
                .push(SuspectSite::Expr(id));
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
}

/// Text that is a number or a character, perhaps in parentheses.
fn is_constant(text: &str) -> bool {
    let text = text.trim_start_matches(['(', ' ', '-', '+', '~']);
    text.starts_with(|first: char| first.is_ascii_digit() || first == '\'' || first == '.')
}
