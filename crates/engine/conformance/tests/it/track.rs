//! A small game that can be broken in many ways.
//!
//! A token starts in the middle of a track of seven squares. Two players alternately move it one or two squares in
//! either direction. The first player wins if the token reaches the left end, the second if it reaches the right end;
//! the third occurrence of a position is a draw.

use std::sync::atomic::{AtomicU32, Ordering};

use board_engine::{
    Action, ActionSpace, Board, Coordinates, Diagram, Edges, Feature, Game, Geometry, Glyph,
    GlyphKind, Notation, NotationError, Outcome, Repetition, Seat, Square, Status, Steps, Turn,
    Viewer, ZeroSum, zobrist,
};

/// The single fault of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    None,
    NineSeats,
    SecondSeatStarts,
    NamelessSeats,
    EqualNames,
    RepetitionAtOnce,
    RepetitionOfThree,
    StartWanders,
    TurnOfNobody,
    ListGrows,
    OrderChanges,
    MoveTwice,
    StuckWhileOngoing,
    Miscounts,
    StatusLags,
    ImpossibleDraw,
    ThreePayoffs,
    NoReason,
    BothWin,
    PayoffTooHigh,
    RandomStepCheats,
    RandomStepGoesOn,
    PlayDoesNothing,
    PlayRemembers,
    TwoMovesAlike,
    KeyChanges,
    KeyForgetsTurn,
    KeyHidesTheEnd,
    NeverReturns,
    BlankInMove,
    MovesShareText,
    MovePushedWithoutSign,
    MoveReadBackwards,
    TurnIsNotWritten,
    MoveParserSlices,
    MoveParserAcceptsAll,
    PositionParserSlices,
    PositionParserAcceptsAll,
    SilentRefusal,
    DiagramShrinks,
    SquaresShareName,
    EdgeIsShort,
    ZonesShareName,
    ZoneOfNobody,
    PieceOfNobody,
    PiecesLookAlike,
    PieceCannotBeShown,
    RouteLeavesBoard,
    RouteBeginsNowhere,
    StepsAreMissing,
    SetUpForgetsTurn,
    ActionsShareNumber,
    ActionsAreMissing,
    ActionsAreIndexes,
    FeaturesAreMissing,
    ObservationIsEmpty,
}

/// The game. `PADDING` makes the game's positions larger.
#[derive(Debug)]
pub(crate) struct Track<const PADDING: usize> {
    pub(crate) fault: Fault,
    calls: AtomicU32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Position<const PADDING: usize> {
    token: i8,
    mover: usize,
    padding: [u8; PADDING],
}

const LENGTH: i8 = 7;

impl<const PADDING: usize> Track<PADDING> {
    pub(crate) fn new(fault: Fault) -> Self {
        Self { fault, calls: AtomicU32::new(0) }
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    /// 0, 1, 2 … on successive calls if the game has this fault, else always 0.
    fn call(&self, fault: Fault) -> u32 {
        if self.has(fault) { self.calls.fetch_add(1, Ordering::Relaxed) } else { 0 }
    }

    fn outcome(&self, position: &Position<PADDING>) -> Option<Outcome> {
        let reason = if self.has(Fault::NoReason) { "" } else { "the end of the track" };
        match position.token {
            0 | 6 if self.has(Fault::BothWin) => Some(Outcome::new(&[1, 1], reason)),
            0 | 6 if self.has(Fault::ThreePayoffs) => Some(Outcome::new(&[1, -1, 0], reason)),
            0 | 6 if self.has(Fault::PayoffTooHigh) => Some(Outcome::new(&[2, -2], reason)),
            0 => Some(Outcome::win(Seat::FIRST, reason)),
            6 => Some(Outcome::win(Seat::SECOND, reason)),
            _ => None,
        }
    }

    fn refused(&self, position: &Position<PADDING>, text: &str) -> NotationError {
        let why = if self.has(Fault::SilentRefusal) { "" } else { "it leaves the track" };
        let position = self.format_position(position);
        NotationError::Refused { text: text.into(), position, why: why.into() }
    }
}

impl<const PADDING: usize> Game for Track<PADDING> {
    type Position = Position<PADDING>;
    type Move = i8;

