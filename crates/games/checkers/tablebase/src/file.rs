//! Table files: reads cells, and writes files atomically.
//!
//! Files are read at an offset instead of mapped into memory: truncating a mapped file kills the program that reads it,
//! and mapping is `unsafe`. Frequently read blocks stay in the [cache](crate::cache), so a block is usually read from
//! the file only once.

use std::fs::{self, File, Metadata};
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};
use tablebase::TableError;

use crate::cache::Block;
use crate::format::{BLOCK_BYTES, BlockEntry, Cells, FORMAT, Header, HeaderFault, crc_of};

/// Maximum header size: a table with more blocks than such a header can list is larger than any disk.
const HEADER_BYTES_MAX: u64 = 1 << 30;

/// The error message for a truncated file.
const CUT_OFF: &str = "it is truncated";

/// An open file with a valid header.
#[derive(Debug)]
pub(crate) struct TableFile {
    pub(crate) path: PathBuf,
    pub(crate) header: Header,
    pub(crate) bytes: u64,
    blocks: Vec<PlacedBlock>,
    file: Mutex<File>,
}

#[derive(Clone, Copy, Debug)]
struct PlacedBlock {
    at: u64,
    entry: BlockEntry,
}

impl TableFile {
    /// Opens a file and reads its header.
    pub(crate) fn open(path: &Path) -> Result<Self, TableError> {
        let read = |error| TableError::unreadable(path)(error);
        // Opening a pipe would wait for a writer.
        check_is_file(path, &fs::metadata(path).map_err(read)?)?;
        let mut file = File::open(path).map_err(read)?;
        let metadata = file.metadata().map_err(read)?;
        check_is_file(path, &metadata)?;
        let (bytes, mut start) = (metadata.len(), Vec::new());
        // Most headers are short. A header that seems truncated is read again with more bytes.
        let mut wanted = 1 << 16;
        let parsed = loop {
            file.seek(SeekFrom::Start(0)).map_err(read)?;
            start.clear();
            Read::by_ref(&mut file).take(wanted).read_to_end(&mut start).map_err(read)?;
            let parsed = Header::from_bytes(&start);
            let seems_cut_off = matches!(parsed, Err(HeaderFault::CutOff));
            if !seems_cut_off || wanted >= bytes.min(HEADER_BYTES_MAX) {
                break parsed;
            }
            wanted = HEADER_BYTES_MAX.min(8 * wanted);
        };
        let (header, entries, length) = parsed.map_err(|fault| fault_of(fault, path))?;
        let mut at = length as u64;
        let mut blocks = Vec::with_capacity(entries.len());
        for entry in entries {
            blocks.push(PlacedBlock { at, entry });
            at = at.saturating_add(entry.length.into());
        }
        if at != bytes {
            let what = if at > bytes { CUT_OFF } else { "it is too long" };
            return Err(TableError::Damaged { path: path.into(), what });
        }
        Ok(Self { path: path.into(), header, bytes, blocks, file: Mutex::new(file) })
    }

