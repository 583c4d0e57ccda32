//! Shows the tree of C files, or how long the front end takes: `show [--time] [--places] FILE…`.

mod disk;

use std::time::Instant;

fn main() {
    let (options, names): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|arg| arg.starts_with("--"));
    let has = |option: &str| options.iter().any(|given| given == option);
    let request = disk::request_of(&names);
    let start = Instant::now();
    let outcome = frontend::parse(&request, &disk::Disk);
    let took = start.elapsed();
    for diagnostic in &outcome.diagnostics {
        let place = frontend::describe(&outcome.sources, diagnostic.loc);
        eprintln!("{:?}: {} [{place}]", diagnostic.severity, diagnostic.message);
    }
    match &outcome.tree {
        Some(tree) if has("--time") => println!(
            "{} expressions, {} statements, {} functions",
            tree.exprs.len(),
            tree.stmts.len(),
            tree.functions.len()
        ),
        Some(tree) if has("--places") => {
            for expr in &tree.exprs {
                println!("{}", frontend::describe(&outcome.sources, expr.loc));
            }
        }
        Some(tree) => print!("{}", frontend::dump(tree, &outcome.sources)),
        None => println!("no tree"),
    }
    if has("--time") {
        println!("{:.1} ms", took.as_secs_f64() * 1000.0);
    }
}
