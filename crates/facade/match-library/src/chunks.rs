//! Splits a match file into parts that fit into memory.

use std::io::{self, Read};

use notation::{GameSplitter, GameText, line_feeds};

use crate::transcript::begins_with_move;

/// The number of bytes per read.
const CHUNK_BYTES: usize = 1 << 18;

/// Maximum size of a match in MiB.
pub(crate) const MATCH_MIB_MAX: usize = 16;

/// Maximum size in bytes of a part without tags, which can contain many matches.
const UNTAGGED_BYTES_MAX: usize = 64 << 20;

/// The line length in bytes from which a line is certainly not a tag.
const LINE_BYTES_MAX: usize = 1 << 20;

/// Number of bytes at the start of a transcript that identify its first move.
const BEGIN_BYTES: usize = 2;

/// Number of bytes to search for tags at the start of a part.
const TAGS_BYTES: usize = 1 << 16;

/// Returns `true` if a file part is too large to be parsed. Such a part contains only the start of its match.
pub(crate) fn is_too_large(text: &[u8]) -> bool {
    let bytes_max = MATCH_MIB_MAX << 20;
    let is_tagged = || {
        let begin = &text[..text.len().min(TAGS_BYTES)];
        begin.split(|&byte| byte == b'\n').any(|line| line.starts_with(b"["))
    };
    text.len() > bytes_max && (text.len() > UNTAGGED_BYTES_MAX || is_tagged())
}

/// A file part that contains whole matches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Chunk {
    text: Vec<u8>,
    /// Number of line feeds before this part in the file.
    lines_before: u32,
    /// The starts of the matches, except the first.
    beginnings: Vec<usize>,
}

impl Chunk {
    /// The matches. A file part without tags can contain several matches.
    pub(crate) fn matches(&self) -> impl Iterator<Item = GameText<'_>> {
        let ends = self.beginnings.iter().copied().chain([self.text.len()]);
        let (mut from, mut lines_before) = (0, self.lines_before);
        ends.map(move |to| {
            let part = GameText { text: &self.text[from..to], lines_before };
            lines_before = lines_before.saturating_add(line_feeds(part.text));
            from = to;
            part
        })
    }
}

/// A file's parts, in order.
#[derive(Debug)]
pub(crate) struct Chunks<R> {
    file: R,
    /// Text that was read but not yet returned.
    rest: Vec<u8>,
    /// The starts of matches in that text.
    beginnings: Vec<usize>,
    lines_before: u32,
    is_at_end: bool,
    splitter: GameSplitter,
    /// Number of bytes already returned or dropped.
    returned: usize,
    /// Whether the rest of an oversized match is being dropped.
    is_dropping: bool,
}

impl<R: Read> Chunks<R> {
    pub(crate) fn new(file: R) -> Self {
        Self {
            file,
            rest: Vec::new(),
            beginnings: Vec::new(),
            lines_before: 0,
            is_at_end: false,
            splitter: GameSplitter::default(),
            returned: 0,
            is_dropping: false,
        }
    }

    /// Reads until a part is complete.
    fn next_chunk(&mut self) -> io::Result<Option<Chunk>> {
        while self.is_dropping && !self.is_at_end {
            self.drop_lines()?;
        }
        let mut cut = self.beginnings.pop();
        while cut.is_none() && !self.is_at_end {
            if let Some(end) = self.too_large_end() {
                self.find_beginnings(end);
                self.splitter.end_comment();
                self.take_beginnings();
                self.is_dropping = self.beginnings.is_empty();
                cut = self.beginnings.pop().or(Some(end));
                break;
            }
            self.read()?;
            self.find_beginnings(self.lines_end());
            cut = self.beginnings.pop().or_else(|| self.transcript_end());
        }
        if cut.is_none() && self.is_at_end {
            self.splitter.end_comment();
            self.take_beginnings();
        }
        let cut = cut.unwrap_or(self.rest.len());
        if cut == 0 {
            return Ok(None);
        }
        let lines_before = self.lines_before;
        let beginnings = std::mem::take(&mut self.beginnings);
        Ok(Some(Chunk { text: self.take(cut), lines_before, beginnings }))
    }

    /// The end of the known lines of an oversized match; `None` if the match may still fit.
    fn too_large_end(&self) -> Option<usize> {
        let known = self.splitter.offset() - self.returned;
        let is_long_line = self.rest.len() - known > LINE_BYTES_MAX;
        let end = if is_long_line { self.rest.len() } else { known };
        is_too_large(&self.rest[..end]).then_some(end)
    }

