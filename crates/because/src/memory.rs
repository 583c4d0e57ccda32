//! A ceiling on the memory of the whole process.
//!
//! The interpreter counts the program's objects, but before it starts the C text has been preprocessed, parsed
//! and lowered by code that believes in sane input. Forty nested uses of `#define D(x) x x` are one line of C
//! and a trillion tokens. Nobody can ask the preprocessor to stop in time, so the allocator does: it counts
//! every byte that is in use, and the allocation that would pass the ceiling ends the process with a message
//! and the exit status of an exhausted limit. Without it the system's own killer would choose a victim.
//!
//! The interpreter's limit is reached first by any program that is merely hungry, and gives the better message
//! with a place in the source. This one is for what has no place.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fs::File;
use std::io::Write;
use std::mem::ManuallyDrop;
use std::os::fd::FromRawFd;
use std::sync::atomic::{AtomicIsize, AtomicUsize, Ordering};

use report::Exit;

/// What the tool itself needs for any program that it can handle at all.
const LEAST: u64 = 256 << 20;

/// Until [`set_ceiling`] is called there is nothing to bound: the command line has not been read.
static CEILING: AtomicUsize = AtomicUsize::new(usize::MAX);
/// Signed: what one thread takes and another gives back may be counted in either order.
static IN_USE: AtomicIsize = AtomicIsize::new(0);

/// A thread tells of its bytes when there are so many of them: an atomic addition costs as much as a small allocation.
const BATCH: isize = 4096;

thread_local! {
    /// What this thread has taken, less what it gave back, and not told yet.
    static UNTOLD: Cell<isize> = const { Cell::new(0) };
}

/// The process may have this many bytes in use.
pub(crate) fn set_ceiling(bytes: u64) {
    let bytes = bytes.max(LEAST);
    CEILING.store(usize::try_from(bytes).unwrap_or(usize::MAX), Ordering::Relaxed);
}

/// Whether so little is left that the work had better end, with what is known by then. The longest list is nearly half
/// of everything, and it doubles when it is full.
pub(crate) fn is_scarce() -> bool {
    let ceiling = CEILING.load(Ordering::Relaxed);
    in_use(IN_USE.load(Ordering::Relaxed)) > ceiling / 8 * 5
}

/// The system's allocator with a count.
#[derive(Debug)]
pub(crate) struct Counted;

fn in_use(counted: isize) -> usize {
    usize::try_from(counted).unwrap_or(0)
}

impl Counted {
    /// No layout has more than `isize::MAX` bytes.
    fn take(bytes: usize) {
        let untold = UNTOLD.with(Cell::get).saturating_add(bytes as isize);
        if untold < BATCH {
            return UNTOLD.with(|known| known.set(untold));
        }
        UNTOLD.with(|known| known.set(0));
        let before = IN_USE.fetch_add(untold, Ordering::Relaxed);
        if in_use(before.saturating_add(untold)) > CEILING.load(Ordering::Relaxed) {
            exhausted();
        }
    }

    fn give(bytes: usize) {
        let untold = UNTOLD.with(Cell::get) - bytes as isize;
        if untold > -BATCH {
            return UNTOLD.with(|known| known.set(untold));
        }
        UNTOLD.with(|known| known.set(0));
        IN_USE.fetch_add(untold, Ordering::Relaxed);
    }
}

// An allocator cannot be written without `unsafe`. Each method hands its arguments unchanged to the system's
// allocator and adds only arithmetic on counters without a destructor, so the caller's guarantees are the ones
// `System` needs.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Counted::take(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        Counted::take(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        Counted::give(layout.size());
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        match size.checked_sub(layout.size()) {
            Some(more) => Counted::take(more),
            None => Counted::give(layout.size() - size),
        }
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// Ends the process. Whoever asked for memory may hold any lock, also that of the standard error stream, so
/// the message goes to the descriptor itself, and nothing here allocates.
#[cold]
fn exhausted() -> ! {
    // From here on nobody is counted: what runs at the exit of the process may allocate.
    CEILING.store(usize::MAX, Ordering::Relaxed);
    // Descriptor 2 is open for as long as the process lives, and `ManuallyDrop` keeps this from closing it.
    #[allow(unsafe_code)]
    let mut stderr = ManuallyDrop::new(unsafe { File::from_raw_fd(2) });
    let _ = stderr.write_all(
        b"error: out of memory: because needs more for this program than --memory-limit allows\n\
          \x20= note: does a macro or an initialiser grow without bound?\n",
    );
    std::process::exit(i32::from(Exit::Undetermined.code()))
}
