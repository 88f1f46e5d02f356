//! A file of matches in parts that fit into memory.

use std::io::{self, Read};

/// How much is read at once.
const CHUNK_BYTES: usize = 1 << 20;

/// The most bytes of a match.
const MATCH_BYTES_MAX: usize = 64 << 20;

/// A part of a file that begins where a match begins, and ends where one ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Chunk {
    pub(super) text: Vec<u8>,
    /// The number of line feeds before it in the file.
    pub(super) lines_before: u32,
}

/// The parts of a file, one after the other.
#[derive(Debug)]
pub(super) struct Chunks<R> {
    file: R,
    /// What was read and not yet returned.
    rest: Vec<u8>,
    lines_before: u32,
    is_at_end: bool,
}

impl<R: Read> Chunks<R> {
    pub(super) fn new(file: R) -> Self {
        Self { file, rest: Vec::new(), lines_before: 0, is_at_end: false }
    }

    /// Reads until there is a part that can be cut off.
    fn next_chunk(&mut self) -> io::Result<Option<Chunk>> {
        let mut cut = None;
        while cut.is_none() && !self.is_at_end {
            if self.rest.len() > MATCH_BYTES_MAX {
                return Err(io::Error::other("a match has more than 64 MiB"));
            }
            let before = self.rest.len();
            let read = (&mut self.file).take(CHUNK_BYTES as u64).read_to_end(&mut self.rest)?;
            self.is_at_end = read == 0;
            // The beginning of a match may lie across the place where the last read ended.
            cut = last_beginning(&self.rest, before.saturating_sub(4096));
        }
        let cut = cut.unwrap_or(self.rest.len());
        if cut == 0 {
            return Ok(None);
        }
        let behind = self.rest.split_off(cut);
        let text = std::mem::replace(&mut self.rest, behind);
        let lines = text.split(|&byte| byte == b'\n').count() - 1;
        let chunk = Chunk { text, lines_before: self.lines_before };
        self.lines_before =
            self.lines_before.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
        Ok(Some(chunk))
    }
}

impl<R: Read> Iterator for Chunks<R> {
    type Item = io::Result<Chunk>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_chunk().transpose()
    }
}

/// The last place from `from` on, but not the first one of the text, where a match begins: with a line that is a tag, where the
/// last line that isn't empty is none, or with the comments before it. What stands before the first tags of a file is no match.
fn last_beginning(text: &[u8], from: usize) -> Option<usize> {
    let mut place = from;
    let mut last = None;
    let mut is_behind_tags = from > 0;
    // What stands before the first whole line is not known.
    let mut is_after_tag = true;
    let mut comments: Option<Comments> = None;
    for line in text[from..].split_inclusive(|&byte| byte == b'\n') {
        let is_tag = is_tag(line);
        if is_tag && !is_after_tag && is_behind_tags {
            last = Some(comments.map_or(place, |it| it.begin));
        }
        is_behind_tags |= is_tag;
        if !line.trim_ascii().is_empty() {
            is_after_tag = is_tag;
            comments = if is_tag { None } else { with_line(comments, line, place) };
        }
        place += line.len();
    }
    last
}

/// Comments between which stands nothing else, on lines of their own.
#[derive(Clone, Copy)]
struct Comments {
    /// Where the first one begins.
    begin: usize,
    /// Whether the last one goes on.
    is_open: bool,
}

/// The comments with those of the next line, which is at `place`; none if there is something else on it.
fn with_line(before: Option<Comments>, line: &[u8], place: usize) -> Option<Comments> {
    let first = Comments { begin: place, is_open: false };
    let Comments { begin, mut is_open } = before.unwrap_or(first);
    let mut rest = line.trim_ascii();
    while !rest.is_empty() {
        if !is_open && rest.starts_with(b";") {
            break;
        }
        if !is_open && !rest.starts_with(b"{") {
            return None;
        }
        let end = rest.iter().position(|&byte| byte == b'}');
        is_open = end.is_none();
        rest = end.map_or(&[], |end| rest[end + 1..].trim_ascii_start());
    }
    Some(Comments { begin, is_open })
}

/// What some programs write before the first line of a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Whether the line begins like `[White "`.
fn is_tag(line: &[u8]) -> bool {
    let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
    let Some(rest) = line.strip_prefix(b"[") else { return false };
    let name =
        rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    rest.first().is_some_and(u8::is_ascii_uppercase)
        && rest[name..].trim_ascii_start().starts_with(b"\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATCH: &str =
        "[Event \"?\"]\n\n[White \"A\"]\n\n1. 11-15 {a line\n[%clk 1] of it} 23-19\n*\n\n";

    #[test]
    fn a_file_is_cut_where_matches_begin() {
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
    fn what_stands_before_the_first_tags_is_no_part() {
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
    fn a_comment_behind_a_move_is_in_the_part_of_the_move() {
        let text = "[Event \"1\"]\n1. 11-15\n{good} 23-19 {bad}\n[Event \"2\"]\n";
        assert_eq!(last_beginning(text.as_bytes(), 0), text.rfind('['));
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
