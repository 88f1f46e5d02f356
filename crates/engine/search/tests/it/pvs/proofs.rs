//! Tests of proven wins.
//!
//! Positions with a win of known length are taken from random games. Plain alpha-beta without an evaluator, to depth 1,
//! 2, 3 …, first finds a win at a depth equal to the win's length. The strong search may find it at another depth, but
//! its claims must be true.

use board_engine::{Game, Notation, Turn};
use checkers::{Checkers, English, International};
use checkers_players::CheckersEntry;
use connect_four::ConnectFour;
use connect_four_players::ConnectFourEntry;
use game_family::CatalogEntry;
use search::{Algorithm, AlphaBeta, Depth, Score, Technique, Zero};

use super::*;

/// The length of the mover's shortest win, in plies; `None` without a win in at most `most` plies.
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

/// The first `count` situations with a win in 3 to 7 plies, after at least `plies` random plies.
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

/// Checks that the search never claims a win that is shorter than the shortest win, and finds the shortest win by depth
/// `deepest`.
fn check<E>(
    game: &E::Game,
    situation: &Situation<E::Game>,
    win: u32,
    options: PvsOptions,
    deepest: u32,
) where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    let (_, evaluator) = &E::EVALUATORS[0];
    let Situation { position, history } = situation;
    let task = Task { game, evaluator, position, history: Some(history) };
    let limits = Limits::to_depth(Depth::new(deepest));
    let mut shortest = u32::MAX;
    hinted::<E>(options).search_with(&task, &limits, &mut |progress| {
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

fn check_all<E>(game: &E::Game, plies: u64)
where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    let wins = wins(game, plies, 8);
    assert_eq!(wins.len(), 8);
    for (situation, win) in wins {
        // Without reductions, probcut and early repetition, a search to a given depth finds all results within that
        // number of plies.
        let full = Techniques::ALL
            .without(Technique::LateMoveReductions)
            .without(Technique::Probcut)
            .without(Technique::EarlyRepetition);
        check::<E>(game, &situation, win, options(full), win);
        check::<E>(game, &situation, win, options(Techniques::NONE), win);
        check::<E>(game, &situation, win, options(Techniques::ALL), 3 * win);
        for technique in Technique::ALL {
            check::<E>(game, &situation, win, options(Techniques::ALL.without(technique)), 3 * win);
        }
        let parallel = PvsOptions { threads: 3, ..options(Techniques::ALL) };
        check::<E>(game, &situation, win, parallel, 3 * win);
    }
}

#[test]
fn wins_in_english_checkers_are_found_with_their_length() {
    check_all::<CheckersEntry<English>>(&Checkers::<English>::new(), 60);
}

#[test]
fn wins_in_international_draughts_are_found_with_their_length() {
    check_all::<CheckersEntry<International>>(&Checkers::<International>::new(), 100);
}

#[test]
fn wins_in_connect_four_are_found_with_their_length() {
    check_all::<ConnectFourEntry<u64>>(&ConnectFour::default(), 10);
}

/// The mover's payoff when both sides play with the strong search; `None` if the search doesn't immediately see a win.
fn played_out<E>(game: &E::Game, situation: Situation<E::Game>, nodes: u64) -> Option<i16>
where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    let (_, evaluator) = &E::EVALUATORS[0];
    let Situation { mut position, mut history } = situation;
    let Turn::Seat(winner) = game.turn(&position) else { panic!("no chance here") };
    let mut sides = [(); 2].map(|()| hinted::<E>(options(Techniques::ALL)));
    let mut moves = Vec::new();
    for ply in 0.. {
        let status = game.legal_moves(&position, &mut moves);
        if let Some(outcome) = status.outcome().or_else(|| history.outcome(game)) {
            return Some(outcome.payoff(winner));
        }
        let task = Task { game, evaluator, position: &position, history: Some(&history) };
        let limits = Limits { nodes: Some(nodes), ..Limits::to_depth(Depth::MAX) };
        let Turn::Seat(mover) = game.turn(&position) else { panic!("no chance here") };
        let report = sides[mover.index()].search_with(&task, &limits, &mut |progress| {
            if progress.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if ply == 0 && !report.score.is_win() {
            return None;
        }
        let best = report.best.expect("the game continues");
        history.play(game, &mut position, best);
    }
    unreachable!("every game ends")
}

/// A shallow search sees the win that a deep search has stored in the table.
#[test]
fn a_win_that_was_found_is_not_lost_again() {
    let game = ConnectFour::default();
    let (_, evaluator) = &ConnectFourEntry::<u64>::EVALUATORS[0];
    for (Situation { position, history }, win) in wins(&game, 10, 8) {
        let task = Task { game: &game, evaluator, position: &position, history: Some(&history) };
        let mut search = hinted::<ConnectFourEntry<u64>>(options(Techniques::ALL));
        for depth in [3 * win, 2] {
            let limits = Limits::to_depth(Depth::new(depth));
            let report = search.search(&task, &limits);
            assert!(report.score.is_win(), "to depth {depth}: {}", report.score);
        }
    }
}

fn check_played_out<E>(game: &E::Game, plies: u64)
where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    let wins = wins(game, plies, 20).into_iter();
    let payoffs: Vec<i16> =
        wins.filter_map(|(situation, _)| played_out::<E>(game, situation, 20_000)).collect();
    assert!(payoffs.len() >= 15 && payoffs.iter().all(|&payoff| payoff == 1), "{payoffs:?}");
}

/// The win doesn't have to be the shortest, because late moves are searched less deeply. However, the game must be won.
#[test]
fn won_games_are_played_to_the_end() {
    check_played_out::<CheckersEntry<English>>(&Checkers::<English>::new(), 60);
    check_played_out::<ConnectFourEntry<u64>>(&ConnectFour::default(), 10);
}

#[test]
fn a_king_ending_is_played_to_the_end() {
    let english = Checkers::<English>::new();
    // The lone king can't reach a double corner.
    let position = english.parse_position("W:WK14,K18:BK12").expect("a position");
    let history = KeyHistory::starting_at(&english, &position);
    assert_eq!(
        played_out::<CheckersEntry<English>>(&english, Situation { position, history }, 100_000),
        Some(1)
    );
}

/// A board where many games are drawn.
fn small_board() -> ConnectFour {
    ConnectFour::new(5, 5, 4).expect("a board")
}

/// Situations on that board a few plies before it is full, each with its value according to plain alpha-beta.
fn late_situations() -> impl Iterator<Item = (Situation<ConnectFour>, Score)> {
    let game = small_board();
    (0..200).filter_map(move |seed| {
        let plies = 11 + seed % 6;
        let situation = situation(&game, seed, plies)?;
        let Situation { position, history } = &situation;
        let task = Task { game: &game, evaluator: &Zero, position, history: Some(history) };
        let left = Depth::new(u32::try_from(25 - plies).expect("a few"));
        let score = AlphaBeta.search(&task, &Limits::to_depth(left)).score;
        Some((situation, score))
    })
}

/// A search that ends on its own returns the correct value, and it ends soon even if the position is a draw.
#[test]
fn draws_are_proven_as_well_as_wins() {
    let game = small_board();
    let (_, evaluator) = &ConnectFourEntry::<u64>::EVALUATORS[0];
    let mut draws = 0;
    for (Situation { position, history }, score) in late_situations() {
        let task = Task { game: &game, evaluator, position: &position, history: Some(&history) };
        let mut depth = Depth::ZERO;
        let limits = Limits { nodes: Some(200_000), ..Limits::to_depth(Depth::MAX) };
        let report = hinted::<ConnectFourEntry<u64>>(options(Techniques::ALL)).search_with(
            &task,
            &limits,
            &mut |progress| {
                depth = progress.depth;
                ControlFlow::Continue(())
            },
        );
        assert!(report.completed && depth < Depth::MAX, "to depth {depth}: {position:?}");
        let signs = |score: Score| (score.is_win(), score.is_loss());
        assert_eq!(signs(report.score), signs(score), "{position:?}");
        if score == Score::ZERO {
            assert_eq!(report.score, Score::ZERO);
            draws += 1;
        }
    }
    assert!(draws >= 20, "{draws}");
}

/// Two lone kings can't win, but only the counting and repetition rules decide that.
#[test]
fn a_draw_by_repetition_or_count_does_not_count_as_proven() {
    let game = Checkers::<English>::new();
    let (_, evaluator) = &CheckersEntry::<English>::EVALUATORS[0];
    let position = game.parse_position("B:WK32:BK1").expect("a position");
    let task = Task { game: &game, evaluator, position: &position, history: None };
    let limits = Limits { nodes: Some(20_000), ..Limits::to_depth(Depth::MAX) };
    let report = hinted::<CheckersEntry<English>>(options(Techniques::ALL)).search(&task, &limits);
    assert!(!report.completed && !report.score.is_win() && !report.score.is_loss());
}
