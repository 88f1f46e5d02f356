//! The line numbers where TOML files name players.

use toml::de::DeTable;

/// The line number, from 1, where each table in `list` names its player: for example, the line of `player = "…"` in
/// `[[seat]]`. `None` for a table without a player.
pub fn player_lines(text: &str, list: &str) -> Vec<Option<usize>> {
    let Ok(table) = DeTable::parse(text) else { return Vec::new() };
    let rows = table.get_ref().get(list).and_then(|rows| rows.get_ref().as_array());
    let line = |start: usize| 1 + text.get(..start).unwrap_or_default().matches('\n').count();
    let rows = rows.into_iter().flat_map(|rows| rows.iter());
    rows.map(|row| Some(line(row.get_ref().as_table()?.get("player")?.span().start))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_players_line_is_found_however_it_is_written() {
        let text = "game = 'x'\n[[seat]]\nname = 'player'\n'player' = \"\"\"\na\"\"\"\n\n[[seat]]\n\"pl\\u0061yer\" = 'b'\n";
        assert_eq!(player_lines(text, "seat"), [Some(4), Some(8)]);
        assert_eq!(
            player_lines("seat = [{ player = 'a' },\n{},\n{ player = 'b' }]", "seat"),
            [Some(1), None, Some(3)]
        );
        assert!(player_lines("seat = 3", "seat").is_empty());
        assert!(player_lines("seat = [[", "seat").is_empty());
    }
}
