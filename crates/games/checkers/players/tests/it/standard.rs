//! Tests of the standard evaluation of draughts, and of the evaluation with patterns, which builds on it.

use board_engine::{Color, Game, Notation, Place, Seat, Status};
use checkers::{
    Breakthrough, Canadian, Checkers, Czech, English, Frisian, Frysk, International,
    InternationalOn, Italian, Layout, Losing, Parlour, Position, Russian, Set, Spanish, Thai,
    Turkish, Variant,
};
use checkers_players::{DraughtsEvaluator, Standard, Term, Terms};
use proptest::prelude::*;
use search::Evaluator;

/// The position's score for White.
fn for_white<V: Variant>(evaluator: DraughtsEvaluator, position: &Position<V::Word>) -> i32 {
    let seat = Checkers::<V>::seat_of(Color::White);
    evaluator.evaluate(&Checkers::<V>::new(), position, seat).value()
}

const BOTH: [DraughtsEvaluator; 2] = [DraughtsEvaluator::Standard, DraughtsEvaluator::Patterns];

fn value<V: Variant>(evaluator: DraughtsEvaluator, fen: &str) -> i32 {
    let position = Checkers::<V>::new().parse_position(fen).unwrap();
    for_white::<V>(evaluator, &position)
}

/// The count of one term.
struct Counted {
    term: Term,
    times: i32,
}

impl<V: Variant> Terms<V> for Counted {
    fn add(&mut self, term: Term, times: i32) {
        self.times += if term == self.term { times } else { 0 };
    }
}

fn check_count<V: Variant>(term: Term, fen: &str, times: i32) {
    let position = Checkers::<V>::new().parse_position(fen).unwrap();
    let mut counted = Counted { term, times: 0 };
    Standard::count::<V, _>(&position, &mut counted);
    assert_eq!(counted.times, times, "{term:?} in {fen}");
}

/// The board turned around, with the colors swapped.
fn mirrored<V: Variant>(position: &Position<V::Word>) -> Position<V::Word> {
    let turned = |bit: u32| {
        let Place { column, row } = Layout::<V>::place(bit).unwrap();
        let column = Layout::<V>::WIDTH - 1 - column;
        let row = Layout::<V>::HEIGHT - 1 - row;
        Layout::<V>::bit_at(Place { column, row }).unwrap()
    };
    let names = |set: Set<V>, mark: &str| -> Vec<String> {
        set.into_iter().map(|bit| format!("{mark}{}", Layout::<V>::name(turned(bit)))).collect()
    };
    let side = |color: Color| {
        let pieces = [names(position.men(color), ""), names(position.kings(color), "K")].concat();
        format!("{}{}", (!color).letter(), pieces.join(","))
    };
    let turn = (!position.turn()).letter();
    let text = format!("{turn}:{}:{}", side(Color::Black), side(Color::White));
    Checkers::<V>::new().parse_position(&text).unwrap()
}

/// Visits the starting position and every position reached by choosing legal moves by these numbers.
fn visit_each<V: Variant>(choices: &[usize], visit: impl Fn(&Position<V::Word>)) {
    let game = Checkers::<V>::new();
    let (mut position, mut moves) = (game.start(), Vec::new());
    for choice in choices {
        visit(&position);
        if game.legal_moves(&position, &mut moves) != Status::Ongoing {
            break;
        }
        game.play(&mut position, moves[choice % moves.len()]);
    }
}

