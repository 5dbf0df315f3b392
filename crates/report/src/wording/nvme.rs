//! What an NVMe drive says of itself, a row of the test setup each.

use fourcorners_block::{
    Apst, HostBuffer, LbaFormat, NvmeController, PowerState, SanitizeWays, faster_format,
};

/// `version 1.3; up to 512 KiB per command; warns at 84 °C, critical at 88 °C`.
pub fn controller(of: &NvmeController) -> String {
    let version = of.version.as_ref().map(|it| format!("version {it}"));
    let transfer = of.max_transfer_bytes;
    let transfer = transfer.map(|bytes| format!("up to {} per command", binary(bytes)));
    let cache = of.volatile_write_cache.map(|has| {
        match has {
            true => "volatile write cache",
            false => "no volatile write cache",
        }
        .into()
    });
    let namespaces = of.namespaces.filter(|many| *many > 1);
    let namespaces = namespaces.map(|many| format!("up to {many} namespaces"));
    let warning = of.warning_c.map(|celsius| format!("warns at {celsius} °C"));
    let critical = of
        .critical_c
        .map(|celsius| format!("critical at {celsius} °C"));
    let bounds = of.throttle_from_min_c.zip(of.throttle_from_max_c);
    let bounds = bounds.map(|(min, max)| format!("host may set throttling from {min} to {max} °C"));
    let all = [
        version, namespaces, transfer, cache, warning, critical, bounds,
    ];
    let all = all.into_iter().flatten().chain(sanitize(of.sanitize));
    listed(all, "; ")
}

fn sanitize(ways: SanitizeWays) -> Option<String> {
    let all = [
        (ways.block_erase, "block erase"),
        (ways.crypto_erase, "crypto erase"),
        (ways.overwrite, "overwrite"),
    ];
    let supported = all.into_iter().filter(|(supported, _)| *supported);
    let names: Vec<&str> = supported.map(|(_, name)| name).collect();
    (!names.is_empty()).then(|| format!("sanitize: {}", names.join(", ")))
}

/// `512 bytes; also 4096 bytes, which the drive rates faster`.
pub fn formats(all: &[LbaFormat]) -> String {
    let now = all.iter().find(|format| format.in_use);
    let now = now.map_or("not known".into(), format);
    let others = all.iter().filter(|format| !format.in_use).map(format);
    let mut others: Vec<String> = others.collect();
    others.dedup();
    match faster_format(all) {
        Some(faster) => format!("{now}; the drive rates {} faster", format(faster)),
        None if others.is_empty() => now,
        None => format!("{now} (others: {})", others.join(", ")),
    }
}

fn format(of: &LbaFormat) -> String {
    match of.metadata_bytes {
        0 => format!("{} bytes", of.bytes),
        metadata => format!("{} + {metadata} bytes", of.bytes),
    }
}

/// `64 MiB granted (prefers 64 MiB, needs 8 MiB)`.
pub fn buffer(of: HostBuffer) -> String {
    let wanted = format!(
        "prefers {}, needs {}",
        binary(of.preferred_bytes),
        binary(of.min_bytes)
    );
    match of.granted_bytes {
        None => wanted,
        Some(0) => format!("none granted ({wanted})"),
        Some(granted) => format!("{} granted ({wanted})", binary(granted)),
    }
}

/// `PS0 8.49 W; PS3 40 mW (asleep, wakes in 1.2 ms)`.
pub fn states(all: &[PowerState]) -> String {
    let state = |(number, state): (usize, &PowerState)| {
        let power = state.max_uw.map_or("power not reported".into(), watts);
        let idle = state.idle_uw.map(|uw| format!("idle {}", watts(uw)));
        let wakes = (state.exit_us > 0).then(|| match state.operational {
            true => format!("leaves in {}", time(state.exit_us)),
            false => format!("wakes in {}", time(state.exit_us)),
        });
        let asleep = (!state.operational).then(|| "asleep".to_string());
        let more = listed([asleep, idle, wakes].into_iter().flatten(), ", ");
        match more.is_empty() {
            true => format!("PS{number} {power}"),
            false => format!("PS{number} {power} ({more})"),
        }
    };
    listed(all.iter().enumerate().map(state), "; ")
}

/// `on: PS3 after 100 ms, PS4 after 2 s; the first I/O then waits up to 9.5 ms`.
pub fn apst(of: &Apst, states: &[PowerState]) -> String {
    if !of.enabled {
        return "off".into();
    }
    let steps = of.steps(states);
    if steps.is_empty() {
        return "on, without any transition".into();
    }
    let each = steps.iter();
    let each = each.map(|step| format!("PS{} after {}", step.to, time(step.idle_ms * 1000)));
    let on = format!("on: {}", listed(each, ", "));
    let exit_us = |number: u64| {
        let state = usize::try_from(number).ok().and_then(|at| states.get(at));
        state.map_or(0, |state| state.exit_us)
    };
    let longest = steps.iter().map(|step| exit_us(step.to)).max();
    match longest.filter(|us| *us > 0) {
        None => on,
        Some(us) => format!("{on}; the first I/O then waits up to {}", time(us)),
    }
}

