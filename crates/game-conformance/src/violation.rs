//! Violations of laws.

use std::fmt;

use thiserror::Error;

/// The laws, one by one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Law {
    /// A position has at most [`POSITION_BYTES_MAX`](board_engine::POSITION_BYTES_MAX) bytes.
    PositionIsSmall,
    /// There are `1..=SEATS_MAX` seats, and if a seat acts first, it is the first one.
    SeatsAreCounted,
    /// Seats have names, and no two share one.
    SeatsHaveNames,
    /// If a repetition ends the game, it is a return (2 or more), and there is a payoff per seat.
    RepetitionMakesSense,
    /// The start is the same each time.
    StartIsFixed,
    /// The side to move is a seat of the game, or chance.
    TurnIsASeat,
    /// The list of moves is cleared before it is filled.
    ListIsCleared,
    /// Listing twice gives the same moves in the same order with the same status.
    ListIsRepeatable,
    /// No move is listed twice.
    MovesAreListedOnce,
    /// While the game goes on, there is a move.
    OngoingHasMoves,
    /// The count of the moves is the length of their list.
    CountIsLength,
    /// The status without a list is the same as with it.
    StatusIsThatOfTheList,
    /// Every move of chance has a weight.
    ChanceHasWeights,
    /// When the game is over, each seat has a payoff, and the rule has a name.
    OverHasPayoffs,
    /// No payoff exceeds the maximum.
    PayoffsAreBounded,
    /// Two seats' payoffs cancel.
    PayoffsCancel,
    /// A move changes the position that it is played on, always in the same way, and nothing else.
    PlayChangesItsArgumentOnly,
    /// A random step plays a legal move, and its status is that of the list of moves.
    RandomStepIsLegal,
    /// No two moves lead to the same position.
    MovesDiffer,
    /// Equal positions have equal keys.
    EqualPositionsShareKeys,
    /// Different boards, or different turns, have different keys.
    DifferentBoardsDifferInKeys,
    /// Positions with equal keys have the same outcome or none, but for one that says that it is by counting.
    KeysTellTheEnd,
    /// After an irreversible move no earlier position occurs again.
    IrreversibleMeansIt,
    /// A legal move's text has no white space and is not empty.
    MoveTextIsOneWord,
    /// No two legal moves share a text.
    MoveTextsDiffer,
    /// A move's text is the same when it is appended to another one.
    MoveTextsAgree,
    /// The text of a legal move is parsed as this move.
    MoveTextIsReadBack,
    /// The text of a position is parsed as this position.
    PositionTextIsReadBack,
    /// No text makes the move parser panic or return an illegal move.
    GarbledMoveIsRefused,
    /// No text makes the position parser panic or return a position that breaks another law.
    GarbledPositionIsRefused,
    /// A parser's error gives a reason, in one line.
    RefusalSaysWhy,
    /// All pictures of a game have the same squares, on the board with names that differ.
    DiagramsShareSquares,
    /// An edge of the board has a label for each column or row, or none.
    EdgesHaveALabelEach,
    /// Zones differ in name or owner, and an owner is a seat with the name that the game gives it.
    ZonesDiffer,
    /// A piece belongs to a seat of the game.
    PiecesHaveOwners,
    /// A piece has an ASCII text that no other piece has, a symbol and a name that can be shown.
    PiecesCanBeShown,
    /// The squares that a legal move touches are squares of the picture.
    RoutesAreOnTheBoard,
    /// A move that touches several squares begins where a piece lies.
    RoutesBeginAtAPiece,
    /// A position that is set up by hand from the pieces of a picture has that picture.
    SetUpIsThePicture,
    /// A picture shows a viewer nothing that is hidden from it.
    DiagramKeepsSecrets,
    /// What a seat is shown of a position is read as a position that it is shown in the same way.
    ViewIsReadBack,
    /// A resampled position looks the same to the seat.
    ResampledLooksTheSame,
    /// What is drawn anew for a seat depends only on what it sees.
    ResamplingIsBlind,
    /// What the table says to a seat and to the public is the same whatever is hidden from the seat: views, status, legal
    /// moves and refusals.
    TableKeepsSecrets,
    /// Two moves look alike to a seat as numbers if and only if they do as texts.
    SightIsText,
}

