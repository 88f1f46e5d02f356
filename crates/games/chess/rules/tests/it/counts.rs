//! Published leaf counts, from the chess programming wiki's pages "Perft Results" and "Chess960 Perft Results".

use board_engine::{Game, Leaves, Notation, perft};
use chess::Chess;

fn check(text: &str, expected: &[u64]) {
    let game = Chess::default();
    let position = game.parse_position(text).unwrap();
    for leaves in [Leaves::Counted, Leaves::Made] {
        let counts: Vec<u64> =
            (1..).zip(expected).map(|(depth, _)| perft(&game, &position, depth, leaves)).collect();
        assert_eq!(counts, expected, "{text}");
    }
}

#[test]
fn perft_of_the_start() {
    let game = Chess::default();
    check(&game.format_position(&game.start()), &[20, 400, 8_902, 197_281]);
    assert_eq!(perft(&game, &game.start(), 5, Leaves::Counted), 4_865_609);
}

#[test]
fn perft_of_positions_that_catch_errors() {
    check(
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[48, 2_039, 97_862],
    );
    check("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2_812, 43_238]);
    check("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9_467]);
    check("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1_486, 62_379]);
    check(
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2_079, 89_890],
    );
}

#[test]
fn perft_of_chess960() {
    check(
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        &[21, 528, 12_189, 326_672],
    );
    check("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", &[21, 807, 18_002]);
}
