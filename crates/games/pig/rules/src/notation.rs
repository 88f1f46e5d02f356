//! Converts moves and positions to text and back, and draws positions as diagrams.

use board_engine::{
    Action, ActionSpace, Diagram, Feature, Game, Glyph, Notation, NotationError, Outcome, Seat,
    Status, Viewer,
};

use crate::rules::GOAL_REACHED;
use crate::summary;
use crate::{Move, Pig, Position, RACES_MAX};

const ROLL: &str = "roll";
const HOLD: &str = "hold";
const NEXT_RACE: &str = "next-race";

impl Notation for Pig {
    fn seat_name(&self, seat: Seat) -> String {
        format!("Player {}", seat.index() + 1)
    }

    fn format_move(&self, _: &Position, mv: Move) -> String {
        match mv {
            Move::Roll => ROLL.into(),
            Move::Hold => HOLD.into(),
            Move::Rolled(number) => number.to_string(),
            Move::NextRace => NEXT_RACE.into(),
        }
    }

    /// Also accepts `r` and `h`.
    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let word = text.trim().to_ascii_lowercase();
        let mut moves = Vec::new();
        let status = self.legal_moves(position, &mut moves);
        let meant = match word.as_str() {
            ROLL | "r" => Move::Roll,
            HOLD | "h" => Move::Hold,
            NEXT_RACE => Move::NextRace,
            word => match word.as_bytes() {
                [digit @ b'1'..=b'6'] => Move::Rolled(digit - b'0'),
                _ => {
                    return Err(NotationError::malformed_move(
                        text,
                        0,
                        "roll, hold or a number from 1 to 6",
                    ));
                }
            },
        };
        let why = match status.outcome() {
            Some(outcome) => format!("the game is over: {}", outcome.reason()),
            None if moves.contains(&meant) => return Ok(meant),
            None if position.is_rolling => {
                "the die is rolling: it shows a number from 1 to 6".into()
            }
            None if self.winner(position).is_some() => "the race is over".into(),
            None if meant == Move::NextRace => "the race is not over".into(),
            None if meant == Move::Hold => "the turn total is 0: roll first".into(),
            None => "the die is not rolling".into(),
        };
        Err(NotationError::Refused {
            text: text.into(),
            position: self.format_position(position),
            why,
        })
    }

    fn format_position(&self, position: &Position) -> String {
        let Position { scores: [first, second], mover, turn_total, is_rolling, wins } = position;
        let roll = if *is_rolling { " roll" } else { "" };
        let race = format!("{first},{second} {} {turn_total}{roll}", mover.index() + 1);
        if self.races() == 1 { race } else { format!("{race} {}:{}", wins[0], wins[1]) }
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let impossible = |why: String| Err(NotationError::Impossible { text: text.into(), why });
        let malformed = || {
            let wins = if self.races() == 1 { "" } else { " and the races won, 0:1" };
            let expected = "both scores, the player to move and the turn total, as in 31,42 1 8";
            NotationError::malformed_position(text, 0, format!("{expected}{wins}"))
        };
        let (race, wins) = self.split_wins(text.trim_end()).ok_or_else(malformed)?;
        let (words, is_rolling) = match race.strip_suffix(" roll") {
            Some(words) => (words, true),
            None => (race, false),
        };
        let numbers: Option<Vec<u16>> = words.split([',', ' ']).map(read_number).collect();
        let Some(&[first, second, mover @ 1..=2, turn_total]) = numbers.as_deref() else {
            return Err(malformed());
        };
        let mover = Seat::new(usize::from(mover) - 1);
        let position = Position { scores: [first, second], mover, turn_total, is_rolling, wins };
        // The numbers are right, but the separators are wrong.
        if text.trim_end() != self.format_position(&position) {
            return Err(malformed());
        }
        if first >= self.goal() || second >= self.goal() {
            return impossible(format!("a player with {} points has won", self.goal()));
        }
        // Before the last roll, the turn total was below the goal.
        let most = self.goal() - position.score(mover) + 5;
        if turn_total > most || turn_total == 1 {
            return impossible(format!("the turn total can't be {turn_total} here"));
        }
        if is_rolling && self.winner(&position).is_some() {
            return impossible("no player rolls after the goal is reached".into());
        }
        if 2 * wins[0].max(wins[1]) > self.races() || wins[0] + wins[1] >= self.races() {
            return impossible("the match was decided before this race".into());
        }
        Ok(position)
    }

    /// The scores in a race, including the turn total; in a match, the number of races that each player has won.
    fn describe_outcome(&self, position: &Position, outcome: &Outcome) -> String {
        let [first, second] =
            if self.races() > 1 { self.wins(position).map(u16::from) } else { totals(position) };
        format!("{}, {first}–{second}", outcome.reason())
    }

    /// The scores in a race during a match, including the turn total.
    fn describe_round_end(&self, position: &Position) -> Option<String> {
        let is_over = self.status(position, &mut Vec::new()) != Status::Ongoing;
        self.winner(position).filter(|_| !is_over)?;
        let [first, second] = totals(position);
        Some(format!("{GOAL_REACHED}, {first}–{second}"))
    }

    fn action_space(&self) -> ActionSpace {
        let next_race = (self.races() > 1).then(|| NEXT_RACE.to_owned());
        ActionSpace::default()
            .with_names([ROLL, HOLD])
            .with_draws((1..=6).map(|number| number.to_string()).chain(next_race))
    }

    fn action(&self, space: &ActionSpace, _: &Position, mv: Move) -> Option<Action> {
        match mv {
            Move::Roll => space.nth_name(0),
            Move::Hold => space.nth_name(1),
            Move::Rolled(number) => space.nth_draw(usize::from(number).checked_sub(1)?),
            Move::NextRace => space.nth_draw(6),
        }
    }

    /// The features are the scores. The position doesn't store the last roll.
    fn features(&self) -> Vec<Feature> {
        vec![Feature::Counter]
    }

    /// The scores and the die. The position doesn't store the last roll.
    fn diagram(&self, position: &Position, _: Viewer) -> Diagram {
        self.picture(position, None)
    }

    /// The die shows the last roll.
    fn diagram_after(&self, _: &Position, mv: Move, after: &Position, _: Viewer) -> Diagram {
        let rolled = match mv {
            Move::Rolled(number) => Some(number),
            Move::Roll | Move::Hold | Move::NextRace => None,
        };
        self.picture(after, rolled)
    }

    fn rules_summary(&self) -> String {
        summary::of(self.goal())
    }
}

