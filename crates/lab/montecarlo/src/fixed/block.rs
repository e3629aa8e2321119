//! A block of shoes dealt side by side: the one hot loop of this crate. Knows cards by kind, and no paytables.
//!
//! # Method
//!
//! Nothing is shuffled. A shoe is how many cards it holds of each kind, added up: cut `k` is the number of cards of the
//! kinds up to `k`. A place in the shoe, drawn uniformly among its cards, is of the first kind whose cut lies above it;
//! when the card is gone, that cut and all above it are one less. So a card costs one comparison and two sums
//! a cut, without a branch and without a look at memory, in as many shoes as a register has lanes.
//!
//! The tableau is arithmetic too. All six places are drawn for every coup; a lane that wants no fifth or sixth card
//! takes none.

use super::draws::{CoupRows, Places, Redraws, certain_from, places};
use super::lanes::{Lanes, SHOES};
use super::stream::{ROW_BLOCKS, ROWS, Row, Rows, Stream};

/// The number of cells: a power of two that is large enough.
pub(super) const CELLS: usize = 8192;

/// How many coups are counted in each cell.
///
/// The cell of a coup is 3600 if both sides hold pairs of one rank, plus 1200 for each step of Player's pair (none,
/// plain, perfect), 400 for each step of Banker's, and the [place](odds::Ending::place) of the ending.
pub(super) type Cells = [u32; CELLS];

/// How many coups the rows of the stream last that are made together.
const COUPS: usize = ROWS / 6;

/// What is dealt.
pub(super) struct Block<const CUTS: usize> {
    pub(super) stream: Stream,
    /// Of a full shoe, how many cards are of each kind or one before it; not of the last kind.
    pub(super) cuts: [u16; CUTS],
    /// How many cards a full shoe holds: at least six for each coup.
    pub(super) cards: u16,
    /// How many coups are dealt from each shoe.
    pub(super) coups: u16,
    /// How many shoes are dealt.
    pub(super) shoes: u32,
}

/// Cuts between cards by what they count, 0 to 9.
pub(super) const BY_POINTS: usize = 9;
/// By rank, T J Q K A and 2 to 9: the same order, so that a place has cards of the same points.
pub(super) const BY_RANK: usize = 12;
/// By rank, and of each rank by suit.
pub(super) const BY_CARD: usize = 51;

/// [`SHOES`] shoes as they are between two coups.
struct Group<const CUTS: usize> {
    cuts: [Row; CUTS],
    left: Row,
    /// The number of the first of them in the block.
    first: u32,
}

/// Deals the block and counts its coups by cell.
#[inline(always)]
pub(super) fn deal<L: Lanes, const CUTS: usize>(proof: L::Proof, block: &Block<CUTS>, cells: &mut Cells) {
    let mut rows = Rows([[0; SHOES]; ROWS]);
    let mut counter = 0;
    for first in (0..block.shoes).step_by(SHOES) {
        let left = [block.cards; SHOES];
        let mut group = Group { cuts: block.cuts.map(|cut| [cut; SHOES]), left, first };
        for coup in (0..block.coups).step_by(COUPS) {
            block.stream.fill::<L::Words>(proof, counter, &mut rows);
            counter += ROW_BLOCKS;
            for from in (0..SHOES).step_by(L::LANES) {
                some_coups::<L, CUTS>(proof, block, &rows, coup, from, &mut group, cells);
            }
        }
    }
}

/// Deals the coups for which there are rows, from `first_coup` on, of the shoes from `from` on.
#[inline(always)]
fn some_coups<L: Lanes, const CUTS: usize>(
    proof: L::Proof,
    block: &Block<CUTS>,
    rows: &Rows,
    first_coup: u16,
    from: usize,
    group: &mut Group<CUTS>,
    cells: &mut Cells,
) {
    let certain_from = L::splat(proof, certain_from(block.cards));
    let mut table =
        Table::<L, CUTS> { proof, cuts: [certain_from; CUTS], left: L::load(proof, &group.left[from..]) };
    for (cut, row) in table.cuts.iter_mut().zip(&group.cuts) {
        *cut = L::load(proof, &row[from..]);
    }
    let mut dealt = [[0; SHOES]; COUPS];
    let coups = (first_coup..block.coups).zip(rows.0.as_chunks::<6>().0).zip(&mut dealt);
    let mut done = 0;
    for ((coup, rows), dealt) in coups {
        let (mut places, doubt) = places(proof, rows, from, table.left, certain_from);
        if doubt {
            let shoe = group.first + u32::try_from(from).unwrap_or_default();
            redraw(proof, &block.redraws(shoe, coup), rows, from, table.left, &mut places);
        }
        table.coup(places).store(dealt);
        done += 1;
    }
    for (cut, row) in table.cuts.iter().zip(&mut group.cuts) {
        cut.store(&mut row[from..]);
    }
    table.left.store(&mut group.left[from..]);
    // Of the last group, only the shoes of the block.
    let shoes = block.shoes - group.first;
    let lanes = L::LANES.min(usize::try_from(shoes).unwrap_or(SHOES).saturating_sub(from));
    count(&dealt[..done], lanes, cells);
}

/// Adds the coups of the first lanes to their cells.
#[inline(always)]
fn count(dealt: &[Row], lanes: usize, cells: &mut Cells) {
    for row in dealt {
        for cell in &row[..lanes] {
            cells[usize::from(*cell) % CELLS] += 1;
        }
    }
}

