//! Converts moves to text and back.

use board_engine::{
    ActionSpace, Diagram, Feature, Game, Notation, NotationError, Outcome, Seat, Square, Status,
    Viewer,
};

use crate::position::{End, Move, Position, Stage};
use crate::summary::SUMMARY;
use crate::tile::Tile;
use crate::variant::{Dominoes, Rules};

/// A list, for messages, of the moves that a player can type.
const MOVES: &str =
    "a tile like 6-4, with @left or @right where it fits at both ends, draw or pass";

impl Notation for Dominoes {
    /// Partners sit opposite each other, as in bridge.
    fn seat_name(&self, seat: Seat) -> String {
        let compass = ["North", "East", "South", "West"];
        if self.has_partners {
            return compass[seat.index() % compass.len()].into();
        }
        format!("Player {}", seat.index() + 1)
    }

    /// `6-4@left`, and `6-4` for the first tile of a round.
    fn format_move(&self, position: &Position, mv: Move) -> String {
        match mv {
            Move::Play(tile, _) if position.ends().is_none() => tile.to_string(),
            Move::Play(tile, End::Left) => format!("{tile}@left"),
            Move::Play(tile, End::Right) => format!("{tile}@right"),
            Move::Draw => "draw".into(),
            Move::Pass => "pass".into(),
            Move::Deal(tile) => format!("deal-{tile}"),
            Move::Shuffle => "shuffle".into(),
        }
    }

    /// Accepts a tile without an end if it fits at only one end; a tile's halves in any order, as in `46`, `4-6`,
    /// `[4|6]` and `4:6`; and the first letters of words, as in `64l`, `d` and `p`. A dealt tile may be typed without
    /// its seat.
    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let meant = Meant::read(text).ok_or_else(|| {
            let dealt = self.drawer(position).is_some();
            let expected = if dealt { "the dealt tile, like 6-4" } else { MOVES };
            NotationError::malformed_move(text, 0, expected)
        })?;
        let mut moves = Vec::new();
        let status = self.legal_moves(position, &mut moves);
        if status != Status::Ongoing {
            moves.clear();
        }
        moves.retain(|&mv| meant.fits(mv));
        match moves.as_slice() {
            &[mv] => Ok(mv),
            [] => Err(NotationError::Refused {
                text: text.into(),
                // A refusal must not reveal anything that is hidden from the mover.
                position: self.format_position_for(position, Viewer::Seat(position.mover)),
                why: self.refusal(position, status, meant),
            }),
            several => Err(NotationError::Ambiguous {
                text: text.into(),
                candidates: several.iter().map(|&mv| self.format_move(position, mv)).collect(),
            }),
        }
    }

    fn format_position(&self, position: &Position) -> String {
        self.write_position(position, Viewer::Arbiter)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        self.read_position(text)
    }

    /// A dealt tile is shown to the player who gets it, and as `deal-?` to others.
    fn push_move_for(&self, position: &Position, mv: Move, viewer: Viewer, text: &mut String) {
        let sees =
            viewer == Viewer::Arbiter || self.drawer(position).map(Viewer::Seat) == Some(viewer);
        match mv {
            Move::Deal(_) if !sees => text.push_str("deal-?"),
            _ => self.push_move(position, mv, text),
        }
    }

    fn format_position_for(&self, position: &Position, viewer: Viewer) -> String {
        self.write_position(position, viewer)
    }

    /// The reason for the end of a single round, and the sides' points.
    fn describe_outcome(&self, position: &Position, outcome: &Outcome) -> String {
        let (reason, points) = (outcome.reason(), self.points_text(position));
        match self.target {
            Some(_) => format!("{reason}, {points}"),
            None => format!("{reason}: {}, {points}", self.end_of_round(position)),
        }
    }

    /// The reason for the end of the round, and the sides' points.
    fn describe_round_end(&self, position: &Position) -> Option<String> {
        let is_between = position.is_round_over() && self.outcome(position).is_none();
        let said = || format!("{}, {}", self.end_of_round(position), self.points_text(position));
        is_between.then(said)
    }

    /// The tile in the hand, and the half of the line that the tile joins.
    fn route(&self, position: &Position, mv: Move) -> Vec<Square> {
        self.route_of(position, mv)
    }

    /// The actions: a tile with the end that it joins, or a tile alone, which begins a round.
    fn action_space(&self) -> ActionSpace {
        let tiles: Vec<String> = self.set_of_tiles().iter().map(|tile| tile.to_string()).collect();
        let at = |end: &'static str| tiles.iter().map(move |tile| format!("{tile}{end}"));
        let draw = (self.rules != Rules::Block).then(|| "draw".to_owned());
        let shuffle = self.target.map(|_| "shuffle".to_owned());
        ActionSpace::default()
            .with_names(at("").chain(at("@left")).chain(at("@right")))
            .with_names(draw.into_iter().chain(["pass".to_owned()]))
            .with_draws(tiles.iter().map(|tile| format!("deal-{tile}")).chain(shuffle))
    }

    /// The features: tiles and points.
    fn features(&self) -> Vec<Feature> {
        vec![Feature::FaceDown, Feature::FirstEnd, Feature::SecondEnd, Feature::Counter]
    }

    fn diagram(&self, position: &Position, viewer: Viewer) -> Diagram {
        self.picture(position, viewer)
    }

    fn rules_summary(&self) -> String {
        SUMMARY.into()
    }
}

