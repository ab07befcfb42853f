//! Why a file, the database, a mail, the demo or what a host answers is of no use.

use super::codes::codes;

codes! {
/// What is wrong with it. The window has words for each.
Broken {
    /// It is not there.
    NotFound = "not_found",
    /// This person may not.
    Denied = "denied",
    /// No room is left.
    Full = "full",
    /// What it lies on is for reading.
    ReadOnly = "read_only",
    /// Something is there already.
    ThereAlready = "there_already",
    /// A folder, and no file.
    Folder = "folder",
    /// Another program has it.
    InUse = "in_use",
    /// The disk fails.
    Disk = "disk",
    /// Anything else that the system says. Facts: `number`, its own.
    System = "system",
    /// Too large to be taken. Facts: `most`, in MiB.
    TooLarge = "too_large",
    /// It is still on the mail server.
    OnServer = "on_server",
    /// Neither a CSV text nor an XLSX file.
    NoTable = "no_table",
    /// Nothing stands in it.
    Empty = "empty",
    /// No row of a table can be taken as a benchmark.
    NoRows = "no_rows",
    /// Neither a log nor a bundle.
    NoRecord = "no_record",
    /// A bundle that was packed again or altered.
    PackedAgain = "packed_again",
    /// More than a bundle may hold.
    TooMuch = "too_much",
    /// A key file that others on this machine may read.
    OpenToOthers = "open_to_others",
    /// A key file that is damaged.
    KeyDamaged = "key_damaged",
    /// A keychain that failed, or holds what is no key.
    Keychain = "keychain",
    /// Another application's database.
    Foreign = "foreign",
    /// Rows that this program cannot have written. Facts: `table`.
    Rows = "rows",
    /// A database that is damaged on its disk.
    Corrupt = "corrupt",
    /// The host inside could not begin.
    HostInside = "host_inside",
    /// The host inside has another platform key than its database knows, or none.
    HostKey = "host_key",
    /// A folder on a drive of another machine.
    NetworkDrive = "network_drive",
    /// No mail. Facts: `line`, where its header should begin.
    NoMail = "no_mail",
    /// A mail with too long a header.
    LongHeader = "long_header",
    /// A mail of which nobody says that they wrote it.
    NoAuthor = "no_author",
    /// A mail with too many or too deep parts. Facts: `part`.
    Parts = "parts",
    /// The command line is not beside this program.
    NoProgram = "no_program",
    /// An answer of another form. Facts: `of`, the question's name.
    Answer = "answer",
    /// An answer with a status that nothing gives. Facts: `status`.
    Status = "status",
    /// An answer without end.
    Endless = "endless",
    /// No session's id.
    SessionId = "session_id",
    /// No log of the session that was asked for.
    Log = "log",
    /// An answer that was taken and stands in no log.
    NotInLog = "not_in_log",
    /// A head that was said to have moved and did not.
    HeadStands = "head_stands",
}
}

impl Broken {
    /// What the system says of a file.
    #[must_use]
    pub fn of_system(error: &std::io::Error) -> Self {
        use std::io::ErrorKind;
        match error.kind() {
            ErrorKind::NotFound => Self::NotFound,
            ErrorKind::PermissionDenied => Self::Denied,
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => Self::Full,
            ErrorKind::ReadOnlyFilesystem => Self::ReadOnly,
            ErrorKind::AlreadyExists => Self::ThereAlready,
            ErrorKind::IsADirectory | ErrorKind::NotADirectory => Self::Folder,
            ErrorKind::ResourceBusy | ErrorKind::ExecutableFileBusy => Self::InUse,
            _ => Self::System,
        }
    }
}
