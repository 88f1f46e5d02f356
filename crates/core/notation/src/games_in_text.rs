//! Splits text into games by their tags, before anything is parsed.
//!
//! A damaged game can't affect its neighbors: an unclosed comment or a broken tag ends where its game ends. PGN and PDN
//! share the syntax of tags and comments, so one splitter serves both. Without tags, a game begins at a line with move
//! number 1, at a line after a result, or at the start of a GGF game. Such a line within an open comment begins a game
//! only if the comment is never closed: another comment begins first, or the text ends. Other text is a single part.

use std::collections::{HashSet, VecDeque};

/// A part of the text that contains one game. A part without tags can contain several games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameText<'a> {
    /// The text.
    pub text: &'a [u8],
    /// The number of line feeds before this part.
    pub lines_before: u32,
}

/// The parts of the text, each with one game.
pub fn games_in(text: &[u8]) -> impl Iterator<Item = GameText<'_>> + Send {
    let mut splitter = GameSplitter::default();
    let mut lines = text.split_inclusive(|&byte| byte == b'\n');
    let (mut from, mut lines_before, mut is_at_end) = (0, 0, text.is_empty());
    std::iter::from_fn(move || {
        if is_at_end {
            return None;
        }
        let mut to = splitter.next_beginning();
        while to.is_none()
            && let Some(line) = lines.next()
        {
            splitter.line(line);
            to = splitter.next_beginning();
        }
        if to.is_none() {
            splitter.end_comment();
            to = splitter.next_beginning();
        }
        let to = to.unwrap_or_else(|| {
            is_at_end = true;
            text.len()
        });
        let part = GameText { text: &text[from..to], lines_before };
        lines_before = lines_before.saturating_add(line_feeds(part.text));
        from = to;
        Some(part)
    })
}

/// The number of line feeds in the text.
pub fn line_feeds(text: &[u8]) -> u32 {
    let count = text.split(|&byte| byte == b'\n').count() - 1;
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Maximum number of tag names to remember, more than any game has.
const NAMES_MAX: usize = 1_000;

/// Maximum number of games that could begin in one open comment. A comment with more of them is never closed.
const BEGINNINGS_MAX: usize = 100_000;

/// Finds the starts of games in text that arrives line by line.
#[derive(Clone, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "facts about the text so far that don't depend on each other"
)]
pub struct GameSplitter {
    /// The length of the lines so far, in bytes.
    offset: usize,
    /// Whether the game has a tag or a move.
    has_content: bool,
    /// Whether the game has a tag.
    has_tags: bool,
    /// Whether the last line with content is a tag.
    is_after_tag: bool,
    /// Whether the last line is blank.
    is_after_blank: bool,
    /// The game's tag names before the newest tag block.
    names: HashSet<Vec<u8>>,
    /// The offset of the newest tag block after an empty line.
    block: Option<usize>,
    /// The tag names in that block.
    block_names: HashSet<Vec<u8>>,
    /// Whether a comment in braces is open.
    is_in_comment: bool,
    /// The number of open variations.
    depth: usize,
    /// Whether the last move line ends with a result, or with a move between two numbers.
    is_after_result: bool,
    /// Whether the last move line ends with a result that can't be a move.
    is_after_end: bool,
    /// The start of the comments at the end of the text so far; `None` if they can't belong to the next game.
    comments: Option<usize>,
    /// The starts of games in the open comment, if it is never closed.
    in_comment: Vec<usize>,
    /// Whether the last line, within a comment or not, ends with a result that can't be a move.
    is_after_end_in_comment: bool,
    /// The starts of games that [`next_beginning`](Self::next_beginning) has not returned yet.
    beginnings: VecDeque<usize>,
}

impl GameSplitter {
    /// The number of bytes taken so far.
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// The offset of the next start of a game that the lines so far reveal, in ascending order. The first game is not
    /// reported.
    pub fn next_beginning(&mut self) -> Option<usize> {
        self.beginnings.pop_front()
    }

    /// Treats the open comment as never closed, if games can begin in it: at the end of the text, or if the comment
    /// becomes too long.
    pub fn end_comment(&mut self) {
        if !self.in_comment.is_empty() {
            self.beginnings.extend(self.in_comment.drain(..));
            (self.is_in_comment, self.depth) = (false, 0);
            self.is_after_end = self.is_after_end_in_comment;
            self.is_after_result = self.is_after_end;
        }
    }

    /// Takes the next line, including its line feed. If this line reveals the start of a game,
    /// [`next_beginning`](Self::next_beginning) returns it: the start of this line, of the comments before it, or of an
    /// earlier line.
    pub fn line(&mut self, line: &[u8]) {
        if let Some(begin) = self.beginning_at(line) {
            self.beginnings.push_back(begin);
        }
    }

