//! `doctor`: what this host can measure, and what would spoil it.

use crate::end::End;
use crate::options::Doctor;
use crate::refusal::Refusal;
use crate::{output, wording};
use fourcorners_lab as lab;
use fourcorners_report::wording::host;
use lab::{Diagnosis, Finding, Level};

pub fn doctor(options: &Doctor, json: bool) -> Result<End, Refusal> {
    let diagnosis = lab::doctor(&options.devices, &options.out, |error| {
        let message = wording::of_open(error);
        (message.error, message.hint)
    })?;
    if json {
        output::print_json(&diagnosis)?;
    } else {
        output::print(&text(&diagnosis))?;
    }
    Ok(match diagnosis.worst {
        Level::Fine => End::Done,
        Level::MaySpoil | Level::Prevents => End::Failed,
    })
}

fn text(diagnosis: &Diagnosis) -> String {
    let mut parts = vec![findings("this host", &diagnosis.host)];
    let (named, others): (Vec<_>, Vec<_>) = diagnosis.devices.iter().partition(|one| one.named);
    for device in named {
        let title = format!("{} {}", device.device.display(), device.model);
        parts.push(findings(title.trim(), &device.findings));
    }
    if !others.is_empty() {
        let rows = others.iter().map(|device| {
            let spoils = device.findings.iter();
            let spoils = spoils.filter(|one| one.level == Level::MaySpoil);
            let spoils: Vec<String> = spoils.map(subject).collect();
            vec![
                device.device.display().to_string(),
                device.model.clone(),
                format!("{:.1} GB", device.capacity_bytes as f64 / 1e9),
                match &device.refused {
                    Some(why) => why.clone(),
                    None => "if named in --destroy".into(),
                },
                spoils.join(", "),
            ]
        });
        let header = ["disk", "model", "size", "may be overwritten?", "may spoil"];
        let hint = "fourcorners doctor DEVICE gives details of one device and how each was \
                    determined.";
        parts.push(format!(
            "{}\n\n{hint}",
            output::table(&header, rows.collect())
        ));
    }
    parts.push(verdict(diagnosis));
    parts.join("\n\n")
}

/// What is wrong comes first, with how it is known; what is fine needs no explanation.
fn findings(title: &str, findings: &[Finding]) -> String {
    let mut sorted: Vec<&Finding> = findings.iter().collect();
    sorted.sort_by_key(|one| std::cmp::Reverse(one.level));
    let rows = sorted.into_iter().map(|one| {
        let found = match one.level {
            Level::Fine => one.found.clone(),
            _ => format!("{} [{}]", one.found, one.known_by),
        };
        vec![
            word(one.level).into(),
            subject(one),
            found,
            one.remedy.clone(),
        ]
    });
    let header = ["", title, "found [known by]", "remedy"];
    output::table(&header, rows.collect())
}

fn subject(finding: &Finding) -> String {
    host::subject(&finding.about.id()).into()
}

fn word(level: Level) -> &'static str {
    match level {
        Level::Fine => "fine",
        Level::MaySpoil => "may spoil",
        Level::Prevents => "prevents",
    }
}

fn verdict(diagnosis: &Diagnosis) -> String {
    match diagnosis.worst {
        Level::Fine => "Nothing found that would spoil a measurement.",
        Level::MaySpoil => "Some of this may spoil a measurement.",
        Level::Prevents => "Something prevents measuring.",
    }
    .into()
}
