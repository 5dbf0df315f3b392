//! One self-contained HTML file: markup, style, script and data; no request leaves it. The data is
//! JSON, compressed (zlib) and written as base64: the seconds of many drives are a third so large.

use crate::visible::{all_visible, visible};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::ZlibEncoder;
use serde::Serialize;
use std::io::{self, Read as _};

/// ECharts, which both pages hold before their own script. Static: a constant would be embedded by
/// each crate that fills a frame.
static CHARTS: &[u8] = include_bytes!("../dist/charts.js.gz");

/// A page without its data. `html` has marks as in `{{title}}`.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub html: &'static str,
    pub script: &'static str,
    pub style: &'static str,
}

impl Frame {
    /// The page as text. `marks`: what stands for each, as HTML; those of charts, script, style,
    /// title and data are known.
    ///
    /// # Errors
    /// The data cannot be written as JSON.
    pub fn fill(
        &self,
        title: &str,
        data: &impl Serialize,
        marks: &[(&str, &str)],
    ) -> io::Result<String> {
        let mut value = serde_json::to_value(data)?;
        all_visible(&mut value);
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
        serde_json::to_writer(&mut packed, &value)?;
        let packed = BASE64_STANDARD.encode(packed.finish()?);
        let title = escape(&visible(title));
        let mut charts = String::new();
        GzDecoder::new(CHARTS).read_to_string(&mut charts)?;
        // One pass over the frame alone: nothing that is filled in can be taken for a mark.
        let mut page =
            String::with_capacity(charts.len() + self.script.len() + packed.len() + 40_000);
        let mut rest = self.html;
        while let Some((before, after)) = rest.split_once("{{") {
            let (mark, after) = after.split_once("}}").unwrap_or((after, ""));
            page.push_str(before);
            page.push_str(match mark {
                "style" => self.style,
                "charts" => &charts,
                "script" => self.script,
                "title" => &title,
                "data" => &packed,
                other => {
                    let mut marks = marks.iter();
                    marks
                        .find(|(mark, _)| *mark == other)
                        .map_or("", |(_, text)| text)
                }
            });
            rest = after;
        }
        page.push_str(rest);
        Ok(page)
    }
}

pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}
