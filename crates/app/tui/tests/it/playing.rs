//! Sequences of keys and clicks, and their effects.

use std::time::Duration;

use analysis::{Advice, Question, Topic};
use board_engine::Seat;
use games_package::{Command, EndReason, Ending, Event, Prompt, TableState, Thinking};
use ratatui::crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers};
use tui::{Depth, Effect, ExitReason, Message, Pieces, Skin};

use crate::support::{Match, answers, draughts, rules, small};

#[test]
fn a_move_is_typed_with_its_completions() {
    let mut begun = Match::new(&draughts("english"), &[true, false], &[]);
    begun.types("1");
    begun.shows("› 1   10-15  11-16  10-14  11-15  12-16");
    begun.types("1-1");
    begun.shows("› 11-1   11-16  11-15");
    let effects = begun.types("6");
    assert!(answers(&effects).is_empty());
    let effects = begun.press(KeyCode::Enter);
    assert_eq!(answers(&effects), [(Seat::FIRST, "11-16")]);
}

#[test]
fn a_unique_completion_is_accepted_and_tab_types_the_common_prefix() {
    let mut begun = Match::new(&draughts("english"), &[true, false], &["11-15", "24-19"]);
    begun.types("1");
    begun.press(KeyCode::Tab);
    begun.shows("› 15x24");
    let effects = begun.press(KeyCode::Enter);
    assert_eq!(answers(&effects), [(Seat::FIRST, "15x24")]);
}

#[test]
fn the_users_move_is_shown_before_the_table_confirms_it() {
    let mut begun = Match::new(&small(), &[true, false], &[]);
    begun.types("b2");
    let effects = begun.press(KeyCode::Enter);
    assert_eq!(answers(&effects), [(Seat::FIRST, "b2")]);
    begun.shows("  1. b2");
    begun.shows("move 2");
    begun.play("b2");
    begun.shows("  1. b2");
    begun.shows("move 2");
}

#[test]
fn a_move_that_the_table_rejects_is_taken_back() {
    let mut begun = Match::new(&small(), &[true, false], &[]);
    begun.types("b2");
    begun.press(KeyCode::Enter);
    let prompt = Prompt { refusal: Some("the table says no".into()), ..Prompt::default() };
    begun.emit(Event::InputRequested { seat: Seat::FIRST, prompt });
    begun.shows("That is not possible: the table says no");
    begun.shows("move 1");
}

#[test]
fn the_announced_turn_is_cleared_at_the_next_turn() {
    let mut begun = Match::new(&small(), &[true, false], &[]);
    begun.enters("b2");
    begun.enters("a1");
    begun.shows("It is X's turn.");
    begun.play("b2");
    begun.play("a2");
    begun.emit(Event::TurnStarted { ply: 2, turn: begun.state.turn(), clocks: Vec::new() });
    begun.hides("It is X's turn.");
}

#[test]
fn a_key_that_closes_the_help_acts() {
    let mut begun = Match::new(&small(), &[true, false], &[]);
    begun.press(KeyCode::F(1));
    begun.shows("any other key closes");
    begun.types("b2");
    begun.hides("any other key closes");
    assert_eq!(answers(&begun.press(KeyCode::Enter)), [(Seat::FIRST, "b2")]);
}

#[test]
fn the_rules_and_the_position_are_shown() {
    let mut begun = Match::new(&small(), &[true, false], &[]);
    begun.press(KeyCode::F(5));
    begun.shows("Be the first with 3 of your marks in a line");
    begun.press(KeyCode::Esc);
    let effects = begun.enters("fen 3/3/3 O");
    assert!(matches!(effects.as_slice(), [Effect::StartFrom(position)] if position == "3/3/3 O"));
    // A pasted position needs no command.
    let effects = begun.enters("b2 3/2X/3 O");
    assert!(effects.is_empty(), "{effects:?}");
    let effects = begun.enters("3/2X/3 O");
    assert!(matches!(effects.as_slice(), [Effect::StartFrom(position)] if position == "3/2X/3 O"));
}

#[test]
fn a_refused_move_shows_the_rule() {
    let mut begun = Match::new(&draughts("english"), &[true, false], &["11-15", "24-19"]);
    begun.types("9-13");
    assert!(begun.press(KeyCode::Enter).is_empty());
    begun.shows("9-13 is not possible: 15x24 must be taken");
}

