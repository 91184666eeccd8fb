//! What a worker takes from itself before it sees a byte of a file: memory, time, files, the network.

use rlimit::Resource;
use std::io::Result;

/// How much less urgent than the server a worker is.
const NICE: i32 = 10;
/// Files that may be open: the pipes, and what a program like tesseract loads.
const OPEN_FILES: u64 = 64;

/// Limits of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Own {
    /// Bytes of address space.
    pub memory: u64,
    /// Seconds of a processor.
    pub seconds: u64,
    /// Whether the work is done by another program, which has to be loaded from files.
    pub program: bool,
}

/// Confines this process; the kernel holds what is set here, and nothing can take it back.
pub(super) fn confine(own: &Own) -> Result<()> {
    // A limit that somebody has set lower already stays.
    let lower = |resource: Resource, most: u64| {
        let (_, hard) = resource.get()?;
        let most = most.min(hard);
        resource.set(most, most)
    };
    lower(Resource::AS, own.memory)?;
    // Told once, then killed: the signal says what it was.
    let (_, hard) = Resource::CPU.get()?;
    Resource::CPU.set(own.seconds.min(hard), own.seconds.saturating_add(1).min(hard))?;
    lower(Resource::CORE, 0)?;
    lower(Resource::FSIZE, 0)?;
    lower(Resource::NOFILE, OPEN_FILES)?;
    rustix::process::nice(NICE)?;
    end_with_the_parent()?;
    alone(own.program)?;
    quiet(own.program)
}

/// Work that nobody waits for any longer must not go on.
#[cfg(target_os = "linux")]
fn end_with_the_parent() -> Result<()> {
    Ok(rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?)
}

#[cfg(not(target_os = "linux"))]
fn end_with_the_parent() -> Result<()> {
    Ok(())
}

/// No files, no connections, no signals to others; as far as this kernel can hold it.
#[cfg(target_os = "linux")]
fn alone(program: bool) -> Result<()> {
    use std::io::Error;

    use landlock::{
        ABI, Access, AccessFs, AccessNet, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreatedAttr, Scope,
    };
    let version = ABI::V6;
    let rules = Ruleset::default()
        .handle_access(AccessFs::from_all(version))
        .and_then(|rules| rules.handle_access(AccessNet::from_all(version)))
        .and_then(|rules| rules.scope(Scope::from_all(version)))
        .and_then(Ruleset::create)
        .map_err(Error::other)?;
    let rules = if program {
        let root = PathFd::new("/").map_err(Error::other)?;
        rules.add_rule(PathBeneath::new(root, AccessFs::from_read(version))).map_err(Error::other)?
    } else {
        rules
    };
    rules.restrict_self().map(|_| ()).map_err(Error::other)
}

/// What landlock does not know: other sockets, other processes, other programs.
#[cfg(target_os = "linux")]
fn quiet(program: bool) -> Result<()> {
    super::calls::refuse(program)
}

#[cfg(not(target_os = "linux"))]
fn quiet(_: bool) -> Result<()> {
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn alone(_: bool) -> Result<()> {
    Ok(())
}
