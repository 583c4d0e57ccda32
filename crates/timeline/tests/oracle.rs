//! Who wrote what is read: the recorder beside a shadow memory of its own.
//!
//! The oracle here is as simple as can be: a map from each single byte to the step that wrote it last, and to the
//! value that was written with it. It shares nothing with the intervals, moves and links of the crate. Every read of
//! every step must name the same writers, byte by byte, every link of the graph must lead to one of them, and what
//! was stored as one value and is read as one must be the same value. `ORACLE=FOLDER` looks at the C programs of
//! another folder (csmith's, say).

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use ctype::TypeId;
use interp::{
    Access, Assignment, At, BytesInput, CapturedOutput, Cell, Change, Environment, Extent, Interpreter,
    Looked, Observer, Passed, Value, Wanted, Watched, ZeroInputs,
};
use program::{
    Builtin, ClaimId, Construct, ExprId, FunctionId, InstrKind, Lifetime, Pc, PlaceBase, Program, VarId,
};
use timeline::{Recorder, StepId, StepKind, Timeline, graph};

const INSTRUCTIONS: u64 = 100_000;
const OBJECTS: u64 = 1 << 20;

/// What is known of a byte, or of a variable without an address.
#[derive(Debug, Clone, PartialEq)]
struct Mark {
    writer: StepId,
    /// The value that was stored with it: where it lies, its type and its text.
    stored: Option<(Extent, TypeId, String)>,
}

/// The writers of a read's bytes, and the value that must be read.
type Expected = (Vec<Option<StepId>>, Option<String>);

#[derive(Default)]
struct Oracle {
    bytes: HashMap<(u64, u64), Mark>,
    registers: HashMap<(u64, VarId), Mark>,
    activation: u64,
    /// By step, for each of its reads: the writers of its bytes, and the value that must be read.
    expected: BTreeMap<StepId, Vec<Expected>>,
    /// By step: copies, with where they went, and who had written what was copied.
    moved: Vec<(StepId, Extent, Vec<Option<StepId>>)>,
}

fn bytes_of(extent: Extent) -> impl Iterator<Item = (u64, u64)> {
    let (object, from) = match extent.cell {
        Cell::Memory { object, offset } => (object, offset),
        Cell::Register { .. } => unreachable!(),
    };
    (0..extent.size.min(OBJECTS)).map(move |byte| (object, from + byte))
}

impl Oracle {
    fn marks(&self, extent: Extent) -> Vec<Option<&Mark>> {
        match extent.cell {
            Cell::Register { activation, var } => vec![self.registers.get(&(activation, var))],
            Cell::Memory { .. } => bytes_of(extent).map(|byte| self.bytes.get(&byte)).collect(),
        }
    }

    fn write(&mut self, extent: Extent, mark: &Mark) {
        match extent.cell {
            Cell::Register { activation, var } => {
                drop(self.registers.insert((activation, var), mark.clone()))
            }
            Cell::Memory { .. } => self
                .bytes
                .extend(bytes_of(extent).map(|byte| (byte, mark.clone()))),
        }
    }

    fn reads(&mut self, step: StepId, reads: &[Access]) {
        let told = reads.iter().map(|read| {
            let Some(extent) = read.extent else {
                return (Vec::new(), None);
            };
            let marks = self.marks(extent);
            let same = marks
                .first()
                .copied()
                .flatten()
                .filter(|first| marks.iter().all(|mark| *mark == Some(*first)));
            let stored = same.and_then(|mark| mark.stored.as_ref());
            let value = stored
                .filter(|(place, ty, _)| *place == extent && *ty == read.ty)
                .map(|(_, _, text)| text.clone());
            (
                marks.iter().map(|mark| mark.map(|mark| mark.writer)).collect(),
                value,
            )
        });
        let told = told.collect();
        self.expected.insert(step, told);
    }

