//! What an NVMe drive says of itself that changes its figures: its block format, what it does while
//! idle, and the memory that the host has granted it.

use super::{Finding, Subject};
use crate::nvme;
use crate::tool::Tools;
use fourcorners_block::{Apst, HostBuffer, LbaFormat, Nvme, PowerState};
use fourcorners_real::Node;

/// Asks the drive; nothing of one that is no NVMe drive, or where nvme-cli is not installed.
/// `is_measured`: the kernel has already told its temperature.
pub fn findings(disk: &Node, tools: &Tools, is_measured: bool) -> Vec<Finding> {
    if !disk.name.starts_with("nvme") || tools.find("nvme").is_none() {
        return Vec::new();
    }
    let device = disk.device();
    match nvme::ask(tools, &device) {
        Ok(nvme) => {
            let warm = (!is_measured).then(|| temperature(&nvme, tools, &device));
            let warm = warm.flatten();
            read(&nvme, &device).into_iter().chain(warm).collect()
        }
        Err(reason) => {
            let finding = Finding::fine(Subject::NvmeIdentity, reason, "nvme-cli");
            vec![finding.with_remedy("run as root to learn more")]
        }
    }
}

fn read(nvme: &Nvme, device: &str) -> Vec<Finding> {
    let format = nvme.format();
    let format = format.map(|now| block_format(now, nvme.faster_format(), device));
    let apst = nvme.apst.as_ref();
    let idle = apst.map(|apst| idle_power_saving(apst, &nvme.power_states));
    let buffer = nvme.host_buffer.and_then(host_memory_buffer);
    format.into_iter().chain(idle).chain(buffer).collect()
}

/// By its health log, against the temperature at which it warns.
fn temperature(nvme: &Nvme, tools: &Tools, device: &str) -> Option<Finding> {
    let limit = nvme.controller.warning_c?;
    let now = nvme::temperature_c(tools, device)?;
    let found = format!("{now} °C, limit {limit} °C");
    let (about, known_by) = (Subject::Temperature, "nvme smart-log");
    if now < limit {
        return Some(Finding::fine(about, found, known_by));
    }
    let found = format!("{found}: the drive may throttle");
    let remedy = "cool it, and let it idle first";
    Some(Finding::may_spoil(about, found, known_by, remedy))
}

fn block_format(now: &LbaFormat, faster: Option<&LbaFormat>, device: &str) -> Finding {
    let about = Subject::BlockFormat;
    let known_by = "nvme id-ns";
    let found = format!("{} bytes", now.bytes);
    let Some(faster) = faster else {
        return Finding::fine(about, found, known_by);
    };
    let found = format!(
        "{found}; the drive rates its {}-byte format faster",
        faster.bytes
    );
    let remedy = format!(
        "to measure at its best: nvme format {device} --lbaf={} (erases everything)",
        faster.number
    );
    Finding::may_spoil(about, found, known_by, remedy)
}

/// It is on in most hosts, and as the drive is used: no fault.
fn idle_power_saving(apst: &Apst, states: &[PowerState]) -> Finding {
    let about = Subject::IdlePowerSaving;
    let known_by = "nvme get-feature -f 0x0c";
    let steps = apst.steps(states);
    let Some(last) = steps.last().filter(|_| apst.enabled) else {
        return Finding::fine(about, "off", known_by);
    };
    let exit_us = |number: u64| {
        let state = usize::try_from(number).ok().and_then(|at| states.get(at));
        state.map_or(0, |state| state.exit_us)
    };
    let longest_us = steps.iter().map(|step| exit_us(step.to)).max().unwrap_or(0);
    let idle_ms = steps
        .iter()
        .fold(0u64, |all, step| all.saturating_add(step.idle_ms));
    let found = format!(
        "on: in power state {} after {idle_ms} ms without I/O; the next I/O then waits up to \
         {:.1} ms",
        last.to,
        longest_us as f64 / 1000.0
    );
    Finding::fine(about, found, known_by).with_remedy(
        "none for tests under load; nvme_core.default_ps_max_latency_us=0 on the kernel's command \
         line keeps the drive awake",
    )
}

