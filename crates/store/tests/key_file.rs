//! Key files under a passphrase, on a real disk.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use store::keychain::{FileAct, KeyFile, KeyTrouble, Passphrase, WorkFactor};
use tempfile::TempDir;
use zeroize::Zeroizing;

const OWNERS: &str = "twelve oxen at dawn";

fn seed(byte: u8) -> Zeroizing<[u8; 32]> {
    Zeroizing::new([byte; 32])
}

fn passphrase(text: &str) -> Passphrase {
    Passphrase::new(Zeroizing::new(text.to_owned())).unwrap()
}

/// A fresh folder with the place of a key file in it, cheap to guess at.
fn place() -> (TempDir, KeyFile) {
    let folder = tempfile::tempdir().unwrap();
    let file = KeyFile::at(folder.path().join("owner.key")).with_work(WorkFactor::log2(4));
    (folder, file)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn what_was_sealed_is_read_again_and_again() {
    let (folder, file) = place();
    let made = file.create(&passphrase(OWNERS), &seed(7)).unwrap();
    assert_eq!(*made.expose_seed(), [7; 32]);
    for _ in 0..2 {
        let read = KeyFile::at(file.path()).read(&passphrase(OWNERS)).unwrap();
        assert_eq!(*read.expose_seed(), [7; 32]);
    }
    assert_eq!(names(folder.path()), ["owner.key"]);
    let bytes = fs::read(file.path()).unwrap();
    assert!(bytes.starts_with(b"age-encryption.org/v1\n-> scrypt "));
    assert!(!bytes.windows(8).any(|window| window == [7; 8]), "the seed lies open");
}

#[test]
fn the_standard_work_factor_opens_too() {
    let (_folder, file) = place();
    let file = file.with_work(WorkFactor::STANDARD);
    file.create(&passphrase(OWNERS), &seed(8)).unwrap();
    let header = String::from_utf8_lossy(&fs::read(file.path()).unwrap()).into_owned();
    assert!(header.lines().nth(1).unwrap().ends_with(" 18"), "{header}");
    assert_eq!(*file.read(&passphrase(OWNERS)).unwrap().expose_seed(), [8; 32]);
}

#[test]
fn a_file_that_is_there_is_left_as_it_is() {
    let (folder, file) = place();
    file.create(&passphrase(OWNERS), &seed(1)).unwrap();
    let before = fs::read(file.path()).unwrap();
    let there = KeyTrouble::FileThere { path: file.path().to_owned() };
    assert_eq!(file.create(&passphrase("another passphrase"), &seed(2)).unwrap_err(), there);
    assert_eq!(fs::read(file.path()).unwrap(), before);
    // Not a key file either, and not even a link that leads nowhere.
    let other = KeyFile::at(folder.path().join("notes"));
    fs::write(other.path(), "mine").unwrap();
    assert!(matches!(other.create(&passphrase(OWNERS), &seed(2)), Err(KeyTrouble::FileThere { .. })));
    assert_eq!(fs::read(other.path()).unwrap(), b"mine");
    #[cfg(unix)]
    {
        let link = KeyFile::at(folder.path().join("link"));
        std::os::unix::fs::symlink(folder.path().join("nowhere"), link.path()).unwrap();
        assert!(matches!(link.create(&passphrase(OWNERS), &seed(2)), Err(KeyTrouble::FileThere { .. })));
        fs::remove_file(link.path()).unwrap();
    }
    assert_eq!(names(folder.path()).len(), 2, "a draft was left behind");
}

#[test]
fn of_many_that_write_at_once_one_wins_and_its_key_stays() {
    let (folder, file) = place();
    let made: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8)
            .map(|byte| {
                let file = file.clone();
                scope.spawn(move || file.create(&passphrase(OWNERS), &seed(byte)))
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let winners: Vec<_> = made.iter().filter_map(|result| result.as_ref().ok()).collect();
    assert_eq!(winners.len(), 1);
    let kept = file.read(&passphrase(OWNERS)).unwrap();
    assert_eq!(kept.fingerprint(), winners.first().unwrap().fingerprint());
    assert_eq!(names(folder.path()), ["owner.key"]);
}

#[test]
fn a_missing_file_a_missing_folder_and_a_folder_in_its_place() {
    let (folder, file) = place();
    let none = KeyTrouble::NoFile { path: file.path().to_owned() };
    assert_eq!(file.read(&passphrase(OWNERS)).unwrap_err(), none);
    assert!(!file.path().exists(), "reading made a file");
    let nowhere = KeyFile::at(folder.path().join("no/such/owner.key"));
    let refused = nowhere.create(&passphrase(OWNERS), &seed(1)).unwrap_err();
    assert!(matches!(refused, KeyTrouble::FileRefused { act: FileAct::Writing, .. }), "{refused}");
    let folder = KeyFile::at(folder.path());
    let refused = folder.read(&passphrase(OWNERS)).unwrap_err();
    assert!(matches!(refused, KeyTrouble::FileDamaged { detail: "it is no file", .. }), "{refused}");
}

#[test]
fn another_passphrase_does_not_open_it() {
    let (_folder, file) = place();
    file.create(&passphrase(OWNERS), &seed(1)).unwrap();
    let wrong = KeyTrouble::WrongPassphrase { path: file.path().to_owned() };
    for other in ["twelve oxen at dusk", "twelve oxen at dawn ", "TWELVE OXEN AT DAWN"] {
        assert_eq!(file.read(&passphrase(other)).unwrap_err(), wrong);
    }
    assert!(file.read(&passphrase(OWNERS)).is_ok());
}

#[test]
fn a_short_passphrase_is_refused_by_characters_not_bytes() {
    let short = |text: &str| Passphrase::new(Zeroizing::new(text.to_owned())).err();
    assert_eq!(short("elevensigns"), Some(KeyTrouble::ShortPassphrase { signs: 11, least: 12 }));
    assert_eq!(short("äöüäöüäöüäö"), Some(KeyTrouble::ShortPassphrase { signs: 11, least: 12 }));
    assert_eq!(short("twelve signs"), None);
    assert!(!format!("{:?}", passphrase(OWNERS)).contains("oxen"));
}

#[cfg(unix)]
#[test]
fn a_file_that_others_may_open_is_not_read() {
    use std::os::unix::fs::PermissionsExt as _;
    let (_folder, file) = place();
    file.create(&passphrase(OWNERS), &seed(1)).unwrap();
    let mode = |file: &KeyFile| fs::metadata(file.path()).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&file), 0o600);
    for wide in [0o640, 0o604, 0o620, 0o601, 0o644, 0o666] {
        fs::set_permissions(file.path(), fs::Permissions::from_mode(wide)).unwrap();
        let open = KeyTrouble::OpenToOthers { path: file.path().to_owned(), mode: wide };
        assert_eq!(file.read(&passphrase(OWNERS)).unwrap_err(), open);
    }
    fs::set_permissions(file.path(), fs::Permissions::from_mode(0o400)).unwrap();
    assert!(file.read(&passphrase(OWNERS)).is_ok());
}

