//! Stable discs: discs that can't be flipped for the rest of the game.

use board_engine::Bitboard;

/// The squares along one axis, `step` bits apart, with the squares at both ends.
struct Axis {
    step: u32,
    /// The squares without a neighbor `step` bits above.
    upper_edge: u64,
    /// The squares without a neighbor `step` bits below.
    lower_edge: u64,
}

const ROW_1: u64 = 0xFF;
const ROW_8: u64 = ROW_1 << 56;
const COLUMN_A: u64 = 0x0101_0101_0101_0101;
const COLUMN_H: u64 = COLUMN_A << 7;

const AXES: [Axis; 4] = [
    Axis { step: 1, upper_edge: COLUMN_H, lower_edge: COLUMN_A },
    Axis { step: 8, upper_edge: ROW_8, lower_edge: ROW_1 },
    Axis { step: 7, upper_edge: COLUMN_A | ROW_8, lower_edge: COLUMN_H | ROW_1 },
    Axis { step: 9, upper_edge: COLUMN_H | ROW_8, lower_edge: COLUMN_A | ROW_1 },
];

/// Each side's stable discs that are easy to find. Along each axis, such a disc is next to an edge or to a stable disc
/// of its own side, or its whole line is full. There may be more stable discs.
pub(super) fn stable_discs(
    squares: Bitboard<u64>,
    discs: [Bitboard<u64>; 2],
) -> [Bitboard<u64>; 2] {
    // The squares around a smaller board never change, so they act like edges.
    let outside = !squares.0;
    let filled = discs[0].0 | discs[1].0 | outside;
    let safe = AXES.map(|axis| full_lines(filled, &axis) | axis.upper_edge | axis.lower_edge);
    discs.map(|discs| Bitboard(stable(discs.0, outside, &safe)))
}

/// The stable discs among `discs`; discs in `safe` can't be flipped along their axis.
fn stable(discs: u64, outside: u64, safe: &[u64; 4]) -> u64 {
    let mut stable = 0;
    loop {
        let support = stable | outside;
        let along = |(axis, safe): (&Axis, &u64)| {
            // A shift over an edge ends on a square at the other edge, which is safe.
            safe | support << axis.step | support >> axis.step
        };
        let next = AXES.iter().zip(safe).map(along).fold(discs, |stable, safe| stable & safe);
        if next == stable {
            return stable;
        }
        stable = next;
    }
}

/// The squares on lines along the axis that are full from edge to edge.
fn full_lines(filled: u64, axis: &Axis) -> u64 {
    let Axis { step, upper_edge, lower_edge } = *axis;
    let (mut up, mut near_upper_edge) = (filled, upper_edge);
    let (mut down, mut near_lower_edge) = (filled, lower_edge);
    // Extends the full range by one square, then by two, then by four.
    for distance in [step, 2 * step, 4 * step] {
        up &= near_upper_edge | up >> distance;
        down &= near_lower_edge | down << distance;
        near_upper_edge |= near_upper_edge >> distance;
        near_lower_edge |= near_lower_edge << distance;
    }
    up & down
}

#[cfg(test)]
mod tests {
    use board_engine::{Game, Notation, Seat, Status, zobrist};
    use othello::{Goal, Othello, Position};

    use super::*;

    fn stable_of_black(text: &str) -> u32 {
        let game = Othello::default();
        let position = game.parse_position(text).unwrap();
        stable(&game, &position)[0].count()
    }

    fn stable(game: &Othello, position: &Position) -> [Bitboard<u64>; 2] {
        stable_discs(game.squares(), [Seat::FIRST, Seat::SECOND].map(|seat| position.discs(seat)))
    }

    #[test]
    fn corners_and_discs_anchored_to_them_are_stable() {
        let board = |rows: [&str; 3]| format!("{}{} X", rows.concat(), "-".repeat(40));
        assert_eq!(stable_of_black(&board(["--------", "-***----", "-***----"])), 0);
        assert_eq!(stable_of_black(&board(["X-------", "-X------", "--------"])), 1);
        assert_eq!(stable_of_black(&board(["***-----", "XX------", "X-------"])), 6);
        assert_eq!(stable_of_black(&board(["***---XX", "-X------", "--------"])), 5);
        // On a full edge all discs are stable.
        assert_eq!(stable_of_black(&board(["OXXO***O", "-XX-----", "--------"])), 5);
        assert_eq!(stable_of_black(&format!("{} X", "X".repeat(64))), 64);
    }

    #[test]
    fn stable_discs_stay_to_the_end_of_random_games() {
        for (size, seed) in
            [4, 6, 8].into_iter().flat_map(|size| (0..200).map(move |seed| (size, seed)))
        {
            let game = Othello::new(size, Goal::Win).unwrap();
            let mut state = zobrist::scramble(seed);
            let mut draw = |count: u32| {
                state = zobrist::scramble(state.wrapping_add(1));
                u32::try_from(state % u64::from(count)).unwrap()
            };
            let mut position = game.start();
            let mut earlier = [Bitboard::EMPTY; 2];
            while game.play_random(&mut position, &mut Vec::new(), &mut draw) == Status::Ongoing {
                let now = stable(&game, &position);
                for ((earlier, now), seat) in earlier.into_iter().zip(now).zip(Seat::all(2)) {
                    assert!((earlier - now).is_empty() && (now - position.discs(seat)).is_empty());
                }
                earlier = now;
            }
        }
    }
}
