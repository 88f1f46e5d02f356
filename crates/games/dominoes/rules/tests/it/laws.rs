use board_engine::{Game, HiddenInformation, Leaves, Notation, Seat, Status, Viewer, perft};
use conformance::{Effort, keep_secrets, obey_the_laws};
use dominoes::{Dominoes, Move};

/// Variants that cover all rules, sets and numbers of players.
const VARIANTS: [&str; 9] = [
    "draw,6,2,to=100",
    "draw,6,2,round",
    "block,6,2,to=30",
    "block,6,4,partners,to=100",
    "all-fives,6,2,to=50",
    "all-fives,9,4,partners,to=60",
    "draw,9,4,to=100",
    "block,9,3,round",
    "all-fives,6,3,round",
];

fn short() -> Effort {
    Effort { playouts: 2, plies_max: 160, ..Effort::QUICK }
}

#[test]
fn every_variant_obeys_the_laws() {
    for variant in VARIANTS {
        obey_the_laws(&Dominoes::from_variant(variant).unwrap(), short());
    }
}

#[test]
fn every_variant_keeps_secrets() {
    for variant in VARIANTS {
        keep_secrets(&Dominoes::from_variant(variant).unwrap(), short());
    }
}

#[test]
fn every_game_ends() {
    for variant in VARIANTS {
        let game = Dominoes::from_variant(variant).unwrap();
        for seed in 0..20_u64 {
            let mut state = seed;
            let mut draw = |count: u32| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                u32::try_from(state >> 33).unwrap() % count
            };
            let mut position = game.start();
            let mut scratch = Vec::new();
            let ended = (0..20_000).any(|_| {
                game.play_random(&mut position, &mut scratch, &mut draw) != Status::Ongoing
            });
            assert!(ended, "{variant}: {}", game.format_position(&position));
        }
    }
}

#[test]
fn the_deal_and_the_lead_are_counted() {
    // 28 tiles for the first player, 27 for the second, and so on.
    let game = Dominoes::default();
    let counts = (1..=3).map(|depth| perft(&game, &game.start(), depth, Leaves::Made));
    assert_eq!(counts.collect::<Vec<_>>(), [28, 28 * 27, 28 * 27 * 26]);
    // The leader has seven tiles; a six matches 6-6, and a six or a five matches 6-5.
    let text = "- 6-6,6-5,4-4,3-3,2-2,1-1,0-0 6-4,6-3,5-1,4-1,3-1,2-1,1-0 0,0 1 1 0 play";
    let position = game.parse_position(text).unwrap();
    let count = |depth| perft(&game, &position, depth, Leaves::Counted);
    // Replies: after 6-6 two tiles at either end, after 6-5 two at the six and 5-1; after 4-4 two, after 3-3 two, after
    // 2-2 one and after 1-1 five, all at either end; after 0-0 one.
    assert_eq!([count(1), count(2)], [7, 4 + 3 + 4 + 4 + 2 + 10 + 2]);
}

#[test]
fn a_resampled_position_plays_like_the_real_one_to_its_seat() {
    let game = Dominoes::from_variant("draw,6,3,to=100").unwrap();
    let text = "4-6,6-6,6-2 5-5,4-2 3-3,1-0!46 4-1,1-1,0-0 0,0,0 1 1 0 play";
    let position = game.parse_position(text).unwrap();
    let mut number = 0;
    let deal = game.resample(&position, Seat::FIRST, &mut |count| {
        number += 7;
        number % count
    });
    let list = |position| {
        let mut moves = Vec::new();
        game.legal_moves(position, &mut moves);
        moves
    };
    assert_eq!(list(&deal), list(&position));
    let view = |position| game.format_position_for(position, Viewer::Seat(Seat::FIRST));
    assert_eq!(view(&deal), view(&position));
    assert!(list(&position).iter().all(|mv| matches!(mv, Move::Play(..))));
}