fn listed(parts: impl Iterator<Item = String>, between: &str) -> String {
    parts.collect::<Vec<_>>().join(between)
}

/// `64 MiB`, `512 KiB`.
fn binary(bytes: u64) -> String {
    match bytes {
        0 => "0 MiB".into(),
        _ if bytes.is_multiple_of(1 << 20) => format!("{} MiB", bytes >> 20),
        _ => format!("{} KiB", bytes >> 10),
    }
}

/// `8.49 W`, `40 mW`, `3.5 mW`.
fn watts(microwatts: u64) -> String {
    match microwatts {
        1_000_000.. => format!("{} W", rounded(microwatts as f64 / 1e6)),
        _ => format!("{} mW", rounded(microwatts as f64 / 1e3)),
    }
}

/// `200 us`, `9.5 ms`, `2 s`.
fn time(microseconds: u64) -> String {
    match microseconds {
        1_000_000.. => format!("{} s", rounded(microseconds as f64 / 1e6)),
        1_000.. => format!("{} ms", rounded(microseconds as f64 / 1e3)),
        _ => format!("{microseconds} us"),
    }
}

/// With at most two places, and none that say nothing.
fn rounded(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcorners_block::Transition;

    fn state(operational: bool, max_uw: u64, exit_us: u64) -> PowerState {
        PowerState {
            operational,
            max_uw: Some(max_uw),
            exit_us,
            ..PowerState::default()
        }
    }

    #[test]
    fn rows_read_as_people_write_them() {
        let of = NvmeController {
            version: Some("1.3".into()),
            namespaces: Some(1),
            max_transfer_bytes: Some(512 << 10),
            volatile_write_cache: Some(true),
            warning_c: Some(84),
            critical_c: Some(88),
            throttle_from_min_c: Some(0),
            throttle_from_max_c: Some(84),
            sanitize: SanitizeWays {
                block_erase: true,
                crypto_erase: true,
                overwrite: false,
            },
        };
        assert_eq!(
            controller(&of),
            "version 1.3; up to 512 KiB per command; volatile write cache; warns at 84 °C; \
             critical at 88 °C; host may set throttling from 0 to 84 °C; sanitize: block erase, \
             crypto erase"
        );
        let all = [state(true, 8_490_000, 0), state(true, 4_480_000, 200)];
        let asleep = [state(false, 40_000, 1200), state(false, 5_000, 9500)];
        let all = [&all[..], &asleep].concat();
        assert_eq!(
            states(&all),
            "PS0 8.49 W; PS1 4.48 W (leaves in 200 us); PS2 40 mW (asleep, wakes in 1.2 ms); PS3 \
             5 mW (asleep, wakes in 9.5 ms)"
        );
        let step = |from, to, idle_ms| Transition { from, to, idle_ms };
        let on = Apst {
            enabled: true,
            transitions: vec![step(0, 2, 100), step(1, 2, 100), step(2, 3, 2000)],
        };
        assert_eq!(
            apst(&on, &all),
            "on: PS2 after 100 ms, PS3 after 2 s; the first I/O then waits up to 9.5 ms"
        );
        assert_eq!(apst(&Apst::default(), &all), "off");
        let memory = |granted_bytes| HostBuffer {
            preferred_bytes: 64 << 20,
            min_bytes: 8 << 20,
            granted_bytes,
        };
        let granted = buffer(memory(Some(64 << 20)));
        assert_eq!(granted, "64 MiB granted (prefers 64 MiB, needs 8 MiB)");
        assert!(buffer(memory(Some(0))).starts_with("none granted"));
    }

    #[test]
    fn block_format_says_whether_another_is_faster() {
        let format = |number, bytes, relative_performance| LbaFormat {
            number,
            bytes,
            metadata_bytes: 0,
            relative_performance,
            in_use: number == 0,
        };
        let slow = [format(0, 512, 2), format(1, 4096, 0)];
        assert_eq!(
            formats(&slow),
            "512 bytes; the drive rates 4096 bytes faster"
        );
        let equal = [format(0, 512, 0), format(1, 4096, 0)];
        assert_eq!(formats(&equal), "512 bytes (others: 4096 bytes)");
        assert_eq!(formats(&equal[..1]), "512 bytes");
    }
}
