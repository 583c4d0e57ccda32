//! Random small programs: runs, sets and transformations are those that a search finds which shares no code with the crate.
//!
//! A program is a graph of steps over three small numbers, executed here directly and printed as C for the other side.
//! `VARIATIONS_COUNT=1000 cargo test -p variations --test brute_force` tries more; `VARIATIONS_SEED` says where to start.

mod support;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;

use interp::SplitMix64;
use support::load;
use variations::Options;

const NAMES: [&str; 3] = ["a", "b", "c"];

/// What a step does, and where it leads.
#[derive(Debug, Clone, Copy)]
enum Op {
    /// (to, from, plus, modulus)
    Set(usize, usize, u64, u64),
    /// A `_Bool`.
    Bool(usize),
    /// A number below 3 of an input with more values.
    Small(usize),
    /// The input decides.
    Choose,
    /// (variable, less than)
    Test(usize, u64),
    /// (variable, is not)
    Claim(usize, u64),
    Return,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    op: Op,
    /// For a condition, where it holds.
    next: usize,
    otherwise: usize,
}

/// A program under construction; node i is in line i of `lines`.
#[derive(Default)]
struct Made {
    text: String,
    line: usize,
    nodes: BTreeMap<usize, Node>,
    /// Nodes whose next one is whatever comes next: (node, whether `otherwise` is meant).
    open: Vec<(usize, bool)>,
}

impl Made {
    fn print(&mut self, text: &str) {
        let _ = writeln!(self.text, "{text}");
        self.line += 1;
    }

    fn node(&mut self, op: Op, text: &str) -> usize {
        self.print(text);
        let number = self.line;
        self.arrive(number);
        let node = Node {
            op,
            next: 0,
            otherwise: 0,
        };
        self.nodes.insert(number, node);
        number
    }

    fn arrive(&mut self, at: usize) {
        for (from, otherwise) in std::mem::take(&mut self.open) {
            let node = self.nodes.get_mut(&from).expect("an earlier node");
            *(if otherwise {
                &mut node.otherwise
            } else {
                &mut node.next
            }) = at;
        }
    }

    fn statements(&mut self, random: &mut SplitMix64, depth: u64) {
        for _ in 0..1 + random.below(3) {
            self.statement(random, depth);
        }
    }

    fn condition(random: &mut SplitMix64) -> (Op, String) {
        match random.below(3) {
            0 => {
                let (var, limit) = (random.below(3) as usize, 1 + random.below(2));
                (Op::Test(var, limit), format!("{} < {limit}", NAMES[var]))
            }
            _ => (Op::Choose, "nondet_bool()".to_owned()),
        }
    }

    fn statement(&mut self, random: &mut SplitMix64, depth: u64) {
        let (to, from) = (random.below(3) as usize, random.below(3) as usize);
        match random.below(if depth == 0 { 5 } else { 9 }) {
            0 | 1 => {
                let (plus, modulus) = (random.below(3), 2 + random.below(2));
                let text = format!("{} = ({} + {plus}) % {modulus};", NAMES[to], NAMES[from]);
                let node = self.node(Op::Set(to, from, plus, modulus), &text);
                self.open.push((node, false));
            }
            2 => {
                let node = self.node(Op::Bool(to), &format!("{} = nondet_bool();", NAMES[to]));
                self.open.push((node, false));
            }
            3 => {
                let node = self.node(Op::Small(to), &format!("{} = nondet_uchar() % 3;", NAMES[to]));
                self.open.push((node, false));
            }
            4 => {
                let value = random.below(3);
                let text = format!("__CPROVER_assert({} != {value}, \"claim\");", NAMES[to]);
                let node = self.node(Op::Claim(to, value), &text);
                self.open.push((node, false));
            }
            5 | 6 => {
                let (op, text) = Made::condition(random);
                let node = self.node(op, &format!("if ({text}) {{"));
                self.open.push((node, false));
                self.statements(random, depth - 1);
                let mut done = std::mem::take(&mut self.open);
                self.open.push((node, true));
                if random.below(2) == 0 {
                    self.print("} else {");
                    self.statements(random, depth - 1);
                }
                self.print("}");
                self.open.append(&mut done);
            }
            7 => {
                let (op, text) = Made::condition(random);
                let node = self.node(op, &format!("while ({text}) {{"));
                self.open.push((node, false));
                self.statements(random, depth - 1);
                self.print("}");
                self.arrive(node);
                self.open.push((node, true));
            }
            _ => {
                self.print("do {");
                let first = self.line + 1;
                self.statements(random, depth - 1);
                let first = *self.nodes.range(first..).next().expect("a statement").0;
                let (op, text) = Made::condition(random);
                let node = self.node(op, &format!("}} while ({text});"));
                self.nodes.get_mut(&node).expect("the condition").next = first;
                self.open.push((node, true));
            }
        }
    }
}

