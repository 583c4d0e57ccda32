//! Making a program small that shows something, as delta debugging does.
//!
//! First lists of statements lose runs of their elements, long runs first, down to single statements. Then compound
//! statements are replaced by what is in them, expressions by one of their operands or by a small number, and inputs
//! get fewer values. Each change stays if the program still shows what it showed. This is repeated until nothing can be
//! changed, or as often as the caller allows.
//!
//! A place in the tree is named by its number in a fixed walk, so a change is one walk over a copy.

use crate::tree::{Arm, Expr, Stmt, Tree};

/// The smallest program found that still shows it; `shows` is asked at most `tries` times.
pub fn shrink(tree: &Tree, tries: usize, shows: &mut dyn FnMut(&Tree) -> bool) -> Tree {
    let mut search = Shrinker {
        best: tree.clone(),
        left: tries,
        shows,
    };
    loop {
        let before = search.best.clone();
        search.remove_statements();
        search.unwrap_statements();
        search.simplify_expressions();
        search.narrow_inputs();
        if search.best == before || search.left == 0 {
            return search.best;
        }
    }
}

struct Shrinker<'s> {
    best: Tree,
    left: usize,
    shows: &'s mut dyn FnMut(&Tree) -> bool,
}

impl Shrinker<'_> {
    /// Takes a changed program if it is one and still shows what is looked for.
    fn take(&mut self, changed: Option<Tree>) -> bool {
        let Some(tree) = changed.filter(|tree| *tree != self.best) else {
            return false;
        };
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        if !(self.shows)(&tree) {
            return false;
        }
        self.best = tree;
        true
    }

    fn remove_statements(&mut self) {
        for length in [16, 8, 4, 2, 1] {
            let mut list = 0;
            while let Some(count) = length_of(&mut self.best.clone(), list) {
                let mut from = 0;
                let mut count = count;
                while from < count {
                    let to = (from + length).min(count);
                    let changed = changed(&self.best, list, |body| {
                        body.drain(from..to);
                    });
                    if self.take(changed) {
                        count -= to - from;
                    } else {
                        from = to;
                    }
                }
                list += 1;
            }
        }
    }

    /// Compound statements become their bodies, and lose their last arm.
    fn unwrap_statements(&mut self) {
        let mut list = 0;
        while let Some(count) = length_of(&mut self.best.clone(), list) {
            for at in (0..count).rev() {
                let unwrapped = changed(&self.best, list, |body| {
                    let Stmt::Compound { arms, .. } = &body[at] else {
                        return;
                    };
                    let inner: Vec<Stmt> = arms.iter().flat_map(|arm| arm.body.clone()).collect();
                    body.splice(at..=at, inner);
                });
                if self.take(unwrapped) {
                    continue;
                }
                let shortened = changed(&self.best, list, |body| {
                    if let Stmt::Compound { arms, .. } = &mut body[at]
                        && arms.len() > 1
                    {
                        arms.pop();
                    }
                });
                self.take(shortened);
            }
            list += 1;
        }
    }

    fn simplify_expressions(&mut self) {
        let mut number = 0;
        loop {
            let Some(old) = nth_expr(&mut self.best.clone(), number).map(|expr| expr.clone()) else {
                return;
            };
            let constants = ["0", "1"].map(Expr::leaf);
            let constants = constants
                .into_iter()
                .filter(|_| old.arithmetic && !old.operands.is_empty());
            let smaller = constants.chain(
                old.operands
                    .iter()
                    .filter(|part| part.arithmetic == old.arithmetic)
                    .cloned(),
            );
            let mut simpler = false;
            for new in smaller {
                let mut tree = self.best.clone();
                if let Some(place) = nth_expr(&mut tree, number) {
                    *place = new;
                }
                simpler = self.take(Some(tree));
                if simpler {
                    break;
                }
            }
            // What stands there now may become simpler still.
            number += usize::from(!simpler);
        }
    }

    fn narrow_inputs(&mut self) {
        for index in 0..self.best.inputs.len() {
            let (low, high) = (self.best.inputs[index].low, self.best.inputs[index].high);
            for value in low..=high {
                let mut tree = self.best.clone();
                (tree.inputs[index].low, tree.inputs[index].high) = (value, value);
                if self.take(Some(tree)) {
                    break;
                }
            }
        }
        let mut index = 0;
        while index < self.best.inputs.len() {
            let mut tree = self.best.clone();
            tree.inputs.remove(index);
            index += usize::from(!self.take(Some(tree)));
        }
    }
}

