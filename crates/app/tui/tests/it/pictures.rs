//! Compares every game's screen with a snapshot.

use std::time::Duration;

use board_engine::{Seat, Turn, Viewer};
use games_package::{Event, Thinking, Valuation};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::KeyCode;
use ratatui::style::Color;
use tui::{Depth, Pieces, Skin};

use crate::support::{Match, draughts, games, rules};

const SIZES: [(u16, u16); 3] = [(40, 12), (80, 24), (120, 40)];

/// A match in `game` after some fixed moves, with a player to move.
fn in_the_middle(game: &std::sync::Arc<dyn games_package::TableGame>, skin: Skin) -> Match {
    let mut people = vec![false; game.seat_count()];
    people[0] = true;
    let mut state = game.open(None).unwrap();
    let (mut moves, mut legal) = (Vec::new(), Vec::new());
    for step in 0..40_usize {
        state.legal_moves(&mut legal);
        let is_time = step >= 9 && state.turn() == Turn::Seat(Seat::FIRST);
        if legal.is_empty() || is_time {
            break;
        }
        moves.push(state.play(&legal[step * 7 % legal.len()]).unwrap());
    }
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    let mut begun = Match::with_skin(game, &people, &moves, skin);
    let line = begun.state.moves(Viewer::Arbiter).join(" ");
    let thinking = Thinking {
        depth: 12,
        selective_depth: Some(23),
        nodes: 2_345_678,
        valuation: Valuation::Centi(-35),
        line,
        ..Thinking::default()
    };
    let elapsed = Duration::from_secs(2);
    begun.emit(Event::ThinkingReported { seat: Seat::SECOND, elapsed, thinking });
    begun.alt('t');
    begun
}

/// Compares a picture with the snapshot with this name in `tests/pictures`. `INSTA_UPDATE=always` updates the snapshot.
pub(crate) fn check(name: &str, picture: &str) {
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path("../pictures");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, picture));
}

#[test]
fn every_game_is_drawn_at_every_size() {
    for game in games() {
        let mut begun = in_the_middle(&game, Skin::new(Depth::None));
        let mut pictures = String::new();
        for (width, height) in SIZES {
            let picture = begun.text(width, height);
            let heading = format!("{width}×{height}");
            pictures += &[heading.as_str(), &picture, ""].join("\n");
        }
        check(&game.name().replace([':', ','], "-"), &pictures);
    }
}

#[test]
fn every_set_of_pieces_is_drawn() {
    for pieces in Pieces::ALL {
        let skin = Skin { pieces, ..Skin::new(Depth::True) };
        let mut begun = in_the_middle(&draughts("international"), skin);
        check(&format!("pieces-{}", pieces.name()), &begun.text(80, 24));
    }
}

#[test]
fn an_ascii_screen_has_ascii_pieces() {
    for game in games() {
        let skin = Skin { pieces: Pieces::Ascii, ..Skin::new(Depth::Sixteen) };
        let text = in_the_middle(&game, skin).text(80, 24);
        assert!(text.is_ascii(), "{text}");
    }
}

/// All colors on a game's screen.
fn colors(depth: Depth) -> Vec<Color> {
    let buffer = in_the_middle(&draughts("english"), Skin::new(depth)).buffer(80, 24);
    let cells = buffer.content().iter();
    cells.flat_map(|cell| [cell.fg, cell.bg]).filter(|color| *color != Color::Reset).collect()
}

#[test]
fn only_colors_that_the_terminal_supports_are_used() {
    assert_eq!(colors(Depth::None), []);
    let is_small = |color: &Color| matches!(color, Color::Indexed(0..16));
    assert!(colors(Depth::Sixteen).iter().all(is_small));
    assert!(colors(Depth::Indexed).iter().all(|color| matches!(color, Color::Indexed(16..))));
    assert!(colors(Depth::True).iter().all(|color| matches!(color, Color::Rgb(..))));
    assert!(!colors(Depth::Sixteen).is_empty() && !colors(Depth::True).is_empty());
}

#[test]
fn a_screen_that_shrinks_without_an_event_is_drawn() {
    let mut begun = in_the_middle(&draughts("english"), Skin::new(Depth::True));
    begun.table.resize(120, 40);
    let mut terminal = Terminal::new(TestBackend::new(40, 12)).unwrap();
    terminal.draw(|frame| begun.table.draw(frame)).unwrap();
    assert!(terminal.backend().to_string().contains("engine"));
}

#[test]
fn a_screen_of_any_size_is_drawn() {
    let mut begun = in_the_middle(&draughts("canadian"), Skin::new(Depth::True));
    let large = rules("large", tic_tac_toe::MnkGame::<u128>::new(10, 10, 5).unwrap());
    let mut other = in_the_middle(&large, Skin::new(Depth::Indexed));
    let hex = rules("hex:11", hex_game::Hex::default());
    let mut slanted = in_the_middle(&hex, Skin::new(Depth::True));
    for width in (1..130).step_by(7) {
        for height in (1..50).step_by(3) {
            begun.text(width, height);
            other.text(width, height);
            slanted.text(width, height);
            let _slanted = slanted.click(width / 2, height / 2);
            let _effects = begun.click(width / 2, height / 2);
        }
    }
}