    fn seats(&self) -> usize {
        if self.has(Fault::NineSeats) { 9 } else { 2 }
    }

    fn start(&self) -> Self::Position {
        let token = if self.call(Fault::StartWanders).is_multiple_of(2) { 3 } else { 4 };
        let mover = usize::from(self.has(Fault::SecondSeatStarts));
        Position { token, mover, padding: [0; PADDING] }
    }

    fn turn(&self, position: &Self::Position) -> Turn {
        match self.fault {
            Fault::TurnOfNobody if position.token == 1 => Turn::Seat(Seat::new(2)),
            Fault::ImpossibleDraw => Turn::Chance,
            _ => Turn::Seat(Seat::new(position.mover)),
        }
    }

    fn legal_moves(&self, position: &Self::Position, moves: &mut Vec<i8>) -> Status {
        if !self.has(Fault::ListGrows) {
            moves.clear();
        }
        if let Some(outcome) = self.outcome(position) {
            return Status::Over(outcome);
        }
        let stuck = self.has(Fault::StuckWhileOngoing) && position.token == 5;
        let lands = |step: &i8| (0..LENGTH).contains(&(position.token + step));
        moves.extend([-2, -1, 1, 2].into_iter().filter(|step| lands(step) && !stuck));
        if self.has(Fault::MoveTwice) && position.token == 2 {
            moves.push(1);
        }
        if self.call(Fault::OrderChanges) % 2 == 1 {
            moves.reverse();
        }
        Status::Ongoing
    }

    fn status(&self, position: &Self::Position, _: &mut Vec<i8>) -> Status {
        let outcome = self.outcome(position).filter(|_| !self.has(Fault::StatusLags));
        outcome.map_or(Status::Ongoing, Status::Over)
    }

    fn count_moves(&self, position: &Self::Position, scratch: &mut Vec<i8>) -> u64 {
        self.legal_moves(position, scratch);
        scratch.len() as u64 + u64::from(self.has(Fault::Miscounts))
    }

    fn play(&self, position: &mut Self::Position, mv: i8) {
        if self.has(Fault::PlayDoesNothing) && mv == 2 {
            return;
        }
        let step = if self.has(Fault::TwoMovesAlike) && mv == 2 { 1 } else { mv };
        position.token += if self.call(Fault::PlayRemembers).is_multiple_of(3) { step } else { 0 };
        position.mover = 1 - position.mover;
    }

    fn play_random(
        &self,
        position: &mut Self::Position,
        scratch: &mut Vec<i8>,
        draw: &mut impl FnMut(u32) -> u32,
    ) -> Status {
        let status = self.legal_moves(position, scratch);
        let goes_on = status == Status::Ongoing || self.has(Fault::RandomStepGoesOn);
        if let Some(mv) = self.draw_move(position, scratch, draw).filter(|_| goes_on) {
            let cheats = self.has(Fault::RandomStepCheats);
            self.play(position, if cheats { -mv } else { mv });
        } else if goes_on {
            position.mover = 1 - position.mover;
        }
        status
    }

    fn key(&self, position: &Self::Position) -> u64 {
        let mover = if self.has(Fault::KeyForgetsTurn) { 0 } else { position.mover as u64 };
        let call = self.call(Fault::KeyChanges).into();
        let token =
            if self.has(Fault::KeyHidesTheEnd) { position.token.min(5) } else { position.token };
        zobrist::mix(&[token.unsigned_abs().into(), mover, call])
    }

    fn irreversible(&self, _: &Self::Position, _: i8) -> bool {
        self.has(Fault::NeverReturns)
    }

