//! What a page carries: its data, read back as a browser does.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use std::io::Read as _;

/// The JSON in a page.
pub fn json(page: &str) -> String {
    let data = page.split("id=\"data\">").nth(1).expect("the data");
    let data = data.split("</script>").next().expect("its end");
    let packed = BASE64_STANDARD.decode(data).expect("base64");
    let mut json = String::new();
    flate2::read::ZlibDecoder::new(packed.as_slice())
        .read_to_string(&mut json)
        .expect("zlib");
    json
}