    fn beginning_at(&mut self, line: &[u8]) -> Option<usize> {
        let begin = self.offset;
        self.offset += line.len();
        let line = without_mark(line).trim_ascii();
        if line.is_empty() {
            self.is_after_blank = true;
            self.depth = 0;
            return None;
        }
        let is_after_blank = std::mem::take(&mut self.is_after_blank);
        let in_open_comment = self.is_in_comment && !is_after_blank;
        match tag_name(line).filter(|_| !in_open_comment) {
            Some(name) => self.tag(name, begin, is_after_blank),
            // A damaged tag before or among other tags.
            None if !in_open_comment && self.is_damaged_tag(line, is_after_blank) => {
                let is_first = !self.has_content || !self.is_after_tag;
                if is_first { self.tag(b"", begin, is_after_blank) } else { None }
            }
            None => self.text(line, begin),
        }
    }

    /// Returns `true` if the line is a damaged tag: among other tags, where a game can begin, or after a result.
    fn is_damaged_tag(&self, line: &[u8], is_after_blank: bool) -> bool {
        let is_named = line.get(1).is_some_and(u8::is_ascii_uppercase) && line.ends_with(b"]");
        let can_begin = !self.has_content || self.is_after_result && is_after_blank;
        line.starts_with(b"[") && (self.is_after_tag || can_begin && is_named)
    }

    /// A tag begins a new game if the current game has moves, or if the current game already has this tag and an empty
    /// line after its tags.
    fn tag(&mut self, name: &[u8], begin: usize, is_after_blank: bool) -> Option<usize> {
        self.end_comment();
        let comments = self.comments.take().filter(|_| !self.is_in_comment);
        if !self.is_after_tag || is_after_blank {
            self.names.extend(self.block_names.drain());
            self.block = Some(begin).filter(|_| self.is_after_tag);
        }
        let beginning = if self.is_after_tag {
            let is_repeated = self.names.contains(name);
            let beginning = self.block.take_if(|_| is_repeated);
            if beginning.is_some() {
                self.names = std::mem::take(&mut self.block_names);
            }
            beginning
        } else if self.has_content {
            self.names.clear();
            Some(comments.unwrap_or(begin))
        } else {
            None
        };
        let names = if self.block.is_some() { &mut self.block_names } else { &mut self.names };
        if names.len() < NAMES_MAX {
            names.insert(name.to_owned());
        }
        (self.has_content, self.has_tags, self.is_after_tag) = (true, true, true);
        (self.is_in_comment, self.is_after_result, self.is_after_end) = (false, false, false);
        self.depth = 0;
        beginning
    }

    /// A line of moves or comments. Returns the start of the game if it begins here.
    fn text(&mut self, line: &[u8], begin: usize) -> Option<usize> {
        let is_escape = line.starts_with(b"%") && !self.is_in_comment;
        let is_comment = self.is_in_comment && self.comments.is_some()
            || !self.is_in_comment && line.starts_with(b"{")
            || line.starts_with(b";");
        if is_escape {
            return None;
        }
        let is_beginning = self.begins_without_tag(line);
        self.note_in_comment(line, begin);
        let has_moves = self.has_moves(line);
        self.is_after_end_in_comment = ends_game(line);
        if is_comment && !has_moves && (self.is_after_result || !self.has_content) {
            self.comments.get_or_insert(begin);
            return None;
        }
        let comments = self.comments.take();
        // A comment between two tags belongs to the same game.
        self.is_after_tag &= !has_moves;
        self.has_content |= has_moves;
        if has_moves {
            self.is_after_result = ends_with_result(line);
            self.is_after_end = ends_game(line);
        }
        (has_moves && is_beginning).then(|| comments.unwrap_or(begin))
    }

    /// Returns `true` if a line without a tag begins a new game: the current game has moves, but no tags.
    fn begins_without_tag(&self, line: &[u8]) -> bool {
        let is_between = self.has_content && !self.has_tags && !self.is_in_comment;
        is_between
            && (line.starts_with(GGF_BEGIN)
                || self.depth == 0 && begins_like_game(line, self.is_after_end))
    }

    /// Notes a line in an open comment that begins a game if the comment is never closed.
    fn note_in_comment(&mut self, line: &[u8], begin: usize) {
        if !self.is_in_comment || !self.has_content || self.has_tags {
            return;
        }
        if begins_like_game(line, self.is_after_end_in_comment) || line.starts_with(GGF_BEGIN) {
            self.in_comment.push(begin);
        }
        if self.in_comment.len() > BEGINNINGS_MAX {
            self.end_comment();
        }
    }

