//! Searches for games with hidden information. A search sees a position as its mover does:
//! [`HiddenInformation::resample`](board_engine::HiddenInformation::resample) first redraws everything that the mover
//! can't know.
//!
//! | module | what it does | from |
//! |---|---|---|
//! | `determinized` | solves many deals with open hands, and plays the best move on average | Ginsberg, "GIB: Imperfect Information in a Computationally Challenging Game", 2001 |
//! | `information_sets` | grows trees over a seat's observations | Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012 |
//!
//! This file defines the game with open hands that determinized searches use.

mod determinized;
mod information_sets;

use board_engine::{
    Chance, Deterministic, Game, PerfectInformation, Repetition, Seat, Status, Turn, ZeroSum,
    zobrist,
};

use crate::{Evaluator, Report, Score, Statistics};

pub use self::determinized::Determinized;
pub use self::information_sets::{InformationSets, Observers};

/// The seat whose score a search reports.
fn viewer(turn: Turn) -> Seat {
    match turn {
        Turn::Seat(seat) => seat,
        Turn::Chance => Seat::FIRST,
    }
}

/// The report if no seat has a choice.
fn no_choice<M>(status: Status, turn: Turn) -> Report<M> {
    let payoff = status.outcome().map_or(0, |outcome| outcome.payoff(viewer(turn)));
    Report {
        best: None,
        score: Score::new(i32::from(payoff) * 100),
        line: Vec::new(),
        statistics: Statistics::default(),
        completed: true,
    }
}

/// The same game with perfect information: the hidden parts of its positions are dealt at random.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Open<G>(pub G);

/// A position without hidden parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deal<P, M> {
    /// The position in the game.
    pub position: P,
    /// The only legal move, with its index among the position's moves; `None` if all moves are legal. An algorithm that
    /// searches the position then returns this move's score, whatever the number of seats.
    pub first: Option<(M, usize)>,
}

impl<G: Game> Game for Open<G> {
    type Position = Deal<G::Position, G::Move>;
    type Move = G::Move;

    fn seats(&self) -> usize {
        self.0.seats()
    }

    fn payoff_max(&self) -> i16 {
        self.0.payoff_max()
    }

    fn start(&self) -> Self::Position {
        Deal { position: self.0.start(), first: None }
    }

    fn turn(&self, deal: &Self::Position) -> Turn {
        self.0.turn(&deal.position)
    }

    fn legal_moves(&self, deal: &Self::Position, moves: &mut Vec<G::Move>) -> Status {
        let status = self.0.legal_moves(&deal.position, moves);
        if let (Status::Ongoing, Some((first, _))) = (status, deal.first) {
            moves.clear();
            moves.push(first);
        }
        status
    }

    fn status(&self, deal: &Self::Position, scratch: &mut Vec<G::Move>) -> Status {
        self.0.status(&deal.position, scratch)
    }

    fn play(&self, deal: &mut Self::Position, mv: G::Move) {
        self.0.play(&mut deal.position, mv);
        deal.first = None;
    }

    fn key(&self, deal: &Self::Position) -> u64 {
        let key = self.0.key(&deal.position);
        deal.first.map_or(key, |(_, index)| zobrist::mix(&[key, index as u64]))
    }

    fn counters_key(&self, deal: &Self::Position) -> u64 {
        self.0.counters_key(&deal.position)
    }

    fn irreversible(&self, deal: &Self::Position, mv: G::Move) -> bool {
        self.0.irreversible(&deal.position, mv)
    }

    fn repetition(&self) -> Repetition {
        self.0.repetition()
    }

    fn weight(&self, deal: &Self::Position, mv: G::Move) -> u32 {
        self.0.weight(&deal.position, mv)
    }
}

impl<G: Game> PerfectInformation for Open<G> {}
impl<G: ZeroSum> ZeroSum for Open<G> {}
impl<G: Deterministic> Deterministic for Open<G> {}
impl<G: Chance> Chance for Open<G> {}

/// The game's evaluator, adapted to the game with open hands.
struct OpenEvaluator<'a, E: ?Sized>(&'a E);

impl<G: Game, E: Evaluator<G> + ?Sized> Evaluator<Open<G>> for OpenEvaluator<'_, E> {
    fn evaluate(&self, game: &Open<G>, deal: &Deal<G::Position, G::Move>, seat: Seat) -> Score {
        self.0.evaluate(&game.0, &deal.position, seat)
    }

    fn unit(&self) -> i32 {
        self.0.unit()
    }

    fn payoff_scale(&self) -> i32 {
        self.0.payoff_scale()
    }

    fn ends_playout(&self, game: &Open<G>, deal: &Deal<G::Position, G::Move>) -> bool {
        self.0.ends_playout(&game.0, &deal.position)
    }
}
