//! The readable text form of a program, for `--show-program`, for tests and for debugging.
//!
//! Expressions are written as C where C can say it; every conversion is a cast. Nothing here recurses into
//! expressions, however deep they are.

mod expr;
mod float;
mod instr;
mod names;

use std::fmt::Write;

use ctype::TypeId;
use source::{FileId, LocId, SourceMap};

use crate::{ExprId, Function, FunctionId, Lifetime, PlaceId, Program, VarId};
use names::Names;

/// What the text form of a program contains beside the program itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TextOptions {
    /// List the components under the function they belong to.
    pub components: bool,
    /// Show the functions of the tool's own library models too.
    pub embedded: bool,
}

impl Program {
    /// The whole program as text.
    #[must_use]
    pub fn text(&self, sources: &SourceMap, options: TextOptions) -> String {
        let writer = Writer {
            program: self,
            names: Names::new(self),
            loads: None,
        };
        writer.program(sources, options)
    }

    /// One expression in C syntax, with the names of the source.
    #[must_use]
    pub fn expr_text(&self, id: ExprId) -> String {
        Writer {
            program: self,
            names: Names::plain(self),
            loads: None,
        }
        .expr(id)
    }

    /// The same, with another text wherever `loads` has one for the place that is read.
    #[must_use]
    pub fn expr_text_with(&self, id: ExprId, loads: &dyn Fn(PlaceId) -> Option<String>) -> String {
        Writer {
            program: self,
            names: Names::plain(self),
            loads: Some(loads),
        }
        .expr(id)
    }

    /// A place, with another text wherever `loads` has one for a place that is read on the way to it.
    #[must_use]
    pub fn place_text_with(&self, id: PlaceId, loads: &dyn Fn(PlaceId) -> Option<String>) -> String {
        Writer {
            program: self,
            names: Names::plain(self),
            loads: Some(loads),
        }
        .place(id)
    }

    /// A scalar value in C syntax: integers in two's complement, floats as their bits.
    #[must_use]
    pub fn value_text(&self, ty: TypeId, bits: u128) -> String {
        expr::value(&self.types, ty, bits)
    }

    /// One place in C syntax, with the names of the source.
    #[must_use]
    pub fn place_text(&self, id: PlaceId) -> String {
        Writer {
            program: self,
            names: Names::plain(self),
            loads: None,
        }
        .place(id)
    }
}

struct Writer<'a> {
    program: &'a Program,
    names: Names,
    /// Another text for what is read from a place.
    loads: Option<&'a dyn Fn(PlaceId) -> Option<String>>,
}

impl Writer<'_> {
    fn program(&self, sources: &SourceMap, options: TextOptions) -> String {
        let program = self.program;
        let mut out = String::new();
        for (index, variable) in program.variables.iter().enumerate() {
            let hidden = sources.is_embedded(variable.loc) && !options.embedded;
            if variable.lifetime != Lifetime::Static || (hidden && variable.loc != LocId::NONE) {
                continue;
            }
            let name = self.names.get(VarId(index as u32));
            let external = if variable.external { "extern " } else { "" };
            let constant = if variable.read_only { "const " } else { "" };
            let declaration = if name.starts_with('"') {
                format!("{} {name}", program.types.display(variable.ty))
            } else {
                program.types.declare(variable.ty, name)
            };
            let _ = writeln!(
                out,
                "{external}{constant}{declaration};{}",
                place_note(sources, variable.loc)
            );
        }
        for missing in &program.missing {
            let function = program.function(missing.function);
            let declaration = program.types.declare(function.ty, &function.name);
            let note = place_note(sources, missing.loc);
            let _ = writeln!(out, "{declaration}; // no body, the result is an input;{note}");
        }
        for (index, function) in program.functions.iter().enumerate() {
            let id = FunctionId(index as u32);
            if function.embedded && !options.embedded && id != program.entry {
                continue;
            }
            if !out.is_empty() {
                out.push('\n');
            }
            self.function(&mut out, sources, options, id, function);
        }
        out
    }

    fn function(
        &self,
        out: &mut String,
        sources: &SourceMap,
        options: TextOptions,
        id: FunctionId,
        function: &Function,
    ) {
        let program = self.program;
        let mut declarator = format!("{}(", function.name);
        let declare = |var: VarId| {
            program
                .types
                .declare(program.variable(var).ty, self.names.get(var))
        };
        let params: Vec<String> = function.params.iter().map(|&param| declare(param)).collect();
        declarator.push_str(&params.join(", "));
        if let Some(varargs) = function.varargs {
            let _ = write!(declarator, "; {}", declare(varargs));
        }
        declarator.push(')');
        let head = match program.types.function(function.ty) {
            Some(ty) if !function.body.is_empty() || !ty.prototyped => {
                program.types.declare(ty.ret, &declarator)
            }
            _ => program.types.declare(function.ty, &function.name),
        };
        let note = place_note(sources, function.loc);
        if function.body.is_empty() {
            let _ = writeln!(out, "{head};{note}");
            return;
        }
        let _ = writeln!(out, "{head} {{{note}");
        for (index, variable) in program.variables.iter().enumerate() {
            if variable.function == Some(id) && variable.lifetime == Lifetime::Temporary {
                let var = VarId(index as u32);
                let _ = writeln!(out, "       temporary {}; // {}", declare(var), variable.name);
            }
        }
        let mut line = None;
        for (pc, instr) in function.body.iter().enumerate() {
            let now = source_line(sources, instr.loc);
            if now.is_some() && now != line {
                line = now;
                if let Some((file, number)) = now {
                    let file = sources.file(file);
                    let text = String::from_utf8_lossy(file.line_text(number)).into_owned();
                    let _ = writeln!(out, "       // {}:{number}: {}", file.name, text.trim());
                }
            }
            let _ = writeln!(out, "{pc:6} {}", self.instr(instr));
        }
        out.push_str("}\n");
        if options.components {
            for (index, component) in program.components.iter().enumerate() {
                if component.function == id {
                    let text = self.expr(component.expr);
                    let kind = component.kind;
                    let note = place_note(sources, component.loc);
                    let _ = writeln!(out, "  component {index} {kind:?}: {text}{note}");
                }
            }
        }
    }
}

fn source_line(sources: &SourceMap, loc: LocId) -> Option<(FileId, u32)> {
    if loc == LocId::NONE {
        return None;
    }
    Some((sources.location(loc).used.file, sources.line(loc)))
}

fn place_note(sources: &SourceMap, loc: LocId) -> String {
    source_line(sources, loc).map_or_else(String::new, |(file, line)| {
        format!(" // {}:{line}", sources.file(file).name)
    })
}

#[cfg(test)]
mod tests;
