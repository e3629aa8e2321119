//! The border to SQLite: a file system of its own name that hands everything to the default one, and tells the disk
//! what is written, truncated, synced and deleted. The only unsafe code of this crate. Decides nothing.
//!
//! SQLite lets a file system be built on another one. This one is the default one's table of functions with `xOpen`
//! and `xDelete` replaced. An open file is the default one's object, too: it lies at the beginning of the memory
//! that SQLite gives, so that every function of the default one works on it unchanged, and only its table of
//! functions is replaced by a copy with four of ours. What ours need lies behind it, in memory that the default one
//! does not know of.
#![allow(unsafe_code, reason = "SQLite takes a file system as tables of C functions; it has no other form")]

use std::ffi::{CStr, OsStr, c_char, c_int, c_void};
use std::mem::size_of;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Arc, Once};

use rusqlite::ffi;

use super::file::FileLog;
use super::sim_disk::{Refused, SimDisk};

/// The name under which SQLite knows it.
const NAME: &CStr = c"punto-disk";

/// What lies behind the default file object.
struct Behind {
    disk: Arc<SimDisk>,
    path: PathBuf,
    /// Whether the folder is synced with the file the next time, as the file system beneath does for a new journal.
    with_folder: bool,
    /// The default table of functions.
    default: *const ffi::sqlite3_io_methods,
    /// Ours; the file points to it as long as it is open.
    ours: ffi::sqlite3_io_methods,
}

/// The file system that was the default one before ours.
static BENEATH: AtomicPtr<ffi::sqlite3_vfs> = AtomicPtr::new(ptr::null_mut());

static REGISTERED: Once = Once::new();

/// Makes the file system the default one of this process, once. A file that lies on no disk is none of its business.
pub(super) fn register() {
    REGISTERED.call_once(|| {
        // SAFETY: SQLite is initialised by this call, as by any first call. What it returns is the default file
        // system, a static object of SQLite.
        let default = unsafe { ffi::sqlite3_vfs_find(ptr::null()) };
        assert!(!default.is_null(), "SQLite has a default file system");
        BENEATH.store(default, Ordering::Release);
        // SAFETY: `default` is not null and points to an object that is never changed but for its link to the
        // next one, which a copy may have: registering overwrites it.
        let mut ours = unsafe { *default };
        ours.zName = NAME.as_ptr();
        ours.szOsFile += c_int::try_from(size_of::<*mut Behind>()).expect("a pointer is small");
        ours.xOpen = Some(open);
        ours.xDelete = Some(delete);
        let ours: &'static mut ffi::sqlite3_vfs = Box::leak(Box::new(ours));
        // SAFETY: `ours` lives for ever, its functions uphold what SQLite asks of them, and it is registered once.
        let done = unsafe { ffi::sqlite3_vfs_register(ours, 1) };
        assert_eq!(done, ffi::SQLITE_OK, "SQLite takes another file system");
    });
}

/// The file system beneath: set before ours is known to SQLite, and alive as long as the process.
fn beneath() -> *mut ffi::sqlite3_vfs {
    BENEATH.load(Ordering::Acquire)
}

/// Where the pointer to what lies behind the file object is kept.
///
/// # Safety
/// `file` points to memory of the size that our file system asks for.
unsafe fn slot(file: *mut ffi::sqlite3_file) -> *mut *mut Behind {
    // SAFETY: the default file object takes the first `szOsFile` bytes; the pointer has room behind it, as
    // `register` asked for. The sum stays within one allocation.
    unsafe {
        let size = usize::try_from((*beneath()).szOsFile).expect("sizes are positive");
        file.cast::<u8>().add(size).cast()
    }
}

/// What lies behind an open file of ours.
///
/// # Safety
/// `file` was opened by [`open`] and is not closed yet. SQLite uses a file from one thread at a time.
unsafe fn behind<'a>(file: *mut ffi::sqlite3_file) -> &'a mut Behind {
    // SAFETY: `open` put a pointer from `Box::into_raw` there, which `close` takes back. It need not be aligned.
    unsafe { &mut *slot(file).read_unaligned() }
}

/// The path that SQLite passes, none for a temporary file.
///
/// # Safety
/// `name` is null or a C string.
unsafe fn path(name: *const c_char) -> Option<PathBuf> {
    if name.is_null() {
        return None;
    }
    // SAFETY: not null, hence a C string by the contract of this function.
    let name = unsafe { CStr::from_ptr(name) };
    Some(Path::new(OsStr::from_bytes(name.to_bytes())).to_owned())
}

