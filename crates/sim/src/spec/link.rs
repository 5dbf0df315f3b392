//! The host link, and the port it is plugged into.

/// The host link.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkSpec {
    /// Name, as in `SATA 6 Gbps`.
    pub name: String,
    /// Payload rate, 10^6 bytes a second.
    pub mb_per_s: u64,
    /// Whether reads and writes pass at the same time, as on PCIe; else one after the other.
    pub full_duplex: bool,
    /// Deepest command queue.
    pub queue_depth: u16,
    /// Time that every command spends in link and host besides its data.
    pub command_latency_ns: u64,
}

/// What the drive is plugged into: a condition of the run, never of the drive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostPort {
    /// Name, as in `marvell-88se9128`.
    pub name: String,
    /// Highest payload rate, 10^6 bytes a second; the link runs at the lower of the two.
    pub mb_per_s: u64,
    /// Time that this port adds to every command.
    pub command_latency_ns: u64,
}

impl LinkSpec {
    /// The link as it is behind a port.
    pub fn behind(&self, port: &HostPort) -> Self {
        Self {
            mb_per_s: self.mb_per_s.min(port.mb_per_s),
            command_latency_ns: self.command_latency_ns + port.command_latency_ns,
            ..self.clone()
        }
    }
}
