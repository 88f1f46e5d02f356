//! The two kernels behind the rules: legal placements and flipped discs.

/// All columns except the first and the last: a disc on an edge column can't be enclosed along a row or a diagonal.
const INNER_COLUMNS: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// The squares at the end of a line of opposing discs that starts next to one of the mover's discs. These squares can
/// be occupied.
///
/// A parallel prefix ("Kogge-Stone") runs along all lines of one axis at once: after steps of 1, 1, 2 and 2 squares it
/// has passed up to six discs, the most that two discs can enclose.
#[inline]
pub(crate) fn line_ends(own: u64, opposing: u64) -> u64 {
    let inner = opposing & INNER_COLUMNS;
    line_ends_along::<1>(own, inner)
        | line_ends_along::<7>(own, inner)
        | line_ends_along::<8>(own, opposing)
        | line_ends_along::<9>(own, inner)
}

/// The line ends along one axis, with squares `STEP` bits apart.
#[inline]
fn line_ends_along<const STEP: u32>(own: u64, opposing: u64) -> u64 {
    let mut up = opposing & (own << STEP);
    let mut down = opposing & (own >> STEP);
    up |= opposing & (up << STEP);
    down |= opposing & (down >> STEP);
    let pairs_up = opposing & (opposing << STEP);
    let pairs_down = pairs_up >> STEP;
    up |= pairs_up & (up << (2 * STEP));
    down |= pairs_down & (down >> (2 * STEP));
    up |= pairs_up & (up << (2 * STEP));
    down |= pairs_down & (down >> (2 * STEP));
    (up << STEP) | (down >> STEP)
}

/// The opposing discs that the mover would enclose with a disc on the empty `square`.
///
/// Along the rays with rising bits, the lowest bit without an opposing disc is the enclosing disc if it is one of the
/// mover's discs; all squares on the ray below it are then enclosed. The three rays toward row 1 become rising rays
/// when the board is flipped upside down.
#[inline]
pub(crate) fn flips(own: u64, opposing: u64, square: u32) -> u64 {
    let rays = &RAYS[(square & 0x3F) as usize];
    let mirrored_rays = &RAYS[(square & 0x3F ^ 0x38) as usize];
    let (mirrored_own, mirrored_opposing) = (own.swap_bytes(), opposing.swap_bytes());
    let mut flips = enclosed_upward(own, opposing, rays.east);
    let mut mirrored = 0;
    for (ray, mirrored_ray) in rays.downward.iter().zip(&mirrored_rays.downward) {
        flips |= enclosed_upward(own, opposing, *ray);
        mirrored |= enclosed_upward(mirrored_own, mirrored_opposing, *mirrored_ray);
    }
    flips | mirrored.swap_bytes() | enclosed_downward(own, opposing, rays.west)
}

/// The opposing discs from the low end of `ray` up to one of the mover's discs.
#[inline]
fn enclosed_upward(own: u64, opposing: u64, ray: u64) -> u64 {
    let others = ray & !opposing;
    let end = others & others.wrapping_neg() & own;
    end.wrapping_sub(u64::from(end != 0)) & ray
}

/// The opposing discs from the high end of `ray` down to one of the mover's discs.
#[inline]
fn enclosed_downward(own: u64, opposing: u64, ray: u64) -> u64 {
    // Bit 0 stands for "no such square": if it is on the ray and has an opposing disc, it is not one of the mover's
    // discs.
    let highest = (!opposing & ray | 1).leading_zeros();
    let end = (1 << 63 >> highest) & own & ray;
    (end.wrapping_neg() << 1) & ray
}

/// The rays from one square, without the square itself.
#[derive(Clone, Copy)]
struct Rays {
    east: u64,
    west: u64,
    /// The rays to the south-west, south and south-east.
    downward: [u64; 3],
}

/// The rays from all squares on 8×8; on a smaller board, they end at squares that stay empty.
static RAYS: [Rays; 64] = {
    let mut rays = [Rays { east: 0, west: 0, downward: [0; 3] }; 64];
    let mut square = 0;
    while square < 64 {
        rays[square] = Rays {
            east: ray(square, 1, 0),
            west: ray(square, -1, 0),
            downward: [ray(square, -1, 1), ray(square, 0, 1), ray(square, 1, 1)],
        };
        square += 1;
    }
    rays
};

#[expect(clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "all numbers are in 0..64")]
const fn ray(square: usize, right: isize, down: isize) -> u64 {
    let (mut column, mut row) = (square as isize % 8 + right, square as isize / 8 + down);
    let mut ray = 0;
    while 0 <= column && column < 8 && 0 <= row && row < 8 {
        ray |= 1 << (8 * row + column) as u64;
        (column, row) = (column + right, row + down);
    }
    ray
}
