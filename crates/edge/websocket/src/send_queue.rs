//! The frames that wait to be written to one connection.

use std::collections::VecDeque;
use std::io::{self, IoSlice};

use crate::encoded::Encoded;

/// How many frames are written in one call.
const AT_ONCE: usize = 16;
/// The longest memory, in frames, that an empty queue keeps.
const KEPT: usize = 16;

/// Frames that wait to be written. Each goes out whole and in order, however few bytes a connection takes at a time.
#[derive(Debug, Default)]
pub struct SendQueue {
    frames: VecDeque<Encoded>,
    /// How many bytes of the first frame are written.
    written: usize,
    /// How many bytes of all frames are not written.
    bytes: usize,
}

impl SendQueue {
    /// How many bytes wait.
    pub const fn bytes(&self) -> usize {
        self.bytes
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// How many frames wait, one that is half written included.
    pub fn len(&self) -> usize {
        self.frames.len()
    }

    /// Adds a frame behind the others.
    pub fn push(&mut self, frame: Encoded) {
        self.bytes = self.bytes.saturating_add(frame.len());
        self.frames.push_back(frame);
    }

    /// Drops the frames of which no byte is written.
    pub fn drop_waiting(&mut self) {
        self.frames.truncate(usize::from(self.written > 0));
        self.bytes = self.frames.front().map_or(0, |first| first.len().saturating_sub(self.written));
    }

    /// The frames that wait.
    pub fn frames(&self) -> impl Iterator<Item = &Encoded> {
        self.frames.iter()
    }

    /// Writes what waits with `write`, which says how many bytes it took.
    ///
    /// # Errors
    /// That of `write`, `WouldBlock` included; what was not written waits on.
    pub fn write(&mut self, mut write: impl FnMut(&[IoSlice<'_>]) -> io::Result<usize>) -> io::Result<()> {
        while !self.frames.is_empty() {
            let first = self.written;
            let skipped = |(at, frame)| if at == 0 { skip(frame, first) } else { skip(frame, 0) };
            let taken = take(self.frames.iter().enumerate().map(skipped), &mut write)?;
            self.advance(taken);
        }
        if self.frames.capacity() > KEPT {
            self.frames = VecDeque::new();
        }
        Ok(())
    }

    /// Adds frames and writes what waits; the frames are copied only as far as they have to wait.
    ///
    /// # Errors
    /// That of `write`, `WouldBlock` included; what was not written waits on.
    pub fn send(
        &mut self,
        frames: &[Encoded],
        mut write: impl FnMut(&[IoSlice<'_>]) -> io::Result<usize>,
    ) -> io::Result<()> {
        let taken = if self.frames.is_empty() {
            take(frames.iter().map(|frame| skip(frame, 0)), &mut write)
        } else {
            Ok(0)
        };
        let mut rest = *taken.as_ref().unwrap_or(&0);
        for frame in frames {
            if rest >= frame.len() {
                rest -= frame.len();
            } else {
                self.push(frame.clone());
                self.advance(rest);
                rest = 0;
            }
        }
        taken?;
        self.write(write)
    }

    fn advance(&mut self, taken: usize) {
        self.bytes = self.bytes.saturating_sub(taken);
        self.written = self.written.saturating_add(taken);
        while let Some(first) = self.frames.front().filter(|first| first.len() <= self.written) {
            self.written -= first.len();
            self.frames.pop_front();
        }
    }
}

fn skip(frame: &Encoded, bytes: usize) -> &[u8] {
    frame.get(bytes..).unwrap_or_default()
}

/// Offers the first of these pieces to `write`. Gives how many bytes it took.
fn take<'a>(
    mut pieces: impl Iterator<Item = &'a [u8]>,
    write: &mut impl FnMut(&[IoSlice<'_>]) -> io::Result<usize>,
) -> io::Result<usize> {
    let mut slices = [IoSlice::new(&[]); AT_ONCE];
    let mut count = 0;
    for (slice, piece) in slices.iter_mut().zip(&mut pieces) {
        *slice = IoSlice::new(piece);
        count += 1;
    }
    let taken = write(&slices[..count])?;
    if taken == 0 && slices[..count].iter().any(|slice| !slice.is_empty()) {
        return Err(io::ErrorKind::WriteZero.into());
    }
    Ok(taken)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A connection that takes so many bytes at a time, and none when that is 0.
    struct Pipe {
        takes: VecDeque<usize>,
        taken: Vec<u8>,
    }

    impl Pipe {
        fn write(&mut self, slices: &[IoSlice<'_>]) -> io::Result<usize> {
            let takes = self.takes.pop_front().unwrap_or(0);
            if takes == 0 {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            let offered: Vec<u8> = slices.iter().flat_map(|slice| slice.iter().copied()).collect();
            let taken = offered.len().min(takes);
            self.taken.extend_from_slice(&offered[..taken]);
            Ok(taken)
        }
    }

    #[derive(Clone, Debug)]
    enum Step {
        Push(usize),
        Send(Vec<usize>),
        Write,
    }

    fn step() -> impl Strategy<Value = Step> {
        prop_oneof![
            (0..300_usize).prop_map(Step::Push),
            prop::collection::vec(0..300_usize, 0..20).prop_map(Step::Send),
            Just(Step::Write),
        ]
    }

    proptest! {
        #[test]
        fn what_is_written_is_always_the_frames_in_order_and_whole(
            steps in prop::collection::vec(step(), 1..40),
            takes in prop::collection::vec(0..700_usize, 0..60),
        ) {
            let mut number = 0_u8;
            let mut frame = |length: usize| {
                number = number.wrapping_add(1);
                Encoded::text(&char::from(b'a' + number % 26).to_string().repeat(length))
            };
            let (mut queue, mut sent) = (SendQueue::default(), Vec::new());
            let mut pipe = Pipe { takes: takes.into(), taken: Vec::new() };
            for step in steps {
                match step {
                    Step::Push(length) => {
                        let frame = frame(length);
                        sent.extend_from_slice(&frame);
                        queue.push(frame);
                    }
                    Step::Send(lengths) => {
                        let frames: Vec<_> = lengths.into_iter().map(&mut frame).collect();
                        sent.extend(frames.iter().flat_map(|frame| frame.to_vec()));
                        let _ = queue.send(&frames, |slices| pipe.write(slices));
                    }
                    Step::Write => { let _ = queue.write(|slices| pipe.write(slices)); }
                }
                prop_assert_eq!(&sent[..pipe.taken.len()], &pipe.taken[..]);
                prop_assert_eq!(queue.bytes(), sent.len() - pipe.taken.len());
            }
            pipe.takes = [usize::MAX; 60].into();
            queue.write(|slices| pipe.write(slices)).unwrap();
            prop_assert!(queue.is_empty() && pipe.taken == sent);
        }
    }

    #[test]
    fn a_frame_that_is_half_written_stays_when_the_others_are_dropped() {
        let frames = ["first", "second"].map(Encoded::text);
        for (takes, left) in [(0, 0), (3, frames[0].len() - 3), (frames[0].len() + 1, frames[1].len() - 1)] {
            let mut queue = SendQueue::default();
            let mut pipe = Pipe { takes: [takes].into(), taken: Vec::new() };
            assert!(queue.send(&frames, |slices| pipe.write(slices)).is_err());
            queue.drop_waiting();
            assert_eq!(queue.bytes(), left, "{takes}");
        }
    }

    #[test]
    fn frames_that_are_due_together_are_written_in_one_call() {
        let (mut queue, mut calls) = (SendQueue::default(), 0);
        queue.push(Encoded::text("answer"));
        queue.push(Encoded::text("yours"));
        let all = |slices: &[IoSlice<'_>]| slices.iter().map(|slice| slice.len()).sum();
        queue
            .write(|slices| {
                calls += 1;
                Ok(all(slices))
            })
            .unwrap();
        queue
            .send(&["card", "end"].map(Encoded::text), |slices| {
                calls += 1;
                Ok(all(slices))
            })
            .unwrap();
        assert_eq!(calls, 2);
    }
}