    fn changed(&mut self, step: StepId, changes: &[Change]) {
        let extent = |object: &u64, offset: &u64, size: &u64| Extent {
            cell: Cell::Memory {
                object: *object,
                offset: *offset,
            },
            size: *size,
        };
        let mark = Mark {
            writer: step,
            stored: None,
        };
        for change in changes {
            match change {
                Change::Written { object, offset, size } => self.write(extent(object, offset, size), &mark),
                Change::Forgotten { object, offset, size } => {
                    for byte in bytes_of(extent(object, offset, size)) {
                        self.bytes.remove(&byte);
                    }
                }
                Change::Copied {
                    from,
                    object,
                    offset,
                    size,
                } => {
                    let source = extent(&from.0, &from.1, size);
                    let old: Vec<Option<StepId>> = self
                        .marks(source)
                        .iter()
                        .map(|mark| mark.map(|mark| mark.writer))
                        .collect();
                    let to = extent(object, offset, size);
                    for (byte, writer) in bytes_of(to).zip(&old) {
                        match writer {
                            Some(_) => drop(self.bytes.insert(byte, mark.clone())),
                            None => drop(self.bytes.remove(&byte)),
                        }
                    }
                    self.moved.push((step, to, old));
                }
                Change::Begun { .. } | Change::Ended { .. } | Change::Invented { .. } => {}
            }
        }
    }
}

struct Both<'p> {
    recorder: Recorder<'p>,
    oracle: Oracle,
    steps: u32,
}

impl Both<'_> {
    fn here(&self) -> StepId {
        self.recorder.current().unwrap_or(StepId(0))
    }

    /// What the step that has just been made is about to read.
    fn reads(&mut self, reads: &[Access]) {
        let count = self.recorder.current().map_or(0, |step| step.0 + 1);
        if count > self.steps {
            self.oracle.reads(self.here(), reads);
        }
        self.steps = count;
    }
}

impl Observer for Both<'_> {
    fn watches(&self) -> Watched {
        Watched::Accesses
    }

    fn thread_runs(&mut self, name: &str) {
        self.recorder.thread_runs(name);
        self.steps = self.recorder.current().map_or(0, |step| step.0 + 1);
    }

    fn begins(&mut self, at: At, activation: u64, reads: &[Access]) {
        self.oracle.activation = activation;
        self.recorder.begins(at, activation, reads);
        self.reads(reads);
    }

    fn failing(&mut self, at: At, activation: u64, claim: ClaimId, reads: &[Access]) {
        self.recorder.failing(at, activation, claim, reads);
        self.reads(reads);
    }

    fn entered(&mut self, activation: u64, parameters: &[Option<Extent>]) {
        self.recorder.entered(activation, parameters);
        let mark = Mark {
            writer: self.here(),
            stored: None,
        };
        for extent in parameters.iter().flatten() {
            self.oracle.write(*extent, &mark);
        }
    }

    fn called(&mut self, at: At, callee: FunctionId, arguments: &[Passed]) {
        self.recorder.called(at, callee, arguments);
    }

    fn returned(&mut self, at: At, from: FunctionId, value: Option<&Passed>) {
        self.recorder.returned(at, from, value);
        self.steps = self.recorder.current().map_or(0, |step| step.0 + 1);
    }

    fn assigned(&mut self, at: At, assignment: &Assignment) {
        self.recorder.assigned(at, assignment);
        let Some(target) = &assignment.target else { return };
        // Records are moved byte by byte, which is told as a change of memory.
        if matches!(assignment.value, Value::Bytes { .. }) {
            return;
        }
        let stored = target
            .bits
            .is_none()
            .then(|| (target.extent, target.ty, assignment.text.clone()));
        let mark = Mark {
            writer: self.here(),
            stored,
        };
        self.oracle.write(target.extent, &mark);
    }

    fn branched(&mut self, at: At, construct: Construct, cond: ExprId, taken: bool) {
        self.recorder.branched(at, construct, cond, taken);
    }

    fn switched(&mut self, at: At, value: &str, target: Pc) {
        self.recorder.switched(at, value, target);
    }

    fn declared(&mut self, at: At, var: VarId) {
        self.recorder.declared(at, var);
        let activation = self.oracle.activation;
        self.oracle.registers.remove(&(activation, var));
    }

    fn died(&mut self, at: At, var: VarId) {
        self.recorder.died(at, var);
    }

    fn changed(&mut self, changes: &[Change]) {
        self.recorder.changed(changes);
        let here = self.here();
        self.oracle.changed(here, changes);
    }

    fn wants(&mut self) -> Vec<Wanted> {
        self.recorder.wants()
    }

    fn looked(&mut self, looked: &[Looked]) {
        self.recorder.looked(looked);
    }

    fn input(&mut self, at: At, record: &interp::InputValue) {
        self.recorder.input(at, record);
    }
}

/// What was compared.
#[derive(Debug, Default)]
struct Compared {
    reads: usize,
    values: usize,
    links: usize,
    moves: usize,
}

