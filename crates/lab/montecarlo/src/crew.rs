//! Blocks of work done by several threads. The result of a block must follow from its number alone, so that no result
//! depends on the number of threads.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::thread;

/// Does the blocks `0..blocks` and hands over each result on this thread, in the order of completion.
pub(crate) fn do_blocks<T: Send>(
    blocks: u64,
    threads: NonZeroUsize,
    work: impl Fn(u64) -> T + Sync,
    mut take: impl FnMut(T),
) {
    let next = AtomicU64::new(0);
    let take_block = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|block| *block < blocks);
    if threads.get() == 1 {
        while let Some(block) = take_block() {
            take(work(block));
        }
        return;
    }
    let (sender, done) = channel();
    thread::scope(|scope| {
        for _ in 0..threads.get() {
            let (sender, take_block, work) = (sender.clone(), &take_block, &work);
            scope.spawn(move || {
                while let Some(block) = take_block() {
                    if sender.send(work(block)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        done.into_iter().for_each(&mut take);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_block_is_done_once_by_any_crew() {
        for threads in [1, 2, 3, 16] {
            for blocks in [0, 1, 7, 100] {
                let mut taken = Vec::new();
                let threads = NonZeroUsize::new(threads).unwrap();
                do_blocks(blocks, threads, |block| block * block, |square| taken.push(square));
                taken.sort_unstable();
                assert_eq!(taken, (0..blocks).map(|block| block * block).collect::<Vec<_>>());
            }
        }
    }
}
