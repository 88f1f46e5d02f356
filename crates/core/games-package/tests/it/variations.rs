//! Tests that undone moves stay in the record.

use board_engine::Turn;
use games_package::{
    Command, Event, MatchSetup, Ply, Record, ReplayError, Reply, Thinking, Thought, Valuation,
    Variation,
};
use notation::RecordFile;

use crate::games::stones;
use crate::players::{FIRST, chooses, led, plays_first};
use crate::table::{Live, play, setup};

/// Waits for the first seat's turn.
fn turn(live: &mut Live) {
    live.until(|event| {
        let is_turn = |turn| turn == Turn::Seat(FIRST);
        matches!(event, Event::TurnStarted { turn, .. } if is_turn(*turn)).then_some(())
    });
}

/// The record after the first seat has tried these moves; the other seat always takes one stone. A try of -1 takes two
/// plies back.
fn after(tries: &[&'static str]) -> Record {
    let (moves, first) = led();
    let mut live = Live::begin(setup(stones(2, 21), [first, plays_first()]));
    turn(&mut live);
    for &mv in tries {
        match mv {
            "back" => live.send(Command::TakeBack { plies: 2 }),
            "redo" => live.send(Command::Redo { plies: 2 }),
            mv => moves.send(mv).unwrap(),
        }
        turn(&mut live);
    }
    let record = live.control.record().unwrap();
    live.send(Command::Stop);
    record
}

/// Formats plies as "3 1 2 1", with each variation after the ply it replaces.
fn text(plies: &[Ply], variations: &[Variation], first: usize) -> String {
    let at = |index: usize| {
        let here = variations.iter().filter(move |variation| variation.after == first + index);
        let nested = |v: &Variation| format!(" ({})", text(&v.plies, &v.variations, v.after));
        here.map(nested).collect::<Vec<_>>().concat()
    };
    let plies: Vec<String> =
        plies.iter().enumerate().map(|(index, ply)| format!("{}{}", ply.mv, at(index))).collect();
    plies.join(" ") + &at(plies.len())
}

fn check(tries: &[&'static str], expected: &str) {
    let record = after(tries);
    assert_eq!(text(&record.plies, &record.variations, 0), expected, "{tries:?}");
    let read = Record::from_text(&record.to_text()).unwrap();
    assert_eq!(read.variations, record.variations);
    read.replay(&*stones(2, 21)).unwrap();
}

#[test]
fn moves_taken_back_become_a_variation() {
    check(&["3"], "3 1");
    check(&["3", "back", "2"], "2 (3 1) 1");
    check(&["3", "back", "2", "back", "1"], "1 (3 1) (2 1) 1");
}

#[test]
fn replayed_moves_are_not_a_variation() {
    check(&["3", "back", "3"], "3 1");
    check(&["3", "back", "redo"], "3 1");
}

#[test]
fn moves_taken_back_without_a_replacement_are_recorded() {
    check(&["3", "2", "back"], "3 1 (2 1)");
}

#[test]
fn variations_can_be_nested() {
    check(&["3", "2", "back", "1", "back", "back", "2"], "2 (3 1 1 (2 1) 1) 1");
}

#[test]
fn a_replayed_variation_becomes_the_match_again() {
    check(&["3", "2", "back", "back", "1", "back", "3", "redo"], "3 (1 1) 1 2 1");
}

#[test]
fn a_continued_match_keeps_its_variations() {
    let begun = after(&["3", "back", "2"]);
    let continued = MatchSetup {
        opening: begun.plies.clone(),
        variations: begun.variations.clone(),
        ..setup(stones(2, 21), [plays_first(), plays_first()])
    };
    assert_eq!(play(continued).record.variations, begun.variations);
}

#[test]
fn a_record_is_truncated_where_a_different_line_begins() {
    let game = stones(2, 21);
    let record = play(setup(stones(2, 6), [plays_first(), plays_first()])).record;
    let cut = record.cut(2, &*stones(2, 6)).unwrap();
    assert_eq!(text(&cut.plies, &cut.variations, 0), "1 1 (1 1 1 1)");
    assert_eq!((cut.final_position.as_str(), &cut.ending), ("4/1", &None));
    assert!(cut.replay(&*stones(2, 6)).is_ok());
    assert_eq!(record.cut(6, &*game), Ok(record.clone()));
    assert_eq!(record.cut(99, &*game), Ok(record));
}

#[test]
fn too_deeply_nested_variations_are_dropped_and_the_others_stay() {
    let game = stones(2, 200);
    let mut record = play(setup(stones(2, 200), [plays_first(), plays_first()])).record;
    for plies in (0..record.plies.len()).rev() {
        record = record.cut(plies, &*game).unwrap();
    }
    let [outermost] = &record.variations[..] else { panic!("one variation at the start") };
    assert_eq!((outermost.after, outermost.plies.len()), (0, 1));
    let read = Record::from_text(&record.to_text()).unwrap();
    assert_eq!(read, record);
    read.replay(&*game).unwrap();
}

#[test]
fn a_match_continues_without_its_unplayable_variations() {
    let begun = after(&["3", "back", "2"]);
    let mut variations = begun.variations.clone();
    variations.push(Variation { after: 1, plies: vec!["4".into()], variations: Vec::new() });
    let opening = begun.plies.clone();
    let continued =
        MatchSetup { opening, variations, ..setup(stones(2, 21), [plays_first(), plays_first()]) };
    assert_eq!(play(continued).record.variations, begun.variations);
}

#[test]
fn an_unplayable_variation_is_named() {
    let good = after(&["3", "back", "2"]);
    let mut illegal = good.clone();
    illegal.variations[0].plies[1].mv = "4".into();
    let refused = illegal.replay(&*stones(2, 21)).unwrap_err();
    assert!(matches!(refused, ReplayError::VariationMove { ply: 2, .. }), "{refused}");
    let mut nowhere = good;
    nowhere.variations[0].after = 7;
    let refused = nowhere.replay(&*stones(2, 21)).unwrap_err();
    assert_eq!(refused, ReplayError::VariationPlace { after: 7 });
}

#[test]
fn a_record_with_a_thousand_nested_variations_is_refused() {
    let mut text = after(&["3", "back", "2"]).to_text();
    for number in 1..200 {
        let of = number.to_string();
        let ply = "ply = [{ move = \"1\", elapsed_us = 0 }]\n";
        text += &["[[variation]]\nof = ", &of, "\nafter = 2\n", ply].concat();
    }
    let refused = Record::from_text(&text).unwrap_err().to_string();
    assert_eq!(refused, "not a record: the number of nested variations can't be \"101\"");
}

#[test]
fn a_variation_must_branch_off_an_earlier_line() {
    let text = after(&["3", "back", "2"]).to_text();
    let around = |of: usize| text.replace("[[variation]]", &format!("[[variation]]\nof = {of}"));
    for of in [0, 1, 2] {
        let refused = Record::from_text(&around(of)).unwrap_err().to_string();
        let expected = "the parent line of a variation can't be";
        assert!(refused.contains(expected), "{refused}");
    }
}

#[test]
fn the_movers_best_line_is_recorded() {
    let thinks = chooses(|request, host| {
        for (rank, value) in [(1, 35), (2, 20)] {
            let valuation = Valuation::Centi(value);
            host.report(&Thinking { depth: 3, rank, valuation, ..Thinking::default() });
        }
        Ok(Reply::play(request.legal_moves[0].as_str()))
    });
    let record = play(setup(stones(2, 2), [thinks, plays_first()])).record;
    let thought = Some(Thought { valuation: Valuation::Centi(35), depth: 3 });
    let thoughts: Vec<Option<Thought>> = record.plies.iter().map(|ply| ply.note.thought).collect();
    assert_eq!(thoughts, [thought, None]);
}