/// Checks the positions from both sides.
fn check_mirror<V: Variant>(choices: &[usize]) {
    visit_each::<V>(choices, |position| {
        // In variants in which a king must rest, the position string doesn't show which king it is.
        if Color::ALL.iter().all(|&color| position.tired_king(color).is_none()) {
            for evaluator in BOTH {
                let value = for_white::<V>(evaluator, position);
                let opposite = for_white::<V>(evaluator, &mirrored::<V>(position));
                assert_eq!(value, -opposite, "{evaluator:?}, {position:?}");
            }
        }
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_mirrored_position_has_the_opposite_score(choices in prop::collection::vec(0..1_000_usize, 160)) {
        check_mirror::<English>(&choices);
        check_mirror::<International>(&choices);
        check_mirror::<Italian>(&choices);
        check_mirror::<Russian>(&choices);
        check_mirror::<Thai>(&choices);
        check_mirror::<Turkish>(&choices);
        check_mirror::<Frisian>(&choices);
        check_mirror::<Losing>(&choices);
        check_mirror::<Breakthrough>(&choices);
        check_mirror::<Parlour>(&choices);
        check_mirror::<InternationalOn<u128, 14, 6>>(&choices);
    }
}

/// Checks that both evaluators give the same score everywhere.
fn check_same<V: Variant>(choices: &[usize]) {
    visit_each::<V>(choices, |position| {
        let [standard, patterns] = BOTH.map(|evaluator| for_white::<V>(evaluator, position));
        assert_eq!(standard, patterns, "{position:?}");
    });
}

#[test]
fn without_learned_weights_the_standard_evaluation_is_used() {
    let choices: Vec<usize> = (0..100).map(|ply| ply * 7 + ply / 3).collect();
    check_same::<Italian>(&choices);
    check_same::<Spanish>(&choices);
    check_same::<Czech>(&choices);
    check_same::<Thai>(&choices);
    check_same::<Turkish>(&choices);
    check_same::<Canadian>(&choices);
    check_same::<Frysk>(&choices);
    check_same::<Breakthrough>(&choices);
    check_same::<Losing>(&choices);
    check_same::<Parlour>(&choices);
}

#[test]
fn both_sides_see_the_same() {
    let game = Checkers::<International>::new();
    let position = game.parse_position("W:W31-45:B1-20").unwrap();
    for evaluator in BOTH {
        let [white, black] =
            [Seat::FIRST, Seat::SECOND].map(|seat| evaluator.evaluate(&game, &position, seat));
        assert_eq!(white, -black);
        assert!(white.value() < -300, "five men less: {white}, {evaluator:?}");
    }
}

#[test]
fn an_unstoppable_man_counts_more_the_nearer_it_is() {
    for evaluator in BOTH {
        // White's man can't be stopped; Black's is on the other wing.
        let [near, nearer, stopped] =
            ["W:W16:B5", "W:W11:B5", "W:W16:B1"].map(|fen| value::<International>(evaluator, fen));
        assert!(nearer > near && near > 0, "{near} {nearer}, {evaluator:?}");
        // A man in the way cancels the entire bonus.
        assert!(stopped < near - 30, "{stopped} {near}, {evaluator:?}");
    }
}

#[test]
fn the_first_to_be_crowned_wins_the_race() {
    // Both men need two steps, so the side to move crowns first.
    let value = |fen| value::<Breakthrough>(DraughtsEvaluator::Standard, fen);
    assert!(value("W:W11:B40") > 250);
    assert!(value("B:W11:B40") < -200);
}

#[test]
fn few_flying_kings_against_one_are_a_draw() {
    for evaluator in BOTH {
        let value = |fen| value::<International>(evaluator, fen);
        let three_to_one = value("W:WK50,K49,K48:BK5");
        assert!((0..100).contains(&three_to_one), "{three_to_one}, {evaluator:?}");
        let four_to_one = value("W:WK50,K49,K48,K47:BK5");
        assert!(four_to_one > 300, "{four_to_one}, {evaluator:?}");
    }
}

#[test]
fn on_8x8_three_flying_kings_win_unless_the_one_holds_the_main_road() {
    for evaluator in BOTH {
        let [won, drawn] = ["W:WKb2,Kd8,Kf8:BKc7", "W:WKb4,Kd8,Kf8:BKh8"]
            .map(|fen| value::<Russian>(evaluator, fen));
        assert!(won > 150 && won > 5 * drawn, "{won} {drawn}, {evaluator:?}");
    }
}

#[test]
fn short_kings_can_be_caught() {
    for evaluator in BOTH {
        let value = value::<English>(evaluator, "W:WK32,K31:BK1");
        assert!(value > 100, "{value}, {evaluator:?}");
    }
}

#[test]
fn less_is_more_where_the_loser_wins() {
    assert!(value::<Losing>(DraughtsEvaluator::Standard, "W:W31-45:B1-20") > 300);
}

#[test]
fn terms_count_what_their_names_say() {
    check_count::<English>(Term::Man, "W:W30,31,32:B1", 2);
    check_count::<English>(Term::Place { row: 0, from_edge: 1 }, "W:W32:B10", 1);
    check_count::<English>(Term::Place { row: 0, from_edge: 1 }, "W:W20:B1", -1);
    check_count::<English>(Term::Bridge, "W:W30,32:B1,2,3", 0);
    check_count::<English>(Term::Bridge, "W:W29,30:B1,3", -1);
    // A man behind another man on a diagonal backs it, and so does a king.
    check_count::<English>(Term::Backed, "W:W22,26:B1,12", 1);
    check_count::<English>(Term::Backed, "W:W22,K26:B1,12", 1);
    // Only an empty square is a gap.
    check_count::<English>(Term::Gap, "W:W18,25:B1", 1);
    check_count::<English>(Term::Gap, "W:W18,22,25:B1", 0);
    check_count::<English>(Term::Turn, "B:W18:B1", -1);
    check_count::<English>(Term::Attacked, "W:W18:B14", 1);
    check_count::<English>(Term::Attacked, "B:W18:B14", -1);
    check_count::<English>(Term::Attacked, "W:W18,23:B14", 0);
    // Nine pieces against seven: two in sixteen are eight in 64.
    check_count::<English>(Term::Lead, "W:W21-29:B1-7", 8);
    check_count::<International>(Term::Hunted, "W:W31-35:BK1,6,7", 5);
    check_count::<International>(Term::SoleKings, "W:W31-35:BK1,6,7", -1);
    check_count::<International>(Term::Runner(2), "W:W11:B45", 1);
    check_count::<Turkish>(Term::Backed, "W:Wa2,a3,c2,d3:Bh7", 1);
}
