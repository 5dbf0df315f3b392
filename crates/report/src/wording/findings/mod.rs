//! Findings in sentences, and in the words of a headline: one file per subject.

mod amplification;
pub mod contrasts;
mod full_drive;
pub mod passes;
mod recovery;
mod rest;
mod rounds;
pub mod rules;
pub mod seconds;
mod starting;
mod steady_state;
mod today;
pub mod torture;
mod tortured_writes;
mod used;
mod write_cache;

pub use write_cache::given_back;

use fourcorners_findings::judges::{Finding, Says};

/// What a finding says.
pub struct Words {
    pub text: String,
    /// In a headline; empty: it has no place there.
    pub headline: String,
}

impl Words {
    fn text(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            headline: String::new(),
        }
    }

    fn new(text: impl Into<String>, headline: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            headline: headline.into(),
        }
    }

    /// The same in both.
    fn both(text: impl Into<String>) -> Self {
        let text = text.into();
        Self::new(text.clone(), text)
    }
}

pub fn words(finding: &Finding) -> Words {
    match &finding.says {
        Says::Torture(says) => torture::words(says),
        Says::Recovery(says) => recovery::words(says),
        Says::Rest(says) => rest::words(says),
        Says::TorturedWrites(says) => tortured_writes::words(says),
        Says::Evenness(says) => seconds::evenness(says),
        Says::SpareArea(says) => seconds::spare_area(says),
        Says::Data(says) => contrasts::data(says),
        Says::Alignment(says) => contrasts::alignment(says),
        Says::Used(says) => contrasts::used(says),
        Says::UsedInTraces(says) => used::words(says),
        Says::SteadyState(says) => steady_state::words(says),
        Says::Rounds(says) => rounds::words(says),
        Says::Amplification(says) => amplification::words(says),
        Says::Length(says) => contrasts::length(says),
        Says::Starting(says) => starting::words(says),
        Says::FullDrive(says) => full_drive::words(says),
        Says::WriteCache(says) => write_cache::words(says),
        Says::CacheRecovery(says) => write_cache::recovery(says),
        Says::TrimUnderLoad(says) => today::trim_under_load(says),
        Says::WakeUp(says) => today::wake_up(says),
        Says::Background(says) => today::background(says),
        Says::Efficiency(says) => today::efficiency(says),
    }
}

/// What a headline says where nothing was found.
pub const NOTHING: &str = "no aging tests in this run";