#[test]
fn the_cursor_moves_to_a_square_and_selects_it() {
    let mut begun = Match::new(&small(), &[true, false], &[]);
    begun.press(KeyCode::Left);
    let effects = begun.press(KeyCode::Enter);
    assert_eq!(answers(&effects), [(Seat::FIRST, "a2")]);
}

#[test]
fn squares_can_be_clicked_even_on_a_turned_board() {
    let mut begun = Match::new(&small(), &[true, false], &[]);
    // The row labels take two columns. Squares are eight wide and four high, and the board is centered.
    let effects = begun.click(4, 5);
    assert_eq!(answers(&effects), [(Seat::FIRST, "a3")]);
    let mut turned = Match::new(&small(), &[true, false], &[]);
    turned.enters("f");
    let effects = turned.click(4, 5);
    assert_eq!(answers(&effects), [(Seat::FIRST, "c1")]);
}

#[test]
fn in_connect_four_typing_a_column_is_enough() {
    let game = rules("connect-four", connect_four::ConnectFour::default());
    let mut begun = Match::new(&game, &[true, false], &[]);
    let effects = begun.click(4, 2);
    assert_eq!(answers(&effects), [(Seat::FIRST, "1")]);
}

#[test]
fn moves_without_squares_are_chosen_with_arrow_keys() {
    let game = rules("kuhn-poker", kuhn_poker::KuhnPoker::ONE_HAND);
    let mut begun = Match::new(&game, &[true, false], &["deal-J", "deal-K"]);
    begun.shows("[ check ] [ bet ]");
    begun.press(KeyCode::Right);
    let effects = begun.press(KeyCode::Enter);
    assert_eq!(answers(&effects), [(Seat::FIRST, "bet")]);
}

#[test]
fn a_deal_of_more_than_two_draws_is_one_list_entry() {
    let game = rules("kuhn-poker:2", kuhn_poker::KuhnPoker::new(2).unwrap());
    let moves = ["deal-J", "deal-K", "check", "check", "shuffle", "deal-K", "deal-J"];
    let mut begun = Match::new(&game, &[true, false], &moves);
    begun.shows("(deal-K)");
    begun.shows("1. check           check");
    begun.shows("(3 draws)");
    assert!(!begun.text(80, 24).contains("shuffle"));
}

#[test]
fn letters_are_typed_and_enter_submits_them() {
    let mut begun = Match::new(&small(), &[true, false], &["b2", "a1"]);
    assert!(begun.types("c").is_empty());
    begun.shows("coach: turn comments on your moves on or off");
    begun.press(KeyCode::Esc);
    assert!(begun.types("undo").is_empty());
    begun.shows("undo N: take back your last move, or N of them");
    let effects = begun.press(KeyCode::Enter);
    assert!(matches!(effects[..], [Effect::Send(Command::TakeBack { plies: 2 })]));
    let effects = begun.alt('u');
    assert!(matches!(effects[..], [Effect::Send(Command::TakeBack { plies: 2 })]));
    let effects = begun.press(KeyCode::F(3));
    assert!(matches!(effects[..], [Effect::Send(Command::TakeBack { plies: 2 })]));
}

#[test]
fn commands_work_on_every_turn() {
    let mut begun = Match::new(&draughts("english"), &[false, true], &[]);
    begun.emit(Event::TurnStarted { ply: 0, turn: begun.state.turn(), clocks: Vec::new() });
    let effects = begun.enters("load my match.toml");
    assert!(matches!(&effects[..], [Effect::Load(file)] if file.ends_with("my match.toml")));
    begun.update(Message::Refused("my match.toml: no such file".into()));
    begun.shows("That is not possible: my match.toml: no such file");
    begun.update(Message::Warned("A file can't be used.".into()));
    begun.shows("A file can't be used.");
    let effects = begun.enters("save other.pdn");
    assert!(matches!(&effects[..], [Effect::Save(file)] if file.ends_with("other.pdn")));
    assert!(begun.enters("help").is_empty());
    begun.shows("resume after a pause");
    begun.press(KeyCode::Esc);
    assert!(begun.enters("legal").is_empty());
    begun.shows("Legal moves: 9-14 10-15");
    begun.press(KeyCode::Esc);
    assert!(begun.enters("pieces").is_empty());
    begun.shows("black man: 1, 2, 3");
    begun.press(KeyCode::Esc);
    assert!(begun.enters("coach on").is_empty());
    begun.shows("The coach is on");
    assert!(matches!(begun.enters("pause")[..], [Effect::Send(Command::Pause)]));
    assert!(matches!(begun.enters("resume")[..], [Effect::Send(Command::Resume)]));
    assert!(matches!(begun.enters("exit")[..], [Effect::Exit(ExitReason::Quit)]));
}

