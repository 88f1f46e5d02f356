//! The recursion: principal variation search.
//!
//! The first move is searched with an open window; of each later one a null window asks only whether it is better
//! (Marsland and Campbell, "Parallel Search of Strongly Ordered Game Trees", 1982;
//! <https://www.chessprogramming.org/Principal_Variation_Search>). It is [`Negascout`](crate::Negascout) with
//! everything around it that makes it strong.

use board_engine::{Deterministic, Status, ZeroSum};

use super::frame::{self, Frame, Pick};
use super::probcut;
use super::reductions::Candidate;
use super::table::{Entry, PROVEN};
use super::worker::{Guesses, Worker};
use crate::limits::Stopped;
use crate::walk::Node;
use crate::window::{Bound, View, Window};
use crate::{Evaluator, Score};

/// How the moves of a node are to be searched.
pub(super) struct Plan {
    /// The node's key.
    pub(super) key: u64,
    pub(super) window: Window,
    /// The plies to be searched, this one included.
    pub(super) depth: i32,
    /// What is known to be best, as a place in the list of legal moves.
    pub(super) hash_move: Option<usize>,
    /// Whether that is better than all others by far.
    pub(super) is_singular: bool,
    /// A place in the list of legal moves that is not searched.
    pub(super) left_out: Option<usize>,
}

/// What was found of a node.
enum Found {
    /// By a search of its moves.
    Best(Best),
    /// By another thread, which has put it into the table.
    Meanwhile(Score),
}

/// The best of a node's moves.
struct Best {
    score: Score,
    place: Option<usize>,
}

impl Best {
    /// Takes a win or a loss that an earlier, deeper search has found and this one didn't see: it is one at any depth.
    /// Says whether it did.
    fn heed<M: Copy + Eq>(&mut self, entry: Entry, frame: &mut Frame<M>) -> bool {
        let Entry { score, bound, best, .. } = entry;
        if bound != Bound::Upper && score.is_win() && score > self.score {
            self.score = score;
            self.place = best.map(usize::from).filter(|&place| place < frame.moves.len());
            frame.line.clear();
            frame.line.extend(self.place.map(|place| frame.moves[place]));
            return true;
        }
        let is_taken = bound != Bound::Lower && score.is_loss() && score < self.score;
        if is_taken {
            self.score = score;
        }
        is_taken
    }
}

