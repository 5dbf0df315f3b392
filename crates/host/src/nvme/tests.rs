//! Drives as they were recorded (see recorded/README.md), and as none should answer.

use super::*;
use crate::test_tools::recorded;
use fourcorners_block::{LbaFormat, Seed, Transition};
use serde_json::json;

const SN730: &str = include_str!("recorded/sn730-id-ctrl.json");
const EXAMPLE: &str = include_str!("recorded/example-id-ctrl.json");
const NM790_APST: &str = include_str!("recorded/nm790-apst.txt");
const HOST_BUFFER: &str = "get-feature:0x0d (Host Memory Buffer), Current value:0x00000001\n\
    \tMemory Return       (MR): False\n\tEnable Host Memory (EHM): True\n\
    \tHost Memory Descriptor List Entry Count (HMDLEC): 16\n\
    \tHost Memory Buffer Size                  (HSIZE): 16384\n";

fn controller(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

fn read(controller_: &str) -> Nvme {
    Printed {
        controller: controller(controller_),
        ..Printed::default()
    }
    .read()
}

#[test]
fn sn730_by_nvme_cli_1_is_understood() {
    let nvme = read(SN730);
    let of = &nvme.controller;
    assert_eq!(of.version.as_deref(), Some("1.3"));
    assert_eq!(of.namespaces, Some(1));
    assert_eq!(of.max_transfer_bytes, Some(512 << 10));
    assert_eq!(of.volatile_write_cache, Some(true));
    assert_eq!((of.warning_c, of.critical_c), (Some(84), Some(88)));
    let bounds = (of.throttle_from_min_c, of.throttle_from_max_c);
    assert_eq!(bounds, (Some(0), Some(84)));
    let sanitize = of.sanitize;
    assert!(sanitize.block_erase && sanitize.crypto_erase && !sanitize.overwrite);
    assert_eq!(nvme.host_buffer, None, "it has DRAM");
    let states: Vec<_> = nvme
        .power_states
        .iter()
        .map(|state| (state.operational, state.max_uw, state.exit_us))
        .collect();
    assert_eq!(
        states,
        [
            (true, Some(5_000_000), 0),
            (true, Some(3_500_000), 0),
            (true, Some(3_000_000), 0),
            (false, Some(70_000), 10_000),
            (false, Some(3_500), 40_000),
        ]
    );
    assert_eq!(nvme.power_states[0].idle_uw, None, "not reported");
}

#[test]
fn drive_by_nvme_cli_2_is_understood() {
    let nvme = Printed {
        host_buffer: Some(HOST_BUFFER.into()),
        controller: controller(EXAMPLE),
        ..Printed::default()
    }
    .read();
    let buffer = nvme.host_buffer.expect("it wants one");
    assert_eq!(
        (buffer.preferred_bytes, buffer.min_bytes),
        (64 << 20, 8 << 20)
    );
    assert_eq!(buffer.granted_bytes, Some(64 << 20));
    assert!(nvme.controller.sanitize.block_erase, "in hexadecimal");
    let states = nvme.power_states;
    assert_eq!(states[0].idle_uw, Some(5_060_000));
    assert_eq!(states[0].active_uw, Some(8_490_000));
    assert_eq!(states[4].max_uw, Some(5_000));
    assert!(states[2].operational && !states[3].operational);
}

#[test]
fn host_buffer_that_is_off_is_none_granted() {
    let off = "get-feature:0x0d (Host Memory Buffer), Current value:00000000\n";
    assert_eq!(feature::host_buffer_bytes(off), Some(0));
    assert_eq!(feature::host_buffer_bytes("value: what"), None);
}

#[test]
fn idle_transitions_are_understood() {
    let apst = feature::apst(NM790_APST).expect("understood");
    assert!(apst.enabled);
    assert_eq!(apst.transitions.len(), 4);
    let states = read(EXAMPLE).power_states;
    let steps = apst.steps(&states);
    let step = |from, to, idle_ms| Transition { from, to, idle_ms };
    assert_eq!(steps, [step(0, 3, 100), step(3, 4, 2000)]);
    let off = NM790_APST.replace("Current value:0x00000001", "Current value:00000000");
    assert!(!feature::apst(&off).expect("understood").enabled);
}

#[test]
fn block_formats_say_which_is_in_use_and_which_is_rated_faster() {
    let namespace = json!({"nsze": 1, "flbas": 0, "lbafs": [
        {"ms": 0, "ds": 9, "rp": 2}, {"ms": 8, "ds": 12, "rp": 0}, {"ms": 0, "ds": 12, "rp": 1}]});
    let nvme = Printed {
        namespace: Some(namespace.clone()),
        ..Printed::default()
    }
    .read();
    let now = nvme.format().expect("one is in use");
    assert_eq!((now.bytes, now.relative_performance), (512, 2));
    let faster = nvme
        .faster_format()
        .map(|format| (format.number, format.bytes));
    assert_eq!(faster, Some((2, 4096)), "not the one with metadata");
    // The upper part of the number stands in bits 5 and 6.
    let mut many = namespace;
    many["lbafs"] = (0..20)
        .map(|_| json!({"ms": 0, "ds": 9, "rp": 0}))
        .collect();
    many["flbas"] = json!(0b010_0010);
    let formats = namespace::formats(&many);
    let in_use: Vec<u64> = formats
        .iter()
        .filter(|format| format.in_use)
        .map(|format: &LbaFormat| format.number)
        .collect();
    assert_eq!(in_use, [18]);
}

#[test]
fn drive_is_asked_only_for_what_it_can_have() {
    let script = |identity: &str| {
        format!(
            "echo \"$*\" >> \"$0.asked\"\ncase $1 in id-ctrl) cat <<'END'\n{identity}\nEND\n;; \
             id-ns) echo '{{\"flbas\":0,\"lbafs\":[{{\"ms\":0,\"ds\":9,\"rp\":0}}]}}';; \
             get-feature) cat <<'END'\n{NM790_APST}\nEND\n;; esac"
        )
    };
    let asked = |identity: &str| {
        let folder = recorded(&[("nvme", &script(identity))]);
        let nvme = ask(&Tools::in_folder(folder.path()), "/dev/nvme9n1").expect("told");
        let asked = std::fs::read_to_string(folder.path().join("nvme.asked"));
        (nvme, asked.expect("asked"))
    };
    let (nvme, words) = asked(SN730);
    assert_eq!(nvme.format().map(|format| format.bytes), Some(512));
    assert!(nvme.apst.is_some_and(|apst| apst.enabled));
    assert!(!words.contains("0x0d"), "it wants no memory: {words}");
    let (_, words) = asked(r#"{"mn":"old"}"#);
    assert!(!words.contains("get-feature"), "{words}");
}

#[test]
fn drive_that_does_not_answer_is_a_sentence() {
    for (script, word) in [
        ("echo 'Permission denied' >&2; exit 13", "Permission denied"),
        ("echo hello", "did not print JSON"),
        ("echo '[1]'", "did not print JSON"),
    ] {
        let folder = recorded(&[("nvme", script)]);
        let error = ask(&Tools::in_folder(folder.path()), "/dev/nvme9n1").expect_err(word);
        assert!(error.contains(word), "{error}");
    }
}

/// Any value in any place of an answer: a wrong type, a number beyond all bounds, nothing.
#[test]
fn hostile_answers_are_read_without_harm() {
    let values = [
        json!(null),
        json!(u64::MAX),
        json!(-1),
        json!(1e300),
        json!(f64::MAX),
        json!("0xffffffffffffffff"),
        json!("0x"),
        json!("99999999999999999999999999"),
        json!(true),
        json!([[], {}]),
        json!({"hi": u64::MAX, "lo": u64::MAX}),
        json!([{"ds": 63, "ms": u64::MAX, "rp": u64::MAX}, 7, {"max_power": u64::MAX}]),
    ];
    let namespace = json!({"flbas": 0, "lbafs": [{"ms": 0, "ds": 9, "rp": 0, "in_use": 1}]});
    let mut random = Seed(25).generator();
    let mut any = |most: usize| random.below(most as u64) as usize;
    for _ in 0..3000 {
        let mut all = controller(if any(2) == 0 { SN730 } else { EXAMPLE });
        let mut formats = namespace.clone();
        for _ in 0..=any(4) {
            spoil(&mut all, &values, &mut any);
            spoil(&mut formats, &values, &mut any);
        }
        let nvme = Printed {
            controller: all,
            namespace: Some(formats),
            apst: Some(NM790_APST.replace("100", &"9".repeat(any(40)))),
            host_buffer: Some(HOST_BUFFER.replace("16384", &"9".repeat(any(40)))),
        }
        .read();
        assert!(nvme.power_states.len() <= 32 && nvme.formats.len() <= 64);
        let warm = [nvme.controller.warning_c, nvme.controller.critical_c];
        assert!(warm.into_iter().flatten().all(|celsius| celsius < 1000));
        if let Some(apst) = nvme.apst {
            assert!(apst.steps(&nvme.power_states).len() <= 32);
        }
    }
}

/// Puts one of the values somewhere into an answer, or takes something out.
fn spoil(answer: &mut Value, values: &[Value], any: &mut impl FnMut(usize) -> usize) {
    let inner: Vec<&mut Value> = match &mut *answer {
        Value::Object(object) => object.values_mut().collect(),
        Value::Array(list) => list.iter_mut().collect(),
        _ => Vec::new(),
    };
    let many = inner.len();
    match inner.into_iter().nth(any(many.max(1))) {
        Some(one) if any(4) > 0 => spoil(one, values, any),
        _ => *answer = values[any(values.len())].clone(),
    }
}