/// A line and three numbers.
type State = (usize, [u64; 3]);

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Taken {
    line: usize,
    choice: Option<String>,
    value: Option<u64>,
}

enum After {
    On(State),
    Error,
    End,
}

impl Made {
    fn choices(&self, state: &State) -> Vec<Option<u64>> {
        match self.nodes[&state.0].op {
            Op::Bool(_) | Op::Choose => vec![Some(0), Some(1)],
            Op::Small(_) => vec![Some(0), Some(1), Some(2)],
            _ => vec![None],
        }
    }

    fn step(&self, state: &State, value: Option<u64>) -> (Taken, After) {
        let node = self.nodes[&state.0];
        let mut vars = state.1;
        let (mut next, mut choice) = (node.next, None);
        let given = value.unwrap_or(0);
        match node.op {
            Op::Set(to, from, plus, modulus) => vars[to] = (vars[from] + plus) % modulus,
            Op::Bool(to) => {
                vars[to] = given;
                choice = Some(format!("={given}"));
            }
            Op::Small(to) => vars[to] = given,
            Op::Choose => {
                choice = Some(if given == 1 { "T" } else { "F" }.to_owned());
                next = if given == 1 { node.next } else { node.otherwise };
            }
            Op::Test(var, limit) => {
                next = if vars[var] < limit {
                    node.next
                } else {
                    node.otherwise
                }
            }
            Op::Claim(var, not) if vars[var] == not => {
                let taken = Taken {
                    line: state.0,
                    choice,
                    value,
                };
                return (taken, After::Error);
            }
            Op::Claim(..) => {}
            Op::Return => {
                let taken = Taken {
                    line: state.0,
                    choice,
                    value,
                };
                return (taken, After::End);
            }
        }
        let taken = Taken {
            line: state.0,
            choice,
            value,
        };
        (taken, After::On((next, vars)))
    }
}

/// The definitions, one after the other, with whole runs as lists.
struct Search<'s> {
    made: &'s Made,
    original: Vec<(State, Taken)>,
    visited: HashMap<State, u32>,
    negatives: BTreeSet<Vec<Taken>>,
    positives: BTreeSet<Vec<Taken>>,
}

impl Search<'_> {
    fn target(&self) -> usize {
        self.original.last().expect("a run").0.0
    }

    fn explore(&mut self, state: State, left: u32, run: &mut Vec<Taken>) {
        if self.visited.get(&state).is_some_and(|known| *known >= left) {
            return;
        }
        self.visited.insert(state, left);
        if left == 0 {
            self.extend(state, run);
            return;
        }
        for value in self.made.choices(&state) {
            let (taken, after) = self.made.step(&state, value);
            run.push(taken);
            match after {
                After::Error if state.0 == self.target() => {
                    self.negatives.insert(run.clone());
                }
                After::On(next) => {
                    if state.0 == self.target() {
                        self.positives.insert(run.clone());
                    }
                    self.explore(next, left - 1, run);
                }
                _ => {}
            }
            run.pop();
        }
    }

    fn extend(&mut self, state: State, run: &[Taken]) {
        for j in 0..self.original.len() {
            if self.original[j].0.0 != state.0 {
                continue;
            }
            let (mut at, mut longer) = (state, run.to_vec());
            for l in j..self.original.len() {
                let value = self.original[l].1.value;
                let (taken, after) = self.made.step(&at, value);
                longer.push(taken);
                let last = l + 1 == self.original.len();
                match after {
                    After::Error if last => {
                        self.negatives.insert(longer.clone());
                    }
                    After::On(next) => {
                        if at.0 == self.target() {
                            self.positives.insert(longer.clone());
                        }
                        if last || next.0 != self.original[l + 1].0.0 || self.visited.contains_key(&next) {
                            break;
                        }
                        at = next;
                        continue;
                    }
                    _ => {}
                }
                break;
            }
        }
    }
}

