//! The rules of dominoes.

use board_engine::{Chance, Game, HiddenInformation, Repetition, Seat, Status, Turn};

use crate::position::{End, Move, Position, Stage};
use crate::scoring::RoundEnd;
use crate::tile::{Pips, Tile, Tiles};
use crate::variant::{Dominoes, Rules};

/// The number of tiles that must stay in the boneyard (Foster, "Complete Hoyle", 1897).
pub const RESERVE: u8 = 2;

impl Dominoes {
    /// The player after this one.
    pub(crate) fn next(self, seat: Seat) -> Seat {
        Seat::new((seat.index() + 1) % usize::from(self.players))
    }

    /// The tiles that are neither in the line nor known to be in a hand.
    pub(crate) fn unseen_tiles(self, position: &Position) -> Tiles {
        let known =
            position.hands.iter().fold(position.played_tiles(), |known, hand| known.or(*hand));
        self.set_of_tiles().without(known)
    }

    /// The number of tiles in the boneyard.
    pub fn boneyard_size(&self, position: &Position) -> u8 {
        let hidden: u8 = position.hidden.iter().sum();
        self.unseen_tiles(position).len().saturating_sub(hidden)
    }

    /// The player who gets the next dealt tile.
    fn receiver(self, position: &Position) -> Seat {
        let dealt: u8 = Seat::all(self.seats()).map(|seat| position.hand_size(seat)).sum();
        Seat::new((position.leader.index() + usize::from(dealt)) % usize::from(self.players))
    }

    /// The player to whom chance is about to give a tile, if any.
    pub(crate) fn drawer(self, position: &Position) -> Option<Seat> {
        match position.stage {
            Stage::Dealing => Some(self.receiver(position)),
            Stage::Drawing => Some(position.mover),
            Stage::Playing | Stage::Drawn | Stage::Over => None,
        }
    }

    /// The tiles that match an end of the line; before the first tile, all tiles.
    pub(crate) fn matching(self, position: &Position) -> Tiles {
        match position.ends() {
            Some(ends) => Tiles::with_any(Pips::both(ends)),
            None => self.set_of_tiles(),
        }
    }

    /// Returns `true` if no remaining tile matches an end of the line.
    pub(crate) fn is_locked(self, position: &Position) -> bool {
        let left = self.set_of_tiles().without(position.played_tiles());
        left.and(self.matching(position)).is_empty()
    }

    /// Returns `true` if a player without a matching tile draws instead of passing.
    fn can_draw(self, position: &Position) -> bool {
        self.rules != Rules::Block && self.boneyard_size(position) > RESERVE
    }

    /// Lists a player's moves.
    fn list_plays(self, position: &Position, moves: &mut Vec<Move>) {
        let mover = position.mover.index();
        let matching = self.matching(position);
        let known = position.hands[mover].and(matching);
        let mut tiles = known;
        if position.hidden[mover] > 0 {
            let possible =
                self.unseen_tiles(position).without(Tiles::with_any(position.voids[mover]));
            tiles = tiles.or(possible.and(matching));
        }
        for tile in tiles.iter() {
            let fits =
                |end: usize| position.ends().is_some_and(|ends| tile.beyond(ends[end]).is_some());
            moves.extend(fits(0).then_some(Move::Play(tile, End::Left)));
            let is_first = position.ends().is_none();
            moves.extend((fits(1) || is_first).then_some(Move::Play(tile, End::Right)));
        }
        // It is unknown whether a hidden hand contains a matching tile.
        if known.is_empty() && position.ends().is_some() {
            moves.push(if self.can_draw(position) { Move::Draw } else { Move::Pass });
        }
    }

    fn deal(self, position: &mut Position, tile: Tile) {
        let Some(seat) = self.drawer(position) else { return };
        position.hands[seat.index()].insert(tile);
        if position.stage == Stage::Drawing {
            // The new tile is unknown, so any tile may now be in the hand.
            position.voids[seat.index()] = Pips::EMPTY;
            position.stage = Stage::Drawn;
            return;
        }
        let is_dealt = |seat| position.hand_size(seat) >= self.hand_size();
        if Seat::all(self.seats()).all(is_dealt) {
            position.stage = Stage::Playing;
        }
    }