#[test]
fn a_misspelled_command_only_suggests_the_right_one() {
    let mut begun = Match::new(&draughts("english"), &[true, false], &[]);
    assert!(begun.enters("undoo").is_empty());
    begun.shows("Unknown command \"undoo\". Did you mean undo?");
}

#[test]
fn text_that_the_game_parses_as_a_move_is_a_move() {
    let game = rules("pig", pig::Pig::default());
    let mut begun = Match::new(&game, &[true, false], &[]);
    let effects = begun.enters("r");
    assert_eq!(answers(&effects), [(Seat::FIRST, "roll")]);
}

#[test]
fn a_pasted_text_is_typed_but_not_played() {
    let mut begun = Match::new(&draughts("english"), &[true, false], &[]);
    assert!(begun.pastes("11-15\n22-18\r\n\x1b[A15x22\nq\n").is_empty());
    begun.shows("› 11-15 22-18 [A15x22 q");
    assert!(begun.press(KeyCode::Enter).is_empty());
    begun.shows("is not possible");
    begun.pastes("\n 11-15 \n");
    let effects = begun.press(KeyCode::Enter);
    assert_eq!(answers(&effects), [(Seat::FIRST, "11-15")]);
}

#[test]
fn a_pasted_file_name_is_a_name() {
    let mut begun = Match::new(&draughts("english"), &[true, false], &[]);
    begun.enters("save");
    begun.pastes("my game.toml\n");
    let effects = begun.press(KeyCode::Enter);
    assert!(matches!(&effects[..], [Effect::Save(file)] if file.ends_with("my game.toml")));
    begun.enters("resign");
    assert!(begun.pastes("y\n").is_empty());
    begun.shows("Black resigns?");
}

#[test]
fn the_end_of_a_long_text_is_shown() {
    let mut begun = Match::new(&draughts("english"), &[true, false], &[]);
    begun.pastes(&format!("load {}/match.toml", "folder".repeat(40)));
    begun.shows("folder/match.toml");
    begun.pastes(&"x".repeat(100_000));
    begun.shows("xxx");
}

#[test]
fn ctrl_c_makes_an_opponent_move_and_quits_on_the_persons_turn() {
    let presses = |people: [bool; 2]| {
        let mut begun = Match::new(&small(), &people, &[]);
        // The match has started, but no move has been requested yet.
        begun.emit(Event::MatchStarted(begun.table_state()));
        let key = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        begun.update(Message::Input(Input::Key(key)))
    };
    let hurried = presses([false, true]);
    assert!(matches!(hurried[..], [Effect::Send(Command::MoveNow)]), "{hurried:?}");
    let left = presses([true, false]);
    assert!(matches!(left[..], [Effect::Exit(ExitReason::Interrupted)]), "{left:?}");
}

#[test]
fn taking_back_returns_to_the_users_previous_move() {
    let moves = ["11-15", "24-19", "15x24", "28x19"];
    let mut begun = Match::new(&draughts("english"), &[true, false], &moves);
    let effects = begun.enters("u");
    assert!(matches!(effects[..], [Effect::Send(Command::TakeBack { plies: 2 })]));
    begun.state.take_back();
    begun.state.take_back();
    let table_state = begun.table_state();
    begun.emit(Event::MoveTakenBack(table_state));
    begun.shows("Back to the position after 24-19.");
    let effects = begun.enters("r");
    assert!(matches!(effects[..], [Effect::Send(Command::Redo { plies: 2 })]));
}

#[test]
fn a_capture_is_drawn_step_by_step() {
    let mut begun = Match::at(&draughts("english"), "W:W18:B15,7");
    let pieces = |begun: &mut Match| begun.text(80, 24).matches('▙').count();
    assert_eq!(pieces(&mut begun), 3);
    begun.play("18x2");
    assert_eq!(pieces(&mut begun), 2, "the first man is taken");
    begun.wait(Duration::from_secs(1));
    assert_eq!(pieces(&mut begun), 1, "the second man is taken");
    begun.shows("18x2");
}

