//! What a drive drew, as somebody outside of it measured it.

/// Power over a time, integrated over it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// Mean, in microwatts.
    pub mean_uw: u64,
    /// Highest single reading, in microwatts.
    pub max_uw: u64,
    /// Readings that fell into that time; at least one.
    pub readings: u64,
}
