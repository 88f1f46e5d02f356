//! Published tic-tac-toe counts: 255,168 games (X wins 131,184, O wins 77,904 and 46,080 are drawn; H. Bottomley, "How
//! many Tic-Tac-Toe games are possible?", 2002), and 5,478 reachable positions.

use std::collections::HashSet;

use board_engine::{Game, Leaves, Seat, Status, perft};
use tic_tac_toe::{MnkGame, Position, TicTacToe};

#[derive(Default, Debug, PartialEq, Eq)]
struct Games {
    x_wins: u32,
    o_wins: u32,
    draws: u32,
}

fn count_games(game: TicTacToe, position: Position<u16>, games: &mut Games) {
    let mut moves = Vec::new();
    match game.legal_moves(&position, &mut moves) {
        Status::Over(outcome) => match outcome.payoff(Seat::FIRST) {
            1 => games.x_wins += 1,
            0 => games.draws += 1,
            _ => games.o_wins += 1,
        },
        Status::Ongoing => {
            for mv in moves {
                let mut child = position;
                game.play(&mut child, mv);
                count_games(game, child, games);
            }
        }
    }
}

#[test]
fn perft_agrees_with_published_counts() {
    let game = TicTacToe::default();
    for leaves in [Leaves::Counted, Leaves::Made] {
        let counts: Vec<u64> =
            (1..=9).map(|depth| perft(&game, &game.start(), depth, leaves)).collect();
        assert_eq!(counts, [9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872]);
    }
}

#[test]
fn there_are_255_168_games() {
    let game = TicTacToe::default();
    let mut games = Games::default();
    count_games(game, game.start(), &mut games);
    assert_eq!(games, Games { x_wins: 131_184, o_wins: 77_904, draws: 46_080 });
    assert_eq!(games.x_wins + games.o_wins + games.draws, 255_168);
}

#[test]
fn there_are_5_478_positions_with_distinct_keys() {
    let game = TicTacToe::default();
    let mut seen = HashSet::new();
    let mut keys = HashSet::new();
    let mut open = vec![game.start()];
    while let Some(position) = open.pop() {
        if !seen.insert(position) {
            continue;
        }
        keys.insert(game.key(&position));
        let mut moves = Vec::new();
        game.legal_moves(&position, &mut moves);
        open.extend(moves.into_iter().map(|mv| {
            let mut child = position;
            game.play(&mut child, mv);
            child
        }));
    }
    assert_eq!((seen.len(), keys.len()), (5_478, 5_478));
}

#[test]
fn the_word_does_not_change_the_game() {
    let wide = MnkGame::<u128>::default();
    assert_eq!(perft(&wide, &wide.start(), 9, Leaves::Counted), 127_872);
}
