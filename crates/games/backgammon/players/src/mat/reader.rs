//! Parses text into sheets.

use backgammon::{Backgammon, Move, Phase, Position, Stakes};
use board_engine::{Game, Notation, Seat};
use notation::{PlaceInText, Sheet, SheetError, SheetMove};

use super::line::{self, Action, ActionKind};
use super::rules;

/// Maximum number of moves in one match.
const MOVES_MAX: usize = 200_000;
/// The maximum match length in points.
const POINTS_MAX: u16 = backgammon::MATCH_POINTS_MAX as u16;

/// All matches in a text. A damaged match ends at the damage, and reading continues with the next match.
pub(super) fn sheets(text: &str, game: Option<&str>) -> Vec<Result<Sheet, SheetError>> {
    let mut reader = Reader { usual: game, ..Reader::default() };
    for (line, number) in text.lines().zip(1..) {
        if let Err(error) = reader.line(line, number) {
            reader.fail(error);
        }
    }
    reader.close();
    reader.sheets
}

#[derive(Default)]
struct Reader<'a> {
    sheets: Vec<Result<Sheet, SheetError>>,
    /// The default game for a series of single games, if there is one.
    usual: Option<&'a str>,
    tags: Vec<(String, String)>,
    tag_places: Vec<PlaceInText>,
    /// The match length in points; 0 for a series of single games.
    points: u16,
    /// `true` if the line with the players follows.
    expects_players: bool,
    /// `true` while the text belongs to an unreadable match.
    is_damaged: bool,
    scores: [u16; 2],
    open: Option<Draft>,
}

/// A match being read.
struct Draft {
    sheet: Sheet,
    game: Backgammon,
    position: Position,
    /// The position before the last move.
    before: Position,
    /// The number of moves before the current game.
    moves_before: usize,
}

impl Reader<'_> {
    fn line(&mut self, line: &str, number: u32) -> Result<(), SheetError> {
        let place = PlaceInText { line: number, column: 1 };
        if let Some(points) = line::match_points(line) {
            self.close();
            self.is_damaged = false;
            if points > POINTS_MAX {
                let message =
                    format!("a match to {points} points is too long: at most {POINTS_MAX}");
                return Err(SheetError::malformed(place, message));
            }
            (self.points, self.scores) = (points, [0; 2]);
        } else if let Some((name, value)) = line::tag(line) {
            if self.open.is_some() {
                self.close();
                self.tags.clear();
                self.tag_places.clear();
            }
            self.tags.push((name.into(), value.into()));
            self.tag_places.push(place);
        } else if line::begins_game(line) {
            self.expects_players = !self.is_damaged || self.points == 0;
            self.is_damaged = !self.expects_players;
        } else if self.expects_players && !line.trim().is_empty() {
            self.expects_players = false;
            let expected = "expected the players and their points, like Ada : 0    Bob : 3";
            let players =
                line::players(line).ok_or_else(|| SheetError::malformed(place, expected))?;
            self.begin(players, place)?;
        } else if !self.is_damaged && !line.trim_start().starts_with(';') {
            for action in line::actions(line, number)? {
                self.take(&action)?;
            }
        }
        Ok(())
    }

    /// Starts the next game of the open match if the line continues its score, or else a new match.
    fn begin(&mut self, players: [(String, u16); 2], place: PlaceInText) -> Result<(), SheetError> {
        let scores = [players[0].1, players[1].1];
        let names = players.map(|(name, _)| name);
        let before = std::mem::replace(&mut self.scores, scores);
        let goes_on = |draft: &Draft| {
            let position = &draft.position;
            let known = [Seat::FIRST, Seat::SECOND].map(|seat| u16::from(position.score(seat)));
            self.points > 0 && position.phase() == Phase::Opening && known == scores
        };
        if let Some(draft) = self.open.as_mut().filter(|draft| goes_on(draft)) {
            draft.moves_before = draft.sheet.moves.len();
            return Ok(());
        }
        self.close();
        let (name, game) = self.game(place)?;
        let is_near = |scores: [u16; 2]| {
            scores.iter().any(|&score| score.checked_add(1) == Some(self.points))
        };
        let is_crawford = is_near(scores) && !is_near(before);
        let start =
            if self.points > 0 && scores != [0; 2] {
                let scores = scores.map(|score| u8::try_from(score).unwrap_or(u8::MAX));
                let start = game.start_at(scores, is_crawford);
                Some(start.ok_or_else(|| {
                    SheetError::malformed(place, "the match is over at this score")
                })?)
            } else {
                None
            };
        let position = start.unwrap_or_else(|| game.start());
        self.open = Some(Draft {
            sheet: Sheet {
                place,
                game: Some(name),
                players: names.into(),
                start: start.map(|start| (game.format_position(&start), place)),
                tags: self.tags.clone(),
                tag_places: self.tag_places.clone(),
                ..Sheet::default()
            },
            game,
            position,
            before: position,
            moves_before: 0,
        });
        Ok(())
    }

    /// The current game, with its name.
    fn game(&self, place: PlaceInText) -> Result<(String, Backgammon), SheetError> {
        if self.points > 0 {
            let points = u8::try_from(self.points).unwrap_or(u8::MAX);
            let game = Backgammon::new(Stakes::Match { points })
                .map_err(|error| SheetError::malformed(place, error.to_string()))?;
            return Ok((format!("backgammon:match,{points}"), game));
        }
        let usual = self.usual.and_then(|name| Some((name.to_owned(), rules(name)?)));
        let usual = usual.filter(|(_, game)| game.match_points().is_none());
        let money = || {
            let game = Backgammon::new(Stakes::Money { jacoby: false }).unwrap_or_default();
            ("backgammon:cube".to_owned(), game)
        };
        Ok(usual.unwrap_or_else(money))
    }

    fn take(&mut self, action: &Action) -> Result<(), SheetError> {
        let Some(draft) = &mut self.open else {
            let message = "a move before the players of its game";
            return Err(SheetError::malformed(action.place, message));
        };
        let is_over = draft.take(action)?;
        if is_over {
            self.close();
        }
        Ok(())
    }

    /// Ends the match at its damage, but keeps the moves before it.
    fn fail(&mut self, error: SheetError) {
        self.is_damaged = true;
        let played = self.open.take().filter(|draft| !draft.sheet.moves.is_empty());
        self.sheets.push(
            played.map_or(Err(error.clone()), |draft| {
                Ok(Sheet { faults: vec![error], ..draft.sheet })
            }),
        );
    }

    fn close(&mut self) {
        self.sheets.extend(self.open.take().map(|draft| Ok(draft.sheet)));
    }
}

