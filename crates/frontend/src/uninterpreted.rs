//! Uninterpreted functions: `int __CPROVER_uninterpreted_f(int, char)` is any function at all, but it is one: for
//! equal arguments it returns the same.
//!
//! So each gets a body of its own, in C like the models: the calls so far are remembered, and a call with new
//! arguments takes an input. The text is made from the function's type, because that is the user's, or, where no
//! declaration says what it takes, from what its first call gives it; arguments and
//! results that are structures or functions are left without a body, which the lowering refuses.

use std::fmt::Write;

use ctype::{TypeId, TypeTable};

use crate::tree::{ExprId, ExprKind, FunctionId, Tree};

/// The prefix that makes a function one of these.
pub(crate) const PREFIX: &str = "__CPROVER_uninterpreted_";

/// More calls with different arguments than this are unsupported when they happen.
const MOST_CALLS: u32 = 256;

/// The definition of the function of this name.
pub(crate) fn definition(tree: &Tree, name: &str) -> Option<String> {
    let types = &tree.types;
    let at = tree.functions.iter().position(|function| function.name == name)?;
    let signature = types.function(tree.functions[at].ty)?;
    let params = match signature.prototyped {
        true => signature.params.clone(),
        false => given(tree, FunctionId(at as u32)),
    };
    if signature.variadic || !is_plain(types, signature.ret) {
        return None;
    }
    if !params.iter().all(|&param| is_plain(types, param)) {
        return None;
    }
    let result = types.display(signature.ret).to_string();
    let params: Vec<String> = params
        .iter()
        .map(|&param| types.display(param).to_string())
        .collect();
    let list = |item: &dyn Fn(usize, &String) -> String, between: &str| {
        let items: Vec<String> = params.iter().enumerate().map(|(at, ty)| item(at, ty)).collect();
        items.join(between)
    };
    let fields = list(&|at, ty| format!(" {ty} a{at};"), "");
    let mut head = list(&|at, ty| format!("{ty} a{at}"), ", ");
    if head.is_empty() {
        head.push_str("void");
    }
    let mut same = list(&|at, _| format!("calls[i].a{at} == a{at}"), " && ");
    if same.is_empty() {
        same.push('1');
    }
    let keep = list(&|at, _| format!(" calls[count].a{at} = a{at};"), "");
    let short = name.strip_prefix(PREFIX).unwrap_or(name);
    let mut text = String::from("#include \"because.h\"\n");
    let _ = writeln!(text, "{result} nondet_{short}(void);");
    let _ = writeln!(
        text,
        "static struct {{{fields} {result} result; }} calls[{MOST_CALLS}];"
    );
    let _ = writeln!(text, "static int count;");
    let _ = writeln!(text, "{result} {name}({head}) {{");
    let _ = writeln!(text, "    for (int i = 0; i < count; i++)");
    let _ = writeln!(text, "        if ({same})");
    let _ = writeln!(text, "            return calls[i].result;");
    let _ = writeln!(text, "    if (count == {MOST_CALLS})");
    let _ = writeln!(
        text,
        "        __because_unsupported(\"so many calls of {name}\");"
    );
    let _ = writeln!(text, "   {keep}");
    let _ = writeln!(text, "    calls[count].result = nondet_{short}();");
    let _ = writeln!(text, "    return calls[count++].result;\n}}");
    Some(text)
}

/// The types of the arguments that the first call of a function gives it.
fn given(tree: &Tree, function: FunctionId) -> Vec<TypeId> {
    let calls = |callee: ExprId| {
        let mut callee = &tree.expr(callee).kind;
        while let ExprKind::FunctionDecay(operand) | ExprKind::Convert { operand, .. } = callee {
            callee = &tree.expr(*operand).kind;
        }
        matches!(callee, ExprKind::Function(called) if *called == function)
    };
    let mut found = tree.exprs.iter().filter_map(|expr| match &expr.kind {
        ExprKind::Call { callee, args } if calls(*callee) => Some(args),
        _ => None,
    });
    let args = found.next().map_or(&[][..], |args| args);
    args.iter().map(|&arg| tree.expr(arg).ty).collect()
}

/// Whether a type is spelled in front of a name and compared by `==`.
fn is_plain(types: &TypeTable, ty: TypeId) -> bool {
    match types.pointee(ty) {
        Some(to) => types.function(to).is_none() && types.element(to).is_none(),
        None => types.is_scalar(ty),
    }
}
