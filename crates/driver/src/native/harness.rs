//! The C text that feeds a run's inputs to the compiled program.
//!
//! Every function that the program calls and nobody defines gets a body: inputs return the values of the run in
//! the order in which they were used, `__CPROVER_assert` and its like say that they failed and end the process.
//! What cannot be fed (a variable that is read before it is written lies wherever the compiler puts it) is told
//! instead.

use std::collections::BTreeMap;
use std::fmt::Write;

use ctype::{FloatFormat, Type, TypeId, TypeTable};
use interp::{InputKind, InputValue};
use program::{Function, InputSource, Program};
use report::NotGiven;
use source::{LocId, SourceMap};

/// What this text prints before its words.
pub(super) const MARK: &str = "because-native:";

/// Names that talk to the tool, and what they mean.
const ASSERTIONS: &[&str] = &[
    "__CPROVER_assert",
    "__VERIFIER_assert",
    "__ESBMC_assert",
    "__because_assert",
    "assert",
];
const ASSUMPTIONS: &[&str] = &[
    "__CPROVER_assume",
    "__VERIFIER_assume",
    "__ESBMC_assume",
    "assume",
];
const ERRORS: &[&str] = &["reach_error", "__VERIFIER_error"];
const NOTHING: &[&str] = &[
    "__CPROVER_input",
    "__CPROVER_output",
    "__CPROVER_cover",
    "__CPROVER_printf",
    "__CPROVER_fence",
    "__CPROVER_atomic_begin",
    "__CPROVER_atomic_end",
    "__VERIFIER_atomic_begin",
    "__VERIFIER_atomic_end",
];

fn is_nondet(name: &str) -> bool {
    ["nondet_", "__VERIFIER_nondet_", "__CPROVER_nondet_"]
        .iter()
        .any(|prefix| name.starts_with(prefix))
}

/// The functions without a body that are the tool's to define.
fn ours(function: &Function) -> bool {
    let name = function.name.as_str();
    let known = [ASSERTIONS, ASSUMPTIONS, ERRORS, NOTHING];
    function.body.is_empty() && (is_nondet(name) || known.iter().any(|list| list.contains(&name)))
}

/// Declarations for programs that use the tool's functions without any.
#[must_use]
pub fn declarations(program: &Program) -> String {
    let mut text = String::new();
    for function in program.functions.iter().filter(|function| ours(function)) {
        let _ = writeln!(text, "{};", program.types.declare(function.ty, &function.name));
    }
    text
}

/// The values of one function's calls.
struct Queue {
    ty: TypeId,
    values: Vec<u128>,
}

/// What the compiled program is given, by the way in which it enters.
#[derive(Default)]
struct Fed {
    /// By the function that returns it.
    queues: BTreeMap<String, Queue>,
    /// By the object that holds it.
    objects: BTreeMap<String, u128>,
    /// Of the function where the run starts.
    parameters: Vec<(TypeId, u128)>,
}

impl Fed {
    /// Takes one input in, or says why it cannot be fed.
    fn add(&mut self, program: &Program, sources: &SourceMap, input: &InputValue) -> Result<(), NotGiven> {
        let name = &input.name;
        if program.open_argument(name) {
            return Ok(());
        }
        if program.types.is_pointer(input.ty) && input.bits != 0 {
            return Err(NotGiven::Address(name.clone()));
        }
        if input.kind != InputKind::Stdin && input.loc != LocId::NONE && sources.is_embedded(input.loc) {
            return Err(NotGiven::Library(name.clone()));
        }
        match input.kind {
            InputKind::Stdin | InputKind::Chosen(_) | InputKind::Unmodelled => {}
            InputKind::Site(InputSource::Nondet) => {
                let function =
                    callee(program, sources, input).ok_or_else(|| NotGiven::NoFunction(name.clone()))?;
                let queue = self.queues.entry(function).or_insert(Queue {
                    ty: input.ty,
                    values: Vec::new(),
                });
                queue.values.push(input.bits);
            }
            InputKind::Site(InputSource::External) => {
                let queue = self.queues.entry(name.clone()).or_insert(Queue {
                    ty: input.ty,
                    values: Vec::new(),
                });
                queue.values.push(input.bits);
            }
            InputKind::Site(InputSource::Parameter) => self.parameters.push((input.ty, input.bits)),
            // They are on the command line.
            InputKind::Site(InputSource::Argument) => {}
            InputKind::External => {
                let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
                if !plain {
                    return Err(NotGiven::PartOfObject(name.clone()));
                }
                self.objects.insert(name.clone(), input.bits);
            }
            InputKind::Uninitialised => {
                return Err(NotGiven::Uninitialised(name.clone()));
            }
            InputKind::Undefined | InputKind::Site(InputSource::Object | InputSource::Environment) => {
                return Err(NotGiven::NoWay(name.clone()));
            }
        }
        Ok(())
    }
}

