//! The laws, their violations, and the position for which a law is checked.

use std::fmt;

use board_engine::{Notation, Status};
use thiserror::Error;

/// The laws, one by one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Law {
    /// A position has at most [`POSITION_BYTES_MAX`](board_engine::POSITION_BYTES_MAX) bytes.
    PositionIsSmall,
    /// There are `1..=SEATS_MAX` seats, and if a seat acts first, it is seat 0.
    SeatsAreCounted,
    /// Seats have names, and no two seats share a name.
    SeatsHaveNames,
    /// If repetition ends the game, at least 2 occurrences are required, and there is a payoff for each seat.
    RepetitionMakesSense,
    /// The start is the same each time.
    StartIsFixed,
    /// The side to move is a seat in the game, or chance.
    TurnIsASeat,
    /// The move list is cleared before it is filled.
    ListIsCleared,
    /// Listing twice returns the same moves in the same order with the same status.
    ListIsRepeatable,
    /// No move is listed twice.
    MovesAreListedOnce,
    /// An unfinished game has a move.
    OngoingHasMoves,
    /// The move count equals the length of the move list.
    CountIsLength,
    /// The status computed without a list is the same as with a list.
    StatusIsThatOfTheList,
    /// Every chance move has a weight.
    ChanceHasWeights,
    /// A finished game has a payoff for each seat, and the rule has a name.
    OverHasPayoffs,
    /// No payoff exceeds the maximum.
    PayoffsAreBounded,
    /// Two seats' payoffs cancel.
    PayoffsCancel,
    /// A move changes only the position on which it is played, and always in the same way.
    PlayChangesItsArgumentOnly,
    /// A random step plays a legal move and returns the status of the move list.
    RandomStepIsLegal,
    /// No two moves lead to the same position.
    MovesDiffer,
    /// Equal positions have equal keys.
    EqualPositionsShareKeys,
    /// Different boards, or different turns, have different keys.
    DifferentBoardsDifferInKeys,
    /// Positions with equal keys have the same outcome, or all have none. Outcomes by counting are exempt.
    KeysTellTheEnd,
    /// After an irreversible move no earlier position occurs again.
    IrreversibleMeansIt,
    /// A legal move's string is not empty and has no white space.
    MoveTextIsOneWord,
    /// No two legal moves share a string.
    MoveTextsDiffer,
    /// A move's string is the same when it is appended to another string.
    MoveTextsAgree,
    /// A legal move's string parses as that move.
    MoveTextIsReadBack,
    /// A position's string parses as that position.
    PositionTextIsReadBack,
    /// No string makes the move parser panic or return an illegal move.
    GarbledMoveIsRefused,
    /// No string makes the position parser panic or return a position that breaks another law.
    GarbledPositionIsRefused,
    /// A parse error gives a reason on one line.
    RefusalSaysWhy,
    /// All diagrams in a game have the same squares, and the board squares have different names.
    DiagramsShareSquares,
    /// An edge of the board has a label for each column or row, or none.
    EdgesHaveALabelEach,
    /// Zones differ in name or owner, and an owner has the game's name for the seat.
    ZonesDiffer,
    /// A piece belongs to a seat in the game.
    PiecesHaveOwners,
    /// A piece has a unique ASCII string, a symbol and a printable name.
    PiecesCanBeShown,
    /// The squares that a legal move touches are squares on the diagram.
    RoutesAreOnTheBoard,
    /// A move that touches several squares begins on a piece.
    RoutesBeginAtAPiece,
    /// The steps of the legal moves make up exactly the moves that touch squares, and each step moves a piece.
    StepsMakeTheMoves,
    /// A position set up from a diagram's pieces has the same diagram.
    SetUpIsThePicture,
    /// Every legal action is in the game's action space, and no two actions in a state share a number.
    ActionsAreNumbered,
    /// The actions in a position make up exactly its legal moves.
    ActionsMakeTheMoves,
    /// An action depends only on its step or its name: it has the same number in every position.
    ActionsAreStable,
    /// Everything that a diagram shows is a feature of the game.
    FeaturesAreListed,
    /// An observation has the features of the diagram for the same viewer.
    ObservationsArePictures,
    /// A diagram doesn't reveal hidden information to a viewer.
    DiagramKeepsSecrets,
    /// A seat's view of a position parses to a position with the same view.
    ViewIsReadBack,
    /// A resampled position looks the same to the seat.
    ResampledLooksTheSame,
    /// A resample for a seat depends only on what the seat sees.
    ResamplingIsBlind,
    /// The table's answers to a seat and to the public don't depend on information hidden from the seat: views, status,
    /// legal moves and refusals.
    TableKeepsSecrets,
    /// Two moves have equal sight hashes for a seat if and only if they have equal strings for that seat.
    SightIsText,
}

