//! Words on images through tesseract, when it is installed with Russian.

use crate::engine::corpus::boxes::Mark;
use crate::engine::corpus::read::tsv;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::process::Command;
use tokio::sync::OnceCell;

/// How long one page may take.
const TIME: Duration = Duration::from_secs(120);

/// What is said where it is not installed.
pub const ABSENT: &str = "tesseract с русским языком не установлен: слова на изображениях не распознаны (установите \
     tesseract-ocr и tesseract-ocr-rus, удалите редакцию и импортируйте её снова)";

static LANGUAGES: OnceCell<Option<String>> = OnceCell::const_new();

/// Whether words can be recognised here.
pub async fn is_here() -> bool {
    languages().await.is_some()
}

/// The languages to read with; asked once.
async fn languages() -> Option<&'static str> {
    let ask = async {
        let out = Command::new("tesseract").arg("--list-langs").stdin(Stdio::null()).output().await.ok()?;
        let listed = format!("{}\n{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
        let has = |language: &&&str| listed.lines().any(|line| line.trim() == **language);
        let found: Vec<&str> = ["rus", "ukr", "eng"].iter().filter(has).copied().collect();
        found.contains(&"rus").then(|| found.join("+"))
    };
    LANGUAGES.get_or_init(|| ask).await.as_deref()
}

/// The words of an image and its text; `None` when it cannot be read.
pub async fn read(image: &[u8]) -> Option<(Vec<Mark>, String)> {
    let languages = languages().await?;
    tokio::time::timeout(TIME, run(image, languages)).await.ok().flatten()
}

async fn run(image: &[u8], languages: &str) -> Option<(Vec<Mark>, String)> {
    let mut child = Command::new("tesseract")
        .args(["stdin", "stdout", "-l", languages, "--psm", "3", "tsv"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .ok()?;
    let mut door = child.stdin.take()?;
    let image = image.to_vec();
    // The program answers after it has read everything.
    let give = async move {
        let _ = door.write_all(&image).await;
    };
    let ((), out) = tokio::join!(give, child.wait_with_output());
    let out = out.ok().filter(|out| out.status.success())?;
    Some(tsv::read(&String::from_utf8_lossy(&out.stdout)))
}
