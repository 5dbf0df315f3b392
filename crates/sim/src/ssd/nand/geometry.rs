//! Where a physical page lies: address arithmetic, done once and kept as tables.
//!
//! A superblock is one erase block of every plane of `superblock_dies` dies. Its units are
//! filled row by row: all planes of one die (a *group*, what one program operation writes),
//! then the next die, then the next page. With parity, some dies of each row hold parity
//! instead; which, turns from row to row. A physical unit address is the superblock's number
//! shifted left, or-ed with the position in it.

use crate::spec::SsdSpec;
use crate::ssd::id::{Die, Lpn, Pool, Ppa, Superblock};
use serde::{Deserialize, Serialize};

/// The physical layout, and what one operation costs on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Geometry {
    /// Mapping units that the host can address.
    pub logical_units: u32,
    /// 512-byte blocks of a unit, as a power of two.
    unit_block_shift: u32,
    /// Groups of superblocks that are collected apart, each over its own dies.
    pub pools: u32,
    /// Superblocks of a pool.
    pub superblocks_per_pool: u32,
    /// Host units that a superblock holds (parity left out).
    pub units_per_superblock: u32,
    /// Units of a group.
    pub group_units: u32,
    group_shift: u32,
    superblock_shift: u32,
    /// Of the position in an address.
    position_mask: u32,
    /// Die, within the pool, of each group of a superblock.
    group_die: Vec<u16>,
    /// Whether a group's pages are upper pages.
    group_upper: Vec<bool>,
    /// Units that one array read brings into the registers, as a power of two.
    read_shift: u32,
    /// Whether each plane reads on its own.
    planes_read_alone: bool,
    /// Data groups of a row.
    row_groups: u32,
    /// Parity dies, within the pool, of row `r % len`.
    parity_dies: Vec<Vec<u16>>,
    dies_per_pool: u32,
    /// Erase blocks of a superblock.
    pub blocks_per_superblock: u32,
}

impl Geometry {
    /// The layout of a checked spec.
    pub fn new(spec: &SsdSpec) -> Self {
        let (nand, layout) = (&spec.nand, &spec.layout);
        let group_units = nand.page_bytes * nand.planes / spec.place_bytes();
        let pools = nand.dies / layout.superblock_dies;
        let stripe = layout.parity_stripe_dies;
        let parity_per_row = layout.superblock_dies.checked_div(stripe).unwrap_or(0);
        let row_groups = layout.superblock_dies - parity_per_row;
        // The parity of stripe s in row r lies on the stripe's die number r mod stripe.
        let rows_of_parity: Vec<Vec<u16>> = (0..stripe.max(1))
            .map(|row| {
                (0..parity_per_row)
                    .map(|s| (s * stripe + row) as u16)
                    .collect()
            })
            .collect();
        let mut group_die = Vec::with_capacity((nand.pages_per_block * row_groups) as usize);
        for row in 0..nand.pages_per_block as usize {
            let parity = &rows_of_parity[row % rows_of_parity.len()];
            group_die
                .extend((0..layout.superblock_dies as u16).filter(|die| !parity.contains(die)));
        }
        let group_upper = (0..group_die.len() as u32)
            .map(|group| is_upper_page(group / row_groups, nand.pages_per_block))
            .collect();
        let read_units = if nand.features.multi_plane && !nand.features.independent_plane_reads {
            group_units
        } else {
            (nand.page_bytes / spec.place_bytes()).max(1)
        };
        let units_per_superblock = group_die.len() as u32 * group_units;
        let superblock_shift = units_per_superblock.next_power_of_two().trailing_zeros();
        Self {
            logical_units: (spec.capacity.bytes().0 / u64::from(layout.unit_bytes)) as u32,
            unit_block_shift: (u64::from(layout.unit_bytes) / fourcorners_block::BLOCK_BYTES)
                .trailing_zeros(),
            pools,
            superblocks_per_pool: nand.blocks_per_plane - layout.reserved_blocks_per_plane,
            units_per_superblock,
            group_units,
            group_shift: group_units.trailing_zeros(),
            superblock_shift,
            position_mask: (1 << superblock_shift) - 1,
            group_die,
            group_upper,
            read_shift: read_units.trailing_zeros(),
            planes_read_alone: nand.features.independent_plane_reads,
            row_groups,
            parity_dies: if parity_per_row == 0 {
                Vec::new()
            } else {
                rows_of_parity
            },
            dies_per_pool: layout.superblock_dies,
            blocks_per_superblock: layout.superblock_dies * nand.planes,
        }
    }

