//! Writes the pictures of the README and of `docs/terminal.md`: the program runs on a terminal, whose screen becomes an SVG file.
//!
//! ```sh
//! cargo run -p integration-tests --example picture -- docs/pictures
//! ```
#![expect(clippy::print_stdout, reason = "this is a program")]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use integration_tests::{Rival, Terminal, scratch};
use vt100::{Cell, Color, Screen};

/// A picture: its file, its title, and what makes the screen, in this home.
type Picture = (&'static str, &'static str, fn(&Path) -> Terminal);

const PICTURES: [Picture; 3] = [
    ("checkers.svg", "A game of checkers in a terminal", game),
    ("menu.svg", "The menu in a terminal", menu),
    ("study.svg", "A study of a game of checkers in a terminal", study),
];

/// The rows and columns of a screen with a board, and of one with a list.
const WIDE: (u16, u16) = (30, 100);
const LOW: (u16, u16) = (20, 80);

/// A cell of the screen, in units of the picture.
const WIDTH: u16 = 9;
const HEIGHT: u16 = 18;

const PAPER: &str = "#16181d";
const INK: &str = "#d7dae0";

/// The sixteen colors of a terminal.
const COLORS: [&str; 16] = [
    "#16181d", "#d0605e", "#7fae5f", "#d0a553", "#5f8fd0", "#a973c4", "#57a5a8", "#c8ccd4",
    "#6b7280", "#e8807d", "#a0d07c", "#ecc571", "#84aef0", "#c693e0", "#7cc8cb", "#ffffff",
];

/// Which quarters of a cell the block elements from U+2596 fill: upper left 1, upper right 2, lower left 4, lower
/// right 8 (Unicode, chart 2580).
const QUARTERS: [u8; 10] = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14];

fn main() {
    let folder = PathBuf::from(env::args().nth(1).expect("the folder of the pictures"));
    for (name, title, made) in PICTURES {
        let (home, file) = (scratch(), folder.join(name));
        let terminal = made(home.path());
        fs::write(&file, svg(terminal.screen(), title)).expect("the picture can be written");
        println!("{}", file.display());
    }
}

/// A game after some moves.
fn game(home: &Path) -> Terminal {
    let arguments = ["play", "checkers", "--first", "--seed", "7", "--level", "club"];
    let mut terminal = Terminal::start_at_home(home, WIDE, arguments);
    for (number, mv) in [(1, "11-15"), (3, "8-11"), (5, "4-8")] {
        terminal.shows(&format!("move {number}"));
        terminal.shows("Your move, Black");
        terminal.types(&format!("{mv}\r"));
    }
    terminal.shows("move 7");
    terminal.shows("Your move, Black");
    terminal
}

fn menu(home: &Path) -> Terminal {
    let mut terminal = Terminal::start_at_home(home, LOW, [] as [&str; 0]);
    terminal.shows("What do you want to do?");
    terminal
}

/// A game with scores, marks and better lines, and the lines of a position of it.
fn study(home: &Path) -> Terminal {
    let rival = |arguments: &[&str]| {
        let _ = Rival::new(arguments).dir(home).env("HOME", home).run().exits(0);
    };
    let players = ["level:name=club", "level:name=casual"];
    rival(&["watch", "checkers", players[0], players[1], "--seed", "7", "--save", "match.toml"]);
    rival(&["analyze", "--record", "match.toml", "--nodes", "20000", "--save", "studied.toml"]);
    let arguments = ["replay", "studied.toml", "--from", "16"];
    let mut terminal = Terminal::start_at_home(home, WIDE, arguments);
    terminal.shows("after move 16 of ");
    terminal.types("lines\r");
    terminal.shows("depth 14");
    terminal
}