    /// Returns `true` if the text so far ends between two lines of moves, outside comments and variations.
    pub const fn is_between_moves(&self) -> bool {
        !self.is_in_comment && self.depth == 0
    }

    /// Returns `true` if the line has text outside of comments. Tracks the braces and the variations.
    fn has_moves(&mut self, line: &[u8]) -> bool {
        let mut has_moves = false;
        for &byte in line {
            if self.is_in_comment && byte == b'{' && !self.in_comment.is_empty() {
                has_moves = true;
                self.end_comment();
            }
            match (self.is_in_comment, byte) {
                (true, b'}') => {
                    self.is_in_comment = false;
                    self.in_comment.clear();
                }
                (false, b'{') => {
                    self.is_in_comment = true;
                }
                (false, b';') => break,
                (false, b'(') => {
                    self.depth += 1;
                    has_moves = true;
                }
                (false, b')') => {
                    self.depth = self.depth.saturating_sub(1);
                    has_moves = true;
                }
                (false, byte) => has_moves |= !byte.is_ascii_whitespace(),
                (true, _) => {}
            }
        }
        has_moves
    }
}

/// The byte order mark of UTF-8, which some programs write before each game.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

fn without_mark(line: &[u8]) -> &[u8] {
    line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line)
}

/// The tag name if the line begins like `[White "`.
fn tag_name(line: &[u8]) -> Option<&[u8]> {
    let rest = line.strip_prefix(b"[")?;
    let belongs = |byte: &&u8| is_tag_name_byte(**byte);
    let (name, behind) = rest.split_at(rest.iter().take_while(belongs).count());
    let is_tag = !name.is_empty() && behind.trim_ascii_start().starts_with(b"\"");
    is_tag.then_some(name)
}

/// Returns `true` if a tag name can contain this byte. The standard's own names have letters, digits and underscores;
/// other programs also use the other characters of symbols (PGN, 7).
pub fn is_tag_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_+#=:-".contains(&byte)
}

/// Returns `true` if PGN programs read `name` as a tag name: a symbol token (PGN, 7).
pub(crate) fn is_symbol(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphanumeric()) && name.bytes().all(is_tag_name_byte)
}

/// Returns `true` if the last word of the line can be a result: `*`, `1-0`, `1/2-1/2`, and `2-0` in draughts.
fn ends_with_result(line: &[u8]) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_digit() || b"*-/".contains(byte);
    let last = line.rsplit(u8::is_ascii_whitespace).next().unwrap_or_default();
    last.iter().all(is_part)
}

/// The start of a game in GGF, which has no other syntax in common with PGN.
const GGF_BEGIN: &[u8] = b"(;GM[";

/// Results of two-player games that can't be moves.
const ENDS: [&[u8]; 7] = [b"*", b"1-0", b"0-1", b"1/2-1/2", b"2-0", b"0-2", b"1-1"];

/// Returns `true` if the last word of the line is a result that can't be a move.
fn ends_game(line: &[u8]) -> bool {
    let last = line.rsplit(u8::is_ascii_whitespace).next().unwrap_or_default();
    ENDS.contains(&last)
}

/// Returns `true` if a line without tags can begin a game. After a result, the game needs no number.
fn begins_like_game(line: &[u8], is_after_end: bool) -> bool {
    is_first_number(line) || is_after_end && line.first().is_some_and(u8::is_ascii_alphanumeric)
}

