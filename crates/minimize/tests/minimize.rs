//! The smallest runs: the paper's example, and random programs against trying all inputs.

#[path = "../../trace/tests/support/mod.rs"]
mod support;

use interp::{At, Observer, Passed};
use minimize::{Measure, MinimizeOptions, Order};
use program::{ClaimId, FunctionId, InstrKind, Lifetime, PlaceBase, Program, VarId};
use support::random::{self, INPUTS};
use support::{Loaded, load_with};

fn minimize(loaded: &Loaded, report: &mut bmc::Report, options: &MinimizeOptions) -> minimize::Minimized {
    let failed = report.counterexamples[0].clone();
    let question = loaded.question();
    minimize::minimize(&question, &mut report.equation, &failed, options).expect("a smallest run")
}

fn number(bits: u128) -> i128 {
    bits as i128
}

/// Table 1: sum 2 and length 7; figure 3: the inputs 0, 0 and -1.
#[test]
fn the_papers_example_has_its_numbers() {
    let loaded = load_with(include_str!("../../trace/tests/programs/sort.c"), Some("f"), true);
    let mut report = loaded.check();
    for order in [Order::LengthFirst, Order::ValuesFirst] {
        let options = MinimizeOptions {
            order,
            ..MinimizeOptions::default()
        };
        let found = minimize(&loaded, &mut report, &options);
        let least = |value| Measure {
            value,
            lower: value,
            before: value,
        };
        assert_eq!((found.length, found.sum), (least(7), least(2)));
        let inputs: Vec<i128> = found
            .run
            .run
            .inputs
            .iter()
            .map(|input| number(input.bits))
            .collect();
        assert_eq!(inputs, [0, 0, -1]);
        assert_eq!(found.texts.ended.failed(), Some(found.run.claim));
    }
    let options = MinimizeOptions {
        input_values_only: true,
        ..MinimizeOptions::default()
    };
    let found = minimize(&loaded, &mut report, &options);
    assert_eq!((found.sum.value, found.sum.lower), (1, 1));
}

#[test]
fn values_are_small_in_the_order_of_their_type() {
    let text = "char nondet_char(void); double nondet_double(void); int nondet_int(void);
        int main(void) {
            char letter = nondet_char();
            double number = nondet_double();
            int x, *p = 0;
            if (nondet_int()) p = &x;
            assert(letter == 0 || number < 2.5 || number > 1e9);
        }";
    let loaded = load_with(text, None, false);
    let mut report = loaded.check();
    let found = minimize(&loaded, &mut report, &MinimizeOptions::default());
    let value = |name: &str| {
        let input = found.run.run.inputs.iter().find(|input| input.name == name);
        input.expect("an input").bits
    };
    assert_eq!(value("letter"), u128::from(b'a'));
    assert_eq!(f64::from_bits(value("number") as u64), 3.0);
    assert_eq!(value("nondet_int"), 0);
    assert!(found.sum.proved() && found.length.proved());
}

/// The first could be 1 if the second were enormous.
#[test]
fn found_runs_have_small_numbers_together() {
    let text = "unsigned long nondet_ulong(void);
        int main(void) {
            unsigned long a = nondet_ulong(), b = nondet_ulong();
            __CPROVER_assume(b != 0);
            unsigned long rest = a % b;
            assert(rest * 2 <= b + 4);
        }";
    let loaded = load_with(text, None, false);
    let report = loaded.check();
    let inputs = report.counterexamples[0].run.inputs.iter();
    assert_eq!(inputs.map(|input| input.bits).collect::<Vec<_>>(), [6, 7]);
}

