//! Connections: accepts them, limits the number per client, and limits the time for each step.
//!
//! A connection counts toward its peer's limit until it becomes a WebSocket, which is counted separately. A trusted
//! proxy's connections carry requests from many clients, so each of these requests counts toward its client's limit
//! until its response is sent.

mod counted_body;
mod listener;
mod timed_io;

use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use rustix::process::{Resource, getrlimit};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::sleep;
use tracing::{debug, warn};

use self::counted_body::CountedBody;
pub use self::listener::Listener;
use self::listener::{Accepted, Stream, too_many};
use self::timed_io::TimedIo;
use crate::client_address::{ClientAddress, Peer};
use crate::limits::Permit;
use crate::server::Server;
use crate::slow_body::TimedBody;
use crate::visitor::{Entrance, Visitor};

/// The maximum length of a request head in bytes, and the buffer size for a connection's bodies and responses.
const HEAD_BYTES_MAX: usize = 64 * 1024;

/// The maximum idle time for a trusted proxy's connection. The proxy itself handles slow clients. If the server closed
/// a connection just as the proxy reused it, a client would get an error.
const PROXY_IDLE_TIME_MAX: Duration = Duration::from_mins(5);

/// The pause after the system refuses to accept a connection, for example because too many files are open.
const REFUSED_PAUSE: Duration = Duration::from_millis(100);

/// The number of open files reserved for the library, engines and plugins.
const OTHER_FILES: u64 = 256;

/// The maximum number of connections if the system doesn't limit open files.
const CONNECTIONS_MAX: usize = 1 << 20;

/// The state that all connections share.
#[derive(Clone, Debug)]
pub(crate) struct Connections {
    server: Server,
    router: Router,
    places: Arc<Semaphore>,
}

impl Connections {
    /// Creates the state for connections to this server. The router answers the requests.
    pub(crate) fn new(server: Server, router: Router) -> Self {
        let files = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
        let max = (files / 2).max(files.saturating_sub(OTHER_FILES));
        let max = usize::try_from(max).unwrap_or(CONNECTIONS_MAX).min(CONNECTIONS_MAX);
        Self { server, router, places: Arc::new(Semaphore::new(max)) }
    }

    /// Accepts connections as long as this future is polled.
    pub(crate) async fn accept(self, listener: Listener) -> Infallible {
        loop {
            let Ok(place) = Arc::clone(&self.places).acquire_owned().await else {
                // The semaphore is never closed.
                return std::future::pending().await;
            };
            match listener.accept().await {
                Ok(accepted) => self.begin(accepted, place),
                Err(error) if is_of_client(&error) => {}
                Err(error) => {
                    warn!(%error, "cannot accept a connection");
                    sleep(REFUSED_PAUSE).await;
                }
            }
        }
    }

    /// Serves a connection on its own task, or refuses it if its client has too many connections.
    fn begin(&self, accepted: Accepted, place: OwnedSemaphorePermit) {
        let Accepted { stream, peer, entrance } = accepted;
        let proxy = self.server.settings().proxy.as_ref();
        let is_proxy = proxy.is_some_and(|proxy| proxy.trusts(peer));
        let permit = if is_proxy { None } else { self.count(ClientAddress::of_peer(peer)) };
        if permit.is_none() && !is_proxy {
            return stream.refuse();
        }
        let arrival = Arrival { peer, entrance, is_proxy };
        let time_max = self.server.settings().timeouts.response;
        match stream {
            Stream::Tcp(stream) => {
                self.spawn(TimedIo::new(stream, time_max, place), arrival, permit);
            }
            Stream::Unix(stream) => {
                self.spawn(TimedIo::new(stream, time_max, place), arrival, permit);
            }
        }
    }

    fn spawn<S>(&self, io: TimedIo<S>, arrival: Arrival, permit: Option<Permit>)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        tokio::spawn(self.clone().serve(TokioIo::new(io), arrival, permit));
    }

    /// Serves a connection's requests. Releases the permit when the connection becomes a WebSocket or closes.
    async fn serve<S>(self, io: TokioIo<TimedIo<S>>, arrival: Arrival, permit: Option<Permit>)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let header_time = self.server.settings().timeouts.header;
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new())
            .header_read_timeout(if arrival.is_proxy { PROXY_IDLE_TIME_MAX } else { header_time })
            .max_buf_size(HEAD_BYTES_MAX);
        let answer = service_fn(move |request| self.clone().answer(request, arrival));
        if let Err(error) = http.serve_connection(io, answer).with_upgrades().await {
            debug!(%error, "connection closed");
        }
        drop(permit);
    }

    /// Records a request's sender and answers the request.
    async fn answer(
        self,
        request: hyper::Request<Incoming>,
        arrival: Arrival,
    ) -> Result<Response<Body>, Infallible> {
        let settings = self.server.settings();
        let Arrival { peer, entrance, is_proxy } = arrival;
        let proxy = settings.proxy.as_ref().filter(|_| is_proxy);
        let client = ClientAddress::of_request(peer, proxy, request.headers());
        let visitor = Visitor::of_request(entrance, settings.owner.as_ref(), request.headers());
        let permit = if is_proxy { self.count(client) } else { None };
        if permit.is_none() && is_proxy {
            return Ok(too_many().into_response());
        }
        let body_time = settings.timeouts.body;
        let mut request: Request = request.map(|body| Body::new(TimedBody::new(body, body_time)));
        request.extensions_mut().insert(client);
        request.extensions_mut().insert(visitor);
        request.extensions_mut().insert(entrance);
        let response = TowerToHyperService::new(self.router.clone()).call(request).await?;
        Ok(response.map(|body| match permit {
            Some(permit) => Body::new(CountedBody::new(body, permit)),
            None => body,
        }))
    }

    /// Counts another connection or request from this client. Returns `None` if the client has too many.
    fn count(&self, client: ClientAddress) -> Option<Permit> {
        self.server.limits().open_connection(client.ip())
    }
}

/// A connection's origin, which is known before the first request.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    peer: Peer,
    entrance: Entrance,
    /// `true` for a trusted proxy, which forwards other clients' requests.
    is_proxy: bool,
}

/// Returns `true` if accepting failed because the client disconnected.
fn is_of_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