impl<const CUTS: usize> Block<CUTS> {
    /// How to draw again for a coup of a shoe and of those that are dealt beside it.
    fn redraws(&self, shoe: u32, coup: u16) -> Redraws<'_> {
        let of_shoe = 3 * u32::from(self.coups);
        Redraws { stream: &self.stream, first: shoe * of_shoe + 3 * u32::from(coup), of_shoe }
    }
}

/// Draws again what must be, through memory.
#[inline(always)]
fn redraw<L: Lanes>(
    proof: L::Proof,
    redraws: &Redraws<'_>,
    rows: &CoupRows,
    from: usize,
    left: L,
    places: &mut Places<L>,
) {
    let (mut left_row, mut place_rows) = ([0; SHOES], [[0; SHOES]; 6]);
    left.store(&mut left_row);
    for (places, row) in places.iter().zip(&mut place_rows) {
        places.store(row);
    }
    redraws.settle(rows, from, &left_row[..L::LANES], &mut place_rows);
    for (places, row) in places.iter_mut().zip(&place_rows) {
        *places = L::load(proof, row);
    }
}

/// Shoes side by side, as many as a register has lanes.
struct Table<L: Lanes, const CUTS: usize> {
    proof: L::Proof,
    cuts: [L; CUTS],
    /// How many cards each holds.
    left: L,
}

impl<L: Lanes, const CUTS: usize> Table<L, CUTS> {
    #[inline(always)]
    fn splat(&self, number: usize) -> L {
        L::splat(self.proof, u16::try_from(number).unwrap_or_default())
    }

    /// Deals a coup of each shoe. Gives their cells.
    #[inline(always)]
    fn coup(&mut self, places: Places<L>) -> L {
        let [p1, b1, p2, b2, fifth, sixth] = places;
        let [p1, b1, p2, b2] = [self.take(p1), self.take(b1), self.take(p2), self.take(b2)];
        let pairing = self.pairing([p1, b1, p2, b2]);
        let player = self.modulo_ten(self.points(p1) + self.points(p2));
        let banker = self.modulo_ten(self.points(b1) + self.points(b2));
        let (six, eight) = (self.splat(6), self.splat(8));
        let no_natural = player.below(eight) & banker.below(eight);
        let player_draws = no_natural & player.below(six);
        let five = player_draws | (no_natural & banker.below(six));
        let fifth = self.take_if(fifth, five);
        let fifth = self.points(fifth);
        // Banker draws to a Player's third card of 0 to 9 up to totals of 3 3 4 4 5 5 6 6 2 3.
        let low = fifth.below(eight);
        let stands_from =
            (low & (fifth.half() + self.splat(4))) | ((low ^ self.splat(0xffff)) & (fifth - self.splat(5)));
        let six = player_draws & banker.below(stands_from);
        let sixth = self.take_if(sixth, six);
        let sixth = self.points(sixth);
        let banker_fifth = five ^ player_draws;
        let player = self.modulo_ten(player + (fifth & player_draws));
        let banker = self.modulo_ten(banker + (fifth & banker_fifth) + (sixth & six));
        self.left = self.left - self.splat(4) + five + six;
        let thirds = (player_draws & self.splat(100)) + ((banker_fifth | six) & self.splat(200));
        pairing + thirds + player.low(self.splat(10)) + banker
    }

    /// Takes the cards at these places. Gives their kinds.
    #[inline(always)]
    fn take(&mut self, places: L) -> L {
        let mut kind = self.splat(CUTS);
        places.cut_each(&mut self.cuts, &mut kind);
        kind
    }

    /// The same, in lanes of this mask. Other lanes take no card, and their kind has no meaning.
    #[inline(always)]
    fn take_if(&mut self, places: L, taken: L) -> L {
        let nowhere = self.splat(0x7fff);
        self.take(places | ((taken & nowhere) ^ nowhere))
    }

    /// What cards of this kind count.
    #[inline(always)]
    fn points(&self, kind: L) -> L {
        if CUTS == BY_POINTS {
            return kind;
        }
        let rank = Self::rank(kind);
        let king = self.splat(3);
        (rank - king) & king.below(rank)
    }

    /// The rank of cards of this kind, ten 0.
    #[inline(always)]
    fn rank(kind: L) -> L {
        if CUTS == BY_CARD { kind.half().half() } else { kind }
    }

    /// Totals up to 18, modulo ten.
    #[inline(always)]
    fn modulo_ten(&self, total: L) -> L {
        let ten = self.splat(10);
        let above = (total.below(ten) & ten) ^ ten;
        total - above
    }

    /// What the first four cards add to the cell: see [`Cells`].
    #[inline(always)]
    fn pairing(&self, [p1, b1, p2, b2]: [L; 4]) -> L {
        if CUTS == BY_POINTS {
            return self.splat(0);
        }
        let (of_player, of_banker) = (self.splat(1200), self.splat(400));
        let player = Self::rank(p1).equal(Self::rank(p2));
        let banker = Self::rank(b1).equal(Self::rank(b2));
        let alike = player & banker & Self::rank(p1).equal(Self::rank(b1));
        let pairs = (player & of_player) + (banker & of_banker) + (alike & self.splat(3600));
        if CUTS == BY_RANK {
            return pairs;
        }
        pairs + (p1.equal(p2) & of_player) + (b1.equal(b2) & of_banker)
    }
}
