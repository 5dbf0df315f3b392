//! Whose a source is.

use super::entry::{Figure, Published};
use serde::Deserialize;

/// By whom, under which title, when and where.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Names under which entries use it: `000` to `004`, or addresses.
    pub of: Vec<String>,
    /// Who published it.
    pub by: String,
    /// Its title, or what it is.
    pub title: String,
    /// Date; default: not known.
    #[serde(default)]
    pub date: String,
    /// Where it is; default: as entries name it.
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

impl Published {
    /// Where a figure is from (who, title, date; else a host or a data sheet's name), and the
    /// address, empty if none is known.
    pub fn source_of(&self, figure: &Figure) -> (String, String) {
        let name = figure.source.as_str();
        let rest = name.split_once("://").map(|(_, rest)| rest);
        let own = rest.map_or("", |_| name);
        if let Some(source) = self.source(name) {
            let address = source.address.as_deref().unwrap_or(own);
            return (source.words(), address.into());
        }
        let host = rest.and_then(|rest| rest.split('/').next());
        let host = host.map(|host| host.strip_prefix("www.").unwrap_or(host));
        (host.unwrap_or(name).into(), own.into())
    }
}
