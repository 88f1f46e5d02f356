//! A Stockfish network as a teacher: a smaller network is trained on its evaluations.
//!
//! ```text
//! a side's view  22,528 ─▶ 1,024, multiplied in pairs ─▶ 512 ┐
//!                                                            ├▶ 1,024 ─▶ 16 ─▶ 30 ─▶ 32 ─▶ 1
//! the other one  22,528 ─▶ 1,024, multiplied in pairs ─▶ 512 ┘
//! ```
//!
//! Each input is a piece on a square, seen by a side whose king is on one of 32 squares. The layers after the first
//! exist in eight sets, selected by the number of pieces. This is Stockfish 15.1's architecture `SFNNv5`
//! (<https://github.com/official-stockfish/nnue-pytorch>, its page on NNUE). `export_net FILE` makes that engine write
//! its network. Stockfish's networks are licensed under CC0 1.0; their uploaders agree to this
//! (<https://github.com/official-stockfish/networks>).

mod layers;
mod views;

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use anyhow::{Context, ensure};
use chess::Position;
use cozy_chess::Color;

use self::layers::Layers;
pub(crate) use self::views::Views;

/// The version number in network files.
const VERSION: u32 = 0x7AF3_2F20;
/// The number of sums per view.
const SUMS: usize = 1024;
/// The number of inputs per view: 11 kinds of pieces on 64 squares, for each of 32 king squares.
const INPUTS: usize = 11 * 64 * 32;
/// The number of layer sets.
const STACKS: usize = 8;
/// The divisor for the last layer's output.
const OUTPUT_SCALE: i32 = 16;

/// A Stockfish 15.1 network.
pub(crate) struct Teacher {
    biases: Vec<i16>,
    weights: Vec<[i16; SUMS]>,
    /// The value of each input, for each set of layers.
    values: Vec<[i32; STACKS]>,
    stacks: Vec<Layers>,
}

impl Teacher {
    /// The number of [`evaluate`](Self::evaluate) units per unit of log odds of the mover's expected points.
    pub(crate) const SCALE: f32 = 360.0;

    /// Reads a network file.
    pub(crate) fn read(path: &Path) -> anyhow::Result<Self> {
        Self::parse(path).with_context(|| {
            format!("can't read a network of Stockfish 15.1 from {}", path.display())
        })
    }

    fn parse(path: &Path) -> anyhow::Result<Self> {
        let mut file = Numbers(BufReader::new(File::open(path)?));
        ensure!(file.long()? == VERSION.cast_signed(), "the file has a different format");
        file.long()?;
        let description = file.long()?;
        file.bytes(usize::try_from(description)?)?;
        file.long()?;
        let biases = file.shorts(SUMS)?;
        let (weights, values) = (file.shorts(INPUTS * SUMS)?, file.longs(INPUTS * STACKS)?);
        let stacks = (0..STACKS).map(|_| Layers::read(&mut file)).collect::<io::Result<_>>()?;
        ensure!(
            file.0.read(&mut [0])? == 0,
            "the file has a different architecture: it is longer than expected"
        );
        Ok(Self {
            biases,
            weights: weights.as_chunks().0.to_vec(),
            values: values.as_chunks().0.to_vec(),
            stacks,
        })
    }

    /// The network's output for the side to move, given these views of a position, in Stockfish's units: a pawn is 208.
    pub(crate) fn evaluate(&self, position: &Position, views: &Views) -> i32 {
        let board = position.board();
        let (own, other) = match board.side_to_move() {
            Color::White => (&views.white, &views.black),
            Color::Black => (&views.black, &views.white),
        };
        let stack = (board.occupied().len() as usize - 1) / 4;
        let value = (own.values[stack] - other.values[stack]) / 2;
        (value + self.stacks[stack].output([&own.sums, &other.sums])) / OUTPUT_SCALE
    }
}

/// Reads little-endian numbers.
struct Numbers(BufReader<File>);

impl Numbers {
    fn bytes(&mut self, count: usize) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; count];
        self.0.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    fn shorts(&mut self, count: usize) -> io::Result<Vec<i16>> {
        let bytes = self.bytes(2 * count)?;
        Ok(bytes.as_chunks().0.iter().copied().map(i16::from_le_bytes).collect())
    }

    fn longs(&mut self, count: usize) -> io::Result<Vec<i32>> {
        let bytes = self.bytes(4 * count)?;
        Ok(bytes.as_chunks().0.iter().copied().map(i32::from_le_bytes).collect())
    }

    fn long(&mut self) -> io::Result<i32> {
        Ok(self.longs(1)?[0])
    }
}
