//! What the application needs of the system, by Debian's package names.

/// One package.
pub struct Need {
    /// Its name on Debian and Ubuntu.
    pub package: &'static str,
    /// A command that it brings and that may have come another way, too; without
    /// one the package itself is asked for.
    pub command: Option<&'static str>,
    /// What it is for, for the person who is asked to install it.
    pub reason: &'static str,
    /// What is not done without it.
    pub purpose: Purpose,
}

/// What a package is needed for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To build and open the window.
    Window,
    /// Where there is no display, and for the tests.
    Headless,
    /// For the checks.
    Checks,
}

type Command = Option<&'static str>;

const fn window(package: &'static str, command: Command, reason: &'static str) -> Need {
    Need { package, command, reason, purpose: Purpose::Window }
}

const fn headless(package: &'static str, command: Command, reason: &'static str) -> Need {
    Need { package, command, reason, purpose: Purpose::Headless }
}

const fn checks(package: &'static str, command: Command, reason: &'static str) -> Need {
    Need { package, command, reason, purpose: Purpose::Checks }
}

/// All of them.
pub const ALL: [Need; 22] = [
    window("build-essential", Some("cc"), "the C compiler and linker that Rust calls"),
    window("pkg-config", Some("pkg-config"), "tells the compiler where libraries lie"),
    window("libwebkit2gtk-4.1-dev", None, "WebKitGTK, which draws the window"),
    window("libgtk-3-dev", None, "GTK, the window's frame and dialogs"),
    window("libdbus-1-dev", None, "the session bus, for the window"),
    window("librsvg2-common", None, "draws the dialogs' icons"),
    headless("webkit2gtk-driver", Some("WebKitWebDriver"), "clicks and types in the window"),
    headless("xvfb", Some("Xvfb"), "the virtual display"),
    headless("xauth", Some("xauth"), "lets the application onto the virtual display"),
    headless("dbus-bin", Some("dbus-send"), "asks services on the session bus"),
    headless("dbus-daemon", Some("dbus-run-session"), "a session bus of its own"),
    headless("gnome-keyring", Some("gnome-keyring-daemon"), "the keychain"),
    headless("fonts-noto-cjk", None, "letters for Chinese, Japanese and Korean texts"),
    headless("fonts-noto-color-emoji", None, "emoji in mails and offers"),
    checks("g++", Some("c++"), "the C++ compiler, for the fuzzer"),
    checks("dovecot-imapd", None, "the IMAP server that mailboxes are tried against"),
    checks("dovecot-lmtpd", None, "its door for deliveries"),
    checks("dovecot-submissiond", None, "the SMTP server that mails are handed to in tests"),
    checks("python3-aiosmtpd", None, "delivers what was handed over; replaces no mail server"),
    checks("postgresql", None, "the database server that hosts share"),
    checks("git", Some("git"), "lists the files that the house's checks read"),
    checks("python3-venv", None, "Python, for the official AdCP package that tests talk to"),
];
