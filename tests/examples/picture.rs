//! Writes the terminal pictures for the README and `docs/user/terminal.md`: runs the program in a terminal, and
//! converts its screens to SVG files. Several screens become an animation.
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

/// A picture: file, title, and the function that creates its frames in a home folder.
type Picture = (&'static str, &'static str, fn(&Path) -> Vec<Frame>);

const PICTURES: [Picture; 4] = [
    ("checkers.svg", "A game of checkers in a terminal", game),
    ("chess.svg", "A game of chess against a program in a terminal", animated_game),
    ("menu.svg", "The menu in a terminal", menu),
    ("study.svg", "A study of a game of checkers in a terminal", study),
];

/// The rows and columns of a board screen and of a list screen.
const WIDE: (u16, u16) = (30, 100);
const LOW: (u16, u16) = (20, 80);

/// The cell size in the picture's units.
const WIDTH: u16 = 9;
const HEIGHT: u16 = 18;

/// About an eighth of a cell for thin lines.
const EIGHTH: (u16, u16) = (1, 2);

const PAPER: &str = "#16181d";
const INK: &str = "#d7dae0";

/// The sixteen terminal colors.
const COLORS: [&str; 16] = [
    "#16181d", "#d0605e", "#7fae5f", "#d0a553", "#5f8fd0", "#a973c4", "#57a5a8", "#c8ccd4",
    "#6b7280", "#e8807d", "#a0d07c", "#ecc571", "#84aef0", "#c693e0", "#7cc8cb", "#ffffff",
];

/// The quarters of a cell filled by the block elements from U+2596: upper left 1, upper right 2, lower left 4, lower
/// right 8 (Unicode, chart 2580).
const QUARTERS: [u8; 10] = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14];

/// A screen and its display time in milliseconds.
struct Frame {
    screen: Screen,
    time: u32,
}

impl Frame {
    fn of(terminal: &Terminal, time: u32) -> Self {
        Self { screen: terminal.screen().clone(), time }
    }
}

fn main() {
    let folder = PathBuf::from(env::args().nth(1).expect("the folder of the pictures"));
    for (name, title, made) in PICTURES {
        let (home, file) = (scratch(), folder.join(name));
        fs::write(&file, svg(&made(home.path()), title)).expect("the picture can be written");
        println!("{}", file.display());
    }
}

/// A game after some moves.
fn game(home: &Path) -> Vec<Frame> {
    let arguments = ["play", "checkers", "--first", "--seed", "7", "--level", "club"];
    let mut terminal = Terminal::start_at_home(home, WIDE, arguments);
    for (number, mv) in [(1, "11-15"), (2, "15x22"), (3, "8-11")] {
        terminal.shows(&format!("move {number}"));
        terminal.shows("Your move, Black");
        terminal.types(&format!("{mv}\r"));
    }
    terminal.shows("move 4");
    terminal.shows("Your move, Black");
    vec![Frame::of(&terminal, 0)]
}

/// The first moves of a game, typed key by key.
fn animated_game(home: &Path) -> Vec<Frame> {
    let arguments = ["play", "chess", "--first", "--seed", "7", "--level", "casual"];
    let mut terminal = Terminal::start_at_home(home, WIDE, arguments);
    let mut frames = Vec::new();
    for (number, mv) in [(1, "e4"), (2, "Nf3"), (3, "Bc4"), (4, "d3")] {
        terminal.shows(&format!("move {number}"));
        terminal.shows("Your move, White");
        frames.push(Frame::of(&terminal, 1600));
        terminal.types(mv);
        terminal.shows(&format!("› {mv}"));
        frames.push(Frame::of(&terminal, 900));
        terminal.types("\r");
    }
    terminal.shows("move 5");
    terminal.shows("Your move, White");
    frames.push(Frame::of(&terminal, 4000));
    frames
}

fn menu(home: &Path) -> Vec<Frame> {
    let mut terminal = Terminal::start_at_home(home, LOW, [] as [&str; 0]);
    terminal.shows("What do you want to do?");
    vec![Frame::of(&terminal, 0)]
}

/// A game with scores, annotation symbols and better lines, and an analysis of one position.
fn study(home: &Path) -> Vec<Frame> {
    let rival = |arguments: &[&str]| {
        let _ = Rival::new(arguments).dir(home).env("HOME", home).run().exits(0);
    };
    let players = ["level:name=club", "level:name=casual"];
    rival(&["watch", "checkers", players[0], players[1], "--seed", "7", "--save", "match.toml"]);
    rival(&["analyze", "--record", "match.toml", "--nodes", "20000", "--save", "studied.toml"]);
    let arguments = ["replay", "studied.toml", "--from", "16"];
    let mut terminal = Terminal::start_at_home(home, WIDE, arguments);
    terminal.shows("after ply 16 of ");
    terminal.types("lines\r");
    terminal.shows("depth 14");
    vec![Frame::of(&terminal, 0)]
}