/// With all numbers below a thousand, this would be 6, 57 and 1023.
#[test]
fn found_runs_have_few_digits_in_all() {
    let text = "int nondet_int(void);
        int main(void) {
            int hour = nondet_int(), minute = nondet_int(), more = nondet_int();
            __CPROVER_assume(hour >= 0 && hour < 24 && minute >= 0 && minute < 60);
            __CPROVER_assume(more >= 0 && more < 100000);
            minute += more;
            hour += minute / 60;
            assert(hour < 24);
        }";
    let loaded = load_with(text, None, false);
    let report = loaded.check();
    let inputs = report.counterexamples[0].run.inputs.iter();
    assert_eq!(inputs.map(|input| input.bits).collect::<Vec<_>>(), [0, 0, 1440]);
}

/// 1.0000001 and 1 would do, but 2 and 1 are read more easily, even with 1.5 for their mean.
#[test]
fn floats_have_few_digits() {
    let text = "float nondet_float(void);
        int main(void) {
            float x = nondet_float(), y = nondet_float();
            __CPROVER_assume(x > 0 && y > 0 && x < 1e6f && y < 1e6f);
            float mean = (x + y) / 2;
            assert(mean >= x || mean >= 2);
        }";
    let loaded = load_with(text, None, false);
    let mut report = loaded.check();
    let found = minimize(&loaded, &mut report, &MinimizeOptions::default());
    let values: Vec<f32> = found
        .run
        .run
        .inputs
        .iter()
        .map(|input| f32::from_bits(input.bits as u32))
        .collect();
    assert_eq!(values, [2.0, 1.0]);
    assert_eq!((found.sum.value, found.sum.lower), (65539, 65539));
}

/// The effort that is the default is enough.
fn is_proved_by_default(loaded: &Loaded) {
    let mut report = loaded.check();
    let options = MinimizeOptions {
        effort: Some(budgets::minimize::DEFAULT_EFFORT.get()),
        ..MinimizeOptions::default()
    };
    let found = minimize(loaded, &mut report, &options);
    assert!(found.length.proved() && found.sum.proved());
}

/// A sum that a solver does not prove in minutes: ranges of the two inputs do.
#[test]
fn a_filter_is_minimised_over_ranges_of_its_inputs() {
    let loaded = load_with(include_str!("programs/gsm_filter.c"), None, false);
    is_proved_by_default(&loaded);
}

/// Lengths and sums that neither the solver nor ranges prove in minutes: going from state to state does.
#[test]
fn a_coder_is_minimised_from_sample_to_sample() {
    let text = include_str!("programs/adpcm_coder.c").replace("SAMPLES 8", "SAMPLES 4");
    let loaded = load_with(&text, None, false);
    is_proved_by_default(&loaded);
}

/// A decoder has many states, and most of them cannot come to the failure in time: cells of states know that. Both orders
/// find the same run here, each with its own proof.
#[test]
fn a_decoder_is_minimised_through_cells_of_states() {
    let loaded = load_with(include_str!("programs/adpcm_decoder.c"), None, false);
    let mut report = loaded.check();
    for order in [Order::LengthFirst, Order::ValuesFirst] {
        let options = MinimizeOptions {
            order,
            effort: Some(budgets::minimize::DEFAULT_EFFORT.get()),
            ..MinimizeOptions::default()
        };
        let found = minimize(&loaded, &mut report, &options);
        assert_eq!((found.length.value, found.length.lower), (111, 111));
        assert_eq!((found.sum.value, found.sum.lower), (4880, 4880));
    }
}

/// An input of which only parts are compared is still one input, and as small as it can be.
#[test]
fn an_input_that_is_taken_apart_is_shown_as_one() {
    let text = "unsigned char nondet_uchar(void);
        int main(void) {
            unsigned char both = nondet_uchar();
            int upper = both >> 4, lower = both & 15, n = 0;
            if (upper > 3)
                n = n + 1;
            if (lower > 9)
                n = n + 2;
            assert(n < 3);
        }";
    let loaded = load_with(text, None, false);
    let mut report = loaded.check();
    let found = minimize(&loaded, &mut report, &MinimizeOptions::default());
    let sum = 0x4a + 4 + 10 + 1 + 3;
    assert_eq!((found.length.value, found.length.lower), (6, 6));
    assert_eq!((found.sum.value, found.sum.lower), (sum, sum));
    assert_eq!(found.run.run.inputs[0].bits, 0x4a);
}

