//! An answer that is no page: a status and a sentence, in plain text.

use axum::http::StatusCode;
use axum::http::header;
use axum::response::{IntoResponse, Response};

/// Why something is not shown, and what to do.
#[derive(Debug)]
pub struct Refusal {
    status: StatusCode,
    sentence: String,
}

impl Refusal {
    pub fn new(status: StatusCode, sentence: impl Into<String>) -> Self {
        Self {
            status,
            sentence: sentence.into(),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
        (self.status, kind, self.sentence + "\n").into_response()
    }
}