fn host_memory_buffer(of: HostBuffer) -> Option<Finding> {
    let about = Subject::HostMemoryBuffer;
    let known_by = "nvme get-feature -f 0x0d";
    let mib = |bytes: u64| format!("{} MiB", bytes >> 20);
    let granted = of.granted_bytes?;
    let found = format!(
        "{} granted of {} that the drive prefers",
        mib(granted),
        mib(of.preferred_bytes)
    );
    if granted >= of.preferred_bytes {
        return Some(Finding::fine(about, found, known_by));
    }
    let remedy = "raise nvme.max_host_mem_size_mb on the kernel's command line; the drive keeps \
                  its map in this memory";
    Some(Finding::may_spoil(about, found, known_by, remedy))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::Level;
    use crate::test_tools::recorded;

    /// What is found of a drive with these answers.
    fn found(formats: &str, apst: &str, buffer: &str) -> Vec<Finding> {
        found_at(formats, apst, buffer, None)
    }

    /// The same at this temperature in kelvins, if the kernel does not tell it.
    fn found_at(formats: &str, apst: &str, buffer: &str, kelvins: Option<u16>) -> Vec<Finding> {
        let identity = include_str!("../nvme/recorded/example-id-ctrl.json");
        let warm = format!("echo '{{\"temperature\":{}}}'", kelvins.unwrap_or(0));
        let script = format!(
            "case \"$1 $4\" in\n'id-ctrl json') cat <<'END'\n{identity}\nEND\n;;\n'id-ns json') \
             echo '{formats}';;\n'smart-log json') {warm};;\n*0x0c) cat \
             <<'END'\n{apst}\nEND\n;;\n*0x0d) cat <<'END'\n{buffer}\nEND\n;; esac"
        );
        let folder = recorded(&[("nvme", &script)]);
        findings(
            &disk("nvme9n1"),
            &Tools::in_folder(folder.path()),
            kelvins.is_none(),
        )
    }

    fn disk(name: &str) -> Node {
        Node {
            name: name.into(),
            number: (259, 0),
            dir: "/nowhere".into(),
        }
    }

    const APST: &str = include_str!("../nvme/recorded/nm790-apst.txt");

    fn about(findings: &[Finding], what: Subject) -> &Finding {
        let found = findings.iter().find(|one| one.about == what);
        found.unwrap_or_else(|| panic!("nothing about {what:?}: {findings:?}"))
    }

    #[test]
    fn slower_format_and_missing_memory_may_spoil() {
        let formats = r#"{"flbas":0,"lbafs":[{"ms":0,"ds":9,"rp":2},{"ms":0,"ds":12,"rp":0}]}"#;
        let buffer = "Current value:0x00000001\n Host Memory Buffer Size (HSIZE): 8192";
        let findings = found(formats, APST, buffer);
        let format = about(&findings, Subject::BlockFormat);
        assert_eq!(format.level, Level::MaySpoil);
        assert!(format.remedy.contains("--lbaf=1"), "{format:?}");
        let memory = about(&findings, Subject::HostMemoryBuffer);
        assert_eq!(memory.level, Level::MaySpoil);
        assert!(
            memory.found.contains("32 MiB granted of 64 MiB"),
            "{memory:?}"
        );
        let idle = about(&findings, Subject::IdlePowerSaving);
        assert_eq!(idle.level, Level::Fine, "as the drive is used");
        for words in ["power state 4 after 2100 ms", "up to 9.5 ms"] {
            assert!(idle.found.contains(words), "{idle:?}");
        }
    }

    #[test]
    fn drive_as_it_should_be_is_fine() {
        let formats = r#"{"flbas":1,"lbafs":[{"ms":0,"ds":9,"rp":2},{"ms":0,"ds":12,"rp":0}]}"#;
        let buffer = "Current value:0x00000001\n Host Memory Buffer Size (HSIZE): 16384";
        let off = APST.replace("Current value:0x00000001", "Current value:00000000");
        let findings = found(formats, &off, buffer);
        assert_eq!(findings.len(), 3, "{findings:?}");
        assert!(
            findings.iter().all(|one| one.level == Level::Fine),
            "{findings:?}"
        );
        assert_eq!(about(&findings, Subject::IdlePowerSaving).found, "off");
    }

    #[test]
    fn drive_over_its_warning_temperature_may_spoil() {
        for (kelvins, level) in [(354, Level::Fine), (355, Level::MaySpoil)] {
            let findings = found_at("{}", "", "", Some(kelvins));
            let warm = about(&findings, Subject::Temperature);
            assert_eq!(warm.level, level, "{warm:?}");
            assert!(warm.found.contains("limit 82 °C"), "{warm:?}");
        }
        let measured = found_at("{}", "", "", None);
        let of_it = measured.iter().any(|one| one.about == Subject::Temperature);
        assert!(!of_it, "told by the kernel: {measured:?}");
    }

    #[test]
    fn only_nvme_drives_are_asked_and_refusals_told() {
        let refuses = recorded(&[("nvme", "echo 'Permission denied' >&2; exit 13")]);
        let tools = Tools::in_folder(refuses.path());
        assert_eq!(findings(&disk("sda"), &tools, true), []);
        let told = findings(&disk("nvme9n1"), &tools, true);
        assert!(told[0].found.contains("Permission denied"), "{told:?}");
        assert_eq!(told[0].level, Level::Fine);
        let none = recorded(&[]);
        assert_eq!(
            findings(&disk("nvme9n1"), &Tools::in_folder(none.path()), true),
            []
        );
    }
}
