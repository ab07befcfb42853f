//! The strict check of one key's many signatures, by tables of the key's multiples.
//!
//! The verdict is that of [`PublicKey::verify`], signature by signature. What is done
//! for many at once is the last step alone, the encoding of points, which shares one
//! inversion; then every signature is held against its own point. A batch equation,
//! which decides about many at once, takes signatures that every verifier refuses.

use curve25519_dalek::constants::{ED25519_BASEPOINT_POINT, EIGHT_TORSION};
use curve25519_dalek::edwards::CompressedEdwardsY;
use curve25519_dalek::traits::VartimePrecomputedMultiscalarMul as _;
use curve25519_dalek::{EdwardsPoint, Scalar, edwards::VartimeEdwardsPrecomputation};
use sha2::{Digest as _, Sha512};

use super::{PublicKey, Signature};

/// How many points are encoded at once: enough that the shared inversion costs nothing,
/// few enough that they stay in the processor's nearest memory.
const AT_ONCE: usize = 512;

/// A key with what makes checking its signatures fast, about 20 KiB.
pub struct Table {
    key: [u8; 32],
    /// Multiples of the base point and of the key's negative; none for a weak key, none
    /// of whose signatures hold.
    multiples: Option<VartimeEdwardsPrecomputation>,
    small_order: [[u8; 32]; 8],
}

impl Table {
    /// The table of a key. Making it costs about as much as checking two signatures.
    pub fn of(key: &PublicKey) -> Self {
        let bytes = key.to_bytes();
        let point = CompressedEdwardsY(bytes).decompress().filter(|_| !key.is_weak());
        let multiples =
            point.map(|point| VartimeEdwardsPrecomputation::new([ED25519_BASEPOINT_POINT, -point]));
        let small_order = EIGHT_TORSION.map(|point| point.compress().to_bytes());
        Self { key: bytes, multiples, small_order }
    }

    /// The point with which a sound signature of this message begins; none where a
    /// strict verifier refuses before it computes one.
    fn expected(&self, message: &[u8], begins: &[u8; 32], scalar: [u8; 32]) -> Option<EdwardsPoint> {
        let multiples = self.multiples.as_ref()?;
        let scalar: Option<Scalar> = Scalar::from_canonical_bytes(scalar).into();
        if self.small_order.contains(begins) {
            return None;
        }
        let hash = Sha512::new().chain_update(begins).chain_update(self.key).chain_update(message);
        Some(multiples.vartime_multiscalar_mul([scalar?, Scalar::from_hash(hash)]))
    }
}

/// Signatures under way: their points are computed, and not yet all encoded and compared.
#[derive(Default)]
pub struct Checks {
    sound: Vec<bool>,
    points: Vec<EdwardsPoint>,
    /// For each point the place of its signature, and how the signature begins.
    claimed: Vec<(usize, [u8; 32])>,
}

impl Checks {
    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a signature.
    pub fn add(&mut self, table: &Table, message: &[u8], signature: &Signature) {
        let place = self.sound.len();
        self.sound.push(false);
        let (mut begins, mut scalar) = ([0; 32], [0; 32]);
        let (front, back) = signature.0.split_at(32);
        begins.copy_from_slice(front);
        scalar.copy_from_slice(back);
        if let Some(point) = table.expected(message, &begins, scalar) {
            self.points.push(point);
            self.claimed.push((place, begins));
        }
        if self.points.len() >= AT_ONCE {
            self.compare();
        }
    }

    /// Which of the signatures a strict verifier accepts, in the order in which they
    /// were added. Afterwards there are none.
    pub fn settle(&mut self) -> Vec<bool> {
        self.compare();
        core::mem::take(&mut self.sound)
    }

    fn compare(&mut self) {
        let encoded = EdwardsPoint::compress_batch_alloc(&self.points);
        for (point, (place, begins)) in encoded.iter().zip(&self.claimed) {
            if let Some(sound) = self.sound.get_mut(*place) {
                *sound = point.as_bytes() == begins;
            }
        }
        self.points.clear();
        self.claimed.clear();
    }
}
