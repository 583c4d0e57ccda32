//! Shows the Program of C files: `show_program [--time] FILE…`.

#[path = "../../frontend/examples/disk/mod.rs"]
mod disk;

use std::time::Instant;

fn main() {
    let (options, names): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|arg| arg.starts_with("--"));
    let time = options.iter().any(|option| option == "--time");
    let request = disk::request_of(&names);
    let start = Instant::now();
    let outcome = frontend::parse(&request, &disk::Disk);
    let parsed = start.elapsed();
    for diagnostic in outcome
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.is_error())
    {
        eprintln!("{diagnostic:?}");
    }
    let Some(tree) = outcome.tree else { return };
    let program = match lower::lower(tree, &outcome.sources, &lower::Options::default()) {
        Ok(program) => program,
        Err(diagnostics) => {
            eprintln!("{diagnostics:#?}");
            return;
        }
    };
    let lowered = start.elapsed() - parsed;
    for violation in program.validate().iter().take(20) {
        println!("violation: {violation:?}");
    }
    if time {
        println!(
            "front end {:.1} ms, lowering {:.1} ms",
            parsed.as_secs_f64() * 1e3,
            lowered.as_secs_f64() * 1e3
        );
    } else {
        print!(
            "{}",
            program.text(&outcome.sources, program::TextOptions::default())
        );
    }
}
