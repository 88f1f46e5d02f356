//! Games with a single position, for features that catalog games lack: stacks, zones that moves touch, tiles.

use std::sync::Arc;

use board_engine::{
    Coordinates, Diagram, Edges, Game, Geometry, Glyph, Notation, NotationError, Outcome, Place,
    Rank, Repetition, Seat, Shade, Square, Stacking, Status, Suit, Turn, Viewer,
};
use games_package::TableGame;

use crate::support::rules;

/// A game that is over after one move.
struct Still {
    seats: usize,
    diagram: Diagram,
    moves: Vec<(&'static str, Vec<Square>)>,
}

impl Game for Still {
    type Position = bool;
    type Move = usize;

    fn seats(&self) -> usize {
        self.seats
    }

    fn start(&self) -> bool {
        false
    }

    fn turn(&self, _: &bool) -> Turn {
        Turn::Seat(Seat::FIRST)
    }

    fn legal_moves(&self, is_over: &bool, moves: &mut Vec<usize>) -> Status {
        moves.clear();
        if *is_over {
            return Status::Over(Outcome::new(&vec![0; self.seats], "that was all"));
        }
        moves.extend(0..self.moves.len());
        Status::Ongoing
    }

    fn play(&self, is_over: &mut bool, _: usize) {
        *is_over = true;
    }

    fn key(&self, is_over: &bool) -> u64 {
        u64::from(*is_over)
    }

    fn irreversible(&self, _: &bool, _: usize) -> bool {
        true
    }

    fn repetition(&self) -> Repetition {
        Repetition::Ignored
    }
}

impl Notation for Still {
    fn seat_name(&self, seat: Seat) -> String {
        name(seat).into()
    }

    fn format_move(&self, _: &bool, mv: usize) -> String {
        self.moves[mv].0.into()
    }

    fn parse_move(&self, _: &bool, text: &str) -> Result<usize, NotationError> {
        let found = self.moves.iter().position(|(known, _)| *known == text);
        found.ok_or_else(|| NotationError::malformed_move(text, 0, "another move"))
    }

    fn format_position(&self, is_over: &bool) -> String {
        is_over.to_string()
    }

    fn parse_position(&self, text: &str) -> Result<bool, NotationError> {
        text.parse().map_err(|_error| NotationError::malformed_position(text, 0, "true or false"))
    }

    fn route(&self, _: &bool, mv: usize) -> Vec<Square> {
        self.moves[mv].1.clone()
    }

    fn diagram(&self, _: &bool, _: Viewer) -> Diagram {
        self.diagram.clone()
    }
}

fn name(seat: Seat) -> &'static str {
    ["North", "South", "East"][seat.index()]
}

fn checker(seat: Seat) -> Glyph {
    let (letter, symbol) = if seat == Seat::FIRST { ('n', '●') } else { ('s', '○') };
    Glyph::piece(seat, "checker", letter, symbol, format!("{} checker", name(seat)))
}

/// The left half of a backgammon board, with a bar, borne-off checkers for both sides, and dice.
pub(crate) fn backgammon() -> Arc<dyn TableGame> {
    let labels = |points: std::ops::RangeInclusive<u8>| points.map(|point| point.to_string());
    let edges = Edges {
        top: labels(7..=12).collect(),
        bottom: labels(1..=6).rev().collect(),
        ..Edges::default()
    };
    let geometry = Geometry::rectangle(6, 2);
    let point = |square: Square| match square.index() {
        index @ 0..6 => (index + 7).to_string(),
        index => (12 - index).to_string(),
    };
    let stacking = |square: Square| match square.index() {
        0..6 => Stacking::FromTop,
        _ => Stacking::FromBottom,
    };
    let mut diagram = Diagram::new(geometry, Coordinates::Labels(edges), point)
        .with_shades(|Place { column, row }| Shade::checkered(Place { column, row }))
        .with_stacking(stacking);
    for (square, seat, count) in
        [(0, Seat::FIRST, 5), (3, Seat::SECOND, 2), (5, Seat::FIRST, 1), (6, Seat::SECOND, 11)]
    {
        for _ in 0..count {
            diagram.put(Square::new(square), checker(seat));
        }
    }
    let mut zones = Vec::new();
    for (seat, on_bar) in [(Seat::FIRST, 2), (Seat::SECOND, 0)] {
        let bar = diagram.add_zone_of(seat, name(seat), "bar", 1)[0];
        let off = diagram.add_zone_of(seat, name(seat), "borne off", 1)[0];
        (0..on_bar).for_each(|_| diagram.put(bar, checker(seat)));
        zones.push((bar, off));
    }
    let dice = diagram.add_zone("dice", 2);
    diagram.put(dice[0], Glyph::die(Some(6)));
    diagram.put(dice[1], Glyph::die(Some(3)));
    for (seat, pips) in [(Seat::FIRST, 161), (Seat::SECOND, 64)] {
        diagram.add_caption(seat, name(seat), format!("{pips} pips"));
    }
    let (bar, off) = zones[0];
    let moves = vec![
        ("bar/8", vec![bar, Square::new(1)]),
        ("bar/9", vec![bar, Square::new(2)]),
        ("12/off", vec![Square::new(5), off]),
    ];
    rules("backgammon", Still { seats: 2, diagram, moves })
}

