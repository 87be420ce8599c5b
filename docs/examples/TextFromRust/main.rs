//! Prints each argument in the order in which it is drawn. Build it with `make text-bindings`.

use std::os::raw::{c_char, c_int, c_uint, c_void};

extern "C" {
    fn lisan_text_new(utf8: *const c_char, bytes: usize, direction: c_int, flags: c_uint)
        -> *mut c_void;
    fn lisan_text_free(text: *mut c_void);
    fn lisan_line_new(text: *const c_void, start: usize, end: usize) -> *mut c_void;
    fn lisan_line_free(line: *mut c_void);
    fn lisan_line_width(line: *const c_void) -> usize;
    fn lisan_line_utf8(line: *const c_void, encoding: c_int, out: *mut u8, capacity: usize)
        -> usize;
}

/// A text as one line. It never changes, so threads may share it.
struct Line(*mut c_void);

unsafe impl Send for Line {}
unsafe impl Sync for Line {}

impl Line {
    fn new(text: &str) -> Line {
        // A line does not need its text.
        unsafe {
            let resolved = lisan_text_new(text.as_ptr().cast(), text.len(), 2, 1);
            let line = lisan_line_new(resolved, 0, usize::MAX);
            lisan_text_free(resolved);
            Line(line)
        }
    }

    fn width(&self) -> usize {
        unsafe { lisan_line_width(self.0) }
    }

    fn visual(&self) -> String {
        unsafe {
            let size = lisan_line_utf8(self.0, 0, std::ptr::null_mut(), 0);
            let mut shown = vec![0; size + 1];
            lisan_line_utf8(self.0, 0, shown.as_mut_ptr(), shown.len());
            shown.pop(); // the zero byte
            String::from_utf8(shown).expect("the library writes UTF-8")
        }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        unsafe { lisan_line_free(self.0) }
    }
}

fn main() {
    for text in std::env::args().skip(1) {
        let line = Line::new(&text);
        println!("{} {}", line.width(), line.visual());
    }
}
