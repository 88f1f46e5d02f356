//! Zones next to the board, stacks of pieces, and pieces that straddle two squares.

use std::sync::Arc;
use std::time::Duration;

use board_engine::{Seat, Viewer};
use games_package::TableGame;
use ratatui::crossterm::event::KeyCode;
use tui::{Depth, Pieces, Skin, describe_diagram};

use crate::fixtures::{backgammon, cards, dominoes};
use crate::pictures::check;
use crate::support::{Match, answers, draughts, rules};

fn begun(game: &Arc<dyn TableGame>, skin: Skin) -> Match {
    let people: Vec<bool> = (0..game.seat_count()).map(|seat| seat == 0).collect();
    Match::with_skin(game, &people, &[], skin)
}

fn plain() -> Skin {
    Skin::new(Depth::None)
}

/// Presses these keys, and returns the moves.
fn pressed(table: &mut Match, keys: &[KeyCode]) -> Vec<String> {
    let effects: Vec<_> = keys.iter().flat_map(|&key| table.press(key)).collect();
    answers(&effects).into_iter().map(|(_, mv)| mv.to_string()).collect()
}

/// Clicks these places on an 80×24 screen, and returns the moves.
fn clicked(table: &mut Match, places: &[(u16, u16)]) -> Vec<String> {
    let effects: Vec<_> = places.iter().flat_map(|&(x, y)| table.click(x, y)).collect();
    answers(&effects).into_iter().map(|(_, mv)| mv.to_string()).collect()
}

/// The column and row where the text begins on an 80×24 screen.
#[track_caller]
fn find(table: &mut Match, text: &str) -> (u16, u16) {
    let screen = table.text(80, 24);
    let found = screen.lines().enumerate().find_map(|(y, line)| {
        let before = line.split_once(text)?.0;
        Some((before.chars().count().try_into().unwrap(), y.try_into().unwrap()))
    });
    found.unwrap_or_else(|| panic!("no \"{text}\":\n{screen}"))
}

#[test]
fn tables_of_every_kind_are_drawn() {
    for game in [backgammon(), dominoes(), cards()] {
        let ascii = Skin { pieces: Pieces::Ascii, ..plain() };
        let pictures = [
            ("40×12", begun(&game, plain()).text(40, 12)),
            ("80×24", begun(&game, plain()).text(80, 24)),
            ("ascii", begun(&game, ascii).text(80, 24)),
            ("wide", begun(&game, Skin::new(Depth::True)).text(80, 24)),
        ];
        let pictures = pictures.map(|(name, picture)| format!("{name}\n{picture}"));
        check(&format!("table-{}", game.name()), &pictures.join("\n"));
    }
}

#[test]
fn tables_of_any_size_are_drawn_and_clicked() {
    let kuhn_poker = rules("kuhn-poker", kuhn_poker::KuhnPoker::ONE_HAND);
    for game in [backgammon(), dominoes(), cards(), kuhn_poker] {
        for skin in [plain(), Skin::new(Depth::True)] {
            let mut table = begun(&game, skin);
            for width in (40..130).step_by(7) {
                for height in (12..50).step_by(3) {
                    table.text(width, height);
                    let _effects = table.click(width / 2, height / 2);
                    table.press(KeyCode::Esc);
                    for key in [KeyCode::Right, KeyCode::Down, KeyCode::Left, KeyCode::Up] {
                        table.press(key);
                    }
                }
                table.press(KeyCode::F(5));
            }
        }
    }
}

#[test]
fn zones_are_described_in_words_and_drawn_as_text() {
    let said = |game: Arc<dyn TableGame>| {
        let diagram = game.open(None).unwrap().diagram(Viewer::Arbiter);
        format!("{diagram}\n{}", describe_diagram(&diagram))
    };
    check("text-backgammon", &said(backgammon()));
    check("text-dominoes", &said(dominoes()));
    check("text-cards", &said(cards()));
}

