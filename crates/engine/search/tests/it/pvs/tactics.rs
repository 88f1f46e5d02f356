//! Checks that the search soon finds the only winning move in a position.
//!
//! The solutions are checked: plain alpha-beta without an evaluator searches all lines. This confirms the length of the
//! win, and that no other move wins as fast. In the draughts positions, the move first sacrifices a piece.

use board_engine::Notation;
use checkers::{Checkers, English, International, Russian};
use checkers_players::CheckersEntry;
use connect_four::ConnectFour;
use connect_four_players::ConnectFourEntry;
use game_family::CatalogEntry;
use search::{Algorithm, AlphaBeta, Depth, Score, Technique, Zero};
use tic_tac_toe::TicTacToe;
use tic_tac_toe_players::MnkEntry;

use super::*;

/// A position, the number of plies to the end of the game, and the only move that wins that fast.
type Tactic<'a> = (&'a str, &'a str, u32);

/// The value found by a full `plies`-ply search.
fn value<G>(game: &G, position: &G::Position, plies: u32) -> Score
where
    G: ZeroSum + Deterministic + PerfectInformation,
{
    let task = Task { game, evaluator: &Zero, position, history: None };
    AlphaBeta.search(&task, &Limits::to_depth(Depth::new(plies))).score
}

/// The moves that win in `plies` plies, counting the move itself.
fn winning_moves<G>(game: &G, position: &G::Position, plies: u32) -> Vec<String>
where
    G: Notation + ZeroSum + Deterministic + PerfectInformation,
{
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    let wins = |mv| {
        let mut next = position.clone();
        game.play(&mut next, mv);
        let status = game.legal_moves(&next, &mut Vec::new());
        status == Status::Ongoing && value(game, &next, plies - 1).is_loss()
    };
    moves.retain(|&mv| wins(mv));
    moves.into_iter().map(|mv| game.format_move(position, mv)).collect()
}

/// Checks that each position is solved within this number of nodes: the first win that the search sees starts with the
/// correct move.
fn check<E>(game: &E::Game, nodes: u64, tactics: &[Tactic<'_>])
where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    let (_, evaluator) = &E::EVALUATORS[0];
    for &(text, best, plies) in tactics {
        let position = game.parse_position(text).expect("a position");
        assert_eq!(value(game, &position, plies), Score::win_in(plies as usize), "{text}");
        assert!(!value(game, &position, plies - 1).is_win(), "{text}");
        assert_eq!(winning_moves(game, &position, plies), [best], "{text}");

        let task = Task { game, evaluator, position: &position, history: None };
        let limits = Limits { nodes: Some(nodes), ..Limits::to_depth(Depth::MAX) };
        let mut search = hinted::<E>(options(Techniques::ALL));
        let report = search.search_with(&task, &limits, &mut |progress| {
            if progress.lines[0].score.is_win() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        assert!(report.score.is_win(), "{text}: {} in {nodes} nodes", report.score);
        let found = report.best.map(|mv| game.format_move(&position, mv));
        assert_eq!(found.as_deref(), Some(best), "{text}");
    }
}

#[test]
fn shots_in_english_checkers_are_found() {
    let tactics = [
        ("W:W7,18,K6:B12,16,K23", "7-2", 7),
        ("B:W12,18,22:B4,5,9,K28", "9-14", 7),
        ("B:W18,21,K12:B5,19,K16,K31", "19-23", 9),
    ];
    check::<CheckersEntry<English>>(&Checkers::<English>::new(), 1_500, &tactics);
}

#[test]
fn shots_in_international_draughts_are_found() {
    let tactics = [
        ("W:W30,34,37,50,K40:B1,18,20,26", "30-24", 9),
        ("B:W25,26,30,36,40:B2,9,21,K6", "9-14", 7),
    ];
    check::<CheckersEntry<International>>(&Checkers::<International>::new(), 3_000, &tactics);
    // The evaluation prefers other moves here.
    check::<CheckersEntry<International>>(
        &Checkers::<International>::new(),
        4_000,
        &[("B:W40,46,K25:B6,14,24,K9", "9-3", 9)],
    );
}

#[test]
fn shots_in_russian_draughts_are_found() {
    let tactics = [
        ("B:We3,e5,g3,Ke7:Ba7,b2,g5,h6", "g5-f4", 9),
        ("B:Wb2,c5,d2,g3:Ba5,b4,d6,h6", "b4-a3", 7),
        ("W:Wa3,b4,c1,c3:Ba7,e3,e7", "c3-d4", 9),
        ("B:Wa3,c3,g3,h4:Ba5,a7,b6,c5,h6", "c5-b4", 9),
        ("W:Wa5,c3,f4,Kd8:Ba7,e7,f6,h8", "f4-e5", 7),
    ];
    check::<CheckersEntry<Russian>>(&Checkers::<Russian>::new(), 3_000, &tactics);
    // The evaluation prefers other moves here too.
    check::<CheckersEntry<Russian>>(
        &Checkers::<Russian>::new(),
        4_000,
        &[("W:Wa3,b2,d2,g5:Ba7,d4,h6", "d2-c3", 7)],
    );
}

/// These sacrifices are regained only after several captures. A search that trusts a shallow search while a capture is
/// pending misses these shots at any depth. The positions are from lost games. A search without pruning confirms the
/// shots.
#[test]
fn shots_that_cost_several_pieces_first_are_seen() {
    let tactics = [
        ("B:W25,26,28,31,33-36,38,40-44,46,48:B2-4,6,8,9,11-13,17,19-22,24,27", "2-7"),
        ("B:W28,29,33-35,37,39,40,42-46,48,49:B2,4-6,8,13-16,18-20,22,24,25", "18-23"),
        ("B:W26,29,30,36-38,47-49:B2,6,8,11,15,17-19,27", "19-24"),
    ];
    let game = Checkers::<International>::new();
    let (_, evaluator) = &CheckersEntry::<International>::EVALUATORS[0];
    let pruned = Techniques::ALL;
    let unpruned = pruned.without(Technique::Probcut).without(Technique::LateMoveReductions);
    for (text, best) in tactics {
        let position = game.parse_position(text).expect("a position");
        let task = Task { game: &game, evaluator, position: &position, history: None };
        for techniques in [pruned, unpruned] {
            let limits = Limits { nodes: Some(400_000), ..Limits::to_depth(Depth::MAX) };
            let report =
                hinted::<CheckersEntry<International>>(options(techniques)).search(&task, &limits);
            let found = report.best.map(|mv| game.format_move(&position, mv));
            assert_eq!(found.as_deref(), Some(best), "{text}, {techniques:?}");
            assert!(report.score > Score::new(50), "{text}, {techniques:?}: {}", report.score);
        }
    }
}

/// Two simultaneous threats.
#[test]
fn forks_are_seen() {
    let rows = [
        // Three in the bottom row with both ends open.
        ("7/7/7/7/3y3/3rr1y r", "3", 3),
    ];
    check::<ConnectFourEntry<u64>>(&ConnectFour::default(), 1_000, &rows);
    let forks = [("x2/1o1/o1x x", "c3", 3)];
    check::<MnkEntry<u16>>(&TicTacToe::default(), 100, &forks);
}