    fn repetition(&self) -> Repetition {
        match self.fault {
            Fault::RepetitionAtOnce => {
                Repetition::Ends { occurrences: 1, outcome: Outcome::draw("once") }
            }
            Fault::RepetitionOfThree => {
                Repetition::Ends { occurrences: 3, outcome: Outcome::new(&[0, 0, 0], "threefold") }
            }
            // Repetition is not checked if the game claims that positions never recur.
            Fault::NeverReturns => Repetition::Ignored,
            _ => Repetition::Ends { occurrences: 3, outcome: Outcome::draw("threefold") },
        }
    }

    fn weight(&self, _: &Self::Position, mv: i8) -> u32 {
        u32::from(mv != 2)
    }
}

impl<const PADDING: usize> ZeroSum for Track<PADDING> {}

impl<const PADDING: usize> Notation for Track<PADDING> {
    fn seat_name(&self, seat: Seat) -> String {
        match self.fault {
            Fault::NamelessSeats => " ".into(),
            Fault::EqualNames => "player".into(),
            _ => format!("player {}", seat.index()),
        }
    }

    fn format_move(&self, _: &Self::Position, mv: i8) -> String {
        match self.fault {
            Fault::BlankInMove if mv == 2 => "+ 2".into(),
            Fault::MovesShareText if mv > 0 => "+".into(),
            _ => format!("{mv:+}"),
        }
    }

    fn push_move(&self, position: &Self::Position, mv: i8, text: &mut String) {
        let written = self.format_move(position, mv);
        let is_short = self.has(Fault::MovePushedWithoutSign);
        text.push_str(if is_short { written.trim_start_matches('+') } else { &written });
    }

    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<i8, NotationError> {
        if self.has(Fault::MoveParserSlices) {
            assert!(text.is_empty() || text.is_char_boundary(1), "a slice inside a character");
        }
        let malformed = || NotationError::malformed_move(text, 0, "-2, -1, +1 or +2");
        let step = match (self.fault, text) {
            (Fault::MovesShareText, "+") => 1,
            _ => text.parse::<i8>().or(Err(malformed()))?,
        };
        let mut moves = Vec::new();
        self.legal_moves(position, &mut moves);
        match self.fault {
            Fault::MoveReadBackwards if moves.contains(&-step) => Ok(-step),
            Fault::MoveParserAcceptsAll => Ok(step),
            _ if moves.contains(&step) => Ok(step),
            _ => Err(self.refused(position, text)),
        }
    }

    fn format_position(&self, position: &Self::Position) -> String {
        match self.fault {
            Fault::TurnIsNotWritten => position.token.to_string(),
            _ => format!("{} {}", position.token, position.mover),
        }
    }

    fn parse_position(&self, text: &str) -> Result<Self::Position, NotationError> {
        if self.has(Fault::PositionParserSlices) {
            assert!(text.is_empty() || text.is_char_boundary(1), "a slice inside a character");
        }
        let malformed =
            |offset, expected| NotationError::malformed_position(text, offset, expected);
        let (token, mover) = text.split_once(' ').unwrap_or((text, ""));
        let mover = match (mover, self.fault) {
            ("0", _) | ("", Fault::TurnIsNotWritten) => 0,
            ("1", _) => 1,
            _ => return Err(malformed(token.len() + 1, "0 or 1")),
        };
        let token: i8 = token.parse().or(Err(malformed(0, "a square from 0 to 6")))?;
        if !(0..LENGTH).contains(&token) && !self.has(Fault::PositionParserAcceptsAll) {
            return Err(malformed(0, "a square from 0 to 6"));
        }
        Ok(Position { token, mover, padding: [0; PADDING] })
    }

    fn pieces_to_set_up(&self) -> Vec<Glyph> {
        let can_be_set_up = matches!(self.fault, Fault::None | Fault::SetUpForgetsTurn);
        if can_be_set_up { vec![self.token()] } else { Vec::new() }
    }

    fn format_set_up(&self, board: &Board<usize>, mover: Seat) -> String {
        let token = board.pieces().next().map_or(0, |(square, _)| square.index());
        let mover = if self.has(Fault::SetUpForgetsTurn) { 0 } else { mover.index() };
        format!("{token} {mover}")
    }

