//! Wins that are there for certain.
//!
//! Positions with a win of known length come from random games: plain alpha-beta to depth 1, 2, 3 … without an opinion
//! finds a win first at the depth that is its length. What the strong search says of them may come at another depth,
//! but it must be true.

use checkers::{Checkers, English, International};
use connect_four::ConnectFour;
use evaluation::EvaluatedGame;
use search::{Algorithm, AlphaBeta, Depth, Technique, Zero};

use super::*;

/// The number of plies of the shortest win for the mover, if it is at most `most`.
fn win<G: ZeroSum + Deterministic + PerfectInformation>(
    game: &G,
    situation: &Situation<G>,
    most: u32,
) -> Option<u32> {
    let Situation { position, history } = situation;
    let task = Task { game, evaluator: &Zero, position, history: Some(history) };
    (1..=most)
        .find(|&plies| AlphaBeta.search(&task, &Limits::to_depth(Depth::new(plies))).score.is_win())
}

/// The first `count` situations of random games, `plies` and more plies long, that are won in at least 3 and at most 7.
fn wins<G: ZeroSum + Deterministic + PerfectInformation>(
    game: &G,
    plies: u64,
    count: usize,
) -> Vec<(Situation<G>, u32)> {
    let found = (0..10_000).filter_map(|seed| {
        let situation = situation(game, seed, plies + seed % 10)?;
        let win = win(game, &situation, 7)?;
        (win >= 3).then_some((situation, win))
    });
    found.take(count).collect()
}

/// The search never claims a shorter win than there is, and finds the shortest one by depth `deepest`.
fn check<G>(game: &G, situation: &Situation<G>, win: u32, options: PvsOptions, deepest: u32)
where
    G: ZeroSum + Deterministic + PerfectInformation + EvaluatedGame,
{
    let (_, evaluator) = &G::EVALUATORS[0];
    let Situation { position, history } = situation;
    let task = Task { game, evaluator, position, history: Some(history) };
    let limits = Limits::to_depth(Depth::new(deepest));
    let mut shortest = u32::MAX;
    Pvs::new(options).search(&task, &limits, &mut |progress| {
        let line = &progress.lines[0];
        assert!(!line.score.is_loss(), "{options:?} takes a win for a loss: {position:?}");
        if let Some(plies) = line.score.plies_to_end() {
            assert!(plies >= win, "{options:?} claims a win in {plies} of {win}: {position:?}");
            shortest = shortest.min(plies);
        }
        if shortest == win { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(shortest, win, "{options:?} finds no such win: {position:?}");
}

fn check_all<G>(game: &G, plies: u64)
where
    G: ZeroSum + Deterministic + PerfectInformation + EvaluatedGame,
{
    let wins = wins(game, plies, 8);
    assert_eq!(wins.len(), 8);
    for (situation, win) in wins {
        // Without reductions, probcut and guesses about returns, a depth shows all that so many plies can bring.
        let full = Techniques::ALL
            .without(Technique::LateMoveReductions)
            .without(Technique::Probcut)
            .without(Technique::EarlyRepetition);
        check(game, &situation, win, options(full), win);
        check(game, &situation, win, options(Techniques::NONE), win);
        check(game, &situation, win, options(Techniques::ALL), 3 * win);
        for technique in Technique::ALL {
            check(game, &situation, win, options(Techniques::ALL.without(technique)), 3 * win);
        }
        let parallel = PvsOptions { threads: 3, ..options(Techniques::ALL) };
        check(game, &situation, win, parallel, 3 * win);
    }
}

#[test]
fn wins_at_english_checkers_are_found_with_their_length() {
    check_all(&Checkers::<English>::new(), 60);
}

#[test]
fn wins_at_international_draughts_are_found_with_their_length() {
    check_all(&Checkers::<International>::new(), 100);
}

#[test]
fn wins_at_connect_four_are_found_with_their_length() {
    check_all(&ConnectFour::default(), 10);
}

/// Who wins when both sides play by the strong search, and after how many plies.
fn played_out<G>(game: &G, situation: Situation<G>, nodes: u64) -> (i16, u32)
where
    G: ZeroSum + Deterministic + PerfectInformation + EvaluatedGame,
{
    let (_, evaluator) = &G::EVALUATORS[0];
    let Situation { mut position, mut history } = situation;
    let board_engine::Turn::Seat(winner) = game.turn(&position) else { panic!("no chance here") };
    let mut sides = [(); 2].map(|()| Pvs::new(options(Techniques::ALL)));
    let mut moves = Vec::new();
    for ply in 0.. {
        let status = game.legal_moves(&position, &mut moves);
        if let Some(outcome) = status.outcome().or_else(|| history.outcome(game)) {
            return (outcome.payoff(winner), ply);
        }
        let task = Task { game, evaluator, position: &position, history: Some(&history) };
        let limits = Limits { nodes: Some(nodes), ..Limits::to_depth(Depth::MAX) };
        let board_engine::Turn::Seat(mover) = game.turn(&position) else {
            panic!("no chance here")
        };
        let report = sides[mover.index()].search(&task, &limits, &mut |progress| {
            if progress.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let best = report.best.expect("the game goes on");
        history.play(game, &mut position, best);
    }
    unreachable!("every game ends")
}

/// A win that is found need not be the shortest one, since late moves are looked at less deeply.
#[test]
fn won_games_are_played_to_the_end() {
    let english = Checkers::<English>::new();
    for (situation, win) in wins(&english, 60, 20) {
        let (payoff, plies) = played_out(&english, situation, 20_000);
        assert_eq!((payoff, plies <= 3 * win), (1, true), "{plies} of {win}");
    }
    let connect_four = ConnectFour::default();
    for (situation, win) in wins(&connect_four, 10, 20) {
        let (payoff, plies) = played_out(&connect_four, situation, 20_000);
        assert_eq!((payoff, plies <= 3 * win), (1, true), "{plies} of {win}");
    }
}

#[test]
fn long_endings_are_played_to_the_end() {
    use board_engine::Notation;
    let english = Checkers::<English>::new();
    // Two kings against one that can't reach a double corner, and three against two: textbook wins.
    for fen in ["W:WK14,K18:BK12", "W:WK10,K14,K18:BK5,K12", "B:WK28:BK1,K5,K6"] {
        let position = english.parse_position(fen).expect("a position");
        let history = KeyHistory::starting_at(&english, &position);
        let (payoff, plies) = played_out(&english, Situation { position, history }, 100_000);
        assert_eq!(payoff, 1, "{fen} after {plies}");
    }
}