#[test]
fn a_checker_is_clicked_on_the_bar_and_borne_off() {
    let mut table = begun(&backgammon(), Skin::new(Depth::True));
    let bar = find(&mut table, "bar");
    let point = find(&mut table, " 8 ");
    assert!(clicked(&mut table, &[(bar.0 + 12, bar.1)]).is_empty());
    table.shows("(2");
    assert_eq!(clicked(&mut table, &[(point.0, point.1 - 1)]), ["bar/8"]);
    let mut table = begun(&backgammon(), Skin::new(Depth::True));
    let (off, point) = (find(&mut table, "borne off"), find(&mut table, "12"));
    let moves = clicked(&mut table, &[(point.0, point.1 - 1), (off.0 + 12, off.1)]);
    assert_eq!(moves, ["12/off"]);
}

#[test]
fn a_turn_with_several_checkers_is_undone_step_by_step_and_waits_for_enter() {
    let game = rules("backgammon", ::backgammon::Backgammon::default());
    let mut table = Match::new(&game, &[true, true], &["31"]);
    let [eight, six, five] =
        [" 8 ", " 6 ", " 5 "].map(|label| find(&mut table, label)).map(|(x, y)| (x + 1, y - 1));
    assert!(clicked(&mut table, &[eight, five, six, five]).is_empty());
    table.shows("Press Enter to play 8/5,6/5, Esc to undo a step.");
    assert!(pressed(&mut table, &[KeyCode::Esc, KeyCode::Backspace]).is_empty());
    assert!(!table.text(80, 24).contains("Press Enter to play"));
    assert!(clicked(&mut table, &[eight, five, six, five]).is_empty());
    assert_eq!(pressed(&mut table, &[KeyCode::Enter]), ["8/5,6/5"]);
}

#[test]
fn squares_that_no_move_touches_ignore_clicks() {
    let mut table = begun(&backgammon(), plain());
    let dice = find(&mut table, "dice");
    assert!(clicked(&mut table, &[(dice.0 + 14, dice.1)]).is_empty());
    table.shows("Your move, North");
}

#[test]
fn the_cursor_moves_off_the_board_and_back() {
    let mut table = begun(&backgammon(), plain());
    assert!(pressed(&mut table, &[KeyCode::Right; 6]).is_empty());
    assert!(pressed(&mut table, &[KeyCode::Up, KeyCode::Enter]).is_empty());
    table.shows("[2●)");
    let back = [KeyCode::Left, KeyCode::Down, KeyCode::Left, KeyCode::Enter];
    assert_eq!(pressed(&mut table, &back), ["bar/8"], "{}", table.text(80, 24));
}

#[test]
fn a_tile_is_played_at_the_chosen_end() {
    let mut table = begun(&dominoes(), plain());
    let tile = find(&mut table, "[0|4]");
    assert!(clicked(&mut table, &[tile]).is_empty());
    table.shows("([0|4])");
    assert_eq!(table.text(80, 24).matches("  +  ").count(), 2, "{}", table.text(80, 24));
    let left_end = find(&mut table, "+");
    assert_eq!(clicked(&mut table, &[left_end]), ["0-4:left"]);
}

#[test]
fn cards_are_played_by_clicking_them() {
    let mut table = begun(&cards(), plain());
    let card = find(&mut table, "T♥");
    assert_eq!(clicked(&mut table, &[card]), ["play-Th"]);
    let mut table = begun(&cards(), plain());
    let stock = find(&mut table, "stock");
    assert_eq!(clicked(&mut table, &[(stock.0 + 9, stock.1)]), ["draw"]);
}

#[test]
fn the_bottom_hand_is_shown_if_not_all_hands_fit() {
    let screen = begun(&cards(), plain()).text(40, 12);
    assert!(screen.contains("[T♥]") && screen.contains("[2♣]"), "{screen}");
}

#[test]
fn a_single_person_sits_at_the_near_side() {
    let rows = |table: &mut Match| {
        [Seat::FIRST, Seat::new(1)].map(|seat| find(table, ["North", "South"][seat.index()]).1)
    };
    let mut table = begun(&cards(), plain());
    let [north, south] = rows(&mut table);
    assert!(north > south, "{}", table.text(80, 24));
}