/// The program with its n-th list of statements changed.
fn changed(tree: &Tree, list: usize, change: impl FnOnce(&mut Vec<Stmt>)) -> Option<Tree> {
    let mut tree = tree.clone();
    change(nth_list(&mut tree, list)?);
    Some(tree)
}

fn length_of(tree: &mut Tree, list: usize) -> Option<usize> {
    nth_list(tree, list).map(|body| body.len())
}

fn nth_list(tree: &mut Tree, number: usize) -> Option<&mut Vec<Stmt>> {
    let mut left = number;
    let lists = [&mut tree.body, &mut tree.globals];
    lists.into_iter().find_map(|list| list_in(list, &mut left))
}

fn list_in<'t>(list: &'t mut Vec<Stmt>, left: &mut usize) -> Option<&'t mut Vec<Stmt>> {
    if *left == 0 {
        return Some(list);
    }
    *left -= 1;
    for stmt in list {
        if let Stmt::Compound { arms, .. } = stmt {
            for Arm { body, .. } in arms {
                if let Some(found) = list_in(body, left) {
                    return Some(found);
                }
            }
        }
    }
    None
}

/// Expressions without those that are whole statements, of which only the parts can be simpler.
fn nth_expr(tree: &mut Tree, number: usize) -> Option<&mut Expr> {
    let mut left = number;
    let lists = [&mut tree.body, &mut tree.globals];
    lists
        .into_iter()
        .flatten()
        .find_map(|stmt| expr_in_stmt(stmt, &mut left))
}

fn expr_in_stmt<'t>(stmt: &'t mut Stmt, left: &mut usize) -> Option<&'t mut Expr> {
    match stmt {
        Stmt::Line(line) => line.operands.iter_mut().find_map(|expr| expr_in(expr, left)),
        Stmt::Compound { arms, .. } => arms.iter_mut().find_map(|Arm { head, body }| {
            let head = head.operands.iter_mut().find_map(|expr| expr_in(expr, left));
            head.or_else(|| body.iter_mut().find_map(|stmt| expr_in_stmt(stmt, left)))
        }),
    }
}

fn expr_in<'t>(expr: &'t mut Expr, left: &mut usize) -> Option<&'t mut Expr> {
    if *left == 0 {
        return Some(expr);
    }
    *left -= 1;
    expr.operands
        .iter_mut()
        .find_map(|operand| expr_in(operand, left))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Input;

    #[test]
    fn only_what_shows_it_is_left() {
        let sum = Expr::of("($ + $)", vec![Expr::leaf("a"), Expr::leaf("bad")]);
        let inner = vec![Stmt::line("x = 1;", Vec::new()), Stmt::line("y = $;", vec![sum])];
        let tree = Tree {
            globals: vec![Stmt::line("int unused;", Vec::new())],
            inputs: vec![Input::new("a", 0, 3)],
            body: vec![
                Stmt::line("z = 1;", Vec::new()),
                Stmt::compound("if ($) {", vec![Expr::leaf("a")], inner),
            ],
            compiles: true,
        };
        let small = shrink(&tree, 1000, &mut |tree| tree.render().contains("bad"));
        assert!(small.globals.is_empty() && small.inputs.is_empty());
        assert_eq!(small.body, [Stmt::line("y = $;", vec![Expr::leaf("bad")])]);
    }
}
