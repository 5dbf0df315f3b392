//! The files that are the same whatever the runs are: pages without data, their script and their
//! style (web/src/browse).

/// A page: the head that all have, its title, its body.
macro_rules! page {
    ($name:literal) => {
        concat!(
            include_str!("frames/head.html"),
            include_str!(concat!("frames/", $name, ".html"))
        )
    };
}

pub const LIST: &str = page!("list");
pub const COMPARE: &str = page!("compare");
pub const FOLLOW: &str = page!("follow");
pub const SCRIPT: &str = include_str!("../dist/browse.js");
pub const STYLE: &str = include_str!("../dist/browse.css");
