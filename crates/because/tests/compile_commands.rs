//! `--compile-commands`: what a build says about a C file, and how it is said that it says nothing.

mod support;

use std::path::Path;
use std::time::Duration;

use support::{Finished, because, finish, folder_with};

const HEADER: &str = "#define LIMIT 3\n";
const SOURCE: &str = "#include <limit.h>\n#include <assert.h>\nint nondet_int(void);\n\
int main(void) { int x = nondet_int(); if (x == FLAG) assert(x < LIMIT); return 0; }\n";

/// The tool in a folder with a source, a header elsewhere, and these compile commands.
fn asked(commands: &str, args: &[&str]) -> Finished {
    let folder = folder_with(&[
        ("src/a.c", SOURCE),
        ("src/b.c", "int other;\n"),
        ("include/limit.h", HEADER),
        ("build/compile_commands.json", ""),
    ]);
    let root = folder.path().canonicalize().expect("the folder");
    let commands = commands.replace("ROOT", &root.display().to_string());
    std::fs::write(root.join("build/compile_commands.json"), commands).expect("a file can be written");
    run(&root, args)
}

fn run(folder: &Path, args: &[&str]) -> Finished {
    let mut command = because();
    command.current_dir(folder).args(args);
    finish(&mut command, b"", Duration::from_secs(60)).expect("ends in time")
}

const COMMANDS: &str = r#"[
  {"directory": "ROOT/build", "file": "../src/a.c",
   "command": "cc -O2 -Wall -I../include -DFLAG=5 -std=c11 -o a.o -c ../src/a.c"},
  {"directory": "ROOT/build", "file": "../src/b.c",
   "arguments": ["cc", "-I../include", "-DFLAG=6", "-c", "../src/b.c"]}
]"#;

#[test]
fn include_paths_and_macros_come_from_the_build() {
    let without = asked(COMMANDS, &["check", "src/a.c"]);
    assert_eq!(without.status, 6, "{}", without.stderr_text());
    for database in ["build/compile_commands.json", "build", "build/"] {
        let done = asked(COMMANDS, &["check", "src/a.c", "--compile-commands", database]);
        assert_eq!(done.status, 10, "{}", done.stderr_text());
        assert!(done.stdout_text().contains("x = 5"), "{}", done.stdout_text());
    }
    // What the user types decides.
    let own = asked(
        COMMANDS,
        &["check", "src/a.c", "--compile-commands=build", "-DFLAG=2"],
    );
    assert_eq!(own.status, 0, "{}{}", own.stdout_text(), own.stderr_text());
}

#[test]
fn what_is_wrong_with_compile_commands_is_said() {
    let says = |commands: &str, args: &[&str], text: &str| {
        let done = asked(commands, args);
        assert_eq!(done.status, 6, "{}", done.stdout_text());
        assert!(done.stderr_text().contains(text), "{}", done.stderr_text());
    };
    says(
        COMMANDS,
        &["check", "c.c", "--compile-commands", "build"],
        "has no command for c.c",
    );
    says(
        COMMANDS,
        &["check", "a.c", "--compile-commands", "build"],
        "but for ../src/a.c, which is another file",
    );
    says(
        COMMANDS,
        &["check", "src/a.c", "src/b.c", "--compile-commands", "build"],
        "with different macros or dialects",
    );
    says(
        "{}",
        &["check", "src/a.c", "--compile-commands", "build"],
        "no list of compile commands",
    );
    says(
        COMMANDS,
        &["check", "src/a.c", "--compile-commands", "none.json"],
        "none.json",
    );
    says(
        r#"[{"directory": "ROOT", "file": "src/a.c"}]"#,
        &["check", "src/a.c", "--compile-commands", "build"],
        "neither `arguments` nor `command`",
    );
}
