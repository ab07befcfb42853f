//! Vendors' registrations, and the org owner's word on them.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};

use anp::digest::Fingerprint;

use super::super::Door;
use super::super::admit::{self, Admitted};
use super::super::answer::Denial;
use super::super::fields::{self, bad};
use super::shapes::{VendorAnswer, Vendors, json};
use super::{Answer, allowed};
use crate::Act;
use crate::operator::Vendor;
use crate::store::Who;
use crate::store::vendors::{Decided, Decision};

/// Where the registration's id stands in `/api/buyer/v1/vendors/{id}/…`.
pub(super) const VENDOR: usize = 4;

/// `GET vendors`
pub async fn list(State(door): State<Arc<Door>>, request: Request<Body>) -> Answer {
    admit::person(&door, request).await?;
    let vendors = door.store.vendors().await?;
    json(&Vendors::of(vendors.into_iter().map(Vendor::from).collect()))
}

/// `POST vendors/{id}/verify`: the fingerprint is the one that the person compared.
pub async fn verify(State(door): State<Arc<Door>>, request: Request<Body>) -> Answer {
    let admitted = admit::person(&door, request).await?;
    allowed(&admitted.by, Act::DecideVendor)?;
    let body = fields::object(&admitted.body)?;
    let seen = Fingerprint::parse(fields::text(&body, "", "fingerprint")?)
        .map_err(|_| bad("fingerprint", "must be 64 lower-case hex digits"))?;
    decide(&door, admitted, Decision::Verify(Some(seen))).await
}

/// `POST vendors/{id}/revoke`
pub async fn revoke(State(door): State<Arc<Door>>, request: Request<Body>) -> Answer {
    let admitted = admit::person(&door, request).await?;
    allowed(&admitted.by, Act::DecideVendor)?;
    decide(&door, admitted, Decision::Revoke).await
}

async fn decide(door: &Door, admitted: Admitted, decision: Decision) -> Answer {
    let id = admitted.segment(VENDOR).to_owned();
    let who = Who::Person(admitted.by.id);
    match door.store.decide(id, decision, who, door.clock.now()).await? {
        Decided::Done(vendor) => json(&VendorAnswer::of(Vendor::from(*vendor))),
        Decided::Unknown => Err(Denial::NotFound),
        Decided::OtherKey => Err(Denial::Conflict("The fingerprint is not that of this registration's key.")),
        Decided::Revoked => Err(Denial::Conflict("This registration is revoked for good.")),
    }
}
