//! `countersign-gallery`: every scene of the page as a picture, in both themes, by the
//! same engine that draws the window; each is held to the rules for accessible pages at
//! its usual size and at 200 %. Exit 0 only if every scene was drawn and no rule is broken.

mod pages;
mod scenes;

use std::path::PathBuf;
use std::process::ExitCode;

use walk::Fault;

/// What it is started with.
struct Arguments {
    pages: PathBuf,
    out: PathBuf,
    /// Parts of scenes' names; all, where none is given.
    only: Vec<String>,
    language: String,
    /// Whether the rules are tried too.
    rules: bool,
}

#[tokio::main]
async fn main() -> ExitCode {
    let Some(arguments) = read(std::env::args().skip(1)) else {
        eprintln!(
            "usage: countersign-gallery --pages DIR --out DIR [--language en|de] [--pictures-only] [SCENE …]"
        );
        return ExitCode::from(2);
    };
    match drawn(&arguments).await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(fault) => {
            eprintln!("countersign-gallery: {fault}");
            ExitCode::FAILURE
        }
    }
}

async fn drawn(arguments: &Arguments) -> Result<bool, Fault> {
    std::fs::create_dir_all(&arguments.out).map_err(Fault::cannot(arguments.out.display()))?;
    let address = pages::serve(arguments.pages.clone()).await?;
    scenes::draw(arguments, &format!("http://{address}/gallery.html")).await
}

fn read(words: impl Iterator<Item = String>) -> Option<Arguments> {
    let (mut pages, mut out, mut only) = (None, None, Vec::new());
    let (mut language, mut rules) = ("en".to_owned(), true);
    let mut words = words;
    while let Some(word) = words.next() {
        match word.as_str() {
            "--pages" => pages = Some(PathBuf::from(words.next()?)),
            "--out" => out = Some(PathBuf::from(words.next()?)),
            "--language" => language = words.next()?,
            "--pictures-only" => rules = false,
            _ if word.starts_with('-') => return None,
            _ => only.push(word),
        }
    }
    Some(Arguments { pages: pages?, out: out?, only, language, rules })
}
