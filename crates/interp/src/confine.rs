//! Where in a function a temporary is in use, so that others can have its register elsewhere.
//!
//! A function that holds thousands of possible changes has tens of thousands of temporaries, and a call would have to
//! make room for all of them. A temporary that has a value wherever it is read is alive only within a stretch of the
//! body that is entered nowhere but at its start: if control left the stretch and came back, it would come back through
//! the start, as it did the first time, when nothing had been written yet. So the stretch from the first mention to the
//! last is widened until no jump from outside leads into its middle; temporaries of disjoint stretches share.

use program::Function;

/// A stretch of a body, both ends included.
pub(crate) type Stretch = (usize, usize);

/// The jumps of a body.
#[derive(Debug)]
pub(crate) struct Jumps {
    /// Targets in order, each with the first and the last instruction that jumps there.
    targets: Vec<(usize, Stretch)>,
    end: usize,
}

impl Jumps {
    pub(crate) fn of(function: &Function) -> Jumps {
        let mut jumps: Vec<(usize, usize)> = Vec::new();
        for (from, instr) in function.body.iter().enumerate() {
            jumps.extend(instr.kind.targets().map(|to| (to.index(), from)));
        }
        jumps.sort_unstable();
        let mut targets: Vec<(usize, Stretch)> = Vec::new();
        for (to, from) in jumps {
            match targets.last_mut() {
                Some((last, (_, latest))) if *last == to => *latest = from,
                _ => targets.push((to, (from, from))),
            }
        }
        Jumps {
            targets,
            end: function.body.len(),
        }
    }

    /// The smallest stretch around this one that no jump from outside enters behind its start.
    pub(crate) fn closed(&self, (mut start, mut end): Stretch) -> Stretch {
        let mut looks = 0;
        loop {
            let before = (start, end);
            let first = self.targets.partition_point(|(to, _)| *to <= start);
            for (_, (earliest, latest)) in self.targets[first..].iter().take_while(|(to, _)| *to <= before.1)
            {
                start = start.min(*earliest);
                end = end.max(*latest);
                looks += 1;
                if looks > budgets::interp::MAX_STRETCH_LOOKS.count() {
                    return (0, self.end);
                }
            }
            if (start, end) == before {
                return before;
            }
        }
    }
}

/// Registers of one width that are free again, and those that will be.
#[derive(Debug, Default)]
pub(crate) struct Sharing<R> {
    free: Vec<R>,
    /// By where they become free, the earliest last.
    taken: Vec<(usize, R)>,
}

impl<R: Copy> Sharing<R> {
    pub(crate) fn new() -> Sharing<R> {
        Sharing {
            free: Vec::new(),
            taken: Vec::new(),
        }
    }

    /// A register for a stretch; stretches come in the order of their starts.
    pub(crate) fn register<E>(
        &mut self,
        (start, end): Stretch,
        fresh: impl FnOnce() -> Result<R, E>,
    ) -> Result<R, E> {
        while let Some(&(until, register)) = self.taken.last()
            && until < start
        {
            self.taken.pop();
            self.free.push(register);
        }
        let register = match self.free.pop() {
            Some(register) => register,
            None => fresh()?,
        };
        let at = self.taken.partition_point(|(until, _)| *until > end);
        self.taken.insert(at, (end, register));
        Ok(register)
    }
}

#[cfg(test)]
mod tests {
    use super::{Jumps, Sharing};

    fn jumps(list: &[(usize, usize)]) -> Jumps {
        let mut targets: Vec<_> = list.iter().map(|&(from, to)| (to, (from, from))).collect();
        targets.sort_unstable();
        Jumps { targets, end: 100 }
    }

    #[test]
    fn a_stretch_without_jumps_stays() {
        assert_eq!(jumps(&[(5, 30), (40, 2)]).closed((10, 12)), (10, 12));
    }

    #[test]
    fn what_is_written_in_two_ways_begins_where_they_part() {
        // 4: branch to 5 or 8; 5: t = 1; 7: jump to 9; 8: t = 2; 9: use of t
        assert_eq!(jumps(&[(4, 5), (4, 8), (7, 9)]).closed((5, 9)), (4, 9));
    }

    #[test]
    fn what_is_written_before_a_loop_stays_until_its_end() {
        assert_eq!(jumps(&[(25, 5)]).closed((3, 6)), (3, 25));
        assert_eq!(jumps(&[(25, 5)]).closed((6, 8)), (6, 8));
    }

    #[test]
    fn a_stretch_grows_until_nothing_enters_it() {
        assert_eq!(jumps(&[(20, 11), (2, 15), (30, 19)]).closed((10, 12)), (2, 30));
    }

    #[test]
    fn registers_are_free_behind_their_stretch() {
        let mut sharing = Sharing::new();
        let mut next = 0;
        let mut given = Vec::new();
        for stretch in [(0, 9), (2, 4), (4, 6), (5, 8), (7, 7), (10, 11)] {
            let fresh = || {
                next += 1;
                Ok::<_, ()>(next)
            };
            given.push(sharing.register(stretch, fresh).unwrap());
        }
        assert_eq!(given, [1, 2, 3, 2, 3, 1]);
    }
}
