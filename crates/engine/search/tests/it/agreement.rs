//! Checks that all algorithms return plain minimax's value for every position.

use board_engine::{
    Deterministic, Game, KeyHistory, PerfectInformation, Repetition, SEATS_MAX, Seat, Status, Turn,
    ZeroSum, zobrist,
};
use checkers::{Checkers, English, International};
use proptest::prelude::*;
use search::{
    Algorithm, AlphaBeta, Depth, Evaluator, Limits, Minimax, Negamax, Negascout, Paranoid, Report,
    Score, Task, Zero,
};
use tic_tac_toe::{MnkGame, TicTacToe};

use crate::tree::{Graph, Position, RandomScores, Tree};

/// The four algorithms' reports for the last position in `line`.
fn reports<G: ZeroSum + Deterministic + PerfectInformation>(
    game: &G,
    line: &[G::Position],
    depth: u32,
) -> [Report<G::Move>; 4] {
    let history = history(game, line);
    let position = line.last().expect("the root at least");
    let task = Task { game, evaluator: &RandomScores, position, history: history.as_ref() };
    let limits = Limits::to_depth(Depth::new(depth));
    [
        Minimax.search(&task, &limits),
        Negamax.search(&task, &limits),
        AlphaBeta.search(&task, &limits),
        Negascout.search(&task, &limits),
    ]
}

/// The history as a table would maintain it, built by playing the moves along the line.
fn history<G: Game>(game: &G, line: &[G::Position]) -> Option<KeyHistory> {
    let mut history = KeyHistory::starting_at(game, &line[0]);
    for pair in line.windows(2) {
        let mut moves = Vec::new();
        game.legal_moves(&pair[0], &mut moves);
        let reaches = |&mv: &G::Move| {
            let mut child = pair[0].clone();
            history.clone().play(game, &mut child, mv);
            child == pair[1]
        };
        let mv = moves.iter().copied().find(reaches)?;
        history.play(game, &mut pair[0].clone(), mv);
    }
    Some(history)
}

fn mover_of<G: Game>(game: &G, position: &G::Position) -> usize {
    let Turn::Seat(seat) = game.turn(position) else { panic!("no chance here") };
    seat.index()
}

/// Checks that all four algorithms agree with the reference, and that their best lines lead to their scores.
fn check<G: ZeroSum + Deterministic + PerfectInformation>(
    game: &G,
    line: &[G::Position],
    depth: u32,
) {
    let root = line.last().expect("the root at least");
    let values = minimax_values(game, &mut line.to_vec(), 0, depth as usize);
    let expected = values[mover_of(game, root)];
    for (report, name) in
        reports(game, line, depth).iter().zip(["minimax", "negamax", "alpha-beta", "negascout"])
    {
        assert_eq!(report.score, expected, "{name} at depth {depth} of {root:?}");
        check_line(game, line, depth, report, values);
    }
}

/// Checks that the line is legal, begins with the best move, and ends in a position with the reported score.
fn check_line<G: Game>(
    game: &G,
    line: &[G::Position],
    depth: u32,
    report: &Report<G::Move>,
    values: [Score; SEATS_MAX],
) {
    let mut played = line.to_vec();
    let mut moves = Vec::new();
    for &mv in &report.line {
        let mut position = played.last().expect("the root at least").clone();
        assert_eq!(game.legal_moves(&position, &mut moves), Status::Ongoing);
        assert!(moves.contains(&mv), "{mv:?} is not legal in {position:?}");
        game.play(&mut position, mv);
        played.push(position);
    }
    let left = depth as usize - report.line.len();
    let end = minimax_values(game, &mut played, report.line.len(), left);
    let root = mover_of(game, line.last().expect("the root at least"));
    assert_eq!(end[root], values[root], "the line {:?} leads elsewhere", report.line);
    if depth > 0 {
        assert_eq!(report.best, report.line.first().copied());
    }
    assert!(report.completed);
}

/// Positions from one random game, from its start.
fn random_line<G: Game>(game: &G, seed: u64, plies: u64) -> Vec<G::Position> {
    let mut line = vec![game.start()];
    let mut moves = Vec::new();
    for ply in 0..plies {
        let mut position = line.last().expect("the start").clone();
        if game.legal_moves(&position, &mut moves) != Status::Ongoing {
            break;
        }
        let number = zobrist::mix(&[seed, ply]) % moves.len() as u64;
        game.play(&mut position, moves[usize::try_from(number).expect("an index")]);
        line.push(position);
    }
    line
}

