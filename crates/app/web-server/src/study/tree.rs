//! The wire format of a match with its variations, marks and remarks.

use std::sync::Arc;
use std::time::Duration;

use app_context::HUMAN;
use board_engine::Viewer;
use games_package::{
    Header, Mark, MatchState, Note, Odds, Ply, Record, RecordedPlayer, ReplayError, TableGame,
    ThinkingLimits, Thought, TimeControl, VARIATION_DEPTH_MAX, Valuation, Variation,
};
use match_library::LoadedMatch;
use notation::EndingParts;
use notation::json::{Score, Turn};
use serde::{Deserialize, Serialize};

use super::line::{MOVES_MAX, wrong_start};
use crate::error::Refused;

/// The maximum length of a remark, a preface or a tag, in characters.
const REMARK_LENGTH_MAX: usize = 10_000;

/// The maximum number of tags per match, and of annotation glyphs per move.
const TAGS_MAX: usize = 1_000;
const NAGS_MAX: usize = 256;

/// A match with its variations.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct StudyTree {
    /// The game.
    pub(crate) game: String,
    /// The initial position; `None` for the game's own position.
    #[serde(default)]
    start: Option<String>,
    /// The players in seat order; empty if unknown.
    #[serde(default)]
    players: Vec<StudyPlayer>,
    /// The time control.
    #[serde(default)]
    time_control: Option<String>,
    /// Tag names and values from the match's file.
    #[serde(default)]
    tags: Option<Vec<(String, String)>>,
    /// The comment before the first move.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    preface: String,
    #[serde(default)]
    plies: Vec<StudyPly>,
    #[serde(default)]
    variations: Vec<StudyVariation>,
    #[serde(default)]
    ending: Option<EndingParts>,
    /// Warnings about variations that were moved or dropped while reading the match.
    #[serde(skip_deserializing, skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

/// The player in a seat.
#[derive(Debug, Serialize, Deserialize)]
struct StudyPlayer {
    player: String,
    name: String,
}

/// A move with its annotations.
#[derive(Debug, Serialize, Deserialize)]
struct StudyPly {
    #[serde(rename = "move")]
    mv: String,
    /// The mover. The server always sends the mover. Clients can omit this field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    turn: Option<Turn>,
    #[serde(default)]
    seconds: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<f64>,
    #[serde(flatten)]
    score: Option<Score>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mark: Option<String>,
    /// Numeric annotation glyphs except the mark.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    nags: Vec<u8>,
    /// The comment before a move that begins a variation.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    preface: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    remark: String,
}

/// A variation on the line that it branches off from.
#[derive(Debug, Serialize, Deserialize)]
struct StudyVariation {
    /// The number of plies before the variation, counted from the start.
    after: usize,
    plies: Vec<StudyPly>,
    #[serde(default)]
    variations: Vec<Self>,
}

impl StudyTree {
    /// Converts a match to the wire format. The record must have been validated by the rules.
    ///
    /// # Errors
    /// [`Refused`] if the match can't be replayed.
    pub(crate) fn new(record: Record, game: &dyn TableGame) -> Result<Self, Refused> {
        let mut state = game.open(Some(&record.start)).map_err(|error| wrong_start(&error))?;
        let (plies, variations) = branch(&mut *state, record.plies, record.variations)?;
        let player =
            |player: RecordedPlayer| StudyPlayer { player: player.spec, name: player.name };
        Ok(Self {
            game: record.game,
            start: Some(record.start),
            players: record.players.into_iter().map(player).collect(),
            time_control: Some(record.time_control.to_string()),
            tags: Some(record.header.tags).filter(|tags| !tags.is_empty()),
            preface: record.header.preface,
            plies,
            variations,
            ending: record.ending.as_ref().map(EndingParts::from),
            warnings: Vec::new(),
        })
    }

    /// Converts a match from a file or from the library, with warnings about changes made while reading it.
    ///
    /// # Errors
    /// [`Refused`] if the match can't be replayed.
    pub(crate) fn of_loaded(loaded: LoadedMatch) -> Result<Self, Refused> {
        let warnings = loaded.warnings();
        let LoadedMatch { record, game, .. } = loaded;
        Ok(Self { warnings, ..Self::new(record, &*game)? })
    }

