//! docs/accuracy.md: how near the simulated drives come, and how well predictions do apart from
//! fits.

use super::Checked;
use super::row::Row;
use crate::published::{Class, Kind};
use std::fmt::Write as _;

/// The whole document.
pub fn markdown(checked: &Checked) -> String {
    let mut text = String::new();
    // Writing to a text does not fail.
    let _ = write(&mut text, checked);
    text
}

fn write(text: &mut String, checked: &Checked) -> std::fmt::Result {
    let summary = &checked.summary;
    writeln!(
        text,
        "# Published beside simulated\n\nMade by `fourcorners check --markdown docs/accuracy.md`; \
         not written by hand. What holds, and what \
         fitted and predicted mean, is said in [METHODOLOGY](../METHODOLOGY.md). MB is 10^6 bytes, \
         MiB 2^20.\n\n\
         | figures | hold | of | share |\n|---|---|---|---|"
    )?;
    for (name, share) in summary.shares() {
        writeln!(
            text,
            "| {name} | {} | {} | {:.0} % |",
            share.hold,
            share.of,
            share.percent()
        )?;
    }
    writeln!(
        text,
        "\n## Families\n\nDrives of a family share all numbers of controller, firmware and \
         NAND.\n\n\
         | family | fitted parameters | fitted to figures | fitted hold | predicted hold \
         |\n|---|---|---|---|---|"
    )?;
    for family in &summary.families {
        writeln!(
            text,
            "| {} | {} | {} | {} | {} |",
            family.root,
            family.fitted_parameters,
            family.fitted_figures,
            family.fitted,
            family.predicted
        )?;
    }
    for (title, document) in [("The five articles", true), ("Other sources", false)] {
        writeln!(
            text,
            "\n## {title}\n\n| figure | drive | conditions | published | simulated | error | class \
             | holds |\n|---|---|---|---|---|---|---|---|"
        )?;
        for row in &checked.rows {
            if row.source_document.is_some() == document {
                line(text, row)?;
            }
        }
    }
    writeln!(
        text,
        "\n## Set aside\n\nNumbers that models are made without, so that they test them: every \
         fifth predicted number by its id's hash. `fourcorners check set-aside` shows what is \
         simulated.\n\n\
         | figure | drive | conditions | published |\n|---|---|---|---|"
    )?;
    for row in &checked.set_aside {
        let published = row.published.replace('|', "/");
        let (id, drive, conditions) = (&row.id, &row.drive, &row.conditions);
        writeln!(text, "| {id} | {drive} | {conditions} | {published} |")?;
    }
    let not_scored = checked.rows.iter().filter(|row| !row.scored);
    writeln!(text, "\n## Shown and not scored\n")?;
    for row in not_scored {
        let why = row.cannot_fail.as_deref();
        let why = why.unwrap_or("the drive's file has it from this source");
        writeln!(text, "* {}: {why}", row.id)?;
    }
    let missed: Vec<&Row> = checked.rows.iter().filter(|row| !row.holds).collect();
    writeln!(text, "\n## What is missed, and why\n")?;
    for row in missed {
        let why = match (&row.reason, row.cause.as_str()) {
            (Some(reason), "") => reason.as_str(),
            (_, "") => "cause not known",
            (_, cause) => cause,
        };
        let note = match row.note.as_str() {
            "" => String::new(),
            note => format!(" ({note})"),
        };
        writeln!(text, "* {}: {why}{note}", row.id)?;
    }
    let agree = checked.facts.iter().filter(|fact| fact.agrees).count();
    writeln!(
        text,
        "\n## Hardware and method\n\nNever scored: {agree} of {} agree with the drive and test \
         files. Those that do not:\n",
        checked.facts.len()
    )?;
    for fact in checked.facts.iter().filter(|fact| !fact.agrees) {
        let file = fact.file.as_deref().unwrap_or("nothing");
        writeln!(
            text,
            "* {} ({}): published {}; the file says {file}. {}",
            fact.id, fact.of, fact.published, fact.note
        )?;
    }
    writeln!(
        text,
        "\n## Waiting\n\n{} figures that no test gives yet.\n",
        checked.waiting.len()
    )?;
    for waiting in &checked.waiting {
        writeln!(
            text,
            "* {} ({}, {}): {}; {}",
            waiting.id,
            waiting.drive.as_deref().unwrap_or("all drives"),
            waiting.test,
            waiting.printed,
            waiting.why
        )?;
    }
    Ok(())
}

fn line(text: &mut String, row: &Row) -> std::fmt::Result {
    let kind = match (row.class, row.kind) {
        (Class::Input, _) => "input",
        (Class::Sign, Kind::Fitted) => "fitted, sign",
        (Class::Sign, Kind::Predicted) => "predicted, sign",
        (Class::Number, Kind::Fitted) => "fitted",
        (Class::Number, Kind::Predicted) => "predicted",
    };
    writeln!(
        text,
        "| {} | {} | {} | {} | {} | {} | {kind} | {} |",
        row.id,
        row.drive,
        row.conditions,
        row.published.replace('|', "/"),
        row.shown(),
        row.error
            .map_or(String::new(), |error| format!("{:+.0} %", error * 100.0)),
        if row.holds { "yes" } else { "**no**" }
    )
}
