//! A PostgreSQL of one test process: made in a folder for temporary files, gone with the process.

use crate::skip;
use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt as _, chown};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use sqlx::{AssertSqlSafe, Connection, PgConnection};

/// The address of the server without a database, once it answers; `None` without PostgreSQL on this machine.
static SERVER: OnceLock<Option<String>> = OnceLock::new();
static DATABASES: AtomicU32 = AtomicU32::new(0);
const NAME: &str = "legalagi-postgres-";

/// The URL of an empty database of its own; without PostgreSQL the running test is skipped.
pub(crate) async fn database() -> Option<String> {
    let found = if_installed().await;
    if found.is_none() {
        skip::skip("no PostgreSQL here (Debian: apt-get install postgresql)");
    }
    found
}

/// The same for a test that runs without it too.
pub(crate) async fn if_installed() -> Option<String> {
    let server = tokio::task::spawn_blocking(|| SERVER.get_or_init(start)).await.expect("the server's start");
    let server = server.as_ref()?;
    let name = format!("t{}", DATABASES.fetch_add(1, Ordering::Relaxed));
    let mut maintenance = connected(&format!("{server}/postgres")).await;
    sqlx::query(AssertSqlSafe(format!("CREATE DATABASE {name}"))).execute(&mut maintenance).await.expect("a database");
    maintenance.close().await.expect("closing");
    Some(format!("{server}/{name}"))
}

/// A connection, waited for while the server starts.
async fn connected(url: &str) -> PgConnection {
    for _ in 0..600 {
        if let Ok(connection) = PgConnection::connect(url).await {
            return connection;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("PostgreSQL does not answer");
}

/// The folder with `initdb` and `postgres`.
fn programs() -> Option<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .map(|version| version.path().join("bin"))
        .filter(|bin| bin.join("initdb").is_file() && bin.join("postgres").is_file())
        .collect();
    found.sort();
    found.pop()
}

fn id(flag: &str) -> Option<u32> {
    let output = Command::new("id").args([flag, "postgres"]).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

/// A command as the user that PostgreSQL is content with: it refuses to work for root. It dies with its parent.
fn command(program: &Path, owner: Option<(u32, u32)>) -> Command {
    let mut command = Command::new("setpriv");
    if let Some((user, group)) = owner {
        command.args([format!("--reuid={user}"), format!("--regid={group}"), "--clear-groups".to_owned()]);
    }
    command.args(["--pdeathsig", "KILL"]).arg(program).stdin(Stdio::null()).env("LC_ALL", "C.UTF-8");
    command
}

fn start() -> Option<String> {
    let bin = programs()?;
    remove_old();
    let folder = std::env::temp_dir().join(format!("{NAME}{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let is_root = fs::metadata("/proc/self").expect("a process").uid() == 0;
    let owner = if is_root { Some((id("-u")?, id("-g")?)) } else { None };
    if let Some((user, group)) = owner {
        chown(&folder, Some(user), Some(group)).expect("the folder's owner");
    }
    let data = folder.join("data");
    let made = command(&bin.join("initdb"), owner)
        .args(["--no-sync", "--auth=trust", "--username=legalagi", "--encoding=UTF8", "--locale=C.UTF-8", "-D"])
        .arg(&data)
        .current_dir(&folder)
        .output()
        .expect("initdb");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let port = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("a port").port();
    let mut server = command(&bin.join("postgres"), owner);
    server.arg("-D").arg(&data).args(["-p", &port.to_string(), "-c", "listen_addresses=127.0.0.1"]);
    server.args(["-c", "unix_socket_directories=", "-c", "fsync=off", "-c", "max_connections=300"]);
    server.current_dir(&folder).stdout(Stdio::null()).stderr(Stdio::null());
    // The signal comes when the thread that started it ends: this one never does.
    std::thread::spawn(move || {
        let _ = server.spawn().expect("postgres").wait();
    });
    Some(format!("postgres://legalagi@127.0.0.1:{port}"))
}

/// Folders of processes that are gone.
fn remove_old() {
    for entry in fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let owner = name.strip_prefix(NAME).and_then(|pid| pid.parse::<u32>().ok());
        if owner.is_some_and(|pid| !Path::new(&format!("/proc/{pid}")).exists()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}
