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

    /// Removes the tags that describe how the match ended, before the match continues.
    pub fn reopen(&mut self) {
        let describes_end = |name: &str| name == "Result" || Self::ENDING_TAGS.contains(&name);
        self.tags.retain(|(name, _)| !describes_end(name));
    }

    /// The value of the first tag with this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}
