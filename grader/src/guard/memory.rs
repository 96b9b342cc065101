//! An allocator that parks a thread when it holds too much.
//!
//! The limit counts what the worker thread has allocated and not freed. The allocator cannot
//! unwind, so it parks the thread for good; the watch sees the flag and the process ends.
//!
//! This is the one room of the grader with `unsafe`: [`GlobalAlloc`] is an unsafe trait. Every
//! method passes its arguments on to the system's allocator unchanged.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// 256 MiB: a thousand times what any exercise needs.
const LIMIT: usize = 256 << 20;

static OVER: AtomicBool = AtomicBool::new(false);

thread_local! {
    static ARMED: Cell<bool> = const { Cell::new(false) };
    static HELD: Cell<usize> = const { Cell::new(0) };
}

/// From now on, what this thread allocates is counted and limited.
pub(super) fn arm() {
    HELD.set(0);
    ARMED.set(true);
}

/// Whether an armed thread has gone over the limit and is parked.
pub(super) fn over() -> bool {
    OVER.load(Ordering::Relaxed)
}

fn count(added: usize) {
    if ARMED.try_with(Cell::get) != Ok(true) {
        return;
    }
    let held = HELD.get().saturating_add(added);
    HELD.set(held);
    if held > LIMIT {
        OVER.store(true, Ordering::Relaxed);
        loop {
            std::thread::sleep(Duration::from_secs(3600));
        }
    }
}

fn uncount(freed: usize) {
    if ARMED.try_with(Cell::get) == Ok(true) {
        HELD.set(HELD.get().saturating_sub(freed));
    }
}

/// The system's allocator, with the limit.
#[derive(Debug)]
pub struct Parking;

#[global_allocator]
static ALLOCATOR: Parking = Parking;

// SAFETY: every call is the system allocator's with the caller's own arguments; counting neither
// allocates nor unwinds.
unsafe impl GlobalAlloc for Parking {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        uncount(layout.size());
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size);
        uncount(layout.size());
        unsafe { System.realloc(pointer, layout, size) }
    }
}
