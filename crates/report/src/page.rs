//! One self-contained HTML file: markup, style, script and data; no request leaves it.

use crate::data::PageData;
use fourcorners_bench::record::Run;
use std::path::{Path, PathBuf};

const SCRIPT: &str = include_str!("../../../web/dist/page.js");
const STYLE: &str = include_str!("../../../web/dist/page.css");
const FRAME: &str = include_str!("page.html");

/// Why the page could not be written.
#[derive(Debug, thiserror::Error)]
#[error("the page {path} cannot be written: {error}")]
pub struct PageError {
    /// Where it should have been.
    pub path: PathBuf,
    /// Why.
    pub error: std::io::Error,
}

/// Writes the page of these runs, whole or not at all. An existing file is not replaced.
pub fn write_page(runs: &[Run], out: &Path) -> Result<(), PageError> {
    let failed = |error| PageError {
        path: out.into(),
        error,
    };
    let html = html(&PageData::new(runs)).map_err(|error| failed(error.into()))?;
    let mut name = out.file_name().unwrap_or_default().to_os_string();
    name.push(".part");
    let part = out.with_file_name(name);
    std::fs::write(&part, html).map_err(failed)?;
    // A link fails where a rename would replace.
    let linked = std::fs::hard_link(&part, out);
    let removed = std::fs::remove_file(&part);
    linked.and(removed).map_err(failed)
}

/// The page as text.
pub fn html(data: &PageData) -> Result<String, serde_json::Error> {
    // Inside a script element only "</script" and "<!--" mean anything: no "<" is left.
    let json = serde_json::to_string(data)?.replace('<', "\\u003c");
    let fill = |mark: &str, text: &str, page: String| {
        let (before, after) = page.split_once(mark).unwrap_or((&page, ""));
        format!("{before}{text}{after}")
    };
    // The data comes last, so that nothing in it can be taken for a mark.
    let page = fill("{{style}}", STYLE, FRAME.into());
    let page = fill("{{script}}", SCRIPT, page);
    let page = fill("{{late}}", &data.late_from_s.to_string(), page);
    let page = fill("{{late}}", &data.late_from_s.to_string(), page);
    let page = fill("{{title}}", &escape(&data.title), page);
    let page = fill("{{heading}}", &escape(&data.title), page);
    Ok(fill("{{data}}", &json, page))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}
