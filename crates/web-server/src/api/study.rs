//! Requests of a study.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use house::with_causes;
use match_json::Piece;
use match_library::{FileFormat, MatchFile};
use serde::{Deserialize, Serialize};

use super::blocking;
use super::files::{EntryTitle, titles};
use crate::error::Refused;
use crate::server::Server;
use crate::study::{SetUp, SetUpPosition, StudyLine, StudyPosition, StudyTree, pieces};

type Body<T> = Result<Json<T>, JsonRejection>;

/// `POST /api/study/position`: the position at the end of a line.
pub(super) async fn position(line: Body<StudyLine>) -> Result<Json<StudyPosition>, Refused> {
    let Json(line) = line?;
    blocking(move || line.position().map(Json)).await
}

/// `GET /api/study/match/{match}`
pub(super) async fn of_match(
    State(server): State<Server>,
    Path(name): Path<String>,
) -> Result<Json<StudyTree>, Refused> {
    let room = server.find_match(name).await?;
    blocking(move || {
        let record = room.public_record()?;
        StudyTree::new(record, &**room.game(), None).map(Json)
    })
    .await
}

/// The body of `POST /api/study/open`.
#[derive(Debug, Deserialize)]
pub(super) struct Source {
    text: String,
    /// The game of a position, and of matches that don't name theirs.
    #[serde(default)]
    game: Option<String>,
    /// Which of several matches, from 1.
    #[serde(default)]
    number: Option<usize>,
}

/// What was found in a text.
#[derive(Debug, Serialize)]
#[serde(tag = "found", rename_all = "snake_case")]
pub(super) enum Opened {
    /// A match or a position.
    Tree { tree: Box<StudyTree> },
    /// Several matches, one of which is to be chosen.
    Several { matches: Vec<EntryTitle> },
}

/// `POST /api/study/open`: reads a match, a list of matches, or a position.
pub(super) async fn read(source: Body<Source>) -> Result<Json<Opened>, Refused> {
    let Json(source) = source?;
    blocking(move || source.open().map(Json)).await
}

impl Source {
    fn open(self) -> Result<Opened, Refused> {
        let text = self.text.trim();
        let mut why_no_position = None;
        if let (Some(game), false) = (&self.game, text.is_empty() || text.contains('\n')) {
            match StudyTree::of_position(game, text) {
                Ok(tree) => return Ok(Opened::Tree { tree: Box::new(tree) }),
                // A line that is neither was most likely meant as a position.
                Err(refused) => why_no_position = Some(refused).filter(|_| !begins_like_game(text)),
            }
        }
        let wrong = |error: match_library::MatchFileError| {
            why_no_position.clone().unwrap_or_else(|| Refused::bad(with_causes(&error)))
        };
        let file = MatchFile::from_text(self.text.clone(), self.game.as_deref()).map_err(&wrong)?;
        if self.number.is_none() {
            let matches = titles(&file);
            if matches.len() > 1 {
                return Ok(Opened::Several { matches });
            }
        }
        let loaded = file.load(self.number).map_err(&wrong)?;
        let tree = StudyTree::new(loaded.record, &*loaded.game, loaded.tags)?;
        Ok(Opened::Tree { tree: Box::new(tree) })
    }
}

/// Whether a line begins with a tag, a remark or the number of a move.
fn begins_like_game(line: &str) -> bool {
    let behind_number = line.trim_start_matches(|sign: char| sign.is_ascii_digit());
    line.starts_with(['[', '{'])
        || (behind_number.len() < line.len() && behind_number.starts_with('.'))
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
    /// What stands behind the point of the name of such a file.
    extension: String,
}

/// `POST /api/study/file`
pub(super) async fn write(request: Body<Writing>) -> Result<Json<Written>, Refused> {
    let Json(Writing { format: name, tree }) = request?;
    blocking(move || {
        let format = FileFormat::named(&name);
        let format =
            format.ok_or_else(|| Refused::bad(format!("format: there is no format \"{name}\"")))?;
        let (record, game, tags) = tree.into_record()?;
        let text = format.text(&record, &*game, &tags);
        let text = text.map_err(|error| Refused::bad(with_causes(&error)))?;
        let extension = if name == "record" { "toml".into() } else { name };
        Ok(Json(Written { text, extension }))
    })
    .await
}

/// The pieces of a game.
#[derive(Debug, Serialize)]
pub(super) struct Pieces {
    /// Empty if positions of the game can't be set up piece by piece.
    pieces: Vec<Piece>,
}

/// `GET /api/study/pieces/{game}`
pub(super) async fn pieces_of(Path(game): Path<String>) -> Result<Json<Pieces>, Refused> {
    Ok(Json(Pieces { pieces: pieces(&game)? }))
}

/// `POST /api/study/set-up`: a position from its pieces.
pub(super) async fn set_up(request: Body<SetUp>) -> Result<Json<SetUpPosition>, Refused> {
    let Json(request) = request?;
    request.position().map(Json)
}
