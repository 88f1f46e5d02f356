//! Converts positions to text and back.

use board_engine::{Game, Notation, NotationError, Seat, Viewer};

use crate::position::{PLAYERS_MAX, Position, Stage};
use crate::scoring::SCORE_MAX;
use crate::tile::{PIPS_MAX, Pips, TILES_MAX, Tile, Tiles};
use crate::variant::Dominoes;

/// The notation for an empty line or hand.
const NOTHING: &str = "-";

/// A word with its start offset.
type Word<'a> = (usize, &'a str);

impl Dominoes {
    pub(crate) fn write_position(self, position: &Position, viewer: Viewer) -> String {
        let line: Vec<String> =
            position.laid().map(|[left, right]| format!("{left}-{right}")).collect();
        let line = if line.is_empty() { NOTHING.into() } else { line.join(",") };
        let hands = Seat::all(self.seats()).map(|seat| write_hand(position, seat, viewer));
        let hands = hands.collect::<Vec<_>>().join(" ");
        let scores = position.scores[..self.sides()].iter().map(u16::to_string);
        let scores = scores.collect::<Vec<_>>().join(",");
        let (leader, mover) = (position.leader.index() + 1, position.mover.index() + 1);
        let stage = Stage::NAMES.iter().find(|(stage, _)| *stage == position.stage);
        let stage = stage.map_or("", |(_, name)| name);
        format!("{line} {hands} {scores} {leader} {mover} {} {stage}", position.passes)
    }

