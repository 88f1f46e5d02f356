//! A variant of which the static type is erased.
//!
//! All that is not hot (players around their searches, exploring, the table's matches) is compiled for [`AnyVariant`] once for
//! each size of a board's word, and not for each of the variants. It calls their rules through a table of functions. What is
//! hot (searches, playouts, lines of play) comes from the same table, compiled for its variant, and calls nothing through it.

use std::marker::PhantomData;

use board_engine::{
    Board, Deterministic, Diagram, Game, Glyph, KeyHistory, Notation, NotationError, Outcome,
    PerfectInformation, Repetition, Seat, Square, Status, Turn, Viewer, Word, ZeroSum,
};
use checkers::{Checkers, Move, Position, Variant};
use checkers_pdn::Pdn;
use game_family::{
    CatalogEntry, Classic, Duel, DuelSearch, EvaluatorInfo, GameMotif, LineOfPlay, Playout,
    new_duel_search, new_line_of_play, play_out,
};
use games_package::SheetFormat;
use opening_book::GameBook;
use players::AnySearch;
use search::{Evaluator, Limits, Listener, NoHints, Report, Score};
use tablebase::{TableError, Tablebase};

use crate::classics::CLASSICS;
use crate::entry::{CheckersEntry, EVALUATORS};
use crate::evaluation::DraughtsEvaluator;
use crate::motifs;

/// The rules of some variant.
#[derive(Clone, Copy)]
pub(crate) struct AnyVariant<W: Word>(&'static dyn OfVariant<W>);

impl<W: Word> AnyVariant<W> {
    /// The rules of `V`.
    pub(crate) const fn of<V: Variant<Word = W>>() -> Self {
        Self(&Of::<V>(PhantomData))
    }
}

/// What the table of functions is made for.
struct Of<V>(PhantomData<V>);

/// Declares the table of the rules of a variant, fills it for each variant, and calls through it for any.
macro_rules! rules_by_table {
    ($($trait:ident { $($own:tt)* } {
        $(fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?;)*
    })*) => {
        /// The rules of a variant: what the methods of the same names do.
        trait RulesOf<W: Word>: Send + Sync {
            $($(fn $name(&self, $($argument: $type),*) $(-> $result)?;)*)*
        }

        impl<V: Variant<Word = W>, W: Word> RulesOf<W> for Of<V> {
            $($(fn $name(&self, $($argument: $type),*) $(-> $result)? {
                $trait::$name(&Checkers::<V>::new(), $($argument),*)
            })*)*
        }

        $(impl<W: Word> $trait for AnyVariant<W> {
            $($own)*
            $(fn $name(&self, $($argument: $type),*) $(-> $result)? {
                self.0.$name($($argument),*)
            })*
        })*
    };
}

rules_by_table! {
    Game {
        type Position = Position<W>;
        type Move = Move<W>;

        fn seats(&self) -> usize {
            2
        }
    } {
        fn start() -> Position<W>;
        fn turn(position: &Position<W>) -> Turn;
        fn legal_moves(position: &Position<W>, moves: &mut Vec<Move<W>>) -> Status;
        fn status(position: &Position<W>, scratch: &mut Vec<Move<W>>) -> Status;
        fn count_moves(position: &Position<W>, scratch: &mut Vec<Move<W>>) -> u64;
        fn count_replies(
            position: &Position<W>,
            moves: &mut Vec<Move<W>>,
            scratch: &mut Vec<Move<W>>
        ) -> u64;
        fn play(position: &mut Position<W>, mv: Move<W>);
        fn key(position: &Position<W>) -> u64;
        fn counters_key(position: &Position<W>) -> u64;
        fn irreversible(position: &Position<W>, mv: Move<W>) -> bool;
        fn repetition() -> Repetition;
    }

    Notation {} {
        fn seat_name(seat: Seat) -> String;
        fn format_move(position: &Position<W>, mv: Move<W>) -> String;
        fn push_move(position: &Position<W>, mv: Move<W>, text: &mut String);
        fn parse_move(position: &Position<W>, text: &str) -> Result<Move<W>, NotationError>;
        fn format_position(position: &Position<W>) -> String;
        fn parse_position(text: &str) -> Result<Position<W>, NotationError>;
        fn pieces_to_set_up() -> Vec<Glyph>;
        fn format_set_up(board: &Board<usize>, mover: Seat) -> String;
        fn describe_outcome(position: &Position<W>, outcome: &Outcome) -> String;
        fn route(position: &Position<W>, mv: Move<W>) -> Vec<Square>;
        fn with_colors_reversed(position: &Position<W>) -> Option<Position<W>>;
        fn material_key(position: &Position<W>) -> Option<u64>;
        fn diagram(position: &Position<W>, viewer: Viewer) -> Diagram;
    }
}

impl<W: Word> ZeroSum for AnyVariant<W> {}
impl<W: Word> Deterministic for AnyVariant<W> {}
impl<W: Word> PerfectInformation for AnyVariant<W> {}

/// What else a variant has in the catalog: what the methods of [`CatalogEntry`] do.
trait OfVariant<W: Word>: RulesOf<W> {
    fn play_out(
        &self,
        position: &Position<W>,
        plies_max: u32,
        draw: &mut dyn FnMut(u32) -> u32,
    ) -> Playout;

    fn line_of_play(&self, position: Option<&str>) -> Result<Box<dyn LineOfPlay>, NotationError>;

    fn tablebase(&self) -> Option<&'static dyn Tablebase>;

    fn book(&self) -> GameBook;

    fn rank(&self, position: &Position<W>, mv: Move<W>) -> i32;

    fn is_opposition(&self, start: &Position<W>, moves: &[Move<W>]) -> bool;

    fn evaluate(&self, by: DraughtsEvaluator, position: &Position<W>, seat: Seat) -> Score;

    fn duel_search(
        &self,
        evaluator: DraughtsEvaluator,
        wanted: DuelSearch,
    ) -> Result<Box<dyn AnySearch<AnyVariant<W>>>, TableError>;
}

impl<V: Variant<Word = W>, W: Word> OfVariant<W> for Of<V> {
    fn play_out(
        &self,
        position: &Position<W>,
        plies_max: u32,
        draw: &mut dyn FnMut(u32) -> u32,
    ) -> Playout {
        play_out(&Checkers::<V>::new(), position, plies_max, draw)
    }

    fn line_of_play(&self, position: Option<&str>) -> Result<Box<dyn LineOfPlay>, NotationError> {
        new_line_of_play(Checkers::<V>::new(), position)
    }

    fn tablebase(&self) -> Option<&'static dyn Tablebase> {
        CheckersEntry::<V>::tablebase(&Checkers::new())
    }

    fn book(&self) -> GameBook {
        CheckersEntry::<V>::book(&Checkers::new())
    }

    fn rank(&self, position: &Position<W>, mv: Move<W>) -> i32 {
        CheckersEntry::<V>::rank(&Checkers::new(), position, mv)
    }

    fn is_opposition(&self, start: &Position<W>, moves: &[Move<W>]) -> bool {
        motifs::is_opposition::<V>(&Checkers::new(), start, moves)
    }

    fn evaluate(&self, by: DraughtsEvaluator, position: &Position<W>, seat: Seat) -> Score {
        by.evaluate(&Checkers::<V>::new(), position, seat)
    }

    fn duel_search(
        &self,
        evaluator: DraughtsEvaluator,
        wanted: DuelSearch,
    ) -> Result<Box<dyn AnySearch<AnyVariant<W>>>, TableError> {
        Ok(Box::new(SearchOf::<V>(new_duel_search::<CheckersEntry<V>>(evaluator, wanted)?)))
    }
}

