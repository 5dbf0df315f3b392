//! Whose a source is.

use serde::Deserialize;

/// By whom, under which title, when and where.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// As entries name it: `000` to `004`, or addresses of its pages.
    pub of: Vec<String>,
    /// Who printed it.
    pub by: String,
    /// Its title, or what it is.
    pub title: String,
    /// When; empty: not known.
    #[serde(default)]
    pub date: String,
    /// Where it begins; absent: as entries name it, or not known.
    pub address: Option<String>,
}

impl Source {
    /// `AnandTech, The SSD Diaries: Crucial's RealSSD C300, 13 July 2010`.
    pub fn words(&self) -> String {
        let parts = [self.by.as_str(), &self.title, &self.date];
        let known: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        known.join(", ")
    }
}
