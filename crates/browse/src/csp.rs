//! What a page may load and run (Content-Security-Policy).

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use fourcorners_report::{NothingPrinted, PageData};
use sha2::{Digest as _, Sha256};

/// Of the pages of the browser: their own files, and nothing inline.
pub const OF_LISTS: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src \
    'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Of what is no page.
pub const OF_DATA: &str = "default-src 'none'; frame-ancestors 'none'";

/// Of review pages: the scripts that stand in a page without any run, by their hashes, so none that
/// data could bring along. Styles of elements are how the charts' library places its tips.
pub fn of_reviews() -> String {
    let page = fourcorners_report::html(&PageData::new(&[], &NothingPrinted));
    let page = page.unwrap_or_default();
    let hashes: Vec<String> = scripts(&page)
        .map(|script| {
            let hash = BASE64_STANDARD.encode(Sha256::digest(script.as_bytes()));
            format!("'sha256-{hash}'")
        })
        .collect();
    format!(
        "default-src 'none'; script-src {}; style-src 'unsafe-inline'; img-src data: blob:; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        hashes.join(" ")
    )
}

/// The text of every script element that is run: not of those that hold data.
fn scripts(page: &str) -> impl Iterator<Item = &str> {
    page.split("<script").skip(1).filter_map(|rest| {
        let (attributes, rest) = rest.split_once('>')?;
        let (script, _) = rest.split_once("</script")?;
        (!attributes.contains("application/")).then_some(script)
    })
}
