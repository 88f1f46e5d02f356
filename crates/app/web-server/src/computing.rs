//! Computations for visitors. Work that blocks a thread needs a permit and has a deadline.
//!
//! A visitor chooses how much a request makes the rules compute: a line of ten thousand moves, a file with hundreds of
//! matches, a crafted position. So one client runs at most [`PER_CLIENT_MAX`] computations at once, all clients
//! together run at most twice as many as there are processor cores, and each computation stops at its [`deadline`].
//! Requests over the limit wait briefly, without a thread, and are then refused. The worker thread returns the permit
//! itself, and only once the work has finished.

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use games_package::deadline::{self, OutOfTime};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout_at;

use crate::error::Refused;

/// The maximum number of computations that one client can run at once.
const PER_CLIENT_MAX: usize = 4;

/// The maximum number of running and waiting computations per client.
const REQUESTS_PER_CLIENT_MAX: usize = 20;

/// The maximum number of running computations per processor core.
const PER_CORE_MAX: usize = 2;

/// The maximum wait for a permit.
const WAIT_MAX: Duration = Duration::from_secs(1);

/// The maximum computing time for one request.
const TIME_MAX: Duration = Duration::from_secs(5);

/// The ongoing computations, by client address.
type Clients = Mutex<HashMap<IpAddr, ClientComputations>>;

/// All clients' computations. Clones share their state.
#[derive(Clone, Debug)]
pub(crate) struct Computations {
    clients: Arc<Clients>,
    slots: Arc<Semaphore>,
    wait_max: Duration,
}

/// One client's computations.
#[derive(Debug)]
struct ClientComputations {
    slots: Arc<Semaphore>,
    /// The number of running and waiting computations.
    requests: usize,
}

/// A client's running or waiting computation. The computation counts until this value is dropped.
#[derive(Debug)]
struct Counted {
    clients: Arc<Clients>,
    address: IpAddr,
}

/// The right to compute, held until this value is dropped.
#[derive(Debug)]
pub(crate) struct ComputingPermit {
    _of_client: OwnedSemaphorePermit,
    _of_server: OwnedSemaphorePermit,
    _counted: Counted,
}

impl Computations {
    /// Creates the state without any computations.
    pub(crate) fn new() -> Self {
        let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Self::with_limits(PER_CORE_MAX * cores, WAIT_MAX)
    }

    fn with_limits(total_max: usize, wait_max: Duration) -> Self {
        Self { clients: Arc::default(), slots: Arc::new(Semaphore::new(total_max)), wait_max }
    }

    /// Waits briefly for permission to run another computation.
    ///
    /// # Errors
    /// [`Refused`] with status 429 if the client has too many computations, or 503 if all clients together have too
    /// many computations.
    pub(crate) async fn permit(&self, address: IpAddr) -> Result<ComputingPermit, Refused> {
        let (slots, counted) = self.count(address).ok_or_else(too_many)?;
        let end = tokio::time::Instant::now() + self.wait_max;
        let of_client = timeout_at(end, slots.acquire_owned()).await;
        let of_client = of_client.map_err(|_elapsed| too_many())?;
        let of_server = timeout_at(end, Arc::clone(&self.slots).acquire_owned()).await;
        let of_server = of_server.map_err(|_elapsed| busy())?;
        // The semaphores are never closed.
        let (Ok(of_client), Ok(of_server)) = (of_client, of_server) else { return Err(busy()) };
        Ok(ComputingPermit { _of_client: of_client, _of_server: of_server, _counted: counted })
    }

    /// Counts another request from a client. Returns `None` if the client has too many.
    fn count(&self, address: IpAddr) -> Option<(Arc<Semaphore>, Counted)> {
        let mut clients = lock(&self.clients);
        let new_slots = || Arc::new(Semaphore::new(PER_CLIENT_MAX));
        let new = || ClientComputations { slots: new_slots(), requests: 0 };
        let client = clients.entry(address).or_insert_with(new);
        if client.requests >= REQUESTS_PER_CLIENT_MAX {
            return None;
        }
        client.requests += 1;
        let counted = Counted { clients: Arc::clone(&self.clients), address };
        Some((Arc::clone(&client.slots), counted))
    }

    /// Runs work that can block for more than a moment on a blocking thread.
    ///
    /// # Errors
    /// The errors from `work`, or [`Refused`] if there is no permit, if the rules compute for too long, or if `work`
    /// panics.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        address: IpAddr,
        work: impl FnOnce() -> Result<T, Refused> + Send + 'static,
    ) -> Result<T, Refused> {
        let permit = self.permit(address).await?;
        on_thread(move || within(permit, TIME_MAX, work)).await
    }

    /// Like [`run`](Self::run), but without a deadline. Use this only for amounts of work that visitors can't choose.
    ///
    /// # Errors
    /// The errors from `work`, or [`Refused`] if there is no permit or `work` panics.
    pub(crate) async fn run_to_the_end<T: Send + 'static>(
        &self,
        address: IpAddr,
        work: impl FnOnce() -> Result<T, Refused> + Send + 'static,
    ) -> Result<T, Refused> {
        let permit = self.permit(address).await?;
        let work = move || {
            let _permit = permit;
            work()
        };
        on_thread(work).await
    }
}