impl Draft {
    /// Plays a side's action. Returns `true` if the action ends the sheet: it wins the match, or the losing side has given
    /// up a single game.
    fn take(&mut self, action: &Action) -> Result<bool, SheetError> {
        let place = action.place;
        match &action.kind {
            ActionKind::Double => self.play("double", place)?,
            ActionKind::Take => self.play("take", place)?,
            ActionKind::Drop => self.play("drop", place)?,
            ActionKind::Roll(dice, play) => self.roll(*dice, play, action)?,
            ActionKind::Wins(points) => return self.end(action.column, *points, place),
        }
        Ok(false)
    }

    fn roll(&mut self, dice: [u8; 2], play: &str, action: &Action) -> Result<(), SheetError> {
        let Action { place, column, .. } = *action;
        if self.position.phase() == Phase::Deciding {
            self.play("roll", place)?;
        }
        let [low, high] = if dice[0] < dice[1] { dice } else { [dice[1], dice[0]] };
        // The side with the higher number starts.
        let is_turned = self.position.phase() == Phase::Opening && column == Seat::SECOND;
        let [one, other] = if is_turned { [low, high] } else { [high, low] };
        self.play(&format!("{one}{other}"), place)?;
        if !play.is_empty() {
            return self.play(play, place);
        }
        let mut moves = Vec::new();
        self.game.legal_moves(&self.position, &mut moves);
        match moves[..] {
            [Move::Play(only)] if only.is_pass() => self.play("pass", place),
            // The last roll of a game that was continued later or resigned.
            _ => Ok(()),
        }
    }

    fn play(&mut self, text: &str, place: PlaceInText) -> Result<(), SheetError> {
        if self.sheet.moves.len() >= MOVES_MAX {
            let message = format!("more than {MOVES_MAX} moves in a match");
            return Err(SheetError::malformed(place, message));
        }
        let mv = self.game.parse_move(&self.position, text);
        let mv = mv.map_err(|error| SheetError::malformed(place, error.to_string()))?;
        let text = self.game.format_move(&self.position, mv);
        self.before = self.position;
        self.game.play(&mut self.position, mv);
        self.sheet.moves.push(SheetMove { text, place, ..SheetMove::default() });
        Ok(())
    }

    /// Records that the game is won. Returns `true` if the sheet ends there.
    fn end(&mut self, winner: Seat, points: i16, place: PlaceInText) -> Result<bool, SheetError> {
        let has_moves = self.sheet.moves.len() > self.moves_before;
        let is_next = has_moves && self.position.phase() == Phase::Opening;
        let is_over = matches!(self.position.phase(), Phase::BorneOff | Phase::Dropped);
        if is_next || is_over {
            return Ok(is_over);
        }
        if self.game.match_points().is_some() {
            self.resign(winner, points, place)?;
            return Ok(self.position.phase() != Phase::Opening);
        }
        let payoff = if winner == Seat::FIRST { points } else { -points };
        self.sheet.payoffs = Some(vec![payoff, -payoff]);
        Ok(true)
    }

    /// Ends a game of a match with a resignation, which replaces the next roll. A roll that was not played and a double
    /// that was not answered are dropped.
    fn resign(&mut self, winner: Seat, points: i16, place: PlaceInText) -> Result<(), SheetError> {
        let points = u8::try_from(points).unwrap_or(u8::MAX);
        match self.position.phase() {
            Phase::Offered
                if winner == self.position.mover() && points == self.position.cube().value =>
            {
                return self.play("drop", place);
            }
            Phase::Offered | Phase::Moving(_) => {
                self.position = self.before;
                self.sheet.moves.pop();
            }
            _ => {}
        }
        if self.position.phase() == Phase::Deciding {
            self.play("roll", place)?;
        }
        let mv = Move::Resigned { winner, points };
        self.play(&self.game.format_move(&self.position, mv), place)
    }
}
