//! Metrics for the operator: counters and histograms in Prometheus format.

use std::fmt;
use std::sync::atomic::AtomicI64;
use std::time::Duration;

use axum::http::StatusCode;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};

/// The content type of the metrics text.
pub(crate) const TEXT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// A server's metrics.
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    request_seconds: Histogram,
    moves: Counter,
    move_seconds: Histogram,
    matches: Gauge<i64, AtomicI64>,
    sockets: Gauge<i64, AtomicI64>,
    engine_mebibytes: Gauge<i64, AtomicI64>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct RequestLabels {
    status: u16,
}

impl Metrics {
    /// Creates metrics without any events.
    pub(crate) fn new() -> Self {
        // From a tenth of a millisecond to three seconds.
        let times = || Histogram::new(exponential_buckets(0.0001, 2.0, 16));
        let metrics = Self {
            registry: Registry::with_prefix("rival"),
            requests: Family::default(),
            request_seconds: times(),
            moves: Counter::default(),
            move_seconds: times(),
            matches: Gauge::default(),
            sockets: Gauge::default(),
            engine_mebibytes: Gauge::default(),
        };
        metrics.registered()
    }

    fn registered(mut self) -> Self {
        let Self {
            registry,
            requests,
            request_seconds,
            moves,
            move_seconds,
            matches,
            sockets,
            engine_mebibytes,
        } = &mut self;
        registry.register("requests", "Requests answered", requests.clone());
        let help = "Request duration";
        registry.register_with_unit("request", help, Unit::Seconds, request_seconds.clone());
        registry.register("moves", "Moves played by people", moves.clone());
        let help = "Time to play and save a move";
        registry.register_with_unit("move", help, Unit::Seconds, move_seconds.clone());
        registry.register("matches", "Matches in memory", matches.clone());
        registry.register("sockets", "Open sockets of players and spectators", sockets.clone());
        let help = "Memory granted to engines, in MiB";
        registry.register("engine_mebibytes", help, engine_mebibytes.clone());
        self
    }

    /// Counts an answered request.
    pub(crate) fn count_request(&self, status: StatusCode, took: Duration) {
        self.requests.get_or_create(&RequestLabels { status: status.as_u16() }).inc();
        self.request_seconds.observe(took.as_secs_f64());
    }

    /// Counts a person's move that was played and saved.
    pub(crate) fn count_move(&self, took: Duration) {
        self.moves.inc();
        self.move_seconds.observe(took.as_secs_f64());
    }

    /// The metrics in Prometheus format, with the current numbers of matches and sockets and the memory reserved for
    /// engines.
    ///
    /// # Errors
    /// If the metrics can't be written.
    pub(crate) fn text(
        &self,
        matches: usize,
        sockets: usize,
        engine_mebibytes: u64,
    ) -> Result<String, fmt::Error> {
        self.matches.set(i64::try_from(matches).unwrap_or(i64::MAX));
        self.sockets.set(i64::try_from(sockets).unwrap_or(i64::MAX));
        self.engine_mebibytes.set(i64::try_from(engine_mebibytes).unwrap_or(i64::MAX));
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }
}

impl fmt::Debug for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Metrics").finish_non_exhaustive()
    }
}