/// The least numbers whose product does not fit: 46341 is the root of 2^31, rounded up.
#[test]
fn a_product_that_overflows_has_small_factors() {
    let text = "int nondet_int(void);
        int main(void) {
            int width = nondet_int(), height = nondet_int();
            int area = width * height;
            return area > 0;
        }";
    let loaded = load_with(text, None, true);
    let mut report = loaded.check();
    let options = MinimizeOptions {
        effort: Some(budgets::minimize::DEFAULT_EFFORT.get()),
        ..MinimizeOptions::default()
    };
    let found = minimize(&loaded, &mut report, &options);
    assert_eq!((found.sum.value, found.sum.lower), (2 * 46341, 2 * 46341));
}

#[test]
fn wide_values_do_not_overflow() {
    let text = "unsigned long nondet_ulong(void);
        int main(void) {
            unsigned long a = nondet_ulong(), b = nondet_ulong(), c = nondet_ulong();
            assert(!(a > 0xf000000000000000ul && b > a && c > b));
        }";
    let loaded = load_with(text, None, false);
    let mut report = loaded.check();
    let found = minimize(&loaded, &mut report, &MinimizeOptions::default());
    let high = 0xf000_0000_0000_0000_u128;
    let best = high * 3 + 1 + 2 + 3;
    assert!(found.sum.lower <= best && best <= found.sum.value);
}

/// The smallest run may fail at another round of a loop.
#[test]
fn a_claim_in_a_loop_fails_as_early_as_it_can() {
    let text = "int nondet_int(void);
        int main(void) {
            int n = nondet_int();
            for (int i = 0; i < 5; i++) {
                int k = i * 3;
                assert(k + n < 9);
            }
        }";
    let loaded = load_with(text, None, false);
    let mut report = loaded.check();
    let found = minimize(&loaded, &mut report, &MinimizeOptions::default());
    // n, i, k: and then n = 9.
    assert_eq!((found.length.value, found.length.lower), (3, 3));
    assert_eq!(number(found.run.run.inputs[0].bits), 9);
    let options = MinimizeOptions {
        order: Order::ValuesFirst,
        ..MinimizeOptions::default()
    };
    let found = minimize(&loaded, &mut report, &options);
    // n = 6 in the second round: 6 + 0 + 0 + 1 + 3; n = 3 in the third is 3 + 0 + 0 + 1 + 3 + 2 + 6; n = 9 at once is 9.
    assert_eq!((found.sum.value, found.sum.lower), (9, 9));
}

/// A loop without end: what lies beyond the bound is longer than the run that was found.
#[test]
fn nothing_beyond_the_bound_is_shorter() {
    let text = "int nondet_int(void);
        int main(void) {
            unsigned n = nondet_int();
            while (nondet_int()) {
                n = n + 1;
                assert(n != 3);
            }
        }";
    let mut loaded = load_with(text, None, false);
    loaded.options.stop_on_fail = true;
    let mut report = loaded.check();
    assert!(!report.equation.cuts.is_empty());
    let found = minimize(&loaded, &mut report, &MinimizeOptions::default());
    // An input that is stored in n, an input for the loop, n.
    assert_eq!((found.length.value, found.length.lower), (3, 3));
    assert!(found.complete);
}

/// Counts a run from the interpreter's events alone.
struct Counter<'p> {
    program: &'p Program,
    length: u128,
    sum: u128,
}

impl Counter<'_> {
    fn state(&mut self, value: i128) {
        self.length += 1;
        self.sum += value.unsigned_abs();
    }

    fn is_users(&self, function: FunctionId) -> bool {
        ["main", "h"].contains(&self.program.function(function).name.as_str())
    }
}

