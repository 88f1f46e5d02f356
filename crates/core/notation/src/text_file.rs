//! Text files in various encodings.

use std::io::{self, Read};

/// Number of bytes to decode at a time; they hold a whole number of UTF-16 units.
const CHUNK_BYTES: u64 = 1 << 16;

/// The content of a file without the byte order mark at its start. UTF-16, recognized by its byte order mark, is
/// converted to UTF-8; unpaired surrogates become U+FFFD.
#[derive(Debug)]
pub struct TextFile<R> {
    file: R,
    /// The decoder of a UTF-16 unit; `None` for a file that is read unchanged.
    unit: Option<fn([u8; 2]) -> u16>,
    /// Bytes that have been read but not decoded.
    rest: Vec<u8>,
    ready: Vec<u8>,
    /// The number of ready bytes already returned.
    returned: usize,
}

impl<R: Read> TextFile<R> {
    /// A text file, read from its start.
    ///
    /// # Errors
    /// If the start can't be read.
    pub fn new(mut file: R) -> io::Result<Self> {
        let mut begin = Vec::new();
        (&mut file).take(3).read_to_end(&mut begin)?;
        let unit: Option<fn([u8; 2]) -> u16> = match begin.as_slice() {
            [0xff, 0xfe, ..] => Some(u16::from_le_bytes),
            [0xfe, 0xff, ..] => Some(u16::from_be_bytes),
            _ => None,
        };
        let (rest, ready) = match begin.as_slice() {
            [0xff, 0xfe, rest @ ..] | [0xfe, 0xff, rest @ ..] => (rest.to_vec(), Vec::new()),
            [0xef, 0xbb, 0xbf] => (Vec::new(), Vec::new()),
            _ => (Vec::new(), begin),
        };
        Ok(Self { file, unit, rest, ready, returned: 0 })
    }

    /// Decodes the next part of the file; nothing at its end.
    fn decode(&mut self, unit: fn([u8; 2]) -> u16) -> io::Result<()> {
        let read = (&mut self.file).take(CHUNK_BYTES).read_to_end(&mut self.rest)?;
        let is_at_end = (read as u64) < CHUNK_BYTES;
        let (pairs, _odd) = self.rest.as_chunks::<2>();
        let mut units: Vec<u16> = pairs.iter().map(|&pair| unit(pair)).collect();
        // The second half of a surrogate pair may be in the next part.
        if !is_at_end && units.last().is_some_and(|last| (0xd800..0xdc00).contains(last)) {
            units.pop();
        }
        self.rest.drain(..2 * units.len());
        let text = char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER));
        self.ready = text.collect::<String>().into_bytes();
        self.returned = 0;
        Ok(())
    }
}

impl<R: Read> Read for TextFile<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.returned == self.ready.len() {
            let Some(unit) = self.unit else { return self.file.read(buffer) };
            self.decode(unit)?;
        }
        let mut ready = self.ready.get(self.returned..).unwrap_or_default();
        let count = ready.read(buffer)?;
        self.returned += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> Vec<u8> {
        let mut text = Vec::new();
        TextFile::new(bytes).expect("a text").read_to_end(&mut text).expect("the rest of it");
        text
    }

    /// Encodes text as UTF-16 with a byte order mark.
    fn utf_16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(bytes).collect()
    }

    #[test]
    fn utf_16_with_a_byte_order_mark_becomes_utf_8() {
        // The lengths ensure that at least one part ends between the two halves of a surrogate pair.
        let long = format!("a{}b{}", "😀".repeat(40_000), "ä".repeat(70_000));
        for whole in ["", "x", "[White \"Björn\"]\n", "😀", &long] {
            assert_eq!(text(&utf_16(whole, u16::to_le_bytes)), whole.as_bytes());
            assert_eq!(text(&utf_16(whole, u16::to_be_bytes)), whole.as_bytes());
        }
    }

    #[test]
    fn damaged_utf_16_is_read_up_to_the_damage() {
        let mut cut = utf_16("a😀", u16::to_le_bytes);
        cut.truncate(cut.len() - 2);
        assert_eq!(text(&cut), "a\u{fffd}".as_bytes());
        cut.pop();
        assert_eq!(text(&cut), b"a");
    }

    #[test]
    fn other_text_is_unchanged_except_for_a_byte_order_mark() {
        for bytes in [&b""[..], b"1", b"1. 11-15 *", b"Bj\xf6rn", b"\xff", b"\xef\xbb"] {
            assert_eq!(text(bytes), bytes);
        }
        assert_eq!(text("\u{feff}Björn".as_bytes()), "Björn".as_bytes());
        assert_eq!(text("\u{feff}".as_bytes()), b"");
    }
}
