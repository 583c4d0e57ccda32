//! The labels of `switch` statements.
//!
//! A Program knows the values of labels and where they lead, not where they are written. They are found in the text
//! of the `switch`, in their order; if there are not as many as the Program has, there are no suspects.

use program::InstrKind;
use source::{LocId, Location, Span};

use super::suspects::{Collector, SuspectKind, SuspectSite};

impl Collector<'_> {
    pub(super) fn labels(&mut self) {
        let program = self.program;
        for (id, pc, instr) in program.user_instrs() {
            let InstrKind::Switch { arms, .. } = &instr.kind else {
                continue;
            };
            let location = self.sources.location(instr.loc);
            if instr.loc == LocId::NONE
                || location.spelled.is_some()
                || arms.len() > budgets::localize::MAX_CASE_LABELS.count()
            {
                continue;
            }
            let used = location.used;
            let text = &self.sources.file(used.file).text;
            let found = labels(&text[used.hi as usize..]);
            if found.len() != arms.len() {
                continue;
            }
            for (arm, (low, high)) in found.into_iter().enumerate() {
                if arms[arm].low != arms[arm].high {
                    continue;
                }
                let span = Span::new(used.file, used.hi + low as u32, used.hi + high as u32);
                let loc = self.sources.intern(Location {
                    used: span,
                    spelled: None,
                });
                let site = SuspectSite::Case {
                    function: id,
                    pc,
                    arm: arm as u32,
                };
                self.add(SuspectKind::CaseLabel, loc, id, vec![site]);
            }
        }
    }
}

/// Where the labels of a `switch` are in the text behind its condition: not those of one inside it.
fn labels(text: &[u8]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let (mut depth, mut at) = (0, 0);
    // The depths at which other `switch` bodies begin.
    let mut inner: Vec<i32> = Vec::new();
    let mut waits = false;
    let is_word = |byte: Option<&u8>| byte.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
    while at < text.len() {
        match text[at] {
            b'"' | b'\'' => at = quoted_end(text, at),
            b'/' if text.get(at + 1) == Some(&b'/') => {
                at += text[at..].iter().take_while(|byte| **byte != b'\n').count();
                continue;
            }
            b'/' if text.get(at + 1) == Some(&b'*') => {
                let end = text[at + 2..].windows(2).position(|pair| pair == b"*/");
                at += end.map_or(text.len(), |end| end + 3);
            }
            b'{' => {
                depth += 1;
                if std::mem::take(&mut waits) {
                    inner.push(depth);
                }
            }
            b'}' => {
                inner.retain(|start| *start != depth);
                depth -= 1;
                if depth <= 0 {
                    return found;
                }
            }
            _ if is_word(text.get(at)) => {
                let end = at + text[at..].iter().take_while(|byte| is_word(Some(byte))).count();
                match &text[at..end] {
                    b"switch" => waits = true,
                    b"case" if inner.is_empty() && depth > 0 => {
                        let start = end + text[end..].iter().take_while(|b| b.is_ascii_whitespace()).count();
                        let mut stop = start;
                        while stop < text.len() && text[stop] != b':' {
                            stop = match text[stop] {
                                b'"' | b'\'' => quoted_end(text, stop) + 1,
                                _ => stop + 1,
                            };
                        }
                        found.push((start, stop));
                        at = stop;
                        continue;
                    }
                    _ => {}
                }
                at = end;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Where the quote ends that begins here.
fn quoted_end(text: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < text.len() && text[at] != text[start] {
        at += if text[at] == b'\\' { 2 } else { 1 };
    }
    at
}

#[cfg(test)]
mod tests {
    use super::labels;

    #[test]
    fn labels_of_the_outer_switch() {
        let text =
            b") { case ':': x; case 2: switch (y) { case 9: break; } // case 7:\n case C + 1: { case 4: } }";
        let found: Vec<&[u8]> = labels(text)
            .iter()
            .map(|(low, high)| &text[*low..*high])
            .collect();
        assert_eq!(found, [&b"':'"[..], b"2", b"C + 1", b"4"]);
    }
}