    /// The end of the last whole transcript in text with one transcript per line; `None` if there is no such text, or
    /// too little of it. A transcript can have several lines, but no line within a transcript begins like the first one.
    fn transcript_end(&self) -> Option<usize> {
        let known = &self.rest[..self.splitter.offset() - self.returned];
        if known.len() < CHUNK_BYTES || !self.splitter.is_between_moves() {
            return None;
        }
        let mut lines = known.split_inclusive(|&byte| byte == b'\n');
        let begin = |line: &[u8]| line.get(..BEGIN_BYTES).map(<[u8]>::to_vec);
        let first = lines.next().filter(|line| begins_with_move(line)).and_then(begin)?;
        let mut end = known.len();
        for line in lines.rev() {
            end -= line.len();
            if end + CHUNK_BYTES < known.len() {
                break;
            }
            if line.starts_with(&first) && begins_with_move(line) {
                return Some(end);
            }
        }
        None
    }

    fn read(&mut self) -> io::Result<()> {
        let read = (&mut self.file).take(CHUNK_BYTES as u64).read_to_end(&mut self.rest)?;
        self.is_at_end = read == 0;
        Ok(())
    }

    /// Takes the first bytes from the unreturned text.
    fn take(&mut self, count: usize) -> Vec<u8> {
        let behind = self.rest.split_off(count);
        let taken = std::mem::replace(&mut self.rest, behind);
        self.lines_before = self.lines_before.saturating_add(line_feeds(&taken));
        self.returned += count;
        taken
    }

    /// Drops lines from an oversized match, up to the start of the next match.
    fn drop_lines(&mut self) -> io::Result<()> {
        self.read()?;
        let end = self.lines_end();
        // An overlong line is dropped in parts.
        self.find_beginnings(if end == 0 { self.rest.len() } else { end });
        let next = self.beginnings.first().copied();
        let count = next.unwrap_or(self.splitter.offset() - self.returned);
        self.take(count);
        if next.is_some() {
            self.is_dropping = false;
            self.beginnings.remove(0);
            self.beginnings.iter_mut().for_each(|at| *at -= count);
        }
        Ok(())
    }

    /// The end of the complete lines in the unreturned text. A file's last line may lack a line feed.
    fn lines_end(&self) -> usize {
        let known = self.splitter.offset() - self.returned;
        if self.is_at_end {
            return self.rest.len();
        }
        let last = self.rest[known..].iter().rposition(|&byte| byte == b'\n');
        last.map_or(known, |at| known + at + 1)
    }

    /// Finds the starts of matches in the lines up to `end` that were read since the last call.
    fn find_beginnings(&mut self, end: usize) {
        let new = &self.rest[self.splitter.offset() - self.returned..end];
        for line in new.split_inclusive(|&byte| byte == b'\n') {
            self.splitter.line(line);
            while let Some(at) = self.splitter.next_beginning() {
                let begin = match at.checked_sub(self.returned) {
                    // Comments before the match may have been dropped.
                    None | Some(0) if self.is_dropping => Some(0),
                    begin => begin.filter(|at| *at > 0),
                };
                self.beginnings.extend(begin);
            }
        }
    }

    /// Takes the starts of matches that no line has revealed.
    fn take_beginnings(&mut self) {
        while let Some(at) = self.splitter.next_beginning() {
            self.beginnings.extend(at.checked_sub(self.returned).filter(|at| *at > 0));
        }
    }
}

impl<R: Read> Iterator for Chunks<R> {
    type Item = io::Result<Chunk>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.next_chunk();
        if next.is_err() {
            self.rest.clear();
            self.beginnings.clear();
            self.is_at_end = true;
        }
        next.transpose()
    }
}

#[cfg(test)]
mod tests {
    use notation::games_in;

    use super::*;

    const MATCH: &str =
        "[Event \"?\"]\n\n[White \"A\"]\n\n1. 11-15 {a line\n[%clk 1] of it} 23-19\n*\n\n";

    #[test]
    fn a_file_is_split_where_matches_begin() {
        let count = 2 * CHUNK_BYTES / MATCH.len();
        let file = MATCH.repeat(count);
        let chunks: Vec<Chunk> = Chunks::new(file.as_bytes()).map(Result::unwrap).collect();
        assert!(chunks.len() > 1);
        let mut lines_before = 0;
        for chunk in &chunks {
            assert_eq!(chunk.text.len() % MATCH.len(), 0);
            assert_eq!(chunk.lines_before, lines_before);
            lines_before += u32::try_from(chunk.text.len() / MATCH.len() * 8).unwrap();
        }
        let whole: Vec<u8> = chunks.into_iter().flat_map(|chunk| chunk.text).collect();
        assert_eq!(whole, file.as_bytes());
    }

    #[test]
    fn text_before_the_first_tags_is_not_a_part() {
        for before in ["\u{feff}", "{a collection}\n", "\u{feff}% of 1999\n\n"] {
            let file = format!("{before}{MATCH}");
            let chunks: Vec<Chunk> = Chunks::new(file.as_bytes()).map(Result::unwrap).collect();
            assert_eq!(chunks.len(), 1, "{before:?}");
            let file = format!("{before}{MATCH}{MATCH}");
            let chunks: Vec<Chunk> = Chunks::new(file.as_bytes()).map(Result::unwrap).collect();
            assert_eq!(chunks.len(), 2, "{before:?}");
            assert_eq!(chunks[1].text, MATCH.as_bytes());
        }
    }

