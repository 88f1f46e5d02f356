//! Per-client limits.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::Settings;
use crate::error::Refused;

/// The rate limit and burst size for messages per socket, more than a program needs for blitz.
const MESSAGES_PER_SECOND: f64 = 200.0;
const MESSAGES_AT_ONCE: f64 = 400.0;

/// The rate limit and burst size for new matches per client.
const MATCHES_PER_SECOND: f64 = 1.0;

/// The maximum number of concurrent analyses per client.
const ANALYSES_MAX: usize = 2;

/// The maximum number of waiting and running library searches per client.
const SEARCHES_MAX: usize = 4;

/// Each client's server usage. A client is a network address.
#[derive(Debug)]
pub(crate) struct Limits {
    settings: Settings,
    clients: Mutex<HashMap<IpAddr, Use>>,
}

/// The resources in use by one client.
#[derive(Debug)]
struct Use {
    connections: usize,
    sockets: usize,
    analyses: usize,
    searches: usize,
    new_matches: Bucket,
    messages: Bucket,
}

impl Use {
    /// Returns `true` if the client holds a resource that will be released.
    const fn is_something(&self) -> bool {
        self.connections + self.sockets + self.analyses + self.searches > 0
    }
}

/// A permit for a client's limited resource, held until this value is dropped.
#[derive(Debug)]
pub(crate) struct Permit {
    limits: Arc<Limits>,
    client: IpAddr,
    of: fn(&mut Use) -> &mut usize,
}

impl Limits {
    /// Creates limits with nothing in use.
    pub(crate) fn new(settings: Settings) -> Self {
        Self { settings, clients: Mutex::default() }
    }

    /// Opens another socket for this client.
    ///
    /// # Errors
    /// [`Refused`] if the client has too many sockets.
    pub(crate) fn open_socket(self: &Arc<Self>, client: IpAddr) -> Result<Permit, Refused> {
        let max = self.settings.sockets_per_client;
        let permit = self.permit(client, max, |used| &mut used.sockets);
        permit.ok_or_else(|| {
            Refused::too_many(format!(
                "cannot connect: you already have {max} connections; close some pages"
            ))
        })
    }

    /// Counts another plain connection from this client. Returns `None` if the client has too many.
    pub(crate) fn open_connection(self: &Arc<Self>, client: IpAddr) -> Option<Permit> {
        self.permit(client, self.settings.connections_per_client, |used| &mut used.connections)
    }

    /// The total number of open sockets.
    pub(crate) fn sockets(&self) -> usize {
        self.clients().values().map(|used| used.sockets).sum()
    }

    /// Starts another analysis for this client.
    ///
    /// # Errors
    /// [`Refused`] if the client has too many analyses.
    pub(crate) fn analyze(self: &Arc<Self>, client: IpAddr) -> Result<Permit, Refused> {
        let permit = self.permit(client, ANALYSES_MAX, |used| &mut used.analyses);
        permit.ok_or_else(|| {
            Refused::too_many("too many analyses at once; wait for the earlier ones to finish")
        })
    }

    /// Starts another library search for this client.
    ///
    /// # Errors
    /// [`Refused`] if the client has too many searches.
    pub(crate) fn search(self: &Arc<Self>, client: IpAddr) -> Result<Permit, Refused> {
        let permit = self.permit(client, SEARCHES_MAX, |used| &mut used.searches);
        permit.ok_or_else(|| {
            Refused::too_many("too many searches at once; wait for the earlier ones to finish")
        })
    }

    fn permit(
        self: &Arc<Self>,
        client: IpAddr,
        max: usize,
        of: fn(&mut Use) -> &mut usize,
    ) -> Option<Permit> {
        let is_free = self.with_use(client, |used| {
            let count = of(used);
            let is_free = *count < max;
            *count += usize::from(is_free);
            is_free
        });
        is_free.then(|| Permit { limits: Arc::clone(self), client, of })
    }

