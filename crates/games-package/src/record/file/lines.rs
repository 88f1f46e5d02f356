//! Lines of moves in files: the main line and the variations.

use std::time::Duration;

use board_engine::printable;
use serde::{Deserialize, Serialize};

use super::{RecordError, microseconds};
use crate::{Mark, Note, Ply, Thought, VARIATION_DEPTH_MAX, Variation};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FilePly {
    #[serde(rename = "move")]
    mv: String,
    elapsed_us: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock_us: Option<u64>,
    /// As people write it: "+0.35", "win in 5".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mark: Option<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    remark: String,
}

/// One line of a tree. The lines stand in the file one after the other, so that reading needs no depth.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileVariation {
    /// The number of the line that it branches off from, from 1 in the order of the file; none for the main line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    of: Option<usize>,
    /// How many plies of that line were played before it, counted from the start of the match.
    after: usize,
    ply: Vec<FilePly>,
}

/// Appends the lines of a tree, each after its parent. They are nested at most [`VARIATION_DEPTH_MAX`] deep.
pub(super) fn flatten(variations: &[Variation], of: Option<usize>, lines: &mut Vec<FileVariation>) {
    for variation in variations {
        let ply = variation.plies.iter().map(FilePly::from).collect();
        lines.push(FileVariation { of, after: variation.after, ply });
        flatten(&variation.variations, Some(lines.len()), lines);
    }
}

/// The tree of these lines.
pub(super) fn build_tree(lines: Vec<FileVariation>) -> Result<Vec<Variation>, RecordError> {
    let wrong = |what, value: usize| RecordError::Value { what, value: value.to_string() };
    let mut depths = Vec::new();
    for (number, line) in (1..).zip(&lines) {
        let around = match line.of {
            None => 0,
            Some(of) if (1..number).contains(&of) => depths[of - 1],
            Some(of) => return Err(wrong("the line that a variation goes off from", of)),
        };
        if around == VARIATION_DEPTH_MAX {
            return Err(wrong("the number of variations within each other", around + 1));
        }
        if line.ply.is_empty() {
            return Err(wrong("the number of plies of a variation", 0));
        }
        depths.push(around + 1);
    }
    // From the last line back, so that each line is whole when it is put into the one around it.
    let mut within: Vec<Vec<Variation>> = lines.iter().map(|_| Vec::new()).collect();
    let mut outermost = Vec::new();
    for (index, FileVariation { of, after, ply }) in lines.into_iter().enumerate().rev() {
        let plies = ply.into_iter().map(Ply::try_from).collect::<Result<_, _>>()?;
        let mut variations = std::mem::take(&mut within[index]);
        variations.reverse();
        let whole = Variation { after, plies, variations };
        match of {
            Some(of) => within[of - 1].push(whole),
            None => outermost.push(whole),
        }
    }
    outermost.reverse();
    Ok(outermost)
}

impl From<&Ply> for FilePly {
    fn from(ply: &Ply) -> Self {
        let Note { thought, mark, remark } = &ply.note;
        Self {
            mv: ply.mv.clone(),
            elapsed_us: microseconds(ply.elapsed),
            clock_us: ply.clock.map(microseconds),
            score: thought.map(|thought| thought.valuation.to_string()),
            depth: thought.map(|thought| thought.depth),
            mark: mark.map(|mark| mark.sign().into()),
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
                remark: printable(&ply.remark),
            },
            mv: printable(&ply.mv),
        })
    }
}