fn compare(
    program: &Program,
    timeline: &Timeline,
    oracle: &Oracle,
    compared: &mut Compared,
) -> Result<(), String> {
    let at = |step: StepId| format!("step {}, line of {:?}", step.0, timeline.step(step).at);
    for (step, expected) in &oracle.expected {
        for (read, (writers, value)) in timeline.reads_of(*step).zip(expected) {
            let known = timeline.read(read);
            let mut told: Vec<Option<StepId>> = Vec::new();
            for origin in timeline.origins_of(read) {
                let count = if matches!(origin.cell, Cell::Register { .. }) {
                    1
                } else {
                    origin.size.min(OBJECTS)
                };
                told.extend((0..count).map(|_| origin.writer));
            }
            if told != *writers {
                return Err(format!(
                    "{}: `{}` is said to come from {told:?}, and comes from {writers:?}",
                    at(*step),
                    timeline.text(known.place)
                ));
            }
            compared.reads += 1;
            if let Some(value) = value.as_ref().filter(|value| !value.contains("(dead)")) {
                compared.values += 1;
                let seen = timeline.text(known.text);
                if seen != value && !seen.contains("(dead)") {
                    return Err(format!(
                        "{}: `{}` was stored as {value}, and is read as {seen}",
                        at(*step),
                        timeline.text(known.place)
                    ));
                }
            }
        }
    }
    for (step, extent, old) in &oracle.moved {
        let mut write = timeline
            .writes_of(*step)
            .filter(|write| timeline.write(*write).extent == Some(*extent));
        let Some(write) = write.next_back() else { continue };
        let told: Vec<Option<StepId>> = timeline
            .moved(write)
            .iter()
            .flat_map(|origin| (0..origin.size).map(|_| origin.writer))
            .collect();
        let last = oracle
            .moved
            .iter()
            .rev()
            .find(|(other, place, _)| other == step && place == extent);
        if last.is_some_and(|(_, _, last)| last == old) && told != *old {
            return Err(format!(
                "{}: moved bytes are said to come from {told:?}, and come from {old:?}",
                at(*step)
            ));
        }
        compared.moves += 1;
    }
    links(program, timeline, oracle, compared)
}

/// Every link of the graph leads to the step that wrote what is read, or to the call of the library in which that lies.
fn links(
    program: &Program,
    timeline: &Timeline,
    oracle: &Oracle,
    compared: &mut Compared,
) -> Result<(), String> {
    let (chain, traced) = graph(program, timeline, timeline.step_ids(), 1 << 24);
    let library = |step: StepId| program.function(timeline.step(step).at.function).embedded;
    for traced in &traced {
        let Some(expected) = oracle.expected.get(&traced.step) else {
            continue;
        };
        for (part, (writers, _)) in traced.reads.iter().zip(expected) {
            let wanted: BTreeSet<StepId> = writers.iter().flatten().copied().collect();
            if wanted.iter().any(|step| is_temporary(program, timeline, *step)) {
                continue;
            }
            let wanted: BTreeSet<StepId> = wanted
                .into_iter()
                .map(|step| outermost(timeline, step, &library))
                .collect();
            let told: BTreeSet<StepId> = part.from.iter().map(|link| chain.link(*link).step).collect();
            compared.links += told.len();
            if told != wanted && !library(traced.step) {
                return Err(format!(
                    "step {} at {:?}: links lead to {told:?}, written by {wanted:?}",
                    traced.step.0,
                    timeline.step(traced.step).at
                ));
            }
        }
    }
    Ok(())
}

/// Whether a step writes what only the lowering has a name for; links look through that.
fn is_temporary(program: &Program, timeline: &Timeline, step: StepId) -> bool {
    let at = timeline.step(step).at;
    let place = match program
        .function(at.function)
        .body
        .get(at.pc.index())
        .map(|instr| &instr.kind)
    {
        Some(InstrKind::Assign { place, .. }) => *place,
        _ => return false,
    };
    match program.place(place).base {
        PlaceBase::Var(var) => program.variable(var).lifetime == Lifetime::Temporary,
        _ => false,
    }
}

/// The call in the user's text in which a step of the library lies.
fn outermost(timeline: &Timeline, step: StepId, library: &impl Fn(StepId) -> bool) -> StepId {
    let mut at = match timeline.step(step).kind {
        // What a function of the library returned is told with its call.
        StepKind::Result {
            returned: Some(returned),
            ..
        } if library(returned) => returned,
        _ => step,
    };
    while library(at) {
        match timeline.step(at).control {
            Some(up) => at = up,
            None => break,
        }
    }
    at
}

