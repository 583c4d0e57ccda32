//! C files on the disk, for the examples and tests of crates that leave files to others.

use std::path::Path;
use std::sync::Arc;

use frontend::{FileProvider, Input, Request};

pub(crate) struct Disk;

impl FileProvider for Disk {
    fn read(&self, path: &Path) -> Option<Arc<[u8]>> {
        std::fs::read(path).ok().map(Arc::from)
    }
}

/// A request with the headers of the machine.
pub(crate) fn request(inputs: Vec<Input>) -> Request {
    let system_dirs = [
        "/usr/local/include",
        "/usr/include/x86_64-linux-gnu",
        "/usr/include",
    ];
    Request {
        inputs,
        system_dirs: system_dirs.map(str::to_owned).to_vec(),
        ..Request::default()
    }
}

#[allow(dead_code)] // Tests have texts.
pub(crate) fn request_of(files: &[String]) -> Request {
    let input = |name: &String| Input::new(name.clone(), std::fs::read(name).expect("a readable file"));
    request(files.iter().map(input).collect())
}
