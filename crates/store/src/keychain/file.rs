//! A key file: the seed, sealed with a passphrase in the age format.
//!
//! It is for machines without a keychain and is the person's choice; nothing falls
//! back to it. Salt and file key come from the system through `age`, which takes
//! no other source.

use std::fs::{self, File};
use std::io::{self, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};

use age::secrecy::SecretString;
use age::{DecryptError, Decryptor, Encryptor, scrypt};
use anp::keys::SecretKey;
use zeroize::Zeroizing;

use super::{FileAct, KeyTrouble, SEED, key_of};

/// Characters that a passphrase needs at least.
pub const LEAST_PASSPHRASE: usize = 12;

/// Bytes that a key file may have; one that is written here has about 250.
const LARGEST: u64 = 4096;

/// A passphrase of at least [`LEAST_PASSPHRASE`] characters. It is wiped when dropped
/// and never printed.
pub struct Passphrase(SecretString);

impl Passphrase {
    /// Takes what the person typed, exactly: nothing is trimmed or normalised.
    ///
    /// # Errors
    /// [`KeyTrouble::ShortPassphrase`] with the number of characters.
    pub fn new(typed: Zeroizing<String>) -> Result<Self, KeyTrouble> {
        let signs = typed.chars().count();
        if signs < LEAST_PASSPHRASE {
            return Err(KeyTrouble::ShortPassphrase { signs, least: LEAST_PASSPHRASE });
        }
        // A copy of exactly its length, since shrinking would leave a piece behind.
        let passphrase = Self(SecretString::from(typed.as_str().to_owned()));
        drop(typed);
        Ok(passphrase)
    }
}

impl core::fmt::Debug for Passphrase {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Passphrase")
    }
}

/// How dear each guess at the passphrase is: scrypt with N = 2 to this power, and
/// 1 KiB of memory times N.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkFactor(u8);

impl WorkFactor {
    /// 256 MiB and about a second: what the age tools choose on the machines of
    /// today. Fixed, so that a file written on a slow machine is not a weaker one.
    pub const STANDARD: Self = Self(18);

    /// Another power of two, between 1 and [`WorkFactor::STANDARD`]; what lies
    /// outside becomes the nearer bound. For tests, in which nothing is worth
    /// protecting.
    pub fn log2(power: u8) -> Self {
        Self(power.clamp(1, Self::STANDARD.0))
    }
}

/// One key file by its path.
#[derive(Debug, Clone)]
pub struct KeyFile {
    path: PathBuf,
    work: WorkFactor,
}

