//! Checks C files: `check [--unwind N] [--timeout SECONDS] FILE…`.

#[path = "../tests/support/mod.rs"]
mod support;

use std::time::{Duration, Instant};

fn main() {
    let mut options = bmc::Options::default();
    let mut names = Vec::new();
    let mut timeout = 60;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--unwind" => options.unwind = arguments.next().and_then(|number| number.parse().ok()),
            "--timeout" => {
                timeout = arguments
                    .next()
                    .and_then(|number| number.parse().ok())
                    .unwrap_or(60)
            }
            _ => names.push(argument),
        }
    }
    for name in names {
        let start = Instant::now();
        let text = std::fs::read(&name).expect("a readable file");
        let (program, sources) = match support::program(&name, &text, &lower::Options::default()) {
            Ok(pair) => pair,
            Err(error) => {
                println!("{name}: {error}");
                continue;
            }
        };
        let front = start.elapsed();
        let stop = support::within(Duration::from_secs(timeout));
        let report = bmc::check(&program, Some(&sources), &options, &stop, &mut |_| {});
        for verdict in &report.claims {
            let claim = program.claim(verdict.claim);
            if verdict.status != bmc::Status::Holds {
                println!(
                    "[{}] line {}: {}: {:?}",
                    claim.name,
                    sources.line(claim.loc),
                    claim.text,
                    verdict.status
                );
            }
        }
        for found in &report.counterexamples {
            let replayed = support::replay(&program, &sources, found);
            println!("  {}: {replayed:?}", program.claim(found.claim).name);
            for input in &found.inputs {
                println!("    {}#{} = {}", input.name, input.occurrence, input.bits as i128);
            }
        }
        for obstacle in &report.obstacles {
            println!("  cut: {:?} line {}", obstacle.reason, sources.line(obstacle.loc));
        }
        println!(
            "{name}: {} claims, complete {}, stopped {}, {:?}, front end {:.0} ms, check {:.0} ms",
            report.claims.len(),
            report.complete,
            report.stopped,
            report.statistics,
            front.as_secs_f64() * 1e3,
            (start.elapsed() - front).as_secs_f64() * 1e3
        );
    }
}
