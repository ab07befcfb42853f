//! What the window is told: plain values, ready to draw, derived from verified
//! state. Money is decimal text (`"1045.60"`), times are RFC 3339 text, counts that
//! could pass 2^53 are text; the window formats them for the reader's locale.
//!
//! Nothing here can be sent back as authority: the window returns ids and forms,
//! and the desk looks everything else up again.

mod adcp;
mod adcp_answer;
mod agent;
mod app;
mod benchmark;
mod broken;
mod clean_end;
mod codes;
mod deal;
mod drafting;
mod find;
mod ledger;
mod link;
mod mail;
mod mandate;
mod media;
mod missing;
mod offer;
mod office;
mod parley;
mod problem;
mod quorum;
mod reading;
mod review;
mod seen;
mod standing;
mod stops;
mod table;
mod today;
mod unfit;
mod vendor;
mod work;

pub use adcp::*;
pub use adcp_answer::*;
pub use agent::*;
pub use app::*;
pub use benchmark::*;
pub use broken::*;
pub use clean_end::*;
pub use deal::*;
pub use drafting::*;
pub use find::*;
pub use ledger::*;
pub use link::*;
pub use mail::*;
pub use mandate::*;
pub use media::*;
pub use missing::*;
pub use offer::*;
pub use office::*;
pub use parley::*;
pub use problem::*;
pub use quorum::*;
pub use reading::*;
pub use review::*;
pub use seen::*;
pub use standing::*;
pub use stops::*;
pub use table::*;
pub use today::*;
pub use unfit::*;
pub use vendor::*;
pub use work::*;