fn svg(frames: &[Frame], title: &str) -> String {
    let (rows, columns) = size(&frames[0].screen);
    let (width, height) = (columns * WIDTH, rows * HEIGHT);
    let mut picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-9 -9 {} {}\" font-family=\"monospace\" \
         font-size=\"15\" shape-rendering=\"crispEdges\">\n<title>{title}</title>\n\
         <rect x=\"-9\" y=\"-9\" width=\"{0}\" height=\"{1}\" rx=\"6\" fill=\"{PAPER}\"/>\n",
        width + 18,
        height + 18,
    );
    // Draw all backgrounds first. Otherwise, characters could be cut off at the edges of their cells.
    for layer in [lay_paper, draw_row] {
        for row in 0..rows {
            let mut drawn = Vec::new();
            for frame in frames {
                let mut content = String::new();
                layer(&mut content, &frame.screen, row);
                drawn.push(content);
            }
            add_row(&mut picture, &drawn, frames);
        }
    }
    picture + "</svg>\n"
}

/// Adds a row. `drawn` contains the row's content in each frame. Equal consecutive frames share it.
fn add_row(picture: &mut String, drawn: &[String], frames: &[Frame]) {
    let total: u32 = frames.iter().map(|frame| frame.time).sum();
    let mut begin = 0;
    while begin < drawn.len() {
        let end = (begin..drawn.len()).find(|&frame| drawn[frame] != drawn[begin]);
        let end = end.unwrap_or(drawn.len());
        let content = &drawn[begin];
        if end - begin == drawn.len() {
            picture.push_str(content);
        } else if !content.is_empty() {
            let until = |frame: usize| -> u32 { frames[..frame].iter().map(|it| it.time).sum() };
            let share = |frame: usize| f64::from(until(frame)) / f64::from(total);
            let (values, times) = match (begin, end == drawn.len()) {
                (0, _) => ("visible;hidden", format!("0;{:.4}", share(end))),
                (_, true) => ("hidden;visible", format!("0;{:.4}", share(begin))),
                _ => {
                    let times = format!("0;{:.4};{:.4}", share(begin), share(end));
                    ("hidden;visible;hidden", times)
                }
            };
            // A viewer without animation shows the last frame.
            let visibility = if end == drawn.len() { "visible" } else { "hidden" };
            writeln!(
                picture,
                "<g visibility=\"{visibility}\"><animate attributeName=\"visibility\" calcMode=\"discrete\" \
                 dur=\"{total}ms\" repeatCount=\"indefinite\" values=\"{values}\" keyTimes=\"{times}\"/>\n\
                 {content}</g>"
            )
            .expect("a text takes all");
        }
        begin = end;
    }
}

fn size(screen: &Screen) -> (u16, u16) {
    let (rows, columns) = screen.size();
    (rows.get(), columns.get())
}

/// Draws a single rectangle for adjacent cells of the same color.
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

fn draw_row(picture: &mut String, screen: &Screen, row: u16) {
    for column in 0..size(screen).1 {
        if let Some(cell) = screen.cell(row, column) {
            draw(picture, cell, (column * WIDTH, row * HEIGHT));
        }
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
        '▁' => part((x, y + HEIGHT - EIGHTH.1), (WIDTH, EIGHTH.1)),
        '▔' => part((x, y), (WIDTH, EIGHTH.1)),
        '▏' => part((x, y), (EIGHTH.0, HEIGHT)),
        '▕' => part((x + WIDTH - EIGHTH.0, y), (EIGHTH.0, HEIGHT)),
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

/// Adds a rectangle, or extends the last rectangle if the new one continues it to the right.
fn rectangle(picture: &mut String, (x, y): (u16, u16), (width, height): (u16, u16), fill: &str) {
    let place = |x: u16, width: u16| {
        let (left, top) =
            (format!("x=\"{x}\" y=\"{y}\""), format!("height=\"{height}\" fill=\"{fill}\""));
        format!("<rect {left} width=\"{width}\" {top}/>\n")
    };
    let begin = picture.trim_end().rfind('\n').map_or(0, |end| end + 1);
    let last = picture.get(begin..).unwrap_or_default().to_owned();
    let number = |name: &str| -> Option<u16> {
        let (_, rest) = last.split_once(&format!(" {name}=\""))?;
        rest.split_once('"')?.0.parse().ok()
    };
    let extended = number("x")
        .zip(number("width"))
        .filter(|(left, length)| left + length == x && last == place(*left, *length));
    match extended {
        Some((left, length)) => {
            picture.truncate(begin);
            picture.push_str(&place(left, length + width));
        }
        None => picture.push_str(&place(x, width)),
    }
}

/// A cell's foreground and background colors.
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

/// The 256-color terminal colors from 16: a 6×6×6 cube followed by 24 grays, as in xterm.
fn of_cube(index: u8) -> [u8; 3] {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    if index >= 232 {
        return [8 + 10 * (index - 232); 3];
    }
    let step = |unit: u8| STEPS[usize::from((index - 16) / unit % 6)];
    [step(36), step(6), step(1)]
}
