//! CBMC's pragmas that turn checks on and off for a part of the text:
//!
//! ```c
//! #pragma CPROVER check push
//! #pragma CPROVER check disable "signed-overflow"
//! …
//! #pragma CPROVER check pop
//! ```
//!
//! They are found in the text of the files, line by line. A claim belongs to the line where what it is about is used.

use std::collections::HashMap;

use program::CheckKind;
use source::{FileId, LocId, SourceMap};

use crate::lowerer::Lowerer;

/// From a line on: which checks are turned on or off, the last word on a check being the one that counts.
type Change = (u32, Vec<(CheckKind, bool)>);

/// What the pragmas of all files say.
#[derive(Debug, Default)]
pub(crate) struct Pragmas {
    /// Of each file with pragmas, in order.
    files: HashMap<FileId, Vec<Change>>,
    /// Checks that are turned on somewhere.
    enabled: Vec<CheckKind>,
}

impl Pragmas {
    pub(crate) fn new(sources: &SourceMap) -> Pragmas {
        let mut pragmas = Pragmas::default();
        for (id, file) in sources.files() {
            let needle = b"CPROVER";
            let plain = !file.embedded && file.text.windows(needle.len()).any(|text| text == needle);
            if !plain {
                continue;
            }
            let mut now: Vec<(CheckKind, bool)> = Vec::new();
            let mut kept = Vec::new();
            let mut changes = Vec::new();
            for line in 1..=file.line_count() as u32 {
                let text = String::from_utf8_lossy(file.line_text(line)).into_owned();
                let mut words = text.trim_start().trim_start_matches('#').split_whitespace();
                if [words.next(), words.next(), words.next()] != ["pragma", "CPROVER", "check"].map(Some) {
                    continue;
                }
                match words.next() {
                    Some("push") => kept.push(now.clone()),
                    Some("pop") => now = kept.pop().unwrap_or_default(),
                    Some(word @ ("enable" | "disable")) => {
                        let name = words.next().unwrap_or("").trim_matches('"');
                        for &kind in kinds(name) {
                            now.push((kind, word == "enable"));
                            if word == "enable" {
                                pragmas.enabled.push(kind);
                            }
                        }
                    }
                    _ => continue,
                }
                changes.push((line, now.clone()));
            }
            if !changes.is_empty() {
                pragmas.files.insert(id, changes);
            }
        }
        pragmas
    }

    fn said(&self, file: FileId, line: u32, kind: CheckKind) -> Option<bool> {
        let changes = self.files.get(&file)?;
        let before = changes.partition_point(|(at, _)| *at <= line);
        let (_, now) = changes.get(before.checked_sub(1)?)?;
        now.iter()
            .rev()
            .find(|(said, _)| *said == kind)
            .map(|&(_, on)| on)
    }
}

impl Lowerer<'_> {
    /// Whether some pragma asks for these claims somewhere.
    pub(crate) fn enabled_somewhere(&self, kind: CheckKind) -> bool {
        self.pragmas.enabled.contains(&kind)
    }

    /// Whether the pragmas, or else the options, want this claim at this place.
    pub(crate) fn wanted_at(&self, kind: CheckKind, loc: LocId) -> bool {
        let on = self.options.checks.has(kind);
        if self.pragmas.files.is_empty() || loc == LocId::NONE {
            return on;
        }
        let span = self.sources.location(loc).used;
        let line = self.sources.line(loc);
        self.pragmas.said(span.file, line, kind).unwrap_or(on)
    }
}

fn kinds(name: &str) -> &'static [CheckKind] {
    match name {
        "bounds" => &[CheckKind::ArrayBounds, CheckKind::VlaSize, CheckKind::BitCount],
        "pointer" => &[CheckKind::PointerDereference, CheckKind::PointerRelation],
        "pointer-primitive" => &[CheckKind::AskedPointer],
        "pointer-overflow" => &[CheckKind::PointerOverflow],
        "div-by-zero" => &[CheckKind::DivisionByZero],
        "signed-overflow" => &[CheckKind::SignedOverflow],
        "unsigned-overflow" => &[CheckKind::UnsignedOverflow],
        "undefined-shift" => &[CheckKind::UndefinedShift],
        "conversion" => &[CheckKind::Conversion],
        "float-overflow" => &[CheckKind::FloatOverflow],
        "float-div-by-zero" => &[CheckKind::FloatDivisionByZero],
        "enum-range" => &[CheckKind::EnumRange],
        "nan" => &[CheckKind::Nan],
        _ => &[],
    }
}
