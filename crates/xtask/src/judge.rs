//! One program before all oracles.

use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::Arc;

use frontend::FileProvider;
use torture::{Setting, Tree, examine, executed, load};

use crate::cbmc;
use crate::compare::{Comparison, compare, is_comparable};
use crate::native::Native;

struct Disk;

impl FileProvider for Disk {
    fn read(&self, path: &Path) -> Option<Arc<[u8]>> {
        std::fs::read(path).ok().map(Arc::from)
    }
}

/// The oracles there are.
#[derive(Debug)]
pub(crate) struct Oracles {
    pub(crate) native: Option<Native>,
    pub(crate) cbmc: bool,
    pub(crate) settings: Vec<Setting>,
}

/// Which of them are asked. While a program shrinks, only the one that disagreed is of interest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    All,
    Check,
    Native,
    Cbmc,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) oracle: Asked,
    /// Stays the same while the program shrinks.
    pub(crate) kind: String,
    pub(crate) text: String,
}

/// What came of one program.
#[derive(Debug, Default)]
pub(crate) struct Judged {
    pub(crate) findings: Vec<Finding>,
    /// Why the tool does not accept the text at all.
    pub(crate) refused: Option<String>,
    pub(crate) runs: usize,
    pub(crate) claims: usize,
    pub(crate) undecided: usize,
    pub(crate) compared: usize,
    pub(crate) unconfirmed: usize,
    /// Why the compiled program could not be asked.
    pub(crate) not_run: Option<String>,
}

/// A panic is a finding as well.
pub(crate) fn judge(tree: &Tree, oracles: &Oracles, slot: usize, asked: Asked) -> Judged {
    let done = panic::catch_unwind(AssertUnwindSafe(|| examined(tree, oracles, slot, asked)));
    done.unwrap_or_else(|cause| {
        let words = cause.downcast_ref::<String>().cloned();
        let words = words.or_else(|| cause.downcast_ref::<&str>().map(|words| (*words).to_owned()));
        Judged {
            findings: vec![Finding {
                oracle: Asked::Check,
                kind: "panic".to_owned(),
                text: format!("panic: {}", words.unwrap_or_default()),
            }],
            ..Judged::default()
        }
    })
}

fn examined(tree: &Tree, oracles: &Oracles, slot: usize, asked: Asked) -> Judged {
    let text = tree.render();
    let mut judged = Judged::default();
    let loaded = match load("torture.c", text.as_bytes(), &lower::Options::default(), &Disk) {
        Ok(loaded) => loaded,
        Err(error) => {
            judged.refused = Some(error);
            return judged;
        }
    };
    let runs = executed(tree, &loaded);
    judged.runs = runs.len();
    if matches!(asked, Asked::All | Asked::Check) {
        let examined = examine(&loaded, &runs, &oracles.settings);
        judged.claims = examined.claims;
        judged.undecided = examined.undecided;
        judged
            .findings
            .extend(examined.disagreements.iter().map(|found| Finding {
                oracle: Asked::Check,
                kind: found.kind(),
                text: found.to_string(),
            }));
    }
    if let (Some(native), Asked::All | Asked::Native) = (&oracles.native, asked) {
        let comparable: Vec<_> = runs.iter().filter(|run| is_comparable(run)).collect();
        let rows: Vec<Vec<i32>> = comparable.iter().map(|run| run.values.clone()).collect();
        // A program that does not compile says nothing; the generators' own tests see to it that most do.
        let compiled = match tree.compiles && !rows.is_empty() {
            false => Vec::new(),
            true => native.run(slot, &text, &rows).unwrap_or_else(|error| {
                judged.not_run = Some(format!("{error:#}"));
                Vec::new()
            }),
        };
        for (run, native) in comparable.iter().zip(&compiled) {
            judged.compared += 1;
            match compare(&loaded.program, &loaded.sources, run, native) {
                Comparison::Agree => {}
                Comparison::Unconfirmed => judged.unconfirmed += 1,
                Comparison::Incomparable => judged.compared -= 1,
                Comparison::Disagree { kind, text } => judged.findings.push(Finding {
                    oracle: Asked::Native,
                    kind,
                    text,
                }),
            }
        }
    }
    if oracles.cbmc && matches!(asked, Asked::All | Asked::Cbmc) {
        judged.findings.extend(cbmc::compare(&loaded, &text, &runs));
    }
    // One of each kind says enough.
    let mut kinds: Vec<String> = Vec::new();
    judged.findings.retain(|found| {
        let new = !kinds.contains(&found.kind);
        kinds.push(found.kind.clone());
        new
    });
    judged
}