    /// 512-byte blocks of a unit.
    #[inline]
    pub fn unit_blocks(&self) -> u64 {
        1 << self.unit_block_shift
    }
    /// Positions of a superblock in SLC mode: its first pages, of which there are fewer.
    pub fn units_of_slc(&self, bits_per_cell: u32) -> u32 {
        let row_units = self.row_groups * self.group_units;
        self.units_per_superblock / row_units / bits_per_cell * row_units
    }
    /// The logical page that holds a block.
    #[inline]
    pub fn lpn_of(&self, block: u64) -> Lpn {
        Lpn((block >> self.unit_block_shift) as u32)
    }
    /// A position's place in its group; 0: the group begins there.
    #[inline]
    pub fn in_group(&self, position: u32) -> u32 {
        position & (self.group_units - 1)
    }
    /// Positions of a group from one on.
    #[inline]
    pub fn left_of_group(&self, position: u32) -> u32 {
        self.group_units - self.in_group(position)
    }
    /// All superblocks of the drive.
    pub fn superblocks(&self) -> u32 {
        self.pools * self.superblocks_per_pool
    }
    /// One more than the largest physical page address.
    pub fn address_space(&self) -> usize {
        (self.superblocks() as usize) << self.superblock_shift
    }
    /// Physical page address of a position in a superblock.
    #[inline]
    pub fn address(&self, superblock: Superblock, position: u32) -> Ppa {
        Ppa((superblock.0 << self.superblock_shift) | position)
    }
    /// The superblock of an address.
    #[inline]
    pub fn superblock_of(&self, address: Ppa) -> Superblock {
        Superblock(address.0 >> self.superblock_shift)
    }
    /// The position of an address in its superblock.
    #[inline]
    pub fn position_of(&self, address: Ppa) -> u32 {
        address.0 & self.position_mask
    }
    /// Addresses that one array read brings into the registers agree in this.
    #[inline]
    pub fn read_row_of(&self, address: Ppa) -> u32 {
        address.0 >> self.read_shift
    }
    /// The plane that reads an address, where each reads on its own.
    #[inline]
    pub fn plane_of(&self, address: Ppa) -> Option<u32> {
        self.planes_read_alone
            .then(|| self.in_group(address.0) >> self.read_shift)
    }
    /// Units from an address to the end of what one array read brings into the registers.
    #[inline]
    pub fn left_in_read_row(&self, address: Ppa) -> u32 {
        let units = 1 << self.read_shift;
        units - (address.0 & (units - 1))
    }
    /// Whether a position of a superblock lies in upper pages.
    #[inline]
    pub fn is_upper(&self, position: u32) -> bool {
        self.group_upper[(position >> self.group_shift) as usize]
    }
    /// The same of the groups of one unit each from a position on.
    #[inline]
    pub fn uppers(&self, position: u32, groups: usize) -> &[bool] {
        &self.group_upper[position as usize..position as usize + groups]
    }
    /// The group of a superblock that a position lies in.
    #[inline]
    pub fn group_of(&self, position: u32) -> u32 {
        position >> self.group_shift
    }
    /// The die that holds a position of a pool's superblocks.
    #[inline]
    pub fn die_at(&self, pool: Pool, position: u32) -> Die {
        self.die_in_pool(
            pool,
            self.group_die[(position >> self.group_shift) as usize],
        )
    }
    /// The pool of a superblock.
    #[inline]
    pub fn pool_of(&self, superblock: Superblock) -> Pool {
        if self.pools == 1 {
            Pool(0)
        } else {
            Pool(superblock.0 / self.superblocks_per_pool)
        }
    }
    /// All pools.
    pub fn all_pools(&self) -> impl Iterator<Item = Pool> + use<> {
        (0..self.pools).map(Pool)
    }
    /// The drive-wide number of a pool's die. Neighboring dies lie on different channels.
    #[inline]
    pub fn die_in_pool(&self, pool: Pool, local: u16) -> Die {
        Die(pool.0 * self.dies_per_pool + u32::from(local))
    }
    /// The first die of a pool.
    #[inline]
    pub fn first_die_of(&self, pool: Pool) -> Die {
        Die(pool.0 * self.dies_per_pool)
    }
    /// Dies of a pool.
    pub fn dies_per_pool(&self) -> u32 {
        self.dies_per_pool
    }
    /// Whether some dies hold parity.
    #[inline]
    pub fn has_parity(&self) -> bool {
        !self.parity_dies.is_empty()
    }
    /// Parity dies (within the pool) to be programmed once the group that ends at `position`
    /// (exclusive) completes its row; empty otherwise.
    #[inline]
    pub fn parity_due(&self, position: u32) -> &[u16] {
        if self.parity_dies.is_empty() {
            return &[];
        }
        let groups = position >> self.group_shift;
        if !groups.is_multiple_of(self.row_groups) {
            return &[];
        }
        let row = (groups / self.row_groups - 1) as usize;
        &self.parity_dies[row % self.parity_dies.len()]
    }
}

/// Whether a page of a multi-level block is the upper page of its cells. A word line's lower page
/// is programmed two pages before its upper one, so that a neighbour's program disturbs it less:
/// L L U L U ... L U U, the order of Micron and Samsung parts of two bits a cell (Grupp et al.,
/// MICRO 2009).
fn is_upper_page(page: u32, pages_per_block: u32) -> bool {
    page > 0 && (page.is_multiple_of(2) || page + 1 == pages_per_block)
}