    fn play_tile(self, position: &mut Position, tile: Tile, end: End) {
        let mover = position.mover;
        let hand = &mut position.hands[mover.index()];
        if hand.contains(tile) {
            hand.remove(tile);
        } else {
            let hidden = &mut position.hidden[mover.index()];
            *hidden = hidden.saturating_sub(1);
        }
        if let (Stage::Drawn, Some(ends)) = (position.stage, position.ends()) {
            // Of the tiles in the hand, only the last one drawn matches.
            position.voids[mover.index()] = Pips::both(ends);
        }
        position.lay(tile, end);
        position.passes = 0;
        self.score_ends(position);
        if position.hand_size(mover) == 0 {
            self.end_round(position, RoundEnd::Out(mover));
        } else if self.has_reached_target(position) {
            position.stage = Stage::Over;
        } else if self.is_locked(position) {
            self.end_round(position, RoundEnd::Blocked);
        } else {
            self.pass_turn(position);
        }
    }

    fn pass(self, position: &mut Position) {
        position.passes += 1;
        if position.passes >= self.players {
            self.end_round(position, RoundEnd::Blocked);
        } else {
            self.pass_turn(position);
        }
    }

    fn pass_turn(self, position: &mut Position) {
        position.mover = self.next(position.mover);
        position.stage = Stage::Playing;
    }

    /// Records that no tile in the mover's hand matches.
    fn show_voids(position: &mut Position) {
        if let Some(ends) = position.ends() {
            let voids = &mut position.voids[position.mover.index()];
            *voids = voids.or(Pips::both(ends));
        }
    }
}

impl Game for Dominoes {
    type Position = Position;
    type Move = Move;

    fn seats(&self) -> usize {
        self.players.into()
    }

    fn start(&self) -> Position {
        Position::before_deal([0; 4], Seat::FIRST)
    }

    fn turn(&self, position: &Position) -> Turn {
        match position.stage {
            Stage::Playing | Stage::Drawn => Turn::Seat(position.mover),
            Stage::Dealing | Stage::Drawing | Stage::Over => Turn::Chance,
        }
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<Move>) -> Status {
        moves.clear();
        match position.stage {
            Stage::Dealing | Stage::Drawing => {
                moves.extend(self.unseen_tiles(position).iter().map(Move::Deal));
            }
            Stage::Playing | Stage::Drawn => self.list_plays(position, moves),
            Stage::Over => match self.outcome(position) {
                Some(outcome) => return Status::Over(outcome),
                None => moves.push(Move::Shuffle),
            },
        }
        Status::Ongoing
    }

    fn status(&self, position: &Position, _: &mut Vec<Move>) -> Status {
        let outcome = position.is_round_over().then(|| self.outcome(position)).flatten();
        outcome.map_or(Status::Ongoing, Status::Over)
    }

    fn play(&self, position: &mut Position, mv: Move) {
        match mv {
            Move::Deal(tile) => self.deal(position, tile),
            Move::Play(tile, end) => self.play_tile(position, tile, end),
            Move::Draw => {
                Self::show_voids(position);
                position.stage = Stage::Drawing;
            }
            Move::Pass => {
                Self::show_voids(position);
                self.pass(position);
            }
            Move::Shuffle => {
                *position = Position::before_deal(position.scores, self.next(position.leader));
            }
        }
    }

    fn key(&self, position: &Position) -> u64 {
        position.key()
    }

    /// A round without points can be followed by an identical round.
    fn irreversible(&self, _: &Position, _: Move) -> bool {
        false
    }

    fn repetition(&self) -> Repetition {
        Repetition::Ignored
    }

    fn play_random(
        &self,
        position: &mut Position,
        scratch: &mut Vec<Move>,
        draw: &mut impl FnMut(u32) -> u32,
    ) -> Status {
        if self.drawer(position).is_some() {
            let unseen = self.unseen_tiles(position);
            let index = draw(unseen.len().into());
            if let Some(tile) = unseen.nth(index) {
                self.play(position, Move::Deal(tile));
            }
            return Status::Ongoing;
        }
        let status = self.legal_moves(position, scratch);
        if status == Status::Ongoing
            && let Some(mv) = self.draw_move(position, scratch, draw)
        {
            self.play(position, mv);
        }
        status
    }
}

impl Chance for Dominoes {}

impl HiddenInformation for Dominoes {
    /// Only the receiver sees a dealt tile; everything else is visible to all.
    fn sight(&self, position: &Position, mv: Move, seat: Seat) -> u64 {
        match mv {
            Move::Draw => 0,
            Move::Pass => 1,
            Move::Shuffle => 2,
            Move::Deal(_) if self.drawer(position) != Some(seat) => 3,
            Move::Deal(tile) => 4 + 3 * tile.index() as u64,
            Move::Play(tile, End::Left) => 5 + 3 * tile.index() as u64,
            Move::Play(tile, End::Right) => 6 + 3 * tile.index() as u64,
        }
    }

    fn resample(
        &self,
        position: &Position,
        seat: Seat,
        draw: &mut impl FnMut(u32) -> u32,
    ) -> Position {
        self.redeal(position, seat, draw)
    }
}