#[test]
fn earlier_positions_are_shown_and_accept_no_move() {
    let mut begun = Match::new(&small(), &[true, true], &["b2", "a1"]);
    begun.press(KeyCode::Home);
    begun.shows("after move 0 of 2");
    assert!(begun.press(KeyCode::Enter).is_empty());
    begun.shows("press End for the current one");
    begun.press(KeyCode::PageDown);
    begun.shows("after move 1. ");
    begun.press(KeyCode::End);
    begun.shows("move 3");
}

#[test]
fn the_die_shows_its_roll_in_earlier_positions_too() {
    let game = rules("pig", pig::Pig::default());
    let moves = ["roll", "5", "roll", "3"];
    let skin = Skin { pieces: Pieces::Unicode, ..Skin::new(Depth::None) };
    let mut begun = Match::with_skin(&game, &[true, false], &moves, skin);
    begun.shows("│●    │");
    begun.press(KeyCode::PageUp);
    begun.press(KeyCode::PageUp);
    begun.shows("│●   ●│");
}

#[test]
fn a_hint_is_requested_and_shown() {
    let mut begun = Match::new(&draughts("english"), &[true, false], &[]);
    let effects = begun.enters("h");
    let [Effect::Advise(question)] = &effects[..] else { panic!("{effects:?}") };
    assert_eq!((question.topic, question.moves.len()), (Topic::BestMove, 0));
    let sentence = "The best move is 9-14.".to_string();
    let advice = Advice { question: question.clone(), best: Some("9-14".into()), sentence };
    begun.update(Message::Advice(advice));
    begun.shows("The best move is 9-14.");
    let other = Question { moves: vec!["11-15".into()], ..question.clone() };
    let late = Advice { question: other, best: None, sentence: "Too late.".into() };
    begun.update(Message::Advice(late));
    begun.shows("The best move is 9-14.");
}

#[test]
fn a_hint_that_is_longer_than_its_row_ends_with_an_ellipsis() {
    let mut begun = Match::new(&draughts("english"), &[true, false], &[]);
    let effects = begun.enters("h");
    let [Effect::Advise(question)] = &effects[..] else { panic!("{effects:?}") };
    let sentence = "The best move is 9-14 (won in 25 plies by tablebase).".to_string();
    let advice = Advice { question: question.clone(), best: Some("9-14".into()), sentence };
    begun.update(Message::Advice(advice));
    let screen = begun.text(40, 12);
    assert!(screen.contains("The best move is 9-14 (won in 25 plies …"), "{screen}");
    begun.shows("(won in 25 plies by tablebase).");
}

#[test]
fn the_coach_comments_on_each_of_the_users_moves() {
    let mut begun = Match::new(&draughts("english"), &[true, false], &[]);
    begun.enters("c");
    begun.types("9-14");
    let effects = begun.press(KeyCode::Enter);
    let [_, Effect::Advise(question)] = &effects[..] else { panic!("{effects:?}") };
    assert_eq!((question.topic, &question.moves[..]), (Topic::LastMove, &["9-14".to_string()][..]));
}

#[test]
fn resigning_is_confirmed_first() {
    let mut begun = Match::new(&draughts("english"), &[true, false], &[]);
    assert!(begun.enters("g").is_empty());
    begun.shows("Black resigns?");
    assert!(begun.types("n").is_empty());
    begun.enters("g");
    let effects = begun.types("y");
    assert!(matches!(effects[..], [Effect::Send(Command::Resign(Seat::FIRST))]));
}

#[test]
fn an_offered_draw_is_accepted_with_the_same_word() {
    let mut begun = Match::new(&draughts("english"), &[true, false], &[]);
    let effects = begun.enters("o");
    assert!(matches!(effects[..], [Effect::Send(Command::OfferDraw(Seat::FIRST))]));
    begun.emit(Event::DrawOffered(Seat::SECOND));
    begun.shows("White offers a draw.");
    let effects = begun.enters("o");
    assert!(matches!(effects[..], [Effect::Send(Command::AcceptDraw(Seat::FIRST))]));
}

#[test]
fn the_result_is_shown_and_the_screen_is_left() {
    let mut begun = Match::new(&draughts("english"), &[true, false], &[]);
    begun.emit(Event::MatchEnded(Ending::forfeit(
        2,
        Seat::SECOND,
        EndReason::Resigned(Seat::SECOND),
    )));
    begun.shows("Black wins: White resigned");
    assert!(matches!(begun.enters("q")[..], [Effect::Exit(ExitReason::Quit)]));
}