impl<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized> Worker<'_, G, E> {
    /// What the node is worth for its mover, by a search of `depth` plies; a bound if that lies outside the window.
    pub(super) fn search(
        &mut self,
        node: &Node<G>,
        window: Window,
        depth: i32,
        frames: &mut [Frame<G::Move>],
    ) -> Result<Score, Stopped> {
        if depth <= 0 || frames.len() == 1 {
            return self.quiescence(node, window, frames);
        }
        self.count_node()?;
        let (_, below) = frame::split(frames);
        self.reach(below);
        if let Some(score) = self.repetition_score(node, frame::ply(below)) {
            frames[0].line.clear();
            return Ok(score);
        }
        self.search_without(None, node, window, depth, frames)
    }

    /// [`search`](Self::search)es a node that was counted before, without the move at the place `left_out` in the list
    /// of legal moves.
    pub(super) fn search_without(
        &mut self,
        left_out: Option<usize>,
        node: &Node<G>,
        window: Window,
        depth: i32,
        frames: &mut [Frame<G::Move>],
    ) -> Result<Score, Stopped> {
        let (here, below) = frame::split(frames);
        here.line.clear();
        let ply = frame::ply(below);
        let (key, guesses) = (self.key(node), self.guesses);
        // The moves are listed first, since the table's answer takes time to come.
        if let Status::Over(outcome) = self.game.legal_moves(&node.position, &mut here.moves) {
            return Ok(self.final_score(node, ply, &outcome, !here.moves.is_empty()));
        }
        let mut known = None;
        if left_out.is_none() {
            known = self.look_up(key, ply);
            if let Some(score) = known.and_then(|entry| self.decided(entry, window, depth)) {
                return Ok(score);
            }
            if let Some(score) = self.enhanced_cutoff(node, window, depth, frames) {
                return Ok(score);
            }
            if let Some(score) = self.probcut(node, window, depth, frames)? {
                return Ok(score);
            }
            if known.is_none() && depth >= probcut::DEPTH_MIN {
                // The shallow search has left its best move there.
                known = self.look_up(key, ply);
            }
        }
        let is_singular = match known {
            Some(entry) => self.is_singular(entry, node, depth, frames)?,
            None => false,
        };
        let hash_move = known.and_then(|entry| entry.best).map(usize::from);
        let hash_move = hash_move.filter(|&place| place < frames[0].moves.len());
        let plan = Plan { key, window, depth, hash_move, is_singular, left_out };
        let mut best = match self.search_moves(node, &plan, frames)? {
            Found::Best(best) => best,
            Found::Meanwhile(score) => return Ok(score),
        };
        let heeded = known.filter(|&entry| self.wins_last && best.heed(entry, &mut frames[0]));
        match heeded {
            // The score is the entry's, and so is its bound.
            Some(entry) => self.remember(key, ply, entry),
            None if left_out.is_none() => self.keep(&plan, ply, &best, guesses),
            None => {}
        }
        Ok(best.score)
    }

    /// Puts what was found of a node into the table. It is proven if nothing was guessed since `guesses` were counted.
    fn keep(&self, plan: &Plan, ply: usize, found: &Best, guesses: Guesses) {
        let score = found.score;
        let bound = plan.window.bound(score);
        let place = if bound == Bound::Upper { plan.hash_move } else { found.place };
        let best = place.and_then(|place| u8::try_from(place).ok());
        let is_proven = self.guesses == guesses;
        let depth = if is_proven { PROVEN } else { depth_of_entry(plan.depth) };
        self.remember(plan.key, ply, Entry { score, bound, depth, best });
    }

    fn search_moves(
        &mut self,
        node: &Node<G>,
        plan: &Plan,
        frames: &mut [Frame<G::Move>],
    ) -> Result<Found, Stopped> {
        let (here, below) = frame::split(frames);
        let mut best = Best { score: Score::MIN, place: None };
        let single = self.single_reply_extension(here, plan);
        here.begin();
        while let Some(Pick { place, index }) = self.next_pick(node, plan, here) {
            if index > 0
                && let Some(score) = self.found_meanwhile(plan, below)
            {
                return Ok(Found::Meanwhile(score));
            }
            let is_hash_move = plan.hash_move == Some(place);
            let candidate = Candidate {
                mv: here.moves[place],
                index,
                window: plan.window.above(best.score),
                depth: plan.depth - 1 + single.max(i32::from(plan.is_singular && is_hash_move)),
            };
            let claim = self.claim(plan, place);
            let score = self.search_move(node, &candidate, below)?;
            self.release(claim);
            here.tried.push(place);
            if score > best.score {
                best = Best { score, place: Some(place) };
                if score >= plan.window.beta {
                    self.statistics.cutoffs += 1;
                    self.learn(node, here, place, plan.depth);
                    break;
                }
                if score > plan.window.alpha {
                    here.set_line(candidate.mv, below);
                }
            }
        }
        Ok(Found::Best(best))
    }

    /// The place of the move that comes next: what is known to be best, then the others, which are put in order when the
    /// first of them is needed.
    #[inline]
    pub(super) fn next_in_order(
        &self,
        node: &Node<G>,
        plan: &Plan,
        here: &mut Frame<G::Move>,
    ) -> Option<usize> {
        let hash_moves = usize::from(plan.hash_move.is_some());
        if here.met < hash_moves {
            return plan.hash_move;
        }
        if here.met == hash_moves {
            self.order(node, here, plan.hash_move.or(plan.left_out));
        }
        here.next()
    }

    /// What the move is worth for the node's mover: exactly if that lies in the candidate's window.
    pub(super) fn search_move(
        &mut self,
        node: &Node<G>,
        candidate: &Candidate<G::Move>,
        below: &mut [Frame<G::Move>],
    ) -> Result<Score, Stopped> {
        let Candidate { mv, index, window, depth } = *candidate;
        let reduction = self.reduction(node, candidate);
        let mut child = node.clone();
        self.play(node, mv, &mut child);
        if depth > reduction {
            self.prefetch(&child);
        }
        let view = View::between(node.mover, child.mover);
        let mut ask = |this: &mut Self, window, depth| {
            let score = this.search(&child, view.window(window), depth, below)?;
            Ok(view.score(score))
        };
        // What is asked again does not rest on the first answer.
        let guesses = self.guesses;
        let mut score = if index == 0 {
            ask(self, window, depth)?
        } else {
            ask(self, window.null(), depth - reduction)?
        };
        if reduction > 0 && score > window.alpha {
            self.guesses = guesses;
            score = ask(self, window.null(), depth)?;
        }
        if index > 0 && window.is_open() && window.contains(score) {
            self.guesses = guesses;
            score = ask(self, window, depth)?;
        }
        self.take_back();
        Ok(score)
    }
}

/// Depths of entries are less than [`PROVEN`].
fn depth_of_entry(depth: i32) -> u8 {
    u8::try_from(depth).unwrap_or(PROVEN).min(PROVEN - 1)
}
