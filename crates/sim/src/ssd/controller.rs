//! The controller's processors and the host link: each does one thing after the other, and is
//! accounted for when it is asked (as channels are: see [`super::nand`]).

use crate::spec::SsdSpec;
use serde::{Deserialize, Serialize};

/// Until when each is busy, in nanoseconds of the drive's clock.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Controller {
    /// Of the way to the host, and of the way to the drive where that is another.
    link_free: [u64; 2],
    full_duplex: bool,
    host_cpu_free: u64,
    flash_cpu_free: u64,
    one_processor: bool,
    /// A whole unit on the host link.
    pub unit_on_link_ns: u64,
    link_ns_per_mib: u64,
    /// The same of the link as it is when nothing throttles it.
    unthrottled: [u64; 2],
}

impl Controller {
    /// Everything is free.
    pub fn new(spec: &SsdSpec) -> Self {
        let unit_on_link_ns = u64::from(spec.layout.unit_bytes) * 1000 / spec.link.mb_per_s;
        let link_ns_per_mib = (1 << 20) * 1000 / spec.link.mb_per_s;
        Self {
            link_free: [0; 2],
            full_duplex: spec.link.full_duplex,
            host_cpu_free: 0,
            flash_cpu_free: 0,
            one_processor: spec.controller.one_processor,
            unit_on_link_ns,
            link_ns_per_mib,
            unthrottled: [unit_on_link_ns, link_ns_per_mib],
        }
    }
    /// So much of the link's rate is left, in thousandths.
    pub fn throttle(&mut self, left_per_mille: u32) {
        let takes = self
            .unthrottled
            .map(|ns| ns * 1000 / u64::from(left_per_mille));
        [self.unit_on_link_ns, self.link_ns_per_mib] = takes;
    }
    /// Link time of a number of bytes.
    #[inline]
    pub fn on_link_ns(&self, bytes: u64) -> u64 {
        (bytes * self.link_ns_per_mib) >> 20
    }
    /// Host processor time from `now`; returns its end.
    #[inline]
    pub fn host_cpu(&mut self, now: u64, cost: u64) -> u64 {
        self.host_cpu_free = self.host_cpu_free.max(now) + cost;
        self.host_cpu_free
    }
    /// Flash processor time from `now`; returns its end.
    #[inline]
    pub fn flash_cpu(&mut self, now: u64, cost: u64) -> u64 {
        if self.one_processor {
            return self.host_cpu(now, cost);
        }
        self.flash_cpu_free = self.flash_cpu_free.max(now) + cost;
        self.flash_cpu_free
    }
    /// When all processors are free, not before now.
    pub fn all_free(&self, now: u64) -> u64 {
        now.max(self.host_cpu_free).max(self.flash_cpu_free)
    }
    /// All processors wait until an instant.
    pub fn until(&mut self, instant: u64) {
        self.host_cpu_free = self.host_cpu_free.max(instant);
        self.flash_cpu_free = self.flash_cpu_free.max(instant);
    }
    /// The flash processor waits until an instant.
    pub fn flash_until(&mut self, instant: u64) {
        self.flash_cpu(instant, 0);
    }
    /// When the flash processor is free.
    #[inline]
    pub fn flash_cpu_free(&self) -> u64 {
        if self.one_processor {
            self.host_cpu_free
        } else {
            self.flash_cpu_free
        }
    }
    /// Link time of data for the host from `now`; returns its end.
    #[inline]
    pub fn link_out(&mut self, now: u64, cost: u64) -> u64 {
        let free = &mut self.link_free[0];
        *free = (*free).max(now) + cost;
        *free
    }
    /// The same of data from the host.
    #[inline]
    pub fn link_in(&mut self, now: u64, cost: u64) -> u64 {
        let free = &mut self.link_free[usize::from(self.full_duplex)];
        *free = (*free).max(now) + cost;
        *free
    }
}
