//! Where a sector is: its cylinder and head, and the angle at which it passes under the head.

use super::spec::HardDiskSpec;
use serde::{Deserialize, Serialize};

/// A revolution in the units of angles.
pub const REVOLUTION: u64 = 1 << 32;

/// Zones, tracks and skews of a disk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Platters {
    zones: Vec<Zone>,
    heads: u64,
    revolution_ns: u64,
    /// How much later, as an angle, a track's first sector passes than the one's before it: as
    /// long as changing the head takes, or the cylinder.
    head_skew: u64,
    cylinder_skew: u64,
    /// All cylinders.
    pub cylinders: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Zone {
    first_sector: u64,
    first_cylinder: u64,
    track_sectors: u64,
}

/// A sector's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// From the outermost, 0.
    pub cylinder: u64,
    /// The surface's head.
    pub head: u64,
    /// Its first point, in units of [`REVOLUTION`].
    pub angle: u64,
    /// Sectors from it to the end of its track, itself included.
    pub left_in_track: u64,
    /// Sectors of its track.
    pub track_sectors: u64,
}

impl Platters {
    /// The layout of a checked spec.
    pub fn new(spec: &HardDiskSpec) -> Self {
        let platters = &spec.platters;
        let (heads, zones) = (u64::from(platters.heads), u64::from(platters.zones));
        let (outer, inner) = (
            u64::from(platters.outer_track_sectors),
            u64::from(platters.inner_track_sectors),
        );
        let track_sectors = |zone: u64| match zones {
            1 => outer,
            _ => outer - (outer - inner) * zone / (zones - 1),
        };
        let of_all_zones: u64 = (0..zones).map(track_sectors).sum();
        let zone_cylinders = spec.capacity.0.div_ceil(of_all_zones * heads);
        let mut first_sector = 0;
        let zones: Vec<Zone> = (0..zones)
            .map(|zone| {
                let this = Zone {
                    first_sector,
                    first_cylinder: zone * zone_cylinders,
                    track_sectors: track_sectors(zone),
                };
                first_sector += zone_cylinders * heads * this.track_sectors;
                this
            })
            .collect();
        // A sector's length more than the change takes, so that it is never just missed.
        let angle = |time: u64| {
            let sector = REVOLUTION / inner;
            (time * REVOLUTION).div_ceil(platters.revolution_ns) + sector
        };
        Self {
            cylinders: zone_cylinders * zones.len() as u64,
            zones,
            heads,
            revolution_ns: platters.revolution_ns,
            head_skew: angle(spec.seek.head_switch_ns),
            cylinder_skew: angle(spec.seek.track_to_track_ns.max(spec.seek.head_switch_ns)),
        }
    }

    /// Where a sector is.
    pub fn place(&self, sector: u64) -> Place {
        let zone = self
            .zones
            .partition_point(|zone| zone.first_sector <= sector);
        let zone = &self.zones[zone.saturating_sub(1)];
        let in_zone = sector - zone.first_sector;
        let track = in_zone / zone.track_sectors;
        let in_track = in_zone % zone.track_sectors;
        let cylinder = zone.first_cylinder + track / self.heads;
        let head = track % self.heads;
        let switches = cylinder * (self.heads - 1) + head;
        let skew = switches * self.head_skew + cylinder * self.cylinder_skew;
        Place {
            cylinder,
            head,
            angle: (in_track * REVOLUTION / zone.track_sectors + skew) % REVOLUTION,
            left_in_track: zone.track_sectors - in_track,
            track_sectors: zone.track_sectors,
        }
    }

    /// How long the platter turns until an angle is under the heads.
    pub fn rotation_ns(&self, now: u64, angle: u64) -> u64 {
        let turned = (now % self.revolution_ns) * REVOLUTION / self.revolution_ns;
        let wait = (angle + REVOLUTION - turned) % REVOLUTION;
        // What is missed by no more than the rounding of angles is not missed.
        if wait > REVOLUTION - (1 << 12) {
            return 0;
        }
        (wait * self.revolution_ns).div_ceil(REVOLUTION)
    }

    /// How long so many sectors of a track pass under the head.
    pub fn passing_ns(&self, sectors: u64, track_sectors: u64) -> u64 {
        sectors * self.revolution_ns / track_sectors
    }

    /// How many sectors of a track pass in that time.
    pub fn passed_in(&self, time: u64, track_sectors: u64) -> u64 {
        time * track_sectors / self.revolution_ns
    }
}
