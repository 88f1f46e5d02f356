//! Tests that the end of the game is solved exactly.

use board_engine::{Game, Notation, Status, zobrist};
use game_family::CatalogEntry;
use othello::{Goal, Othello, Position};
use othello_players::{OthelloEntry, OthelloEvaluator, OthelloHints};
use search::{Algorithm, Depth, Hints, Limits, PayoffBounds, Pvs, PvsOptions, Score, Task};

/// A random position with this number of empty squares, if the game lasts that long.
fn random_position(game: &Othello, empty: u32, seed: u64) -> Option<Position> {
    let (mut position, mut moves) = (game.start(), Vec::new());
    for ply in 0.. {
        if game.empty(&position).count() == empty {
            return Some(position);
        }
        if game.legal_moves(&position, &mut moves) != Status::Ongoing {
            return None;
        }
        let index = zobrist::mix(&[seed, ply]) % moves.len() as u64;
        game.play(&mut position, moves[usize::try_from(index).unwrap()]);
    }
    None
}

/// The mover's payoff according to a search without any optimization.
fn payoff_by_minimax(game: &Othello, position: &Position) -> i16 {
    let mut moves = Vec::new();
    if let Status::Over(outcome) = game.legal_moves(position, &mut moves) {
        return outcome.payoff(position.mover());
    }
    let after = |mv| {
        let mut after = *position;
        game.play(&mut after, mv);
        -payoff_by_minimax(game, &after)
    };
    moves.into_iter().map(after).max().unwrap()
}

fn check(game: &Othello, empty: u32, seeds: u64) {
    let max = game.payoff_max();
    for seed in 0..seeds {
        let Some(position) = random_position(game, empty, seed) else { continue };
        let expected = payoff_by_minimax(game, &position);
        let solve = |lower, upper| {
            let bounds = PayoffBounds { lower, upper };
            OthelloHints.solve(game, &position, bounds).unwrap().payoff
        };
        let text = game.format_position(&position);
        assert_eq!(solve(-max, max), expected, "{text}");
        for lower in [-max, expected - 1, expected, max - 1] {
            let lower = lower.clamp(-max, max - 1);
            let upper = lower + 1;
            let found = solve(lower, upper);
            assert_eq!(found >= upper, expected >= upper, "{text}: {lower} to {upper}: {found}");
        }
    }
}

#[test]
fn endings_agree_with_a_full_search() {
    let discs = |size| Othello::new(size, Goal::Discs).unwrap();
    for empty in 0..8 {
        check(&Othello::default(), empty, 20);
        check(&discs(8), empty, 20);
        check(&discs(6), empty, 20);
        check(&discs(4), empty, 20);
    }
    check(&discs(8), 9, 3);
}

#[test]
fn late_positions_are_solved_and_early_positions_refused() {
    let game = Othello::new(8, Goal::Discs).unwrap();
    for seed in 0..5 {
        let Some(position) = random_position(&game, 8, seed) else { continue };
        let mut solver = OthelloEntry::solver(&game).unwrap();
        let solved = solver.solve(&game, &position, &mut |_| {}, None).unwrap();
        let text = game.format_position(&position);
        assert_eq!(solved.payoff, payoff_by_minimax(&game, &position), "{text}");
        assert!(solver.positions() > 0);
    }
    let mut solver = OthelloEntry::solver(&game).unwrap();
    assert!(solver.solve(&game, &game.start(), &mut |_| {}, None).is_err());
}

/// Position 40 in the FFO endgame tests, with 20 empty squares: Black, to move, wins by 38.
#[test]
fn the_search_finds_the_published_end_of_a_position() {
    if std::env::var_os("RIVAL_DEEP").is_none() {
        return;
    }
    let game = Othello::new(8, Goal::Discs).unwrap();
    let text = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";
    let position = game.parse_position(text).unwrap();
    let task = Task {
        game: &game,
        evaluator: &OthelloEvaluator::Standard,
        position: &position,
        history: None,
    };
    let mut search = Pvs::with_hints(PvsOptions::default(), OthelloHints);
    let report = search.search(&task, &Limits::to_depth(Depth::new(60)));
    assert_eq!(report.best.map(|mv| game.format_move(&position, mv)).as_deref(), Some("a2"));
    assert!(report.score > Score::of_payoff(37, 0) && report.score < Score::of_payoff(38, 0));
}
