//! Requests that read and write match files.

use app_context::with_causes;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, Query, State};
use axum::http::HeaderName;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use games_package::{Record, TableGame};
use match_library::{FileFormat, MatchFile};
use serde::{Deserialize, Serialize};

use super::computing::{Computing, blocking};
use crate::error::Refused;
use crate::server::Server;

/// The maximum number of matches to list per file.
const LISTED_MAX: usize = 200;

/// The query in a request to download a match.
#[derive(Debug, Deserialize)]
pub(super) struct Download {
    format: Option<String>,
}

/// A file format with its file name extension.
pub(super) struct WantedFormat {
    format: FileFormat,
    extension: String,
}

impl Download {
    /// # Errors
    /// [`Refused`] if the format is unknown.
    pub(super) fn wanted(self) -> Result<WantedFormat, Refused> {
        let wanted = self.format.unwrap_or_else(|| "record".into());
        let format = FileFormat::named(&wanted)
            .ok_or_else(|| Refused::bad(format!("format: unknown format \"{wanted}\"")))?;
        let extension = if wanted == "record" { "toml".into() } else { wanted };
        Ok(WantedFormat { format, extension })
    }
}

/// A file for the browser to save.
pub(super) type FileResponse = ([(HeaderName, String); 2], String);

impl WantedFormat {
    /// Writes the match to a file with this name.
    ///
    /// # Errors
    /// [`Refused`] if the match can't be written in this format.
    pub(super) fn file(
        &self,
        name: &str,
        record: &Record,
        game: &dyn TableGame,
    ) -> Result<FileResponse, Refused> {
        let text = self.format.text(record, game);
        let text = text.map_err(|error| Refused::bad(with_causes(&error)))?;
        let content_type = match self.format {
            FileFormat::Picture => "image/svg+xml",
            FileFormat::Record | FileFormat::Sheet(_) => "text/plain; charset=utf-8",
        };
        let disposition = format!("attachment; filename=\"{name}.{}\"", self.extension);
        let headers = [(CONTENT_TYPE, content_type.to_owned()), (CONTENT_DISPOSITION, disposition)];
        Ok((headers, text))
    }
}

/// `GET /api/matches/{match}/file`
pub(super) async fn download(
    computing: Computing,
    State(server): State<Server>,
    Path(name): Path<String>,
    Query(query): Query<Download>,
) -> Result<FileResponse, Refused> {
    let room = server.find_at_rest(name).await?;
    let wanted = query.wanted()?;
    blocking(&computing, move || wanted.file(room.name(), &room.public_record()?, &**room.game()))
        .await
}

/// The body of `POST /api/files`.
#[derive(Debug, Deserialize)]
pub(super) struct File {
    text: String,
    #[serde(default)]
    game: Option<String>,
}

/// The matches in a file.
#[derive(Debug, Serialize)]
pub(super) struct FileMatches {
    matches: Vec<FileMatch>,
}

/// A match in a file: the data for continuing it, or why it can't be read.
#[derive(Debug, Serialize)]
struct FileMatch {
    title: String,
    #[serde(flatten)]
    content: Content,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Content {
    Valid { game: String, players: Vec<String>, position: String, moves: Vec<String> },
    Damaged { error: String },
}

/// A match in a file, as a list item.
#[derive(Debug, Serialize)]
pub(super) struct EntryTitle {
    /// The number, from 1.
    number: usize,
    title: String,
}

/// A file's listed matches, without validation.
pub(super) fn titles(file: &MatchFile) -> Vec<EntryTitle> {
    let entries = (1..).zip(file.entries()).take(LISTED_MAX);
    entries.map(|(number, entry)| EntryTitle { number, title: entry.title() }).collect()
}

pub(super) async fn read(
    computing: Computing,
    body: Result<Json<File>, JsonRejection>,
) -> Result<Json<FileMatches>, Refused> {
    let Json(file) = body?;
    blocking(&computing, move || {
        let read = MatchFile::from_bytes(file.text, file.game.as_deref());
        let read = read.map_err(|error| Refused::bad(with_causes(&error)))?.detecting();
        let matches: Vec<FileMatch> = read
            .entries()
            .take(LISTED_MAX)
            .map(|entry| {
                let title = entry.title();
                let content = match entry.check() {
                    Ok(loaded) => Content::Valid {
                        game: loaded.record.game.clone(),
                        players: loaded.record.players.iter().map(|it| it.name.clone()).collect(),
                        moves: loaded.record.moves().map(String::from).collect(),
                        position: loaded.record.start,
                    },
                    Err(error) => Content::Damaged { error: with_causes(&error) },
                };
                FileMatch { title, content }
            })
            .collect();
        Ok(Json(FileMatches { matches }))
    })
    .await
}
