//! Real drivers.