#[test]
fn no_changed_byte_and_no_cut_gives_a_key() {
    let (_folder, file) = place();
    file.create(&passphrase(OWNERS), &seed(9)).unwrap();
    let whole = fs::read(file.path()).unwrap();
    for place in 0..whole.len() {
        let mut changed = whole.clone();
        *changed.get_mut(place).unwrap() ^= 1;
        rewrite(&file, &changed);
        let trouble = file.read(&passphrase(OWNERS)).unwrap_err();
        let fits = matches!(trouble, KeyTrouble::FileDamaged { .. } | KeyTrouble::WrongPassphrase { .. });
        assert!(fits, "byte {place}: {trouble}");
        rewrite(&file, whole.get(..place).unwrap());
        let trouble = file.read(&passphrase(OWNERS)).unwrap_err();
        assert!(matches!(trouble, KeyTrouble::FileDamaged { .. }), "cut at {place}: {trouble}");
    }
    let longer = [whole.as_slice(), b"x"].concat();
    rewrite(&file, &longer);
    assert!(matches!(file.read(&passphrase(OWNERS)), Err(KeyTrouble::FileDamaged { .. })));
    rewrite(&file, &whole);
    assert!(file.read(&passphrase(OWNERS)).is_ok());
}

#[test]
fn a_file_of_another_kind_says_what_is_wrong_with_it() {
    let (_folder, file) = place();
    let damaged = |detail| KeyTrouble::FileDamaged { path: file.path().to_owned(), detail };
    file.create(&passphrase(OWNERS), &seed(9)).unwrap();
    rewrite(&file, b"");
    assert_eq!(file.read(&passphrase(OWNERS)).unwrap_err(), damaged("it is no age file"));
    rewrite(&file, &[b'x'; 5000]);
    assert_eq!(file.read(&passphrase(OWNERS)).unwrap_err(), damaged("it is too large for a key file"));
    let costly = "age-encryption.org/v1\n-> scrypt AAAAAAAAAAAAAAAAAAAAAA 40\n\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n\
        --- AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n0123456789abcdef0123456789abcdef";
    rewrite(&file, costly.as_bytes());
    let trouble = file.read(&passphrase(OWNERS)).unwrap_err();
    assert_eq!(trouble, damaged("opening it asks for too much work"));
}

#[test]
fn a_sealed_text_that_is_no_seed_is_said_to_be_none() {
    let (_folder, file) = place();
    file.create(&passphrase(OWNERS), &seed(9)).unwrap();
    let secret = age::secrecy::SecretString::from(OWNERS.to_owned());
    let mut recipient = age::scrypt::Recipient::new(secret);
    recipient.set_work_factor(4);
    for (text, bytes) in [(&b"short"[..], 5), (&[0; 31], 31), (&[0; 40], 33)] {
        rewrite(&file, &age::encrypt(&recipient, text).unwrap());
        assert_eq!(file.read(&passphrase(OWNERS)).unwrap_err(), KeyTrouble::NotASeed { bytes });
    }
}

/// Changes the bytes and nothing else: the permissions stay.
fn rewrite(file: &KeyFile, bytes: &[u8]) {
    fs::write(file.path(), bytes).unwrap();
}