/// A chain of dominoes that turns a corner, with a hand of tiles, a hidden hand, and a boneyard.
pub(crate) fn dominoes() -> Arc<dyn TableGame> {
    let geometry = Geometry::rectangle(8, 4);
    let coordinates = Coordinates::Labels(Edges::default());
    let mut diagram = Diagram::new(geometry, coordinates, |s| format!("s{}", s.index()))
        .with_shades(|_| Shade::Blank);
    let squares = |one, other| [Square::new(one), Square::new(other)];
    for (ends, squares) in [
        ([4, 6], squares(9, 10)),
        ([6, 6], squares(11, 12)),
        ([6, 1], squares(13, 14)),
        ([1, 3], squares(15, 23)),
        ([3, 0], squares(31, 30)),
    ] {
        diagram.lay(squares, Glyph::tile(ends));
    }
    let hand = diagram.add_zone_of(Seat::FIRST, name(Seat::FIRST), "hand", 4);
    for (square, ends) in hand.iter().zip([[0, 4], [4, 4], [2, 5], [1, 1]]) {
        diagram.put(*square, Glyph::tile(ends));
    }
    for square in diagram.add_zone_of(Seat::SECOND, name(Seat::SECOND), "hand", 3) {
        diagram.put(square, Glyph::hidden_tile());
    }
    let boneyard = diagram.add_zone("boneyard", 1);
    (0..14).for_each(|_| diagram.put(boneyard[0], Glyph::hidden_tile()));
    let moves = vec![
        ("0-4:left", vec![hand[0], Square::new(8)]),
        ("0-4:right", vec![hand[0], Square::new(29)]),
        ("4-4:left", vec![hand[1], Square::new(8)]),
    ];
    rules("dominoes", Still { seats: 2, diagram, moves })
}

/// A three-player card game with two hidden hands, a pot, a stock and a pile.
pub(crate) fn cards() -> Arc<dyn TableGame> {
    let mut diagram = Diagram::without_board();
    let hand = diagram.add_zone_of(Seat::FIRST, name(Seat::FIRST), "hand", 5);
    for (square, (rank, suit)) in hand.iter().zip([
        (Rank::Ace, Suit::Spades),
        (Rank::Ten, Suit::Hearts),
        (Rank::Queen, Suit::Diamonds),
        (Rank::Two, Suit::Clubs),
    ]) {
        diagram.put(*square, Glyph::card(rank, Some(suit)));
    }
    for seat in [1, 2].map(Seat::new) {
        for square in diagram.add_zone_of(seat, name(seat), "hand", 5) {
            diagram.put(square, Glyph::hidden_card());
        }
    }
    let stock = diagram.add_zone("stock", 1);
    (0..37).for_each(|_| diagram.put(stock[0], Glyph::hidden_card()));
    let pile = diagram.add_zone("pile", 1);
    diagram.put(pile[0], Glyph::card(Rank::Ten, Some(Suit::Clubs)));
    let pot = diagram.add_zone("pot", 1);
    diagram.put(pot[0], Glyph::counter(45, None));
    let moves = vec![("play-Th", vec![hand[1]]), ("draw", vec![stock[0]])];
    rules("cards", Still { seats: 3, diagram, moves })
}