fn svg(screen: &Screen, title: &str) -> String {
    let (rows, columns) = size(screen);
    let (width, height) = (columns * WIDTH, rows * HEIGHT);
    let mut picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-9 -9 {} {}\" font-family=\"monospace\" \
         font-size=\"15\" shape-rendering=\"crispEdges\">\n<title>{title}</title>\n\
         <rect x=\"-9\" y=\"-9\" width=\"{0}\" height=\"{1}\" rx=\"6\" fill=\"{PAPER}\"/>\n",
        width + 18,
        height + 18,
    );
    // All paper lies under all ink, so that no ink is cut off at the edge of its cell.
    for row in 0..rows {
        lay_paper(&mut picture, screen, row);
    }
    for row in 0..rows {
        let cells = (0..columns).filter_map(|column| Some((column, screen.cell(row, column)?)));
        cells.for_each(|(column, cell)| draw(&mut picture, cell, (column * WIDTH, row * HEIGHT)));
    }
    picture + "</svg>\n"
}

fn size(screen: &Screen) -> (u16, u16) {
    let (rows, columns) = screen.size();
    (rows.get(), columns.get())
}

/// One rectangle for neighbors of one color.
fn lay_paper(picture: &mut String, screen: &Screen, row: u16) {
    let (_, columns) = size(screen);
    let paper =
        |column| screen.cell(row, column).map_or_else(|| PAPER.into(), |cell| colors(cell).1);
    let mut begin = 0;
    while begin < columns {
        let color = paper(begin);
        let end = (begin..columns).find(|&column| paper(column) != color).unwrap_or(columns);
        if color != PAPER {
            let size = ((end - begin) * WIDTH, HEIGHT);
            rectangle(picture, (begin * WIDTH, row * HEIGHT), size, &color);
        }
        begin = end;
    }
}

fn draw(picture: &mut String, cell: &Cell, (x, y): (u16, u16)) {
    let Some(character) = cell.contents().chars().next().filter(|it| *it != ' ') else { return };
    let (ink, _) = colors(cell);
    let (half, middle) = (WIDTH / 2, HEIGHT / 2);
    let mut part = |at, size| rectangle(picture, at, size, &ink);
    match character {
        '█' => part((x, y), (WIDTH, HEIGHT)),
        '▀' => part((x, y), (WIDTH, middle)),
        '▄' => part((x, y + middle), (WIDTH, middle)),
        '▌' => part((x, y), (half, HEIGHT)),
        '▐' => part((x + half, y), (WIDTH - half, HEIGHT)),
        '▖'..='▟' => {
            let filled = QUARTERS[character as usize - '▖' as usize];
            for quarter in (0..4).filter(|quarter| filled & 1 << quarter != 0) {
                let (right, low) = (quarter % 2, quarter / 2);
                let width = if right == 0 { half } else { WIDTH - half };
                part((x + right * half, y + low * middle), (width, middle));
            }
        }
        other => {
            let weight = if cell.bold() { " font-weight=\"bold\"" } else { "" };
            let text = match other {
                '<' => "&lt;".into(),
                '&' => "&amp;".into(),
                _ => String::from(other),
            };
            let (baseline, fill) = (y + 14, ink);
            writeln!(
                picture,
                "<text x=\"{x}\" y=\"{baseline}\" fill=\"{fill}\"{weight}>{text}</text>"
            )
            .expect("a text takes all");
        }
    }
}

fn rectangle(picture: &mut String, (x, y): (u16, u16), (width, height): (u16, u16), fill: &str) {
    writeln!(
        picture,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>"
    )
    .expect("a text takes all");
}

/// The colors of a cell's ink and paper.
fn colors(cell: &Cell) -> (String, String) {
    let (ink, paper) = (color(cell.fgcolor(), INK), color(cell.bgcolor(), PAPER));
    if cell.inverse() { (paper, ink) } else { (ink, paper) }
}

fn color(color: Color, default: &str) -> String {
    match color {
        Color::Default => default.into(),
        Color::Rgb(red, green, blue) => hex([red, green, blue]),
        Color::Idx(index) => COLORS
            .get(usize::from(index))
            .map_or_else(|| hex(of_cube(index)), |name| (*name).into()),
    }
}

fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The colors from 16 on of a terminal that knows 256: a cube of 6×6×6, then 24 greys (as xterm has them).
fn of_cube(index: u8) -> [u8; 3] {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    if index >= 232 {
        return [8 + 10 * (index - 232); 3];
    }
    let step = |unit: u8| STEPS[usize::from((index - 16) / unit % 6)];
    [step(36), step(6), step(1)]
}
