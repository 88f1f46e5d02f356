//! Converts moves and positions to text and back, and draws positions as diagrams.

use board_engine::{
    Action, ActionSpace, Diagram, Feature, Game, LegalActions, Notation, NotationError, Outcome,
    Seat, Square, Status, Steps, UnfinishedMove, Viewer,
};

use crate::play_text::{self, PASS, Written};
use crate::summary::SUMMARY;
use crate::{
    BAR, Backgammon, Move, OFF, Phase, Play, Position, Roll, Stakes, diagram, position_text, steps,
};

const ROLL: &str = "roll";
const DOUBLE: &str = "double";
const TAKE: &str = "take";
const DROP: &str = "drop";

/// The description of a finished game in a match. The next position contains only its score.
const GAME_WON: &str = "a game is won";

impl Notation for Backgammon {
    fn seat_name(&self, seat: Seat) -> String {
        diagram::name(seat).into()
    }

    fn format_move(&self, position: &Position, mv: Move) -> String {
        let mut text = String::new();
        self.push_move(position, mv, &mut text);
        text
    }

    fn push_move(&self, position: &Position, mv: Move, text: &mut String) {
        match mv {
            Move::Roll => text.push_str(ROLL),
            Move::Double => text.push_str(DOUBLE),
            Move::Take => text.push_str(TAKE),
            Move::Drop => text.push_str(DROP),
            Move::Rolled(roll) => {
                text.extend(roll.dice().map(|die| char::from(b'0' + die)));
            }
            Move::Play(play) => play_text::push(&position.board, position.mover, play, text),
            Move::Resigned { winner, points } => {
                text.push_str(letter(winner));
                text.push('+');
                text.push_str(&points.to_string());
                text.push('R');
            }
        }
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let mut moves = Vec::new();
        let status = self.legal_moves(position, &mut moves);
        let word = text.trim().to_ascii_lowercase();
        let refused = |why: String| NotationError::Refused {
            text: text.into(),
            position: self.format_position(position),
            why,
        };
        if let Status::Over(outcome) = status {
            return Err(refused(format!("the game is over: {}", outcome.reason())));
        }
        match position.phase {
            Phase::Moving(roll) => match read_decision(&word, position.phase) {
                Some(mv) if DECISIONS.contains(&word.as_str()) => {
                    let has_no_cube = !self.has_cube() && mv != Move::Roll;
                    let why = why_no_decision(mv, position.phase);
                    Err(refused(if has_no_cube { NO_CUBE } else { why }.into()))
                }
                _ => self.parse_play(position, &moves, roll, text),
            },
            Phase::Opening | Phase::Rolling => {
                if let Some(mv) = self.read_resignation(position, &word) {
                    return Ok(mv);
                }
                let expected = "the numbers of two dice, as in 31";
                let roll = read_roll(&word)
                    .ok_or_else(|| NotationError::malformed_move(text, 0, expected))?;
                let roll = if position.phase == Phase::Opening { roll } else { roll.sorted() };
                let mv = Move::Rolled(roll);
                let why = "doubles in the opening roll are rerolled";
                if moves.contains(&mv) { Ok(mv) } else { Err(refused(why.into())) }
            }
            _ => {
                let mv = read_decision(&word, position.phase).ok_or_else(|| {
                    let texts: Vec<String> =
                        moves.iter().map(|&mv| self.format_move(position, mv)).collect();
                    NotationError::malformed_move(text, 0, texts.join(" or "))
                })?;
                if moves.contains(&mv) {
                    Ok(mv)
                } else {
                    Err(refused(why_no_decision(mv, position.phase).into()))
                }
            }
        }
    }

    fn format_position(&self, position: &Position) -> String {
        position_text::format(*self, position)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        position_text::parse(*self, text)
    }

    /// In a match, the score. With the cube, the number of points won, if there are more than one.
    fn describe_outcome(&self, position: &Position, outcome: &Outcome) -> String {
        let reason = outcome.reason();
        let points = outcome.payoff(Seat::FIRST).abs();
        match self.stakes() {
            Stakes::Match { .. } => {
                let [white, black] = [Seat::FIRST, Seat::SECOND].map(|seat| position.score(seat));
                format!("{reason}, {white}–{black}")
            }
            Stakes::Money { .. } if points > 1 => format!("{reason}, {points} points"),
            Stakes::Money { .. } | Stakes::Single => reason.into(),
        }
    }

    /// The match score before each game's opening roll, except in the first game.
    fn describe_round_end(&self, position: &Position) -> Option<String> {
        let [white, black] = [Seat::FIRST, Seat::SECOND].map(|seat| position.score(seat));
        let is_between = position.phase == Phase::Opening && white + black > 0;
        is_between.then(|| format!("{GAME_WON}, {white}–{black}"))
    }