#[test]
fn a_colon_begins_a_command_that_is_completed() {
    let mut begun = Match::new(&draughts("english"), &[true, false], &[]);
    begun.types(":");
    begun.shows("› :   help: this list  hint  undo N  redo");
    begun.types("thou");
    begun.press(KeyCode::Tab);
    begun.shows("› :thoughts   thoughts: show or hide");
    begun.press(KeyCode::Enter);
    begun.shows("Your move");
    begun.enters(":re");
    begun.shows("Which one: redo, resume, resign, restart, rematch?");
    begun.enters(":undoo");
    begun.shows("Did you mean undo?");
    begun.enters(":11-15");
    begun.shows("Unknown command \"11-15\"; help lists the commands.");
}

#[test]
fn a_match_is_saved_to_the_named_file() {
    let mut begun = Match::new(&draughts("english"), &[true, false], &[]);
    begun.enters("s");
    begun.types("my game.toml");
    let effects = begun.press(KeyCode::Enter);
    assert!(matches!(&effects[..], [Effect::Save(file)] if file.ends_with("my game.toml")));
    begun.update(Message::Saved(Ok(Some("Saved to my game.toml.".into()))));
    begun.shows("Saved to my game.toml.");
}

#[test]
fn the_help_lists_every_key_and_closes() {
    let mut begun = Match::new(&draughts("english"), &[true, false], &[]);
    begun.types("?");
    begun.shows("show a good move");
    for _ in 0..30 {
        begun.press(KeyCode::Down);
    }
    begun.shows("leave; the match stays saved");
    begun.press(KeyCode::Esc);
    begun.shows("Your move, Black");
}

/// The pauses after each move, as set by the effects.
#[test]
fn lost_pieces_are_shown_with_their_original_kind() {
    let chess = rules("chess", chess::Chess::default());
    let mut begun = Match::new(&chess, &[true, true], &[]);
    for mv in ["e4", "d5", "exd5", "Qxd5", "Nc3", "e6", "Nxd5", "exd5"] {
        begun.play(mv);
    }
    begun.shows("lost ♛♟");
    begun.shows("lost ♞♟");
}

#[test]
fn a_promoted_piece_is_not_lost() {
    let chess = rules("chess", chess::Chess::default());
    let mut begun = Match::new(&chess, &[true, true], &[]);
    for mv in ["a4", "b5", "axb5", "a6", "bxa6", "Nf6", "a7", "Nd5", "axb8=Q"] {
        begun.play(mv);
    }
    begun.shows("lost ♞♟♟");
    assert_eq!(begun.text(80, 24).matches("lost").count(), 1, "White has all its pieces");
}

#[test]
fn a_late_viewer_sees_that_the_match_is_paused() {
    let mut begun = Match::new(&draughts("english"), &[true, false], &[]);
    let paused = TableState { is_paused: true, asked: None, ..begun.table_state() };
    begun.emit(Event::Resynchronized(paused));
    begun.shows("The clocks are paused; type resume to continue.");
    let on = TableState { is_paused: false, ..begun.table_state() };
    begun.emit(Event::Resynchronized(on));
    begun.shows("Your move, Black");
}

#[test]
fn after_the_match_each_players_search_effort_is_shown() {
    let mut begun = Match::new(&small(), &[true, false], &[]);
    begun.play("a1");
    let thinking =
        Thinking { nodes: 2_500, evaluations: 1_200, cutoffs: 300, ..Thinking::default() };
    let elapsed = Duration::from_secs(1);
    begun.emit(Event::ThinkingReported { seat: Seat::SECOND, elapsed, thinking });
    assert!(!begun.text(80, 24).contains("positions"), "the thoughts of an opponent are hidden");
    for mv in ["b1", "a2", "b2", "a3"] {
        begun.play(mv);
    }
    begun.emit(Event::MatchEnded(begun.state.ending().unwrap()));
    let text = begun.text(80, 24);
    assert!(text.contains("2500 positions") && text.contains("300 cutoffs"), "{text}");
}

#[test]
fn the_bell_only_rings_for_the_opponents_moves() {
    let rings = |people: &[bool]| {
        let mut begun = Match::new(&small(), people, &[]);
        let rings = |effects: &[Effect]| effects.iter().any(|it| matches!(it, Effect::Ring));
        ["a1", "b1", "a2"].map(|mv| rings(&begun.play(mv)))
    };
    assert_eq!(rings(&[true, false]), [false, true, false]);
    assert_eq!(rings(&[true, true]), [false; 3]);
    assert_eq!(rings(&[false, false]), [false; 3]);
}
