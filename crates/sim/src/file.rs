//! Drive and NAND files (TOML) to a checked [`SsdSpec`]. The file's own types end here.
//!
//! Every number of a file is a table of its own, `{ value = .., from = .., source = ".." }`:
//! what it is, whether it was published, measured, fitted or assumed, and by whom or why.

use crate::facts::facts;
use crate::spec::{
    CollectionSpec, ControllerSpec, Defect, Frontiers, HotCold, HotDetector, IdleSpec, LayoutSpec,
    LinkSpec, NandFeatures, NandSpec, Pace, PageKinds, PowerSpec, SsdSpec, TrimSpec, VictimChoice,
    WearSpec,
};
use fourcorners_block::{BLOCK_BYTES, Blocks};
use serde::Deserialize;
use toml::Spanned;

/// Why a drive file cannot be used. Each says file, line and column.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// Not TOML, or not the fields of a drive.
    #[error("{file}: {message}")]
    Syntax {
        /// File name.
        file: String,
        /// Line, column, the line itself and what was expected.
        message: String,
    },
    /// A value that no drive can have.
    #[error("{file}, line {line}: {problem}")]
    Value {
        /// File name.
        file: String,
        /// Line, from 1.
        line: usize,
        /// What is wrong and what is allowed.
        problem: String,
    },
    /// The NAND part has no file.
    #[error("{file}: there is no file nand/{part}.toml for the NAND part '{part}'")]
    NoNand {
        /// File name of the drive.
        file: String,
        /// The part it names.
        part: String,
    },
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Origin {
    Published,
    Measured,
    Fitted,
    Assumed,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sourced<T> {
    value: Spanned<T>,
    #[serde(rename = "from")]
    _from: Origin,
    #[serde(rename = "source")]
    _source: String,
}

impl<T: Copy> Sourced<T> {
    fn get(&self) -> T {
        *self.value.get_ref()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DriveFile {
    name: Spanned<String>,
    model: String,
    #[serde(default)]
    firmware: String,
    capacity: CapacityFile,
    nand: WiringFile,
    layout: LayoutFile,
    link: LinkFile,
    controller: ControllerFile,
    collection: CollectionFile,
    trim: Option<TrimFile>,
    wear: Option<WearFile>,
    power: Option<PowerFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WearFile {
    dynamic_leveling: Sourced<bool>,
    static_leveling_lag: Option<Sourced<u32>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PowerFile {
    idle_mw: Sourced<u64>,
    active_mw: Sourced<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CapacityFile {
    user_bytes: Sourced<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WiringFile {
    part: String,
    channels: Sourced<u32>,
    dies: Sourced<u32>,
    channel_mb_per_s: Sourced<u64>,
    cache_program: Sourced<bool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NandFile {
    #[serde(rename = "part")]
    _part: String,
    planes: Sourced<u32>,
    page_kib: Sourced<u32>,
    pages_per_block: Sourced<u32>,
    blocks_per_plane: Sourced<u32>,
    t_read_us: Sourced<f64>,
    t_prog_us: Option<Sourced<f64>>,
    t_prog_lower_us: Option<Sourced<f64>>,
    t_prog_upper_us: Option<Sourced<f64>>,
    t_erase_us: Sourced<f64>,
    multi_plane: Option<Sourced<bool>>,
    cache_read: Option<Sourced<bool>>,
    erase_suspend_us: Option<Sourced<f64>>,
    endurance_cycles: Option<Sourced<u32>>,
    read_uj: Option<Sourced<f64>>,
    program_uj: Option<Sourced<f64>>,
    erase_uj: Option<Sourced<f64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LayoutFile {
    unit_kib: Sourced<u32>,
    superblock_dies: Sourced<u32>,
    reserved_blocks_per_plane: Sourced<u32>,
    parity_stripe_dies: Sourced<u32>,
    buffer_kib: Sourced<u64>,
    read_ahead_kib: Sourced<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LinkFile {
    name: String,
    mb_per_s: Sourced<u64>,
    queue_depth: Sourced<u16>,
    command_latency_us: Sourced<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ControllerFile {
    read_command_us: Sourced<f64>,
    read_unit_us: Sourced<f64>,
    write_command_us: Sourced<f64>,
    write_unit_us: Sourced<f64>,
    move_unit_us: Sourced<f64>,
    flash_unit_us: Option<Sourced<f64>>,
    one_processor: Option<Sourced<bool>>,
    trim_command_us: Sourced<f64>,
    trim_mib_us: Sourced<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CollectionFile {
    start_free: Sourced<u32>,
    stop_free: Sourced<u32>,
    pace: PaceName,
    moved_per_host_unit: Option<Sourced<u32>>,
    window_groups: Sourced<u32>,
    victim: Option<VictimName>,
    victim_choices: Option<Sourced<u32>>,
    frontiers: FrontiersName,
    moved_per_sequential_unit: Option<Sourced<u32>>,
    hot_cold: Option<Spanned<HotColdFile>>,
    idle: Option<IdleFile>,
    defect: Option<DefectName>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IdleFile {
    after_ms: Sourced<u64>,
    stop_free: Sourced<u32>,
    valid_at_most_per_mille: Sourced<u32>,
    window_groups: Sourced<u32>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum DefectName {
    TrimmedStayCounted,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TrimFile {
    mode: Spanned<TrimName>,
    commands: Option<Sourced<u32>>,
}

#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum TrimName {
    Immediate,
    Batched,
    Absent,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum PaceName {
    Foreground,
    Trickle,
    Balanced,
}

/// Either the oracle's one field or the detector's three.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HotColdFile {
    hot_below_lba: Option<Sourced<u64>>,
    counters: Option<Sourced<u32>>,
    hot_from: Option<Sourced<u8>>,
    decay_writes: Option<Sourced<u32>>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum VictimName {
    Greedy,
    Fifo,
    DChoices,
    CostBenefit,
    Random,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum FrontiersName {
    Shared,
    Separate,
}

/// Reads a drive file. `name` is the file's name for messages; `nand` gives the text of
/// `nand/<part>.toml`.
pub fn load(
    name: &str,
    drive_toml: &str,
    nand: &dyn Fn(&str) -> Option<String>,
) -> Result<SsdSpec, SpecError> {
    let drive: DriveFile = parse(name, drive_toml)?;
    let part = &drive.nand.part;
    let nand_name = format!("nand/{part}.toml");
    let nand_toml = nand(part).ok_or_else(|| SpecError::NoNand {
        file: name.into(),
        part: part.clone(),
    })?;
    let die: NandFile = parse(&nand_name, &nand_toml)?;

    let drive_file = Checked {
        file: name,
        text: drive_toml,
    };
    let nand_file = Checked {
        file: &nand_name,
        text: &nand_toml,
    };
    let (t_prog_ns, pages) = program_times(&nand_file, &die)?;
    let defaults = NandFeatures::default();
    let nand = NandSpec {
        part: part.clone(),
        channels: drive_file.within(&drive.nand.channels, 1, 64, "channels")?,
        dies: drive_file.within(&drive.nand.dies, 1, 4096, "dies")?,
        planes: nand_file.power_of_two(&die.planes, 8, "planes")?,
        page_bytes: nand_file.power_of_two(&die.page_kib, 64, "page_kib")? << 10,
        pages_per_block: nand_file.within(&die.pages_per_block, 1, 8192, "pages_per_block")?,
        blocks_per_plane: nand_file.within(
            &die.blocks_per_plane,
            4,
            1 << 24,
            "blocks_per_plane",
        )?,
        t_read_ns: nand_file.time(&die.t_read_us, "t_read_us")?,
        t_prog_ns,
        t_erase_ns: nand_file.time(&die.t_erase_us, "t_erase_us")?,
        channel_mb_per_s: drive_file.within(
            &drive.nand.channel_mb_per_s,
            1,
            100_000,
            "channel_mb_per_s",
        )?,
        cache_program: drive.nand.cache_program.get(),
        features: NandFeatures {
            pages,
            multi_plane: die
                .multi_plane
                .as_ref()
                .map_or(defaults.multi_plane, Sourced::get),
            cache_read: die
                .cache_read
                .as_ref()
                .map_or(defaults.cache_read, Sourced::get),
            erase_suspend_ns: nand_file.optional_time(&die.erase_suspend_us, "erase_suspend_us")?,
        },
    };
    let unit_bytes = drive_file.power_of_two(&drive.layout.unit_kib, 64, "unit_kib")? << 10;
    if unit_bytes > nand.page_bytes {
        return Err(drive_file.wrong(
            &drive.layout.unit_kib,
            "a mapping unit cannot be larger than a NAND page yet".into(),
        ));
    }
    let superblock_dies = drive_file.within(
        &drive.layout.superblock_dies,
        1,
        nand.dies,
        "superblock_dies",
    )?;
    if !nand.dies.is_multiple_of(superblock_dies) {
        let problem = format!("superblock_dies must divide the {} dies", nand.dies);
        return Err(drive_file.wrong(&drive.layout.superblock_dies, problem));
    }
    let stripe = drive_file.within(
        &drive.layout.parity_stripe_dies,
        0,
        superblock_dies,
        "parity_stripe_dies",
    )?;
    if stripe == 1 || (stripe > 0 && superblock_dies % stripe != 0) {
        let problem = format!(
            "parity_stripe_dies must be 0 (no parity) or divide superblock_dies ({superblock_dies}), and not be 1"
        );
        return Err(drive_file.wrong(&drive.layout.parity_stripe_dies, problem));
    }
    let layout = LayoutSpec {
        unit_bytes,
        superblock_dies,
        reserved_blocks_per_plane: drive_file.within(
            &drive.layout.reserved_blocks_per_plane,
            0,
            nand.blocks_per_plane - 4,
            "reserved_blocks_per_plane",
        )?,
        parity_stripe_dies: stripe,
        buffer_bytes: drive_file.within(&drive.layout.buffer_kib, 4, 1 << 24, "buffer_kib")? << 10,
        read_ahead_bytes: drive_file.within(
            &drive.layout.read_ahead_kib,
            0,
            1 << 20,
            "read_ahead_kib",
        )? << 10,
    };
    let group_bytes = u64::from(nand.page_bytes) * u64::from(nand.planes);
    if layout.buffer_bytes < 2 * group_bytes {
        let problem = format!(
            "the buffer must hold at least two groups of {} KiB (a page of every plane)",
            group_bytes >> 10
        );
        return Err(drive_file.wrong(&drive.layout.buffer_kib, problem));
    }
    let controller = &drive.controller;
    let collection = &drive.collection;
    let pace = match (collection.pace, &collection.moved_per_host_unit) {
        (PaceName::Foreground, None) => Pace::Foreground,
        (PaceName::Balanced, None) => Pace::Balanced,
        (PaceName::Trickle, Some(moved)) => Pace::Trickle {
            moved_per_host_unit: drive_file.within(moved, 1, 1 << 20, "moved_per_host_unit")?,
        },
        (PaceName::Trickle, None) => {
            return Err(drive_file.wrong(
                &collection.start_free,
                "pace = \"trickle\" needs moved_per_host_unit".into(),
            ));
        }
        (_, Some(moved)) => {
            return Err(drive_file.wrong(
                moved,
                "moved_per_host_unit goes with pace = \"trickle\" only".into(),
            ));
        }
    };
    let spec = SsdSpec {
        name: drive.name.get_ref().clone(),
        model: drive.model.clone(),
        firmware: drive.firmware.clone(),
        capacity: Blocks(drive.capacity.user_bytes.get() / BLOCK_BYTES),
        link: LinkSpec {
            name: drive.link.name.clone(),
            mb_per_s: drive_file.within(&drive.link.mb_per_s, 1, 100_000, "mb_per_s")?,
            queue_depth: drive_file.within(&drive.link.queue_depth, 1, 65_535, "queue_depth")?,
            command_latency_ns: drive_file
                .time(&drive.link.command_latency_us, "command_latency_us")?,
        },
        controller: ControllerSpec {
            read_command_ns: drive_file.time(&controller.read_command_us, "read_command_us")?,
            read_unit_ns: drive_file.time(&controller.read_unit_us, "read_unit_us")?,
            write_command_ns: drive_file.time(&controller.write_command_us, "write_command_us")?,
            write_unit_ns: drive_file.time(&controller.write_unit_us, "write_unit_us")?,
            move_unit_ns: drive_file.time(&controller.move_unit_us, "move_unit_us")?,
            flash_unit_ns: drive_file
                .optional_time(&controller.flash_unit_us, "flash_unit_us")?
                .unwrap_or(0),
            one_processor: controller.one_processor.as_ref().is_some_and(Sourced::get),
            trim_command_ns: drive_file.time(&controller.trim_command_us, "trim_command_us")?,
            trim_mib_ns: drive_file.time(&controller.trim_mib_us, "trim_mib_us")?,
        },
        collection: CollectionSpec {
            start_free: drive_file.within(
                &collection.start_free,
                1,
                nand.blocks_per_plane,
                "start_free",
            )?,
            stop_free: drive_file.within(
                &collection.stop_free,
                1,
                nand.blocks_per_plane,
                "stop_free",
            )?,
            pace,
            window_groups: drive_file.within(
                &collection.window_groups,
                1,
                65_535,
                "window_groups",
            )?,
            victim: victim_choice(&drive_file, collection)?,
            frontiers: match collection.frontiers {
                FrontiersName::Shared => Frontiers::Shared,
                FrontiersName::Separate => Frontiers::Separate,
            },
            hot_cold: collection
                .hot_cold
                .as_ref()
                .map(|hot_cold| hot_cold_spec(&drive_file, hot_cold, unit_bytes))
                .transpose()?,
            moved_per_sequential_unit: match (&collection.moved_per_sequential_unit, pace) {
                (None, _) => None,
                (Some(more), Pace::Trickle { .. }) => {
                    Some(drive_file.within(more, 1, 1 << 20, "moved_per_sequential_unit")?)
                }
                (Some(more), _) => {
                    let problem = "moved_per_sequential_unit goes with pace = \"trickle\" only";
                    return Err(drive_file.wrong(more, problem.into()));
                }
            },
            idle: collection
                .idle
                .as_ref()
                .map(|idle| idle_spec(&drive_file, idle, nand.blocks_per_plane))
                .transpose()?,
            defect: collection.defect.map(|defect| match defect {
                DefectName::TrimmedStayCounted => Defect::TrimmedStayCounted,
            }),
        },
        trim: trim_spec(&drive_file, drive.trim.as_ref())?,
        wear: drive
            .wear
            .as_ref()
            .map(|wear| wear_spec(&drive_file, wear, &nand_file, &die))
            .transpose()?,
        power: drive
            .power
            .as_ref()
            .map(|power| power_spec(&drive_file, power, &nand_file, &die))
            .transpose()?,
        facts: facts(drive_toml, "")
            .into_iter()
            .chain(facts(&nand_toml, "nand."))
            .collect(),
        nand,
        layout,
    };
    check_space(&spec).map_err(|problem| drive_file.wrong(&drive.capacity.user_bytes, problem))?;
    if spec.collection.stop_free < spec.collection.start_free
        || (spec.collection.frontiers == Frontiers::Separate && spec.collection.stop_free < 2)
    {
        let problem =
            "stop_free must not be below start_free, and at least 2 with separate frontiers".into();
        return Err(drive_file.wrong(&collection.stop_free, problem));
    }
    if spec.collection.hot_cold.is_some() && spec.collection.start_free < 2 {
        let problem = "hot_cold needs a start_free of 2 at least: one victim may need a superblock for its hot and one for its cold data";
        return Err(drive_file.wrong(&collection.start_free, problem.into()));
    }
    if let (Some(spread), true) = (
        drive
            .wear
            .as_ref()
            .and_then(|wear| wear.static_leveling_lag.as_ref()),
        spec.collection.start_free < 3,
    ) {
        let problem = "static_leveling_lag needs a start_free of 3 at least: it opens a superblock of its own";
        return Err(drive_file.wrong(spread, problem.into()));
    }
    Ok(spec)
}

fn idle_spec(file: &Checked, idle: &IdleFile, blocks: u32) -> Result<IdleSpec, SpecError> {
    Ok(IdleSpec {
        after_ns: file.within(&idle.after_ms, 0, 1_000_000_000, "after_ms")? * 1_000_000,
        stop_free: file.within(&idle.stop_free, 1, blocks, "stop_free")?,
        valid_at_most_per_mille: file.within(
            &idle.valid_at_most_per_mille,
            0,
            999,
            "valid_at_most_per_mille",
        )?,
        window_groups: file.within(&idle.window_groups, 1, 65_535, "window_groups")?,
    })
}

fn trim_spec(file: &Checked, trim: Option<&TrimFile>) -> Result<TrimSpec, SpecError> {
    let Some(trim) = trim else {
        return Ok(TrimSpec::Immediate);
    };
    match (*trim.mode.get_ref(), &trim.commands) {
        (TrimName::Immediate, None) => Ok(TrimSpec::Immediate),
        (TrimName::Absent, None) => Ok(TrimSpec::Absent),
        (TrimName::Batched, Some(commands)) => file
            .within(commands, 1, 65_535, "commands")
            .map(TrimSpec::Batched),
        (TrimName::Batched, None) => Err(file.wrong_at(
            &trim.mode,
            "mode = \"batched\" needs commands: how many are carried out together".into(),
        )),
        (_, Some(commands)) => Err(file.wrong(
            commands,
            "commands goes with mode = \"batched\" only".into(),
        )),
    }
}

fn wear_spec(
    drive_file: &Checked,
    wear: &WearFile,
    nand_file: &Checked,
    die: &NandFile,
) -> Result<WearSpec, SpecError> {
    let Some(endurance) = &die.endurance_cycles else {
        let problem = "a drive with [wear] needs a NAND file with endurance_cycles";
        return Err(drive_file.wrong(&wear.dynamic_leveling, problem.into()));
    };
    Ok(WearSpec {
        endurance_cycles: nand_file.within(endurance, 8, 100_000_000, "endurance_cycles")?,
        dynamic_leveling: wear.dynamic_leveling.get(),
        static_leveling_lag: wear
            .static_leveling_lag
            .as_ref()
            .map(|spread| drive_file.within(spread, 1, 1_000_000, "static_leveling_lag"))
            .transpose()?,
    })
}

fn power_spec(
    drive_file: &Checked,
    power: &PowerFile,
    nand_file: &Checked,
    die: &NandFile,
) -> Result<PowerSpec, SpecError> {
    let (Some(read), Some(program), Some(erase)) = (&die.read_uj, &die.program_uj, &die.erase_uj)
    else {
        let problem =
            "a drive with [power] needs a NAND file with read_uj, program_uj and erase_uj";
        return Err(drive_file.wrong(&power.idle_mw, problem.into()));
    };
    Ok(PowerSpec {
        idle_mw: drive_file.within(&power.idle_mw, 0, 1_000_000, "idle_mw")?,
        active_mw: drive_file.within(&power.active_mw, 0, 1_000_000, "active_mw")?,
        // Microjoules to nanojoules: a factor of a thousand, like the times.
        read_nj: nand_file.time(read, "read_uj")?,
        program_nj: nand_file.time(program, "program_uj")?,
        erase_nj: nand_file.time(erase, "erase_uj")?,
    })
}

/// The mean time of a program, and the two kinds of pages where they are told apart.
fn program_times(file: &Checked, die: &NandFile) -> Result<(u64, PageKinds), SpecError> {
    match (&die.t_prog_us, &die.t_prog_lower_us, &die.t_prog_upper_us) {
        (Some(mean), None, None) => Ok((file.time(mean, "t_prog_us")?, PageKinds::Alike)),
        (None, Some(lower), Some(upper)) => {
            let lower_ns = file.time(lower, "t_prog_lower_us")?;
            let upper_ns = file.time(upper, "t_prog_upper_us")?;
            if upper_ns < lower_ns {
                let problem = "t_prog_upper_us must not be below t_prog_lower_us: the second bit of a cell takes longer";
                return Err(file.wrong(upper, problem.into()));
            }
            let kinds = PageKinds::LowerUpper { lower_ns, upper_ns };
            Ok(((lower_ns + upper_ns) / 2, kinds))
        }
        _ => Err(file.wrong(
            &die.t_read_us,
            "a die has either t_prog_us, the mean of its pages, or both t_prog_lower_us and t_prog_upper_us".into(),
        )),
    }
}

fn hot_cold_spec(
    file: &Checked<'_>,
    table: &Spanned<HotColdFile>,
    unit_bytes: u32,
) -> Result<HotCold, SpecError> {
    let hot_cold = table.get_ref();
    let (counters, hot_from, decay) = (
        &hot_cold.counters,
        &hot_cold.hot_from,
        &hot_cold.decay_writes,
    );
    match (&hot_cold.hot_below_lba, counters, hot_from, decay) {
        (Some(lba), None, None, None) => {
            let hot_below_lba = file.within(lba, 0, 1 << 40, "hot_below_lba")?;
            let unit_blocks = u64::from(unit_bytes) / BLOCK_BYTES;
            if !hot_below_lba.is_multiple_of(unit_blocks) {
                let problem = format!(
                    "hot_below_lba must be a multiple of the mapping unit ({unit_blocks} blocks)"
                );
                return Err(file.wrong(lba, problem));
            }
            Ok(HotCold::Oracle { hot_below_lba })
        }
        (None, Some(counters), Some(hot_from), Some(decay)) => Ok(HotCold::Detector(HotDetector {
            counters: file.within(counters, 2, 1 << 24, "counters")?,
            hot_from: file.within(hot_from, 1, 15, "hot_from")?,
            decay_writes: file.within(decay, 1, u32::MAX, "decay_writes")?,
        })),
        _ => {
            let problem = "collection.hot_cold has either hot_below_lba, or counters, hot_from and decay_writes";
            Err(file.wrong_at(table, problem.into()))
        }
    }
}

fn victim_choice(
    file: &Checked<'_>,
    collection: &CollectionFile,
) -> Result<VictimChoice, SpecError> {
    match (collection.victim, &collection.victim_choices) {
        (Some(VictimName::DChoices), Some(d)) => {
            let d = file.within(d, 1, 65_535, "victim_choices")?;
            Ok(VictimChoice::DChoices(d))
        }
        (Some(VictimName::DChoices), None) => {
            let problem = "victim = \"d-choices\" needs victim_choices, how many are compared";
            Err(file.wrong(&collection.start_free, problem.into()))
        }
        (_, Some(d)) => {
            let problem = "victim_choices goes with victim = \"d-choices\" only";
            Err(file.wrong(d, problem.into()))
        }
        (None | Some(VictimName::Greedy), None) => Ok(VictimChoice::Greedy),
        (Some(VictimName::Fifo), None) => Ok(VictimChoice::Fifo),
        (Some(VictimName::CostBenefit), None) => Ok(VictimChoice::CostBenefit),
        (Some(VictimName::Random), None) => Ok(VictimChoice::Random),
    }
}

/// The NAND must hold the user's data and all that collection keeps free or open.
fn check_space(spec: &SsdSpec) -> Result<(), String> {
    let (nand, layout) = (&spec.nand, &spec.layout);
    if !spec
        .capacity
        .bytes()
        .0
        .is_multiple_of(u64::from(layout.unit_bytes))
        || spec.capacity.0 == 0
    {
        return Err(format!(
            "the capacity must be a multiple of the mapping unit ({} bytes)",
            layout.unit_bytes
        ));
    }
    let pools = u64::from(nand.dies / layout.superblock_dies);
    let parity_dies = layout
        .superblock_dies
        .checked_div(layout.parity_stripe_dies)
        .unwrap_or(0);
    let superblock_bytes = u64::from(layout.superblock_dies - parity_dies)
        * u64::from(nand.planes)
        * u64::from(nand.pages_per_block)
        * u64::from(nand.page_bytes);
    // Hot and cold data apart: two frontiers more.
    let open = 3
        + 2 * u64::from(spec.collection.hot_cold.is_some())
        + u64::from(spec.collection.stop_free);
    let usable =
        u64::from(nand.blocks_per_plane - layout.reserved_blocks_per_plane).saturating_sub(open);
    let most = usable * superblock_bytes * pools;
    if spec.capacity.bytes().0 > most {
        return Err(format!(
            "{} bytes do not fit: the NAND holds {} bytes, of which {most} are left for data after reserved blocks, parity, open superblocks and the {} that collection keeps free",
            spec.capacity.bytes().0,
            spec.raw_nand().0,
            spec.collection.stop_free
        ));
    }
    let units = pools
        * u64::from(nand.blocks_per_plane)
        * (superblock_bytes / u64::from(layout.unit_bytes)).next_power_of_two();
    if units >= u64::from(u32::MAX) {
        return Err(format!(
            "{units} physical mapping units are more than the 2^32 that can be simulated; use a larger unit_kib"
        ));
    }
    Ok(())
}

struct Checked<'a> {
    file: &'a str,
    text: &'a str,
}

impl Checked<'_> {
    fn wrong<T>(&self, at: &Sourced<T>, problem: String) -> SpecError {
        self.wrong_at(&at.value, problem)
    }
    fn wrong_at<T>(&self, at: &Spanned<T>, problem: String) -> SpecError {
        let before = self.text.get(..at.span().start).unwrap_or("");
        SpecError::Value {
            file: self.file.into(),
            line: before.matches('\n').count() + 1,
            problem,
        }
    }
    fn within<T: Copy + PartialOrd + std::fmt::Display>(
        &self,
        value: &Sourced<T>,
        low: T,
        high: T,
        key: &str,
    ) -> Result<T, SpecError> {
        if value.get() < low || value.get() > high {
            return Err(self.wrong(
                value,
                format!("{key} is {}, allowed is {low} to {high}", value.get()),
            ));
        }
        Ok(value.get())
    }
    fn power_of_two(&self, value: &Sourced<u32>, high: u32, key: &str) -> Result<u32, SpecError> {
        let checked = self.within(value, 1, high, key)?;
        if !checked.is_power_of_two() {
            return Err(self.wrong(
                value,
                format!("{key} is {checked}, allowed are powers of two up to {high}"),
            ));
        }
        Ok(checked)
    }
    fn optional_time(
        &self,
        value: &Option<Sourced<f64>>,
        key: &str,
    ) -> Result<Option<u64>, SpecError> {
        value
            .as_ref()
            .map(|value| self.time(value, key))
            .transpose()
    }
    /// Microseconds to nanoseconds.
    fn time(&self, value: &Sourced<f64>, key: &str) -> Result<u64, SpecError> {
        self.within(value, 0.0, 1e9, key)
            .map(|us| (us * 1000.0).round() as u64)
    }
}

fn parse<T: serde::de::DeserializeOwned>(file: &str, text: &str) -> Result<T, SpecError> {
    toml::from_str(text).map_err(|error| SpecError::Syntax {
        file: file.into(),
        message: error.to_string(),
    })
}