#[test]
fn a_large_screen_has_large_squares_with_their_numbers() {
    let mut begun = Match::new(&draughts("english"), &[true, false], &[]);
    let small = begun.text(80, 24);
    assert!(small.contains("▜12▛"), "{small}");
    let large = begun.text(200, 60);
    let rows: Vec<&str> = large.lines().skip(1).take(4).collect();
    let is_free = |row: &&str| row.chars().take(90).all(char::is_whitespace);
    assert!(rows[..3].iter().all(is_free), "the board is in the middle: {large}");
    assert!(rows[3].contains("32▄▟    ▙▄  "), "squares are twelve wide: {large}");
}

#[test]
fn a_crowned_disc_has_a_crown() {
    let mut begun = Match::at(&draughts("english"), "W:WK30,32:BK1");
    let small = begun.text(80, 24);
    assert_eq!(small.matches('♛').count(), 2, "{small}");
    let large = begun.text(200, 60);
    assert_eq!(large.matches("▙▟▀▙▟").count(), 2, "{large}");
    assert!(!large.contains('♛'), "{large}");
}

#[test]
fn a_number_next_to_a_long_name_is_not_truncated() {
    let mut begun = Match::at(&draughts("english"), "W:WK32:BK1:H12");
    for (width, height) in [(40, 12), (80, 24), (120, 40)] {
        let screen = begun.text(width, height);
        assert!(screen.contains("12 of 80"), "{screen}");
    }
}

#[test]
fn a_slanted_board_is_as_large_as_the_screen_allows() {
    let hex = rules("hex:11", hex_game::Hex::default());
    let mut pictures = String::new();
    for skin in [Skin::new(Depth::None), Skin::new(Depth::True)] {
        let mut begun = Match::with_skin(&hex, &[true, false], &["f6", "g4", "e6"], skin);
        for (width, height) in [(80, 24), (100, 30), (120, 40)] {
            let picture = begun.text(width, height);
            pictures.extend([&format!("{width}×{height}\n"), &*picture, "\n"]);
        }
    }
    check("hex-11", &pictures);
}

/// The number of arrows on a screen with this size.
fn arrows(begun: &mut Match, width: u16, height: u16) -> Vec<(&'static str, usize)> {
    let screen = begun.text(width, height);
    ["←", "→", "↑", "↓"].map(|arrow| (arrow, screen.matches(arrow).count())).into()
}

#[test]
fn arrows_show_where_a_board_continues() {
    let none = [("←", 0), ("→", 0), ("↑", 0), ("↓", 0)];
    let mut canadian = Match::new(&draughts("canadian"), &[true, false], &[]);
    assert_eq!(arrows(&mut canadian, 80, 24), none);
    assert_eq!(arrows(&mut canadian, 40, 12), [("←", 0), ("→", 0), ("↑", 0), ("↓", 1)]);
    for _ in 0..12 {
        canadian.press(KeyCode::Down);
    }
    assert_eq!(arrows(&mut canadian, 40, 12), [("←", 0), ("→", 0), ("↑", 1), ("↓", 0)]);
    let hex = rules("hex:11", hex_game::Hex::default());
    let mut hex = Match::new(&hex, &[true, false], &[]);
    assert_eq!(arrows(&mut hex, 120, 40), none);
    assert_eq!(arrows(&mut hex, 40, 12), [("←", 1), ("→", 1), ("↑", 1), ("↓", 1)]);
}

#[test]
fn a_wide_board_gets_room_from_the_panel_on_a_narrow_screen() {
    let wide = rules("wide", tic_tac_toe::MnkGame::<u128>::new(13, 8, 5).unwrap());
    let mut begun = Match::new(&wide, &[true, false], &[]);
    let screen = begun.text(40, 12);
    let labels = screen.lines().find(|line| line.contains("a b c")).unwrap().to_string();
    assert!(labels.contains("l m"), "{screen}");
    assert!(screen.contains("X you"), "{screen}");
}

#[test]
fn a_mark_is_never_a_piece() {
    let game = rules("connect-four:7,6,4", connect_four::ConnectFour::default());
    for (depth, pieces, sign) in [
        (Depth::None, Pieces::Unicode, "+"),
        (Depth::None, Pieces::Wide, "+"),
        (Depth::True, Pieces::Unicode, "+"),
        (Depth::True, Pieces::Wide, "●"),
        (Depth::Sixteen, Pieces::Ascii, "*"),
    ] {
        let skin = Skin { pieces, ..Skin::new(depth) };
        let mut begun = Match::with_skin(&game, &[true, true], &["4", "4"], skin);
        let screen = begun.text(80, 24);
        assert_eq!(screen.matches(sign).count(), 7, "{depth:?}, {pieces:?}: {screen}");
    }
}
