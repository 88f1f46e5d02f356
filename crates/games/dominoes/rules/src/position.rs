//! The types for positions and moves.

use board_engine::{Seat, zobrist};

use crate::tile::{Pips, TILES_MAX, Tile, Tiles};

/// Maximum number of seats.
pub(crate) const PLAYERS_MAX: usize = 4;

/// An end of the line of play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// The left end of the line.
    Left,
    /// The right end, at which the first tile of a round is also placed.
    Right,
}

/// A move by a player or by chance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Plays a tile at an end of the line.
    Play(Tile, End),
    /// Takes a tile from the boneyard.
    Draw,
    /// Passes the turn.
    Pass,
    /// Chance deals this tile to the next receiver.
    Deal(Tile),
    /// The tiles from a finished round are turned down and shuffled.
    Shuffle,
}

/// The next step of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Stage {
    /// Hands are dealt, one tile to each player in turn.
    Dealing,
    /// The mover plays, draws or passes.
    Playing,
    /// Like `Playing`, after the mover has drawn in this turn.
    Drawn,
    /// Chance gives the mover a tile from the boneyard.
    Drawing,
    /// The round is over, and all hands are shown.
    Over,
}

impl Stage {
    /// All stages with their names.
    pub(crate) const NAMES: [(Self, &'static str); 5] = [
        (Self::Dealing, "deal"),
        (Self::Playing, "play"),
        (Self::Drawn, "drawn"),
        (Self::Drawing, "draw"),
        (Self::Over, "over"),
    ];
}

/// The line of play, the hands, and the public knowledge about the hands. A tile that is neither in a hand nor in the
/// line is in the boneyard.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The tiles known to be in each hand.
    pub(crate) hands: [Tiles; PLAYERS_MAX],
    /// The tiles in the line from left to right, then zeros.
    line: [Tile; TILES_MAX],
    length: u8,
    ends: [u8; 2],
    /// The number of tiles in each hand that are hidden from the position's viewer.
    pub(crate) hidden: [u8; PLAYERS_MAX],
    /// The numbers that no tile in the hand has, as its player revealed by drawing or passing.
    pub(crate) voids: [Pips; PLAYERS_MAX],
    /// Each side's points.
    pub(crate) scores: [u16; PLAYERS_MAX],
    pub(crate) leader: Seat,
    pub(crate) mover: Seat,
    /// The number of consecutive passes.
    pub(crate) passes: u8,
    pub(crate) stage: Stage,
}

impl Position {
    /// The position before a deal.
    pub(crate) const fn before_deal(scores: [u16; PLAYERS_MAX], leader: Seat) -> Self {
        Self {
            hands: [Tiles::EMPTY; PLAYERS_MAX],
            line: [Tile::from_index(0); TILES_MAX],
            length: 0,
            ends: [0; 2],
            hidden: [0; PLAYERS_MAX],
            voids: [Pips::EMPTY; PLAYERS_MAX],
            scores,
            leader,
            mover: leader,
            passes: 0,
            stage: Stage::Dealing,
        }
    }

    /// The tiles known to be in this hand: all of it, unless the position is another seat's view.
    ///
    /// # Panics
    /// If the seat does not exist.
    pub const fn hand(&self, seat: Seat) -> Tiles {
        self.hands[seat.index()]
    }

    /// The number of tiles in this hand.
    ///
    /// # Panics
    /// If the seat does not exist.
    pub const fn hand_size(&self, seat: Seat) -> u8 {
        self.hands[seat.index()].len() + self.hidden[seat.index()]
    }

    /// The numbers that no tile in this hand has, as its player revealed by drawing or passing.
    ///
    /// # Panics
    /// If the seat does not exist.
    pub const fn voids(&self, seat: Seat) -> Pips {
        self.voids[seat.index()]
    }

    /// Each side's points, then zeros. A side is a player or two partners; the first seat belongs to the first side.
    pub const fn scores(&self) -> &[u16; 4] {
        &self.scores
    }

    /// The player to move.
    pub const fn mover(&self) -> Seat {
        self.mover
    }

    /// Returns `true` if the round is over, with all hands shown and its points counted.
    pub const fn is_round_over(&self) -> bool {
        matches!(self.stage, Stage::Over)
    }

    /// The tiles in the line from left to right.
    pub fn line(&self) -> &[Tile] {
        &self.line[..usize::from(self.length)]
    }

    /// The pips at the left and at the right end of the line; `None` before the first tile.
    pub const fn ends(&self) -> Option<[u8; 2]> {
        if self.length == 0 { None } else { Some(self.ends) }
    }

    /// The tiles in the line from left to right, each with its left end first.
    pub fn laid(&self) -> impl Iterator<Item = [u8; 2]> + '_ {
        let mut joint = self.ends[0];
        self.line().iter().map(move |tile| {
            let left = joint;
            joint = tile.beyond(left).unwrap_or(left);
            [left, joint]
        })
    }

    /// The tiles in the line.
    pub(crate) fn played_tiles(&self) -> Tiles {
        let mut played = Tiles::EMPTY;
        self.line().iter().for_each(|&tile| played.insert(tile));
        played
    }

    /// Lays a tile at an end. A tile that doesn't match is laid unchanged.
    pub(crate) fn lay(&mut self, tile: Tile, end: End) {
        let length = usize::from(self.length);
        if length >= TILES_MAX {
            return;
        }
        if length == 0 {
            (self.ends, self.line[0]) = (tile.ends(), tile);
        } else if end == End::Right {
            self.line[length] = tile;
            self.ends[1] = tile.beyond(self.ends[1]).unwrap_or(self.ends[1]);
        } else {
            self.line.copy_within(..length, 1);
            self.line[0] = tile;
            self.ends[0] = tile.beyond(self.ends[0]).unwrap_or(self.ends[0]);
        }
        self.length += 1;
    }

    /// Lays a whole line, from left to right; `None` if two adjacent tiles don't match.
    pub(crate) fn lay_line(&mut self, line: &[[u8; 2]]) -> Option<()> {
        let joints = line.windows(2).all(|pair| pair[0][1] == pair[1][0]);
        let (first, last) = (line.first()?, line.last()?);
        if !joints || line.len() > TILES_MAX {
            return None;
        }
        for (place, &ends) in self.line.iter_mut().zip(line) {
            *place = Tile::new(ends)?;
        }
        self.length = u8::try_from(line.len()).ok()?;
        self.ends = [first[0], last[1]];
        Some(())
    }

    /// A key for the whole position.
    pub(crate) fn key(&self) -> u64 {
        let mut words = [0; 4 + 7 + 4];
        for (word, hand) in words.iter_mut().zip(self.hands) {
            *word = hand.0;
        }
        for (word, tiles) in words[4..].iter_mut().zip(self.line.chunks(8)) {
            *word = tiles.iter().fold(0, |word, tile| word << 8 | tile.index() as u64);
        }
        words[11] = self.scores.iter().fold(0, |word, &score| word << 16 | u64::from(score));
        words[12] = self.voids.iter().fold(0, |word, voids| word << 16 | u64::from(voids.0));
        words[13] = self.hidden.iter().fold(0, |word, &count| word << 8 | u64::from(count));
        let seats = (self.leader.index() * PLAYERS_MAX + self.mover.index()) as u64;
        let turn = [seats, self.passes.into(), self.stage as u64, self.length.into()];
        let ends = self.ends.map(u64::from);
        words[14] = turn.into_iter().chain(ends).fold(0, |word, part| word << 8 | part);
        zobrist::mix(&words)
    }
}
