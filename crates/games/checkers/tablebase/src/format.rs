//! The file format: a header, and separately compressed blocks of cells.
//!
//! All numbers are little-endian.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `RIVALEGT` |
//! | 2 | the format: [`FORMAT`] |
//! | 2 and text, three times | the game, its rules, the material |
//! | 1 | the bits of a cell: 2, 8 or 16 |
//! | 2 | in an unfinished table the number of the next layer, from 1, else 0 |
//! | 2 | the plies to the most distant end |
//! | 1 | the number of sides to move: 1 if both sides have the same pieces, else 2 |
//! | 32 per side to move | the number of indices, then the numbers of won, drawn and lost positions |
//! | 4 | the number of blocks |
//! | 8 per block | its length in the file and the CRC-32 of these bytes |
//! | 4 | the CRC-32 of everything before |
//!
//! The blocks follow, each with [`BLOCK_BYTES`] bytes when inflated (RFC 1951). The cells for the second side to move
//! start with a new block.
//!
//! A two-bit cell is 0 for a draw, 1 for a win and 2 for a loss. A larger cell is 0 for a draw, or the plies to the end
//! plus one. Numbers without a position repeat the previous cell, which compresses to nothing.
//!
//! In an unfinished table, the number of finished cells in the current layer replaces the number of drawn positions.
//! While initial values are missing, `at first` follows the material.
//!
//! A table slice has its men's rows after the material, and 16-bit cells, with all bits set for impossible positions.

use flate2::Crc;
use tablebase::Counts;

/// The format that this version reads and writes.
pub(crate) const FORMAT: u16 = 1;

const MAGIC: &[u8; 8] = b"RIVALEGT";

/// The size of a decompressed block, in bytes.
pub(crate) const BLOCK_BYTES: usize = 4096;

/// The maximum length of a string in a header.
const TEXT_MAX: usize = 1024;

/// The contents of cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cells {
    /// Wins, draws and losses.
    Values,
    /// Distances in one byte.
    Bytes,
    /// Distances in two bytes, or an unfinished table's cells.
    Pairs,
}

impl Cells {
    pub(crate) const fn bits(self) -> u8 {
        match self {
            Self::Values => 2,
            Self::Bytes => 8,
            Self::Pairs => 16,
        }
    }

    const fn of_bits(bits: u8) -> Option<Self> {
        match bits {
            2 => Some(Self::Values),
            8 => Some(Self::Bytes),
            16 => Some(Self::Pairs),
            _ => None,
        }
    }

    /// The number of cells in a block.
    pub(crate) const fn per_block(self) -> u64 {
        BLOCK_BYTES as u64 * 8 / self.bits() as u64
    }

    /// The location of the cell at this index in a block: the 8-byte word, and the cell's lowest bit in that word.
    #[inline]
    pub(crate) const fn place(self, index: u64) -> (usize, u32) {
        let bit = index * self.bits() as u64;
        ((bit / 64) as usize, (bit % 64) as u32)
    }

    /// The cell in this word at this bit.
    #[inline]
    pub(crate) const fn read(self, word: u64, bit: u32) -> u16 {
        let cell = (word >> bit) & ((1 << self.bits()) - 1);
        #[expect(clippy::cast_possible_truncation, reason = "at most sixteen bits")]
        let cell = cell as u16;
        cell
    }
}

/// The header fields for one side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct SideHeader {
    /// The number of position indices.
    pub(crate) cells: u64,
    pub(crate) counts: Counts,
}

/// A file's header.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Header {
    pub(crate) game: String,
    pub(crate) rules: String,
    pub(crate) material: String,
    pub(crate) cells: Cells,
    /// In an unfinished table, the number of the next layer.
    pub(crate) layer: u16,
    /// The plies to the most distant end; 0 if distances are unknown.
    pub(crate) plies_max: u16,
    pub(crate) sides: Vec<SideHeader>,
}

/// A block's length in the file, and its checksum.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct BlockEntry {
    pub(crate) length: u32,
    pub(crate) crc: u32,
}

/// The reason why bytes are not a header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HeaderFault {
    NoTable,
    Newer(u16),
    /// The bytes end before the header does.
    CutOff,
    Damaged(&'static str),
}

impl Header {
    /// The number of blocks for the cells of each side to move.
    pub(crate) fn blocks_of(&self, side: usize) -> u64 {
        self.sides.get(side).map_or(0, |side| side.cells.div_ceil(self.cells.per_block()))
    }

    pub(crate) fn blocks(&self) -> u64 {
        (0..self.sides.len()).map(|side| self.blocks_of(side)).sum()
    }

