//! `cargo xtask bundle`: the application as a package for Debian and Ubuntu.
//!
//! By dpkg's own tools: they know best what a package is, and every machine that can build
//! one has them.

mod install;

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::{Failure, Outcome};
use crate::place::House;
use crate::process;
use crate::run::build_page;

/// Name of the package.
pub const PACKAGE: &str = "countersign";

/// Programs that it installs.
const PROGRAMS: [&str; 3] = ["countersign-desktop", "countersign", "countersign-scan"];

/// What the linker does not know of. Without a keychain a person may keep the key in a
/// file, and without a tray there is no icon in it: neither is forced on anybody.
const RECOMMENDS: &str =
    "gnome-keyring | kwalletmanager | keepassxc, libayatana-appindicator3-1, hunspell-en-us";

/// Sizes of the icon: the file, and its folder in the theme.
const ICONS: [(&str, &str); 3] =
    [("32x32.png", "32x32"), ("128x128.png", "128x128"), ("128x128@2x.png", "256x256@2")];

/// Builds the package; with `--try` it is also installed, opened once and removed.
///
/// # Errors
/// When something does not build, or the installed application does not open.
pub fn command(arguments: &[String]) -> Outcome {
    let tried = match arguments {
        [] => false,
        [word] if word == "--try" => true,
        _ => return Err(Failure::new("`bundle` takes `--try` and nothing else")),
    };
    let house = House::find()?;
    build_page(&house)?;
    let mut cargo = house.cargo();
    cargo.args(["build", "--release", "--workspace", "--examples"]);
    for program in PROGRAMS {
        cargo.args(["--bin", program]);
    }
    process::run(&mut cargo)?;
    let package = pack(&house)?;
    println!("{}: {} bytes", package.display(), size(&package)?);
    if tried { install::attempt(&house, &package) } else { Ok(()) }
}

/// Lays out the package's tree and packs it.
fn pack(house: &House) -> Outcome<PathBuf> {
    let tree = house.target("deb/tree");
    if tree.exists() {
        std::fs::remove_dir_all(&tree).map_err(Failure::when("removing the last package's tree"))?;
    }
    for program in PROGRAMS {
        let from = house.target(&format!("release/{program}"));
        put(&from, &tree.join("usr/bin").join(program), "755")?;
    }
    let deploy = house.root().join("deploy/desktop");
    let desktop = "countersign-desktop.desktop";
    put(&deploy.join(desktop), &tree.join("usr/share/applications").join(desktop), "644")?;
    put(&deploy.join("countersign.xml"), &tree.join("usr/share/mime/packages/countersign.xml"), "644")?;
    put(&house.root().join("LICENSE"), &tree.join("usr/share/doc/countersign/copyright"), "644")?;
    for (file, folder) in ICONS {
        let to = format!("usr/share/icons/hicolor/{folder}/apps/countersign-desktop.png");
        put(&house.root().join("icons").join(file), &tree.join(to), "644")?;
    }
    let vector = "usr/share/icons/hicolor/scalable/apps/countersign-desktop.svg";
    put(&house.root().join("icons/countersign.svg"), &tree.join(vector), "644")?;
    let architecture = process::output(Command::new("dpkg").arg("--print-architecture"))?;
    let architecture = architecture.trim();
    let version = env!("CARGO_PKG_VERSION");
    let control = format!(
        "Package: {PACKAGE}\nVersion: {version}\nArchitecture: {architecture}\n\
         Maintainer: Countersign <noreply@countersign.invalid>\nSection: misc\nPriority: optional\n\
         Depends: {}\nRecommends: {RECOMMENDS}\n\
         Description: the buyer's desk for negotiations with vendors' AI agents\n \
         Offers come as data and are held until the deal's owner has decided. Nothing\n \
         formal leaves without a person's signature, and the record proves itself.\n",
        libraries(house, &tree)?
    );
    let place = tree.join("DEBIAN/control");
    std::fs::create_dir_all(tree.join("DEBIAN")).map_err(Failure::when("making DEBIAN"))?;
    std::fs::write(&place, control).map_err(Failure::when("writing the control file"))?;
    let package = house.target(&format!("deb/{PACKAGE}_{version}_{architecture}.deb"));
    let mut packing = Command::new("dpkg-deb");
    packing.args(["--root-owner-group", "--build"]).arg(&tree).arg(&package);
    process::output(&mut packing)?;
    Ok(package)
}

/// The packages whose libraries the programs are linked with, as dpkg finds them.
fn libraries(house: &House, tree: &Path) -> Outcome<String> {
    // The tool reads the source package's control file; an empty one does.
    let work = house.target("deb/work");
    std::fs::create_dir_all(work.join("debian")).map_err(Failure::when("making a folder"))?;
    std::fs::write(work.join("debian/control"), "Source: countersign\n")
        .map_err(Failure::when("writing a control file"))?;
    let mut asking = Command::new("dpkg-shlibdeps");
    asking.current_dir(&work).args(["-O", "--ignore-missing-info"]);
    for program in PROGRAMS {
        asking.arg(format!("-e{}", tree.join("usr/bin").join(program).display()));
    }
    let answer = process::output(&mut asking)?;
    let found = answer.lines().find_map(|line| line.strip_prefix("shlibs:Depends="));
    found.map(str::to_owned).ok_or_else(|| Failure::new("dpkg-shlibdeps names no libraries"))
}

fn put(from: &Path, to: &Path, mode: &str) -> Outcome {
    let mut installing = Command::new("install");
    installing.args(["-D", "-m", mode]).arg(from).arg(to);
    process::output(&mut installing).map(drop)
}

fn size(file: &Path) -> Outcome<u64> {
    Ok(std::fs::metadata(file).map_err(Failure::when("looking at the package"))?.len())
}