#[test]
fn a_double_click_uses_the_larger_die() {
    let game = rules("backgammon", ::backgammon::Backgammon::default());
    let mut table = Match::new(&game, &[true, true], &["31"]);
    let [eight, six] =
        [" 8 ", " 6 "].map(|label| find(&mut table, label)).map(|(x, y)| (x + 1, y - 1));
    assert!(clicked(&mut table, &[eight, eight, six]).is_empty());
    table.wait(Duration::from_secs(2));
    // A slow second click deselects the checker.
    assert!(clicked(&mut table, &[six]).is_empty());
    table.wait(Duration::from_secs(2));
    assert!(clicked(&mut table, &[six, six]).is_empty());
    assert_eq!(pressed(&mut table, &[KeyCode::Enter]), ["8/5,6/5"]);
}

#[test]
fn pip_counts_and_used_dice_follow_the_steps_of_a_move() {
    let game = rules("backgammon", ::backgammon::Backgammon::default());
    let moves = ["31", "8/5,6/5", "21", "13/11,6/5", "22"];
    let mut table = Match::with_skin(&game, &[true, true], &moves, plain());
    table.shows("163 pips");
    let dice = |table: &mut Match| {
        let screen = table.text(40, 12);
        ["[2]", "(2)"].map(|die| screen.matches(die).count())
    };
    assert_eq!(dice(&mut table), [4, 0]);
    let six = find(&mut table, " 6 ");
    assert!(clicked(&mut table, &[(six.0 + 1, six.1 - 1); 2]).is_empty());
    table.shows("161 pips");
    assert_eq!(dice(&mut table), [3, 1]);
    assert!(pressed(&mut table, &[KeyCode::Esc]).is_empty());
    table.hides("161 pips");
    assert_eq!(dice(&mut table), [4, 0]);
}

#[test]
fn a_double_click_in_other_games_selects_and_deselects() {
    let mut table = Match::new(&draughts("english"), &[true, false], &[]);
    let eleven = find(&mut table, "11");
    assert!(clicked(&mut table, &[eleven, eleven]).is_empty());
    assert!(pressed(&mut table, &[KeyCode::Enter]).is_empty());
}

#[test]
fn a_piece_is_dragged_to_its_target() {
    let begun = || Match::new(&draughts("english"), &[true, true], &[]);
    let mut table = begun();
    let [from, to, far] = ["11", "15", "18"].map(|name| find(&mut table, name));
    assert_eq!(answers(&table.drag(from, to)), [(Seat::FIRST, "11-15")]);
    let mut table = begun();
    assert!(clicked(&mut table, &[from]).is_empty());
    assert_eq!(answers(&table.drag(from, to)), [(Seat::FIRST, "11-15")], "the piece is selected");
    let mut table = begun();
    assert!(table.drag(from, far).is_empty());
    table.shows("11-18 is not possible: ");
    // A drag off the board only selects.
    assert!(table.drag(from, (79, 23)).is_empty());
    assert_eq!(clicked(&mut table, &[to]), ["11-15"]);
}

#[test]
fn a_checker_is_dragged_and_an_unfinished_turn_names_its_next_steps() {
    let game = rules("backgammon", ::backgammon::Backgammon::default());
    let mut table = Match::new(&game, &[true, true], &["31"]);
    let [eight, six, five] =
        [" 8 ", " 6 ", " 5 "].map(|label| find(&mut table, label)).map(|(x, y)| (x + 1, y - 1));
    assert!(table.drag(eight, five).is_empty());
    assert!(pressed(&mut table, &[KeyCode::Enter]).is_empty());
    table.shows("The move isn't finished. Next: ");
    assert!(table.drag(six, five).is_empty());
    assert_eq!(pressed(&mut table, &[KeyCode::Enter]), ["8/5,6/5"]);
}

#[test]
fn a_caption_is_below_its_seat_and_part_of_the_description() {
    let mut table = Match::new(&backgammon(), &[true, false], &[]);
    for (width, height) in [(40, 12), (80, 24), (120, 40)] {
        let screen = table.text(width, height);
        let row = |text: &str| screen.lines().position(|line| line.contains(text));
        assert_eq!(row("161 pips"), row("North you").map(|row| row + 1), "{screen}");
        assert_eq!(row("64 pips"), row("South").map(|row| row + 1), "{screen}");
    }
    table.enters("pips");
    table.shows("North: 161 pips");
    table.shows("South: 64 pips");
}
