//! Splits a file of matches into parts that fit into memory.

use std::io::{self, Read};

use notation::{GameSplitter, GameText, line_feeds};

/// The number of bytes per read.
const CHUNK_BYTES: usize = 1 << 18;

/// Maximum size of a match in bytes.
const MATCH_BYTES_MAX: usize = 64 << 20;

/// A part of a file that contains whole matches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Chunk {
    text: Vec<u8>,
    /// Number of line feeds before it in the file.
    lines_before: u32,
    /// The starts of its matches, except the first one.
    beginnings: Vec<usize>,
}

impl Chunk {
    /// The matches. The part of a file without tags may have several matches.
    pub(super) fn matches(&self) -> impl Iterator<Item = GameText<'_>> {
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

/// The parts of a file, in order.
#[derive(Debug)]
pub(super) struct Chunks<R> {
    file: R,
    /// Text that was read but not yet returned.
    rest: Vec<u8>,
    /// The starts of matches in it.
    beginnings: Vec<usize>,
    lines_before: u32,
    is_at_end: bool,
    splitter: GameSplitter,
    /// Number of bytes already returned.
    returned: usize,
}

impl<R: Read> Chunks<R> {
    pub(super) fn new(file: R) -> Self {
        Self {
            file,
            rest: Vec::new(),
            beginnings: Vec::new(),
            lines_before: 0,
            is_at_end: false,
            splitter: GameSplitter::default(),
            returned: 0,
        }
    }

    /// Reads until a part is complete.
    fn next_chunk(&mut self) -> io::Result<Option<Chunk>> {
        let mut cut = None;
        while cut.is_none() && !self.is_at_end {
            if self.rest.len() > MATCH_BYTES_MAX {
                return Err(io::Error::other("a match is larger than 64 MiB"));
            }
            let read = (&mut self.file).take(CHUNK_BYTES as u64).read_to_end(&mut self.rest)?;
            self.is_at_end = read == 0;
            self.find_beginnings();
            cut = self.beginnings.pop();
        }
        let cut = cut.unwrap_or(self.rest.len());
        if cut == 0 {
            return Ok(None);
        }
        let beginnings = std::mem::take(&mut self.beginnings);
        let behind = self.rest.split_off(cut);
        let text = std::mem::replace(&mut self.rest, behind);
        let lines = line_feeds(&text);
        let chunk = Chunk { text, lines_before: self.lines_before, beginnings };
        self.lines_before = self.lines_before.saturating_add(lines);
        self.returned += cut;
        Ok(Some(chunk))
    }

    /// Finds the starts of matches in the lines read since the last call. The last line of a file may have no line feed.
    fn find_beginnings(&mut self) {
        let new = &self.rest[self.splitter.offset() - self.returned..];
        let lines = new.split_inclusive(|&byte| byte == b'\n');
        for line in lines.filter(|line| self.is_at_end || line.ends_with(b"\n")) {
            let begin = self.splitter.line(line).and_then(|at| at.checked_sub(self.returned));
            self.beginnings.extend(begin.filter(|at| *at > 0));
        }
    }
}

impl<R: Read> Iterator for Chunks<R> {
    type Item = io::Result<Chunk>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_chunk().transpose()
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
    fn a_file_without_tags_is_one_part() {
        let file = "1. 11-15 23-19 *\n".repeat(3 * CHUNK_BYTES / 17);
        let chunks: Vec<Chunk> = Chunks::new(file.as_bytes()).map(Result::unwrap).collect();
        assert_eq!(chunks.len(), 1);
        assert_eq!(chunks[0].text, file.as_bytes());
    }

    #[test]
    fn an_empty_file_has_no_parts() {
        assert!(Chunks::new(&b""[..]).next().is_none());
    }
}
