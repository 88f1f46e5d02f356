//! Strings of bits as base 64, as GNU Backgammon's identifiers have them: the first bit is the lowest one of the first byte.

/// The digits of base 64 (RFC 4648, section 4).
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Up to 128 bits that are written one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct BitWriter {
    bits: u128,
    count: u32,
}

impl BitWriter {
    /// Adds the lowest `count` bits of `value`, the lowest one first.
    pub(crate) fn push(&mut self, value: usize, count: u32) {
        let mask = (1_u128 << count) - 1;
        self.bits |= (value as u128 & mask) << self.count;
        self.count += count;
    }

    /// The first `bytes` bytes as text, without padding.
    pub(crate) fn text(self, bytes: usize) -> String {
        let bytes = &self.bits.to_le_bytes()[..bytes];
        let digit = |index: usize| {
            let bits = 0..6_usize;
            let value = bits.fold(0, |value, bit| {
                let place = 6 * index + bit;
                let byte = bytes.get(place / 8).copied().unwrap_or(0);
                value << 1 | usize::from(byte >> (7 - place % 8) & 1)
            });
            char::from(DIGITS[value])
        };
        (0..(8 * bytes.len()).div_ceil(6)).map(digit).collect()
    }
}

/// Bits that are read one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BitReader {
    bits: u128,
}

impl BitReader {
    /// Reads `bytes` bytes, at most 16. `None` if the text has another length or other characters.
    pub(crate) fn new(text: &str, bytes: usize) -> Option<Self> {
        if text.len() != (8 * bytes).div_ceil(6) {
            return None;
        }
        let mut all = [0_u8; 16];
        for (index, letter) in text.bytes().enumerate() {
            let value = DIGITS.iter().position(|&digit| digit == letter)?;
            for bit in 0..6 {
                let place = 6 * index + bit;
                let is_set = value >> (5 - bit) & 1 == 1;
                if is_set {
                    *all.get_mut(place / 8)? |= 1 << (7 - place % 8);
                }
            }
        }
        Some(Self { bits: u128::from_le_bytes(all) })
    }

    /// The next `count` bits, at most 16, as a number.
    pub(crate) fn take(&mut self, count: u32) -> u16 {
        let value = self.bits & ((1 << count) - 1);
        self.bits >>= count;
        u16::try_from(value).expect("at most 16 bits are taken")
    }

    /// Whether no bit that is left is set.
    pub(crate) const fn is_empty(self) -> bool {
        self.bits == 0
    }
}
