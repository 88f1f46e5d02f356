//! Tests the table's rules without threads: the referee's outputs for given inputs.

use std::time::Duration;

use board_engine::Seat;
use games_package::{
    Authority, Command, EndReason, Ending, Failure, FailureKind, MatchSetup, Notice, Output,
    Referee, Reply, Ticket, TimeControl,
};

use crate::games::{race, stones, two_rounds};
use crate::players::{FIRST, SECOND, Scripted, plays_first};
use crate::table::{play, setup};

const NOW: Duration = Duration::ZERO;

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// All new outputs.
fn outputs(referee: &mut Referee) -> Vec<Output> {
    let mut outputs = Vec::new();
    referee.take_outputs(&mut outputs);
    outputs
}

/// The request among the outputs, with its seat; events are skipped.
fn asked(referee: &mut Referee) -> (Seat, Ticket) {
    let asked = |output| match output {
        Output::Ask { seat, ticket, .. } => Some((seat, ticket)),
        _ => None,
    };
    outputs(referee).into_iter().find_map(asked).expect("a seat gets a request")
}

/// A match with started players.
fn begun(mut setup: MatchSetup) -> Referee {
    let mut referee = Referee::new(&mut setup).unwrap();
    referee.start(NOW);
    for output in outputs(&mut referee) {
        let Output::Start { seat, ticket, .. } = output else { panic!("{output:?}") };
        referee.started(seat, ticket, Ok("scripted".into()), NOW);
    }
    referee
}

fn two(heap: u32) -> MatchSetup {
    setup(stones(2, heap), [plays_first(), plays_first()])
}

/// A match where the first seat has to move at time 0.
fn waiting(setup: MatchSetup) -> (Referee, Ticket) {
    let mut referee = begun(setup);
    referee.begin_turn(NOW);
    let (seat, ticket) = asked(&mut referee);
    assert_eq!(seat, FIRST);
    (referee, ticket)
}

fn reason(referee: &Referee) -> EndReason {
    referee.record().ending.expect("the match has ended").reason
}

/// Plays a match on this thread alone, always with the first legal move.
fn played_without_threads(setup: MatchSetup) -> Referee {
    let mut referee = begun(setup);
    while !referee.is_over() {
        referee.begin_turn(NOW);
        for output in outputs(&mut referee) {
            if let Output::Ask { seat, ticket, .. } = output {
                let mv = referee.request(seat).legal_moves[0].clone();
                referee.replied(seat, ticket, Ok(Reply::Move(mv)), NOW);
            }
        }
    }
    referee
}

#[test]
fn a_match_without_threads_equals_the_moderators_match() {
    let players = || -> [Scripted; 2] { [plays_first(), plays_first()] };
    for seed in 0..3 {
        let setup = || MatchSetup { seed, ..setup(race(), players()) };
        let expected = play(setup()).record;
        let record = played_without_threads(setup()).into_record();
        let moves = |record: &games_package::Record| record.moves().map(String::from).collect();
        let (found, expected_moves): (Vec<_>, Vec<_>) = (moves(&record), moves(&expected));
        assert_eq!(found, expected_moves);
        assert_eq!(record.ending, expected.ending);
        assert_eq!(record.players, expected.players);
    }
}

#[test]
fn after_a_player_fails_to_start_no_other_player_is_called() {
    let mut referee = Referee::new(&mut two(3)).unwrap();
    referee.start(NOW);
    let starts = outputs(&mut referee);
    let is_awaited = |referee: &Referee, output: &Output| match *output {
        Output::Start { seat, ticket } => referee.awaits_start(seat, ticket),
        _ => false,
    };
    assert!(starts.iter().all(|start| is_awaited(&referee, start)), "{starts:?}");
    let Output::Start { seat: FIRST, ticket } = starts[0] else { panic!("{starts:?}") };
    referee.started(FIRST, ticket, Err(Failure::new(FailureKind::Error, "no book")), NOW);
    assert!(!starts.iter().any(|start| is_awaited(&referee, start)), "{starts:?}");
    assert!(!referee.has_begun());
    assert!(matches!(reason(&referee), EndReason::PlayerFailed(FIRST, _)));
}

#[test]
fn the_driver_supplies_the_time() {
    let time_control = TimeControl::PerMove(seconds(5));
    let (mut referee, ticket) = waiting(MatchSetup { time_control, ..two(9) });
    assert_eq!(referee.deadline(), Some(seconds(5)));
    referee.replied(FIRST, ticket, Ok(Reply::play("1")), seconds(3));
    assert_eq!(referee.newest_ply().map(|ply| ply.elapsed), Some(seconds(3)));
    referee.begin_turn(seconds(4));
    let (seat, ticket) = asked(&mut referee);
    assert_eq!((seat, referee.deadline()), (SECOND, Some(seconds(9))));
    referee.replied(seat, ticket, Ok(Reply::play("1")), seconds(10));
    assert_eq!(reason(&referee), EndReason::time_expired(SECOND));
}

#[test]
fn an_answer_to_a_withdrawn_request_changes_nothing() {
    let (mut referee, ticket) = waiting(two(9));
    referee.execute(Authority::Director, Command::Pause, NOW).unwrap();
    let withdrawn = outputs(&mut referee);
    assert!(matches!(withdrawn[0], Output::Withdraw(FIRST)), "{withdrawn:?}");
    referee.replied(FIRST, ticket, Ok(Reply::Resign), NOW);
    assert!(outputs(&mut referee).is_empty() && !referee.is_over());
    referee.execute(Authority::Director, Command::Resume, NOW).unwrap();
    referee.begin_turn(NOW);
    let (_, again) = asked(&mut referee);
    assert!(again > ticket);
}

