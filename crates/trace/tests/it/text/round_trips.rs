//! What a form can hold comes back, from records and from text.

use super::bed::{Trace, read, write};
use super::records::at_few_places;
use fourcorners_block::{Bytes, DataClass, Nanos};
use fourcorners_trace::form::text::detect;
use fourcorners_trace::{About, Op, Predecessor, Record, TextForm};
use proptest::prelude::*;
use std::num::NonZeroU32;

const SECOND_NS: u64 = 1_000_000_000;

/// What of a record each form can hold.
struct Holds {
    unit_ns: u64,
    has_calendar: bool,
    only_reads_and_writes: bool,
    offset_unit_bytes: u64,
    length_unit_bytes: u64,
    names: &'static [&'static str],
}

fn holds(form: TextForm) -> Holds {
    let plain = Holds {
        unit_ns: 1,
        has_calendar: false,
        only_reads_and_writes: true,
        offset_unit_bytes: 512,
        length_unit_bytes: 512,
        names: &["0", "17", "4294967296"],
    };
    match form {
        TextForm::IologV2 | TextForm::IologV3 => Holds {
            unit_ns: 1000,
            only_reads_and_writes: false,
            offset_unit_bytes: 1,
            length_unit_bytes: 1,
            names: &["/dev/sda", "/tmp/a,b", "x"],
            ..plain
        },
        TextForm::Blkparse => Holds {
            only_reads_and_writes: false,
            names: &["8,0", "259,1023", "7,12"],
            ..plain
        },
        TextForm::Msr => Holds {
            unit_ns: 100,
            has_calendar: true,
            offset_unit_bytes: 1,
            length_unit_bytes: 1,
            names: &["hm_0", "src_1_2", "usr_0"],
            ..plain
        },
        TextForm::Alibaba => Holds {
            unit_ns: 1000,
            has_calendar: true,
            offset_unit_bytes: 1,
            length_unit_bytes: 1,
            ..plain
        },
        TextForm::Tencent => Holds {
            unit_ns: SECOND_NS,
            has_calendar: true,
            ..plain
        },
        TextForm::Systor => Holds {
            has_calendar: true,
            offset_unit_bytes: 1,
            length_unit_bytes: 1,
            ..plain
        },
        TextForm::Spc => Holds {
            length_unit_bytes: 1,
            ..plain
        },
        TextForm::DiskSim | TextForm::Mqsim => plain,
        TextForm::Csv => Holds {
            only_reads_and_writes: false,
            offset_unit_bytes: 1,
            length_unit_bytes: 1,
            names: &["", " a,\"b\"\r\n c", "plain name"],
            ..plain
        },
    }
}

prop_compose! {
    /// Any numbers and words that a record could be made of.
    fn raw_record()(
        issued in 0..1_u64 << 24,
        took in proptest::option::of(0..1_u64 << 40),
        op in 0..4_usize,
        offset in 0..1_u64 << 31,
        length in 1..1_u64 << 22,
        stream in 0..3_u32,
        flags in any::<u32>(),
        after in proptest::option::of((1..=u32::MAX, any::<u64>())),
        data in proptest::option::of(0..=1000_u16),
        text in proptest::option::of("[ -~]{0,12}|[a-z\",\n\ré ]{0,6}"),
    ) -> (Record, u32, Option<String>) {
        let record = Record {
            issued: Nanos(issued),
            took: took.map(Nanos),
            op: [Op::Read, Op::Write, Op::Trim, Op::Flush][op],
            offset: Bytes(offset),
            bytes: Bytes(length),
            stream,
            after: after.map(|(back, think)| Predecessor {
                back: NonZeroU32::new(back).unwrap(),
                think: Nanos(think),
            }),
            data: data.map(|ratio| match ratio {
                0 => DataClass::Zero,
                1 => DataClass::FullRandom,
                2 => DataClass::OneBuffer,
                3 => DataClass::Repeating,
                _ => DataClass::Ratio(ratio),
            }),
            rest: None,
        };
        (record, flags, text)
    }
}

