//! Draws positions as diagrams.

use board_engine::{
    Color, Coordinates, Diagram, Edges, Geometry, Glyph, Place, Seat, Shade, Square, Stacking,
};

use crate::{BAR, Backgammon, Board, OFF, POINTS, Phase, Position, Roll, Stakes};

/// The role of every piece.
pub(crate) const ROLE: &str = "checker";

/// The diagram's width: twelve points in each row, with the bar between the sixth and the seventh.
const WIDTH: u8 = 13;
const BAR_COLUMN: u8 = 6;

/// A side's name.
pub(crate) const fn name(seat: Seat) -> &'static str {
    if seat.index() == 0 { "White" } else { "Black" }
}

/// The diagram square for a side's checkers in this place. The seats' zones for the bar and the borne-off checkers
/// follow the points.
pub(crate) fn square(game: Backgammon, seat: Seat, place: u8) -> Square {
    let zone = POINTS + zones_of_seat(game) * seat.index();
    Square::new(match place {
        BAR => zone,
        OFF => zone + 1,
        point => {
            let point = if seat == Seat::FIRST { point } else { 25 - point };
            // Points 13 to 24 are in the upper row from the left, 12 to 1 in the lower row.
            usize::from(if point > 12 { point - 13 } else { 24 - point })
        }
    })
}

/// The number of dice squares: a double is played four times.
pub(crate) const DICE: usize = 4;

/// The number on each die of a roll; 0 is no die.
pub(crate) fn dice(roll: Roll) -> [u8; DICE] {
    let [first, second] = roll.dice();
    if roll.is_double() { [first; DICE] } else { [first, second, 0, 0] }
}

/// The diagram square for a die: the first or second, or one of the four dice of a double.
pub(crate) fn die_square(game: Backgammon, die: usize) -> Square {
    Square::new(POINTS + 2 * zones_of_seat(game) + die)
}

const fn zones_of_seat(game: Backgammon) -> usize {
    match game.stakes() {
        Stakes::Single => 2,
        Stakes::Money { .. } => 3,
        Stakes::Match { .. } => 4,
    }
}

/// Draws positions as diagrams. The points are numbered from the point of view of the side that moves.
pub(crate) fn of(game: Backgammon, position: &Position) -> Diagram {
    let viewer = position.mover;
    let geometry = Geometry::new(WIDTH, 2, |place| place.column != BAR_COLUMN);
    let number = |square: usize| {
        let point = if square < 12 { square + 13 } else { 24 - square };
        if viewer == Seat::FIRST { point } else { 25 - point }
    };
    let label = |square: usize| number(square).to_string();
    let edge = |first: usize| {
        let right = (first + 6..first + 12).map(label);
        (first..first + 6).map(label).chain([String::new()]).chain(right).collect()
    };
    let edges = Edges { top: edge(0), bottom: edge(12), ..Edges::default() };
    let name_of = |square: Square| label(square.index());
    let mut diagram =
        Diagram::new(geometry, Coordinates::Labels(edges), name_of)
            .with_shades(shade)
            .with_stacking(|square| {
                if square.index() < 12 { Stacking::FromTop } else { Stacking::FromBottom }
            });
    add_zones(game, position, &mut diagram);
    for seat in Seat::all(2) {
        diagram.add_caption(seat, name(seat), pips(&position.board, seat));
    }
    for seat in Seat::all(2) {
        for (place, &count) in (0_u8..).zip(position.board.checkers(seat)) {
            for _ in 0..count {
                diagram.put(square(game, seat, place), checker(seat));
            }
        }
    }
    diagram
}

/// Reports the features of a position: both seats' checkers, the dice and the counters.
pub(crate) fn observe(
    game: Backgammon,
    position: &Position,
    see: &mut dyn FnMut(Square, usize, f32),
) {
    let dice = if let Phase::Moving(roll) = position.phase { dice(roll) } else { [0; DICE] };
    observe_with(game, position, &position.board, dice, see);
}

/// Like [`observe`], but with another board and other dice, as during a play. A number 0 is no die.
pub(crate) fn observe_with(
    game: Backgammon,
    position: &Position,
    board: &Board,
    dice: [u8; DICE],
    see: &mut dyn FnMut(Square, usize, f32),
) {
    const DIE: usize = 2;
    const COUNTER: usize = 3;
    for seat in Seat::all(2) {
        for (place, &count) in (0_u8..).zip(board.checkers(seat)) {
            if count > 0 {
                see(square(game, seat, place), seat.index(), count.into());
            }
        }
    }
    for (index, die) in dice.into_iter().enumerate().filter(|(_, die)| *die > 0) {
        see(die_square(game, index), DIE, die.into());
    }
    if game.stakes() == Stakes::Single {
        return;
    }
    let cube = match position.cube.owner {
        Some(owner) => square(game, owner, OFF).index() + 1,
        None => die_square(game, DICE).index(),
    };
    see(Square::new(cube), COUNTER, position.cube.value.into());
    if game.match_points().is_some() {
        for seat in Seat::all(2) {
            let score = Square::new(square(game, seat, OFF).index() + 2);
            see(score, COUNTER, f32::from(position.score(seat)));
        }
    }
}

/// A side's pip count: "167 pips".
pub(crate) fn pips(board: &Board, seat: Seat) -> String {
    let count = board.pips(seat);
    let pips = if count == 1 { "pip" } else { "pips" };
    format!("{count} {pips}")
}

/// A place's shade: points alternate between light and dark, and the bar is not part of the board.
const fn shade(place: Place) -> Shade {
    if place.column == BAR_COLUMN {
        return Shade::Blank;
    }
    let column = if place.column > BAR_COLUMN { place.column + 1 } else { place.column };
    if (column + place.row).is_multiple_of(2) { Shade::Light } else { Shade::Dark }
}

fn add_zones(game: Backgammon, position: &Position, diagram: &mut Diagram) {
    let has_cube = game.stakes() != Stakes::Single;
    let cube = Glyph::counter(position.cube.value.into(), None);
    for seat in Seat::all(2) {
        diagram.add_zone_of(seat, name(seat), "bar", 1);
        diagram.add_zone_of(seat, name(seat), "off", 1);
        if has_cube {
            let zone = diagram.add_zone_of(seat, name(seat), "cube", 1);
            if position.cube.owner == Some(seat) {
                diagram.put(zone[0], cube.clone());
            }
        }
        if let Some(goal) = game.match_points() {
            let zone = diagram.add_zone_of(seat, name(seat), "score", 1);
            let score = Glyph::counter(position.score(seat).into(), Some(goal.into()));
            diagram.put(zone[0], score);
        }
    }
    let squares = diagram.add_zone("dice", DICE);
    if let Phase::Moving(roll) = position.phase {
        for (square, die) in squares.into_iter().zip(dice(roll)).filter(|(_, die)| *die > 0) {
            diagram.put(square, Glyph::die(Some(die)));
        }
    }
    if has_cube {
        let zone = diagram.add_zone("cube", 1);
        if position.cube.owner.is_none() {
            diagram.put(zone[0], cube);
        }
    }
}

fn checker(seat: Seat) -> Glyph {
    let (letter, symbol, color) =
        if seat == Seat::FIRST { ('w', '○', Color::White) } else { ('b', '●', Color::Black) };
    let name = format!("{} checker", name(seat).to_lowercase());
    Glyph::piece(seat, ROLE, letter, symbol, name).colored(color)
}