/// The scores, with the mover's turn total added.
fn totals(position: &Position) -> [u16; 2] {
    let mut scores = position.scores;
    scores[position.mover.index()] += position.turn_total;
    scores
}

impl Pig {
    /// Splits a position string into the race and the races won before.
    fn split_wins(self, text: &str) -> Option<(&str, [u8; 2])> {
        if self.races() == 1 {
            return Some((text, [0; 2]));
        }
        let (race, wins) = text.rsplit_once(' ')?;
        let (first, second) = wins.split_once(':')?;
        let number = |text| read_number(text).and_then(|number| u8::try_from(number).ok());
        let wins = [number(first)?, number(second)?];
        wins.iter().all(|&wins| wins <= RACES_MAX).then_some((race, wins))
    }

    fn picture(self, position: &Position, rolled: Option<u8>) -> Diagram {
        let mut diagram = Diagram::without_board();
        for seat in Seat::all(2) {
            let name = self.seat_name(seat);
            let score = diagram.add_zone_of(seat, name.as_str(), "score", 1);
            let counter = Glyph::counter(position.score(seat).into(), Some(self.goal().into()));
            diagram.put(score[0], counter);
            if self.races() > 1 {
                let races = diagram.add_zone_of(seat, name, "races", 1);
                let wins = self.wins(position)[seat.index()];
                let needed = self.races() / 2 + 1;
                diagram.put(races[0], Glyph::counter(wins.into(), Some(needed.into())));
            }
        }
        let die = diagram.add_zone("die", 1);
        diagram.put(die[0], Glyph::die(rolled));
        let turn_total = diagram.add_zone("turn total", 1);
        diagram.put(turn_total[0], Glyph::counter(position.turn_total.into(), None));
        diagram
    }
}

/// A number without a sign.
fn read_number(text: &str) -> Option<u16> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}
