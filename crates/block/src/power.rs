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

/// A meter does not know what was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotDrawn {
    /// Its name.
    pub meter: String,
    /// Why.
    pub why: NoReading,
}

/// Why there is no reading of a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoReading {
    /// The source told nothing for too long.
    Silent {
        /// So long, in milliseconds.
        ms: u64,
        /// The longest that it may.
        longest_ms: u64,
    },
    /// The time was too short for a reading.
    TooShort {
        /// So long, in milliseconds.
        ms: u64,
    },
    /// The source failed.
    Failed(String),
}
