//! Reads compressed values: recursive pairing and canonical Huffman codes.
//!
//! A symbol is a value or a pair of symbols. A block is a sequence of Huffman codes for symbols. For every n-th value,
//! a sparse index stores the block and the offset in the block. Another list stores the number of values in each block.

use crate::fault::{CUT_OFF, Fault, Read, damaged};
use crate::source::{Cursor, Source};

/// The flag of a table with one value for all positions.
const SINGLE_VALUE: u8 = 128;

/// Marks a symbol that is a value, in place of its right half.
const VALUE: u16 = 0xFFF;
/// Maximum number of symbols: symbol numbers have twelve bits, and one number is reserved for "value".
const SYMBOLS_MAX: usize = 0xFFF;
/// Maximum length of a Huffman code, in bits.
const CODE_MAX: u8 = 32;
/// Maximum size of a block, as a power of two in bytes.
const BLOCK_POWER_MAX: u8 = 16;
/// Maximum distance between two entries of the sparse index, as a power of two.
const SPAN_POWER_MAX: u8 = 30;
/// Maximum number of blocks between an entry of the sparse index and a value's block.
const STEPS_MAX: u32 = 1 << 16;
/// The number of block lengths read at once.
const LENGTHS_AT_ONCE: u64 = 64;

const WRONG_CODES: Fault = damaged("its Huffman codes are impossible");
const WRONG_SYMBOLS: Fault = damaged("its symbols are impossible");
const WRONG_BLOCKS: Fault = damaged("its list of blocks is impossible");
const WRONG_BLOCK: Fault = damaged("a block is impossible");

/// The values in a part of a table.
#[derive(Debug)]
pub(crate) struct Pairs {
    pub(crate) flags: u8,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// One value for all positions.
    Single(u16),
    Blocks(Box<Blocks>),
}

#[derive(Debug)]
struct Blocks {
    block_bytes: u64,
    span: u64,
    /// The number of entries in the sparse index, and its offset in the file.
    sparse: [u64; 2],
    /// The number of block lengths, and their offset.
    lengths: [u64; 2],
    /// The number of blocks, and their offset.
    data: [u64; 2],
    codes: Codes,
    symbols: Vec<Symbol>,
}

#[derive(Debug)]
struct Codes {
    shortest: u8,
    /// The smallest code of each length, at the high end of a word, shortest first.
    least: Vec<u64>,
    /// The symbol of the smallest code of each length.
    symbols: Vec<u16>,
}

#[derive(Clone, Copy, Debug)]
struct Symbol {
    left: u16,
    right: u16,
    /// The number of values.
    length: u32,
}

impl Pairs {
    /// Reads the description for a part with this number of positions.
    pub(crate) fn read(cursor: &mut Cursor<'_>, size: u64) -> Read<Self> {
        let flags = cursor.byte()?;
        if flags & SINGLE_VALUE != 0 {
            return Ok(Self { flags, content: Content::Single(cursor.byte()?.into()) });
        }
        let (block_power, span_power) = (cursor.byte()?, cursor.byte()?);
        if !(2..=BLOCK_POWER_MAX).contains(&block_power) || span_power > SPAN_POWER_MAX {
            return Err(WRONG_BLOCKS);
        }
        let span = 1 << span_power;
        let padding = u64::from(cursor.byte()?);
        let count = u64::from(cursor.double_word()?);
        let codes = Codes::read(cursor)?;
        let symbols = read_symbols(cursor)?;
        let blocks = Blocks {
            block_bytes: 1 << block_power,
            span,
            sparse: [size.div_ceil(span), 0],
            lengths: [count + padding, 0],
            data: [count, 0],
            codes,
            symbols,
        };
        Ok(Self { flags, content: Content::Blocks(Box::new(blocks)) })
    }

    /// Reads the offset of the sparse index.
    pub(crate) fn place_sparse(&mut self, cursor: &mut Cursor<'_>) -> Read<()> {
        if let Content::Blocks(blocks) = &mut self.content {
            blocks.sparse[1] = cursor.skip(6 * blocks.sparse[0])?;
        }
        Ok(())
    }

    /// Reads the offset of the block lengths.
    pub(crate) fn place_lengths(&mut self, cursor: &mut Cursor<'_>) -> Read<()> {
        if let Content::Blocks(blocks) = &mut self.content {
            blocks.lengths[1] = cursor.skip(2 * blocks.lengths[0])?;
        }
        Ok(())
    }