/// The text, or the reason why these inputs cannot be fed.
///
/// # Errors
/// When an input cannot be given to a compiled program.
pub fn harness(
    program: &Program,
    sources: &SourceMap,
    inputs: &[InputValue],
    entry: Option<&str>,
) -> Result<String, NotGiven> {
    let mut fed = Fed::default();
    for input in inputs {
        fed.add(program, sources, input)?;
    }
    let types = &program.types;
    let mut text = String::from(PROLOGUE);
    for function in program.functions.iter().filter(|function| ours(function)) {
        if !is_nondet(&function.name) {
            define_primitive(&mut text, types, function);
        }
    }
    for function in program
        .functions
        .iter()
        .filter(|function| is_nondet(&function.name))
    {
        if function.body.is_empty() {
            define_input(&mut text, types, function, fed.queues.get(&function.name))?;
        }
    }
    for missing in &program.missing {
        let function = program.function(missing.function);
        define_input(&mut text, types, function, fed.queues.get(&function.name))?;
    }
    for (index, variable) in program.variables.iter().enumerate() {
        if variable.external && !program.is_open_argument(variable) && !sources.is_embedded(variable.loc) {
            let size = program.size_of_variable(program::VarId(index as u32)).max(1);
            let value = fed.objects.get(&variable.name).copied().unwrap_or(0);
            let bytes = bytes_of(value);
            let bytes: Vec<String> = bytes.iter().take(size as usize).map(u8::to_string).collect();
            let _ = writeln!(
                text,
                "__attribute__((weak, aligned(16))) unsigned char {}[{size}] = {{{}}};",
                variable.name,
                bytes.join(", ")
            );
        }
    }
    if let Some(entry) = entry {
        define_main(&mut text, program, entry, &fed.parameters)?;
    }
    Ok(text)
}

const PROLOGUE: &str = r#"#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static void because_say(const char *what, const char *text, unsigned line) {
  fflush(0);
  dprintf(2, "\nbecause-native:%s:%u:%s\n", what, line, text ? text : "");
  _exit(99);
}
void __assert_fail(const char *text, const char *file, unsigned line, const char *function) {
  because_say("assertion", text, line);
}
"#;

/// The function that is called where an input enters: the one of the tool's names in the text there, or the first
/// one in the initialiser of the variable that is declared there. Its type must be the input's.
fn callee(program: &Program, sources: &SourceMap, input: &InputValue) -> Option<String> {
    let nondet = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        let words = words.filter(|word| is_nondet(word)).map(str::to_owned);
        words.collect()
    };
    let mut found = nondet(&sources.written_text(input.loc));
    if found.is_empty() {
        let used = sources.location(input.loc).used;
        let rest = sources.text(source::Span::new(used.file, used.lo, u32::MAX));
        found = nondet(rest.split(';').next().unwrap_or(""));
        found.truncate(1);
    }
    found.dedup();
    let [name] = &found[..] else {
        return None;
    };
    let function = program.functions.iter().find(|function| function.name == *name)?;
    let types = &program.types;
    let ret = types.function(function.ty)?.ret;
    (spelled(types, ret) == spelled(types, input.ty)).then(|| name.clone())
}

/// A type of the same size, passed in the same way.
fn spelled(types: &TypeTable, ty: TypeId) -> Option<&'static str> {
    if types.is_void(ty) {
        return Some("void");
    }
    if types.is_bool(ty) {
        return Some("_Bool");
    }
    if let Some(format) = types.float_format(ty) {
        return Some(match format {
            FloatFormat::Half => "_Float16",
            FloatFormat::Single => "float",
            FloatFormat::Double => "double",
            FloatFormat::X87 => "long double",
            FloatFormat::Quad => "__float128",
        });
    }
    if let Type::Pointer(_) = types.get(ty) {
        return Some("void *");
    }
    let (width, signed) = types.integer(ty)?;
    Some(match (width, signed) {
        (8, true) => "signed char",
        (8, false) => "unsigned char",
        (16, true) => "short",
        (16, false) => "unsigned short",
        (32, true) => "int",
        (32, false) => "unsigned",
        (64, true) => "long long",
        (64, false) => "unsigned long long",
        (128, true) => "__int128",
        (128, false) => "unsigned __int128",
        _ => return None,
    })
}

