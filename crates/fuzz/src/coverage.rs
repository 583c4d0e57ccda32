//! Which coverage through the program a run takes, and whether they are new.
//!
//! A way is one side of a branch or one target of a switch in a function of the user's, with how often it was gone,
//! roughly: once, twice, three times, four to seven times and so on, so that one more round of a loop counts as
//! progress but the hundredth does not. In the library's models only whether it was gone counts: a string that matches
//! further goes there more often, but so does any longer text.

use interp::{At, Observer, Watched};
use program::{Construct, ExprId, FunctionId, Pc, Program};

/// Each instruction may be left one way or the other, or be the target of a switch.
const KINDS: usize = 3;

#[derive(Debug)]
pub(crate) struct Coverage {
    /// Where the coverage of each function start.
    starts: Vec<usize>,
    /// From here on the coverage are of library models or not, function by function.
    embedded: Vec<bool>,
    times: Vec<u32>,
    /// The coverage that the run has taken.
    taken: Vec<(FunctionId, usize)>,
    /// By way: the classes of numbers of times in all runs, as a set.
    seen: Vec<u16>,
}

impl Coverage {
    pub(crate) fn new(program: &Program) -> Coverage {
        let mut starts = Vec::new();
        let mut all = 0;
        for function in &program.functions {
            starts.push(all);
            all += function.body.len() * KINDS;
        }
        Coverage {
            starts,
            embedded: program
                .functions
                .iter()
                .map(|function| function.embedded)
                .collect(),
            times: vec![0; all],
            taken: Vec::new(),
            seen: vec![0; all],
        }
    }

    fn go(&mut self, function: FunctionId, pc: Pc, kind: usize) {
        let way = self.starts[function.index()] + pc.index() * KINDS + kind;
        let times = &mut self.times[way];
        if *times == 0 {
            self.taken.push((function, way));
        }
        *times = times.saturating_add(1);
    }

    /// Ends a run; true if any way of it, or how often it was gone, is new.
    pub(crate) fn is_new(&mut self) -> bool {
        let mut new = false;
        for (function, way) in self.taken.drain(..) {
            let times = std::mem::take(&mut self.times[way]);
            let class = match times {
                _ if self.embedded[function.index()] => 0,
                0..=3 => times,
                4..=7 => 4,
                8..=15 => 5,
                16..=31 => 6,
                32..=127 => 7,
                _ => 8,
            };
            new |= self.seen[way] & (1 << class) == 0;
            self.seen[way] |= 1 << class;
        }
        new
    }
}

impl Observer for Coverage {
    fn watches(&self) -> Watched {
        Watched::Ways
    }

    fn branched(&mut self, at: At, _construct: Construct, _cond: ExprId, taken: bool) {
        self.go(at.function, at.pc, usize::from(taken));
    }

    fn switched(&mut self, at: At, _value: &str, target: Pc) {
        self.go(at.function, target, 2);
    }
}