/// A search of the variant `V`, as one of any variant.
struct SearchOf<V: Variant>(Box<dyn AnySearch<Checkers<V>>>);

impl<V: Variant<Word = W>, W: Word> AnySearch<AnyVariant<W>> for SearchOf<V> {
    fn search(
        &mut self,
        _: &AnyVariant<W>,
        position: &Position<W>,
        history: Option<&KeyHistory>,
        limits: &Limits<'_>,
        listener: Listener<'_, Move<W>>,
    ) -> Report<Move<W>> {
        self.0.search(&Checkers::new(), position, history, limits, listener)
    }

    fn unit(&self) -> i32 {
        self.0.unit()
    }

    fn has_depth(&self) -> bool {
        self.0.has_depth()
    }

    fn forget(&mut self) {
        self.0.forget();
    }

    fn reseed(&mut self, seed: u64) {
        self.0.reseed(seed);
    }
}

impl<W: Word> Evaluator<AnyVariant<W>> for DraughtsEvaluator {
    fn evaluate(&self, game: &AnyVariant<W>, position: &Position<W>, seat: Seat) -> Score {
        game.0.evaluate(*self, position, seat)
    }
}

/// The entry of any variant; those with endgame tables have other options than those without.
pub(crate) struct AnyVariantEntry<W, const HAS_TABLES: bool>(PhantomData<W>);

impl<W: Word, const HAS_TABLES: bool> CatalogEntry for AnyVariantEntry<W, HAS_TABLES> {
    type Game = AnyVariant<W>;
    type Kind = Duel;
    type Evaluator = DraughtsEvaluator;
    type Hints = NoHints;

