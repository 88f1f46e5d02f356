//! How a server is set up.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

/// The settings of a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The names and addresses by which browsers reach it, beside those of the own computer.
    pub hosts: Vec<String>,
    /// How many matches it has at most.
    pub matches: usize,
    /// How many matches one client can make at once; then one each second.
    pub new_matches_per_client: usize,
    /// How many connections one client can have.
    pub sockets_per_client: usize,
    /// After this time without its person a seat of a match between people loses.
    pub abandon_after: Duration,
    /// How long people see the end of a round before the next one begins.
    pub round_pause: Duration,
    /// The folder in which tournaments of this server are kept; none if there can be none.
    pub own_tournaments: Option<PathBuf>,
    /// Folders of other tournaments, or of one, that can be watched and resumed.
    pub tournaments: Vec<PathBuf>,
    /// How many tournaments the server plays at a time.
    pub tournaments_running: usize,
    /// Whether clients on other computers may begin, stop and resume tournaments.
    pub remote_tournaments: bool,
    /// Whether clients on other computers may import files into the library.
    pub remote_imports: bool,
}

/// For one computer, or a few in a room.
impl Default for Settings {
    fn default() -> Self {
        Self {
            hosts: Vec::new(),
            matches: 1_000,
            new_matches_per_client: 20,
            sockets_per_client: 100,
            abandon_after: Duration::from_mins(2),
            round_pause: Duration::from_secs(3),
            own_tournaments: None,
            tournaments: Vec::new(),
            tournaments_running: 1,
            remote_tournaments: false,
            remote_imports: false,
        }
    }
}

impl Settings {
    /// Whether a browser may call the server by this name.
    pub(crate) fn is_own_name(&self, name: &str) -> bool {
        is_loopback(name) || self.hosts.iter().any(|host| host.eq_ignore_ascii_case(name))
    }
}

/// Whether this is a name of the own computer.
pub(crate) fn is_loopback(name: &str) -> bool {
    let address = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || address.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_not_the_servers_are_refused() {
        let settings = Settings { hosts: vec!["games.example".into()], ..Settings::default() };
        assert!(settings.is_own_name("localhost") && settings.is_own_name("[::1]"));
        assert!(settings.is_own_name("Games.Example"));
        assert!(!settings.is_own_name("evil.example") && !settings.is_own_name("127.0.0.1.nip.io"));
    }
}
