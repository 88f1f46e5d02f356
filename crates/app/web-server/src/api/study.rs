//! Requests about studies.

use app_context::with_causes;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use match_library::{Entry, FileFormat, MatchFile, begins_like_game, game_of_position};
use notation::json::Piece;
use serde::{Deserialize, Serialize};

use super::computing::{Computing, blocking};
use super::files::{EntryTitle, titles};
use crate::error::Refused;
use crate::server::Server;
use crate::study::{
    JointMove, Promotion, SetUp, SetUpPosition, StudyLine, StudyPosition, StudyTree, joint_moves,
    promotions,
};

type Body<T> = Result<Json<T>, JsonRejection>;

/// `POST /api/study/position`: the position at the end of a line.
pub(super) async fn position(
    computing: Computing,
    line: Body<StudyLine>,
) -> Result<Json<StudyPosition>, Refused> {
    let Json(line) = line?;
    blocking(&computing, move || line.position().map(Json)).await
}

/// `GET /api/study/match/{match}`
pub(super) async fn of_match(
    computing: Computing,
    State(server): State<Server>,
    Path(name): Path<String>,
) -> Result<Json<StudyTree>, Refused> {
    let room = server.find_at_rest(name).await?;
    blocking(&computing, move || {
        let record = room.public_record()?;
        StudyTree::new(record, &**room.game()).map(Json)
    })
    .await
}

/// The body of `POST /api/study/open`.
#[derive(Debug, Deserialize)]
pub(super) struct Source {
    text: String,
    /// `true` if each character in the text is a byte from a file that is not UTF-8.
    #[serde(default)]
    bytes: bool,
    /// The game for a position, or for matches that don't name their game.
    #[serde(default)]
    game: Option<String>,
    /// The match's number in the file, from 1.
    #[serde(default)]
    number: Option<usize>,
}

/// Parsed text.
#[derive(Debug, Serialize)]
#[serde(tag = "found", rename_all = "snake_case")]
pub(super) enum Opened {
    /// A match or a position.
    Tree { tree: Box<StudyTree> },
    /// Several matches to choose from.
    Several { matches: Vec<EntryTitle> },
}

/// `POST /api/study/open`: reads a match, a list of matches, or a position.
pub(super) async fn read(
    computing: Computing,
    source: Body<Source>,
) -> Result<Json<Opened>, Refused> {
    let Json(source) = source?;
    blocking(&computing, move || source.open().map(Json)).await
}

impl Source {
    /// The file's bytes.
    fn content(&self) -> Result<Vec<u8>, Refused> {
        if !self.bytes {
            return Ok(self.text.clone().into_bytes());
        }
        let wide = |_| Refused::bad("text: expected a character up to U+00FF for each byte");
        self.text.chars().map(|byte| u8::try_from(byte).map_err(wide)).collect()
    }

    fn open(self) -> Result<Opened, Refused> {
        let content = self.content()?;
        let decoded = notation::decoded(&content);
        let text = decoded.trim();
        let mut why_no_position = None;
        if !text.is_empty() && !text.contains('\n') && !begins_like_game(text) {
            let found = game_of_position(text, self.game.as_deref());
            if let Some(game) = found.or_else(|| self.game.clone()) {
                match StudyTree::of_position(&game, text) {
                    Ok(tree) => return Ok(Opened::Tree { tree: Box::new(tree) }),
                    Err(refused) if looks_like_position(text) => why_no_position = Some(refused),
                    Err(_) => why_no_position = Some(unrecognized()),
                }
            }
        }
        let wrong = |error: match_library::MatchFileError| {
            why_no_position.clone().unwrap_or_else(|| Refused::bad(with_causes(&error)))
        };
        let file = MatchFile::from_bytes(content.as_slice(), self.game.as_deref());
        let file = file.map_err(&wrong)?.detecting();
        if self.number.is_none() {
            let is_readable = file.entries().any(|entry| !matches!(entry, Entry::Damaged(_)));
            let matches = titles(&file);
            if matches.len() > 1 && !is_readable {
                // A list of only errors is not a match list.
                file.load(Some(1)).map_err(&wrong)?;
            }
            if matches.len() > 1 {
                return Ok(Opened::Several { matches });
            }
        }
        let loaded = file.load(self.number).map_err(&wrong)?;
        let tree = StudyTree::of_loaded(loaded)?;
        Ok(Opened::Tree { tree: Box::new(tree) })
    }
}

/// Returns `true` if a line looks like a position of some game: rows of squares, or lists of pieces. A link doesn't.
fn looks_like_position(text: &str) -> bool {
    text.contains(['/', ':']) && !text.contains("://")
}

fn unrecognized() -> Refused {
    Refused::bad(
        "no match or position recognized; paste moves with their numbers, a file or a position",
    )
}

/// The body of `POST /api/study/file`.
#[derive(Debug, Deserialize)]
pub(super) struct Writing {
    format: String,
    tree: StudyTree,
}

/// A study as a file.
#[derive(Debug, Serialize)]
pub(super) struct Written {
    text: String,
    /// The file name extension.
    extension: String,
}

/// `POST /api/study/file`
pub(super) async fn write(
    computing: Computing,
    request: Body<Writing>,
) -> Result<Json<Written>, Refused> {
    let Json(Writing { format: name, tree }) = request?;
    blocking(&computing, move || {
        let format = FileFormat::named(&name);
        let format =
            format.ok_or_else(|| Refused::bad(format!("format: unknown format \"{name}\"")))?;
        let (record, game) = tree.into_record()?;
        let text = format.text(&record, &*game);
        let text = text.map_err(|error| Refused::bad(with_causes(&error)))?;
        let extension = if name == "record" { "toml".into() } else { name };
        Ok(Json(Written { text, extension }))
    })
    .await
}

/// A game's piece kinds.
#[derive(Debug, Serialize)]
pub(super) struct PieceKinds {
    /// The pieces to set up; empty if the game's positions can't be set up piece by piece.
    pieces: Vec<Piece>,
    promotions: Vec<Promotion>,
    joint_moves: Vec<JointMove>,
}

/// `GET /api/study/pieces/{game}`
pub(super) async fn pieces_of(Path(game): Path<String>) -> Result<Json<PieceKinds>, Refused> {
    let game = app_context::game(&game)?;
    let pieces = game.pieces_to_set_up().iter().map(Piece::from).collect();
    let (promotions, joint_moves) = (promotions(&*game)?, joint_moves(&*game));
    Ok(Json(PieceKinds { pieces, promotions, joint_moves }))
}

/// `POST /api/study/set-up`: builds a position from its pieces.
pub(super) async fn set_up(
    computing: Computing,
    request: Body<SetUp>,
) -> Result<Json<SetUpPosition>, Refused> {
    let Json(request) = request?;
    blocking(&computing, move || request.position().map(Json)).await
}
