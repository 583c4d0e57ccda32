//! `check --native`: what a compiled program says about failing runs.

mod support;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use support::{available, because, finish};

const ALLOWED: Duration = Duration::from_secs(120);

/// By claim: whether it was confirmed, and what was said.
fn native(text: &str, args: &[&str]) -> Vec<(String, bool, String)> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("a.c"), text).expect("writes");
    let mut command = because();
    command.current_dir(folder.path()).env("TMPDIR", folder.path());
    command.args(["check", "a.c", "--native", "--json"]).args(args);
    let done = finish(&mut command, b"", ALLOWED).expect("ends in time");
    let document: serde_json::Value = serde_json::from_slice(&done.stdout).expect("JSON");
    let runs = document["counterexamples"].as_array().expect("a list");
    assert_eq!(leftovers(folder.path()), 0);
    let mut all: Vec<(String, bool, String)> = runs
        .iter()
        .map(|run| {
            let native = &run["native"];
            (
                run["claim"].as_str().expect("a name").to_owned(),
                native["confirmed"].as_bool().expect("an opinion"),
                native["text"].as_str().expect("a reason").to_owned(),
            )
        })
        .collect();
    all.sort();
    all
}

fn leftovers(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).expect("a folder");
    entries
        .filter(|entry| {
            let name = entry.as_ref().expect("an entry").file_name();
            name.to_string_lossy().starts_with("because-native-")
        })
        .count()
}

fn sanitizers() -> bool {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = folder.path().join("a.c");
    fs::write(&source, "int main(void) { return 0; }\n").expect("writes");
    let mut command = Command::new("cc");
    command.arg("-fsanitize=address,undefined").arg(&source);
    command.arg("-o").arg(folder.path().join("a"));
    finish(&mut command, b"", ALLOWED).is_some_and(|done| done.status == 0)
}

#[test]
fn failures_of_every_kind_are_confirmed() {
    if !available("cc", "a second opinion") || !sanitizers() {
        return;
    }
    let text = "#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\nint nondet_int(void);\ndouble other(int, char);\n\
        extern unsigned limit;\nint a[4];\nint main(void) {\n  int x = nondet_int();\n  double d = other(1, 2);\n  int y = nondet_int();\n\
        \x20 __CPROVER_assume(x > 3);\n  if (d == 0.1) assert(x + y != 12);\n\
        \x20 if (limit == 77) { int *p = malloc(8); p[x - 2] = 1; free(p); }\n  int z = 100 / (y - 5);\n\
        \x20 int w = x << y;\n  char *s = \"abc\";\n  int c = getchar();\n  if (c == 'q') return s[x];\n  if (c == 'r') return a[x];\n\
        \x20 if (c == 's') { free(s); }\n  if (c == 't') reach_error();\n  return w + z;\n}\n";
    let all = native(text, &[]);
    assert!(all.len() >= 9, "{all:#?}");
    for (claim, confirmed, text) in &all {
        assert!(confirmed, "{claim}: {text}");
    }
}

#[test]
fn programs_without_declarations() {
    if !available("cc", "a second opinion") {
        return;
    }
    let text = "#define IN nondet_uchar()\nint main(void) {\n  int i = IN;\n  int j = nondet_uchar() + nondet_char();\n\
        \x20 float f = nondet_float();\n  __VERIFIER_assert(!(f > 1e10f && f < 2e10f));\n\
        \x20 long double l = nondet_longdouble();\n  __CPROVER_assert(l != 0.1L, \"exact\");\n  if (i + j == 300) __VERIFIER_error();\n  return 0;\n}\n";
    for (claim, confirmed, text) in native(text, &[]) {
        assert!(confirmed, "{claim}: {text}");
    }
}

#[test]
fn a_function_with_parameters() {
    if !available("cc", "a second opinion") {
        return;
    }
    let text = "int half(int x, unsigned char c, double d) {\n  __CPROVER_assert(x / 2 != 21 || c != 'a' || d != 0.3, \"half\");\n  return 0;\n}\n\
        int main(void) { return 0; }\n";
    let all = native(text, &["--function", "half"]);
    assert_eq!(all.len(), 1);
    assert!(all[0].1, "{all:?}");
}

#[test]
fn what_cannot_be_fed_is_not_confirmed() {
    if !available("cc", "a second opinion") {
        return;
    }
    for (text, args, reason) in [
        (
            "int main(void) { int x; return 1 / x; }\n",
            &[][..],
            "read before it is written",
        ),
        (
            "char *nondet_ptr(); int main(void) { char *p = nondet_ptr(); return p ? *p : 0; }\n",
            &[],
            "an address",
        ),
        (
            "#include <stdlib.h>\nint main(void) { int *p = malloc(4); *p = 0; return *p; }\n",
            &["--malloc-may-fail"],
            "the C library",
        ),
        (
            "int main(void) { int x = nondet_int(); char c = x; return c; }\n",
            &["--conversion-check"],
            "without an error",
        ),
        (
            "int main(void) { int x = nondet_int(); return 1 / x; }\n",
            &["--32"],
            "",
        ),
    ] {
        for (claim, confirmed, told) in native(text, args) {
            // A host that can compile 32-bit programs may well confirm the last one.
            assert!(
                reason.is_empty() || !confirmed && told.contains(reason),
                "{claim}: {told}"
            );
        }
    }
}

#[test]
fn ctrl_c_leaves_nothing_behind() {
    if !available("cc", "a second opinion") {
        return;
    }
    // The tool is told that the loop ends at once, the compiler that it does not end.
    let text = "int nondet_int(void);\nunsigned volatile go = 1;\nint main(void) {\n  int x = nondet_int();\n\
        \x20 while (NATIVE) { }\n  return 1 / x;\n}\n";
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("a.c"), text).expect("writes");
    // A compiler that slips in another definition.
    let cc = folder.path().join("cc");
    fs::write(&cc, "#!/bin/sh\nexec cc \"$@\" -UNATIVE -DNATIVE=go\n").expect("writes");
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(&cc, fs::Permissions::from_mode(0o755)).expect("executable");
    let mut child = because()
        .current_dir(folder.path())
        .env("TMPDIR", folder.path())
        .env("CC", &cc)
        .args(["check", "a.c", "-DNATIVE=0", "--native"])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("starts");
    let running = |name: &str| {
        let found = fs::read_dir(folder.path())
            .expect("a folder")
            .filter_map(Result::ok);
        found
            .map(|entry| entry.path().join(name))
            .any(|path| path.exists())
    };
    let started = Instant::now();
    while !running("stdin") && started.elapsed() < ALLOWED {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(200));
    let status = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(status.expect("kill").success());
    let started = Instant::now();
    while child.try_wait().expect("our child").is_none() {
        assert!(started.elapsed() < Duration::from_secs(8), "still there");
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(leftovers(folder.path()), 0);
}
