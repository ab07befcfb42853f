//! Errors of the rooms below, as the closed set of problems that the window knows.

use mail::net::{Cause, CertificateFault, Step, Trouble};
use store::StoreError;

use crate::view::{Broken, Missing, Problem, ProblemCode};

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match &error {
            StoreError::Newer { path, found, known } => Self::new(ProblemCode::DatabaseNewer)
                .with("path", path.display())
                .with("found", found)
                .with("known", known),
            StoreError::Foreign { path } => {
                Self::broken(ProblemCode::DatabaseTrouble, Broken::Foreign).with("path", path.display())
            }
            StoreError::Sql { path, .. } => {
                let fault = error.refusal();
                let why = fault.map_or(Broken::System, refused);
                let number = fault.map(|fault| fault.number).unwrap_or_default();
                Self::broken(ProblemCode::DatabaseTrouble, why)
                    .with("path", path.display())
                    .with("number", number)
            }
            StoreError::Damaged { table } => damaged(table),
        }
    }
}

/// Why the database refused.
const fn refused(fault: store::Refusal) -> Broken {
    use store::RefusalKind as Kind;
    match fault.kind {
        Kind::Full => Broken::Full,
        Kind::ReadOnly => Broken::ReadOnly,
        Kind::Denied => Broken::Denied,
        Kind::InUse => Broken::InUse,
        Kind::Corrupt => Broken::Corrupt,
        Kind::Disk => Broken::Disk,
        Kind::Other => Broken::System,
    }
}

/// Rows that this program cannot have written.
pub(crate) fn damaged(table: &str) -> Problem {
    Problem::broken(ProblemCode::DatabaseTrouble, Broken::Rows).with("path", "").with("table", table)
}

/// A mail server, or the way to it.
pub(crate) fn mail_server(account: &str, host: &str, trouble: Trouble) -> Problem {
    Problem::new(ProblemCode::MailServer)
        .with("account", account)
        .with("host", host)
        .with("step", step_name(trouble.step))
        .with("cause", cause_name(trouble.cause))
}

/// A step's name; the window's catalog has its words.
pub(crate) const fn step_name(step: Step) -> &'static str {
    match step {
        Step::Name => "name",
        Step::Connect => "connect",
        Step::Tls => "tls",
        Step::Greeting => "greeting",
        Step::Login => "login",
        Step::Folder => "folder",
        Step::Reading => "reading",
        Step::Filing => "filing",
        Step::Envelope => "envelope",
        Step::Delivery => "delivery",
    }
}

/// A cause's name; the window's catalog has its words.
pub(crate) const fn cause_name(cause: Cause) -> &'static str {
    match cause {
        Cause::NoSuchName => "no_such_name",
        Cause::Refused => "refused",
        Cause::Unreachable => "unreachable",
        Cause::TimedOut => "timed_out",
        Cause::Closed => "closed",
        Cause::Certificate(CertificateFault::Expired) => "certificate_expired",
        Cause::Certificate(CertificateFault::WrongName) => "certificate_wrong_name",
        Cause::Certificate(CertificateFault::UnknownIssuer) => "certificate_unknown_issuer",
        Cause::Certificate(CertificateFault::Other) => "certificate_other",
        Cause::NoTls => "no_tls",
        Cause::NoStartTls => "no_start_tls",
        Cause::NotThisMachine => "not_this_machine",
        Cause::NoWayIn => "no_way_in",
        Cause::Denied => "denied",
        Cause::NoSuchFolder => "no_such_folder",
        Cause::Rejected => "rejected",
        Cause::Deferred => "deferred",
        Cause::Confused => "confused",
        Cause::TooMuch => "too_much",
    }
}

/// A file of a mail that stays on its server until somebody asks for it.
pub(crate) fn part_on_server(name: &str) -> Problem {
    Problem::broken(ProblemCode::FileTrouble, Broken::OnServer).with("path", name)
}

/// The thing asked for is not here.
pub(crate) fn gone(what: Missing) -> Problem {
    Problem::new(ProblemCode::Gone).with("what", what)
}

/// A defect of this program. The reference says where in the code it was noticed.
pub(crate) fn defect(reference: &str) -> Problem {
    tracing::error!(reference, "defect");
    Problem::new(ProblemCode::Defect).with("reference", reference)
}

/// A file that could not be read or written.
pub(crate) fn file(path: &std::path::Path, error: &std::io::Error) -> Problem {
    Problem::of_system(ProblemCode::FileTrouble, error).with("path", path.display())
}
