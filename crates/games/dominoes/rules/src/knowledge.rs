//! Redeals the tiles that a seat can't see.

use board_engine::{Game, Seat};

use crate::position::{PLAYERS_MAX, Position};
use crate::tile::{Tile, Tiles};
use crate::variant::Dominoes;

/// The index of the boneyard, after the hands.
const BONEYARD: usize = PLAYERS_MAX;

/// The possible places of the unseen tiles: hands and boneyard, each with the tiles that it may hold and its capacity.
struct Deal {
    allowed: [Tiles; PLAYERS_MAX + 1],
    room: [u8; PLAYERS_MAX + 1],
    held: [Tiles; PLAYERS_MAX + 1],
}

impl Deal {
    /// Puts `tile` into a place that may hold it, moving other tiles if necessary (Kuhn, "The Hungarian Method for the
    /// Assignment Problem", 1955). Starts with the place `first`. `tried` contains the full places from which no tile
    /// can be moved.
    fn put(&mut self, tile: Tile, first: usize, tried: &mut [bool; PLAYERS_MAX + 1]) -> bool {
        let places = self.held.len();
        let order = (0..places).map(|step| (first + step) % places);
        let fitting: Vec<usize> =
            order.filter(|&place| self.allowed[place].contains(tile)).collect();
        let has_room =
            |&&place: &&usize| !tried[place] && self.held[place].len() < self.room[place];
        if let Some(&place) = fitting.iter().find(has_room) {
            self.held[place].insert(tile);
            return true;
        }
        for place in fitting {
            if std::mem::replace(&mut tried[place], true) {
                continue;
            }
            for other in self.held[place].iter() {
                self.held[place].remove(other);
                if self.put(other, place + 1, tried) {
                    self.held[place].insert(tile);
                    return true;
                }
                self.held[place].insert(other);
            }
        }
        false
    }

    /// Swaps two tiles if each place may hold the other's tile.
    fn exchange(&mut self, one: Tile, other: Tile) {
        let place = |tile| self.held.iter().position(|held| held.contains(tile));
        let (Some(of_one), Some(of_other)) = (place(one), place(other)) else { return };
        let fits = self.allowed[of_other].contains(one) && self.allowed[of_one].contains(other);
        if fits && of_one != of_other {
            self.held[of_one].remove(one);
            self.held[of_other].remove(other);
            self.held[of_one].insert(other);
            self.held[of_other].insert(one);
        }
    }
}

impl Dominoes {
    /// The possible places for the tiles that `seat` can't see or, without a seat, for all tiles not known to be in a
    /// hand.
    fn unseen_tiles_of(self, position: &Position, seat: Option<Seat>) -> (Deal, Tiles) {
        let mut deal = Deal {
            allowed: [self.set_of_tiles(); PLAYERS_MAX + 1],
            room: [0; PLAYERS_MAX + 1],
            held: [Tiles::EMPTY; PLAYERS_MAX + 1],
        };
        let mut unseen = self.set_of_tiles().without(position.played_tiles());
        for other in Seat::all(self.seats()) {
            let index = other.index();
            let is_known = seat.is_none_or(|seat| seat == other);
            deal.allowed[index] =
                self.set_of_tiles().without(Tiles::with_any(position.voids[index]));
            deal.room[index] =
                if is_known { position.hidden[index] } else { position.hand_size(other) };
            if is_known {
                unseen = unseen.without(position.hands[index]);
            }
        }
        let in_hands: u8 = deal.room.iter().sum();
        deal.room[BONEYARD] = unseen.len().saturating_sub(in_hands);
        (deal, unseen)
    }

    /// Returns `true` if some deal of the hidden tiles is consistent with all known facts.
    pub(crate) fn can_be_dealt(self, position: &Position) -> bool {
        let (mut deal, unseen) = self.unseen_tiles_of(position, None);
        let in_hands: u8 = deal.room[..BONEYARD].iter().sum();
        in_hands <= unseen.len()
            && unseen.iter().all(|tile| deal.put(tile, 0, &mut [false; PLAYERS_MAX + 1]))
    }

    /// Returns `true` if placing tiles in random order makes some deals more likely than others. Such a bias is
    /// impossible with a single hand, or without voids.
    fn favors_some_deals(self, deal: &Deal) -> bool {
        let hands = (0..BONEYARD).filter(|&place| deal.room[place] > 0);
        let all = self.set_of_tiles();
        hands.clone().count() > 1 && hands.clone().any(|place| deal.allowed[place] != all)
    }

    /// Randomly deals the tiles that `seat` can't see. No hand gets a tile with a number that it is known to lack. All
    /// such deals are about equally likely: tiles are placed in random order where they fit, and then swapped at
    /// random, so no deal is favored.
    ///
    /// When a player draws a tile, earlier knowledge about the hand is discarded.
    pub(crate) fn redeal(
        self,
        position: &Position,
        seat: Seat,
        draw: &mut impl FnMut(u32) -> u32,
    ) -> Position {
        if position.is_round_over() {
            return *position;
        }
        let (mut deal, unseen) = self.unseen_tiles_of(position, Some(seat));
        let mut tiles: Vec<Tile> = unseen.iter().collect();
        for last in (1..tiles.len()).rev() {
            let other = draw(u32::try_from(last + 1).unwrap_or(1)) as usize;
            tiles.swap(last, other);
        }
        // Fills the hands first; the rest goes to the boneyard.
        for &tile in &tiles {
            deal.put(tile, 0, &mut [false; PLAYERS_MAX + 1]);
        }
        if self.favors_some_deals(&deal) {
            let count = u32::try_from(tiles.len()).unwrap_or(1);
            for &tile in tiles.iter().chain(&tiles) {
                let other = tiles[draw(count) as usize];
                deal.exchange(tile, other);
            }
        }
        let mut dealt = *position;
        for other in Seat::all(self.seats()) {
            let index = other.index();
            let known = if other == seat { position.hands[index] } else { Tiles::EMPTY };
            dealt.hands[index] = known.or(deal.held[index]);
            dealt.hidden[index] = 0;
        }
        dealt
    }
}