    pub(crate) fn read_position(self, text: &str) -> Result<Position, NotationError> {
        let malformed =
            |offset, expected: &str| NotationError::malformed_position(text, offset, expected);
        let mut offset = 0;
        let words: Vec<Word<'_>> = text
            .trim_end()
            .split(' ')
            .map(|word| {
                let begin = offset;
                offset += word.len() + 1;
                (begin, word)
            })
            .collect();
        let seats = self.seats();
        if words.len() != seats + 6 {
            let expected = format!(
                "the line, {seats} hands, scores, leader, mover, passes and stage, as in \"{}\"",
                self.format_position(&self.start())
            );
            return Err(malformed(text.len(), &expected));
        }
        let mut position = Position::before_deal([0; PLAYERS_MAX], Seat::FIRST);
        self.read_line(words[0], &mut position).ok_or_else(|| {
            malformed(words[0].0, "tiles of the set that match, as in 6-4,4-4, or - for none")
        })?;
        for seat in Seat::all(seats) {
            let word = words[1 + seat.index()];
            self.read_hand(word.1, seat, &mut position).ok_or_else(|| {
                malformed(word.0, "a hand like 6-4,5-5 or ?7, with !25 for numbers that it lacks")
            })?;
        }
        let [scores, leader, mover, passes, stage] =
            [1, 2, 3, 4, 5].map(|place| words[seats + place]);
        let scored = read_scores(scores.1, self.sides());
        position.scores = scored.ok_or_else(|| malformed(scores.0, "the points of each side"))?;
        let seat = |word: Word<'_>| {
            let number = number(word.1).filter(|&number| (1..=seats).contains(&number.into()));
            let found = number.map(|number| Seat::new(usize::from(number) - 1));
            found.ok_or_else(|| malformed(word.0, "a player number"))
        };
        (position.leader, position.mover) = (seat(leader)?, seat(mover)?);
        let count = number(passes.1).and_then(|number| u8::try_from(number).ok());
        position.passes = count.ok_or_else(|| malformed(passes.0, "the number of passes"))?;
        let named = Stage::NAMES.iter().find(|(_, name)| *name == stage.1);
        position.stage = named
            .map(|(stage, _)| *stage)
            .ok_or_else(|| malformed(stage.0, "deal, play, drawn, draw or over"))?;
        match self.objection(&position) {
            None => Ok(position),
            Some(why) => Err(NotationError::Impossible { text: text.into(), why: why.into() }),
        }
    }

    fn read_line(self, (_, word): Word<'_>, position: &mut Position) -> Option<()> {
        if word == NOTHING {
            return Some(());
        }
        let ends: Vec<[u8; 2]> = word.split(',').map(read_ends).collect::<Option<_>>()?;
        position.lay_line(&ends)?;
        let is_of_set = position.line().iter().all(|&tile| self.set_of_tiles().contains(tile));
        (is_of_set && usize::from(position.played_tiles().len()) == ends.len()).then_some(())
    }

    fn read_hand(self, word: &str, seat: Seat, position: &mut Position) -> Option<()> {
        let (tiles, voids) = match word.split_once('!') {
            Some((tiles, voids)) => (tiles, read_voids(voids, self.highest)?),
            None => (word, Pips::EMPTY),
        };
        let mut hand = Tiles::EMPTY;
        let mut hidden = 0;
        for item in tiles.split(',').filter(|_| tiles != NOTHING) {
            if let Some(count) = item.strip_prefix('?') {
                let count = number(count).filter(|&count| hidden == 0 && count > 0)?;
                hidden =
                    u8::try_from(count).ok().filter(|&count| usize::from(count) <= TILES_MAX)?;
                continue;
            }
            let [high, low] = read_ends(item)?;
            let tile = Tile::new([high, low]).filter(|tile| tile.ends() == [high, low])?;
            if hand.contains(tile) || !self.set_of_tiles().contains(tile) {
                return None;
            }
            hand.insert(tile);
        }
        let index = seat.index();
        (position.hands[index], position.hidden[index], position.voids[index]) =
            (hand, hidden, voids);
        Some(())
    }

    /// The reason why the position can't occur; `None` if it can.
    fn objection(self, position: &Position) -> Option<&'static str> {
        let mut seen = position.played_tiles();
        for hand in position.hands {
            if !seen.and(hand).is_empty() {
                return Some("a tile occurs twice");
            }
            seen = seen.or(hand);
        }
        if !self.can_be_dealt(position) {
            return Some("the unseen tiles don't fit into the hidden hands");
        }
        let has_voided_tile = Seat::all(self.seats()).map(Seat::index).any(|index| {
            let voids = Tiles::with_any(position.voids[index]);
            !position.hands[index].and(voids).is_empty()
        });
        if has_voided_tile {
            return Some("a hand has a tile with a number that it is known to lack");
        }
        let has_ended = self.has_reached_target(position);
        match position.stage {
            Stage::Over => self.objection_to_end(position),
            _ if has_ended => Some("a side that has reached the target has won"),
            Stage::Dealing => self.objection_to_deal(position),
            Stage::Playing | Stage::Drawn | Stage::Drawing => self.objection_to_turn(position),
        }
    }

    fn objection_to_end(self, position: &Position) -> Option<&'static str> {
        let is_hidden = position.hidden.iter().any(|&count| count > 0);
        let is_open = position.ends().is_none();
        let is_seated = position.passes <= self.players;
        if is_hidden {
            return Some("all hands are open when the round is over");
        }
        (is_open || !is_seated).then_some("a round can't end like this")
    }

    fn objection_to_deal(self, position: &Position) -> Option<&'static str> {
        let has_voids = position.voids.iter().any(|voids| !voids.is_empty());
        if position.ends().is_some() || has_voids || position.passes > 0 {
            return Some("no player moves before the hands are dealt");
        }
        if position.mover != position.leader {
            return Some("the leader moves first");
        }
        let sizes = |seat| position.hand_size(seat);
        let dealt: u8 = Seat::all(self.seats()).map(sizes).sum();
        if dealt >= self.players * self.hand_size() {
            return Some("the hands are dealt");
        }
        let in_turn = (0..self.players).all(|turn| {
            let seat = (position.leader.index() + usize::from(turn)) % usize::from(self.players);
            let expected = dealt / self.players + u8::from(turn < dealt % self.players);
            sizes(Seat::new(seat)) == expected
        });
        (!in_turn).then_some("the hands are dealt in turn, one tile at a time")
    }

    fn objection_to_turn(self, position: &Position) -> Option<&'static str> {
        let has_voids = position.voids.iter().any(|voids| !voids.is_empty());
        if Seat::all(self.seats()).any(|seat| position.hand_size(seat) == 0) {
            return Some("a player without tiles has ended the round");
        }
        if position.passes >= self.players || self.is_locked(position) {
            return Some("no player can move, so the round is over");
        }
        let mover = position.mover.index();
        if position.ends().is_none() {
            let is_first = position.mover == position.leader && position.stage == Stage::Playing;
            let begins = is_first && position.passes == 0 && !has_voids;
            return (!begins).then_some("the leader plays the first tile");
        }
        let is_drawing = position.stage == Stage::Drawing;
        if is_drawing && self.boneyard_size(position) <= crate::RESERVE {
            return Some("no tile is left to draw");
        }
        if is_drawing && !position.hands[mover].and(self.matching(position)).is_empty() {
            return Some("a player that can play doesn't draw");
        }
        None
    }
}

