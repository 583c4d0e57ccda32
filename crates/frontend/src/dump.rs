//! A compact text form of the tree, for tests and for looking: one line per declaration and statement,
//! expressions as nested terms with the type of each conversion. Nodes can carry their place.

use std::fmt::Write;

use ctype::TypeId;
use source::{LocId, SourceMap};

use crate::tree::*;

/// The tree as text.
#[must_use]
pub fn dump(tree: &Tree, sources: &SourceMap) -> String {
    let mut printer = Printer {
        tree,
        sources,
        out: String::new(),
        depth: 0,
    };
    for (index, object) in tree.objects.iter().enumerate() {
        if object.function.is_none() {
            printer.object(ObjectId(index as u32));
        }
    }
    for function in &tree.functions {
        printer.function(function);
    }
    printer.out
}

/// A place as `file:line:column-column "text"`, with the macro's text if it lies in one.
#[must_use]
pub fn describe(sources: &SourceMap, loc: LocId) -> String {
    if loc == LocId::NONE {
        return "nowhere".to_owned();
    }
    let location = sources.location(loc);
    let show = |span| {
        let place = sources.resolve(span);
        let end = if place.end_line == place.line {
            place.end_column.to_string()
        } else {
            format!("{}:{}", place.end_line, place.end_column)
        };
        format!(
            "{}:{}:{}-{} `{}`",
            place.file,
            place.line,
            place.column,
            end,
            sources.text(span)
        )
    };
    let mut text = show(location.used);
    if let Some(spelling) = &location.spelled {
        let _ = write!(text, " spelled {}", show(spelling.span));
        for step in &spelling.expansions {
            let _ = write!(text, " from {} at {}", step.name, show(step.used));
        }
    }
    text
}

struct Printer<'a> {
    tree: &'a Tree,
    sources: &'a SourceMap,
    out: String,
    depth: usize,
}