/// Runs `work` on a blocking thread.
async fn on_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refused> + Send + 'static,
) -> Result<T, Refused> {
    let panicked = |_| Refused::failed("internal server error");
    tokio::task::spawn_blocking(work).await.map_err(panicked)?
}

/// Runs `work` until a deadline, then returns the permit.
fn within<T>(
    permit: ComputingPermit,
    time: Duration,
    work: impl FnOnce() -> Result<T, Refused>,
) -> Result<T, Refused> {
    let done = deadline::until(Instant::now() + time, work);
    drop(permit);
    done.unwrap_or_else(|OutOfTime| {
        let why = "this would take the server too long; send fewer moves or a simpler position";
        Err(Refused::unavailable(why))
    })
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut clients = lock(&self.clients);
        let Some(client) = clients.get_mut(&self.address) else { return };
        client.requests = client.requests.saturating_sub(1);
        if client.requests == 0 {
            clients.remove(&self.address);
        }
    }
}

fn lock(clients: &Clients) -> MutexGuard<'_, HashMap<IpAddr, ClientComputations>> {
    clients.lock().unwrap_or_else(PoisonError::into_inner)
}

fn too_many() -> Refused {
    Refused::too_many(format!(
        "too many computations at once (at most {PER_CLIENT_MAX}); wait for the answers"
    ))
}

fn busy() -> Refused {
    Refused::unavailable("the server is busy; try again in a moment")
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use axum::response::IntoResponse;
    use tokio::time::timeout;

    use super::*;

    const AT_ONCE: Duration = Duration::ZERO;

    fn client(number: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, number])
    }

    async fn status(computations: &Computations, number: u8) -> Option<StatusCode> {
        let permit = computations.permit(client(number)).await;
        permit.err().map(|refused| refused.into_response().status())
    }

    #[tokio::test]
    async fn a_client_runs_a_limited_number_of_computations() {
        let computations = Computations::with_limits(100, AT_ONCE);
        let mut permits = Vec::new();
        for _ in 0..PER_CLIENT_MAX {
            permits.push(computations.permit(client(1)).await.unwrap());
        }
        assert_eq!(status(&computations, 1).await, Some(StatusCode::TOO_MANY_REQUESTS));
        assert_eq!(status(&computations, 2).await, None);
        permits.pop();
        assert_eq!(status(&computations, 1).await, None);
        permits.clear();
        assert!(lock(&computations.clients).is_empty());
    }

    #[tokio::test]
    async fn all_clients_together_run_a_limited_number_of_computations() {
        let computations = Computations::with_limits(2, AT_ONCE);
        let permits = [1, 2].map(|number| computations.permit(client(number)));
        let [first, second] = permits;
        let (first, _second) = (first.await.unwrap(), second.await.unwrap());
        assert_eq!(status(&computations, 3).await, Some(StatusCode::SERVICE_UNAVAILABLE));
        drop(first);
        assert_eq!(status(&computations, 3).await, None);
    }

    #[tokio::test]
    async fn a_request_waits_for_a_permit_of_its_client() {
        let computations = Computations::with_limits(100, Duration::from_mins(10));
        let mut permits = Vec::new();
        for _ in 0..PER_CLIENT_MAX {
            permits.push(computations.permit(client(1)).await.unwrap());
        }
        let waiting = computations.permit(client(1));
        tokio::pin!(waiting);
        assert!(timeout(AT_ONCE, &mut waiting).await.is_err());
        permits.pop();
        assert!(waiting.await.is_ok());
    }

    #[tokio::test]
    async fn work_that_takes_too_long_is_stopped_and_returns_its_permit() {
        let computations = Computations::with_limits(1, AT_ONCE);
        let permit = computations.permit(client(1)).await.unwrap();
        let mut moves = 0_u64;
        let endless = || -> Result<(), Refused> {
            let game = app_context::game("tic-tac-toe")?;
            loop {
                let mut state = game.open(None).map_err(|error| Refused::bad(error.to_string()))?;
                moves += 1;
                state.play("a1").map_err(|error| Refused::bad(error.to_string()))?;
            }
        };
        let refused = within(permit, Duration::from_millis(1), endless).unwrap_err();
        assert_eq!(refused.into_response().status(), StatusCode::SERVICE_UNAVAILABLE);
        assert!(moves > 0);
        assert_eq!(status(&computations, 1).await, None);
    }
}
