//! The text that precedes the moves in a notation file.

/// Text that precedes the moves in a match's notation file. Empty for matches that were not read from such a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Header {
    /// The names and values of tags not represented by another record field, in file order.
    pub tags: Vec<(String, String)>,
    /// The comment before the first move; empty if there is none.
    pub preface: String,
}

impl Header {
    /// Names of the tags that describe how a match ended.
    pub const ENDING_TAGS: [&'static str; 2] = ["Termination", "Reason"];

    /// Names of the tags that hold the result as the file states it, if it is not the standard text for the ending: the
    /// value of the tag `Result`, and the result after the moves. Files have no tag for the second one.
    pub const RESULT_TAGS: [&'static str; 2] = ["Result", "MovetextResult"];

    /// Removes the tags that describe how the match ended, before the match continues.
    pub fn reopen(&mut self) {
        self.tags.retain(|(name, _)| !Self::describes_end(name));
    }

    /// Returns `true` if the tag with this name describes how the match ended, or its result.
    pub fn describes_end(name: &str) -> bool {
        Self::ENDING_TAGS.contains(&name) || Self::RESULT_TAGS.contains(&name)
    }

    /// The value of the first tag with this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}
