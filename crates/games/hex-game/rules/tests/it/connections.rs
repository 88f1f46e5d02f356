//! Compares connections with a plain search from place to place.

use board_engine::{Direction, Game, Geometry, Notation, Seat, Square, Status, Viewer, zobrist};
use hex_game::{Hex, Position, Swap};

/// The directions of adjacent places.
const TOUCHING: [Direction; 6] = [
    Direction::West,
    Direction::East,
    Direction::North,
    Direction::South,
    Direction::NorthEast,
    Direction::SouthWest,
];

fn touch(geometry: &Geometry, one: Square, other: Square) -> bool {
    TOUCHING.iter().any(|&direction| geometry.neighbor(one, direction) == Some(other))
}

fn owner(game: &Hex, position: &Position, square: Square) -> Option<Seat> {
    game.diagram(position, Viewer::Public).glyph(square)?.owner
}

/// The winner, by a flood fill from place to place.
fn plain_winner(game: &Hex, position: &Position) -> Option<Seat> {
    let geometry = Geometry::rectangle(game.size(), game.size());
    let last = game.size() - 1;
    Seat::all(2).find(|&seat| {
        let line = |square| {
            let place = geometry.place(square);
            if seat == Seat::FIRST { place.row } else { place.column }
        };
        let own: Vec<Square> =
            geometry.squares().filter(|&it| owner(game, position, it) == Some(seat)).collect();
        let mut reached: Vec<Square> = own.iter().copied().filter(|&it| line(it) == 0).collect();
        let mut next = 0;
        while let Some(&here) = reached.get(next) {
            next += 1;
            for &square in &own {
                if touch(&geometry, here, square) && !reached.contains(&square) {
                    reached.push(square);
                }
            }
        }
        reached.into_iter().any(|square| line(square) == last)
    })
}

#[test]
fn one_side_wins_every_filled_board_and_the_plain_search_agrees() {
    for size in [3, 4, 5, 8, 11] {
        let game = Hex::new(size, Swap::Allowed).unwrap();
        for seed in 0..12 {
            let (mut position, mut moves) = (game.start(), Vec::new());
            let mut random = zobrist::scramble(seed);
            while game.legal_moves(&position, &mut moves) == Status::Ongoing {
                random = zobrist::scramble(random);
                let index = usize::try_from(random % moves.len() as u64).unwrap();
                game.play(&mut position, moves[index]);
                if size < 8 {
                    assert_eq!(game.winner(&position), plain_winner(&game, &position));
                }
            }
            let winner = plain_winner(&game, &position);
            assert_eq!((winner, game.winner(&position)), (Some(position.last_mover()), winner));
        }
    }
}

#[test]
fn the_diagram_shows_a_chain_between_the_sides() {
    for seed in 0..20 {
        let game = Hex::new(6, Swap::Forbidden).unwrap();
        let geometry = Geometry::rectangle(6, 6);
        let (mut position, mut moves) = (game.start(), Vec::new());
        let mut random = zobrist::scramble(seed);
        while game.legal_moves(&position, &mut moves) == Status::Ongoing {
            assert_eq!(game.diagram(&position, Viewer::Public).won(), []);
            random = zobrist::scramble(random);
            let index = usize::try_from(random % moves.len() as u64).unwrap();
            game.play(&mut position, moves[index]);
        }
        let won = game.diagram(&position, Viewer::Public).won().to_vec();
        assert!(won.len() >= 6, "{won:?}");
        let winner = game.winner(&position);
        assert!(won.iter().all(|&square| owner(&game, &position, square) == winner));
        for &square in &won {
            let count = won.iter().filter(|&&it| touch(&geometry, square, it)).count();
            assert!((1..=2).contains(&count), "a shortest chain has no branches: {won:?}");
        }
    }
}
