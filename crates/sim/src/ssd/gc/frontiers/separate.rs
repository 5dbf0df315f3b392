//! Copied data has open superblocks of its own.

use super::{COPIED, HOT_COPIED, Policy};

pub const POLICY: Policy = Policy {
    copied: COPIED,
    hot_copied: HOT_COPIED,
    shared: false,
};