type Label = (usize, Option<String>);

fn labels(run: &[Taken]) -> Vec<Label> {
    run.iter()
        .map(|taken| (taken.line, taken.choice.clone()))
        .collect()
}

fn told(labels: impl IntoIterator<Item = Label>) -> String {
    let told = labels
        .into_iter()
        .map(|(line, choice)| format!("{line}{}", choice.unwrap_or_default()));
    told.collect::<Vec<_>>().join(" ")
}

/// (size, replaced, by what, pairs)
fn replacements(
    negatives: &[Vec<Taken>],
    positives: &[Vec<Taken>],
) -> BTreeMap<(usize, String, String), u64> {
    let mut found = BTreeMap::new();
    for p in positives {
        for n in negatives {
            let common = p.iter().zip(n).take_while(|(a, b)| a == b).count();
            let (lp, ln) = (labels(&p[..p.len() - 1]), labels(&n[..n.len() - 1]));
            let room = lp.len().min(ln.len());
            let common = common.min(room);
            let mut end = 0;
            while end < room - common && lp[lp.len() - 1 - end] == ln[ln.len() - 1 - end] {
                end += 1;
            }
            let (p, n) = (
                lp[common..lp.len() - end].to_vec(),
                ln[common..ln.len() - end].to_vec(),
            );
            *found.entry((p.len() + n.len(), told(p), told(n))).or_insert(0) += 1;
        }
    }
    found
}

fn all_of(runs: &[Vec<Taken>]) -> (BTreeSet<Label>, BTreeSet<Label>) {
    let sets: Vec<BTreeSet<Label>> = runs.iter().map(|run| labels(run).into_iter().collect()).collect();
    let trans = sets.iter().flatten().cloned().collect();
    let all = match sets.split_first() {
        Some((first, rest)) => first
            .iter()
            .filter(|label| rest.iter().all(|set| set.contains(*label)))
            .cloned()
            .collect(),
        None => BTreeSet::new(),
    };
    (trans, all)
}

fn program(seed: u64) -> Made {
    let mut random = SplitMix64(seed);
    let mut made = Made::default();
    made.print("_Bool nondet_bool(void); unsigned char nondet_uchar(void); int a, b, c;");
    made.print("int main(void) {");
    made.statements(&mut random, 2);
    made.statements(&mut random, 2);
    made.node(Op::Return, "return 0;");
    made.print("}");
    made
}

/// A failing run, by walking at random.
fn failing(made: &Made, seed: u64) -> Option<Vec<(State, Taken)>> {
    let mut random = SplitMix64(!seed);
    for _ in 0..60 {
        let mut state = (*made.nodes.keys().next()?, [0; 3]);
        let mut run = Vec::new();
        for _ in 0..40 {
            let choices = made.choices(&state);
            let value = choices[random.below(choices.len() as u64) as usize];
            let (taken, after) = made.step(&state, value);
            run.push((state, taken));
            match after {
                After::On(next) => state = next,
                After::Error => return Some(run),
                After::End => break,
            }
        }
    }
    None
}

