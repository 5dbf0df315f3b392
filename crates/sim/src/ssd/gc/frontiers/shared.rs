//! Copied data goes where host data goes.

use super::{HOST, HOT_HOST, Policy};

pub const POLICY: Policy = Policy {
    copied: HOST,
    hot_copied: HOT_HOST,
    shared: true,
};