    /// The number of blocks.
    pub(crate) fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// Reads a block.
    pub(crate) fn block(&self, index: usize) -> Result<Box<Block>, TableError> {
        let damaged = |what| TableError::Damaged { path: self.path.clone(), what };
        let PlacedBlock { at, entry } =
            *self.blocks.get(index).ok_or_else(|| damaged("a block is missing"))?;
        if entry.length as usize > 2 * BLOCK_BYTES {
            return Err(damaged("a block is too long"));
        }
        let mut packed = vec![0; entry.length as usize];
        {
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            let read = file.seek(SeekFrom::Start(at)).and_then(|_| file.read_exact(&mut packed));
            read.map_err(TableError::unreadable(&self.path))?;
        }
        if crc_of(&packed) != entry.crc {
            return Err(damaged("a block has a wrong checksum"));
        }
        let mut bytes = [0; BLOCK_BYTES];
        let mut inflater = Decompress::new(false);
        let status = inflater.decompress(&packed, &mut bytes, FlushDecompress::Finish);
        let is_whole =
            matches!(status, Ok(Status::StreamEnd)) && inflater.total_out() == BLOCK_BYTES as u64;
        if !is_whole {
            return Err(damaged("a block can't be inflated"));
        }
        let mut words = Box::new([0; BLOCK_BYTES / 8]);
        for (word, bytes) in words.iter_mut().zip(bytes.as_chunks::<8>().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        Ok(words)
    }
}

/// Refuses folders, pipes and devices.
fn check_is_file(path: &Path, metadata: &Metadata) -> Result<(), TableError> {
    if metadata.is_file() {
        return Ok(());
    }
    let path = path.into();
    Err(if metadata.is_dir() {
        TableError::IsFolder { path }
    } else {
        TableError::NoTable { path }
    })
}

fn fault_of(fault: HeaderFault, path: &Path) -> TableError {
    let path = path.into();
    match fault {
        HeaderFault::NoTable => TableError::NoTable { path },
        HeaderFault::Newer(found) => TableError::Newer { path, found, known: FORMAT },
        HeaderFault::CutOff => TableError::Damaged { path, what: CUT_OFF },
        HeaderFault::Damaged(what) => TableError::Damaged { path, what },
    }
}

/// Returns the cells for a side to move by their numbers, in order; `None` for numbers without a position.
pub(crate) type CellOf<'a> = dyn FnMut(usize, u64) -> std::io::Result<Option<u16>> + 'a;

/// The suffix of an incomplete file.
const UNFINISHED: &str = "unfinished";

/// Writes a file atomically.
pub(crate) fn write(
    path: &Path,
    header: &Header,
    level: u32,
    cell: &mut CellOf<'_>,
) -> Result<u64, TableError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(UNFINISHED);
    let beside = path.with_file_name(name);
    let bytes = write_unfinished(&beside, header, level, cell).and_then(|bytes| {
        fs::rename(&beside, path)?;
        sync_folder(path)?;
        Ok(bytes)
    });
    bytes.map_err(|error| {
        let _nothing_left = fs::remove_file(&beside);
        TableError::io("write", path)(error)
    })
}

/// Ensures that the folder's file list is on the disk.
fn sync_folder(path: &Path) -> std::io::Result<()> {
    if cfg!(unix)
        && let Some(folder) = path.parent()
    {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

fn write_unfinished(
    path: &Path,
    header: &Header,
    level: u32,
    cell: &mut CellOf<'_>,
) -> std::io::Result<u64> {
    let mut file = BufWriter::with_capacity(1 << 20, File::create(path)?);
    let count = usize::try_from(header.blocks()).map_err(std::io::Error::other)?;
    let mut entries = Vec::with_capacity(count);
    let placeholder = header.to_bytes(&vec![BlockEntry::default(); count]);
    file.write_all(&placeholder)?;
    let mut bytes = placeholder.len() as u64;
    let mut packer = Compress::new(Compression::new(level), false);
    let mut packed = Vec::with_capacity(2 * BLOCK_BYTES);
    for (side, from) in blocks(header) {
        let block = block_of(header, side, from, cell)?;
        packed.clear();
        packer.reset();
        packer.compress_vec(&block, &mut packed, FlushCompress::Finish)?;
        let length = u32::try_from(packed.len()).map_err(std::io::Error::other)?;
        entries.push(BlockEntry { length, crc: crc_of(&packed) });
        file.write_all(&packed)?;
        bytes += u64::from(length);
    }
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&header.to_bytes(&entries))?;
    let file = file.into_inner().map_err(std::io::IntoInnerError::into_error)?;
    file.sync_all()?;
    Ok(bytes)
}

/// The side to move and the first cell of each block.
fn blocks(header: &Header) -> impl Iterator<Item = (usize, u64)> + '_ {
    let per_block = header.cells.per_block();
    (0..header.sides.len()).flat_map(move |side| {
        (0..header.blocks_of(side)).map(move |block| (side, block * per_block))
    })
}

/// The bytes in the block that starts with cell `from`.
fn block_of(
    header: &Header,
    side: usize,
    from: u64,
    cell: &mut CellOf<'_>,
) -> std::io::Result<[u8; BLOCK_BYTES]> {
    let mut bytes = [0; BLOCK_BYTES];
    let mut before = 0;
    let cells = header.cells;
    for index in 0..cells.per_block() {
        let number = from + index;
        let is_there = number < header.sides[side].cells;
        before = if is_there { cell(side, number)?.unwrap_or(before) } else { before };
        let at = usize::try_from(index).unwrap_or(usize::MAX);
        let [low, high] = before.to_le_bytes();
        match cells {
            Cells::Values => bytes[at / 4] |= (low & 3) << (2 * (at % 4)),
            Cells::Bytes => bytes[at] = low,
            Cells::Pairs => [bytes[2 * at], bytes[2 * at + 1]] = [low, high],
        }
    }
    Ok(bytes)
}
