use backgammon::Board;
use backgammon_players::{Chances, Networks};
use board_engine::{Seat, zobrist};

/// Numbers from −1 to 1, drawn from a seed.
fn numbers(seed: u64) -> impl FnMut() -> f32 {
    let mut state = seed;
    move || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        f32::from(u16::try_from(zobrist::scramble(state) >> 48).unwrap()) / 32_768.0 - 1.0
    }
}

/// A race, and the start.
fn boards() -> [Board; 2] {
    let mut race = [[0; 26]; 2];
    (race[0][6], race[1][5]) = (8, 7);
    [Board::default(), Board::new(race).unwrap()]
}

#[test]
fn weights_are_read_back() {
    let networks = Networks::random(numbers(1));
    let weights: Vec<f32> = networks.weights().collect();
    assert_eq!(Networks::from_weights(&weights), Some(networks.clone()));
    assert_eq!(Networks::from_weights(&weights[1..]), None);
    let bytes = networks.to_bytes();
    assert_eq!(Networks::from_bytes(&bytes[1..]), None);
    let small = Networks::from_bytes(&bytes).unwrap();
    for board in boards() {
        let [exact, small] =
            [&networks, &small].map(|networks| networks.chances(&board, Seat::FIRST).win);
        assert!((exact - small).abs() < 1e-3, "{exact} {small}");
    }
}

#[test]
fn networks_learn_their_targets() {
    let mut networks = Networks::random(numbers(2));
    let target = Chances { win: 0.9, win_gammon: 0.3, lose_gammon: 0.02, ..Chances::default() };
    for board in boards() {
        for _ in 0..2_000 {
            networks.learn(&board, Seat::SECOND, target, 0.05);
        }
        let learned = networks.chances(&board, Seat::SECOND).win;
        assert!((learned - target.win).abs() < 0.01, "{learned}");
    }
}