/// The law in words: "no two legal moves share a text".
impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::PositionIsSmall => "a position has at most 128 bytes",
            Self::SeatsAreCounted => "there are 1 to 8 seats and the first one starts",
            Self::SeatsHaveNames => "seats have names that differ",
            Self::RepetitionMakesSense => "a repetition is a return and has a payoff per seat",
            Self::StartIsFixed => "the start is the same each time",
            Self::TurnIsASeat => "the turn is that of one of the game's seats",
            Self::ListIsCleared => "the list of moves is cleared before it is filled",
            Self::ListIsRepeatable => "the same moves are listed each time",
            Self::MovesAreListedOnce => "no move is listed twice",
            Self::OngoingHasMoves => "while the game goes on there is a move",
            Self::CountIsLength => "the count of the moves is the length of their list",
            Self::StatusIsThatOfTheList => "the status is the one that comes with the list",
            Self::ChanceHasWeights => "everything that chance can draw has a weight",
            Self::OverHasPayoffs => {
                "when the game is over each seat has a payoff and the rule a name"
            }
            Self::PayoffsAreBounded => "no payoff is more than the most that can be won or lost",
            Self::PayoffsCancel => "the payoffs of two seats cancel",
            Self::PlayChangesItsArgumentOnly => "a move changes its position alone, always alike",
            Self::RandomStepIsLegal => "a random step is a legal move",
            Self::MovesDiffer => "no two moves lead to the same position",
            Self::EqualPositionsShareKeys => "equal positions have equal keys",
            Self::DifferentBoardsDifferInKeys => "different boards have different keys",
            Self::KeysTellTheEnd => "equal keys have equal outcomes, unless these are by counting",
            Self::IrreversibleMeansIt => {
                "after an irreversible move no earlier position occurs again"
            }
            Self::MoveTextIsOneWord => "a move's text is one word",
            Self::MoveTextsDiffer => "no two legal moves share a text",
            Self::MoveTextsAgree => {
                "a move's text is the same behind another text and with all others"
            }
            Self::MoveTextIsReadBack => "a move's text is read as this move",
            Self::PositionTextIsReadBack => "a position's text is read as this position",
            Self::GarbledMoveIsRefused => "what is read as a move is legal, and no text panics",
            Self::GarbledPositionIsRefused => {
                "what is read as a position obeys the laws, and no text panics"
            }
            Self::RefusalSaysWhy => "a refusal says why, in one line",
            Self::DiagramsShareSquares => {
                "all pictures show the same squares, with names that differ"
            }
            Self::EdgesHaveALabelEach => "an edge has a label for each column or row, or none",
            Self::ZonesDiffer => "zones differ in name or owner, and owners are seats of the game",
            Self::PiecesHaveOwners => "a piece belongs to a seat of the game",
            Self::PiecesCanBeShown => "a piece has a unique text, a symbol and a name",
            Self::RoutesAreOnTheBoard => "a move touches squares of the picture alone",
            Self::RoutesBeginAtAPiece => "a move that touches several squares begins at a piece",
            Self::SetUpIsThePicture => "a picture that is set up by hand gives the same picture",
            Self::DiagramKeepsSecrets => "a picture shows nothing that is hidden from its viewer",
            Self::ViewIsReadBack => "what a seat is shown can be read, and shown again",
            Self::ResampledLooksTheSame => "what is drawn anew looks the same to the seat",
            Self::ResamplingIsBlind => "what is drawn anew depends only on what the seat sees",
            Self::TableKeepsSecrets => "what the table says does not depend on what is hidden",
            Self::SightIsText => "moves look alike to a seat as numbers if they do as texts",
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
    /// What was found instead.
    pub detail: String,
    /// The position, in the game's notation.
    pub position: String,
    /// The move, in the game's notation, if it is about one.
    pub mv: Option<String>,
    /// The seed of the playout, unless it is about the game as a whole.
    pub seed: Option<u64>,
}