impl Observer for Counter<'_> {
    fn assigned(&mut self, at: At, assignment: &interp::Assignment) {
        let place = match self.program.function(at.function).body[at.pc.index()].kind {
            InstrKind::Assign { place, .. } | InstrKind::Input { place, .. } => place,
            InstrKind::Call {
                dest: Some(place), ..
            } => place,
            _ => return,
        };
        let PlaceBase::Var(var) = self.program.place(place).base else {
            return;
        };
        let interp::Value::Int(value) = assignment.value else {
            return;
        };
        if self.is_users(at.function) && self.program.variable(var).lifetime != Lifetime::Temporary {
            self.state(value);
        }
    }

    fn called(&mut self, _at: At, callee: FunctionId, arguments: &[Passed]) {
        if self.is_users(callee) {
            for argument in arguments {
                self.state(argument.text.parse().expect("an int"));
            }
        }
    }

    fn returned(&mut self, _at: At, from: FunctionId, value: Option<&Passed>) {
        if self.is_users(from)
            && let Some(value) = value
        {
            self.state(value.text.parse().expect("an int"));
        }
    }

    fn declared(&mut self, _at: At, var: VarId) {
        if self.program.variable(var).name == "t" {
            self.length += 1;
        }
    }
}

/// The claim that fails with these inputs, the length of the run and the sum of its values.
fn tried(loaded: &Loaded, choice: [i128; 3]) -> Option<(ClaimId, u128, u128)> {
    let mut counter = Counter {
        program: &loaded.program,
        length: 0,
        sum: 0,
    };
    let replay = trace::Replay {
        program: &loaded.program,
        sources: Some(&loaded.sources),
        arguments: loaded.options.arguments.clone(),
    };
    let inputs: Vec<bmc::InputValue> = INPUTS
        .iter()
        .zip(choice)
        .map(|(name, value)| support::input(name, value))
        .collect();
    let ended = replay.run(&inputs, &mut counter);
    ended.failed().map(|claim| (claim, counter.length, counter.sum))
}

#[test]
fn random_programs_have_the_smallest_run_that_trying_finds() {
    let programs = std::env::var("EXPLAIN_COUNT").ok();
    let programs = programs.and_then(|text| text.parse().ok()).unwrap_or(150);
    let mut failing = 0;
    for seed in random::seeds(programs) {
        let text = random::program(seed);
        let loaded = load_with(&text, None, false);
        let mut report = loaded.check();
        if report.counterexamples.is_empty() {
            continue;
        }
        failing += 1;
        let claim = report.counterexamples[0].claim;
        let runs: Vec<(u128, u128)> = random::choices()
            .into_iter()
            .filter_map(|choice| tried(&loaded, choice))
            .filter(|(failed, ..)| *failed == claim)
            .map(|(_, length, sum)| (length, sum))
            .collect();
        for order in [Order::LengthFirst, Order::ValuesFirst] {
            let options = MinimizeOptions {
                order,
                ..MinimizeOptions::default()
            };
            let found = minimize(&loaded, &mut report, &options);
            let best = runs
                .iter()
                .min_by_key(|(length, sum)| match order {
                    Order::LengthFirst => (*length, *sum),
                    Order::ValuesFirst => (*sum, *length),
                })
                .expect("a failing run");
            assert_eq!(
                (found.length.value, found.sum.value),
                *best,
                "seed {seed}, {order:?}\n{text}"
            );
            assert!(found.length.proved() && found.sum.proved(), "seed {seed}\n{text}");
        }
        let options = MinimizeOptions {
            greedy: true,
            ..MinimizeOptions::default()
        };
        let greedy = minimize(&loaded, &mut report, &options);
        assert!(
            runs.contains(&(greedy.length.value, greedy.sum.value)),
            "seed {seed}"
        );
        assert!((greedy.length.value, greedy.sum.value) <= (greedy.length.before, greedy.sum.before));
    }
    assert!(failing > programs / 3, "{failing}");
}
