//! What a process has used so far, as Linux counts it in `/proc`.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::time::Duration;

use rustix::io::Errno;

/// The length of a tick in `/proc/PID/stat`: Linux shows a hundred a second on every machine.
const TICK: Duration = Duration::from_millis(10);

/// A process by its number.
#[derive(Clone, Copy, Debug)]
pub struct Process(u32);

/// The memory of a process, in KiB.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// What is resident.
    pub rss: u64,
    /// What is resident, with its share of what it shares with others.
    pub pss: u64,
}

impl Process {
    /// The process of that number.
    pub const fn new(number: u32) -> Self {
        Self(number)
    }

    /// This process.
    pub fn this() -> Self {
        Self(std::process::id())
    }

    /// The processor time it has used, in user mode and in the kernel.
    ///
    /// # Errors
    /// When it has ended, or this is not Linux.
    pub fn cpu(self) -> io::Result<Duration> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.0))?;
        let ticks = ticks(&stat).ok_or(io::ErrorKind::InvalidData)?;
        Ok(TICK.saturating_mul(ticks))
    }

    /// The memory it holds.
    ///
    /// # Errors
    /// When it has ended, or this is not Linux.
    pub fn memory(self) -> io::Result<Memory> {
        let rollup = fs::read_to_string(format!("/proc/{}/smaps_rollup", self.0))?;
        let line = |name| kibibytes(&rollup, name).ok_or(io::ErrorKind::InvalidData);
        Ok(Memory { rss: line("Rss:")?, pss: line("Pss:")? })
    }
}

/// The processor time of a process to the nanosecond, which a short measurement needs: that of its threads, added up.
#[derive(Debug)]
pub struct Meter {
    process: Process,
    threads: Threads,
}

impl Meter {
    /// A meter of that process.
    pub fn new(process: Process) -> Self {
        Self { process, threads: Threads::default() }
    }

    /// The processor time it has used, in user mode and in the kernel. Of a thread that has ended, what it had used at
    /// the reading before counts.
    ///
    /// # Errors
    /// When it has ended, or this is not Linux.
    pub fn read(&mut self) -> io::Result<Duration> {
        for thread in fs::read_dir(format!("/proc/{}/task", self.process.0))? {
            let thread = thread?;
            let number = thread.file_name().to_str().and_then(|name| name.parse().ok());
            match fs::read_to_string(thread.path().join("schedstat")) {
                Ok(schedstat) => {
                    let read = number.zip(nanoseconds(&schedstat)).ok_or(io::ErrorKind::InvalidData)?;
                    self.threads.note(read.0, read.1);
                }
                // It ended since it was listed. Linux says so in one of two ways.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) if error.raw_os_error() == Some(Errno::SRCH.raw_os_error()) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(Duration::from_nanos(self.threads.sum()))
    }
}

/// What the threads of a process had used when they were seen last, in nanoseconds.
#[derive(Debug, Default)]
struct Threads {
    seen: BTreeMap<u32, u64>,
    /// Threads whose number another one has now.
    replaced: u64,
}

impl Threads {
    fn note(&mut self, number: u32, used: u64) {
        let before = self.seen.insert(number, used).unwrap_or_default();
        if used < before {
            self.replaced = self.replaced.saturating_add(before);
        }
    }

    fn sum(&self) -> u64 {
        self.seen.values().fold(self.replaced, |sum, used| sum.saturating_add(*used))
    }
}

/// The time on a processor: the first field.
fn nanoseconds(schedstat: &str) -> Option<u64> {
    schedstat.split_ascii_whitespace().next()?.parse().ok()
}

/// The ticks in user mode and in the kernel. The name of the program may contain anything, so they are counted from
/// behind it.
fn ticks(stat: &str) -> Option<u32> {
    let (_, after) = stat.rsplit_once(')')?;
    let mut fields = after.split_ascii_whitespace().skip(11);
    let (user, system): (u32, u32) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    user.checked_add(system)
}

fn kibibytes(rollup: &str, name: &str) -> Option<u64> {
    let rest = rollup.lines().find_map(|line| line.strip_prefix(name))?;
    rest.trim().strip_suffix("kB")?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_is_that_of_user_and_kernel() {
        let stat = "7 (a) b) R 1 7 7 0 -1 4194304 100 0 0 0 250 50 0 0 20 0 1 0 1 1 1";
        assert_eq!(ticks(stat), Some(300));
        assert_eq!(ticks("7 (cut) R 1"), None);
    }

    #[test]
    fn a_thread_that_ended_has_used_what_it_had() {
        let mut threads = Threads::default();
        for (number, used, sum) in [(1, 10, 10), (2, 5, 15), (1, 12, 17), (2, 1, 18), (2, 3, 20)] {
            threads.note(number, used);
            assert_eq!(threads.sum(), sum, "thread {number} has used {used}");
        }
        assert_eq!((nanoseconds("1234 5 6\n"), nanoseconds("")), (Some(1_234), None));
    }

    #[test]
    fn a_meter_counts_what_every_thread_uses() {
        const USED: Duration = Duration::from_millis(20);
        let mut meter = Meter::new(Process::this());
        let before = meter.read().unwrap();
        let uses = move || {
            while meter.read().unwrap() < before + USED {}
            meter.read().unwrap()
        };
        let used = std::thread::spawn(uses).join().unwrap();
        let coarse = Process::this().cpu().unwrap();
        assert!(used <= coarse + 2 * TICK, "{used:?}, and by the ticks {coarse:?}");
        assert!(Meter::new(Process::new(u32::MAX)).read().is_err());
    }

    #[test]
    fn memory_is_read_by_its_name() {
        let rollup =
            "00400000-7fff rollup\nRss:            2048 kB\nPss:            1024 kB\nPss_Anon: 5 kB\n";
        assert_eq!((kibibytes(rollup, "Rss:"), kibibytes(rollup, "Pss:")), (Some(2_048), Some(1_024)));
        assert_eq!(kibibytes(rollup, "Swap:"), None);
    }

    #[test]
    fn this_process_has_used_something() {
        let Memory { rss, pss } = Process::this().memory().unwrap();
        assert!(rss >= pss && pss > 0, "{rss} {pss}");
        assert!(Process::this().cpu().is_ok());
        assert!(Process::new(u32::MAX).cpu().is_err());
    }
}
