//! A response body that counts toward its client's limit until it is sent.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use hyper::body::{Body as HttpBody, Frame, SizeHint};

use crate::limits::Permit;

/// A body with its client's permit.
#[derive(Debug)]
pub(super) struct CountedBody {
    body: Body,
    _permit: Permit,
}

impl CountedBody {
    /// Creates a body that releases the permit when it is dropped.
    pub(super) const fn new(body: Body, permit: Permit) -> Self {
        Self { body, _permit: permit }
    }
}

impl HttpBody for CountedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