/// Returns `true` if the line begins with White's first move: `1. e4`, but not `1... e5`.
fn is_first_number(line: &[u8]) -> bool {
    let behind = line.strip_prefix(b"1.").map(<[u8]>::trim_ascii_start).unwrap_or_default();
    !behind.is_empty() && !behind.starts_with(b".") && !behind.starts_with("…".as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> =
            games_in(text.as_bytes()).map(|part| str::from_utf8(part.text).unwrap()).collect();
        assert_eq!(found, expected, "{text}");
        let mut lines = 0;
        for part in games_in(text.as_bytes()) {
            assert_eq!(part.lines_before, lines);
            lines += line_feeds(part.text);
        }
    }

    #[test]
    fn a_comment_between_tags_does_not_split_a_game() {
        check(
            "[A \"x\"]\n{c}\n[B \"y\"]\n\n1. e4 *\n",
            &["[A \"x\"]\n{c}\n[B \"y\"]\n\n1. e4 *\n"],
        );
        check("[A \"x\"]\n{c\n[A \"y\"]}\n1. e4 *\n", &["[A \"x\"]\n{c\n[A \"y\"]}\n1. e4 *\n"]);
    }

    #[test]
    fn many_tags_are_one_game() {
        let tags: Vec<String> =
            (0..100_000).map(|number| format!("[A{number} \"x\"]\n\n")).collect();
        let text = tags.concat();
        check(&text, &[&text]);
    }

    #[test]
    fn a_game_begins_with_the_first_tag_after_moves() {
        let first = "[Event \"?\"]\n\n[White \"A\"]\n\n1. e4 {a line\n[%clk 1] of it} e5\n*\n\n";
        let second = "[Event \"?\"]\n1. d4 *\n";
        check(&format!("{first}{second}"), &[first, second]);
        check("", &[]);
        check("1. e4 *\n[White \"B\"]\n", &["1. e4 *\n", "[White \"B\"]\n"]);
        check("% of 1999\n\n[White \"A\"]\n*\n", &["% of 1999\n\n[White \"A\"]\n*\n"]);
    }

    #[test]
    fn games_without_tags_begin_with_their_number_or_after_a_result() {
        check("1. e4 *\n1. d4 *\n", &["1. e4 *\n", "1. d4 *\n"]);
        check("1. e4 e5\n2. d4\n1. d4\n", &["1. e4 e5\n2. d4\n", "1. d4\n"]);
        check("e4 e5 1-0\n{two}\nd4 0-1\n", &["e4 e5 1-0\n", "{two}\nd4 0-1\n"]);
        for whole in [
            "1. e4 (\n1. d4) 1... e5\n1... e5 {\n1. c4}\n",
            "1. 32-28\n19-23\n",
            "[White \"A\"]\n\n1. e4\n1. d4 *\n",
            "1. e4 (1. d4 1-0\n1... d5) *\n",
        ] {
            check(whole, &[whole]);
        }
        let ggf = "(;GM[Othello]PB[A]B[d3];)\n";
        check(&ggf.repeat(2), &[ggf, ggf]);
    }

    #[test]
    fn an_unclosed_comment_without_tags_ends_before_the_next_game() {
        let games = ["1. e4 e5 {open 1-0\n", "1. d4 d5 0-1\n\n", "1. c4 *\n", "1. b3 {ok} *\n"];
        for (first, last) in [(0, 4), (0, 3), (0, 2), (1, 4)] {
            check(&games[first..last].concat(), &games[first..last]);
        }
        let open = [games[0], "1. g3 {\n", games[1], "1. f4 {too\n", games[3]];
        check(&open.concat(), &open);
        check("e4 e5 {open 1-0\nd4 d5 0-1\nc4\n", &["e4 e5 {open 1-0\n", "d4 d5 0-1\n", "c4\n"]);
        let tagged = ["1. e4 {open\n\n", "1. d4\n\n", "[White \"A\"]\n1. c4 *\n"];
        check(&tagged.concat(), &tagged);
        for whole in [
            "1. e4 {better was\n1. d4\nor\n1. c4} e5 {so} *\n",
            "1. e4 {ended 1-0\nin 1999} e5 {so} *\n",
            "[White \"A\"]\n1. e4 {open\n1. d4 {} *\n",
        ] {
            check(whole, &[whole]);
        }
    }

    #[test]
    fn comments_between_games_belong_to_the_next_one() {
        let first = "{a collection}\n[White \"A\"]\n\n1. e4 {good}\n{really} 1-0\n\n";
        let second = "{of the\nclub} {1999}\n; a line\n\n[White \"B\"]\n\n1. d4 *\n";
        check(&format!("{first}{second}"), &[first, second]);
        let unfinished = "[White \"A\"]\n1. e4\n{good}\n";
        check(
            &format!("{unfinished}{second}"),
            &[
                &format!("{unfinished}{{of the\nclub}} {{1999}}\n; a line\n\n"),
                "[White \"B\"]\n\n1. d4 *\n",
            ],
        );
    }

    #[test]
    fn an_unclosed_comment_ends_before_the_next_tags() {
        let parts = ["[White \"A\"]\n\n1. e4 {e5 *\n\n", "[White \"B\"]\n\n1. d4 {ok} *\n"];
        check(&parts.concat(), &parts);
        let quoted = "[White \"A\"]\n\n1. e4 {as in\n[Event \"Oslo\"]\nlast year} *\n";
        check(quoted, &[quoted]);
    }

    #[test]
    fn damaged_tags_do_not_split_a_header() {
        let game =
            "[White \"Ann\"]\n[Site the club]\n[Round \"the \"1\"\"]\n[Black \"Bob\"]\n\n1. e4 *\n";
        check(&game.repeat(2), &[game, game]);
    }

    #[test]
    fn a_header_without_moves_is_a_game() {
        let parts = [
            "[White \"A\"]\n[Result \"1-0\"]\n\n",
            "\u{feff}[Event \"?\"]\n[White \"B\"]\n\n1. e4 *\n",
        ];
        check(&parts.concat(), &parts);
    }
}