/// The hand in this viewer's view.
fn write_hand(position: &Position, seat: Seat, viewer: Viewer) -> String {
    let (known, hidden) = seen_hand(position, seat, viewer);
    let mut items: Vec<String> = known.iter().map(|tile| tile.to_string()).collect();
    items.extend((hidden > 0).then(|| format!("?{hidden}")));
    let tiles = if items.is_empty() { NOTHING.into() } else { items.join(",") };
    let voids = position.voids[seat.index()];
    let voids: String = voids.iter().map(|pips| pips.to_string()).collect();
    if voids.is_empty() { tiles } else { format!("{tiles}!{voids}") }
}

/// The tiles in a hand that this viewer sees, and the number of hidden tiles.
pub(crate) fn seen_hand(position: &Position, seat: Seat, viewer: Viewer) -> (Tiles, u8) {
    let is_open = matches!(viewer, Viewer::Arbiter)
        || viewer == Viewer::Seat(seat)
        || position.is_round_over();
    if is_open {
        return (position.hands[seat.index()], position.hidden[seat.index()]);
    }
    (Tiles::EMPTY, position.hand_size(seat))
}

/// Parses two numbers of pips, as in `6-4`.
fn read_ends(text: &str) -> Option<[u8; 2]> {
    match text.as_bytes() {
        [one @ b'0'..=b'9', b'-', other @ b'0'..=b'9'] => Some([one - b'0', other - b'0']),
        _ => None,
    }
}

/// Parses the numbers that a hand lacks, in ascending order.
fn read_voids(text: &str, highest: u8) -> Option<Pips> {
    let mut voids = Pips::EMPTY;
    let digits: Vec<u8> = text.bytes().map(|byte| byte.wrapping_sub(b'0')).collect();
    let is_sorted = digits.is_sorted_by(|one, other| one < other);
    if digits.is_empty() || !is_sorted || digits.iter().any(|&pips| pips > highest.min(PIPS_MAX)) {
        return None;
    }
    for pips in digits {
        voids.insert(pips);
    }
    Some(voids)
}

fn read_scores(text: &str, sides: usize) -> Option<[u16; PLAYERS_MAX]> {
    let read: Vec<u16> = text.split(',').map(number).collect::<Option<_>>()?;
    let fits = read.len() == sides && read.iter().all(|&score| score <= SCORE_MAX);
    let mut scores = [0; PLAYERS_MAX];
    scores.iter_mut().zip(read).for_each(|(score, read)| *score = read);
    fits.then_some(scores)
}

/// Parses a number without a sign or leading zeros.
fn number(text: &str) -> Option<u16> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let is_short = text == "0" || !text.starts_with('0');
    if is_plain && is_short { text.parse().ok() } else { None }
}