    const SHEETS: &'static [&'static dyn SheetFormat] = &[&Pdn];

    const MOTIFS: &'static [GameMotif<AnyVariant<W>>] = &[GameMotif {
        name: motifs::OPPOSITION,
        fits: |game, start, moves| game.0.is_opposition(start, moves),
    }];

    const EVALUATORS: &'static [(EvaluatorInfo, DraughtsEvaluator)] = EVALUATORS;

    const CLASSICS: &'static [Classic<DraughtsEvaluator>] = CLASSICS;

    const HAS_TABLES: bool = HAS_TABLES;

    fn tablebase(game: &AnyVariant<W>) -> Option<&'static dyn Tablebase> {
        game.0.tablebase()
    }

    fn book(game: &AnyVariant<W>) -> GameBook {
        game.0.book()
    }

    fn rank(game: &AnyVariant<W>, position: &Position<W>, mv: Move<W>) -> i32 {
        game.0.rank(position, mv)
    }

    fn play_out(
        game: &AnyVariant<W>,
        position: &Position<W>,
        plies_max: u32,
        draw: &mut dyn FnMut(u32) -> u32,
    ) -> Playout {
        game.0.play_out(position, plies_max, draw)
    }

    fn line_of_play(
        game: &AnyVariant<W>,
        position: Option<&str>,
    ) -> Result<Box<dyn LineOfPlay>, NotationError> {
        game.0.line_of_play(position)
    }

    fn duel_search(
        game: &AnyVariant<W>,
        evaluator: DraughtsEvaluator,
        wanted: DuelSearch,
    ) -> Result<Box<dyn AnySearch<AnyVariant<W>>>, TableError> {
        game.0.duel_search(evaluator, wanted)
    }
}

#[cfg(test)]
mod tests {
    use checkers::{VARIANTS, VariantVisitor, with_variant};

    use super::*;

    /// Plays a match and compares all that any variant says of each position with what the variant itself says.
    struct PlayedByBoth;

    impl VariantVisitor for PlayedByBoth {
        type Output = ();

        fn visit<V: Variant>(self) {
            let (one, any) = (Checkers::<V>::new(), AnyVariant::of::<V>());
            assert_eq!(any.start(), one.start());
            assert_eq!(any.repetition(), one.repetition());
            assert_eq!((any.seats(), any.payoff_max()), (one.seats(), one.payoff_max()));
            assert_eq!(any.seat_name(Seat::FIRST), one.seat_name(Seat::FIRST));
            assert_eq!(any.pieces_to_set_up(), one.pieces_to_set_up());
            let (mut position, mut moves) = (one.start(), Vec::new());
            for ply in 0..80_usize {
                check_position(one, any, &position);
                if one.legal_moves(&position, &mut moves) != Status::Ongoing {
                    break;
                }
                let mv = moves[(ply * 7 + ply / 3) % moves.len()];
                let mut after = position;
                any.play(&mut after, mv);
                one.play(&mut position, mv);
                assert_eq!(after, position);
            }
        }
    }

    fn check_position<V: Variant<Word = W>, W: Word>(
        one: Checkers<V>,
        any: AnyVariant<W>,
        position: &Position<W>,
    ) {
        let [mut moves, mut same, mut scratch] = [Vec::new(), Vec::new(), Vec::new()];
        let status = one.legal_moves(position, &mut moves);
        assert_eq!(any.legal_moves(position, &mut same), status);
        assert_eq!(same, moves);
        assert_eq!(any.status(position, &mut scratch), status);
        assert_eq!(any.count_moves(position, &mut scratch), moves.len() as u64);
        assert_eq!(
            any.count_replies(position, &mut same, &mut scratch),
            one.count_replies(position, &mut Vec::new(), &mut scratch)
        );
        assert_eq!(any.turn(position), one.turn(position));
        assert_eq!(any.key(position), one.key(position));
        assert_eq!(any.counters_key(position), one.counters_key(position));
        assert_eq!(any.material_key(position), one.material_key(position));
        assert_eq!(any.with_colors_reversed(position), one.with_colors_reversed(position));
        assert_eq!(any.can_win(position, Seat::FIRST), one.can_win(position, Seat::FIRST));
        let text = one.format_position(position);
        assert_eq!(any.format_position(position), text);
        assert_eq!(any.parse_position(&text), one.parse_position(&text));
        let viewer = Viewer::Arbiter;
        assert_eq!(any.format_position_for(position, viewer), text);
        assert_eq!(any.diagram(position, viewer), one.diagram(position, viewer));
        for mv in moves {
            let text = one.format_move(position, mv);
            assert_eq!(any.format_move(position, mv), text);
            assert_eq!(any.format_move_for(position, mv, viewer), text);
            assert_eq!(any.parse_move(position, &text), Ok(mv));
            assert_eq!(any.route(position, mv), one.route(position, mv));
            assert_eq!(any.irreversible(position, mv), one.irreversible(position, mv));
        }
        if let Status::Over(outcome) = status {
            let said = one.describe_outcome(position, &outcome);
            assert_eq!(any.describe_outcome(position, &outcome), said);
        }
        for (_, evaluator) in EVALUATORS {
            let score = evaluator.evaluate(&one, position, Seat::FIRST);
            assert_eq!(evaluator.evaluate(&any, position, Seat::FIRST), score);
        }
    }

    #[test]
    fn any_variant_says_what_its_own_type_says() {
        for variant in VARIANTS {
            with_variant(variant.name, PlayedByBoth).expect("it is on the list");
        }
    }
}
