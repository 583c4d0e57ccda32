//! Many programs, one after the other and side by side, until the time is over.
//!
//! The k-th program is decided by the seed and k alone, whoever makes it, so every finding can be repeated from its
//! class and number. Findings of one class and kind mostly have one cause: only the first few are made small and
//! written down, the rest are counted.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use torture::{Class, Dice, Tree, shrink::shrink};

use crate::judge::{Finding, Judged, Oracles, judge};

/// Trees and types nest; the engines walk some of it by recursion.
const STACK: usize = 256 << 20;
/// How many programs are tried for a smaller one that shows the same.
const SHRINKING: usize = 400;
const GRACE: Duration = Duration::from_secs(120);

#[derive(Debug)]
pub(crate) struct Campaign {
    pub(crate) seed: u64,
    pub(crate) classes: Vec<Class>,
    pub(crate) jobs: usize,
    pub(crate) time: Duration,
    /// At most so many programs.
    pub(crate) count: u64,
    pub(crate) out: PathBuf,
    /// So many findings of a class and kind are made small.
    pub(crate) each: u32,
    pub(crate) oracles: Oracles,
}

/// What has been found so far.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    programs: u64,
    refused: u64,
    runs: usize,
    claims: usize,
    undecided: usize,
    compared: usize,
    unconfirmed: usize,
    /// Programs that could not be run compiled, and why the first could not.
    not_run: u64,
    no_run: Option<(Class, u64, String)>,
    findings: BTreeMap<(Class, String), u32>,
    /// The first text that was not accepted, of each class.
    refusals: BTreeMap<Class, (u64, String)>,
}

impl Tally {
    pub(crate) fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }

    fn add(&mut self, class: Class, seed: u64, judged: &Judged) {
        self.programs += 1;
        self.runs += judged.runs;
        self.claims += judged.claims;
        self.undecided += judged.undecided;
        self.compared += judged.compared;
        self.unconfirmed += judged.unconfirmed;
        if let Some(why) = &judged.not_run {
            self.not_run += 1;
            self.no_run.get_or_insert((class, seed, why.clone()));
        }
        if let Some(why) = &judged.refused {
            self.refused += 1;
            self.refusals.entry(class).or_insert((seed, why.clone()));
        }
    }

    pub(crate) fn summary(&self) -> String {
        let mut text = format!(
            "{} programs ({} not accepted), {} runs, {} claims ({} undecided), {} runs compared with the compiled \
             program ({} errors unconfirmed)\n",
            self.programs,
            self.refused,
            self.runs,
            self.claims,
            self.undecided,
            self.compared,
            self.unconfirmed
        );
        for (class, (seed, why)) in &self.refusals {
            let why: String = why.chars().take(200).collect();
            text.push_str(&format!("not accepted: {} {seed}: {why}\n", class.name()));
        }
        if let Some((class, seed, why)) = &self.no_run {
            let why: String = why.chars().take(200).collect();
            text.push_str(&format!(
                "{} programs could not be run compiled, first {} {seed}: {why}\n",
                self.not_run,
                class.name()
            ));
        }
        let total: u32 = self.findings.values().sum();
        text.push_str(&format!("{total} disagreements\n"));
        for ((class, kind), count) in &self.findings {
            text.push_str(&format!("{count:6} {}: {kind}\n", class.name()));
        }
        text
    }
}

impl Campaign {
    /// The class and the seed of the k-th program.
    fn program(&self, number: u64) -> (Class, u64) {
        let class = self.classes[(number % self.classes.len() as u64) as usize];
        (
            class,
            Dice::new(self.seed ^ number.wrapping_mul(0x2545_f491_4f6c_dd1d)).draw() % 1_000_000_000,
        )
    }

    pub(crate) fn run(&self, interrupt: &Arc<AtomicBool>) -> Result<Tally> {
        fs::create_dir_all(&self.out)?;
        let tally = Mutex::new(Tally::default());
        let next = AtomicU64::new(0);
        let end = Instant::now() + self.time;
        let is_over = || interrupt.load(Ordering::Relaxed) || Instant::now() >= end;
        // What was found last is made small as well.
        let is_late = || interrupt.load(Ordering::Relaxed) || Instant::now() >= end + GRACE;
        thread::scope(|scope| -> Result<()> {
            let mut threads = Vec::new();
            for slot in 0..self.jobs {
                let (tally, next, is_over, is_late) = (&tally, &next, &is_over, &is_late);
                let work = move || {
                    while !is_over() {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.count {
                            break;
                        }
                        self.one(number, slot, tally, is_late);
                    }
                };
                threads.push(
                    thread::Builder::new()
                        .stack_size(STACK)
                        .spawn_scoped(scope, work)?,
                );
            }
            for thread in threads {
                let _ = thread.join();
            }
            Ok(())
        })?;
        progress("");
        Ok(tally.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    fn one(&self, number: u64, slot: usize, tally: &Mutex<Tally>, is_late: &dyn Fn() -> bool) {
        let (class, seed) = self.program(number);
        let tree = class.generate(seed);
        let judged = judge(&tree, &self.oracles, slot, crate::judge::Asked::All);
        let mut wanted = Vec::new();
        {
            let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
            tally.add(class, seed, &judged);
            for found in judged.findings {
                let count = tally.findings.entry((class, found.kind.clone())).or_default();
                *count += 1;
                if *count <= self.each {
                    wanted.push(found);
                }
            }
            let found: u32 = tally.findings.values().sum();
            progress(&format!("{} programs, {found} disagreements", tally.programs));
        }
        for found in wanted {
            let (small, text) = self.made_small(&tree, &found, slot, is_late);
            self.write(class, seed, &small, &text, &found);
        }
    }

    /// The smallest program that shows a finding of the same kind, and what is found there.
    fn made_small(
        &self,
        tree: &Tree,
        found: &Finding,
        slot: usize,
        is_late: &dyn Fn() -> bool,
    ) -> (Tree, String) {
        let mut text = found.text.clone();
        let small = shrink(tree, SHRINKING, &mut |smaller| {
            if is_late() {
                return false;
            }
            let judged = judge(smaller, &self.oracles, slot, found.oracle);
            match judged.findings.into_iter().find(|again| again.kind == found.kind) {
                Some(again) => {
                    text = again.text;
                    true
                }
                None => false,
            }
        });
        (small, text)
    }

    fn write(&self, class: Class, seed: u64, tree: &Tree, text: &str, found: &Finding) {
        let kind: String = found
            .kind
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
            .collect();
        let name = format!("{}-{seed}-{kind}.c", class.name());
        let program = tree.render();
        let head = format!(
            "// {} {seed}, seed {}\n// {}\n",
            class.name(),
            self.seed,
            text.replace('\n', "\n// ")
        );
        let path = self.out.join(&name);
        progress("");
        let mut out = io::stdout().lock();
        let _ = writeln!(out, "{}\n{head}{program}", path.display());
        // The lines that the finding names are those of the program itself.
        if let Err(error) = fs::write(&path, format!("{program}{head}")) {
            let _ = writeln!(out, "cannot write it: {error}");
        }
    }
}

/// One line on a terminal, over the last one.
fn progress(text: &str) {
    let mut err = io::stderr().lock();
    if err.is_terminal() {
        let _ = write!(err, "\r\x1b[K{text}");
        let _ = err.flush();
    }
}
