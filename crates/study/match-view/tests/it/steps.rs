//! Tests for moves with several steps.

use board_engine::Square;
use match_view::Touched;

use super::*;

impl Watched {
    /// A backgammon match between two people, where White has rolled 31.
    fn opened() -> Self {
        let mut watched = Self::new("backgammon", &[true, true]);
        watched.rolls("31");
        watched.asks();
        watched
    }

    fn rolls(&mut self, roll: &str) {
        let (ply, turn) = (self.state.ply(), self.state.turn());
        let mv = self.state.play(roll).unwrap();
        let position = self.state.position(Viewer::Arbiter);
        let elapsed = Duration::ZERO;
        let rolled = PlayedMove { ply, turn, mv, position, elapsed, clock: None };
        self.happens(&Event::ChanceDecided(rolled));
    }

    /// Touches points in White's numbering.
    fn touches(&mut self, points: &[usize]) -> Vec<Touched> {
        points.iter().map(|&point| self.view.touch(square(point))).collect()
    }

    /// The number of checkers on each of these points.
    fn checkers(&self, points: &[usize]) -> Vec<usize> {
        let picture = self.view.picture();
        points.iter().map(|&point| picture.pieces(square(point)).len()).collect()
    }
}

fn square(point: usize) -> Square {
    Square::new(if point > 12 { point - 13 } else { 24 - point })
}

#[test]
fn a_checker_is_moved_and_shown_at_once() {
    let mut watched = Watched::opened();
    assert_eq!(watched.touches(&[8]), [Touched::Picked]);
    let mut expected = vec![square(7), square(5), square(4)];
    expected.sort_unstable();
    assert_eq!(watched.view.targets(), expected, "only this checker's squares");
    assert_eq!(watched.touches(&[5, 6, 5]), [Touched::Stepped, Touched::Picked, Touched::Stepped]);
    assert_eq!(watched.checkers(&[8, 6, 5]), [2, 4, 2]);
    assert_eq!(watched.view.move_to_confirm(), Some("8/5,6/5"));
    assert!(watched.view.targets().is_empty());
}

#[test]
fn steps_are_undone_until_the_move_is_played() {
    let mut watched = Watched::opened();
    watched.touches(&[8, 5, 6, 5]);
    assert!(watched.view.undo_step());
    assert_eq!(watched.checkers(&[8, 6, 5]), [2, 5, 1]);
    assert_eq!(watched.view.move_to_confirm(), None);
    let left: Vec<&str> =
        watched.view.completions("").into_iter().map(|mv| mv.text.as_str()).collect();
    assert!(left.contains(&"8/5,6/5") && !left.contains(&"24/23,13/10"), "{left:?}");
    watched.touches(&[6, 5]);
    let mv = watched.view.move_to_confirm().unwrap().to_owned();
    assert!(watched.view.play(&mv).is_some());
    assert_eq!(watched.checkers(&[8, 6, 5]), [2, 4, 2]);
    assert!(!watched.view.undo_step(), "the move is sent");
    watched.view.handle_refusal();
    assert_eq!(watched.checkers(&[8, 6, 5]), [3, 5, 0], "the table has refused it");
}

#[test]
fn the_steps_of_a_move_end_with_the_turn() {
    let mut watched = Watched::opened();
    watched.touches(&[8, 5]);
    watched.plays("13/9");
    watched.view.skip_animation();
    assert_eq!(watched.checkers(&[13, 9, 8]), [4, 1, 3]);
    assert_eq!(watched.view.steps().made().len(), 0);
}

#[test]
fn one_checker_uses_both_dice_if_all_ways_lead_to_the_same_position() {
    let mut watched = Watched::opened();
    assert_eq!(watched.touches(&[24, 20]), [Touched::Picked, Touched::Stepped]);
    assert_eq!(watched.view.move_to_confirm(), Some("24/20"));
}