fn watched(name: &str, text: &[u8], compared: &mut Compared) -> Result<bool, String> {
    let Some((program, sources)) = lowered(name, text) else {
        return Ok(false);
    };
    let mut both = Both {
        recorder: Recorder::new(&program),
        oracle: Oracle::default(),
        steps: 0,
    };
    Interpreter::new(&program, Some(&sources)).run(Environment {
        inputs: &mut ZeroInputs,
        stdin: &mut BytesInput::new(b"12 abc 7\nx y\n".to_vec()),
        output: &mut CapturedOutput::default(),
        observer: &mut both,
        limits: interp::Limits {
            steps: INSTRUCTIONS,
            ..interp::Limits::default()
        },
        arguments: vec![b"program".to_vec()],
        interrupt: None,
    });
    let Both { recorder, oracle, .. } = both;
    let timeline = recorder.finish();
    let threads = timeline
        .steps
        .iter()
        .any(|step| matches!(step.kind, StepKind::Builtin(Builtin::Thread(_))));
    if threads {
        // A thread takes up a step again, whose reads were told before.
        return Ok(false);
    }
    compare(&program, &timeline, &oracle, compared).map(|()| true)
}

struct Disk;

impl frontend::FileProvider for Disk {
    fn read(&self, path: &Path) -> Option<std::sync::Arc<[u8]>> {
        std::fs::read(path).ok().map(std::sync::Arc::from)
    }
}

fn lowered(name: &str, text: &[u8]) -> Option<(Program, source::SourceMap)> {
    let loaded = torture::load_files(&[(name, text)], &lower::Options::default(), &Disk).ok()?;
    Some((loaded.program, loaded.sources))
}

fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            found.push(path);
        }
    }
    found.sort();
}

#[test]
fn every_read_comes_from_who_wrote_it() {
    let (root, every) = match std::env::var_os("ORACLE") {
        Some(folder) => (PathBuf::from(folder), 1),
        None => (Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests"), 6),
    };
    let mut files = Vec::new();
    programs(&root, &mut files);
    let (mut compared, mut count, mut wrong) = (Compared::default(), 0, Vec::new());
    for path in files.iter().step_by(every) {
        let text = std::fs::read(path).expect("a file");
        match watched(&path.to_string_lossy(), &text, &mut compared) {
            Ok(true) => count += 1,
            Ok(false) => {}
            Err(error) => wrong.push(format!("{}: {error}", path.display())),
        }
    }
    println!("{count} programs, {compared:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        count > 5 && compared.reads > 1000 && compared.values > 200 && compared.links > 500,
        "too little was compared"
    );
}

/// Pieces of numbers, records in records, unions, copies that overlap, callbacks, strings: what the map of intervals,
/// the moves and the links through calls of the library are for.
#[test]
fn bytes_of_all_kinds() {
    let text = br#"
#include <stdlib.h>
#include <string.h>
struct inner { char c; short s; int bits : 5; int more : 9; };
struct outer { struct inner a[2]; union { float f; unsigned u; } both; struct outer *next; };
static int twice(int v) { return v + v; }
static struct outer make(int n) { struct outer o; memset(&o, 0, sizeof o); o.a[0].s = n; o.a[1].more = n; o.both.f = n; return o; }
static int apply(int (*f)(int), int v) { return f(v); }
static int less(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
    struct outer x = make(3), *p = malloc(sizeof *p);
    if (!p) return 1;
    *p = x;
    p->next = &x;
    memcpy(&p->a[0], &p->next->a[1], sizeof p->a[0]);
    unsigned char *raw = (unsigned char *)&p->both.u;
    raw[1] = raw[0] + 1;
    unsigned u = p->both.u;
    char text[16] = "abc", other[16];
    strcpy(other, text);
    memmove(other + 1, other, 4);
    int list[5] = { 5, 3, 4, 1, 2 };
    qsort(list, 5, sizeof *list, less);
    int sum = apply(twice, list[0]) + (int)strlen(other) + p->a[0].more;
    struct outer *q = realloc(p, 2 * sizeof *p);
    if (!q) return 2;
    sum += q->a[0].more + (int)(u & 7);
    int vla[sum & 3 ? 3 : 2];
    for (int i = 0; i < 2; i++) vla[i] = sum + i;
    free(q);
    return vla[0] + vla[1] > 5 ? list[4] : sum;
}
"#;
    let mut compared = Compared::default();
    assert_eq!(watched("kinds.c", text, &mut compared), Ok(true));
    assert!(compared.reads > 100 && compared.moves > 3, "{compared:?}");
}