    fn route(&self, position: &Self::Position, mv: i8) -> Vec<Square> {
        let lands =
            if self.has(Fault::RouteLeavesBoard) { LENGTH + 2 } else { position.token + mv };
        let route =
            [position.token, lands].map(|token| Square::new(usize::try_from(token).unwrap_or(0)));
        let [from, to] = route;
        if self.has(Fault::RouteBeginsNowhere) { vec![to, from] } else { vec![from, to] }
    }

    fn steps(&self, position: &Self::Position, moves: &[i8]) -> Steps {
        let moves = if self.has(Fault::StepsAreMissing) { &[] } else { moves };
        Steps::of_routes(moves.iter().map(|&mv| self.route(position, mv)))
    }

    fn action_space(&self) -> ActionSpace {
        let diagram = self.diagram(&self.start(), Viewer::Arbiter);
        if self.has(Fault::ActionsAreMissing) {
            return ActionSpace::placing(&diagram);
        }
        ActionSpace::of_diagram(&diagram)
    }

    fn action(&self, space: &ActionSpace, _: &Self::Position, mv: i8) -> Option<Action> {
        let index = usize::try_from(mv + 2).unwrap_or(0);
        match self.fault {
            Fault::ActionsShareNumber => space.at(Square::new(0)),
            Fault::ActionsAreIndexes => space.at(Square::new(index)),
            _ => None,
        }
    }

    fn features(&self) -> Vec<Feature> {
        if self.has(Fault::FeaturesAreMissing) { Vec::new() } else { vec![Feature::Marker] }
    }

    fn observe(
        &self,
        position: &Self::Position,
        viewer: Viewer,
        see: &mut dyn FnMut(Square, usize, f32),
    ) {
        let shows = |_: &(Square, Feature, f32)| !self.has(Fault::ObservationIsEmpty);
        let mut values = Vec::new();
        Feature::visit(&self.diagram(position, viewer), &mut |square, feature, value| {
            values.push((square, feature, value));
        });
        values.into_iter().filter(shows).for_each(|(square, _, value)| see(square, 0, value));
    }

    fn diagram(&self, position: &Self::Position, viewer: Viewer) -> Diagram {
        let is_short = self.has(Fault::DiagramShrinks) && viewer == Viewer::Public;
        let geometry = Geometry::rectangle(if is_short { 6 } else { 7 }, 1);
        let is_muddled = self.has(Fault::SquaresShareName);
        let name = |square: Square| (square.index() / if is_muddled { 2 } else { 1 }).to_string();
        let labels = vec!["-".to_string(); if self.has(Fault::EdgeIsShort) { 3 } else { 7 }];
        let labels = Edges { bottom: labels, ..Edges::default() };
        let coordinates =
            if is_short { Coordinates::OnSquares } else { Coordinates::Labels(labels) };
        let mut diagram = Diagram::new(geometry, coordinates, name);
        if !is_short {
            let token = usize::try_from(position.token).expect("the token is on the track");
            diagram.put(Square::new(token), self.token());
            let seat = Seat::new(if self.has(Fault::ZoneOfNobody) { 2 } else { 1 });
            let zone = diagram.add_zone_of(seat, self.seat_name(seat), "goal", 1);
            let name = if self.has(Fault::ZonesShareName) { "player 1's goal" } else { "nothing" };
            diagram.add_zone(name, 1);
            if self.has(Fault::PiecesLookAlike) {
                diagram.put(Square::new(token), Glyph::piece(Seat::FIRST, "one", 'T', '●', "one"));
                diagram.put(zone[0], Glyph::piece(Seat::FIRST, "other", 'T', '●', "other"));
            }
        }
        diagram
    }
}

impl<const PADDING: usize> Track<PADDING> {
    /// The piece that both players move.
    fn token(&self) -> Glyph {
        let token = Glyph::marker('T', '●', "token");
        match self.fault {
            Fault::PieceOfNobody => Glyph { kind: GlyphKind::Piece { role: "token" }, ..token },
            Fault::PieceCannotBeShown => Glyph { text: "T T".into(), ..token },
            _ => token,
        }
    }
}