/// The same, without what the form cannot hold.
fn fitting(form: TextForm, raw: Vec<(Record, u32, Option<String>)>) -> Trace {
    let holds = holds(form);
    let mut records: Vec<_> = raw
        .into_iter()
        .map(|(mut record, flags, text)| {
            record.issued.0 *= holds.unit_ns;
            if holds.only_reads_and_writes && matches!(record.op, Op::Trim | Op::Flush) {
                record.op = Op::Write;
            }
            record.offset.0 *= holds.offset_unit_bytes;
            record.bytes.0 *= holds.length_unit_bytes;
            if record.op == Op::Flush {
                record.offset.0 = 0;
                record.bytes.0 = 0;
            }
            if form != TextForm::Csv {
                record.after = None;
                record.data = None;
            }
            record.took = match form {
                TextForm::Msr => Some(Nanos(record.took.map_or(0, |took| took.0 / 100 * 100))),
                TextForm::Blkparse | TextForm::Systor | TextForm::Csv => record.took,
                _ => None,
            };
            record.rest = rest(form, &record, flags, text).map(Into::into);
            record
        })
        .collect();
    match form {
        // Waits go forward only.
        TextForm::IologV2 => records.sort_by_key(|record| record.issued),
        // Events are put in the order of time.
        TextForm::Blkparse => {
            records.sort_by_key(|record| record.issued);
            at_few_places(&mut records);
        }
        _ => {}
    }
    Trace {
        about: About {
            form: form.name().into(),
            origin_unix_ns: holds
                .has_calendar
                .then_some(1_577_808_000 * i128::from(SECOND_NS)),
            ..About::default()
        },
        streams: holds.names.iter().map(|name| (*name).to_owned()).collect(),
        records,
        skipped: 0,
    }
}

fn rest(form: TextForm, record: &Record, flags: u32, text: Option<String>) -> Option<String> {
    let line = |text: String| text.replace(['\n', '\r'], " ");
    match form {
        TextForm::Csv => text,
        TextForm::Spc => text.map(|text| format!("spc:{}", line(text))),
        TextForm::DiskSim => (flags > 1).then(|| format!("disksim:{:x}", flags & !1)),
        TextForm::Systor => {
            (record.op == Op::Read && flags & 1 == 0).then(|| "systor:blank".to_owned())
        }
        TextForm::IologV2 | TextForm::IologV3 => (record.op == Op::Flush && flags & 1 == 0)
            .then(|| format!("iolog:datasync {flags} 4096")),
        TextForm::Blkparse => {
            let letter = match record.op {
                Op::Read => "RSM",
                Op::Write => "FWS",
                Op::Trim => "DS",
                Op::Flush => "FN",
            };
            let error = if record.took.is_some() && flags & 1 == 0 {
                -5
            } else {
                0
            };
            let process = line(text.unwrap_or_default());
            Some(format!(
                "blkparse:{error} {} {flags} {letter} {process}",
                flags & 7
            ))
        }
        _ => None,
    }
}

fn comes_back(form: TextForm, raw: Vec<(Record, u32, Option<String>)>) {
    let trace = fitting(form, raw);
    let text = write(form, &trace);
    let again = read(form, &text);
    assert_eq!(again.absolute(), trace.absolute());
    assert_eq!(again.about.form, form.name());
    assert_eq!(
        String::from_utf8_lossy(&write(form, &again)),
        String::from_utf8_lossy(&text)
    );
    if !trace.records.is_empty() {
        assert_eq!(detect(&text), [form], "{}", String::from_utf8_lossy(&text));
    }
    // By way of the table that holds everything.
    let table = read(TextForm::Csv, &write(TextForm::Csv, &again));
    let back = Trace {
        about: again.about.clone(),
        ..table
    };
    assert_eq!(back.absolute(), again.absolute());
    assert_eq!(write(form, &back), text);
}

macro_rules! does_it_come_back {
    ($($name:ident: $form:ident,)*) => {
        proptest! {
            #![proptest_config(ProptestConfig::with_cases(200))]
            $(
                #[test]
                fn $name(raw in proptest::collection::vec(raw_record(), 0..40)) {
                    comes_back(TextForm::$form, raw);
                }
            )*
        }
    };
}

does_it_come_back! {
    does_what_iolog_v2_holds_come_back: IologV2,
    does_what_iolog_v3_holds_come_back: IologV3,
    does_what_blkparse_holds_come_back: Blkparse,
    does_what_msr_holds_come_back: Msr,
    does_what_alibaba_holds_come_back: Alibaba,
    does_what_tencent_holds_come_back: Tencent,
    does_what_spc_holds_come_back: Spc,
    does_what_systor_holds_come_back: Systor,
    does_what_disksim_holds_come_back: DiskSim,
    does_what_mqsim_holds_come_back: Mqsim,
    does_what_csv_holds_come_back: Csv,
}
