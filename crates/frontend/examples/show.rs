//! Shows the tree of C files, or how long the front end takes: `show [--time] [--places] FILE…`.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use frontend::{FileProvider, Input, Request};

struct Disk;

impl FileProvider for Disk {
    fn read(&self, path: &Path) -> Option<Arc<[u8]>> {
        std::fs::read(path).ok().map(Arc::from)
    }
}

fn main() {
    let (options, names): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|arg| arg.starts_with("--"));
    let has = |option: &str| options.iter().any(|given| given == option);
    let inputs = names
        .iter()
        .map(|name| Input::new(name.clone(), std::fs::read(name).expect("a readable file")))
        .collect();
    let request = Request {
        inputs,
        system_dirs: [
            "/usr/local/include",
            "/usr/include/x86_64-linux-gnu",
            "/usr/include",
        ]
        .map(str::to_owned)
        .to_vec(),
        ..Request::default()
    };
    let start = Instant::now();
    let outcome = frontend::parse(&request, &Disk);
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
