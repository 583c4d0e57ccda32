//! A fast hash for small keys. Nothing observable depends on it: tables are never iterated.

use std::hash::{BuildHasherDefault, Hasher};

/// A map from terms. Do not let anything observable depend on its order.
pub type TermMap<V> = std::collections::HashMap<crate::TermId, V, FastBuild>;

/// A map from small keys of any kind. Do not let anything observable depend on its order.
pub type FastMap<K, V> = std::collections::HashMap<K, V, FastBuild>;

/// Makes [`FastHasher`]s.
pub(crate) type FastBuild = BuildHasherDefault<FastHasher>;

/// Multiply and rotate per word: the keys are a few small integers each.
#[derive(Debug, Default, Clone)]
pub struct FastHasher(u64);

impl Hasher for FastHasher {
    fn finish(&self) -> u64 {
        // The low bits pick the slot; fold the better mixed high ones into them.
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.write_u64(value.into());
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(value.into());
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }
}
