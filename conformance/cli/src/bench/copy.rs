//! A memcpy on several threads, for comparison with products on several threads.
//!
//! Each backend is measured relative to a memcpy on one thread in its own process. The memcpy on several threads is
//! measured here, in the harness's process, once for all backends.

use std::borrow::Cow;
use std::hint::black_box;
use std::thread;
use std::time::{Duration, Instant};

/// Bytes below which starting a thread costs more than it gains.
const WORTH_A_THREAD: usize = 1 << 20;

/// A copy of some bytes on several threads.
pub(super) struct ThreadedCopy<'a> {
    bytes: Cow<'a, [u8]>,
    room: Vec<u8>,
    part: usize,
}

impl<'a> ThreadedCopy<'a> {
    /// None if only one thread is allowed, or one is enough.
    pub(super) fn new(bytes: Cow<'a, [u8]>, threads: usize) -> Option<Self> {
        if threads < 2 || bytes.len() < WORTH_A_THREAD {
            return None;
        }
        // Written to beforehand: the first touch of fresh memory is the system's work.
        let room = bytes.to_vec();
        let part = bytes.len().div_ceil(threads);
        Some(Self { bytes, room, part })
    }

    /// Nanoseconds of one copy, repeated for at least `min_sample`.
    pub(super) fn time(&mut self, min_sample: Duration) -> f64 {
        let (start, mut count) = (Instant::now(), 0_u32);
        loop {
            self.copy();
            count += 1;
            let elapsed = start.elapsed();
            if elapsed >= min_sample {
                return elapsed.as_secs_f64() * 1e9 / f64::from(count);
            }
        }
    }

    fn copy(&mut self) {
        let parts = self.room.chunks_mut(self.part).zip(self.bytes.chunks(self.part));
        thread::scope(|scope| {
            for (to, from) in parts {
                scope.spawn(move || black_box(to).copy_from_slice(black_box(from)));
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::ThreadedCopy;
    use std::borrow::Cow;
    use std::time::Duration;

    #[test]
    fn every_byte_is_copied() {
        let bytes: Vec<u8> = (0..(1 << 20) + 5_u32).map(|i| (i % 251) as u8).collect();
        for threads in [2, 3, 7] {
            let mut copy = ThreadedCopy::new(Cow::Borrowed(&bytes), threads).expect("enough bytes");
            copy.room.fill(0xff);
            assert!(copy.time(Duration::from_nanos(1)) > 0.0);
            assert_eq!(copy.room, bytes, "{threads}");
        }
        assert!(ThreadedCopy::new(Cow::Borrowed(&bytes), 1).is_none());
        assert!(ThreadedCopy::new(Cow::Borrowed(&bytes[..100]), 2).is_none());
    }
}