proptest! {
    #[test]
    fn on_random_trees_with_two_seats(seed: u64, plies_max in 0_u8..8, depth in 0_u32..9) {
        let game = Tree::<2> { seed, plies_max };
        check(&game, &[game.start()], depth);
    }

    #[test]
    fn on_random_trees_with_three_seats(seed: u64, plies_max in 0_u8..8, depth in 0_u32..9) {
        let game = Tree::<3> { seed, plies_max };
        let position = game.start();
        let task = Task { game: &game, evaluator: &RandomScores, position: &position, history: None };
        let report = Minimax.search(&task, &Limits::to_depth(Depth::new(depth)));
        let values = minimax_values(&game, &mut vec![position.clone()], 0, depth as usize);
        prop_assert_eq!(report.score, values[mover_of(&game, &position)]);
    }

    #[test]
    fn on_graphs_with_repeated_positions(seed: u64, occurrences in 2_u8..4, depth in 0_u32..7) {
        let game = Graph { seed, occurrences };
        check(&game, &[game.start()], depth);
    }

    #[test]
    fn on_graphs_with_a_history_before_the_root(seed: u64, plies in 0_u64..5, depth in 0_u32..6) {
        let game = Graph { seed, occurrences: 3 };
        check(&game, &random_line(&game, seed, plies), depth);
    }

    #[test]
    fn on_tic_tac_toe(seed: u64, plies in 2_u64..9, depth in 0_u32..6) {
        let game = TicTacToe::default();
        check(&game, &random_line(&game, seed, plies), depth);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn on_checkers(seed: u64, plies in 0_u64..60, depth in 0_u32..5) {
        let english = Checkers::<English>::new();
        check(&english, &random_line(&english, seed, plies), depth);
        let international = Checkers::<International>::new();
        check(&international, &random_line(&international, seed, plies), depth.min(3));
    }
}

#[test]
fn tic_tac_toe_is_a_draw_and_alpha_beta_cuts() {
    let game = TicTacToe::default();
    let position = game.start();
    let task = Task { game: &game, evaluator: &Zero, position: &position, history: None };
    let limits = Limits::to_depth(Depth::new(9));
    let reports = [
        Minimax.search(&task, &limits),
        Negamax.search(&task, &limits),
        AlphaBeta.search(&task, &limits),
        Negascout.search(&task, &limits),
    ];
    for report in &reports {
        assert_eq!((report.score, report.line.len()), (Score::ZERO, 9));
    }
    let nodes = reports.map(|report| report.statistics.nodes);
    // The whole tree has 549,946 nodes: 1 + 9 + 72 + … (the sum of perft 0 to 9). Alpha-beta visits 7,865 nodes if it
    // tries the center first, then corners, then edges, and prefers quicker wins. A separate program in another
    // language confirmed this count.
    assert_eq!(nodes[..3], [549_946, 549_946, 7_865]);
    assert!(nodes[3] < nodes[2], "{nodes:?}");
}

#[test]
fn both_searches_agree_on_a_larger_board() {
    let game = MnkGame::<u32>::new(4, 4, 3).expect("it fits");
    check(&game, &[game.start()], 4);
}

/// The values of the last position in `line` for each seat.
pub(crate) fn minimax_values<G: Game>(
    game: &G,
    line: &mut Vec<G::Position>,
    plies_before: usize,
    depth: usize,
) -> [Score; SEATS_MAX] {
    let position = line.last().expect("the root at least").clone();
    let mut moves = Vec::new();
    let status = game.legal_moves(&position, &mut moves);
    let mut values = [Score::ZERO; SEATS_MAX];
    for seat in Seat::all(game.seats()) {
        if let Some(outcome) = status.outcome().or_else(|| repetition(game, line)) {
            values[seat.index()] = Score::of_payoff(outcome.payoff(seat), plies_before);
        } else if depth == 0 {
            values[seat.index()] = RandomScores.evaluate(game, &position, seat);
        }
    }
    if status != Status::Ongoing || repetition(game, line).is_some() || depth == 0 {
        return values;
    }
    let Turn::Seat(mover) = game.turn(&position) else { panic!("no chance here") };
    let mut best: Option<[Score; SEATS_MAX]> = None;
    for mv in moves {
        let mut child = position.clone();
        game.play(&mut child, mv);
        line.push(child);
        let below = minimax_values(game, line, plies_before + 1, depth - 1);
        line.pop();
        if best.is_none_or(|best| below[mover.index()] > best[mover.index()]) {
            best = Some(below);
        }
    }
    best.expect("an ongoing game has a move")
}

fn repetition<G: Game>(game: &G, line: &[G::Position]) -> Option<board_engine::Outcome> {
    let Repetition::Ends { occurrences, outcome } = game.repetition() else { return None };
    let last = game.key(line.last()?);
    let count = line.iter().filter(|position| game.key(position) == last).count();
    (count >= usize::from(occurrences)).then_some(outcome)
}

/// The value of `position` for `own`, computed in the simplest way.
fn value<const SEATS: usize>(
    game: &Tree<SEATS>,
    position: &Position,
    own: Seat,
    plies: usize,
    depth: usize,
) -> Score {
    let mut moves = Vec::new();
    if let Status::Over(outcome) = game.legal_moves(position, &mut moves) {
        return Score::of_payoff(outcome.payoff(own), plies);
    }
    if depth == 0 {
        return RandomScores.evaluate(game, position, own);
    }
    let below = moves.iter().map(|&mv| {
        let mut child = position.clone();
        game.play(&mut child, mv);
        value(game, &child, own, plies + 1, depth - 1)
    });
    let best = if game.turn(position) == Turn::Seat(own) { below.max() } else { below.min() };
    best.expect("an ongoing game has a move")
}

proptest! {
    #[test]
    fn on_random_trees_with_three_seats_it_is_paranoid(seed: u64, plies_max in 0_u8..8, depth in 0_u32..9) {
        let game = Tree::<3> { seed, plies_max };
        let position = game.start();
        let Turn::Seat(own) = game.turn(&position) else { panic!("no chance here") };
        let task = Task { game: &game, evaluator: &RandomScores, position: &position, history: None };
        let report = Paranoid.search(&task, &Limits::to_depth(Depth::new(depth)));
        prop_assert_eq!(report.score, value(&game, &position, own, 0, depth as usize));
    }

    #[test]
    fn with_two_seats_it_is_alpha_beta(seed: u64, plies_max in 0_u8..8, depth in 0_u32..9) {
        let game = Tree::<2> { seed, plies_max };
        let position = game.start();
        let task = Task { game: &game, evaluator: &RandomScores, position: &position, history: None };
        let limits = Limits::to_depth(Depth::new(depth));
        prop_assert_eq!(Paranoid.search(&task, &limits), AlphaBeta.search(&task, &limits));
    }
}
