//! Digests of string sequences.

/// A 128-bit FNV-1a hash: equal for equal sequences of strings and, in practice, different for different sequences.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Digest(u128);

const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

impl Digest {
    pub(crate) const fn new() -> Self {
        Self(OFFSET)
    }

    /// Adds a text.
    pub(crate) fn add(&mut self, text: &str) {
        for byte in text.bytes().chain([0]) {
            self.0 = (self.0 ^ u128::from(byte)).wrapping_mul(PRIME);
        }
    }

    pub(crate) const fn to_bytes(self) -> [u8; 16] {
        self.0.to_le_bytes()
    }
}
