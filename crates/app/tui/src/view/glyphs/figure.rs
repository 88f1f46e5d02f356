//! Draws chess pieces that fill their square.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::disc::QUADRANTS;

/// The minimum area of a figure, in columns and rows.
const AREA_MIN: (u16, u16) = (6, 3);

/// A figure's points: two in each direction per character in the minimum area.
type Figure = [&'static str; 6];

const PAWN: Figure = [
    "            ",
    "     ##     ",
    "    ####    ",
    "     ##     ",
    "    ####    ",
    "   ######   ",
];
const KNIGHT: Figure = [
    "     ##     ",
    "   ######   ",
    "  #######   ",
    "    #####   ",
    "   ######   ",
    "  ########  ",
];
const BISHOP: Figure = [
    "     ##     ",
    "    # ##    ",
    "    ####    ",
    "     ##     ",
    "    ####    ",
    "  ########  ",
];
const ROOK: Figure = [
    "  ## ## ##  ",
    "  ########  ",
    "   ######   ",
    "   ######   ",
    "   ######   ",
    "  ########  ",
];
const QUEEN: Figure = [
    " #   ##   # ",
    " ## #### ## ",
    "  ########  ",
    "   ######   ",
    "   ######   ",
    "  ########  ",
];
const KING: Figure = [
    "     ##     ",
    "   ######   ",
    " ##  ##  ## ",
    " ########## ",
    "   ######   ",
    "  ########  ",
];

/// The figure for a filled symbol.
const fn figure(symbol: char) -> Option<&'static Figure> {
    Some(match symbol {
        '♚' => &KING,
        '♛' => &QUEEN,
        '♜' => &ROOK,
        '♝' => &BISHOP,
        '♞' => &KNIGHT,
        '♟' => &PAWN,
        _ => return None,
    })
}

/// Draws the figure for a filled chess symbol as large as the area allows. Returns `false` if there is no room or no
/// such figure.
pub(super) fn draw(symbol: char, area: Rect, style: Style, buffer: &mut Buffer) -> bool {
    let Some(figure) = figure(symbol) else { return false };
    let Rect { x, y, width, height } = area;
    if width < AREA_MIN.0 || height < AREA_MIN.1 {
        return false;
    }
    // The point in the figure that corresponds to this point in the area.
    let is_filled = |column: u16, row: u16| {
        let (column, row) = (column * AREA_MIN.0 / width, row * AREA_MIN.1 / height);
        figure[usize::from(row)].as_bytes()[usize::from(column)] == b'#'
    };
    for row in 0..height {
        for column in 0..width {
            let points = [(0, 0), (1, 0), (0, 1), (1, 1)];
            let bits = points.map(|(right, below)| is_filled(column * 2 + right, row * 2 + below));
            let index = (0..4).map(|bit| usize::from(bits[bit]) << bit).sum::<usize>();
            if index > 0 {
                buffer.set_stringn(x + column, y + row, QUADRANTS[index], 1, style);
            }
        }
    }
    true
}