    /// Reads the offset of the blocks.
    pub(crate) fn place_blocks(&mut self, cursor: &mut Cursor<'_>) -> Read<()> {
        cursor.align(64);
        if let Content::Blocks(blocks) = &mut self.content {
            blocks.data[1] = cursor.skip(blocks.block_bytes * blocks.data[0])?;
        }
        Ok(())
    }

    /// The value with this index.
    pub(crate) fn value(&self, source: &Source, index: u64) -> Read<u16> {
        match &self.content {
            Content::Single(value) => Ok(*value),
            Content::Blocks(blocks) => {
                let (block, offset) = blocks.find(source, index)?;
                let at = blocks.data[1] + block * blocks.block_bytes;
                let size = usize::try_from(blocks.block_bytes).map_err(|_too_large| CUT_OFF)?;
                blocks.decode(&source.bytes(at, size)?, offset)
            }
        }
    }
}

impl Blocks {
    /// The block of the value with this index, and the number of values before it in the block.
    fn find(&self, source: &Source, index: u64) -> Read<(u64, u32)> {
        let entry = index / self.span;
        if entry >= self.sparse[0] {
            return Err(WRONG_BLOCKS);
        }
        let at = self.sparse[1] + 6 * entry;
        let mut block = source.number(at, 4)?;
        // An entry of the sparse index describes the value in the middle of its span.
        let offset = source.number(at + 4, 2)?;
        let mut offset = offset.cast_signed() + (index % self.span).cast_signed()
            - (self.span / 2).cast_signed();
        let mut lengths = Lengths { blocks: self, source, first: 0, read: Vec::new() };
        for _step in 0..STEPS_MAX {
            if offset < 0 {
                block = block.checked_sub(1).ok_or(WRONG_BLOCKS)?;
                offset += lengths.of(block)?;
                continue;
            }
            let length = lengths.of(block)?;
            if offset < length {
                let offset = u32::try_from(offset).map_err(|_too_far| WRONG_BLOCKS)?;
                let exists = block < self.data[0];
                return if exists { Ok((block, offset)) } else { Err(WRONG_BLOCKS) };
            }
            offset -= length;
            block += 1;
        }
        Err(WRONG_BLOCKS)
    }

    /// The value at this offset in a block.
    fn decode(&self, block: &[u8], mut offset: u32) -> Read<u16> {
        let mut bits = Bits::new(block);
        loop {
            let (symbol, length) = self.codes.first(bits.word).ok_or(WRONG_BLOCK)?;
            let count = self.symbol(symbol)?.length;
            if offset < count {
                return self.expand(symbol, offset);
            }
            offset -= count;
            bits.drop(length)?;
        }
    }

    /// The value at this offset in a symbol.
    fn expand(&self, mut symbol: u16, mut offset: u32) -> Read<u16> {
        loop {
            let Symbol { left, right, .. } = self.symbol(symbol)?;
            if right == VALUE {
                return Ok(left);
            }
            let of_left = self.symbol(left)?.length;
            if offset < of_left {
                symbol = left;
            } else {
                (symbol, offset) = (right, offset - of_left);
            }
        }
    }

    fn symbol(&self, number: u16) -> Read<Symbol> {
        self.symbols.get(usize::from(number)).copied().ok_or(WRONG_SYMBOLS)
    }
}

/// The lengths of the blocks near the target block.
struct Lengths<'a> {
    blocks: &'a Blocks,
    source: &'a Source,
    /// The index of the first block in `read`.
    first: u64,
    /// The lengths, starting with that block.
    read: Vec<u8>,
}

impl Lengths<'_> {
    /// The number of values in a block.
    fn of(&mut self, block: u64) -> Read<i64> {
        let [count, at] = self.blocks.lengths;
        if block >= count {
            return Err(WRONG_BLOCKS);
        }
        if !(self.first..self.first + self.read.len() as u64 / 2).contains(&block) {
            self.first = block / LENGTHS_AT_ONCE * LENGTHS_AT_ONCE;
            let wanted = LENGTHS_AT_ONCE.min(count - self.first);
            let wanted = usize::try_from(2 * wanted).map_err(|_too_large| CUT_OFF)?;
            self.read.clear();
            self.read.extend_from_slice(&self.source.bytes(at + 2 * self.first, wanted)?);
        }
        let index = usize::try_from(2 * (block - self.first)).map_err(|_too_far| CUT_OFF)?;
        let bytes = self.read.get(index..index + 2).ok_or(CUT_OFF)?;
        Ok(i64::from(u16::from_le_bytes([bytes[0], bytes[1]])) + 1)
    }
}