/// The law in words: "no two legal moves have the same string".
impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::PositionIsSmall => "a position has at most 128 bytes",
            Self::SeatsAreCounted => "there are 1 to 8 seats and the first one starts",
            Self::SeatsHaveNames => "each seat has its own name",
            Self::RepetitionMakesSense => "a repetition is a return and has a payoff per seat",
            Self::StartIsFixed => "the start is the same each time",
            Self::TurnIsASeat => "the turn belongs to a seat of the game",
            Self::ListIsCleared => "the move list is cleared before it is filled",
            Self::ListIsRepeatable => "the same moves are listed each time",
            Self::MovesAreListedOnce => "no move is listed twice",
            Self::OngoingHasMoves => "an unfinished game has a legal move",
            Self::CountIsLength => "the move count equals the length of the move list",
            Self::StatusIsThatOfTheList => "the status matches the one returned with the move list",
            Self::ChanceHasWeights => "every chance outcome has a weight",
            Self::OverHasPayoffs => "a finished game has a payoff per seat and a named rule",
            Self::PayoffsAreBounded => "no payoff exceeds the maximum payoff",
            Self::PayoffsCancel => "the payoffs of two seats cancel",
            Self::PlayChangesItsArgumentOnly => {
                "a move changes only its position, and always in the same way"
            }
            Self::RandomStepIsLegal => "a random step is a legal move",
            Self::MovesDiffer => "no two moves lead to the same position",
            Self::EqualPositionsShareKeys => "equal positions have equal keys",
            Self::DifferentBoardsDifferInKeys => "different boards have different keys",
            Self::KeysTellTheEnd => {
                "positions with equal keys have equal outcomes, except outcomes by move count"
            }
            Self::IrreversibleMeansIt => "no earlier position recurs after an irreversible move",
            Self::MoveTextIsOneWord => "a move string is one word",
            Self::MoveTextsDiffer => "no two legal moves have the same string",
            Self::MoveTextsAgree => "a move string is the same alone, appended and in a list",
            Self::MoveTextIsReadBack => "a move string parses to the same move",
            Self::PositionTextIsReadBack => "a position string parses to the same position",
            Self::GarbledMoveIsRefused => {
                "every accepted move string is legal, and no string causes a panic"
            }
            Self::GarbledPositionIsRefused => {
                "every accepted position obeys the laws, and no string causes a panic"
            }
            Self::RefusalSaysWhy => "a refusal gives its reason on one line",
            Self::DiagramsShareSquares => "all diagrams show the same, uniquely named squares",
            Self::EdgesHaveALabelEach => "an edge has a label for each column or row, or none",
            Self::ZonesDiffer => {
                "zones differ in name or owner, and each owner is a seat of the game"
            }
            Self::PiecesHaveOwners => "a piece belongs to a seat of the game",
            Self::PiecesCanBeShown => "a piece has a unique string, a symbol and a name",
            Self::RoutesAreOnTheBoard => "a move touches only squares of the diagram",
            Self::RoutesBeginAtAPiece => "a move that touches several squares begins on a piece",
            Self::StepsMakeTheMoves => {
                "steps make every move that touches squares, and each step moves a piece"
            }
            Self::SetUpIsThePicture => "a diagram set up from its pieces gives the same diagram",
            Self::ActionsAreNumbered => {
                "legal actions have distinct numbers in the game's action space"
            }
            Self::ActionsMakeTheMoves => "the actions in a position make exactly its legal moves",
            Self::ActionsAreStable => "an action has the same number in every position",
            Self::FeaturesAreListed => "everything that a diagram shows is a feature of the game",
            Self::ObservationsArePictures => "an observation has the features of the diagram",
            Self::DiagramKeepsSecrets => "a diagram shows nothing that is hidden from its viewer",
            Self::ViewIsReadBack => "a seat's view of a position parses to the same view",
            Self::ResampledLooksTheSame => "a resampled position looks the same to the seat",
            Self::ResamplingIsBlind => "a resampled position depends only on the seat's view",
            Self::TableKeepsSecrets => "public strings don't depend on hidden information",
            Self::SightIsText => {
                "two moves have the same hash for a seat if and only if they have the same string"
            }
        })
    }
}

/// A broken law.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "law broken: {law}\n  {detail}\n  position: {position}\n  move: {}\n  seed: {}",
    mv.as_deref().unwrap_or("none"),
    seed.map_or_else(|| "none".into(), |seed| seed.to_string())
)]
pub struct Violation {
    /// The law.
    pub law: Law,
    /// The actual value.
    pub detail: String,
    /// The position, in the game's notation.
    pub position: String,
    /// The move, in the game's notation, if the law concerns a move.
    pub mv: Option<String>,
    /// The playout seed, unless the law concerns the game as a whole.
    pub seed: Option<u64>,
}

/// A position in a playout, with its legal moves and its status.
#[derive(Debug)]
pub(crate) struct CheckedPosition<'a, G: Notation> {
    pub(crate) game: &'a G,
    pub(crate) position: &'a G::Position,
    /// The legal moves.
    pub(crate) moves: Vec<G::Move>,
    pub(crate) status: Status,
    pub(crate) seed: u64,
}

impl<'a, G: Notation> CheckedPosition<'a, G> {
    pub(crate) fn new(game: &'a G, position: &'a G::Position, seed: u64) -> Self {
        let mut moves = Vec::new();
        let status = game.legal_moves(position, &mut moves);
        Self { game, position, moves, status, seed }
    }

    /// The position after `mv`.
    pub(crate) fn after(&self, mv: G::Move) -> G::Position {
        let mut position = self.position.clone();
        self.game.play(&mut position, mv);
        position
    }

    /// `Ok` if `holds`, otherwise the violation with `detail`.
    pub(crate) fn require(
        &self,
        holds: bool,
        law: Law,
        detail: impl FnOnce() -> String,
    ) -> Result<(), Violation> {
        if holds { Ok(()) } else { Err(self.violation(law, None, detail())) }
    }

    /// As [`require`](Self::require), for one move.
    pub(crate) fn require_move(
        &self,
        mv: G::Move,
        holds: bool,
        law: Law,
        detail: impl FnOnce() -> String,
    ) -> Result<(), Violation> {
        if holds { Ok(()) } else { Err(self.violation(law, Some(mv), detail())) }
    }

    fn violation(&self, law: Law, mv: Option<G::Move>, detail: String) -> Violation {
        Violation {
            law,
            detail,
            position: self.game.format_position(self.position),
            mv: mv.map(|mv| self.game.format_move(self.position, mv)),
            seed: Some(self.seed),
        }
    }
}
