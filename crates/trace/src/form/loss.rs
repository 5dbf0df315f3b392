//! What a form does not hold of the records that are written in it.

use super::{Form, TextForm};
use crate::{About, Record};
use std::fmt;

/// What a form holds of a record beyond operation, place, size and stream.
#[derive(Clone, Copy)]
struct Holds {
    /// The finest time that it tells apart, in ns.
    unit_ns: u64,
    took: bool,
    /// When the recording began.
    calendar: bool,
    after: bool,
    data: bool,
    /// What the `rest` begins with that it writes; empty: any.
    rest: &'static [&'static str],
}

/// As `docs/formats.md` tells of each.
fn holds(form: Form) -> Holds {
    let least = Holds {
        unit_ns: 1,
        took: false,
        calendar: false,
        after: false,
        data: false,
        rest: &[],
    };
    let of_calendar = |unit_ns| Holds {
        unit_ns,
        calendar: true,
        ..least
    };
    let text = match form {
        Form::Own => {
            return Holds {
                took: true,
                calendar: true,
                after: true,
                data: true,
                rest: &[""],
                ..least
            };
        }
        Form::Blktrace => {
            return Holds {
                took: true,
                calendar: true,
                rest: &["blkparse:"],
                ..least
            };
        }
        Form::Text(text) => text,
    };
    match text {
        TextForm::IologV2 | TextForm::IologV3 => Holds {
            unit_ns: 1000,
            rest: &["iolog:"],
            ..least
        },
        TextForm::Blkparse => Holds {
            took: true,
            rest: &["blkparse:"],
            ..least
        },
        TextForm::Msr => Holds {
            took: true,
            ..of_calendar(100)
        },
        TextForm::Alibaba => of_calendar(1000),
        TextForm::Tencent => of_calendar(1_000_000_000),
        TextForm::Spc => Holds {
            rest: &["spc:"],
            ..least
        },
        TextForm::Systor => Holds {
            took: true,
            rest: &["systor:"],
            ..of_calendar(1)
        },
        TextForm::DiskSim => Holds {
            rest: &["disksim:"],
            ..least
        },
        TextForm::Mqsim => least,
        TextForm::Csv => Holds {
            took: true,
            after: true,
            data: true,
            rest: &[""],
            ..least
        },
    }
}

/// Counts it, of the records that were there.
pub struct Loss {
    form: Form,
    holds: Holds,
    /// The recording's start, by the unit.
    start_ns: u64,
    calendar: bool,
    took: u64,
    finer: u64,
    after: u64,
    data: u64,
    rest: u64,
}

impl Loss {
    /// Of a trace that says this of itself, written in that form.
    pub fn new(form: Form, about: &About) -> Self {
        let holds = holds(form);
        let unit_ns = i128::from(holds.unit_ns);
        let start_ns = about.origin_unix_ns.unwrap_or(0).rem_euclid(unit_ns);
        Self {
            form,
            holds,
            start_ns: start_ns as u64,
            calendar: about.origin_unix_ns.is_some() && !holds.calendar,
            took: 0,
            finer: 0,
            after: 0,
            data: 0,
            rest: 0,
        }
    }

    /// Takes notice of records that are written.
    pub fn see(&mut self, records: &[Record]) {
        let Holds { unit_ns, .. } = self.holds;
        for record in records {
            let issued = (record.issued.0 % unit_ns + self.start_ns) % unit_ns;
            let took = record.took.filter(|_| self.holds.took);
            let finer = issued != 0 || took.is_some_and(|took| took.0 % unit_ns != 0);
            let kept = |rest: &str| self.holds.rest.iter().any(|begin| rest.starts_with(begin));
            self.finer += u64::from(finer);
            self.took += u64::from(record.took.is_some() && !self.holds.took);
            self.after += u64::from(record.after.is_some() && !self.holds.after);
            self.data += u64::from(record.data.is_some() && !self.holds.data);
            self.rest += u64::from(record.rest.as_ref().is_some_and(|rest| !kept(rest)));
        }
    }

    /// What was lost, as a sentence for people; `None`: nothing.
    pub fn sentence(&self) -> Option<String> {
        let lost = self.to_string();
        let kept_by = match self.kept_by() {
            [_] => "the Four Corners format (.fct) does",
            _ => "the Four Corners format (.fct) and csv do",
        };
        (!lost.is_empty())
            .then(|| format!("the format {} does not store {lost}; {kept_by}", self.form))
    }

    /// Forms that hold what was lost.
    pub fn kept_by(&self) -> &'static [Form] {
        match self.calendar {
            true => &[Form::Own],
            false => &[Form::Own, Form::Text(TextForm::Csv)],
        }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = match self.holds.unit_ns {
            1_000_000_000 => "times finer than 1 s",
            1000 => "times finer than 1 us",
            _ => "times finer than 100 ns",
        };
        let counted = [
            (self.took, "completion times"),
            (self.after, "dependencies between I/Os"),
            (self.data, "the class of the data written"),
            (self.finer, unit),
            (self.rest, "extra fields of other formats"),
        ];
        let counted = counted.into_iter().filter(|(records, _)| *records > 0);
        let mut parts: Vec<String> = counted
            .map(|(records, what)| {
                let records = if records == 1 {
                    "1 record".into()
                } else {
                    format!("{records} records")
                };
                format!("{what} (present in {records})")
            })
            .collect();
        if self.calendar {
            parts.push("the start time of the recording".into());
        }
        f.write_str(&parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Op, Predecessor};
    use fourcorners_block::{Bytes, DataClass, Nanos};
    use std::num::NonZeroU32;

    fn plain() -> Record {
        Record {
            issued: Nanos(1_000_000_000),
            took: None,
            op: Op::Read,
            offset: Bytes(0),
            bytes: Bytes(512),
            stream: 0,
            after: None,
            data: None,
            rest: None,
        }
    }

    /// The story: csv was told to lose the start time, "which .fct and csv store".
    #[test]
    fn formats_that_are_named_lose_nothing_of_what_is_lost() {
        let back = NonZeroU32::MIN;
        let think = Nanos(1);
        let records = [
            plain(),
            Record {
                issued: Nanos(1),
                ..plain()
            },
            Record {
                took: Some(Nanos(7)),
                ..plain()
            },
            Record {
                after: Some(Predecessor { back, think }),
                ..plain()
            },
            Record {
                data: Some(DataClass::Zero),
                ..plain()
            },
            Record {
                rest: Some("other:1".into()),
                ..plain()
            },
        ];
        for origin_unix_ns in [None, Some(0), Some(123_456_789)] {
            let about = About {
                origin_unix_ns,
                ..About::default()
            };
            for record in &records {
                let loss = |form| {
                    let mut loss = Loss::new(form, &about);
                    loss.see(std::slice::from_ref(record));
                    loss
                };
                for form in Form::all() {
                    let lost = loss(form);
                    if lost.sentence().is_none() {
                        continue;
                    }
                    assert!(!lost.kept_by().contains(&form), "{form}");
                    for keeps in lost.kept_by() {
                        let sentence = loss(*keeps).sentence();
                        assert_eq!(sentence, None, "{form} {record:?}");
                    }
                }
            }
        }
    }
}