/// The bits of a block, most significant first.
struct Bits<'a> {
    /// The next 64 bits; zeros follow the end of the block.
    word: u64,
    /// The number of bits of `word` that come from the block.
    held: u32,
    rest: &'a [u8],
}

impl<'a> Bits<'a> {
    fn new(block: &'a [u8]) -> Self {
        let mut bits = Self { word: 0, held: 0, rest: block };
        bits.fill();
        bits
    }

    /// Adds bytes until more than 32 bits are available or no bytes are left.
    fn fill(&mut self) {
        while self.held <= 32
            && let Some((bytes, rest)) = self.rest.split_first_chunk::<4>()
        {
            self.word |= u64::from(u32::from_be_bytes(*bytes)) << (32 - self.held);
            self.held += 32;
            self.rest = rest;
        }
    }

    /// Drops the next bits, which must exist.
    fn drop(&mut self, count: u32) -> Read<()> {
        self.held = self.held.checked_sub(count).ok_or(WRONG_BLOCK)?;
        self.word = self.word.checked_shl(count).ok_or(WRONG_BLOCK)?;
        self.fill();
        Ok(())
    }
}

impl Codes {
    fn read(cursor: &mut Cursor<'_>) -> Read<Self> {
        let (longest, shortest) = (cursor.byte()?, cursor.byte()?);
        if shortest == 0 || shortest > longest || longest > CODE_MAX {
            return Err(WRONG_CODES);
        }
        let symbols = cursor.words(usize::from(longest - shortest) + 1)?;
        let mut least = vec![0_u64; symbols.len()];
        // The codes of one length come after half of the codes that are one bit longer.
        for index in (0..symbols.len() - 1).rev() {
            let sum = least[index + 1] + u64::from(symbols[index]);
            let double = sum.checked_sub(symbols[index + 1].into()).ok_or(WRONG_CODES)?;
            least[index] = double / 2;
        }
        for (least, length) in least.iter_mut().zip(u32::from(shortest)..) {
            if *least >> length != 0 {
                return Err(WRONG_CODES);
            }
            *least <<= 64 - length;
        }
        Ok(Self { shortest, least, symbols })
    }

    /// The symbol of the first code in a word, and the length of the code.
    fn first(&self, word: u64) -> Option<(u16, u32)> {
        let index = self.least.iter().position(|least| word >= *least)?;
        let length = u32::from(self.shortest) + u32::try_from(index).ok()?;
        let above = (word - self.least[index]) >> (64 - length);
        let symbol = u64::from(self.symbols[index]).checked_add(above)?;
        Some((u16::try_from(symbol).ok()?, length))
    }
}

/// Reads the symbols and counts their values.
fn read_symbols(cursor: &mut Cursor<'_>) -> Read<Vec<Symbol>> {
    let count = usize::from(cursor.word()?);
    if count > SYMBOLS_MAX {
        return Err(WRONG_SYMBOLS);
    }
    let bytes = cursor.bytes(3 * count + count % 2)?;
    let symbol = |bytes: &[u8; 3]| {
        let [low, middle, high] = bytes.map(u16::from);
        Symbol { left: (middle & 0xF) << 8 | low, right: high << 4 | middle >> 4, length: 0 }
    };
    let mut symbols: Vec<Symbol> =
        bytes.as_chunks::<3>().0.iter().take(count).map(symbol).collect();
    for index in 0..count {
        measure(&mut symbols, index)?;
    }
    Ok(symbols)
}

/// Counts the values in a symbol, and in the symbols that it contains.
fn measure(symbols: &mut [Symbol], index: usize) -> Read<()> {
    let mut open = vec![index];
    while let Some(&last) = open.last() {
        let Symbol { left, right, length } = *symbols.get(last).ok_or(WRONG_SYMBOLS)?;
        if length > 0 {
            open.pop();
            continue;
        }
        if right == VALUE {
            symbols[last].length = 1;
            continue;
        }
        let parts = [left, right].map(usize::from);
        let mut sum = 0;
        for part in parts {
            sum += symbols.get(part).ok_or(WRONG_SYMBOLS)?.length;
        }
        match parts.iter().find(|part| symbols[**part].length == 0) {
            // The depth limit detects a symbol that contains itself.
            Some(part) if open.len() < symbols.len() => open.push(*part),
            Some(_) => return Err(WRONG_SYMBOLS),
            // A block has at most 65,536 values.
            None if sum > 1 << 16 => return Err(WRONG_SYMBOLS),
            None => symbols[last].length = sum,
        }
    }
    Ok(())
}