#[test]
fn a_refused_command_changes_nothing_and_emits_nothing() {
    let (mut referee, _) = waiting(two(9));
    let refused = [
        (Command::Resume, "the match is not paused"),
        (Command::AcceptDraw(FIRST), "this seat has no draw offer"),
        (Command::Redo { plies: 1 }, "there is no move to redo"),
        (Command::Resign(Seat::new(2)), "there is no such seat"),
    ];
    for (command, why) in refused {
        assert_eq!(
            referee.execute(Authority::Director, command, NOW).unwrap_err().to_string(),
            why
        );
    }
    assert!(outputs(&mut referee).is_empty());
}

#[test]
fn an_adjudicated_match_ends_before_the_next_turn_unless_the_rules_have_ended_it() {
    let ending = Ending {
        payoffs: Some(vec![0, 0]),
        reason: EndReason::Adjudicated("no side is ahead".into()),
    };
    for (heap, is_adjudicated) in [(9, true), (1, false)] {
        let (mut referee, ticket) = waiting(MatchSetup { pace: seconds(9), ..two(heap) });
        referee.replied(FIRST, ticket, Ok(Reply::play("1")), NOW);
        referee.adjudicate(ending.clone());
        referee.begin_turn(NOW);
        assert_eq!(matches!(reason(&referee), EndReason::Adjudicated(_)), is_adjudicated);
    }
}

#[test]
fn the_table_waits_only_before_the_next_round() {
    let between = setup(two_rounds(), [plays_first(), plays_first()]);
    for (setup, mv, waits) in [(between, "on", true), (two(9), "1", false), (two(5), "1", true)] {
        let (mut referee, ticket) = waiting(MatchSetup { round_pause: seconds(3), ..setup });
        referee.replied(FIRST, ticket, Ok(Reply::play(mv)), NOW);
        assert_eq!(!referee.is_ready(), waits);
        assert_eq!(referee.deadline(), waits.then(|| seconds(3)));
        referee.expire(seconds(3));
        assert!(referee.is_ready());
    }
}

#[test]
fn any_seat_can_begin_the_next_round_early() {
    let between = setup(two_rounds(), [plays_first(), plays_first()]);
    let (mut referee, ticket) = waiting(MatchSetup { round_pause: seconds(3), ..between });
    let next = |referee: &mut Referee, seat| {
        let done = referee.execute(Authority::Seat(SECOND), Command::NextRound(seat), NOW);
        done.map_err(|refusal| refusal.to_string())
    };
    let too_early = || Err("no round has just ended".to_owned());
    assert_eq!(next(&mut referee, SECOND), too_early());
    referee.replied(FIRST, ticket, Ok(Reply::play("on")), NOW);
    assert_eq!(next(&mut referee, FIRST), Err("that command is for another seat".into()));
    assert!(!referee.is_ready());
    assert_eq!(next(&mut referee, SECOND), Ok(()));
    assert!(referee.is_ready());
    // Only directors can end the wait after any other move.
    let (mut paced, ticket) = waiting(MatchSetup { pace: seconds(3), ..two(9) });
    paced.replied(FIRST, ticket, Ok(Reply::play("1")), NOW);
    assert_eq!(next(&mut paced, SECOND), too_early());
}

#[test]
fn players_receive_moves_and_not_turns() {
    let (mut referee, ticket) = waiting(two(9));
    referee.replied(FIRST, ticket, Ok(Reply::play("1")), NOW);
    let told =
        |output: &Output| matches!(output, Output::Event { notice, .. } if notice.is_for_players());
    let moved = outputs(&mut referee);
    assert!(
        matches!(moved[..], [Output::Event { notice: Notice::MovePlayed(FIRST), .. }]),
        "{moved:?}"
    );
    assert!(told(&moved[0]));
    referee.begin_turn(NOW);
    assert!(!outputs(&mut referee).iter().any(told));
}

#[test]
fn a_match_that_ends_after_a_takeback_records_the_moves_in_their_place() {
    let (mut referee, ticket) = waiting(two(9));
    referee.replied(FIRST, ticket, Ok(Reply::play("1")), NOW);
    referee.begin_turn(NOW);
    let (second, ticket) = asked(&mut referee);
    referee.replied(second, ticket, Ok(Reply::play("2")), NOW);
    referee.execute(Authority::Director, Command::TakeBack { plies: 1 }, NOW).unwrap();
    referee.stop(NOW);
    let at_table = referee.record();
    let record = referee.into_record();
    assert_eq!(record, at_table);
    assert_eq!((record.plies.len(), record.variations[0].after), (1, 1));
    record.replay(&*stones(2, 9)).unwrap();
}

#[test]
fn an_adjudication_ends_with_the_moves_that_led_to_it() {
    for command in [Command::TakeBack { plies: 1 }, Command::Restart] {
        let (mut referee, ticket) = waiting(two(1));
        referee.replied(FIRST, ticket, Ok(Reply::play("1")), NOW);
        referee.adjudicate(Ending::draw_agreed(2));
        referee.begin_turn(NOW);
        assert!(referee.is_over());
        referee.execute(Authority::Director, command, NOW).unwrap();
        for output in outputs(&mut referee) {
            if let Output::Start { seat, ticket } = output {
                referee.started(seat, ticket, Ok("scripted".into()), NOW);
            }
        }
        referee.begin_turn(NOW);
        assert!(!referee.is_over());
    }
}
