//! Move lines in files: the main line and the variations.

use std::time::Duration;

use board_engine::{printable, without_controls};
use games_package::{Mark, Note, Ply, Thought};
use serde::{Deserialize, Serialize};

use super::{FlatVariation, RecordError, microseconds};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FilePly {
    #[serde(rename = "move")]
    mv: String,
    elapsed_us: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock_us: Option<u64>,
    /// The score in readable form: "+0.35", "win in 5".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mark: Option<String>,
    /// Numeric annotation glyphs other than the mark.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    nags: Vec<u8>,
    /// The comment before the move.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    preface: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    remark: String,
}

/// One line in a tree. The file lists the lines one after another, so parsing needs no recursion.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileVariation {
    /// The number of the line that it branches off from, from 1 in file order; `None` for the main line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    of: Option<usize>,
    /// The number of plies on the parent line before this line, counted from the start of the match.
    after: usize,
    ply: Vec<FilePly>,
}

impl From<FlatVariation> for FileVariation {
    fn from(flat: FlatVariation) -> Self {
        let ply = flat.plies.iter().map(FilePly::from).collect();
        Self { of: flat.of, after: flat.after, ply }
    }
}

impl TryFrom<FileVariation> for FlatVariation {
    type Error = RecordError;

    fn try_from(FileVariation { of, after, ply }: FileVariation) -> Result<Self, RecordError> {
        let plies = ply.into_iter().map(Ply::try_from).collect::<Result<_, _>>()?;
        Ok(Self { of, after, plies })
    }
}

impl From<&Ply> for FilePly {
    fn from(ply: &Ply) -> Self {
        let Note { thought, mark, nags, preface, remark } = &ply.note;
        Self {
            mv: ply.mv.clone(),
            elapsed_us: microseconds(ply.elapsed),
            clock_us: ply.clock.map(microseconds),
            score: thought.map(|thought| thought.valuation.to_string()),
            depth: thought.map(|thought| thought.depth),
            mark: mark.map(|mark| mark.sign().into()),
            nags: nags.clone(),
            preface: preface.clone(),
            remark: remark.clone(),
        }
    }
}

impl TryFrom<FilePly> for Ply {
    type Error = RecordError;

    fn try_from(ply: FilePly) -> Result<Self, RecordError> {
        let value = |what, value: &str| RecordError::Value { what, value: value.into() };
        let valuation = |text: &String| text.parse().map_err(|_error| value("a score", text));
        let depth = ply.depth.unwrap_or(0);
        let thought = ply.score.as_ref().map(valuation).transpose()?;
        let mark =
            |sign: &String| Mark::from_sign(sign).ok_or_else(|| value("the mark of a move", sign));
        Ok(Self {
            elapsed: Duration::from_micros(ply.elapsed_us),
            clock: ply.clock_us.map(Duration::from_micros),
            note: Note {
                thought: thought.map(|valuation| Thought { valuation, depth }),
                mark: ply.mark.as_ref().map(mark).transpose()?,
                nags: ply.nags,
                preface: without_controls(&ply.preface).into_owned(),
                remark: without_controls(&ply.remark).into_owned(),
            },
            mv: printable(&ply.mv),
        })
    }
}