#[test]
fn typed_squares_make_steps_and_the_rest_follows() {
    let mut watched = Watched::opened();
    assert_eq!(watched.view.type_steps("8/5"), Some(Touched::Stepped));
    assert_eq!(watched.checkers(&[8, 6, 5]), [2, 5, 1]);
    let sentence = watched.view.next_steps_sentence();
    assert!(sentence.starts_with("The move isn't finished. Next: ") && sentence.contains("6-5"));
    for wrong in ["8/4", "9/8", "e4", "5", "", "6/5 6/5", "(2)", "6/5(9)"] {
        assert_eq!(watched.view.type_steps(wrong), None, "{wrong}");
        assert_eq!(watched.checkers(&[8, 6, 5]), [2, 5, 1], "{wrong}");
    }
    assert_eq!(watched.view.type_steps("6/5"), Some(Touched::Stepped));
    assert_eq!(watched.view.finished_move(), Some("8/5,6/5"));
    watched.view.undo_steps();
    assert_eq!(watched.view.type_steps("6-5, 8-5"), Some(Touched::Stepped));
    assert_eq!(watched.view.finished_move(), Some("8/5,6/5"));
    watched.view.undo_steps();
    assert_eq!(watched.view.type_steps("8/7/4"), Some(Touched::Stepped));
    assert_eq!(watched.view.finished_move(), Some("8/4"));
}

#[test]
fn a_capture_is_typed_square_by_square() {
    let mut watched = Watched::new("checkers:international", &[true, true]);
    for mv in ["32-28", "18-23", "33-29", "23x32", "37x28", "17-22", "28x17"] {
        watched.plays(mv);
    }
    watched.asks();
    let captures: Vec<String> =
        watched.view.history().legal().iter().map(|mv| mv.text.clone()).collect();
    let mv = captures.first().expect("a capture is forced").clone();
    let (from, to) = mv.split_once('x').expect("a capture");
    watched.view.type_steps(&format!("{from}x{to}")).expect("the steps are legal");
}

#[test]
fn a_line_of_moves_begins_with_its_first_move() {
    let mut watched = Watched::new("chess", &[true, true]);
    watched.asks();
    let first = |text: &str| watched.view.history().first_of_line(text);
    assert_eq!(first("e4 e5").as_deref(), Some("e4"));
    assert_eq!(first("1. e4 e5 2. Nf3").as_deref(), Some("e4"));
    for other in ["e4", "e4 e4", "e4 is good", "hello you", ""] {
        assert_eq!(first(other), None, "{other}");
    }
}

#[test]
fn a_promotion_asks_for_the_piece_and_a_king_castles_onto_its_rook() {
    let at = |name: &str| {
        let file = usize::from(name.as_bytes()[0] - b'a');
        Square::new(8 * usize::from(b'8' - name.as_bytes()[1]) + file)
    };
    let mut watched = Watched::new("chess", &[true, true]);
    for mv in ["e4", "a5", "Nf3", "a4", "Bc4", "a3", "h3", "axb2", "h4", "Na6"] {
        watched.plays(mv);
    }
    watched.asks();
    assert_eq!(watched.view.touch(at("e1")), Touched::Picked);
    let Touched::Move(castles) = watched.view.touch(at("h1")) else { panic!("it castles") };
    assert_eq!(watched.view.history().legal()[castles].text, "O-O");
    watched.plays("h5");
    watched.asks();
    watched.view.touch(at("b2"));
    let Touched::Several(moves) = watched.view.touch(at("a1")) else { panic!("a choice") };
    let legal = watched.view.history().legal();
    let texts: Vec<&str> = moves.iter().map(|&mv| legal[mv].text.as_str()).collect();
    assert_eq!(texts, ["bxa1=Q", "bxa1=R", "bxa1=B", "bxa1=N"]);
}

#[test]
fn empty_squares_are_marked_only_if_some_of_them_are_legal() {
    let mut placed = Watched::new("tic-tac-toe", &[true, true]);
    placed.asks();
    assert_eq!(placed.view.steps().targets().len(), 9);
    assert!(placed.view.targets().is_empty(), "a mark on every square means nothing");
    let mut dropped = Watched::new("connect-four", &[true, true]);
    dropped.asks();
    assert_eq!(dropped.view.targets().len(), 7);
}
