//! What a job's section asks for, with what stands in [global]; and what is wrong or otherwise with
//! it.

use crate::dialect::{Given, Problem, Section};
use crate::number::{self, Size};
use crate::options::{self, Meaning};
use std::collections::BTreeMap;
use std::num::NonZeroU64;

/// Of a value with a variable.
const VARIABLES: &str = "variables are not replaced here; write the value itself, such as a whole \
    number, in place of the variable";

fn is_known(given: &Given) -> bool {
    options::meaning(&given.name).is_some()
}

pub(crate) struct Settings<'a> {
    job: &'a str,
    line: usize,
    given: BTreeMap<&'a str, &'a Given>,
    kb_base: u64,
    /// Bytes of the drive, where they are known.
    capacity: Option<u64>,
    /// What cannot be run.
    pub problems: Vec<Problem>,
    /// What is done otherwise than fio does it.
    pub notes: Vec<String>,
}

impl<'a> Settings<'a> {
    /// Of a job on a drive of so many bytes, after the sections whose options are every job's.
    /// Later lines hold.
    pub fn new(global: &[&'a Section], job: &'a Section, capacity: Option<u64>) -> Self {
        let sections = global.iter().copied().chain([job]);
        let all = sections.flat_map(|section| &section.options);
        let mut settings = Self {
            job: &job.name,
            line: job.line,
            given: all
                .map(|given| (options::canonical(&given.name), given))
                .collect(),
            kb_base: 1024,
            capacity,
            problems: Vec::new(),
            notes: Vec::new(),
        };
        settings.look_at_each();
        let kb_base = settings.read("kb_base", |text| match text {
            "1000" => Ok(1000),
            "1024" => Ok(1024),
            _ => Err("expected 1000 or 1024".into()),
        });
        settings.kb_base = kb_base.unwrap_or(1024);
        settings
    }

    /// Options that are not known, or that nothing here does.
    fn look_at_each(&mut self) {
        let mut refused = Vec::new();
        let is_a_job = self.given.values().any(|given| is_known(given));
        for (name, given) in &self.given {
            let sentence = match options::meaning(&given.name) {
                Some(Meaning::Ignored) => continue,
                Some(Meaning::Workload) if given.has_variable() => VARIABLES.into(),
                Some(Meaning::Workload) => continue,
                Some(Meaning::Only(values, _))
                    if values.iter().any(|value| number::is(&given.value, value)) =>
                {
                    continue;
                }
                Some(Meaning::Only(_, sentence) | Meaning::Unsupported(sentence)) => {
                    sentence.into()
                }
                None => {
                    let near = match options::like(&given.name).as_slice() {
                        [] => String::new(),
                        near => format!(" (the nearest known options: {})", near.join(", ")),
                    };
                    format!(
                        "this option is not supported here{near}; remove the line if the workload \
                         is the same without it"
                    )
                }
            };
            refused.push((*name, sentence, given.line));
        }
        for (name, sentence, line) in refused {
            match is_a_job {
                true => self.wrong(name, &sentence),
                // It may be any file, which may hold secrets.
                false => self.problems.push(Problem { line, sentence }),
            }
        }
    }

    /// Notes a problem with an option, or with the job where that is not given.
    pub fn wrong(&mut self, name: &str, sentence: &str) {
        self.problems.push(match self.given.get(name) {
            Some(given) => {
                let sentence = if given.has_variable() {
                    VARIABLES
                } else {
                    sentence
                };
                Problem {
                    line: given.line,
                    sentence: format!("{}={}: {sentence}", given.name, given.value),
                }
            }
            None => Problem {
                line: self.line,
                sentence: format!("job '{}': {sentence}", self.job),
            },
        });
    }

    /// Notes what is done otherwise than fio does it.
    pub fn note(&mut self, sentence: &str) {
        self.notes.push(format!("job '{}': {sentence}", self.job));
    }

    /// The job's name.
    pub fn job(&self) -> &'a str {
        self.job
    }

    /// An option as it stands.
    pub fn text(&self, name: &str) -> Option<&'a str> {
        self.given.get(name).map(|given| given.value.as_str())
    }

    /// Whether an option stands here, and is not 0.
    pub fn is_given(&self, name: &str) -> bool {
        self.text(name).is_some_and(|text| !number::is_zero(text))
    }

    /// An option that is on or off.
    pub fn flag(&mut self, name: &str, default: bool) -> bool {
        let read = |text: &str| match text {
            text if number::is(text, "0") => Ok(false),
            text if number::is(text, "1") => Ok(true),
            _ => Err("expected 0 or 1".into()),
        };
        self.read(name, read).unwrap_or(default)
    }

    /// An option's value; none if it is not given, or is wrong.
    pub fn read<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Option<T> {
        match read(self.text(name)?) {
            Ok(value) => Some(value),
            Err(sentence) => {
                self.wrong(name, &sentence);
                None
            }
        }
    }

    /// A size as it would be read; none if it is not given, or is wrong, which nobody is told of
    /// here.
    pub fn quiet_size(&self, name: &str) -> Option<Size> {
        number::size(self.text(name)?, self.kb_base).ok()
    }

    /// Bytes of the drive, where they are known.
    pub fn capacity(&self) -> Option<u64> {
        self.capacity
    }

    /// A size in bytes; none: a share of a drive whose size is not known.
    pub fn of_drive(&self, size: Size) -> Option<u64> {
        match size {
            Size::Bytes(bytes) => Some(bytes),
            Size::Percent(percent) => {
                let share = u128::from(self.capacity?) * u128::from(percent) / 100;
                Some(share as u64)
            }
        }
    }

    /// A whole number of at least 1.
    pub fn count(&mut self, name: &str) -> Option<NonZeroU64> {
        let kb_base = self.kb_base;
        self.read(name, |text| {
            let number = number::bytes(text, kb_base)?;
            let number = NonZeroU64::new(number);
            number.ok_or_else(|| "expected a whole number of at least 1".into())
        })
    }

    /// What k stands for.
    pub fn kb_base(&self) -> u64 {
        self.kb_base
    }

    /// A size in bytes.
    pub fn bytes(&mut self, name: &str) -> Option<u64> {
        let kb_base = self.kb_base;
        self.read(name, |text| number::bytes(text, kb_base))
    }

    /// A size, or a share of the drive.
    pub fn size(&mut self, name: &str) -> Option<Size> {
        let kb_base = self.kb_base;
        self.read(name, |text| number::size(text, kb_base))
    }
}
