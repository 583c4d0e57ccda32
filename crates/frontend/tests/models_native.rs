//! The C library models against the host's C library.
//!
//! Every model is compiled by the host's `cc` with its names prefixed by `m_`, linked with a small native
//! implementation of the engine's primitives (`native/shim.c`), and asked the same questions as the real
//! library. Where `cc` is missing the tests say so and pass, except in CI.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use frontend::{Input, MemoryFiles, Request, parse};

fn models_dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("models")
}

/// The model files in order, with their texts.
fn models() -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = fs::read_dir(models_dir())
        .expect("the models' folder")
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "c"))
        .map(|path| {
            let name = path
                .file_name()
                .expect("a file name")
                .to_string_lossy()
                .into_owned();
            (name, fs::read_to_string(&path).expect("a text file"))
        })
        .collect();
    files.sort();
    files
}

/// The models that take the place of others in programs that start threads. They are made of the engine's primitives for
/// threads, which have no native counterpart: they are not compiled here.
fn is_threaded(file: &str) -> bool {
    file.starts_with("threads_")
}

/// The models of programs without threads.
fn sequential_models() -> Vec<(String, String)> {
    models()
        .into_iter()
        .filter(|(file, _)| !is_threaded(file))
        .collect()
}

/// The functions and objects with external linkage that a model file defines: functions as the front end sees them, since
/// macros define some, and objects by a style in which each starts at the first column with its type and name on one line.
fn defined_names(file: &str, text: &str) -> Vec<String> {
    let request = Request {
        inputs: vec![Input::new(format!("<because>/{file}"), text)],
        link_models: false,
        ..Request::default()
    };
    let outcome = parse(&request, &MemoryFiles::new());
    let Some(tree) = outcome.tree else {
        panic!("{file}: {:#?}", outcome.diagnostics)
    };
    let functions = tree
        .functions
        .iter()
        .filter(|function| function.body.is_some() && !function.is_static)
        .map(|function| function.name.clone());
    functions.chain(text.lines().filter_map(defined_object)).collect()
}

/// The name of the object that a line defines.
fn defined_object(line: &str) -> Option<String> {
    const SKIPPED: [&str; 7] = [
        "static ", "typedef ", "extern ", "struct ", "union ", "enum ", "#",
    ];
    let starts_well = |c: char| c.is_ascii_alphabetic() || c == '_';
    if !line.starts_with(starts_well) || SKIPPED.iter().any(|s| line.starts_with(s)) {
        return None;
    }
    let head = match line.find('=') {
        Some(equals) => line[..equals].trim_end(),
        None => line.strip_suffix(';').filter(|_| !line.contains('('))?,
    };
    let in_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let name = head.rsplit(|c| !in_name(c)).next()?;
    (!name.is_empty()).then(|| name.to_owned())
}

/// Runs a compiler; its messages are the failure's.
fn run(command: &mut Command) {
    let output = command.output().expect("the compiler can be started");
    assert!(
        output.status.success(),
        "{command:?}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// The program with the models and the checks, built once; nothing if there is no compiler.
fn program() -> Option<&'static Path> {
    static PROGRAM: OnceLock<Option<PathBuf>> = OnceLock::new();
    PROGRAM.get_or_init(build).as_deref()
}

fn build() -> Option<PathBuf> {
    if Command::new("cc").arg("--version").output().is_err() {
        assert!(
            std::env::var_os("CI").is_none_or(|value| value != "true"),
            "CI needs `cc` for the checks of the library models"
        );
        eprintln!("skipped: no `cc` to compile the library models with");
        return None;
    }
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("models-native-{}", std::process::id()));
    fs::create_dir_all(&out).expect("a folder for the objects");
    let mut renames = String::new();
    for (file, text) in sequential_models() {
        for name in defined_names(&file, &text) {
            writeln!(renames, "#define {name} m_{name}").expect("writing to a string");
        }
    }
    let rename_header = out.join("renames.h");
    fs::write(&rename_header, renames).expect("the header of the renames");

    let native = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/native");
    let mut objects = Vec::new();
    for (name, _) in sequential_models() {
        let object = out.join(format!("model_{name}.o"));
        run(Command::new("cc")
            .args(["-std=gnu11", "-O0", "-fno-builtin", "-w", "-c", "-include"])
            .arg(&rename_header)
            .arg("-I")
            .arg(models_dir())
            .arg(models_dir().join(&name))
            .arg("-o")
            .arg(&object));
        objects.push(object);
    }
    let program = out.join("native");
    run(Command::new("cc")
        .args(["-std=gnu11", "-O0", "-w", "-fno-builtin", "-D_GNU_SOURCE", "-I"])
        .arg(&native)
        .args(["shim.c", "text.c", "numbers.c", "streams.c"].map(|file| native.join(file)))
        .args(&objects)
        .arg("-lm")
        .arg("-o")
        .arg(&program));
    Some(program)
}

fn check(topic: &str) {
    let Some(program) = program() else { return };
    let output = Command::new(program)
        .arg(topic)
        .output()
        .expect("the program can be started");
    assert!(
        output.status.success(),
        "{topic}: {}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stdout)
    );
}

macro_rules! checks {
    ($($topic:ident)*) => {
        $(
            #[test]
            fn $topic() {
                check(stringify!($topic));
            }
        )*
    };
}

checks!(ctype memory string alloc convert scanf input output sort random misc math calendar getopt);

/// No name is defined by two models: a program that needs it would get both files.
#[test]
fn names_are_defined_once() {
    let mut seen: BTreeMap<(bool, String), String> = BTreeMap::new();
    for (file, text) in models() {
        let names = defined_names(&file, &text);
        assert!(!names.is_empty(), "{file} defines nothing");
        for name in names {
            if let Some(other) = seen.insert((is_threaded(&file), name.clone()), file.clone()) {
                panic!("{name} is defined in {other} and in {file}");
            }
        }
    }
    for name in [
        "printf",
        "malloc",
        "strlen",
        "stdin",
        "qsort_r",
        "optarg",
        "__errno_location",
        "signal",
    ] {
        assert!(
            seen.contains_key(&(false, name.to_owned())),
            "{name} is not found"
        );
    }
}

/// `models/index.txt` says which file defines which names, so that only the files a program needs are read.
/// After a change of the models, run this test with `BLESS=1`.
#[test]
fn index_is_up_to_date() {
    let mut index = String::new();
    for (file, text) in models() {
        let mut names = defined_names(&file, &text);
        names.sort();
        writeln!(index, "{file}: {}", names.join(" ")).expect("writing to a string");
    }
    let path = models_dir().join("index.txt");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &index).expect("the index can be written");
    }
    let stored = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        stored == index,
        "models/index.txt is out of date: run the test with BLESS=1"
    );
}
