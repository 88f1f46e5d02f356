//! The server settings.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use crate::client_address::TrustedProxy;
use crate::owner_token::OwnerToken;

/// The server settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Host names and addresses that browsers use for the server, in addition to this computer's own.
    pub hosts: Vec<String>,
    /// The maximum number of matches.
    pub matches: usize,
    /// The maximum number of matches that one client can create in a burst. After that, one match per second.
    pub new_matches_per_client: usize,
    /// The maximum number of sockets and event streams per client.
    pub sockets_per_client: usize,
    /// The maximum number of other connections per client. Behind a proxy, the maximum number of concurrent requests.
    pub connections_per_client: usize,
    /// Time limits for a connection's steps.
    pub timeouts: Timeouts,
    /// The owner's secret. Without a secret, only clients of [`Listener::Owner`](crate::Listener::Owner) are the owner.
    pub owner: Option<OwnerToken>,
    /// The proxy that forwards client addresses; `None` to ignore forwarding headers.
    pub proxy: Option<TrustedProxy>,
    /// Total memory limit for engines, in MiB.
    pub engine_memory_mib: u64,
    /// Memory limit for each client's engines, in MiB.
    pub engine_memory_mib_per_client: u64,
    /// The maximum number of engine processes.
    pub engine_processes: usize,
    /// The maximum number of engine processes per client.
    pub engine_processes_per_client: usize,
    /// The maximum number of concurrent program-only matches per client.
    pub program_matches_per_client: usize,
    /// The time without clients after which a match's engines are unloaded, unless a person's clock is running.
    pub pause_after: Duration,
    /// The time after which an absent person loses a match against other people.
    pub abandon_after: Duration,
    /// The time that the end of a round is shown before the next round begins.
    pub round_pause: Duration,
    /// The folder for this server's own tournaments; `None` to allow no new tournaments.
    pub own_tournaments: Option<PathBuf>,
    /// Folders with tournaments to watch and resume: tournament folders, or folders that contain tournament folders.
    pub tournaments: Vec<PathBuf>,
    /// The maximum number of concurrent tournaments.
    pub tournaments_running: usize,
    /// `true` if visitors other than the owner may start, stop and resume tournaments.
    pub remote_tournaments: bool,
    /// `true` if visitors other than the owner may import files into the library.
    pub remote_imports: bool,
}

/// Defaults for one computer, or for a few computers in a room.
impl Default for Settings {
    fn default() -> Self {
        Self {
            hosts: Vec::new(),
            matches: 1_000,
            new_matches_per_client: 20,
            sockets_per_client: 100,
            connections_per_client: 64,
            timeouts: Timeouts::default(),
            owner: None,
            proxy: None,
            engine_memory_mib: 512,
            engine_memory_mib_per_client: 64,
            engine_processes: 32,
            engine_processes_per_client: 4,
            program_matches_per_client: 4,
            pause_after: Duration::from_mins(2),
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

/// Time limits for a connection's steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// The time limit for the request head, from the start of the connection or the end of the previous response. A
    /// trusted proxy can take longer.
    pub header: Duration,
    /// The time limit for each MiB of a request body.
    pub body: Duration,
    /// The time limit for sending a response to a client that doesn't read.
    pub response: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        let (header, body) = (Duration::from_secs(10), Duration::from_secs(30));
        Self { header, body, response: Duration::from_secs(30) }
    }
}

impl Settings {
    /// Returns `true` if browsers may use this name for the server.
    pub(crate) fn is_own_name(&self, name: &str) -> bool {
        is_loopback(name) || self.hosts.iter().any(|host| host.eq_ignore_ascii_case(name))
    }
}

/// Returns `true` if this name refers to the local computer.
fn is_loopback(name: &str) -> bool {
    let address = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || address.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_host_names_are_refused() {
        let settings = Settings { hosts: vec!["games.example".into()], ..Settings::default() };
        assert!(settings.is_own_name("localhost") && settings.is_own_name("[::1]"));
        assert!(settings.is_own_name("Games.Example"));
        assert!(!settings.is_own_name("evil.example") && !settings.is_own_name("127.0.0.1.nip.io"));
    }
}