impl Printer<'_> {
    fn line(&mut self, loc: LocId, text: &str) {
        let number = self.sources.line(loc);
        let _ = writeln!(
            self.out,
            "{number:<3} {:indent$}{text}",
            "",
            indent = 2 * self.depth
        );
    }

    fn ty(&self, ty: TypeId) -> String {
        self.tree.types.display(ty)
    }

    fn name(&self, id: ObjectId) -> String {
        match &self.tree.object(id).name {
            Some(name) => name.clone(),
            None => format!("literal#{}", id.0),
        }
    }

    fn object(&mut self, id: ObjectId) {
        let object = self.tree.object(id);
        let mut text = format!(
            "{:?} {}",
            object.storage,
            self.tree.types.declare(object.ty, &self.name(id))
        );
        if object.constant {
            text.push_str(" const");
        }
        if let Some(align) = object.align {
            let _ = write!(text, " align {align}");
        }
        if object.extent > 0 {
            let _ = write!(text, " extent {}", object.extent);
        }
        if let Some(cleanup) = object.cleanup {
            let _ = write!(text, " cleanup {}", self.tree.function(cleanup).name);
        }
        if let Some(init) = &object.init {
            let entries: Vec<String> = init
                .iter()
                .map(|entry| match entry.bits {
                    Some((bit, width)) => format!("bits {bit}+{width}: {}", self.expr(entry.value)),
                    None => format!("{}: {}", entry.offset, self.expr(entry.value)),
                })
                .collect();
            let _ = write!(text, " = {{{}}}", entries.join(", "));
        }
        self.line(object.loc, &text);
    }

    fn function(&mut self, function: &Function) {
        let mut text = self.tree.types.declare(function.ty, &function.name);
        if function.is_static {
            text.insert_str(0, "static ");
        }
        if function.noreturn {
            text.push_str(" noreturn");
        }
        for (word, priority) in [
            ("constructor", function.constructor),
            ("destructor", function.destructor),
        ] {
            if let Some(priority) = priority {
                let _ = write!(text, " {word}({priority})");
            }
        }
        self.line(function.loc, &text);
        let Some(body) = function.body else { return };
        self.depth += 1;
        for &param in &function.params {
            self.object(param);
        }
        self.stmt(body, function);
        self.depth -= 1;
    }

    fn nested(&mut self, id: StmtId, function: &Function) {
        self.depth += 1;
        self.stmt(id, function);
        self.depth -= 1;
    }

    fn declarations(&mut self, parts: &[DeclPart], loc: LocId) {
        for &part in parts {
            match part {
                DeclPart::Object(object) => self.object(object),
                DeclPart::Effect(expr) => {
                    let text = self.expr(expr);
                    self.line(loc, &text);
                }
                DeclPart::Length(vla) => {
                    let length = self.expr(self.tree.vlas[vla.index()]);
                    self.line(loc, &format!("length n{} = {length}", vla.0));
                }
            }
        }
    }

    fn stmt(&mut self, id: StmtId, function: &Function) {
        let stmt = self.tree.stmt(id);
        let loc = stmt.loc;
        match &stmt.kind {
            StmtKind::Empty => self.line(loc, ";"),
            StmtKind::Expr(expr) => {
                let text = self.expr(*expr);
                self.line(loc, &text);
            }
            StmtKind::Block(list) => {
                self.line(loc, "block");
                for &stmt in list {
                    self.nested(stmt, function);
                }
            }
            StmtKind::Decls(parts) => self.declarations(parts, loc),
            StmtKind::If {
                cond,
                then,
                otherwise,
            } => {
                let text = self.expr(*cond);
                self.line(loc, &format!("if {text}"));
                self.nested(*then, function);
                if let Some(otherwise) = otherwise {
                    self.line(loc, "else");
                    self.nested(*otherwise, function);
                }
            }
            StmtKind::While { .. } | StmtKind::DoWhile { .. } | StmtKind::For { .. } => {
                self.loop_statement(id, function)
            }
            StmtKind::Switch {
                cond,
                body,
                cases,
                default,
            } => {
                let mut text = format!("switch {}", self.expr(*cond));
                text.extend(
                    cases
                        .iter()
                        .map(|case| format!(" {}..={}→s{}", case.low, case.high, case.target.0)),
                );
                text.extend(default.map(|default| format!(" default→s{}", default.0)));
                self.line(loc, &text);
                self.nested(*body, function);
            }
            StmtKind::Case { body } => {
                self.line(loc, &format!("case s{}:", id.0));
                self.nested(*body, function);
            }
            StmtKind::Default { body } => {
                self.line(loc, &format!("default s{}:", id.0));
                self.nested(*body, function);
            }
            StmtKind::Label { label, body } => {
                self.line(loc, &format!("{}:", function.labels[label.index()].name));
                self.nested(*body, function);
            }
            StmtKind::Goto(label) => self.line(loc, &format!("goto {}", function.labels[label.index()].name)),
            StmtKind::Break => self.line(loc, "break"),
            StmtKind::Continue => self.line(loc, "continue"),
            StmtKind::Return(value) => {
                let text = value.map(|value| self.expr(value)).unwrap_or_default();
                self.line(loc, format!("return {text}").trim_end());
            }
            StmtKind::Unsupported(what) => self.line(loc, &format!("unsupported: {what}")),
        }
    }

    fn loop_statement(&mut self, id: StmtId, function: &Function) {
        let stmt = self.tree.stmt(id);
        let loc = stmt.loc;
        match &stmt.kind {
            StmtKind::While { cond, body } => {
                let text = self.expr(*cond);
                self.line(loc, &format!("while {text}"));
                self.nested(*body, function);
            }
            StmtKind::DoWhile { body, cond } => {
                let text = self.expr(*cond);
                self.line(loc, &format!("do while {text}"));
                self.nested(*body, function);
            }
            StmtKind::For {
                init,
                cond,
                step,
                body,
            } => {
                let part = |expr: &Option<ExprId>| expr.map(|expr| self.expr(expr)).unwrap_or_default();
                let text = format!("for ; {}; {}", part(cond), part(step));
                self.line(loc, &text);
                if let Some(init) = init {
                    self.nested(*init, function);
                }
                self.nested(*body, function);
            }
            _ => {}
        }
    }

    fn list(&self, exprs: &[ExprId]) -> String {
        let texts: Vec<String> = exprs.iter().map(|&expr| self.expr(expr)).collect();
        texts.join(", ")
    }

    fn expr(&self, id: ExprId) -> String {
        let expr = self.tree.expr(id);
        match &expr.kind {
            ExprKind::Int(value) if self.tree.types.is_pointer(expr.ty) => format!("pointer {value}"),
            ExprKind::Int(value) => match self.ty(expr.ty).as_str() {
                "int" => value.to_string(),
                ty => format!("{value}:{ty}"),
            },
            ExprKind::Float(bits) => format!("{bits:#x}:{}", self.ty(expr.ty)),
            ExprKind::Object(object) => self.name(*object),
            ExprKind::String(_) | ExprKind::Member { .. } | ExprKind::CompoundLiteral(_) => {
                self.object_expr(expr)
            }
            ExprKind::Subscript { base, index } => format!("{}[{}]", self.expr(*base), self.expr(*index)),
            ExprKind::Deref(pointer) => format!("*({})", self.expr(*pointer)),
            ExprKind::Function(function) => self.tree.function(*function).name.clone(),
            ExprKind::Load(place) => format!("load({})", self.expr(*place)),
            ExprKind::ArrayDecay(place) => format!("decay({})", self.expr(*place)),
            ExprKind::FunctionDecay(place) => format!("fdecay({})", self.expr(*place)),
            ExprKind::AddressOf(place) => format!("&{}", self.expr(*place)),
            ExprKind::Convert { operand, explicit } => {
                let mark = if *explicit { "cast" } else { "to" };
                format!("{mark}<{}>({})", self.ty(expr.ty), self.expr(*operand))
            }
            ExprKind::Unary { op, operand } => format!("{op:?}({})", self.expr(*operand)),
            ExprKind::Binary { op, lhs, rhs } => {
                format!("{op:?}({}, {})", self.expr(*lhs), self.expr(*rhs))
            }
            ExprKind::Logical { op, lhs, rhs } => {
                format!("{op:?}({}, {})", self.expr(*lhs), self.expr(*rhs))
            }
            ExprKind::Cond {
                cond,
                then,
                otherwise,
            } => format!("cond({})", self.list(&[*cond, *then, *otherwise])),
            ExprKind::Elvis { cond, otherwise } => {
                format!(
                    "elvis<{}>({}, {})",
                    self.ty(expr.ty),
                    self.expr(*cond),
                    self.expr(*otherwise)
                )
            }
            ExprKind::Comma { lhs, rhs } => format!("comma({}, {})", self.expr(*lhs), self.expr(*rhs)),
            ExprKind::Assign { place, value } => {
                format!("{} = {}", self.expr(*place), self.expr(*value))
            }
            ExprKind::AssignOp {
                op,
                computation,
                place,
                value,
            } => {
                format!(
                    "{} {op:?}<{}>= {}",
                    self.expr(*place),
                    self.ty(*computation),
                    self.expr(*value)
                )
            }
            ExprKind::Step { step, place } => format!("{step:?}({})", self.expr(*place)),
            ExprKind::Call { callee, args } => {
                format!("{}({})", self.expr(*callee), self.list(args))
            }
            ExprKind::StmtExpr(stmt) => format!("stmtexpr s{}", stmt.0),
            ExprKind::VlaLength(vla) => format!("n{}", vla.0),
            ExprKind::VaStart { list } => format!("va_start({})", self.expr(*list)),
            ExprKind::VaArg { list } => format!("va_arg<{}>({})", self.ty(expr.ty), self.expr(*list)),
            ExprKind::VaEnd { list } => format!("va_end({})", self.expr(*list)),
            ExprKind::VaCopy { dst, src } => format!("va_copy({}, {})", self.expr(*dst), self.expr(*src)),
            ExprKind::Builtin { op, args } => format!("{op:?}<{}>({})", self.ty(expr.ty), self.list(args)),
            ExprKind::Unsupported(what) => format!("unsupported: {what}"),
        }
    }

    /// Of expressions that name an object, those whose text is made of several parts.
    fn object_expr(&self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::String(string) => {
                let elements = &self.tree.string(*string).elements;
                let text: String = elements
                    .iter()
                    .map(|&element| char::from_u32(element).unwrap_or('?'))
                    .collect();
                format!("{text:?}")
            }
            ExprKind::Member { base, field } => {
                let base_type = self.tree.expr(*base).ty;
                let name = self
                    .tree
                    .types
                    .record_of(base_type)
                    .and_then(|record| self.tree.types.record(record).fields.get(*field as usize))
                    .and_then(|field| field.name.clone())
                    .unwrap_or_else(|| format!("#{field}"));
                format!("{}.{name}", self.expr(*base))
            }
            ExprKind::CompoundLiteral(object) => {
                let init = self.tree.object(*object).init.as_deref().unwrap_or_default();
                let values: Vec<String> = init
                    .iter()
                    .map(|entry| format!("{}: {}", entry.offset, self.expr(entry.value)))
                    .collect();
                format!("({}){{{}}}", self.ty(expr.ty), values.join(", "))
            }
            _ => String::new(),
        }
    }
}
