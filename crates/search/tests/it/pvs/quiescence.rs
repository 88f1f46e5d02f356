//! The ends of lines, beside a plain minimax of the same rule.

use board_engine::{Game, Turn};
use checkers::{Checkers, English, International};
use checkers_players::CheckersEntry;
use game_family::CatalogEntry;
use proptest::prelude::*;
use search::{Depth, Hints, Score, Technique};

use super::*;

/// The value of the position for its mover: all moves for `depth` plies, then noisy ones for as long as there are any.
fn plain<E: CatalogEntry>(
    game: &E::Game,
    position: &<E::Game as Game>::Position,
    depth: u32,
) -> Score {
    let (_, evaluator) = &E::EVALUATORS[0];
    let seat = |position: &<E::Game as Game>::Position| match game.turn(position) {
        Turn::Seat(seat) => seat,
        Turn::Chance => panic!("no chance here"),
    };
    let mut moves = Vec::new();
    assert_eq!(game.legal_moves(position, &mut moves), Status::Ongoing, "far from the end");
    let mut best = Score::MIN;
    if depth == 0 {
        let count = moves.len();
        moves.retain(|&mv| E::Hints::default().is_noisy(game, position, mv));
        if moves.len() < count {
            best = evaluator.evaluate(game, position, seat(position));
        }
    }
    for mv in moves {
        let mut child = position.clone();
        game.play(&mut child, mv);
        let below = plain::<E>(game, &child, depth.saturating_sub(1));
        best = best.max(if seat(&child) == seat(position) { below } else { -below });
    }
    best
}

fn check<E>(game: &E::Game, seed: u64, plies: u64, depth: u32)
where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    let Some(Situation { position, history }) = situation(game, seed, plies) else { return };
    let (_, evaluator) = &E::EVALUATORS[0];
    let task = Task { game, evaluator, position: &position, history: Some(&history) };
    let quiet = Techniques::NONE.with(Technique::Quiescence);
    let report = hinted::<E>(options(quiet)).search(&task, &Limits::to_depth(Depth::new(depth)));
    assert_eq!(report.score, plain::<E>(game, &position, depth), "{position:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn it_is_what_a_plain_search_finds(seed: u64, plies in 0_u64..24, depth in 1_u32..4) {
        check::<CheckersEntry<English>>(&Checkers::<English>::new(), seed, plies, depth);
        check::<CheckersEntry<International>>(&Checkers::<International>::new(), seed, plies, depth.min(2));
    }
}
