use board_engine::{Game, Status, zobrist};
use pig::Pig;

/// Numbers `0..count`, drawn from a seed.
fn numbers(mut state: u64) -> impl FnMut(u32) -> u32 {
    move |count| {
        state = zobrist::scramble(state.wrapping_add(1));
        u32::try_from(state % u64::from(count)).unwrap()
    }
}

#[test]
fn a_playout_without_lists_draws_the_moves_of_the_lists() {
    for game in [Pig::default(), Pig::new(20).unwrap().with_races(3).unwrap()] {
        for seed in 0..100 {
            let (mut from_list, mut without) = (numbers(seed), numbers(seed));
            let (mut position, mut moves) = (game.start(), Vec::new());
            while game.legal_moves(&position, &mut moves) == Status::Ongoing {
                let mut other = position;
                let status = game.play_random(&mut other, &mut Vec::new(), &mut without);
                let mv = game.draw_move(&position, &moves, &mut from_list).unwrap();
                game.play(&mut position, mv);
                assert_eq!((other, status), (position, Status::Ongoing));
            }
            let mut end = position;
            let status = game.play_random(&mut end, &mut Vec::new(), &mut without);
            assert_eq!((end, status), (position, game.legal_moves(&position, &mut moves)));
        }
    }
}
