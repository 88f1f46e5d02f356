//! A hand-written alpha-beta search for Connect Four only, as a baseline for the generic search. Like any usable
//! search, it can be stopped and returns its principal variation. This search visits the same nodes as the generic
//! search.

use board_engine::{Game, Outcome, Status};
use connect_four::{ConnectFour, Move, Position};

const WIN: i32 = 1_000;

/// Up to this depth, all searches visit the same number of nodes.
const CHECKED_DEPTH: usize = 10;
const CHECKED_NODES: u64 = 56_531;

/// Checks that a search visited as many nodes as the other searches.
pub(crate) fn check(depth: usize, nodes: u64) {
    assert!(depth != CHECKED_DEPTH || nodes == CHECKED_NODES, "{nodes}");
}

/// The search was stopped.
struct Stopped;

/// The state shared by the two searches below.
struct Search<'a, M> {
    must_stop: &'a dyn Fn() -> bool,
    nodes: u64,
    /// The principal variation for each remaining depth.
    lines: Vec<Vec<M>>,
}

impl<M: Copy> Search<'_, M> {
    fn new(depth: usize) -> Self {
        Self { must_stop: &|| false, nodes: 0, lines: vec![Vec::new(); depth + 1] }
    }

    fn count_node(&mut self, depth: usize) -> Result<(), Stopped> {
        if self.nodes.is_multiple_of(1_000) && (self.must_stop)() {
            return Err(Stopped);
        }
        self.nodes += 1;
        self.lines[depth].clear();
        Ok(())
    }

    fn set_line(&mut self, depth: usize, mv: M) {
        let (below, here) = self.lines.split_at_mut(depth);
        here[0].clear();
        here[0].push(mv);
        here[0].extend_from_slice(&below[depth - 1]);
    }

    /// Checks the result of a search from the start, which is too shallow for either side to win, and returns the node
    /// count.
    fn finish(&self, depth: usize, score: Result<i32, Stopped>) -> u64 {
        assert!(score.is_ok_and(|score| score == 0));
        assert_eq!(self.lines[depth].len(), depth);
        check(depth, self.nodes);
        1
    }
}

/// A search from the start to this depth with the rules of `connect-four`.
pub(crate) fn with_library_rules(depth: u32) -> u64 {
    let depth = depth as usize;
    let (game, mut search) = (ConnectFour::default(), Search::new(depth));
    let mut lists = vec![Vec::new(); depth + 1];
    let score = search_position(&game, &mut search, &mut lists, &game.start(), depth, -WIN, WIN);
    search.finish(depth, score)
}

fn search_position(
    game: &ConnectFour,
    search: &mut Search<'_, Move>,
    lists: &mut [Vec<Move>],
    position: &Position<u64>,
    depth: usize,
    alpha: i32,
    beta: i32,
) -> Result<i32, Stopped> {
    search.count_node(depth)?;
    let (moves, below) = lists.split_first_mut().expect("a list for each ply");
    let status =
        if depth == 0 { game.status(position, moves) } else { game.legal_moves(position, moves) };
    if let Status::Over(outcome) = status {
        return Ok(end_score(&outcome, position));
    }
    if depth == 0 {
        return Ok(0);
    }
    let mut best = -WIN;
    for &mv in &*moves {
        let mut next = *position;
        game.play(&mut next, mv);
        let score =
            -search_position(game, search, below, &next, depth - 1, -beta, -alpha.max(best))?;
        if score > best {
            best = score;
            if score >= beta {
                break;
            }
            if score > alpha {
                search.set_line(depth, mv);
            }
        }
    }
    Ok(best)
}

/// The score for the side to move. Earlier losses are worse.
fn end_score(outcome: &Outcome, position: &Position<u64>) -> i32 {
    let discs = position.occupied().count().cast_signed();
    i32::from(outcome.payoff(position.mover())) * (WIN - 1 - discs)
}

/// A position: columns of seven bits each. The highest bit of a column is always empty.
#[derive(Clone, Copy, Default)]
struct Discs {
    /// The mover's discs.
    own: u64,
    other: u64,
}

const COLUMNS: [u32; 7] = [3, 2, 4, 1, 5, 0, 6];
const TOPS: u64 = 0x0408_1020_4081 << 5;

/// A search from the empty board to this depth with built-in rules.
pub(crate) fn with_built_in_rules(depth: u32) -> u64 {
    let depth = depth as usize;
    let mut search = Search::new(depth);
    let score = search.search_bits(Discs::default(), depth, -WIN, WIN);
    search.finish(depth, score)
}

impl Search<'_, u32> {
    fn search_bits(
        &mut self,
        discs: Discs,
        depth: usize,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        self.count_node(depth)?;
        let all = discs.own | discs.other;
        if has_four(discs.other) {
            return Ok(all.count_ones().cast_signed() + 1 - WIN);
        }
        if depth == 0 || all & TOPS == TOPS {
            return Ok(0);
        }
        let mut best = -WIN;
        for column in COLUMNS {
            let bottom = 1 << (7 * column);
            if all & (bottom << 5) != 0 {
                continue;
            }
            let disc = (all + bottom) & !all;
            let next = Discs { own: discs.other, other: discs.own | disc };
            let score = -self.search_bits(next, depth - 1, -beta, -alpha.max(best))?;
            if score > best {
                best = score;
                if score >= beta {
                    break;
                }
                if score > alpha {
                    self.set_line(depth, column);
                }
            }
        }
        Ok(best)
    }
}

fn has_four(discs: u64) -> bool {
    [1, 6, 7, 8].iter().any(|step| {
        let pairs = discs & discs >> step;
        pairs & pairs >> (2 * step) != 0
    })
}
