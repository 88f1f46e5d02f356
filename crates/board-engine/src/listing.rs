//! Lists in sentences.

/// "x, o or z".
pub(crate) fn list(words: impl Iterator<Item = String>, last_sign: &str) -> String {
    let mut words: Vec<String> = words.collect();
    match words.pop() {
        Some(last) if !words.is_empty() => format!("{} {last_sign} {last}", words.join(", ")),
        last => last.unwrap_or_default(),
    }
}