fn compare(seed: u64) -> bool {
    let made = program(seed);
    let Some(original) = failing(&made, seed) else {
        return false;
    };
    let depth = 1 + (seed % 12) as u32;
    let mut search = Search {
        made: &made,
        visited: HashMap::new(),
        negatives: BTreeSet::new(),
        positives: BTreeSet::new(),
        original,
    };
    let whole: Vec<Taken> = search.original.iter().map(|(_, taken)| taken.clone()).collect();
    search.negatives.insert(whole.clone());
    for index in (0..search.original.len()).rev() {
        let mut run = whole[..index].to_vec();
        search.explore(search.original[index].0, depth, &mut run);
    }
    let negatives: Vec<Vec<Taken>> = search.negatives.iter().cloned().collect();
    let is_prefix = |run: &Vec<Taken>| negatives.iter().any(|negative| negative.starts_with(run));
    let positives: Vec<Vec<Taken>> = search
        .positives
        .iter()
        .filter(|run| !is_prefix(run))
        .cloned()
        .collect();

    let loaded = load(&made.text);
    let values = |wanted: fn(&Op) -> bool| -> Vec<i64> {
        let inputs = search
            .original
            .iter()
            .filter(|(state, _)| wanted(&made.nodes[&state.0].op));
        inputs.map(|(_, taken)| taken.value.unwrap_or(0) as i64).collect()
    };
    let bools = values(|op| matches!(op, Op::Bool(_) | Op::Choose));
    let numbers = values(|op| matches!(op, Op::Small(_)));
    let run = loaded.run(&[("nondet_bool", &bools), ("nondet_uchar", &numbers)]);
    let options = Options {
        depth,
        ..Options::default()
    };
    let found = loaded
        .vary(&run, &options)
        .unwrap_or_else(|why| panic!("{why:?}\n{}", made.text));
    let context = format!(
        "seed {seed}, depth {depth}, original {}\n{}",
        told(labels(&whole)),
        made.text
    );

    let way = |node: u32| -> Vec<Taken> {
        let steps = found.trie.way(node).into_iter().map(|step| {
            let step = found.trie.step(step);
            let line = made_line(&loaded, step);
            let choice = match (step.way, step.small) {
                (Some(way), _) => Some(if way == 1 { "T" } else { "F" }.to_owned()),
                (None, true) => Some(format!("={}", step.values[0])),
                (None, false) => None,
            };
            Taken {
                line,
                choice,
                value: step.values.first().map(|value| *value as u64),
            }
        });
        steps.collect()
    };
    let ends = |nodes: &[u32]| -> BTreeSet<Vec<Taken>> { nodes.iter().map(|&node| way(node)).collect() };
    let show = |runs: &BTreeSet<Vec<Taken>>| -> Vec<String> {
        runs.iter()
            .map(|run| format!("{:?}", told(labels(run))))
            .collect()
    };
    let (own, expected) = (ends(&found.negatives), negatives.iter().cloned().collect());
    assert!(
        own == expected,
        "failing runs {:?} and not {:?}\n{context}",
        show(&own),
        show(&expected)
    );
    let (own, expected) = (ends(&found.positives), positives.iter().cloned().collect());
    assert!(
        own == expected,
        "passing runs {:?} and not {:?}\n{context}",
        show(&own),
        show(&expected)
    );

    for (runs, trans, all) in [
        (&negatives, &found.sets.trans_negative, &found.sets.all_negative),
        (&positives, &found.sets.trans_positive, &found.sets.all_positive),
    ] {
        let (expected_trans, expected_all) = all_of(runs);
        let labels = |set: &BTreeSet<variations::Transition>| -> BTreeSet<Label> {
            set.iter().map(|transition| label(&loaded, transition)).collect()
        };
        assert_eq!(labels(trans), expected_trans, "{context}");
        assert_eq!(labels(all), expected_all, "{context}");
    }
    let mut own = BTreeMap::new();
    for one in &found.transformations {
        let way = |way: &[variations::Transition]| told(way.iter().map(|step| label(&loaded, step)));
        own.insert((one.size(), way(&one.positive), way(&one.negative)), one.pairs);
    }
    assert_eq!(own, replacements(&negatives, &positives), "{context}");
    true
}

fn label(loaded: &support::Loaded, transition: &variations::Transition) -> Label {
    let choice = transition.choice.as_ref().map(|choice| match choice {
        variations::Choice::Way(1) => "T".to_owned(),
        variations::Choice::Way(_) => "F".to_owned(),
        variations::Choice::Values(values) => format!("={}", values[0]),
    });
    (loaded.line(transition) as usize, choice)
}

fn made_line(loaded: &support::Loaded, step: &variations::Step) -> usize {
    let transition = variations::Transition {
        place: step.place,
        thread: None,
        choice: None,
    };
    loaded.line(&transition) as usize
}

#[test]
fn the_same_as_by_brute_force() {
    let number = |name: &str, usual: u64| {
        std::env::var(name)
            .ok()
            .and_then(|text| text.parse().ok())
            .unwrap_or(usual)
    };
    let (count, first) = (number("VARIATIONS_COUNT", 60), number("VARIATIONS_SEED", 0));
    let mut compared = 0;
    let mut seed = first;
    while compared < count {
        compared += u64::from(compare(seed));
        seed += 1;
        assert!(seed < first + 20 * count + 100, "too few programs fail");
    }
}
