//! Which of several drives.

use super::Text;
use crate::wording::findings::passes::{of_data, shrunk, stall};
use crate::wording::findings::seconds::how_even;
use crate::wording::numbers::{count, money};
use fourcorners_findings::advice::between::{Between, CleanPass, More, Outcome, Ranked};
use fourcorners_findings::advice::uses::Ranking;

pub fn text(says: &Between, names: &[String]) -> Text {
    let named = |ranked: &Ranked| {
        let figure = figure(says.ranking, ranked.value);
        format!("{} ({figure}{})", names[ranked.drive], more(&ranked.more))
    };
    match &says.outcome {
        Outcome::NoneRanked => {
            String::from("no recommendation: no drive has a usable figure").into()
        }
        Outcome::OnlyOne { drive, value } => format!(
            "no recommendation: only {} can be compared ({})",
            names[*drive],
            figure(says.ranking, *value)
        )
        .into(),
        Outcome::Best { winners, next } => {
            let winners: Vec<String> = winners.iter().map(named).collect();
            match (winners.as_slice(), next) {
                ([one], Some(next)) => format!("{one}; runner-up: {}", named(next)).into(),
                (all, None) => format!("tie: {}", all.join(", ")).into(),
                (several, Some(next)) => Text {
                    head: "tie".into(),
                    items: vec![several.join(", "), format!("runner-up: {}", named(next))],
                },
            }
        }
    }
}

fn figure(ranking: Ranking, value: f64) -> String {
    match ranking {
        Ranking::TrimmedWrites
        | Ranking::TorturedWrites
        | Ranking::IncompressibleWrites
        | Ranking::CompressibleWrites
        | Ranking::RandomReads => format!("{value:.0} MB/s"),
        Ranking::LightUse2010 => format!("{} IOPS in light use", count(value)),
        Ranking::LightUse2011 => format!("{value:.0} MB/s in light use"),
        Ranking::MedianSecond => format!("{} IOPS", count(value)),
        Ranking::FirstPercentile => {
            format!("at least {} IOPS in 99 % of seconds", count(value))
        }
        Ranking::PricePerGib => format!("{} USD per usable GiB", money(value)),
    }
}

/// What else is worth knowing: empty, or begins with a comma.
fn more(more: &More) -> String {
    match more {
        More::Nothing => String::new(),
        More::Clean(pass) => clean(pass),
        More::Tortured {
            clean: pass,
            stall_mb_per_s,
            worst_iops,
        } => {
            let of_seconds = stall_mb_per_s.map_or(String::new(), |slowest| {
                format!("; dips to {} MB/s", stall(slowest))
            });
            let of_writes = worst_iops.map_or(String::new(), |worst| {
                let worst = count(worst as f64);
                format!("; random writes stall, down to {worst} IOPS")
            });
            clean(pass) + &of_seconds + &of_writes
        }
        More::Inputs { random, sequential } => {
            format!(": random {random:.0}, sequential {sequential:.0} MB/s")
        }
        More::End { end, from_s } => {
            format!(" after {from_s} s, {}", how_even(end))
        }
        More::WhenTortured {
            mb_per_s,
            data,
            of_several,
            shrunk: other,
        } => {
            let other = other.as_ref();
            let other = other.map_or(String::new(), |other| format!("; {}", shrunk(other)));
            let of_data = of_data(*data, *of_several);
            format!(", sequential writes {mb_per_s:.0} MB/s when tortured{of_data}{other}")
        }
    }
}

/// `, 464 when clean, repeating data`.
fn clean(pass: &CleanPass) -> String {
    let of_data = |data| of_data(data, pass.of_several);
    let of_data = pass.data.map_or(String::new(), of_data);
    match pass.mb_per_s {
        Some(mb_per_s) => format!(", {mb_per_s:.0} when clean{of_data}"),
        None => of_data,
    }
}