    /// A position without moves.
    ///
    /// # Errors
    /// [`Refused`] if the position is invalid.
    pub(crate) fn of_position(game: &str, position: &str) -> Result<Self, Refused> {
        let game = app_context::game(game)?;
        let state = game.open(Some(position)).map_err(|error| wrong_start(&error))?;
        Ok(Self {
            game: game.name().into(),
            start: Some(state.position(Viewer::Arbiter)),
            players: Vec::new(),
            time_control: None,
            tags: None,
            preface: String::new(),
            plies: Vec::new(),
            variations: Vec::new(),
            ending: state.ending().as_ref().map(EndingParts::from),
            warnings: game.corrections(position).into_iter().collect(),
        })
    }

    /// Converts to a match, validated by the rules.
    ///
    /// # Errors
    /// [`Refused`] with the invalid field.
    pub(crate) fn into_record(self) -> Result<(Record, Arc<dyn TableGame>), Refused> {
        let game = app_context::game(&self.game)?;
        let mut state = game.open(self.start.as_deref()).map_err(|error| wrong_start(&error))?;
        let start = state.position(Viewer::Arbiter);
        let plies = checked_plies(self.plies)?;
        for (index, ply) in plies.iter().enumerate() {
            state.play_on(&ply.mv).map_err(|error| {
                Refused::bad(format!("move {}: {}: {}", index + 1, ply.mv, error.reason()))
            })?;
        }
        let stated = self.ending.map(|parts| parts.into_ending(game.seat_count())).transpose();
        let stated = stated.map_err(|error| Refused::bad(format!("ending: {error}")))?;
        let mut record = Record {
            game: game.name().into(),
            players: players(self.players, game.seat_count())?,
            time_control: time_control(self.time_control.as_deref())?,
            thinking: ThinkingLimits::default(),
            pondering: false,
            seed: 0,
            start,
            plies,
            variations: checked_variations(self.variations, 1)?,
            final_position: state.position(Viewer::Arbiter),
            ending: stated.or_else(|| state.ending()),
            header: header(self.tags, self.preface)?,
        };
        if let Err(ReplayError::Ending { .. }) = record.replay(&*game) {
            // Another line may have become the main line in the meantime.
            record.ending = state.ending();
        }
        record.replay(&*game).map_err(|error| Refused::bad(with_cause(&error)))?;
        Ok((record, game))
    }
}

/// Builds a file header.
///
/// # Errors
/// [`Refused`] if a string is too long.
fn header(tags: Option<Vec<(String, String)>>, preface: String) -> Result<Header, Refused> {
    let tags = tags.unwrap_or_default();
    if tags.len() > TAGS_MAX {
        return Err(Refused::bad(format!("tags: at most {TAGS_MAX}")));
    }
    for (name, value) in &tags {
        check_length("tags", name)?;
        check_length("tags", value)?;
    }
    check_length("preface", &preface)?;
    Ok(Header { tags, preface })
}

/// Checks the length of a text field.
///
/// # Errors
/// [`Refused`] if the string is too long.
fn check_length(field: &str, text: &str) -> Result<(), Refused> {
    if text.chars().count() <= REMARK_LENGTH_MAX {
        return Ok(());
    }
    Err(Refused::bad(format!("{field}: at most {REMARK_LENGTH_MAX} characters")))
}

/// Converts a line and the variations that branch off from it. `state` must be the position before the line. On return,
/// `state` is the position after the line.
fn branch(
    state: &mut dyn MatchState,
    plies: Vec<Ply>,
    mut variations: Vec<Variation>,
) -> Result<(Vec<StudyPly>, Vec<StudyVariation>), Refused> {
    let (mut line, mut beside) = (Vec::with_capacity(plies.len()), Vec::new());
    let mut branch_here = |state: &dyn MatchState, beside: &mut Vec<StudyVariation>| {
        let after = state.ply();
        for variation in variations.extract_if(.., |variation| variation.after == after) {
            let mut fork = state.fork();
            let (plies, variations) = branch(&mut *fork, variation.plies, variation.variations)?;
            beside.push(StudyVariation { after, plies, variations });
        }
        Ok::<(), Refused>(())
    };
    for ply in plies {
        branch_here(state, &mut beside)?;
        let turn = state.turn().into();
        state.play_on(&ply.mv).map_err(|error| Refused::bad(error.to_string()))?;
        line.push(StudyPly::new(ply, turn));
    }
    branch_here(state, &mut beside)?;
    Ok((line, beside))
}

