//! Keeps the results of long work: each is written to a file as a line as soon as it is found, so
//! that an interrupted run can continue.

use super::interrupt::Interrupt;
use super::progress::ProgressLine;
use crate::base::files;
use crate::base::jobs;
use crate::base::lock::unpoisoned;
use anyhow::{Context, Result, bail};
use serde::de::IgnoredAny;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::sync::Mutex;

/// The file of results, if any.
#[derive(Debug, Default)]
pub struct Ledger(Option<File>);

impl Ledger {
    /// Opens the file and reads its lines. A last line that is torn, as a kill leaves it, is cut off
    /// and its task repeated. A file that cannot be read is not changed.
    pub fn open<T>(path: &Path, read: impl FnOnce(&str) -> Result<T>) -> Result<(T, Self)> {
        let name = path.display();
        let text = match files::read_text(path) {
            Err(why) if why.kind() == ErrorKind::NotFound => String::new(),
            text => text.with_context(|| format!("cannot read {name}"))?,
        };
        let last = &text[text.rfind('\n').map_or(0, |end| end + 1)..];
        let is_torn = last.starts_with('{') && serde_json::from_str::<IgnoredAny>(last).is_err();
        let whole = text.len() - if is_torn { last.len() } else { 0 };
        let kept = read(&text[..whole]).with_context(|| format!("cannot read {name}"))?;
        let cannot = || format!("cannot write {name}");
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .with_context(cannot)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => bail!("{name}: another run is writing to this file"),
            // Some file systems have no locks.
            Err(TryLockError::Error(_)) | Ok(()) => {}
        }
        file.set_len(whole as u64).with_context(cannot)?;
        if !is_torn && !last.is_empty() {
            file.write_all(b"\n").with_context(cannot)?;
        }
        Ok((kept, Self(Some(file))))
    }

    /// Writes a result.
    pub fn add(&mut self, line: &str) -> Result<()> {
        match &mut self.0 {
            Some(file) => file
                .write_all(format!("{line}\n").as_bytes())
                .and_then(|()| file.sync_data())
                .context("cannot write the finding"),
            None => Ok(()),
        }
    }
}

/// Runs all tasks, several in parallel, and passes each result to `keep`, one after the other; an
/// error of `keep` or Ctrl-C ends the work.
pub fn work<T: Sync, F: Send>(
    tasks: &[T],
    threads: usize,
    name: impl Fn(&T) -> &str + Sync,
    task: impl Fn(&T, &ProgressLine) -> F + Sync,
    keep: impl FnMut(F) -> Result<()> + Send,
) -> Result<()> {
    let interrupt = Interrupt::listen();
    let progress = ProgressLine::new(tasks.len(), 0);
    let state = Mutex::new((keep, 0));
    let result = jobs::each(tasks, threads, |_, one| {
        if interrupt.is_pressed() {
            return Ok(());
        }
        let found = task(one, &progress);
        let mut state = unpoisoned(state.lock());
        let (keep, done) = &mut *state;
        progress.clear();
        *done += 1;
        keep(found)?;
        progress.at(*done, name(one));
        Ok(())
    });
    progress.clear();
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_is_done_once_until_an_error_ends_it() {
        let tasks: Vec<usize> = (0..50).collect();
        for jobs in [1, 3] {
            let mut done = Vec::new();
            let keep = |found| {
                done.push(found);
                Ok(())
            };
            work(&tasks, jobs, |_| "", |&task, _| 2 * task, keep).unwrap();
            done.sort_unstable();
            assert_eq!(done, (0..50).map(|task| 2 * task).collect::<Vec<_>>());
        }
        let mut count = 0;
        let keep = |()| {
            count += 1;
            anyhow::ensure!(count < 3, "enough");
            Ok(())
        };
        let result = work(&tasks, 1, |_| "", |_, _| (), keep);
        assert_eq!(
            (result.unwrap_err().to_string(), count),
            ("enough".to_owned(), 3)
        );
    }
}