impl KeyFile {
    /// The file of this path; nothing is touched yet.
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), work: WorkFactor::STANDARD }
    }

    /// The same file, written with another work factor. Reading takes any up to the
    /// standard one.
    #[must_use]
    pub fn with_work(self, work: WorkFactor) -> Self {
        Self { work, ..self }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the seed where no file is: sealed, into a file that only this user may
    /// read, on the disk before it has its name. **Blocks** for about a second.
    ///
    /// # Errors
    /// [`KeyTrouble::FileThere`] when something has the path, which is then left as it
    /// is; [`KeyTrouble::FileRefused`] when the system will not write.
    pub fn create(
        &self,
        passphrase: &Passphrase,
        seed: &Zeroizing<[u8; SEED]>,
    ) -> Result<SecretKey, KeyTrouble> {
        // The cheap look spares the dear work; the name is given only if still free.
        if fs::symlink_metadata(&self.path).is_ok() {
            return Err(self.there());
        }
        let sealed = self.seal(passphrase, seed).map_err(|error| self.refused(FileAct::Writing, &error))?;
        self.write(&sealed)?;
        Ok(SecretKey::from_seed(seed))
    }

    /// Reads the key. **Blocks** for about a second.
    ///
    /// # Errors
    /// [`KeyTrouble::NoFile`], [`KeyTrouble::OpenToOthers`],
    /// [`KeyTrouble::FileDamaged`], [`KeyTrouble::WrongPassphrase`] and
    /// [`KeyTrouble::NotASeed`] as they say; [`KeyTrouble::FileRefused`] when the
    /// system will not read.
    pub fn read(&self, passphrase: &Passphrase) -> Result<SecretKey, KeyTrouble> {
        let decryptor = Decryptor::new_buffered(BufReader::new(self.open()?.take(LARGEST)))
            .map_err(|_| self.damaged("it is no age file"))?;
        if !decryptor.is_scrypt() {
            return Err(self.damaged("it is not sealed with a passphrase"));
        }
        let mut identity = scrypt::Identity::new(passphrase.0.clone());
        identity.set_max_work_factor(WorkFactor::STANDARD.0);
        let opened = decryptor.decrypt(core::iter::once(&identity as &dyn age::Identity));
        let opened = opened.map_err(|error| match error {
            DecryptError::DecryptionFailed => KeyTrouble::WrongPassphrase { path: self.path.clone() },
            DecryptError::ExcessiveWork { .. } => self.damaged("opening it asks for too much work"),
            DecryptError::InvalidMac => self.damaged("its first lines were changed"),
            _ => self.damaged("its first lines are not as they should be"),
        })?;
        // Room for one byte more than a seed, so that the buffer never grows and
        // leaves a copy behind.
        let mut seed = Zeroizing::new(Vec::with_capacity(SEED + 1));
        let more = SEED as u64 + 1;
        opened.take(more).read_to_end(&mut seed).map_err(|_| self.damaged("its sealed part was changed"))?;
        key_of(&seed)
    }

    fn seal(&self, passphrase: &Passphrase, seed: &Zeroizing<[u8; SEED]>) -> io::Result<Vec<u8>> {
        let mut recipient = scrypt::Recipient::new(passphrase.0.clone());
        recipient.set_work_factor(self.work.0);
        let encryptor = Encryptor::with_recipients(core::iter::once(&recipient as &dyn age::Recipient))
            .map_err(io::Error::other)?;
        let mut sealed = Vec::new();
        let mut writer = encryptor.wrap_output(&mut sealed)?;
        writer.write_all(seed.as_slice())?;
        writer.finish()?;
        Ok(sealed)
    }

    fn write(&self, sealed: &[u8]) -> Result<(), KeyTrouble> {
        let refused = |error: &io::Error| self.refused(FileAct::Writing, error);
        let folder = match self.path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let mut draft = draft_in(folder).map_err(|error| refused(&error))?;
        draft.write_all(sealed).map_err(|error| refused(&error))?;
        draft.as_file().sync_all().map_err(|error| refused(&error))?;
        draft.persist_noclobber(&self.path).map_err(|lost| match lost.error.kind() {
            io::ErrorKind::AlreadyExists => self.there(),
            _ => refused(&lost.error),
        })?;
        keep_name(folder).map_err(|error| refused(&error))
    }

    fn open(&self) -> Result<File, KeyTrouble> {
        let refused = |error: &io::Error| match error.kind() {
            io::ErrorKind::NotFound => KeyTrouble::NoFile { path: self.path.clone() },
            _ => self.refused(FileAct::Reading, error),
        };
        // Opening a pipe would wait for its other end.
        if !fs::metadata(&self.path).map_err(|error| refused(&error))?.is_file() {
            return Err(self.damaged("it is no file"));
        }
        let file = File::open(&self.path).map_err(|error| refused(&error))?;
        let found = file.metadata().map_err(|error| refused(&error))?;
        if let Some(mode) = open_to_others(&found) {
            return Err(KeyTrouble::OpenToOthers { path: self.path.clone(), mode });
        }
        if found.len() > LARGEST {
            return Err(self.damaged("it is too large for a key file"));
        }
        Ok(file)
    }

    fn there(&self) -> KeyTrouble {
        KeyTrouble::FileThere { path: self.path.clone() }
    }

    fn damaged(&self, detail: &'static str) -> KeyTrouble {
        KeyTrouble::FileDamaged { path: self.path.clone(), detail }
    }

    fn refused(&self, act: FileAct, error: &io::Error) -> KeyTrouble {
        KeyTrouble::FileRefused { path: self.path.clone(), act, detail: error.to_string() }
    }
}

/// A file without its name yet, gone again if it never gets it.
fn draft_in(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut draft = tempfile::Builder::new();
    draft.prefix(".countersign-key-");
    #[cfg(unix)]
    draft.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600));
    draft.tempfile_in(folder)
}

/// Makes a new name in the folder durable.
#[cfg(unix)]
fn keep_name(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn keep_name(_folder: &Path) -> io::Result<()> {
    Ok(())
}

/// The permission bits, if they let anybody but the owner in.
#[cfg(unix)]
fn open_to_others(file: &fs::Metadata) -> Option<u32> {
    let mode = std::os::unix::fs::PermissionsExt::mode(&file.permissions()) & 0o777;
    (mode & 0o077 != 0).then_some(mode)
}

#[cfg(not(unix))]
fn open_to_others(_file: &fs::Metadata) -> Option<u32> {
    None
}
