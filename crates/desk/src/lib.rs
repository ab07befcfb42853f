//! One file per thing that people do; owns clock, transactions and polling.

pub mod view;