    /// The squares in a play: for each step, its start (unless the same checker continues) and its end.
    fn route(&self, position: &Position, mv: Move) -> Vec<Square> {
        let Move::Play(play) = mv else { return Vec::new() };
        let mut squares = Vec::new();
        for step in play.steps() {
            let [from, to] =
                [step.from(), step.to()].map(|place| diagram::square(*self, position.mover, place));
            if squares.last() != Some(&from) {
                squares.push(from);
            }
            squares.push(to);
        }
        squares
    }

    fn steps(&self, position: &Position, moves: &[Move]) -> Steps {
        steps::of(*self, position, moves)
    }

    /// The actions: moving a checker by one die, and cube decisions.
    fn action_space(&self) -> ActionSpace {
        let count = diagram::square(*self, Seat::SECOND, OFF).index() + 1;
        let cube = [ROLL, DOUBLE, TAKE, DROP].into_iter().filter(|_| self.has_cube());
        let rolls = (1..=6).flat_map(|one| (1..=6).map(move |other| format!("{one}{other}")));
        ActionSpace::default()
            .moving_among(&self.diagram(&self.start(), Viewer::Arbiter), count)
            .with_names([PASS].into_iter().chain(cube))
            .with_draws(rolls)
    }

    #[inline]
    fn action(&self, space: &ActionSpace, _: &Position, mv: Move) -> Option<Action> {
        match mv {
            Move::Play(play) if play.is_pass() => space.nth_name(0),
            Move::Play(_) | Move::Resigned { .. } => None,
            Move::Roll => space.nth_name(1),
            Move::Double => space.nth_name(2),
            Move::Take => space.nth_name(3),
            Move::Drop => space.nth_name(4),
            Move::Rolled(roll) => {
                let [first, second] = roll.dice().map(|die| usize::from(die).saturating_sub(1));
                space.nth_draw(6 * first + second)
            }
        }
    }

    /// The features: checkers, dice, the cube and the score.
    fn features(&self) -> Vec<Feature> {
        let checkers = Seat::all(2).map(|owner| Feature::Piece { owner, role: diagram::ROLE });
        let counter = self.has_cube().then_some(Feature::Counter);
        checkers.chain([Feature::Die]).chain(counter).collect()
    }

    fn observe(&self, position: &Position, _: Viewer, see: &mut dyn FnMut(Square, usize, f32)) {
        diagram::observe(*self, position, see);
    }

    fn fill_actions(
        &self,
        space: &ActionSpace,
        position: &Position,
        moves: &[Move],
        legal: &mut LegalActions,
    ) {
        steps::fill_actions(*self, space, position, moves, legal);
    }

    fn observe_unfinished(
        &self,
        space: &ActionSpace,
        unfinished: &UnfinishedMove<'_, Self>,
        _: Viewer,
        see: &mut dyn FnMut(Square, usize, f32),
    ) {
        let UnfinishedMove { position, moves, made } = *unfinished;
        match steps::after_actions(*self, space, position, moves, made) {
            Some((board, dice)) => diagram::observe_with(*self, position, &board, dice, see),
            None => diagram::observe(*self, position, see),
        }
    }

    fn diagram(&self, position: &Position, _: Viewer) -> Diagram {
        diagram::of(*self, position)
    }

    fn rules_summary(&self) -> String {
        SUMMARY.into()
    }
}

impl Backgammon {
    fn has_cube(self) -> bool {
        self.stakes() != Stakes::Single
    }

    fn parse_play(
        self,
        position: &Position,
        moves: &[Move],
        roll: Roll,
        text: &str,
    ) -> Result<Move, NotationError> {
        let (board, seat) = (&position.board, position.mover);
        let plays = moves.iter().filter_map(|mv| match mv {
            Move::Play(play) => Some(*play),
            _ => None,
        });
        let word = text.trim().to_ascii_lowercase();
        if is_pass(&word) {
            let pass = plays.clone().find(Play::is_pass);
            return pass.map(Move::Play).ok_or_else(|| {
                let why = format!("a checker can move: {}", self.format_move(position, moves[0]));
                self.refusal(position, text, why)
            });
        }
        let Some(written) = Written::read(&word) else {
            let expected = "points with / between them, as in 8/5 6/5, bar/20 or 6/off";
            return Err(NotationError::malformed_move(text, 0, expected));
        };
        let same: Vec<Play> = plays.filter(|play| written.moves_the_same(*play)).collect();
        let meant: Vec<Play> = match same[..] {
            // Hit signs and intermediate points distinguish these plays.
            [_, _, ..] => {
                let exact = same.iter().find(|play| {
                    self.format_move(position, Move::Play(**play)) == word.replace(' ', ",")
                });
                let fits = |play: &&Play| written.goes_the_same_way(board, seat, **play);
                exact
                    .map_or_else(|| same.iter().filter(fits).copied().collect(), |play| vec![*play])
            }
            _ => same,
        };
        match meant[..] {
            [play] => Ok(Move::Play(play)),
            [] => Err(self.refusal(
                position,
                text,
                why_no_play(position, moves, roll, &written, self),
            )),
            _ => {
                let candidates =
                    meant.iter().map(|&play| self.format_move(position, Move::Play(play)));
                Err(NotationError::Ambiguous {
                    text: text.into(),
                    candidates: candidates.collect(),
                })
            }
        }
    }

