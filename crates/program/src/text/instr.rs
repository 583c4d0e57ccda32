//! Instructions as text.

use super::Writer;
use super::expr::snake_case;
use crate::{
    Allocation, Arm, Builtin, Callee, Construct, ExprId, InputSource, Instr, InstrKind, Pc, PlaceId,
};

impl Writer<'_> {
    pub(super) fn instr(&self, instr: &Instr) -> String {
        let program = self.program;
        match &instr.kind {
            InstrKind::Declare(var) => {
                let ty = program.variable(*var).ty;
                format!("declare {};", program.types.declare(ty, self.names.get(*var)))
            }
            InstrKind::Dead(var) => format!("dead {};", self.names.get(*var)),
            InstrKind::Assign { place, value } => {
                format!("{} = {};", self.place(*place), self.expr(*value))
            }
            InstrKind::Input { place, input } => {
                let input = program.input(*input);
                let source = match input.source {
                    InputSource::Nondet => "nondet",
                    InputSource::External => "external",
                    InputSource::Object => "object",
                    InputSource::Parameter => "parameter",
                    InputSource::Argument => "argument",
                    InputSource::Environment => "environment",
                };
                format!("{} = input {source} \"{}\";", self.place(*place), input.name)
            }
            InstrKind::Assume(cond) => format!("assume {};", self.expr(*cond)),
            InstrKind::Claim(claim) => {
                let claim = program.claim(*claim);
                let cond = self.expr(claim.cond);
                format!("claim {cond}; // [{}] {}", claim.name, claim.text)
            }
            InstrKind::Branch {
                cond,
                then,
                otherwise,
                construct,
            } => format!(
                "if ({}) goto {}; else goto {};{}",
                self.expr(*cond),
                then.0,
                otherwise.0,
                construct_note(*construct)
            ),
            InstrKind::Switch { value, arms, default } => self.switch(*value, arms, *default),
            InstrKind::Jump(target) => format!("goto {};", target.0),
            InstrKind::Call {
                dest,
                callee,
                args,
                varargs,
            } => {
                let callee = match callee {
                    Callee::Direct(function) => program.function(*function).name.clone(),
                    Callee::Indirect(pointer) => format!("(*{})", self.expr(*pointer)),
                };
                let extra = varargs.map_or_else(String::new, |value| format!("; {}", self.expr(value)));
                format!("{}{callee}({}{extra});", self.dest(*dest), self.list(args))
            }
            InstrKind::Return(None) => "return;".into(),
            InstrKind::Return(Some(value)) => format!("return {};", self.expr(*value)),
            InstrKind::Builtin { dest, op, args } => {
                let name = match op {
                    Builtin::Allocate(Allocation::Heap) => "allocate_heap".to_owned(),
                    Builtin::Allocate(Allocation::ZeroedHeap) => "allocate_zeroed".to_owned(),
                    Builtin::Allocate(Allocation::Alloca) => "allocate_frame".to_owned(),
                    Builtin::Allocate(Allocation::Vla(_)) => "allocate_vla".to_owned(),
                    _ => snake_case(&format!("{op:?}")),
                };
                format!("{}{name}({});", self.dest(*dest), self.list(args))
            }
            InstrKind::Halt(status) => format!("halt {};", self.expr(*status)),
            InstrKind::Abort => "abort;".into(),
        }
    }

    fn switch(&self, value: ExprId, arms: &[Arm], default: Pc) -> String {
        let mut text = format!("switch ({}) {{ ", self.expr(value));
        for arm in arms {
            let (low, high, target) = (arm.low, arm.high, arm.target.0);
            let range = if low == high {
                format!("{low}")
            } else {
                format!("{low} ... {high}")
            };
            text.push_str(&format!("case {range}: goto {target}; "));
        }
        text.push_str(&format!("default: goto {}; }}", default.0));
        text
    }

    fn dest(&self, dest: Option<PlaceId>) -> String {
        dest.map_or_else(String::new, |place| format!("{} = ", self.place(place)))
    }

    fn list(&self, args: &[ExprId]) -> String {
        let args: Vec<String> = args.iter().map(|&arg| self.expr(arg)).collect();
        args.join(", ")
    }
}

fn construct_note(construct: Construct) -> &'static str {
    match construct {
        Construct::If => " // if",
        Construct::While => " // while",
        Construct::DoWhile => " // do while",
        Construct::For => " // for",
        Construct::Conditional => " // ?:",
        Construct::And => " // &&",
        Construct::Or => " // ||",
        Construct::Switch => " // switch",
        Construct::Internal => "",
    }
}
