//! Tags, including damaged ones.

use super::cursor::Cursor;
use super::draft::Draft;
use crate::games_in_text::is_tag_name_byte;
use crate::sheet::tag_text;

/// Returns `true` if the text begins like a tag: `[White "`.
pub(super) fn is_tag(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('[') else { return false };
    let behind = rest.trim_start_matches(belongs_to_name);
    behind.len() < rest.len() && behind.trim_start().starts_with('"')
}

/// Returns `true` if `name` is a valid tag name in PGN and PDN: letters, digits and underscores.
pub fn is_tag_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn belongs_to_name(c: char) -> bool {
    u8::try_from(c).is_ok_and(is_tag_name_byte)
}

/// Reads the tag at the cursor. A damaged tag ends with its line.
pub(super) fn read_tag(cursor: &mut Cursor<'_>, draft: &mut Draft) {
    let (begin, place) = (cursor.position(), cursor.place());
    match whole_tag(cursor) {
        Ok((name, value)) => draft.push_tag(name, &value, place),
        Err(why) => {
            draft.fault(cursor.place(), why);
            cursor.go_to(begin);
            let line = cursor.take_while(|c| c != '\n').trim().to_owned();
            match damaged_tag(&line) {
                Some((name, value)) => draft.push_tag(name, &value, place),
                None => draft.words(&line),
            }
        }
    }
}

/// The name and value of an undamaged tag, or the error at the cursor.
fn whole_tag(cursor: &mut Cursor<'_>) -> Result<(String, String), &'static str> {
    cursor.bump();
    cursor.skip_blanks();
    let name = cursor.take_while(belongs_to_name).to_owned();
    cursor.skip_blanks();
    if name.is_empty() || cursor.peek() != Some('"') {
        return Err("expected a tag, like [White \"name\"]");
    }
    cursor.bump();
    let mut value = String::new();
    loop {
        match cursor.bump() {
            Some('"') => break,
            Some('\\') if matches!(cursor.peek(), Some('"' | '\\')) => value.extend(cursor.bump()),
            Some('\n') | None => return Err("a tag has no closing quotation mark"),
            Some(c) => value.push(c),
        }
    }
    cursor.skip_blanks();
    if cursor.peek() != Some(']') {
        return Err("expected ] at the end of the tag");
    }
    cursor.bump();
    Ok((name, value))
}

/// The name and value of a tag on a line, from the first quotation mark to the last one that is not escaped.
pub(crate) fn damaged_tag(line: &str) -> Option<(String, String)> {
    let inside = line.strip_prefix('[')?.trim_start();
    let behind = inside.trim_start_matches(belongs_to_name);
    let name = inside.get(..inside.len() - behind.len()).filter(|name| !name.is_empty())?;
    let value = behind.trim_start().strip_prefix('"')?;
    let value = match value.rsplit_once('"') {
        Some((before, _)) if !ends_with_escape(before) => before,
        _ => value.trim_end_matches(']'),
    };
    let value = value.replace("\\\"", "\"").replace("\\\\", "\\");
    Some((name.to_owned(), tag_text(&value)))
}

/// Returns `true` if the text ends with a backslash that escapes the next character.
fn ends_with_escape(text: &str) -> bool {
    let unescaped = text.trim_end_matches('\\');
    (text.len() - unescaped.len()) % 2 == 1
}
