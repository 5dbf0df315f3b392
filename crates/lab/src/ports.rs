//! Which ports drives are plugged into: a run each.

use crate::catalogue::{library, port};
use crate::error::LabError;
use crate::misuse::Misuse;
use crate::own_suite::OwnSuite;
use crate::target::Target;
use fourcorners_bench::former;

/// Who chose the drives of a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// The user named them.
    ByUser,
    /// Nobody did: they are the article's, or those of the suite's article.
    BySuite,
}

/// Each drive behind its ports. Those asked for go first; then an article's own for each of its
/// drives; then the suite's, but for those behind which the drive's link is as fast as behind one
/// before; else it is its own link. `suite`: suite, article or test; `own`: the file that it is of.
///
/// # Errors
/// There is no such port, one is asked for twice, or for a real drive; or a drive is named twice.
pub fn plugged(
    targets: &[Target],
    asked: &[String],
    suite: &str,
    own: Option<&OwnSuite>,
    chosen: Chosen,
) -> Result<Vec<Target>, LabError> {
    none_twice(targets)?;
    let asked: Vec<&str> = asked.iter().map(|name| former::port(name)).collect();
    let is_before = |(index, name): &(usize, &&str)| asked[..*index].contains(name);
    if let Some((_, name)) = asked.iter().enumerate().find(is_before) {
        return Err(Misuse::PortTwice((*name).into()).into());
    }
    let library = library()?;
    let article = match chosen {
        Chosen::ByUser => library.articles.get(suite),
        Chosen::BySuite => library.drives_from(suite),
    };
    let of_suite = match own {
        Some(own) => own.ports(),
        None => library.suites.get(suite).map_or(&[][..], |it| &it.ports),
    };
    let mut plugged = Vec::new();
    for target in targets {
        let of_article = article.map_or(&[][..], |it| it.ports_of(&target.name()));
        plugged.extend(match (target, of_article) {
            _ if !asked.is_empty() => behind_each(target, asked.iter().copied())?,
            (Target::Real(_), _) => vec![target.clone()],
            (_, []) => of_different_speed(behind_each(target, names(of_suite))?),
            (_, own) => behind_each(target, names(own))?,
        });
    }
    Ok(plugged)
}

fn names(ports: &[String]) -> impl Iterator<Item = &str> {
    ports.iter().map(|name| former::port(name))
}

/// A drive behind each of these ports; without any, as it is.
fn behind_each<'a>(
    target: &Target,
    ports: impl Iterator<Item = &'a str>,
) -> Result<Vec<Target>, LabError> {
    let behind = ports.map(|name| target.plugged_into(name, &port(name)?));
    let behind: Vec<Target> = behind.collect::<Result<_, _>>()?;
    Ok(match behind.is_empty() {
        true => vec![target.clone()],
        false => behind,
    })
}

/// Without those that a port before makes no slower or faster.
fn of_different_speed(behind: Vec<Target>) -> Vec<Target> {
    let mut different: Vec<Target> = Vec::new();
    for target in behind {
        let speed = target.link_mb_per_s();
        if !different.iter().any(|it| it.link_mb_per_s() == speed) {
            different.push(target);
        }
    }
    different
}

/// A drive that is named twice is a slip of the pen: the other one is not tested.
fn none_twice(targets: &[Target]) -> Result<(), LabError> {
    let given: Vec<String> = targets.iter().map(Target::argument).collect();
    for (index, target) in targets.iter().enumerate() {
        let Some(before) = (0..index).find(|before| target.is_also(&targets[*before])) else {
            continue;
        };
        return Err(Misuse::DriveTwice {
            named: given[index].clone(),
            before: given[before].clone(),
        }
        .into());
    }
    Ok(())
}
