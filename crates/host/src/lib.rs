//! The org's HTTP door for vendors' agents and for desks.
