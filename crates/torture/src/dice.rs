//! Random numbers that are the same on every machine and in every version.

/// SplitMix64.
#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    #[must_use]
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From 0 to `sides` - 1.
    pub fn roll(&mut self, sides: u64) -> u64 {
        self.draw() % sides
    }

    /// Once in so many times.
    pub fn once_in(&mut self, times: u64) -> bool {
        self.roll(times) == 0
    }

    pub fn pick<'t, T>(&mut self, table: &'t [T]) -> &'t T {
        &table[self.roll(table.len() as u64) as usize]
    }

    /// From `low` to `high`, both included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.roll((high - low + 1) as u64) as i64
    }
}