/// Opens a file as the default one does; from then on the disk sees every access.
unsafe extern "C" fn open(
    _: *mut ffi::sqlite3_vfs,
    name: ffi::sqlite3_filename,
    file: *mut ffi::sqlite3_file,
    flags: c_int,
    out_flags: *mut c_int,
) -> c_int {
    // SAFETY: the arguments are SQLite's own, passed on as they came; the memory behind `file` is large enough for
    // the default object and more. The default functions were all there when ours were copied from them.
    unsafe {
        let Some(disk_path) = path(name) else { return default_open(name, file, flags, out_flags) };
        let Some(disk) = SimDisk::of(&disk_path) else { return default_open(name, file, flags, out_flags) };
        if flags & ffi::SQLITE_OPEN_CREATE != 0 && disk.operate(&disk_path, FileLog::open) == Err(Refused) {
            (*file).pMethods = ptr::null();
            return ffi::SQLITE_CANTOPEN;
        }
        let done = default_open(name, file, flags, out_flags);
        if done != ffi::SQLITE_OK {
            return done;
        }
        let default = (*file).pMethods;
        let journals = ffi::SQLITE_OPEN_MAIN_JOURNAL | ffi::SQLITE_OPEN_SUPER_JOURNAL | ffi::SQLITE_OPEN_WAL;
        let with_folder = flags & ffi::SQLITE_OPEN_CREATE != 0 && flags & journals != 0;
        let ours = ffi::sqlite3_io_methods {
            // Without the third version SQLite maps no file into memory, and every write comes by here.
            iVersion: 2,
            xClose: Some(close),
            xWrite: Some(write),
            xTruncate: Some(truncate),
            xSync: Some(sync),
            ..*default
        };
        let behind = Box::into_raw(Box::new(Behind { disk, path: disk_path, with_folder, default, ours }));
        slot(file).write_unaligned(behind);
        (*file).pMethods = &raw const (*behind).ours;
        done
    }
}

/// Opens a file that is none of ours.
///
/// # Safety
/// The arguments are those of `xOpen`.
unsafe fn default_open(
    name: ffi::sqlite3_filename,
    file: *mut ffi::sqlite3_file,
    flags: c_int,
    out_flags: *mut c_int,
) -> c_int {
    // SAFETY: the default file system gets its own address and SQLite's arguments; its `xOpen` is never null.
    unsafe {
        let vfs = beneath();
        (*vfs).xOpen.expect("every file system opens")(vfs, name, file, flags, out_flags)
    }
}

unsafe extern "C" fn delete(_: *mut ffi::sqlite3_vfs, name: *const c_char, sync_dir: c_int) -> c_int {
    // SAFETY: as for `open`.
    unsafe {
        if let Some(path) = path(name)
            && let Some(disk) = SimDisk::of(&path)
            && disk.operate(&path, |file| file.delete(sync_dir != 0)) == Err(Refused)
        {
            return ffi::SQLITE_IOERR_DELETE;
        }
        let vfs = beneath();
        (*vfs).xDelete.expect("every file system deletes")(vfs, name, 0)
    }
}

unsafe extern "C" fn close(file: *mut ffi::sqlite3_file) -> c_int {
    // SAFETY: the file is open and ours. What lies behind it is taken back once and not used afterwards: SQLite
    // forgets a file that it has closed, and the default functions do not know what lies there.
    unsafe {
        let behind = Box::from_raw(slot(file).read_unaligned());
        (*file).pMethods = behind.default;
        (*behind.default).xClose.expect("every file closes")(file)
    }
}

unsafe extern "C" fn write(
    file: *mut ffi::sqlite3_file,
    bytes: *const c_void,
    len: c_int,
    at: ffi::sqlite3_int64,
) -> c_int {
    // SAFETY: the file is open and ours; SQLite passes `len` readable bytes, which nobody changes meanwhile.
    unsafe {
        let Behind { disk, path, default, .. } = behind(file);
        let (Ok(start), Ok(size)) = (usize::try_from(at), usize::try_from(len)) else {
            return ffi::SQLITE_IOERR_WRITE;
        };
        let content = std::slice::from_raw_parts(bytes.cast::<u8>(), size);
        if disk.operate(path, |file| file.write(start, content)) == Err(Refused) {
            return ffi::SQLITE_IOERR_WRITE;
        }
        (**default).xWrite.expect("every file is written")(file, bytes, len, at)
    }
}

unsafe extern "C" fn truncate(file: *mut ffi::sqlite3_file, len: ffi::sqlite3_int64) -> c_int {
    // SAFETY: the file is open and ours.
    unsafe {
        let Behind { disk, path, default, .. } = behind(file);
        let Ok(size) = usize::try_from(len) else { return ffi::SQLITE_IOERR_TRUNCATE };
        if disk.operate(path, |file| file.truncate(size)) == Err(Refused) {
            return ffi::SQLITE_IOERR_TRUNCATE;
        }
        (**default).xTruncate.expect("every file is truncated")(file, len)
    }
}

/// Nothing waits for a real disk: what is certain is the simulated disk's to say.
unsafe extern "C" fn sync(file: *mut ffi::sqlite3_file, _: c_int) -> c_int {
    // SAFETY: the file is open and ours.
    let Behind { disk, path, with_folder, .. } = unsafe { behind(file) };
    match disk.sync(path, *with_folder) {
        Ok(()) => {
            *with_folder = false;
            ffi::SQLITE_OK
        }
        Err(Refused) => ffi::SQLITE_IOERR_FSYNC,
    }
}