fn bytes_of(bits: u128) -> [u8; 16] {
    bits.to_le_bytes()
}

fn define_primitive(text: &mut String, types: &TypeTable, function: &Function) {
    let name = function.name.as_str();
    let params = types.function(function.ty).map_or(&[][..], |ty| &ty.params);
    let condition = params.first().and_then(|&ty| spelled(types, ty)).unwrap_or("int");
    let second = if params.len() > 1 {
        ", const char *text"
    } else {
        ""
    };
    let told = if params.len() > 1 { "text" } else { "0" };
    let weak = "__attribute__((weak))";
    let _ = if ASSERTIONS.contains(&name) {
        // `assert` may be a macro.
        writeln!(
            text,
            "{weak} void ({name})({condition} holds{second}) {{ if (!holds) because_say(\"assertion\", {told}, 0); }}"
        )
    } else if ASSUMPTIONS.contains(&name) {
        writeln!(
            text,
            "{weak} void {name}({condition} holds) {{ if (!holds) because_say(\"assumption\", 0, 0); }}"
        )
    } else if ERRORS.contains(&name) {
        writeln!(
            text,
            "{weak} void {name}() {{ because_say(\"error_call\", \"{name}\", 0); }}"
        )
    } else {
        writeln!(text, "{weak} void {name}() {{ }}")
    };
}

/// A function that gives the values of its calls, one after the other.
fn define_input(
    text: &mut String,
    types: &TypeTable,
    function: &Function,
    queue: Option<&Queue>,
) -> Result<(), NotGiven> {
    let name = &function.name;
    let ret = types.function(function.ty).map(|ty| ty.ret);
    let unfit = || NotGiven::NoScalar(name.clone());
    let ret = ret.or(queue.map(|queue| queue.ty)).ok_or_else(unfit)?;
    let spelled = spelled(types, ret).ok_or_else(unfit)?;
    if spelled == "void" {
        let _ = writeln!(text, "void {name}() {{ }}");
        return Ok(());
    }
    let values = queue.map_or(&[][..], |queue| &queue.values);
    let rows: Vec<String> = values
        .iter()
        .map(|&bits| {
            let bytes: Vec<String> = bytes_of(bits).iter().map(u8::to_string).collect();
            format!("{{{}}}", bytes.join(", "))
        })
        .collect();
    let count = values.len();
    let rows = if rows.is_empty() {
        "{0}".to_owned()
    } else {
        rows.join(",\n    ")
    };
    let _ = writeln!(
        text,
        "{spelled} {name}() {{\n  static const unsigned char values[][16] = {{\n    {rows}}};\n  static unsigned next;\n  \
         {spelled} value;\n  if (next >= {count}) because_say(\"inputs\", \"{name}\", 0);\n  \
         memcpy(&value, values[next++], sizeof value);\n  return value;\n}}"
    );
    Ok(())
}

/// `main`, for a run that starts elsewhere.
fn define_main(
    text: &mut String,
    program: &Program,
    entry: &str,
    parameters: &[(TypeId, u128)],
) -> Result<(), NotGiven> {
    let types = &program.types;
    let function = program.function_named(entry).map(|id| program.function(id));
    let unfit = || NotGiven::Parameters(entry.to_owned());
    let signature = function
        .and_then(|function| types.function(function.ty))
        .ok_or_else(unfit)?;
    if signature.params.len() != parameters.len() {
        return Err(unfit());
    }
    let spelled_params: Option<Vec<&str>> = signature.params.iter().map(|&ty| spelled(types, ty)).collect();
    let spelled_params = spelled_params.ok_or_else(unfit)?;
    let ret = spelled(types, signature.ret).unwrap_or("void");
    let list = if spelled_params.is_empty() {
        "void".to_owned()
    } else {
        spelled_params.join(", ")
    };
    let _ = writeln!(text, "{ret} {entry}({list});\nint main(void) {{");
    for (index, ((_, bits), ty)) in parameters.iter().zip(&spelled_params).enumerate() {
        let bytes: Vec<String> = bytes_of(*bits).iter().map(u8::to_string).collect();
        let _ = writeln!(
            text,
            "  static const unsigned char bytes{index}[16] = {{{}}};\n  {ty} value{index};\n  \
             memcpy(&value{index}, bytes{index}, sizeof value{index});",
            bytes.join(", ")
        );
    }
    let values: Vec<String> = (0..parameters.len())
        .map(|index| format!("value{index}"))
        .collect();
    let _ = writeln!(text, "  {entry}({});\n  return 0;\n}}", values.join(", "));
    Ok(())
}
