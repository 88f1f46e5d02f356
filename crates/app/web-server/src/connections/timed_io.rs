//! A stream that times out if the other end reads too slowly.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Instant, Sleep, sleep};

/// The minimum average reading speed for a client.
const BYTES_PER_SECOND_MIN: f64 = 4096.0;

/// A stream that fails if the other end reads too slowly. The stream occupies one of the server's connection slots.
#[derive(Debug)]
pub(super) struct TimedIo<S> {
    stream: S,
    time_max: Duration,
    /// The remaining time that the other end may block our writes. The other end earns more time by reading, up to
    /// `time_max`.
    left: Duration,
    /// The start of the current wait, and the timer that ends it.
    blocked: Option<(Instant, Pin<Box<Sleep>>)>,
    _place: OwnedSemaphorePermit,
}

impl<S> TimedIo<S> {
    /// Creates a stream whose writes may block for at most `time_max`.
    pub(super) const fn new(stream: S, time_max: Duration, place: OwnedSemaphorePermit) -> Self {
        Self { stream, time_max, left: time_max, blocked: None, _place: place }
    }

    /// Returns the result of a write, or an error if writing blocked for too long.
    fn count(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        let Poll::Ready(written) = written else {
            let left = self.left;
            let (_, timer) =
                self.blocked.get_or_insert_with(|| (Instant::now(), Box::pin(sleep(left))));
            let is_over = timer.as_mut().poll(cx);
            return is_over.map(|()| Err(io::ErrorKind::TimedOut.into()));
        };
        if let (Some((since, _)), Ok(bytes)) = (self.blocked.take(), &written) {
            let bytes = u32::try_from(*bytes).unwrap_or(u32::MAX);
            let earned = Duration::from_secs_f64(f64::from(bytes) / BYTES_PER_SECOND_MIN);
            self.left = (self.left.saturating_sub(since.elapsed()) + earned).min(self.time_max);
        }
        Poll::Ready(written)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for TimedIo<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for TimedIo<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.count(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.count(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
    use tokio::sync::Semaphore;
    use tokio::time::{MissedTickBehavior, interval};

    use super::*;

    /// Writes 16 KiB to a client that reads `bytes` every 50 ms, on a stream that may block for 300 ms.
    async fn write_to_reader_of(bytes: usize) -> io::Result<()> {
        let (client, server) = duplex(bytes);
        let place = Arc::new(Semaphore::new(1)).acquire_owned().await.unwrap();
        let mut server = TimedIo::new(server, Duration::from_millis(300), place);
        let reading = tokio::spawn(async move {
            let (mut client, mut buffer) = (client, vec![0; bytes]);
            let mut pace = interval(Duration::from_millis(50));
            pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
            while client.read_exact(&mut buffer).await.is_ok() {
                pace.tick().await;
            }
        });
        let written = server.write_all(&[0; 16 << 10]).await;
        drop(server);
        reading.await.unwrap();
        written
    }

    #[tokio::test]
    async fn a_steady_reader_below_the_minimum_rate_loses_its_connection() {
        let error = write_to_reader_of(64).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        write_to_reader_of(1024).await.unwrap();
    }
}