impl StudyPly {
    fn new(ply: Ply, turn: Turn) -> Self {
        let Ply { mv, elapsed, clock, note } = ply;
        Self {
            mv,
            turn: Some(turn),
            seconds: elapsed.as_secs_f64(),
            clock: clock.filter(|clock| *clock != Duration::MAX).map(|clock| clock.as_secs_f64()),
            score: note.thought.map(|thought| thought.valuation.into()),
            depth: note.thought.map(|thought| thought.depth),
            mark: note.mark.map(|mark| mark.sign().into()),
            nags: note.nags,
            preface: note.preface,
            remark: note.remark,
        }
    }

    fn check(self) -> Result<Ply, Refused> {
        let Self { mv, seconds, clock, score, depth, mark, nags, preface, remark, .. } = self;
        let time = |seconds: f64| {
            let wrong = |_| Refused::bad(format!("seconds: {seconds} is not a valid time"));
            Duration::try_from_secs_f64(seconds).map_err(wrong)
        };
        let mark_of = |sign: String| {
            let wrong = || Refused::bad(format!("mark: \"{sign}\" is not one of !! ! !? ?! ? ??"));
            Mark::from_sign(&sign).ok_or_else(wrong)
        };
        check_length("remark", &remark)?;
        check_length("preface", &preface)?;
        if nags.len() > NAGS_MAX {
            return Err(Refused::bad(format!("nags: at most {NAGS_MAX}")));
        }
        let valuation = score.and_then(valuation);
        Ok(Ply {
            mv,
            elapsed: time(seconds)?,
            clock: clock.map(time).transpose()?,
            note: Note {
                thought: valuation
                    .map(|valuation| Thought { valuation, depth: depth.unwrap_or(0) }),
                mark: mark.map(mark_of).transpose()?,
                nags,
                preface,
                remark,
            },
        })
    }
}

/// A score in hundredths; `None` if the score is unknown.
fn valuation(score: Score) -> Option<Valuation> {
    match score {
        Score::Score(units) => units.map(|units| {
            #[expect(clippy::cast_possible_truncation, reason = "a cast of floats is saturating")]
            let hundredths = (units * 100.0).round() as i32;
            Valuation::Centi(hundredths)
        }),
        Score::WinIn(plies) => Some(Valuation::WinIn(plies)),
        Score::LossIn(plies) => Some(Valuation::LossIn(plies)),
    }
}

fn checked_plies(plies: Vec<StudyPly>) -> Result<Vec<Ply>, Refused> {
    if plies.len() > MOVES_MAX {
        return Err(Refused::bad(format!("plies: at most {MOVES_MAX}")));
    }
    plies.into_iter().map(StudyPly::check).collect()
}

fn checked_variations(
    variations: Vec<StudyVariation>,
    depth: usize,
) -> Result<Vec<Variation>, Refused> {
    if depth > VARIATION_DEPTH_MAX {
        let why = format!("variations: nested deeper than {VARIATION_DEPTH_MAX}");
        return Err(Refused::bad(why));
    }
    let check = |StudyVariation { after, plies, variations }: StudyVariation| {
        if plies.is_empty() {
            return Err(Refused::bad("variations: a variation has no moves"));
        }
        let plies = checked_plies(plies)?;
        Ok(Variation { after, plies, variations: checked_variations(variations, depth + 1)? })
    };
    variations.into_iter().map(check).collect()
}

