//! What the kernel says of the server and its children.

use std::collections::BTreeMap;
use std::fs::{read_dir, read_to_string};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The most that was ever seen.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Most {
    /// Megabytes that the server ever held.
    pub(crate) server: f64,
    /// Megabytes of address space of a worker.
    pub(crate) worker: f64,
    pub(crate) workers: usize,
}

/// Looks at a process ten times a second.
pub(crate) struct Watch {
    pid: u32,
    most: Arc<Mutex<Most>>,
    seen: Arc<Mutex<BTreeMap<u32, String>>>,
    end: Arc<AtomicBool>,
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.end.store(true, Ordering::Relaxed);
    }
}

/// A line of `/proc/<pid>/status` in megabytes.
fn megabytes(pid: u32, line: &str) -> Option<f64> {
    let status = read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|own| own.strip_prefix(line))?;
    Some(line.trim().trim_end_matches(" kB").parse::<f64>().ok()? / 1024.0)
}

/// The fields of `/proc/<pid>/stat` from the state on; the name before may hold anything.
fn fields(pid: u32) -> Vec<String> {
    let stat = read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").map(|(_, rest)| rest.split(' ').map(str::to_owned).collect()).unwrap_or_default()
}

fn children(parent: u32) -> Vec<u32> {
    let all = read_dir("/proc").into_iter().flatten().flatten();
    let numbers = all.filter_map(|entry| entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok()));
    let parent = parent.to_string();
    numbers.filter(|pid| fields(*pid).get(1) == Some(&parent)).collect()
}

/// Ticks of a process, the children it has waited for included.
fn ticks(pid: u32) -> u64 {
    let fields = fields(pid);
    (11..15).filter_map(|at| fields.get(at)?.parse::<u64>().ok()).sum()
}

/// Before it is a worker a child is a copy of the server.
fn is_worker(pid: u32) -> bool {
    read_to_string(format!("/proc/{pid}/cmdline")).is_ok_and(|line| line.contains("\0worker\0"))
}

/// When a process began: a number is given away again.
fn began(pid: u32) -> String {
    fields(pid).get(19).cloned().unwrap_or_default()
}

impl Watch {
    pub(crate) fn of(pid: u32) -> Self {
        let watch = Self { pid, most: Arc::default(), seen: Arc::default(), end: Arc::default() };
        let (most, seen, end) = (watch.most.clone(), watch.seen.clone(), watch.end.clone());
        std::thread::spawn(move || {
            while !end.load(Ordering::Relaxed) {
                let alive = children(pid);
                let mut most = most.lock().expect("figures");
                most.server = most.server.max(megabytes(pid, "VmHWM:").unwrap_or_default());
                most.workers = most.workers.max(alive.len());
                let mut seen = seen.lock().expect("figures");
                for child in alive.into_iter().filter(|child| is_worker(*child)) {
                    most.worker = most.worker.max(megabytes(child, "VmPeak:").unwrap_or_default());
                    seen.insert(child, began(child));
                }
                drop((most, seen));
                sleep(Duration::from_millis(100));
            }
        });
        watch
    }

    pub(crate) fn most(&self) -> Most {
        *self.most.lock().expect("figures")
    }

    /// Megabytes that the server holds now.
    pub(crate) fn now(&self) -> f64 {
        megabytes(self.pid, "VmRSS:").unwrap_or(f64::NAN)
    }

    /// Children that are still there.
    pub(crate) fn left(&self) -> usize {
        let seen = self.seen.lock().expect("figures");
        seen.iter().filter(|(pid, when)| !when.is_empty() && began(**pid) == **when).count()
    }

    /// Seconds until the server and its children use less than a twentieth of a processor for a second.
    pub(crate) fn until_idle(&self, most: Duration) -> f64 {
        let spent = || ticks(self.pid) + children(self.pid).into_iter().map(ticks).sum::<u64>();
        let begun = Instant::now();
        let mut before = spent();
        while begun.elapsed() < most {
            let from = begun.elapsed();
            sleep(Duration::from_secs(1));
            let now = spent();
            // A hundred ticks are a second.
            if now.saturating_sub(before) <= 5 {
                return from.as_secs_f64();
            }
            before = now;
        }
        f64::NAN
    }
}
