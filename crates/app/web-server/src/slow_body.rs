//! A request body that must arrive in time.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::Bytes;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use thiserror::Error;
use tokio::time::{Instant, Sleep, sleep};

/// The number of bytes after which the time limit restarts. Most bodies are shorter. A long file can take longer.
const BYTES_PER_TIME: u32 = 1 << 20;

/// The error for a body that arrives too slowly.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the request timed out; send it again over a faster connection")]
pub(crate) struct TooSlow;

/// A request body with a time limit. Time when the server is busy elsewhere doesn't count.
#[derive(Debug)]
pub(crate) struct TimedBody {
    body: Incoming,
    time_max: Duration,
    left: Duration,
    /// The start of the current wait, and the timer that ends it.
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl TimedBody {
    /// Creates a body with this time limit per MiB.
    pub(crate) const fn new(body: Incoming, time_max: Duration) -> Self {
        Self { body, time_max, left: time_max, waiting: None }
    }

    /// Counts the time until this frame arrived, and the frame's bytes.
    fn count(&mut self, frame: &Frame<Bytes>) {
        if let Some((since, _)) = self.waiting.take() {
            self.left = self.left.saturating_sub(since.elapsed());
        }
        let bytes =
            frame.data_ref().map_or(0, |data| u32::try_from(data.len()).unwrap_or(u32::MAX));
        let earned = self.time_max.mul_f64(f64::from(bytes) / f64::from(BYTES_PER_TIME));
        self.left = (self.left + earned).min(self.time_max);
    }
}

impl Body for TimedBody {
    type Data = Bytes;
    type Error = Box<dyn std::error::Error + Send + Sync>;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        if let Poll::Ready(polled) = Pin::new(&mut self.body).poll_frame(cx) {
            if let Some(Ok(frame)) = &polled {
                self.count(frame);
            }
            return Poll::Ready(polled.map(|frame| frame.map_err(Into::into)));
        }
        let left = self.left;
        let (_, timer) =
            self.waiting.get_or_insert_with(|| (Instant::now(), Box::pin(sleep(left))));
        ready!(timer.as_mut().poll(cx));
        Poll::Ready(Some(Err(TooSlow.into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
