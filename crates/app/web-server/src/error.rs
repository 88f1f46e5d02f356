//! Request refusals: a status and a sentence.

use app_context::{Failure, FailureKind};
use arena::run_folder::hosted::TooManyRunning;
use arena::run_folder::places::PlaceError;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::slow_body::TooSlow;

/// A refused request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refused {
    status: StatusCode,
    why: String,
}

impl Refused {
    /// An invalid request.
    pub(crate) fn bad(why: impl Into<String>) -> Self {
        Self { status: StatusCode::BAD_REQUEST, why: why.into() }
    }

    /// A resource that doesn't exist or must not be revealed to the client.
    pub(crate) fn not_found(why: impl Into<String>) -> Self {
        Self { status: StatusCode::NOT_FOUND, why: why.into() }
    }

    /// A request that is forbidden for this client.
    pub(crate) fn forbidden(why: impl Into<String>) -> Self {
        Self { status: StatusCode::FORBIDDEN, why: why.into() }
    }

    /// A request that conflicts with the current state.
    pub(crate) fn conflict(why: impl Into<String>) -> Self {
        Self { status: StatusCode::CONFLICT, why: why.into() }
    }

    /// A body that exceeds the size limit.
    pub(crate) fn too_large(why: impl Into<String>) -> Self {
        Self { status: StatusCode::PAYLOAD_TOO_LARGE, why: why.into() }
    }

    /// A request that exceeds a client's limits.
    pub(crate) fn too_many(why: impl Into<String>) -> Self {
        Self { status: StatusCode::TOO_MANY_REQUESTS, why: why.into() }
    }

    /// An internal error.
    pub(crate) fn failed(why: impl Into<String>) -> Self {
        Self { status: StatusCode::INTERNAL_SERVER_ERROR, why: why.into() }
    }

    /// The service is temporarily unavailable.
    pub(crate) fn unavailable(why: impl Into<String>) -> Self {
        Self { status: StatusCode::SERVICE_UNAVAILABLE, why: why.into() }
    }

    /// The sentence.
    pub(crate) fn why(&self) -> &str {
        &self.why
    }
}

/// A wrong name or position is a client error.
impl From<Failure> for Refused {
    fn from(failure: Failure) -> Self {
        match failure.kind() {
            FailureKind::Usage | FailureKind::Input | FailureKind::Player => {
                Self::bad(failure.to_string())
            }
            _ => Self::failed(failure.to_string()),
        }
    }
}

/// A name that is not a valid folder name is a client error. A conflict with an existing folder is not.
impl From<PlaceError> for Refused {
    fn from(error: PlaceError) -> Self {
        match error {
            PlaceError::Name(_) => Self::bad(error.to_string()),
            _ => Self::conflict(error.to_string()),
        }
    }
}

impl From<TooManyRunning> for Refused {
    fn from(TooManyRunning(max): TooManyRunning) -> Self {
        let many = if max == 1 { "one tournament".into() } else { format!("{max} tournaments") };
        Self::too_many(format!(
            "the server is already running {many}; stop one or wait for it to finish"
        ))
    }
}

/// A body that can't be parsed is a client error.
impl From<JsonRejection> for Refused {
    fn from(rejection: JsonRejection) -> Self {
        if is_too_slow(&rejection) {
            return Self { status: StatusCode::REQUEST_TIMEOUT, why: TooSlow.to_string() };
        }
        let status = match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => StatusCode::PAYLOAD_TOO_LARGE,
            _ => StatusCode::BAD_REQUEST,
        };
        Self { status, why: rejection.body_text() }
    }
}

/// Returns `true` if a body was refused because it arrived too slowly.
fn is_too_slow(error: &(dyn std::error::Error + 'static)) -> bool {
    error.is::<TooSlow>() || error.source().is_some_and(is_too_slow)
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        #[derive(Serialize)]
        struct Body {
            error: String,
        }
        (self.status, Json(Body { error: self.why })).into_response()
    }
}
