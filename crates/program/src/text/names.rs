//! One name for each variable.

use std::collections::HashMap;

use crate::{FunctionId, Lifetime, Program, VarId};

/// How each variable is written.
pub(super) struct Names(Vec<String>);

impl Names {
    /// Names that no two variables visible in one function share: a second `x` is `x@2`, and temporaries are
    /// `$1`, `$2` and so on.
    pub(super) fn new(program: &Program) -> Names {
        let mut used: HashMap<(Option<FunctionId>, &str), u32> = HashMap::new();
        let mut temporaries: HashMap<Option<FunctionId>, u32> = HashMap::new();
        for variable in &program.variables {
            if variable.function.is_none() {
                *used.entry((None, &variable.name)).or_default() += 1;
            }
        }
        let globals = used.clone();
        used.clear();
        let name = |variable: &'_ crate::Variable, count: u32| {
            if count == 1 {
                variable.name.clone()
            } else {
                format!("{}@{count}", variable.name)
            }
        };
        let names = program.variables.iter().map(|variable| {
            if variable.lifetime == Lifetime::Temporary {
                let count = temporaries.entry(variable.function).or_default();
                *count += 1;
                return format!("${count}");
            }
            let count = used.entry((variable.function, &variable.name)).or_default();
            *count += 1;
            let shadowed = match variable.function {
                Some(_) => globals.get(&(None, variable.name.as_str())).copied().unwrap_or(0),
                None => 0,
            };
            name(variable, *count + shadowed)
        });
        Names(names.collect())
    }

    /// The names as written in the source.
    pub(super) fn plain(program: &Program) -> Names {
        Names(program.variables.iter().map(|var| var.name.clone()).collect())
    }

    pub(super) fn get(&self, var: VarId) -> &str {
        self.0.get(var.index()).map_or("?", String::as_str)
    }
}
