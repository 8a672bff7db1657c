//! The one way in which files are written: whole or not at all. What is new is written aside,
//! synced to the disk and then renamed, so that neither a kill, nor a full disk, nor a power cut
//! leaves less than what was there before. And the one way in which they are read whole: up to a
//! limit, as a device may have no end.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

/// Numbers the files aside, so that two threads never share one.
static NUMBER: AtomicU32 = AtomicU32::new(0);

/// Lets a write beyond the process's limit of file sizes fail, as on a full disk; the system's
/// default is to end the process, in the middle of what it writes. Programs that it starts have the
/// default again.
#[cfg(unix)]
#[allow(unsafe_code, reason = "std cannot handle a signal")]
pub fn let_large_writes_fail() {
    extern "C" fn go_on(_: libc::c_int) {}
    // SAFETY: the handler does nothing.
    unsafe { libc::signal(libc::SIGXFSZ, go_on as *const () as libc::sighandler_t) };
}

/// Other systems have no such signal.
#[cfg(not(unix))]
pub fn let_large_writes_fail() {}

/// The largest file that is read whole: a gigabyte.
pub const LARGEST: u64 = 1 << 30;

/// The bytes of a file; an error if it is larger than [`LARGEST`].
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_at_most(File::open(path)?, LARGEST)
}

/// The text of a file, which is UTF-8; an error if it is larger than [`LARGEST`].
pub fn read_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "not UTF-8"))
}

/// All bytes of an input; an error if there are more than so many.
pub fn read_at_most(input: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let megabytes = most >> 20;
        return Err(io::Error::other(format!("larger than {megabytes} MB")));
    }
    Ok(bytes)
}

/// Writes a file, or replaces it. A link stays a link, and permissions stay as they are. What is no
/// plain file, as a pipe or a terminal, is written to as it is.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    let content = content.as_ref();
    let there = fs::metadata(path).ok();
    if there.as_ref().is_some_and(|there| !there.is_file()) {
        return OpenOptions::new()
            .write(true)
            .open(path)?
            .write_all(content);
    }
    let path = match there {
        Some(_) => fs::canonicalize(path)?,
        None => path.to_owned(),
    };
    let aside = aside(&path)?;
    let written = write_new(&aside, content)
        .and_then(|()| {
            there.map_or(Ok(()), |there| {
                fs::set_permissions(&aside, there.permissions())
            })
        })
        .and_then(|()| fs::rename(&aside, &path));
    if written.is_err() {
        // What is written in part is of no use; the first error is the one that matters.
        let _ = fs::remove_file(&aside);
    } else if let Some(folder) = path.parent() {
        // The new name is on the disk once its folder is; not every system can sync one.
        let folder = if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        };
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    written
}

/// An error if [`write()`] cannot write this file. Nothing is changed.
pub fn check(path: &Path) -> io::Result<()> {
    let path = match fs::metadata(path) {
        Ok(there) if there.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(there) if there.is_file() => fs::canonicalize(path)?,
        Ok(_) => return Ok(()),
        Err(_) => path.to_owned(),
    };
    let aside = aside(&path)?;
    File::create(&aside)?;
    fs::remove_file(&aside)
}

/// The name of a file beside another, which no other process or thread has.
fn aside(path: &Path) -> io::Result<PathBuf> {
    let name = path
        .file_name()
        .ok_or_else(|| io::Error::other("not a file name"))?;
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let mut aside = std::ffi::OsString::from(".");
    aside.push(name);
    aside.push(format!(".{}-{number}.tmp", process::id()));
    Ok(path.with_file_name(aside))
}

fn write_new(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(content)?;
    file.sync_all()
}

/// The right to replace a file for some time, held by one process. The lock is a file of its own
/// beside it, since the file itself is another one after each replacement.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    /// Locked while it is open.
    _file: File,
}

impl Lock {
    /// Takes the right, unless another has it.
    pub fn take(path: &Path) -> io::Result<Self> {
        let mut name = path.as_os_str().to_owned();
        name.push(".lock");
        let path = PathBuf::from(name);
        let mut options = OpenOptions::new();
        let file = options
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(io::Error::other(
                "another run is writing this \
                file",
            )),
            // Not every file system knows locks.
            Err(TryLockError::Error(_)) | Ok(()) => Ok(Self { path, _file: file }),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A file that stays does no harm.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_without_end_is_not_read_on() {
        let megabyte = 1 << 20;
        let error = read_at_most(io::repeat(0), megabyte).unwrap_err();
        assert_eq!(error.to_string(), "larger than 1 MB");
        let just = io::repeat(0).take(megabyte);
        assert_eq!(read_at_most(just, megabyte).unwrap().len(), 1 << 20);
    }

    /// An empty folder.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("mustplay-{name}-{}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect()
    }

    #[test]
    fn a_file_is_replaced_and_nothing_else_is_left() {
        let folder = folder("files");
        let path = folder.join("game");
        for content in ["first", "second"] {
            write(&path, content).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
            assert_eq!(names(&folder), ["game"]);
        }
        // A folder in its place cannot be replaced, and stays.
        let taken = folder.join("taken");
        fs::create_dir(&taken).unwrap();
        assert!(write(&taken, "x").is_err() && taken.is_dir());
        assert!(write(&folder.join("no/where"), "x").is_err());
        assert_eq!(names(&folder).len(), 2);
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = folder("links");
        let (path, link) = (folder.join("game"), folder.join("link"));
        fs::write(&path, "first").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        write(&link, "second").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "second");
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn one_holds_the_lock() {
        let folder = folder("lock");
        let path = folder.join("book");
        let lock = Lock::take(&path).unwrap();
        let other = Lock::take(&path).unwrap_err().to_string();
        assert!(other.contains("another run"), "{other}");
        drop(lock);
        drop(Lock::take(&path).unwrap());
        assert!(names(&folder).is_empty());
        fs::remove_dir_all(folder).unwrap();
    }
}
