//! The files that are the same whatever the runs are: pages without data, their script and their style
//! (web/src/browse).

pub const LIST: &str = include_str!("frames/list.html");
pub const COMPARE: &str = include_str!("frames/compare.html");
pub const FOLLOW: &str = include_str!("frames/follow.html");
pub const SCRIPT: &str = include_str!("../../../web/dist/browse.js");
pub const STYLE: &str = include_str!("../../../web/dist/browse.css");
