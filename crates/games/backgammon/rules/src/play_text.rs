//! Play notation.
//!
//! A checker's path is written as the points on which it starts, hits and ends, as in `13/7*/5`, with `bar` and `off`
//! for the ends of the path. Several checkers with the same path are written once, with their number, as in `8/5(2)`.
//! Paths are listed in descending order of their starts, separated by commas, because a move is one word in a record:
//! `8/5,6/5`. The parser also accepts spaces, any order, other abbreviations, and missing hit signs.

use std::cmp::Reverse;

use board_engine::{Seat, push_number};

use crate::{BAR, Board, OFF, Play, Step};

/// The notation for a play without steps.
pub(crate) const PASS: &str = "pass";

/// One checker's path: the places in which it starts, hits and ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct Way {
    places: [(u8, bool); 5],
    count: usize,
}

impl Way {
    fn of(step: Step, hits: bool) -> Self {
        let mut places = [(0, false); 5];
        places[0] = (step.from(), false);
        places[1] = (step.to(), hits);
        Self { places, count: 2 }
    }

    fn end(&self) -> (u8, bool) {
        self.places[self.count - 1]
    }

    fn go_on(&mut self, to: u8, hits: bool) {
        let (_, has_hit) = self.end();
        // A place without a hit is omitted if the checker moves on.
        if has_hit {
            self.count += 1;
        }
        self.places[self.count - 1] = (to, hits);
    }

    fn push(&self, text: &mut String) {
        for (index, &(place, hits)) in self.places[..self.count].iter().enumerate() {
            if index > 0 {
                text.push('/');
            }
            push_place(place, text);
            if hits {
                text.push('*');
            }
        }
    }
}

fn push_place(place: u8, text: &mut String) {
    match place {
        OFF => text.push_str("off"),
        BAR => text.push_str("bar"),
        point => push_number(point.into(), text),
    }
}

/// Appends the play to `text`.
pub(crate) fn push(board: &Board, seat: Seat, play: Play, text: &mut String) {
    if play.is_pass() {
        return text.push_str(PASS);
    }
    let (mut ways, count) = ways(board, seat, play);
    let ways = &mut ways[..count];
    ways.sort_by_key(|way| Reverse(way.places));
    let groups = ways.chunk_by(|one, other| one == other);
    for (index, group) in groups.enumerate() {
        if index > 0 {
            text.push(',');
        }
        group[0].push(text);
        if group.len() > 1 {
            text.push('(');
            push_number(group.len(), text);
            text.push(')');
        }
    }
}

/// The paths, each with its number of checkers.
fn ways(board: &Board, seat: Seat, play: Play) -> ([Way; 4], usize) {
    let mut board = *board;
    let mut ways = [Way::default(); 4];
    let mut count = 0;
    for &step in play.steps() {
        let hits = board.make(seat, step);
        let earlier = ways[..count].iter_mut().find(|way| way.end().0 == step.from());
        if let Some(way) = earlier {
            way.go_on(step.to(), hits);
        } else {
            ways[count] = Way::of(step, hits);
            count += 1;
        }
    }
    (ways, count)
}

/// A parsed play.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Written {
    /// The same number as [`Play::change`].
    change: u128,
    /// The total number of known pips in all paths; bearing off can use up more.
    pub(crate) pips: u32,
    /// The starts of all paths.
    pub(crate) starts: Vec<u8>,
    /// The places given after the start of a path, each with or without a hit sign.
    named: Vec<(u8, bool)>,
}

impl Written {
    /// Parses a play. `None` if the string is not a play.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let lower = text.to_ascii_lowercase();
        let mut written = Self::default();
        for way in lower.split([' ', '\t', ',', ';']).filter(|way| !way.is_empty()) {
            written.read_way(way)?;
        }
        (!written.starts.is_empty()).then_some(written)
    }

    fn read_way(&mut self, text: &str) -> Option<()> {
        let (places, times) = match text.split_once('(') {
            Some((places, number)) => (places, number.strip_suffix(')')?.parse::<u8>().ok()?),
            None => (text, 1),
        };
        let places: Option<Vec<(u8, bool)>> = places.split(['/', '-']).map(read_place).collect();
        let places = places?;
        let (&(start, starts_with_hit), later) = places.split_first()?;
        let descends = places.is_sorted_by(|one, other| one.0 > other.0);
        if later.is_empty() || starts_with_hit || !descends || !(1..=4).contains(&times) {
            return None;
        }
        let end = later.last()?.0;
        let change = Play::default().and(Step { from: start, to: end }).change();
        for _ in 0..times {
            self.change = self.change.wrapping_add(change);
            self.pips += u32::from(start - end);
            self.starts.push(start);
            self.named.extend(later);
        }
        (self.starts.len() <= 4).then_some(())
    }

    /// Returns `true` if the play moves these checkers.
    pub(crate) fn moves_the_same(&self, play: Play) -> bool {
        play.change() == self.change
    }

    /// Returns `true` if the play lands and hits as written.
    pub(crate) fn goes_the_same_way(&self, board: &Board, seat: Seat, play: Play) -> bool {
        let mut board = *board;
        let mut landed = Vec::new();
        for &step in play.steps() {
            let hits = board.make(seat, step);
            landed.push((step.to(), hits));
        }
        let lands = |&(place, says_hit): &(u8, bool)| {
            landed.iter().any(|&(to, hits)| to == place && (hits || !says_hit))
        };
        self.named.iter().all(lands)
    }

    /// The places in which paths end or hit, highest first.
    pub(crate) fn named_points(&self) -> impl Iterator<Item = u8> {
        self.named.iter().map(|&(place, _)| place)
    }
}

/// A place, and whether a hit sign follows.
fn read_place(text: &str) -> Option<(u8, bool)> {
    let place = text.trim_end_matches('*');
    let hits = place.len() < text.len();
    let place = match place {
        "bar" | "b" => BAR,
        "off" | "o" => OFF,
        number if number.bytes().all(|byte| byte.is_ascii_digit()) => number.parse().ok()?,
        _ => return None,
    };
    (place <= BAR).then_some((place, hits))
}
