//! SVG pictures of positions and matches in every game, drawn from its [`Diagram`].
//!
//! A file is self-contained, without scripts or references to other files. The pieces are the web page's. Several
//! frames form an SMIL animation with one frame per second. An element that doesn't move is written only once.
//!
//! ```
//! use board_engine::Diagram;
//! use match_library::board_picture::{PictureFrame, Labels, svg};
//!
//! let frame = PictureFrame { diagram: Diagram::without_board(), marked: Vec::new(), text: "a < b".into() };
//! let picture = svg(&[frame], &Labels::default());
//! assert!(picture.starts_with("<svg") && picture.contains("a &lt; b"));
//! ```

mod board;
mod hexagon_sizes;
mod hexagons;
mod layout;
mod pieces;
mod symbols;
mod timeline;
mod zones;

use std::fmt::Write;

use board_engine::{Diagram, Seat, Square};

use crate::board_picture::layout::Layout;
use crate::board_picture::symbols::Symbols;
use crate::board_picture::timeline::{Layer, Timeline};

/// Maximum number of frames that browsers can still display. Further frames are dropped.
pub const FRAMES_MAX: usize = 2_000;

const STYLE: &str = include_str!("board_picture/style.css");

/// One position in a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PictureFrame {
    /// The frame's content.
    pub diagram: Diagram,
    /// The squares touched by the last move. The final entry is its destination.
    pub marked: Vec<Square>,
    /// The text below the board: the move, or the result.
    pub text: String,
}

/// Text around the board that is the same in all frames. The text can contain any characters, because it is escaped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Labels {
    /// The title of the picture, shown by browsers and read by screen readers.
    pub title: String,
    /// The name of each seat's player; can be empty.
    pub players: Vec<String>,
}

/// The frames as an SVG file: a still picture for one frame, a looping animation for several.
pub fn svg(frames: &[PictureFrame], labels: &Labels) -> String {
    let frames = &frames[..frames.len().min(FRAMES_MAX)];
    let layout = Layout::new(frames, labels);
    let (mut timeline, mut symbols) = (Timeline::new(frames.len()), Symbols::default());
    for (index, frame) in frames.iter().enumerate() {
        let mut drawing = Canvas { index, timeline: &mut timeline, symbols: &mut symbols };
        board::draw(&layout, frame, &mut drawing);
        zones::draw(&layout, &frame.diagram, &mut drawing);
        let unit = layout.unit;
        let (x, y) = (layout.width / 2.0, layout.caption_y + 24.0 * unit);
        drawing.add(Layer::Texts, 0, text("caption", x, y, 21.0 * unit, &frame.text));
    }
    let (width, height) = (layout.width, layout.height);
    let title = escaped(&labels.title);
    let mut file = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
         <defs>\n{}</defs>\n<rect width=\"{width}\" height=\"{height}\" class=\"paper\"/>\n",
        symbols.definitions()
    );
    for (seat, name) in Seat::all(labels.players.len()).zip(&labels.players) {
        let (x, y) = layout.name_place(seat, labels.players.len());
        let _ = writeln!(file, "{}", text("player", x, y, 21.0 * layout.unit, name));
    }
    timeline.write(&mut file);
    file.push_str("</svg>\n");
    file
}

/// The canvas of a frame.
struct Canvas<'a> {
    index: usize,
    timeline: &'a mut Timeline,
    symbols: &'a mut Symbols,
}

impl Canvas<'_> {
    fn add(&mut self, layer: Layer, order: usize, element: String) {
        self.timeline.add(self.index, layer, order, element);
    }
}

/// A text element that is horizontally centered at `x`.
fn text(class: &str, x: f64, y: f64, size: f64, content: &str) -> String {
    let content = escaped(content);
    format!(
        "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.1}\">{content}</text>"
    )
}

/// Escapes the text for XML, and replaces characters that XML can't represent with `�`.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\u{FFFE}' | '\u{FFFF}' => escaped.push('\u{FFFD}'),
            control if control.is_control() => escaped.push('\u{FFFD}'),
            other => escaped.push(other),
        }
    }
    escaped
}