    /// Parses a resignation in a match, `w+2r`. A resignation replaces a roll, so players can't enter it.
    fn read_resignation(self, position: &Position, word: &str) -> Option<Move> {
        let goal = self.match_points()?;
        let (winner, points) = word.strip_suffix('r')?.split_once('+')?;
        let winner = Seat::all(2).find(|seat| winner.eq_ignore_ascii_case(letter(*seat)))?;
        let points = points.parse().ok().filter(|points| *points > 0)?;
        (position.score(winner) < goal).then_some(Move::Resigned { winner, points })
    }

    fn refusal(self, position: &Position, text: &str, why: String) -> NotationError {
        NotationError::Refused { text: text.into(), position: self.format_position(position), why }
    }
}

/// The reason why no legal play for the roll matches the string.
fn why_no_play(
    position: &Position,
    moves: &[Move],
    roll: Roll,
    written: &Written,
    game: Backgammon,
) -> String {
    let [high, low] = roll.dice();
    let example = game.format_move(position, moves[0]);
    if moves == [Move::Play(Play::default())] {
        return format!("no checker can move with {high}{low}: {PASS}");
    }
    let own = position.board.checkers(position.mover);
    let other = position.board.checkers(position.mover.opponent());
    if own[usize::from(BAR)] > 0 && !written.starts.contains(&BAR) {
        return format!("the checker on the bar enters first, as in {example}");
    }
    let is_closed = |&point: &u8| (1..=24).contains(&point) && other[usize::from(25 - point)] > 1;
    if let Some(point) = written.named_points().find(is_closed) {
        return format!("point {point} is closed");
    }
    if let Some(&start) = written.starts.iter().find(|&&start| own[usize::from(start)] == 0) {
        let place = if start == BAR { "the bar".into() } else { format!("point {start}") };
        return format!("no checker on {place}");
    }
    let uses = |mv: &Move| match mv {
        Move::Play(play) => {
            play.steps().iter().map(|step| u32::from(step.from() - step.to())).sum()
        }
        _ => 0_u32,
    };
    if moves.iter().all(|mv| uses(mv) > written.pips) {
        return format!("play as much of {high}{low} as possible, as in {example}");
    }
    format!("{high}{low} can't be played like this; play it as in {example}")
}

/// The initial of the side's name.
fn letter(seat: Seat) -> &'static str {
    diagram::name(seat).get(..1).unwrap_or_default()
}

/// Parses a roll: two numbers, with or without a separator.
fn read_roll(word: &str) -> Option<Roll> {
    let (&[one, .., other], 2..=3) = (word.as_bytes(), word.len()) else { return None };
    let is_separated = word.len() == 2 || word.contains(['-', ',', ' ', '/']);
    let [one, other] = [one, other].map(|digit| digit.wrapping_sub(b'0'));
    Roll::new(one, other).filter(|_| is_separated)
}

fn is_pass(word: &str) -> bool {
    matches!(
        word,
        PASS | "--" | "no-move" | "no move" | "cannot move" | "can't move" | "dance" | "(no play)"
    )
}

/// Parses a cube decision. "Pass" is another word for dropping.
fn read_decision(word: &str, phase: Phase) -> Option<Move> {
    Some(match word {
        ROLL | "r" | "no double" | "no-double" => Move::Roll,
        DOUBLE | "doubles" | "redouble" => Move::Double,
        TAKE | "takes" | "t" | "accept" | "yes" => Move::Take,
        DROP | "drops" | "pass" | "reject" | "no" => Move::Drop,
        "d" if phase == Phase::Offered => Move::Drop,
        "d" => Move::Double,
        _ => return None,
    })
}

/// The words for decisions that mean nothing else.
const DECISIONS: [&str; 5] = [ROLL, DOUBLE, "redouble", TAKE, DROP];

const NO_CUBE: &str = "this game is played without the doubling cube";

fn why_no_decision(mv: Move, phase: Phase) -> &'static str {
    match (mv, phase) {
        (Move::Take | Move::Drop, Phase::Moving(_)) => "no double is offered",
        (_, Phase::Moving(_)) => "the dice are rolled; move the checkers",
        (Move::Take | Move::Drop, Phase::Deciding) => "no double is offered: roll or double",
        _ => "a double is offered: take or drop",
    }
}
