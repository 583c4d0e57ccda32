//! Runs that are paused and taken up again end as runs that are not, whatever was changed outside before.

mod common;

use interp::{
    BytesInput, CapturedOutput, Environment, InputRequest, InputSupply, Interpreter, Limits, NoObserver, Stop,
};

const TEXT: &str = r#"
#include <stdio.h>
#include <stdlib.h>
extern unsigned change[2];
struct node { int value; struct node *next; };
static struct node *head;
static void put(int value) {
    struct node *made = malloc(sizeof *made);
    made->value = value;
    made->next = head;
    head = made;
}
static int twice(int n) { int local[3] = {n, n, 0}; local[2] = local[0] + local[1]; return local[2]; }
int main(int argc, char **argv) {
    int n, sum = 0;
    while (scanf("%d", &n) == 1) {
        put(n);
        sum += change[0] ? twice(n) : n;
        printf("%d ", sum);
    }
    for (struct node *at = head; at; at = at->next)
        sum = change[1] ? sum - at->value : sum + at->value;
    printf("%d %s\n", sum, argv[argc - 1]);
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return sum & 7;
}
"#;

struct Outside([u8; 8]);

impl InputSupply for Outside {
    fn supply(&mut self, _request: &InputRequest<'_>) -> u128 {
        0
    }

    fn contents(&self, name: &str) -> Option<&[u8]> {
        (name == "change").then_some(&self.0)
    }
}

fn environment<'e>(
    inputs: &'e mut Outside,
    stdin: &'e mut BytesInput,
    output: &'e mut CapturedOutput,
    observer: &'e mut NoObserver,
) -> Environment<'e> {
    Environment {
        inputs,
        stdin,
        output,
        observer,
        limits: Limits::default(),
        arguments: vec![b"program".to_vec(), b"end".to_vec()],
        interrupt: None,
    }
}

const INPUT: &[u8] = b"3 14 15 9 26 5";

fn whole(interpreter: &Interpreter<'_>, change: [u8; 8]) -> (Stop, u64, Vec<u8>) {
    let (mut inputs, mut stdin) = (Outside(change), BytesInput::new(INPUT.to_vec()));
    let (mut output, mut observer) = (CapturedOutput::default(), NoObserver);
    let outcome = interpreter.run(environment(&mut inputs, &mut stdin, &mut output, &mut observer));
    (outcome.stop, outcome.steps, output.stdout)
}

#[test]
fn a_run_that_is_taken_up_ends_as_one_that_is_not_paused() {
    let compiled = common::compile(TEXT, &lower::Options::default());
    let interpreter = Interpreter::new(&compiled.program, None);
    let rest = whole(&interpreter, [0; 8]);
    assert!(matches!(rest.0, Stop::Exit(_)), "{}", rest.0);
    let (mut paused, mut changed) = (0, 0);
    for at in (1..rest.1).step_by(7) {
        let (mut inputs, mut stdin) = (Outside([0; 8]), BytesInput::new(INPUT.to_vec()));
        let (mut output, mut observer) = (CapturedOutput::default(), NoObserver);
        let started = environment(&mut inputs, &mut stdin, &mut output, &mut observer);
        let Ok(pause) = interpreter.run_until(started, at) else {
            continue;
        };
        paused += 1;
        assert!(pause.steps() + 1 >= at);
        // Several times from one pause: nothing of one run is left in the next. Until all is read, nobody has asked for the
        // second number.
        let early = stdin.read() < INPUT.len();
        let other = [0, 0, 0, 0, 1, 0, 0, 0];
        for change in [[0; 8], other, [0; 8]] {
            if change == other && !early {
                continue;
            }
            let mut inputs = Outside(change);
            let mut stdin = BytesInput::from(INPUT.to_vec(), stdin.read());
            let mut output = output.clone();
            let mut observer = NoObserver;
            let again = environment(&mut inputs, &mut stdin, &mut output, &mut observer);
            let outcome = interpreter.resume(&pause, again);
            let went = (outcome.stop, outcome.steps, output.stdout);
            assert_eq!(went, whole(&interpreter, change), "paused at {at}");
            changed += usize::from(change == other);
        }
    }
    assert!(changed > 10, "the run can be changed behind many pauses");
    assert!(paused > 20, "the run can be paused in many places");
}
