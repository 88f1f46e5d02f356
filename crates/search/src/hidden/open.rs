//! Games with open hands.

use board_engine::{
    Chance, Deterministic, Game, PerfectInformation, Repetition, Seat, Status, Turn, ZeroSum,
};

use crate::{Evaluator, Score};

/// The same game with everything in sight. Only what was drawn anew may be looked at in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Open<G>(pub G);

impl<G: Game> Game for Open<G> {
    type Position = G::Position;
    type Move = G::Move;

    fn seats(&self) -> usize {
        self.0.seats()
    }

    fn payoff_max(&self) -> i16 {
        self.0.payoff_max()
    }

    fn start(&self) -> G::Position {
        self.0.start()
    }

    fn turn(&self, position: &G::Position) -> Turn {
        self.0.turn(position)
    }

    fn legal_moves(&self, position: &G::Position, moves: &mut Vec<G::Move>) -> Status {
        self.0.legal_moves(position, moves)
    }

    fn play(&self, position: &mut G::Position, mv: G::Move) {
        self.0.play(position, mv);
    }

    fn key(&self, position: &G::Position) -> u64 {
        self.0.key(position)
    }

    fn counters_key(&self, position: &G::Position) -> u64 {
        self.0.counters_key(position)
    }

    fn irreversible(&self, position: &G::Position, mv: G::Move) -> bool {
        self.0.irreversible(position, mv)
    }

    fn repetition(&self) -> Repetition {
        self.0.repetition()
    }

    fn weight(&self, position: &G::Position, mv: G::Move) -> u32 {
        self.0.weight(position, mv)
    }
}

impl<G: Game> PerfectInformation for Open<G> {}
impl<G: ZeroSum> ZeroSum for Open<G> {}
impl<G: Deterministic> Deterministic for Open<G> {}
impl<G: Chance> Chance for Open<G> {}

/// An evaluator of the game, for the game with open hands.
pub(super) struct OpenEvaluator<'a, E: ?Sized>(pub(super) &'a E);

impl<G: Game, E: Evaluator<G> + ?Sized> Evaluator<Open<G>> for OpenEvaluator<'_, E> {
    fn evaluate(&self, game: &Open<G>, position: &G::Position, seat: Seat) -> Score {
        self.0.evaluate(&game.0, position, seat)
    }
}
