//! Every finding and recommendation that there can be is some case's: a variant that is new does
//! not compile here, and once it is named here, needs a case.

use crate::{advice, judges};
use fourcorners_findings::advice::Says as Advised;
use fourcorners_findings::advice::alone::{Alone, Heavy, Left, Suits};
use fourcorners_findings::advice::between::{More, Outcome};
use fourcorners_findings::advice::figures::NoFigure;
use fourcorners_findings::advice::uses::{Ranking, USES, Use};
use fourcorners_findings::judges::Says;
use fourcorners_findings::judges::amplification::Amplification;
use fourcorners_findings::judges::contrast::{Contrast, TooShort};
use fourcorners_findings::judges::full_drive::Rates;
use fourcorners_findings::judges::passes::{Shrunk, Unfit};
use fourcorners_findings::judges::recovery::Recovery;
use fourcorners_findings::judges::rest::Rest;
use fourcorners_findings::judges::rounds::Rounds;
use fourcorners_findings::judges::seconds::{Evenness, NoEnd};
use fourcorners_findings::judges::starting::ToShortest;
use fourcorners_findings::judges::steady_state::SteadyState;
use fourcorners_findings::judges::torture::{Back, Torture};
use fourcorners_findings::judges::tortured_writes::TorturedWrites;
use fourcorners_findings::judges::used::PointsLost;
use fourcorners_findings::judges::write_cache::WriteCache;
use fourcorners_findings::spread::Difference;
use std::collections::BTreeSet;

/// All variants of a type, and which of them a value is.
trait Named {
    const ALL: &'static [&'static str];
    fn name(&self) -> &'static str;
}

macro_rules! named {
    ($($of:ty: $($variant:ident)+;)+) => {$(
        impl Named for $of {
            const ALL: &'static [&'static str] =
                &[$(concat!(stringify!($of), "::", stringify!($variant))),+];

            fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => {
                        concat!(stringify!($of), "::", stringify!($variant))
                    })+
                }
            }
        }
    )+};
}

type Pair = Result<Contrast, TooShort>;

named! {
    Says: Torture Recovery Rest TorturedWrites Evenness SpareArea Data Alignment Used UsedInTraces
        SteadyState Rounds Amplification Length Starting FullDrive WriteCache CacheRecovery
        TrimUnderLoad WakeUp Background Efficiency;
    WriteCache: TooShort Level Ends;
    Torture: Unfit WithoutClean Loss Trim TakesNoTrim;
    Unfit: ShareNotKnown NotAll ShortTorture ShortPass Disagree;
    Back: All Part Nothing Noise;
    Shrunk: WhenNew ByNand;
    Recovery: ShortTorture ShortPass NotSlowed After Not;
    Rest: ShortRest ShortPass Noise Faster WithoutClean NothingLost BringsBack Hardly;
    TorturedWrites: TooShort Lost Of;
    Evenness: NoEnd Of;
    NoEnd: Lost LostFrom Early Few Unsteady;
    Pair: Ok Err;
    Difference: None Noise Lower Higher;
    PointsLost: Percent Noise Nothing;
    SteadyState: ShortRounds NotConfirmed Drifting Reached NotReached;
    Rounds: Short Steady IdleRecovery CrossStimulus;
    Amplification: TooShort Of;
    ToShortest: Is Alike Noise Times;
    Rates: Cut Of;
    Advised: Alone Between LeftOut;
    Use: WithTrim WithoutTrim KindsOfData IncompressibleData CompressibleData LightWriting Reading
        HeavyWriting NoSlowSecond Price;
    Alone: AfterTorture KindsOfData HeavyWriting;
    Left: TakesNoTrim Unfit Noise NoiseOfClean Shrunk Suits;
    Suits: Well WithReservations Not;
    Heavy: NoEnd Of;
    Ranking: TrimmedWrites TorturedWrites IncompressibleWrites CompressibleWrites LightUse2010
        LightUse2011 RandomReads MedianSecond FirstPercentile PricePerGib;
    Outcome: NoneRanked OnlyOne Best;
    NoFigure: NotMeasured NoPrice TakesNoTrim Unfit Shrunk NoEnd Cut TooShort TorturedLess;
    More: Nothing Clean Tortured Inputs End WhenTortured;
}