    /// Counts a new match by this client while `running` matches are running.
    ///
    /// # Errors
    /// [`Refused`] if the server has too many matches or the client creates matches too fast.
    pub(crate) fn make_match(&self, client: IpAddr, running: usize) -> Result<(), Refused> {
        if running >= self.settings.matches {
            let max = self.settings.matches;
            return Err(Refused::too_many(format!(
                "cannot create a match: the server already has {max}; try again later"
            )));
        }
        if self.with_use(client, |used| used.new_matches.take()) {
            return Ok(());
        }
        Err(Refused::too_many(
            "cannot create a match: too many in a short time; wait a few seconds",
        ))
    }

    /// Counts another message from this client outside sockets.
    ///
    /// # Errors
    /// [`Refused`] if the client sends messages too fast.
    pub(crate) fn send_message(&self, client: IpAddr) -> Result<(), Refused> {
        if self.with_use(client, |used| used.messages.take()) {
            return Ok(());
        }
        Err(Refused::too_many("too many messages; wait a second"))
    }

    /// Forgets clients that use no resources.
    pub(crate) fn forget_idle(&self) {
        self.clients().retain(|_, used| used.is_something() || !used.new_matches.is_full());
    }

    /// Accesses a client's usage.
    fn with_use<T>(&self, client: IpAddr, act: impl FnOnce(&mut Use) -> T) -> T {
        act(self.clients().entry(client).or_insert_with(|| self.new_client()))
    }

    fn new_client(&self) -> Use {
        #[expect(clippy::cast_precision_loss, reason = "a small number")]
        let at_once = self.settings.new_matches_per_client as f64;
        Use {
            connections: 0,
            sockets: 0,
            analyses: 0,
            searches: 0,
            new_matches: Bucket::new(MATCHES_PER_SECOND, at_once),
            messages: Bucket::of_messages(),
        }
    }

    fn clients(&self) -> MutexGuard<'_, HashMap<IpAddr, Use>> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        if let Some(used) = self.limits.clients().get_mut(&self.client) {
            let count = (self.of)(used);
            *count = count.saturating_sub(1);
        }
    }
}

/// A rate limit: a token bucket that refills at a constant rate.
#[derive(Debug)]
pub(crate) struct Bucket {
    per_second: f64,
    capacity: f64,
    tokens: f64,
    filled: Instant,
}

impl Bucket {
    /// A full bucket.
    fn new(per_second: f64, capacity: f64) -> Self {
        Self { per_second, capacity, tokens: capacity, filled: Instant::now() }
    }

    /// The message rate limit for one socket.
    pub(crate) fn of_messages() -> Self {
        Self::new(MESSAGES_PER_SECOND, MESSAGES_AT_ONCE)
    }

    /// Takes one token. Returns `false` if the bucket is empty.
    pub(crate) fn take(&mut self) -> bool {
        self.fill();
        let is_enough = self.tokens >= 1.0;
        if is_enough {
            self.tokens -= 1.0;
        }
        is_enough
    }

    fn is_full(&mut self) -> bool {
        self.fill();
        self.tokens >= self.capacity
    }

    fn fill(&mut self) {
        let now = Instant::now();
        let added = now.duration_since(self.filled).as_secs_f64() * self.per_second;
        self.tokens = (self.tokens + added).min(self.capacity);
        self.filled = now;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_is_empty_after_a_burst_and_refills() {
        let mut bucket = Bucket::new(10.0, 3.0);
        assert_eq!((0..5).filter(|_| bucket.take()).count(), 3);
        bucket.filled -= Duration::from_millis(150);
        assert!(bucket.take() && !bucket.take());
    }

    #[test]
    fn a_client_has_a_limited_number_of_sockets() {
        let settings = Settings { sockets_per_client: 2, ..Settings::default() };
        let limits = Arc::new(Limits::new(settings));
        let client = IpAddr::from([127, 0, 0, 1]);
        let first = limits.open_socket(client).unwrap();
        let _second = limits.open_socket(client).unwrap();
        assert!(limits.open_socket(client).is_err());
        drop(first);
        assert!(limits.open_socket(client).is_ok());
    }
}
