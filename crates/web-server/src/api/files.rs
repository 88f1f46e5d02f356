//! Matches as files, written and read.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, Query, State};
use axum::http::HeaderName;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use match_library::{FileFormat, MatchFile};
use serde::{Deserialize, Serialize};

use super::blocking;
use crate::error::Refused;
use crate::server::Server;

/// The most matches that are listed of a file.
const LISTED_MAX: usize = 200;

/// The query of `GET /api/matches/{match}/file`.
#[derive(Debug, Deserialize)]
pub(super) struct Download {
    pub(super) format: Option<String>,
}

pub(super) type FileResponse = ([(HeaderName, String); 2], String);

pub(super) async fn download(
    State(server): State<Server>,
    Path(name): Path<String>,
    Query(query): Query<Download>,
) -> Result<FileResponse, Refused> {
    let room = server.find_match(name).await?;
    let wanted = query.format.unwrap_or_else(|| "record".into());
    let format = FileFormat::named(&wanted)
        .ok_or_else(|| Refused::bad(format!("format: there is no format \"{wanted}\"")))?;
    blocking(move || {
        let record = room.public_record()?;
        let text = format.text(&record, &**room.game(), &None);
        let text = text.map_err(|error| Refused::bad(error.to_string()))?;
        let extension = if wanted == "record" { "toml" } else { &wanted };
        let disposition = format!("attachment; filename=\"{}.{extension}\"", room.name());
        let headers =
            [(CONTENT_TYPE, content_type(format).to_owned()), (CONTENT_DISPOSITION, disposition)];
        Ok((headers, text))
    })
    .await
}

pub(super) const fn content_type(format: FileFormat) -> &'static str {
    match format {
        FileFormat::Picture => "image/svg+xml",
        FileFormat::Record | FileFormat::Sheet(_) => "text/plain; charset=utf-8",
    }
}

/// The body of `POST /api/files`.
#[derive(Debug, Deserialize)]
pub(super) struct File {
    text: String,
    #[serde(default)]
    game: Option<String>,
}

/// The matches of a file.
#[derive(Debug, Serialize)]
pub(super) struct FileMatches {
    matches: Vec<FileMatch>,
}

/// A match of a file: what is needed to go on with it, or why it can't be read.
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

/// A match of a file in a list, from which one is chosen by its number.
#[derive(Debug, Serialize)]
pub(super) struct EntryTitle {
    /// From 1.
    number: usize,
    title: String,
}

/// The matches of a file, as far as they are listed. They are not checked.
pub(super) fn titles(file: &MatchFile) -> Vec<EntryTitle> {
    let entries = (1..).zip(file.entries()).take(LISTED_MAX);
    entries.map(|(number, entry)| EntryTitle { number, title: entry.title() }).collect()
}

pub(super) async fn read(
    body: Result<Json<File>, JsonRejection>,
) -> Result<Json<FileMatches>, Refused> {
    let Json(file) = body?;
    blocking(move || {
        let read = MatchFile::from_text(file.text, file.game.as_deref());
        let read = read.map_err(|error| Refused::bad(error.to_string()))?;
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
                    Err(error) => Content::Damaged { error: error.to_string() },
                };
                FileMatch { title, content }
            })
            .collect();
        Ok(Json(FileMatches { matches }))
    })
    .await
}
