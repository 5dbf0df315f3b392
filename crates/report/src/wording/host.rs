//! What a host is looked at for.

/// The name of a subject of the doctor; earlier runs have the names themselves, and a program is
/// called what it is called.
pub fn subject(id: &str) -> &str {
    match id {
        "block-format" => "Block format",
        "container" => "Container",
        "cpu-governor" => "CPU governor",
        "cpu-limit" => "CPU limit",
        "cpu-temperature" => "CPU temperature",
        "cpu-time-stolen" => "CPU time stolen",
        "cpu-use" => "CPU use",
        "host-memory-buffer" => "Host memory buffer",
        "idle-power-saving" => "Idle power saving",
        "io-limit" => "I/O limit",
        "io-uring" => "io_uring",
        "kernel" => "Kernel",
        "kind" => "Kind",
        "link" => "Link",
        "locked-memory" => "Locked memory",
        "machine" => "Machine",
        "memory" => "Memory",
        "nvme-identity" => "NVMe identity",
        "open-elsewhere" => "Open elsewhere",
        "output-folder" => "Output folder",
        "overwriting" => "Overwriting it",
        "permission" => "Permission",
        "polled-queues" => "NVMe polled queues",
        "programs" => "Programs",
        "read-ahead" => "Read-ahead",
        "scheduler" => "I/O scheduler",
        "scheduler-group" => "Scheduler group",
        "size" => "Size",
        "temperature" => "Temperature",
        "temporary-folder" => "Temporary folder",
        "trim" => "TRIM",
        "use-by-others" => "Use by others",
        "waiting-for-disk" => "Waiting for a disk",
        "waiting-for-processor" => "Waiting for a processor",
        "write-cache" => "Write cache",
        other => other,
    }
}
