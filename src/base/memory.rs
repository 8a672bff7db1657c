//! Memory that may not be there: what the machine has to give, and lists that take less where there
//! is not enough, so that no setting that is allowed ends the program.

use std::fs;

/// A megabyte.
const MEGABYTE: usize = 1 << 20;

/// The bytes available now, if the machine reports them: free or reclaimable memory, at most what
/// the limits of the process and of its group leave.
pub fn available() -> Option<usize> {
    let free = bytes_in("/proc/meminfo", "MemAvailable:")?;
    let free = free.min(left_to_process().unwrap_or(usize::MAX));
    let read = |name: &str| fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok();
    let number = |text: String| text.trim().parse::<usize>().ok();
    let limit = read("memory.max").and_then(number);
    let used = read("memory.current").and_then(number);
    // What is kept of files is given up where it is needed.
    let kept = read("memory.stat").and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("file "));
        line.and_then(|line| number(line.to_owned()))
    });
    let left = limit.zip(used).map_or(usize::MAX, |(most, used)| {
        most.saturating_sub(used.saturating_sub(kept.unwrap_or(0)))
    });
    Some(free.min(left))
}

/// The bytes in a line of a file of the kernel, such as `VmSize: 1234 kB`.
fn bytes_in(file: &str, name: &str) -> Option<usize> {
    let text = fs::read_to_string(file).ok()?;
    let mut lines = text.lines();
    let rest = lines.find_map(|line| line.strip_prefix(name))?.trim();
    let kilobytes: usize = rest.strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// What is left of the process's limit of memory (`ulimit -v`), if it has one.
#[cfg(unix)]
fn left_to_process() -> Option<usize> {
    use rustix::process::{Resource, getrlimit};
    let most = usize::try_from(getrlimit(Resource::As).current?).ok()?;
    let used = bytes_in("/proc/self/status", "VmSize:")?;
    Some(most.saturating_sub(used))
}

/// Elsewhere it has none.
#[cfg(not(unix))]
fn left_to_process() -> Option<usize> {
    None
}

/// Checks that this many bytes are available; the error is the number of megabytes that are.
pub fn check(bytes: usize) -> Result<(), usize> {
    match available() {
        Some(most) if bytes > most => Err(most / MEGABYTE),
        _ => match list::<u8>(bytes).capacity() {
            most if most < bytes => Err(most / MEGABYTE),
            _ => Ok(()),
        },
    }
}

/// An empty list with capacity for this many elements, or for half of them, a quarter and so on if
/// memory is short.
pub fn list<T>(count: usize) -> Vec<T> {
    let mut count = count;
    loop {
        let mut list = Vec::new();
        if list.try_reserve_exact(count).is_ok() {
            return list;
        }
        count /= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_had_is_refused_or_becomes_less() {
        assert_eq!(check(MEGABYTE), Ok(()));
        assert!(check(usize::MAX / 4).is_err());
        assert!(list::<u64>(1000).capacity() >= 1000);
        assert!(list::<u64>(1 << 58).capacity() < 1 << 58);
    }
}
