//! A solver for a king and one piece against a king. The solver shares no code with the reader.

/// The strong side's piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Extra {
    Queen,
    Rook,
    Pawn,
}

/// The solution: for each position, by [`Index`], the plies to the next pawn move or mate; 0 for draws. Mated positions
/// have the distance 1.
pub(crate) struct Solved {
    pub(crate) distances: Vec<u8>,
}

/// White's king, White's piece, Black's king, and whether Black is to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placing {
    pub(crate) king: usize,
    pub(crate) extra: usize,
    pub(crate) enemy: usize,
    pub(crate) is_black_to_move: bool,
}

const COUNT: usize = 64 * 64 * 64 * 2;
const KING: [(i32, i32); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

impl Placing {
    pub(crate) fn index(self) -> usize {
        ((self.king * 64 + self.extra) * 64 + self.enemy) * 2 + usize::from(self.is_black_to_move)
    }

    fn at(index: usize) -> Self {
        Self {
            king: index >> 13,
            extra: index >> 7 & 63,
            enemy: index >> 1 & 63,
            is_black_to_move: index & 1 == 1,
        }
    }

    pub(crate) fn all() -> impl Iterator<Item = Self> {
        (0..COUNT).map(Self::at)
    }

    /// Returns `true` if the position is legal.
    pub(crate) fn is_legal(self, kind: Extra) -> bool {
        let Self { king, extra, enemy, is_black_to_move } = self;
        let has_square = kind != Extra::Pawn || (1..7).contains(&(extra / 8));
        let are_apart = distance(king, enemy) > 1 && king != extra && extra != enemy;
        has_square && are_apart && (is_black_to_move || !self.is_attacked(kind, enemy))
    }

    /// Returns `true` if White's piece attacks the square.
    fn is_attacked(self, kind: Extra, square: usize) -> bool {
        if kind == Extra::Pawn {
            return square / 8 == self.extra / 8 + 1 && (square % 8).abs_diff(self.extra % 8) == 1;
        }
        let without_enemy = Self { enemy: 64, ..self };
        without_enemy.rays(kind).contains(&square)
    }

    /// The squares to which White's queen or rook can move.
    fn rays(self, kind: Extra) -> Vec<usize> {
        let mut squares = Vec::new();
        for (file, rank) in KING {
            if kind == Extra::Rook && file != 0 && rank != 0 {
                continue;
            }
            let mut at = self.extra;
            while let Some(next) = step(at, file, rank) {
                if next == self.king || next == self.enemy {
                    break;
                }
                squares.push(next);
                at = next;
            }
        }
        squares
    }

    /// The positions after White's moves, except pawn moves.
    fn quiet_moves(self, kind: Extra) -> Vec<Self> {
        let kings = KING.into_iter().filter_map(|(file, rank)| step(self.king, file, rank));
        let kings = kings.filter(|to| *to != self.extra && distance(*to, self.enemy) > 1);
        let mut all: Vec<Self> =
            kings.map(|king| Self { king, is_black_to_move: true, ..self }).collect();
        if kind != Extra::Pawn {
            let rays = self.rays(kind).into_iter();
            all.extend(rays.map(|extra| Self { extra, is_black_to_move: true, ..self }));
        }
        all
    }

    /// The squares to which White's pawn can move.
    fn pawn_moves(self) -> Vec<usize> {
        let is_free = |square: usize| square != self.king && square != self.enemy;
        let mut squares: Vec<usize> = Vec::new();
        if is_free(self.extra + 8) {
            squares.push(self.extra + 8);
            if self.extra / 8 == 1 && is_free(self.extra + 16) {
                squares.push(self.extra + 16);
            }
        }
        squares
    }

    /// The positions after Black's moves; `None` for a capture.
    fn black_moves(self, kind: Extra) -> Vec<Option<Self>> {
        let targets = KING.into_iter().filter_map(|(file, rank)| step(self.enemy, file, rank));
        let is_free = |to: &usize| distance(*to, self.king) > 1 && !self.is_attacked(kind, *to);
        let after = |to: usize| {
            (to != self.extra).then_some(Self { enemy: to, is_black_to_move: false, ..self })
        };
        targets.filter(is_free).map(after).collect()
    }
}

fn step(square: usize, file: i32, rank: i32) -> Option<usize> {
    let file = i32::try_from(square % 8).unwrap() + file;
    let rank = i32::try_from(square / 8).unwrap() + rank;
    let exists = (0..8).contains(&file) && (0..8).contains(&rank);
    exists.then(|| usize::try_from(8 * rank + file).unwrap())
}

fn distance(one: usize, other: usize) -> usize {
    (one % 8).abs_diff(other % 8).max((one / 8).abs_diff(other / 8))
}

/// Solves all positions with this piece. A pawn may promote to the pieces in `promoted`, whose positions are already
/// solved.
pub(crate) fn solve(kind: Extra, promoted: &[(Extra, &Solved)]) -> Solved {
    let mut wins = vec![false; COUNT];
    let legal: Vec<Placing> = Placing::all().filter(|it| it.is_legal(kind)).collect();
    let (black, white): (Vec<Placing>, Vec<Placing>) =
        legal.into_iter().partition(|it| it.is_black_to_move);
    let moves: Vec<Vec<Placing>> = white.iter().map(|it| it.quiet_moves(kind)).collect();
    let replies: Vec<Vec<Option<Placing>>> = black.iter().map(|it| it.black_moves(kind)).collect();
    // A pawn move wins if the position after it is won. The pawn only advances, so the last rank is solved first.
    for rank in (0..8).rev().filter(|rank| kind == Extra::Pawn || *rank == 7) {
        let is_of_rank = |it: &Placing| kind != Extra::Pawn || it.extra / 8 == rank;
        loop {
            let mut has_changed = false;
            for (it, replies) in black.iter().zip(&replies).filter(|(it, _)| is_of_rank(it)) {
                let is_mate = replies.is_empty() && it.is_attacked(kind, it.enemy);
                let lost = |reply: &Option<Placing>| reply.is_some_and(|it| wins[it.index()]);
                let is_lost = is_mate || !replies.is_empty() && replies.iter().all(lost);
                has_changed |= is_lost && !std::mem::replace(&mut wins[it.index()], is_lost);
            }
            for (it, moves) in white.iter().zip(&moves).filter(|(it, _)| is_of_rank(it)) {
                let wins_quietly = moves.iter().any(|next| wins[next.index()]);
                let is_won = wins_quietly || wins_by_pawn_move(kind, *it, &wins, promoted);
                has_changed |= is_won && !std::mem::replace(&mut wins[it.index()], is_won);
            }
            if !has_changed {
                break;
            }
        }
    }
    let mut distances = vec![0; COUNT];
    for (it, replies) in black.iter().zip(&replies).filter(|(it, _)| wins[it.index()]) {
        distances[it.index()] = u8::from(replies.is_empty());
    }
    for (it, moves) in white.iter().zip(&moves).filter(|(it, _)| wins[it.index()]) {
        // So far, only mated positions have a distance.
        let is_mate = moves.iter().any(|next| distances[next.index()] == 1);
        let is_first = is_mate || wins_by_pawn_move(kind, *it, &wins, promoted);
        distances[it.index()] = u8::from(is_first);
    }
    for plies in 2..=u8::MAX {
        let mut has_changed = false;
        for (it, replies) in black.iter().zip(&replies) {
            let is_longest = |reply: &Option<Placing>| {
                reply.is_some_and(|it| (1..plies).contains(&distances[it.index()]))
            };
            let is_open = wins[it.index()] && distances[it.index()] == 0;
            if is_open && replies.iter().all(is_longest) {
                (distances[it.index()], has_changed) = (plies, true);
            }
        }
        for (it, moves) in white.iter().zip(&moves) {
            let is_open = wins[it.index()] && distances[it.index()] == 0;
            if is_open && moves.iter().any(|next| distances[next.index()] == plies - 1) {
                (distances[it.index()], has_changed) = (plies, true);
            }
        }
        if !has_changed && plies > 3 {
            break;
        }
    }
    Solved { distances }
}

/// Returns `true` if a pawn move wins.
fn wins_by_pawn_move(
    kind: Extra,
    it: Placing,
    wins: &[bool],
    promoted: &[(Extra, &Solved)],
) -> bool {
    let wins_at = |to: usize| {
        let next = Placing { extra: to, is_black_to_move: true, ..it };
        if to / 8 < 7 {
            return wins[next.index()];
        }
        promoted.iter().any(|(_, solved)| solved.distances[next.index()] > 0)
    };
    kind == Extra::Pawn && it.pawn_moves().into_iter().any(wins_at)
}
