//! What is true of values, in C; and the values themselves in the format of Daikon.

use std::collections::BTreeMap;
use std::fmt::Write;

use interp::{Seen, SeenValue};
use program::{FunctionId, Pc, VarId};
use report::Place;
use variations::{Fact, Operand, SampleTable};

use crate::session::Session;

pub(crate) struct Facts<'f, 'h> {
    session: &'f Session<'h>,
}

impl<'f, 'h> Facts<'f, 'h> {
    pub(crate) fn new(session: &'f Session<'h>) -> Facts<'f, 'h> {
        Facts { session }
    }

    fn name(&self, var: VarId) -> &str {
        &self.session.program.variable(var).name
    }

    fn operand(&self, operand: Operand) -> String {
        match operand {
            Operand::Variable(var) => self.name(var).to_owned(),
            Operand::Element(var, index) => format!("{}[{index}]", self.name(var)),
        }
    }

    pub(crate) fn text(&self, fact: &Fact) -> String {
        let name = |operand: &Operand| self.operand(*operand);
        match fact {
            Fact::Is(x, value) => format!("{} == {value}", name(x)),
            Fact::OneOf(x, values) => {
                let values: Vec<String> = values.iter().map(i128::to_string).collect();
                report::one_of_text(&name(x), &values)
            }
            Fact::AtLeast(x, low) => format!("{} >= {low}", name(x)),
            Fact::AtMost(x, high) => format!("{} <= {high}", name(x)),
            Fact::NotZero(x) => format!("{} != 0", name(x)),
            Fact::Remainder(x, by, rest) => format!("{} % {by} == {rest}", name(x)),
            Fact::Less(a, b) if a > b => format!("{} > {}", name(b), name(a)),
            Fact::Less(a, b) => format!("{} < {}", name(a), name(b)),
            Fact::AtMostOther(a, b) if a > b => format!("{} >= {}", name(b), name(a)),
            Fact::AtMostOther(a, b) => format!("{} <= {}", name(a), name(b)),
            Fact::Equal(a, b) => format!("{} == {}", name(a), name(b)),
            Fact::Unequal(a, b) => format!("{} != {}", name(a), name(b)),
            Fact::Linear(y, slope, x, offset) => {
                let product = match slope {
                    1 => name(x),
                    -1 => format!("-{}", name(x)),
                    slope => format!("{slope} * {}", name(x)),
                };
                match offset {
                    0 => format!("{} == {product}", name(y)),
                    offset if *offset < 0 => format!("{} == {product} - {}", name(y), offset.unsigned_abs()),
                    offset => format!("{} == {product} + {offset}", name(y)),
                }
            }
            Fact::Null(p) => format!("{} == NULL", self.name(*p)),
            Fact::NotNull(p) => format!("{} != NULL", self.name(*p)),
            Fact::SameObject(p, q) => report::same_object_text(self.name(*p), self.name(*q)),
            Fact::Ascending(array) => report::sorted_text(self.name(*array), true),
            Fact::Descending(array) => report::sorted_text(self.name(*array), false),
        }
    }

    /// Declarations, and the values in failing and in passing runs.
    pub(crate) fn dtrace(&self, tables: &[SampleTable]) -> [String; 3] {
        let mut texts = ["decl-version 2.0\n".to_owned(), String::new(), String::new()];
        for table in tables {
            let Some(point) = table.point else { continue };
            let name = self.point_name(point.function, point.pc);
            // Variables that have a value in every row, so that each record has the same ones.
            let rows = || table.negative.iter().chain(&table.positive);
            let count = rows().count();
            let mut present: BTreeMap<VarId, (usize, &SeenValue)> = BTreeMap::new();
            for seen in rows().flatten() {
                present.entry(seen.var).or_insert((0, &seen.value)).0 += 1;
            }
            present.retain(|_, (times, _)| *times == count);
            let _ = writeln!(texts[0], "\nppt {name}\n  ppt-type point");
            for (var, (_, value)) in &present {
                let (kind, array) = match value {
                    SeenValue::Int(_) => ("int", ""),
                    SeenValue::Float(_) => ("double", ""),
                    SeenValue::Pointer { .. } => ("hashcode", ""),
                    SeenValue::Ints(_) => ("int[]", "  array 1\n"),
                };
                let _ = writeln!(
                    texts[0],
                    "  variable {}\n  var-kind variable\n  rep-type {kind}\n  dec-type {kind}\n{array}  comparability 1",
                    self.name(*var)
                );
            }
            for (text, rows) in [(1, &table.negative), (2, &table.positive)] {
                for row in rows {
                    let _ = writeln!(texts[text], "{name}");
                    for seen in row.iter().filter(|seen| present.contains_key(&seen.var)) {
                        let _ = writeln!(texts[text], "{}\n{}\n1", self.name(seen.var), value_text(seen));
                    }
                    texts[text].push('\n');
                }
            }
        }
        texts
    }

    fn point_name(&self, function: FunctionId, pc: Pc) -> String {
        let starts = program::flow::step_starts(&self.session.program, function);
        let start = starts.iter().find(|start| start.pc == pc);
        let place = start.map(|start| Place::new(&self.session.sources, start.loc));
        let line = place.and_then(|place| place.location).map_or(0, |at| at.line);
        let function = &self.session.program.function(function).name;
        format!("{function}.line{line}at{}():::POINT", pc.0)
    }
}

fn value_text(seen: &Seen) -> String {
    match &seen.value {
        SeenValue::Int(value) => value.to_string(),
        SeenValue::Float(value) => value.to_string(),
        SeenValue::Pointer { object: 0, offset } => offset.to_string(),
        SeenValue::Pointer { object, .. } => object.to_string(),
        SeenValue::Ints(values) => {
            let values: Vec<String> = values.iter().map(i128::to_string).collect();
            format!("[{}]", values.join(" "))
        }
    }
}