    /// The bytes before the blocks.
    pub(crate) fn to_bytes(&self, blocks: &[BlockEntry]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(FORMAT.to_le_bytes());
        for text in [&self.game, &self.rules, &self.material] {
            let length = u16::try_from(text.len()).unwrap_or(u16::MAX);
            bytes.extend(length.to_le_bytes());
            bytes.extend(text.as_bytes());
        }
        bytes.push(self.cells.bits());
        bytes.extend(self.layer.to_le_bytes());
        bytes.extend(self.plies_max.to_le_bytes());
        bytes.extend(u8::try_from(self.sides.len()).unwrap_or(u8::MAX).to_le_bytes());
        for SideHeader { cells, counts: Counts { wins, draws, losses } } in &self.sides {
            for number in [cells, wins, draws, losses] {
                bytes.extend(number.to_le_bytes());
            }
        }
        bytes.extend(u32::try_from(blocks.len()).unwrap_or(u32::MAX).to_le_bytes());
        for BlockEntry { length, crc } in blocks {
            bytes.extend(length.to_le_bytes());
            bytes.extend(crc.to_le_bytes());
        }
        bytes.extend(crc_of(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the output of [`to_bytes`](Self::to_bytes) from the start of a file. Also returns the header's length.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<(Self, Vec<BlockEntry>, usize), HeaderFault> {
        let mut reader = Reader { bytes, at: 0 };
        if reader.take(MAGIC.len()) != Ok(MAGIC) {
            return Err(HeaderFault::NoTable);
        }
        let format = u16::from_le_bytes(reader.array()?);
        match format {
            FORMAT => {}
            0 => return Err(HeaderFault::NoTable),
            _ => return Err(HeaderFault::Newer(format)),
        }
        let (game, rules, material) = (reader.text()?, reader.text()?, reader.text()?);
        let cells = Cells::of_bits(reader.byte()?);
        let cells = cells.ok_or(HeaderFault::Damaged("cells of an unknown size"))?;
        let layer = u16::from_le_bytes(reader.array()?);
        let plies_max = u16::from_le_bytes(reader.array()?);
        let sides = (0..reader.byte()?.min(2)).map(|_| reader.side());
        let sides: Vec<SideHeader> = sides.collect::<Result<_, _>>()?;
        let header = Self { game, rules, material, cells, layer, plies_max, sides };
        let count = u32::from_le_bytes(reader.array()?);
        if u64::from(count) != header.blocks() {
            return Err(HeaderFault::Damaged("the number of its blocks doesn't fit"));
        }
        let mut blocks = Vec::new();
        for _ in 0..count {
            let length = u32::from_le_bytes(reader.array()?);
            blocks.push(BlockEntry { length, crc: u32::from_le_bytes(reader.array()?) });
        }
        let end = reader.at;
        if u32::from_le_bytes(reader.array()?) != crc_of(&bytes[..end]) {
            return Err(HeaderFault::Damaged("its header has a wrong checksum"));
        }
        Ok((header, blocks, reader.at))
    }

    /// Returns `true` if the file belongs to this game, these rules and this material or slice.
    pub(crate) fn is_of(&self, game: &str, rules: &str, material: &str) -> bool {
        self.game == game && self.rules == rules && self.material == material
    }
}

/// The CRC-32 of some bytes.
pub(crate) fn crc_of(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], HeaderFault> {
        let end = self.at.saturating_add(length);
        let taken = self.bytes.get(self.at..end).ok_or(HeaderFault::CutOff)?;
        self.at = end;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], HeaderFault> {
        let bytes = self.take(N)?;
        bytes.try_into().map_err(|_of_length_n| HeaderFault::CutOff)
    }

    fn byte(&mut self) -> Result<u8, HeaderFault> {
        Ok(self.array::<1>()?[0])
    }

    fn text(&mut self) -> Result<String, HeaderFault> {
        let length = usize::from(u16::from_le_bytes(self.array()?));
        let no_text = HeaderFault::Damaged("a string in its header can't be read");
        if length > TEXT_MAX {
            return Err(no_text);
        }
        let bytes = self.take(length)?.to_vec();
        String::from_utf8(bytes).map_err(|_not_utf8| no_text)
    }

    fn side(&mut self) -> Result<SideHeader, HeaderFault> {
        let mut number = || Ok(u64::from_le_bytes(self.array()?));
        let cells = number()?;
        let counts = Counts { wins: number()?, draws: number()?, losses: number()? };
        Ok(SideHeader { cells, counts })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        let counts = Counts { wins: 3, draws: 4, losses: 5 };
        Header {
            game: "english".into(),
            rules: "all of them".into(),
            material: "2k-1k".into(),
            cells: Cells::Bytes,
            layer: 0,
            plies_max: 12,
            sides: vec![SideHeader { cells: 5_000, counts }, SideHeader { cells: 1, counts }],
        }
    }

    #[test]
    fn a_header_survives_a_round_trip() {
        let blocks = [BlockEntry { length: 7, crc: 8 }; 3];
        let bytes = header().to_bytes(&blocks);
        assert_eq!(Header::from_bytes(&bytes), Ok((header(), blocks.to_vec(), bytes.len())));
    }

    #[test]
    fn all_damage_is_detected() {
        let bytes = header().to_bytes(&[BlockEntry { length: 7, crc: 8 }; 3]);
        for length in 0..bytes.len() {
            let fault = if length < 8 { HeaderFault::NoTable } else { HeaderFault::CutOff };
            assert_eq!(Header::from_bytes(&bytes[..length]), Err(fault), "{length}");
        }
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[at] ^= 1 << bit;
                assert!(Header::from_bytes(&damaged).is_err(), "{at} {bit}");
            }
        }
    }
}