    #[test]
    fn comments_before_the_tags_are_in_the_part_of_their_match() {
        let commented = format!("{{of the\nclub}} {{1999}}\n; a line\n\n{MATCH}");
        let file = commented.repeat(2 * CHUNK_BYTES / commented.len());
        let chunks: Vec<Chunk> = Chunks::new(file.as_bytes()).map(Result::unwrap).collect();
        assert!(chunks.len() > 1);
        for chunk in chunks {
            assert_eq!(chunk.text.len() % commented.len(), 0);
        }
    }

    #[test]
    fn a_comment_after_a_move_stays_with_the_move() {
        let text = "[Event \"1\"]\n1. 11-15\n{good} 23-19 {bad}\n[Event \"2\"]\n";
        let chunks: Vec<Chunk> = Chunks::new(text.as_bytes()).map(Result::unwrap).collect();
        assert_eq!(chunks[1].text, b"[Event \"2\"]\n");
    }

    #[test]
    fn a_file_has_the_same_matches_as_its_whole_text() {
        let games = [
            "{the club}\n[Event \"1\"]\n\n[White \"A\"]\n1. 11-15 {open\n\n",
            "[Event \"2\"]\n[White \"A\"]\n\n",
            "[Event \"3\"]\n1. 11-15 *\n",
            "; a line\n[Event \"4\"]\n1. 11-15 23-19 *\n",
        ];
        for end in ["", "\n", "[Event \"5\"]", "{a remark"] {
            for text in [games.concat() + end, games.concat().repeat(20_000) + end] {
                let chunks: Vec<Chunk> = Chunks::new(text.as_bytes()).map(Result::unwrap).collect();
                let found: Vec<GameText<'_>> = chunks.iter().flat_map(Chunk::matches).collect();
                let expected: Vec<GameText<'_>> = games_in(text.as_bytes()).collect();
                assert!(found.len() >= 4 && found == expected, "{end:?}");
            }
        }
    }

    #[test]
    fn an_unclosed_comment_without_tags_spoils_only_its_match() {
        let line = "1. 11-15 23-19 *\n";
        for end in ["", "1. 11-15 {ok} *\n", "[Event \"2\"]\n"] {
            let text = format!("{line}1. 11-16 {{open\n{}\n{end}", line.repeat(40_000));
            let chunks: Vec<Chunk> = Chunks::new(text.as_bytes()).map(Result::unwrap).collect();
            let found: Vec<GameText<'_>> = chunks.iter().flat_map(Chunk::matches).collect();
            let expected: Vec<GameText<'_>> = games_in(text.as_bytes()).collect();
            assert_eq!(found.len(), 40_002 + usize::from(!end.is_empty()), "{end:?}");
            assert_eq!(found, expected, "{end:?}");
        }
    }

    #[test]
    fn a_file_without_tags_is_split_between_its_matches() {
        for line in ["1. 11-15 23-19 *\n", "f5d6c3d3\nc4f4\n", "e4 e5 1-0\n", "(;GM[Othello];)\n"] {
            let file = line.repeat(3 * CHUNK_BYTES / line.len());
            let chunks: Vec<Chunk> = Chunks::new(file.as_bytes()).map(Result::unwrap).collect();
            assert!(chunks.len() > 2, "{line}");
            assert!(chunks.iter().all(|chunk| chunk.text.len() % line.len() == 0), "{line}");
            let whole: Vec<u8> = chunks.into_iter().flat_map(|chunk| chunk.text).collect();
            assert_eq!(whole, file.as_bytes());
        }
    }

    #[test]
    fn an_oversized_match_is_truncated_and_its_neighbors_are_intact() {
        let comments = ["of a line\n", "of one long line "].map(|text| text.repeat(2 << 20));
        for comment in comments {
            let large = format!("[Event \"2\"]\n\n1. 11-15 {{{comment}}} *\n\n");
            let file = [MATCH, &large, MATCH, MATCH, &large].concat();
            let chunks: Vec<Chunk> = Chunks::new(file.as_bytes()).map(Result::unwrap).collect();
            let found: Vec<GameText<'_>> = chunks.iter().flat_map(Chunk::matches).collect();
            let expected: Vec<GameText<'_>> = games_in(file.as_bytes()).collect();
            assert_eq!(found.len(), expected.len());
            for (found, expected) in found.iter().zip(expected) {
                assert_eq!(found.lines_before, expected.lines_before);
                assert_eq!(is_too_large(found.text), expected.text.len() > MATCH.len());
                assert!(found.text.len() <= (MATCH_MIB_MAX + 2) << 20);
                assert!(expected.text.starts_with(found.text));
                assert!(is_too_large(found.text) || found == &expected);
            }
        }
    }

    #[test]
    fn an_empty_file_has_no_parts() {
        assert!(Chunks::new(&b""[..]).next().is_none());
    }
}
