//! Random graphs against the definitions, executed by brute force.

use std::collections::BTreeSet;

use super::Cfg;

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

fn graph(random: &mut Random) -> Vec<Vec<usize>> {
    let count = 2 + random.below(8);
    let mut successors: Vec<Vec<usize>> = (0..count - 1)
        .map(|node| match random.below(3) {
            0 => vec![node + 1],
            _ => vec![random.below(count), random.below(count)],
        })
        .collect();
    successors.push(Vec::new());
    successors
}

/// Whether a node reaches the end without coming by another.
fn avoids(cfg: &Cfg, from: usize, avoided: usize) -> bool {
    let mut seen = BTreeSet::new();
    let mut pending = vec![from];
    while let Some(node) = pending.pop() {
        if node == cfg.end() && node != avoided {
            return true;
        }
        if node != avoided && seen.insert(node) {
            pending.extend(cfg.successors(node));
        }
    }
    false
}

fn post_dominates(cfg: &Cfg, node: usize, of: usize) -> bool {
    node == of || !avoids(cfg, of, node)
}

#[test]
fn random_graphs_agree_with_the_definitions() {
    let mut random = Random(7);
    for _ in 0..3000 {
        let cfg = Cfg::of(graph(&mut random));
        for node in 0..cfg.end() {
            // The nearest strict post-dominator is post-dominated by all others.
            let strict: Vec<usize> = (0..=cfg.end())
                .filter(|&other| other != node && post_dominates(&cfg, other, node))
                .collect();
            let nearest = cfg.post_dominator(node);
            assert!(strict.contains(&nearest), "{cfg:?}: {node}");
            assert!(
                strict.iter().all(|&other| post_dominates(&cfg, other, nearest)),
                "{cfg:?}: {node}"
            );
            for branch in 0..cfg.end() {
                for (outcome, &to) in cfg.successors(branch).iter().enumerate() {
                    let strictly = node != branch && post_dominates(&cfg, node, branch);
                    let depends = post_dominates(&cfg, node, to) && !strictly;
                    let said = cfg
                        .dependences(node)
                        .iter()
                        .any(|known| known.branch.index() == branch && known.outcome as usize == outcome);
                    assert_eq!(depends, said, "{cfg:?}: {node} on {branch}, {outcome}");
                }
            }
        }
    }
}

#[test]
fn what_lies_behind_an_outcome_ends_where_the_outcomes_meet() {
    // 0: if -> 1 | 2; 1 -> 3; 2 -> 3; 3: loop -> 4 | 5; 4 -> 3; 5 -> end
    let cfg = Cfg::of(vec![
        vec![1, 2],
        vec![3],
        vec![3],
        vec![4, 5],
        vec![3],
        vec![6],
        vec![],
    ]);
    let behind = |branch, outcome| {
        cfg.behind(crate::Pc(branch), outcome)
            .into_iter()
            .collect::<Vec<_>>()
    };
    assert_eq!(behind(0, 0), [1]);
    assert_eq!(behind(0, 1), [2]);
    assert_eq!(behind(3, 0), [3, 4]);
    assert_eq!(behind(3, 1), Vec::<usize>::new());
}

#[test]
fn a_loop_without_an_end_has_dependences_all_the_same() {
    let cfg = Cfg::of(vec![vec![1, 2], vec![0], vec![0], vec![]]);
    assert_eq!(cfg.dependences(1).len(), 1);
    assert_eq!(cfg.dependences(2).len(), 1);
}