/// The players in all seats; unnamed people if the players are unknown.
fn players(players: Vec<StudyPlayer>, seats: usize) -> Result<Vec<RecordedPlayer>, Refused> {
    let recorded = |spec: String, name: String| RecordedPlayer {
        spec,
        name,
        origin: None,
        odds: Odds::default(),
    };
    match players.len() {
        0 => Ok(vec![recorded(HUMAN.into(), String::new()); seats]),
        count if count == seats => {
            Ok(players.into_iter().map(|player| recorded(player.player, player.name)).collect())
        }
        count => {
            Err(Refused::bad(format!("players: {count} given, but the game has {seats} seats")))
        }
    }
}

fn time_control(text: Option<&str>) -> Result<TimeControl, Refused> {
    let control = text.unwrap_or("none").parse();
    control.map_err(|error| Refused::bad(format!("time_control: {error}")))
}

/// An error with its cause.
fn with_cause(error: &dyn std::error::Error) -> String {
    let cause = error.source().map(|cause| format!(": {cause}"));
    format!("{error}{}", cause.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read(tree: &Value) -> Result<Value, String> {
        let tree: StudyTree =
            serde_json::from_value(tree.clone()).map_err(|error| error.to_string())?;
        let why = |refused: Refused| refused.why().to_owned();
        let (record, game) = tree.into_record().map_err(why)?;
        let tree = StudyTree::new(record, &*game).map_err(why)?;
        serde_json::to_value(tree).map_err(|error| error.to_string())
    }

    #[test]
    fn a_tree_survives_a_round_trip_with_the_mover_of_each_move() {
        let tree = json!({"game": "tic-tac-toe", "plies": [
            {"move": "b2", "remark": "the middle", "score": 0.25, "depth": 3},
            {"move": "a1", "mark": "?"}],
            "variations": [{"after": 1, "plies": [{"move": "a2"}, {"move": "c3"}],
                "variations": [{"after": 2, "plies": [{"move": "a3", "win_in": 4}]}]}]});
        let found = read(&tree).unwrap();
        assert_eq!(found["plies"][0]["remark"], "the middle");
        assert_eq!(
            (&found["plies"][0]["score"], &found["plies"][0]["turn"]),
            (&json!(0.25), &json!(1))
        );
        let variation = &found["variations"][0];
        assert_eq!(
            (&variation["plies"][0]["turn"], &variation["plies"][1]["turn"]),
            (&json!(2), &json!(1))
        );
        let nested = &variation["variations"][0]["plies"][0];
        assert_eq!((&nested["move"], &nested["win_in"]), (&json!("a3"), &json!(4)));
        assert_eq!(read(&found), Ok(found));
    }

    #[test]
    fn an_ending_that_no_longer_fits_is_omitted() {
        let ending = json!({"reason": "rules", "rule": "three in a row", "payoffs": [1, -1]});
        let tree = json!({"game": "tic-tac-toe", "plies": [{"move": "b2"}], "ending": ending});
        assert_eq!(read(&tree).unwrap()["ending"], Value::Null);
        let ending = json!({"reason": "resigned", "seat": 1, "payoffs": [-1, 1]});
        let tree = json!({"game": "tic-tac-toe", "plies": [{"move": "b2"}], "ending": ending});
        assert_eq!(read(&tree).unwrap()["ending"], ending);
    }

    #[test]
    fn a_trees_wrong_field_is_named() {
        let wrong = |tree: Value| read(&tree).unwrap_err();
        let game = "tic-tac-toe";
        assert!(
            wrong(json!({"game": game, "plies": [{"move": "z9"}]})).starts_with("move 1: z9: ")
        );
        let variation = json!({"after": 9, "plies": [{"move": "a1"}]});
        let beyond = wrong(json!({"game": game, "variations": [variation]}));
        assert!(beyond.contains("after ply 9"), "{beyond}");
        let mark = wrong(json!({"game": game, "plies": [{"move": "a1", "mark": "?!?"}]}));
        assert!(mark.starts_with("mark: "), "{mark}");
        let time = wrong(json!({"game": game, "plies": [{"move": "a1", "seconds": -1.0}]}));
        assert!(time.starts_with("seconds: "), "{time}");
        let empty = wrong(json!({"game": game, "variations": [{"after": 0, "plies": []}]}));
        assert_eq!(empty, "variations: a variation has no moves");
    }
}
