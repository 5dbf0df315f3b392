//! What is looked at.

use schemars::JsonSchema;
use serde::Serialize;

/// Something about the host or a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Subject {
    BlockFormat,
    Container,
    CpuGovernor,
    CpuLimit,
    CpuTemperature,
    CpuTimeStolen,
    CpuUse,
    HostMemoryBuffer,
    IdlePowerSaving,
    IoLimit,
    IoUring,
    Kernel,
    Kind,
    Link,
    LockedMemory,
    Machine,
    Memory,
    NvmeIdentity,
    OpenElsewhere,
    OutputFolder,
    Overwriting,
    Permission,
    PolledQueues,
    Programs,
    ReadAhead,
    Scheduler,
    SchedulerGroup,
    Size,
    Temperature,
    TemporaryFolder,
    Trim,
    UseByOthers,
    WaitingForDisk,
    WaitingForProcessor,
    WriteCache,
    /// A program that is not there.
    #[serde(untagged)]
    Tool(&'static str),
}

impl Subject {
    /// As in JSON: by it the wording names it.
    pub fn id(self) -> String {
        let value = serde_json::to_value(self).unwrap_or_default();
        value.as_str().unwrap_or_default().into()
    }
}
