//! How long a C operation takes, and that the time grows with their number: `speed [LARGEST]`.
//!
//! Each program does `N` rounds of a few C operations, with the standard checks. The time is that of the run
//! alone; nanoseconds are per C operation (operators, assignments, comparisons, accesses of the source).

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use frontend::{FileProvider, Input, Request};
use interp::{BytesInput, Environment, Interpreter, Limits, NoObserver, NoOutput, Stop, ZeroInputs};

struct NoFiles;

impl FileProvider for NoFiles {
    fn read(&self, _path: &Path) -> Option<Arc<[u8]>> {
        None
    }
}

/// Name, C operations in a round, text.
const PROGRAMS: [(&str, u64, &str); 5] = [
    (
        "arithmetic",
        7,
        "int main(void){int sum=0; for(int i=0;i<N;i++) sum=(sum+(i^(sum>>3)))&0xffffff; return sum&1;}",
    ),
    (
        "array sum",
        6,
        "int a[1000]; int main(void){for(int i=0;i<1000;i++)a[i]=i; long s=0; for(int r=0;r<N/1000;r++) for(int i=0;i<1000;i++) s+=a[i]; return s&1;}",
    ),
    (
        "calls",
        7,
        "static int f(int x,int y){return x+y;} int main(void){int s=0; for(int i=0;i<N;i++) s=f(s,i)&0xffff; return s&1;}",
    ),
    (
        "pointer chasing",
        6,
        "struct n{int v; struct n*next;}; struct n t[100]; int main(void){for(int i=0;i<100;i++){t[i].v=i; t[i].next=&t[(i+37)%100];} struct n*p=t; long s=0; for(int i=0;i<N;i++){s+=p->v; p=p->next;} return s&1;}",
    ),
    (
        "doubles",
        5,
        "int main(void){double x=0.5; for(int i=0;i<N;i++) x=x*0.999+0.001*i; return x>1;}",
    ),
];

fn main() {
    let largest: u64 = std::env::args()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(10_000_000);
    println!(
        "{:<16} {:>10} {:>9} {:>10}",
        "program", "rounds", "seconds", "ns per op"
    );
    for (name, operations, text) in PROGRAMS {
        let mut rounds = 100_000;
        while rounds <= largest {
            let request = Request {
                inputs: vec![Input::new("speed.c", text)],
                defines: vec![format!("N={rounds}")],
                ..Request::default()
            };
            let outcome = frontend::parse(&request, &NoFiles);
            let tree = outcome.tree.expect("a program without errors");
            let program = lower::lower(tree, &outcome.sources, &lower::Options::default())
                .expect("a program that lowers");
            let interpreter = Interpreter::new(&program, None);
            let start = Instant::now();
            let run = interpreter.run(Environment {
                inputs: &mut ZeroInputs,
                stdin: &mut BytesInput::default(),
                output: &mut NoOutput,
                observer: &mut NoObserver,
                limits: Limits::default(),
                arguments: vec![],
                interrupt: None,
            });
            let seconds = start.elapsed().as_secs_f64();
            assert!(matches!(run.stop, Stop::Exit(_)), "{}", run.stop);
            let each = seconds * 1e9 / (rounds * operations) as f64;
            println!("{name:<16} {rounds:>10} {seconds:>9.3} {each:>10.2}");
            rounds *= 10;
        }
    }
}