/// Names of all that cases expect.
#[derive(Default)]
struct Seen(BTreeSet<&'static str>);

impl Seen {
    fn add<T: Named>(&mut self, value: &T) {
        self.0.insert(value.name());
    }

    fn has_all<T: Named>(&self) {
        let missing: Vec<&&str> = T::ALL
            .iter()
            .filter(|name| !self.0.contains(*name))
            .collect();
        assert!(missing.is_empty(), "no case expects {missing:?}");
    }

    fn finding(&mut self, says: &Says) {
        self.add(says);
        match says {
            Says::Torture(torture) => {
                self.add(torture);
                match torture {
                    Torture::Unfit(unfit) => self.add(unfit),
                    Torture::Trim { back, .. } => self.add(back),
                    Torture::Loss(loss) => {
                        loss.data.shrunk.iter().for_each(|shrunk| self.add(shrunk));
                    }
                    Torture::WithoutClean { .. } | Torture::TakesNoTrim => {}
                }
            }
            Says::Recovery(recovery) => self.add(recovery),
            Says::Rest(rest) => self.add(rest),
            Says::TorturedWrites(writes) => self.add(writes),
            Says::Evenness(evenness) => {
                self.add(evenness);
                if let Evenness::NoEnd(why) = evenness {
                    self.add(why);
                }
            }
            Says::Data(pair) | Says::Alignment(pair) | Says::Used(pair) | Says::Length(pair) => {
                self.add(pair);
                pair.iter().for_each(|pair| self.add(&pair.change()));
            }
            Says::UsedInTraces(points) => points.iter().for_each(|one| self.add(&one.loss)),
            Says::SteadyState(steady) => self.add(steady),
            Says::Rounds(rounds) => self.add(rounds),
            Says::Amplification(amplification) => self.add(amplification),
            Says::Starting(starting) => {
                let times = [&starting.alone, &starting.busy].into_iter();
                let known = times.filter_map(|one| one.to_shortest);
                known.for_each(|one| self.add(&one));
            }
            Says::FullDrive(full) => self.add(&full.says),
            Says::WriteCache(cache) => self.add(cache),
            Says::SpareArea(_) | Says::CacheRecovery(_) => {}
            Says::TrimUnderLoad(_) | Says::WakeUp(_) => {}
            Says::Background(_) | Says::Efficiency(_) => {}
        }
    }

    fn advice(&mut self, says: &Advised) {
        self.add(says);
        match says {
            Advised::Alone(alone) => {
                self.add(alone);
                match alone {
                    Alone::AfterTorture { says, .. } => {
                        self.add(says);
                        if let Left::Suits { suits, .. } = says {
                            self.add(suits);
                        }
                    }
                    Alone::HeavyWriting(heavy) => self.add(heavy),
                    Alone::KindsOfData(_) => {}
                }
            }
            Advised::Between(between) => {
                self.add(&between.ranking);
                self.add(&between.outcome);
                between.not_ranked.iter().for_each(|one| self.add(&one.why));
                if let Outcome::Best { winners, next } = &between.outcome {
                    winners
                        .iter()
                        .chain(next)
                        .for_each(|one| self.add(&one.more));
                }
            }
            Advised::LeftOut(_) => {}
        }
    }
}

#[test]
fn every_finding_is_expected_by_some_case() {
    use judges::*;
    let cases = [
        torture::cases(),
        shrunk::cases(),
        unfit::cases(),
        recovery::cases(),
        rest::cases(),
        tortured_writes::cases(),
        seconds::cases(),
        seconds::cases_of_spare_area(),
        contrasts::of_data(),
        contrasts::of_alignment(),
        contrasts::of_use(),
        contrasts::of_length(),
        used_in_traces::cases(),
        steady_state::cases(),
        rounds::cases(),
        amplification::cases(),
        starting::cases(),
        full_drive::cases(),
        write_cache::cases(),
        today::cases(),
    ];
    let mut seen = Seen::default();
    let found = cases.iter().flatten().flat_map(|case| &case.found);
    found.for_each(|one| seen.finding(&one.says));
    seen.has_all::<Says>();
    seen.has_all::<Torture>();
    seen.has_all::<Unfit>();
    seen.has_all::<Back>();
    seen.has_all::<Shrunk>();
    seen.has_all::<Recovery>();
    seen.has_all::<Rest>();
    seen.has_all::<TorturedWrites>();
    seen.has_all::<Evenness>();
    seen.has_all::<NoEnd>();
    seen.has_all::<Pair>();
    seen.has_all::<Difference>();
    seen.has_all::<PointsLost>();
    seen.has_all::<SteadyState>();
    seen.has_all::<Rounds>();
    seen.has_all::<Amplification>();
    seen.has_all::<ToShortest>();
    seen.has_all::<Rates>();
    seen.has_all::<WriteCache>();
}

#[test]
fn every_recommendation_is_expected_by_some_case() {
    use advice::{alone, between, rankings};
    let cases = [
        alone::with_trim(),
        alone::without_trim(),
        alone::kinds_of_data(),
        alone::heavy_writing(),
        between::decisions(),
        between::trimmed_writes(),
        between::prices(),
        rankings::both_kinds_of_writes(),
        rankings::tortured_writes(),
        rankings::light_use(),
        rankings::long_writes(),
    ];
    let advice = || cases.iter().flatten().flat_map(|case| &case.advice);
    let mut seen = Seen::default();
    advice().for_each(|one| seen.advice(&one.says));
    seen.has_all::<Alone>();
    seen.has_all::<Left>();
    seen.has_all::<Suits>();
    seen.has_all::<Heavy>();
    seen.has_all::<Ranking>();
    seen.has_all::<Outcome>();
    seen.has_all::<NoFigure>();
    seen.has_all::<More>();
    advice()
        .filter_map(|one| one.of)
        .for_each(|of| seen.add(&of));
    seen.has_all::<Use>();
    for judged in &USES {
        let is_it = |says: &Advised| match says {
            Advised::Alone(_) => judged.alone,
            Advised::Between(between) => judged.ranking == Some(between.ranking),
            Advised::LeftOut(_) => false,
        };
        let expected = advice().any(|one| one.of == Some(judged.of) && is_it(&one.says));
        assert!(
            expected,
            "no case expects {:?} by {:?}",
            judged.of, judged.ranking
        );
    }
}