/// The meaning of a typed move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Meant {
    /// A tile, at this end or at any end.
    Tile(Tile, Option<End>),
    /// A word for a move without a choice.
    Word(Move),
    /// A dealt tile.
    Deal(Tile),
}

impl Meant {
    fn read(text: &str) -> Option<Self> {
        let word = text.trim().to_ascii_lowercase();
        match word.as_str() {
            "draw" | "d" => return Some(Self::Word(Move::Draw)),
            "pass" | "p" => return Some(Self::Word(Move::Pass)),
            "shuffle" | "s" => return Some(Self::Word(Move::Shuffle)),
            _ => {}
        }
        if let Some(tile) = word.strip_prefix("deal-") {
            return read_tile(tile).map(Self::Deal);
        }
        let end = [("left", End::Left), ("right", End::Right), ("l", End::Left), ("r", End::Right)];
        let named = end.into_iter().find_map(|(name, end)| Some((word.strip_suffix(name)?, end)));
        let (tile, end) = match named {
            Some((rest, end)) => (rest.strip_suffix('@').unwrap_or(rest).trim_end(), Some(end)),
            None => (word.as_str(), None),
        };
        read_tile(tile).map(|tile| Self::Tile(tile, end))
    }

    fn fits(self, mv: Move) -> bool {
        match (self, mv) {
            (Self::Tile(meant, end), Move::Play(tile, at)) => {
                tile == meant && end.is_none_or(|end| end == at)
            }
            (Self::Deal(meant) | Self::Tile(meant, None), Move::Deal(tile)) => tile == meant,
            (Self::Word(meant), mv) => meant == mv,
            _ => false,
        }
    }
}

/// Parses a tile: two digits, with or without a sign between them or brackets around them.
fn read_tile(text: &str) -> Option<Tile> {
    let inside = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let ends = match inside.as_bytes() {
        [one, other] | [one, b'-' | b'|' | b':', other] => [*one, *other],
        _ => return None,
    };
    let digits = ends.iter().all(u8::is_ascii_digit);
    if digits { Tile::new(ends.map(|digit| digit - b'0')) } else { None }
}

impl Dominoes {
    /// The reason why a finished round ended.
    fn end_of_round(self, position: &Position) -> &'static str {
        let is_out = Seat::all(self.seats()).any(|seat| position.hand_size(seat) == 0);
        if is_out { "a player went out" } else { "no player can move" }
    }

    /// The sides' points: "25–0".
    fn points_text(self, position: &Position) -> String {
        let points = &position.scores[..self.sides()];
        let points: Vec<String> = points.iter().map(u16::to_string).collect();
        points.join("–")
    }

    /// The reason why the move is illegal here.
    fn refusal(self, position: &Position, status: Status, meant: Meant) -> String {
        if let Some(outcome) = status.outcome() {
            return format!("the game is over: {}", outcome.reason());
        }
        match position.stage {
            Stage::Dealing | Stage::Drawing => return "a tile is being dealt".into(),
            Stage::Over => return "the round is over, and the tiles are being shuffled".into(),
            Stage::Playing | Stage::Drawn => {}
        }
        let hand = position.hands[position.mover.index()];
        let can_play = !hand.and(self.matching(position)).is_empty();
        let ends = position.ends().map_or_else(
            || "there is no tile yet".into(),
            |[left, right]| format!("the ends are {left} and {right}"),
        );
        match meant {
            Meant::Tile(tile, _) if !hand.contains(tile) => format!("{tile} is not in the hand"),
            Meant::Tile(tile, _) => format!("{tile} doesn't match there: {ends}"),
            Meant::Word(Move::Draw | Move::Pass) if can_play => {
                format!("a tile can be played: {ends}")
            }
            Meant::Word(Move::Draw) => "no tile can be drawn: pass".into(),
            Meant::Word(Move::Pass) => "a tile can be drawn: draw".into(),
            Meant::Word(_) | Meant::Deal(_) => "no tile is being dealt".into(),
        }
    }
}
