//! One root over many leaves, and the path from each leaf to it: the shape of RFC 6962 with a hash of our own.
//!
//! One leaf is its own root. Of more, the largest power of two below their number goes left, the others right. No leaf
//! gives 32 zero bytes.

use crate::bytes::Digest;
use crate::hash::TaggedHash;

/// The root over these leaves, in this order.
pub fn root(leaves: &[Digest]) -> Digest {
    match leaves {
        [] => Digest::ZERO,
        [leaf] => *leaf,
        _ => {
            let (left, right) = leaves.split_at(left_of(leaves.len()));
            node(&root(left), &root(right))
        }
    }
}

/// The siblings from the leaf at `index` upward; none when there is no such leaf.
pub fn path(leaves: &[Digest], index: usize) -> Option<Vec<Digest>> {
    if index >= leaves.len() {
        return None;
    }
    if leaves.len() == 1 {
        return Some(Vec::new());
    }
    let (left, right) = leaves.split_at(left_of(leaves.len()));
    let (mut siblings, other) = match index.checked_sub(left.len()) {
        None => (path(left, index)?, right),
        Some(index) => (path(right, index)?, left),
    };
    siblings.push(root(other));
    Some(siblings)
}

/// The root over these leaves, and the path of each of them. It takes one hash for each node, whereas [`path`] of every
/// leaf takes one for each node and leaf.
pub fn paths(leaves: &[Digest]) -> (Digest, Vec<Vec<Digest>>) {
    match leaves {
        [] => (Digest::ZERO, Vec::new()),
        [leaf] => (*leaf, vec![Vec::new()]),
        _ => {
            let (left, right) = leaves.split_at(left_of(leaves.len()));
            let ((left, mut paths), (right, others)) = (paths(left), paths(right));
            for path in &mut paths {
                path.push(right);
            }
            paths.extend(others.into_iter().map(|mut path| {
                path.push(left);
                path
            }));
            (node(&left, &right), paths)
        }
    }
}

/// The root that a leaf at `index` of `count` and its path lead to; none when the path has another length.
pub fn root_of_path(leaf: &Digest, index: usize, count: usize, path: &[Digest]) -> Option<Digest> {
    if index >= count {
        return None;
    }
    if count == 1 {
        return path.is_empty().then_some(*leaf);
    }
    let (top, below) = path.split_last()?;
    let left = left_of(count);
    Some(match index.checked_sub(left) {
        None => node(&root_of_path(leaf, index, left, below)?, top),
        Some(index) => node(top, &root_of_path(leaf, index, count.saturating_sub(left), below)?),
    })
}

/// How many of so many leaves, at least two, go left.
const fn left_of(count: usize) -> usize {
    count.next_power_of_two() >> 1
}

/// `TH("punto/1/node"; left || right)`.
fn node(left: &Digest, right: &Digest) -> Digest {
    TaggedHash::new("punto/1/node").bytes(&left.0).bytes(&right.0).finish()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Bytes;

    fn leaves(count: usize) -> Vec<Digest> {
        (0..count).map(|n| TaggedHash::new("leaf").u64(n.try_into().unwrap()).finish()).collect()
    }

    #[test]
    fn the_largest_power_of_two_below_goes_left() {
        let counts = [(2, 1), (3, 2), (4, 2), (5, 4), (8, 4), (9, 8), (416, 256), (1664, 1024)];
        assert!(counts.iter().all(|(count, left)| left_of(*count) == *left));
        assert_eq!(root(&[]), Bytes([0; 32]));
        assert_eq!(root(&leaves(1)), leaves(1)[0]);
    }

    proptest! {
        #[test]
        fn a_path_opens_its_root_for_its_leaf_at_its_place_alone(
            count in 1..70_usize, at in 0..70_usize, other in 0..70_usize, bit in 0..256_usize,
        ) {
            let (all, at, other) = (leaves(count), at.checked_rem(count).unwrap(), other.checked_rem(count).unwrap());
            let (top, own) = (root(&all), path(&all, at).unwrap());
            prop_assert_eq!(root_of_path(&all[at], at, count, &own), Some(top));
            if other != at {
                prop_assert_ne!(root_of_path(&all[other], at, count, &own), Some(top));
                prop_assert_ne!(root_of_path(&all[at], other, count, &own), Some(top));
            }
            for sibling in 0..own.len() {
                let mut flipped = own.clone();
                flipped[sibling].0[bit >> 3] ^= 1 << (bit & 7);
                prop_assert_ne!(root_of_path(&all[at], at, count, &flipped), Some(top));
            }
            let longer: Vec<Digest> = own.iter().copied().chain([top]).collect();
            prop_assert_eq!(root_of_path(&all[at], at, count, &longer), None);
            if !own.is_empty() {
                prop_assert_eq!(root_of_path(&all[at], at, count, &own[1..]), None);
            }
            prop_assert_eq!(path(&all, count), None);
            prop_assert_eq!(root_of_path(&all[at], count, count, &own), None);
        }
    }
}
