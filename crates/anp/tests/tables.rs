//! Tables give the verdict of the strict check, signature by signature.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice, missing_docs)]

use anp::keys::{Checks, PublicKey, SecretKey, Signature, Table};
use proptest::prelude::*;
use serde_json::Value;
use support::vectors;

struct Case {
    key: PublicKey,
    message: Vec<u8>,
    signature: Signature,
}

/// All of them in one go, and each alone.
fn agree(cases: &[Case]) {
    let mut together = Checks::new();
    let tables: Vec<Table> = cases.iter().map(|case| Table::of(&case.key)).collect();
    for (case, table) in cases.iter().zip(&tables) {
        together.add(table, &case.message, &case.signature);
    }
    let together = together.settle();
    assert_eq!(together.len(), cases.len());
    for ((case, table), together) in cases.iter().zip(&tables).zip(together) {
        let strict = case.key.verify(&case.message, &case.signature).is_ok();
        let mut alone = Checks::new();
        alone.add(table, &case.message, &case.signature);
        assert_eq!((together, alone.settle()), (strict, vec![strict]), "{:?}", case.signature);
    }
}

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len() / 2).map(|at| u8::from_str_radix(&text[2 * at..2 * at + 2], 16).unwrap()).collect()
}

fn read(file: &str) -> Option<Value> {
    let folder = vectors::folder("ed25519")?;
    Some(serde_json::from_slice(&vectors::bytes(&folder.join(file))).unwrap())
}

#[test]
fn on_wycheproof() {
    let Some(suite) = read("wycheproof.json") else { return };
    let mut cases = Vec::new();
    for group in suite["testGroups"].as_array().unwrap() {
        let key = unhex(group["publicKey"]["pk"].as_str().unwrap()).try_into().unwrap();
        let key = PublicKey::from_bytes(&key).unwrap();
        for case in group["tests"].as_array().unwrap() {
            let Ok(signature) = unhex(case["sig"].as_str().unwrap()).try_into() else { continue };
            let message = unhex(case["msg"].as_str().unwrap());
            cases.push(Case { key, message, signature: Signature(signature) });
        }
    }
    assert!(cases.len() >= 130, "{}", cases.len());
    agree(&cases);
}

#[test]
fn on_the_twelve_edge_cases() {
    let Some(suite) = read("speccheck.json") else { return };
    let mut cases = Vec::new();
    for case in suite.as_array().unwrap() {
        let hex = |key: &str| unhex(case[key].as_str().unwrap());
        let Ok(key) = PublicKey::from_bytes(&hex("pub_key").try_into().unwrap()) else { continue };
        let signature = Signature(hex("signature").try_into().unwrap());
        cases.push(Case { key, message: hex("message"), signature });
    }
    assert!(cases.len() >= 10, "{}", cases.len());
    agree(&cases);
}

/// Small orders and their neighbours, crossed: keys, beginnings and scalars of which
/// lenient verifiers accept some.
#[test]
fn on_points_of_small_order() {
    let orders = curve25519_dalek::constants::EIGHT_TORSION;
    let sound = SecretKey::from_seed(&[7; 32]);
    let mut keys: Vec<PublicKey> =
        orders.iter().filter_map(|point| PublicKey::from_bytes(&point.compress().to_bytes()).ok()).collect();
    // A key with a part of small order, which strict verifiers take.
    let mixed =
        curve25519_dalek::edwards::CompressedEdwardsY(sound.public().to_bytes()).decompress().unwrap();
    keys.extend(
        orders.iter().map(|point| PublicKey::from_bytes(&(mixed + point).compress().to_bytes()).unwrap()),
    );
    let mut cases = Vec::new();
    for key in keys {
        for begins in orders.iter().map(|point| point.compress().to_bytes()).chain([[0xff; 32], [1; 32]]) {
            for message in [b"".as_slice(), b"a", b"b", b"c", b"d", b"e", b"f", b"g"] {
                let mut signature = [0; 64];
                signature[..32].copy_from_slice(&begins);
                cases.push(Case { key, message: message.to_vec(), signature: Signature(signature) });
            }
        }
        let signed = sound.sign(b"signed");
        cases.push(Case { key, message: b"signed".to_vec(), signature: signed });
    }
    agree(&cases);
}

#[test]
fn on_more_than_are_encoded_at_once() {
    let cases: Vec<Case> = (0..1100_u32)
        .map(|number| {
            let key = SecretKey::from_seed(&[u8::try_from(number % 3).unwrap(); 32]);
            let message = number.to_be_bytes().to_vec();
            let mut signature = key.sign(&message);
            if number % 7 == 0 {
                signature.0[usize::try_from(number).unwrap() % 64] ^= 1;
            }
            Case { key: key.public(), message, signature }
        })
        .collect();
    agree(&cases);
}

proptest! {
    #[test]
    fn on_signatures_with_something_changed(
        seeds in proptest::collection::vec((any::<[u8; 32]>(), any::<Vec<u8>>(), 0_usize..6, any::<(usize, u8)>()), 1..20)
    ) {
        let order = unhex("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");
        let cases: Vec<Case> = seeds
            .into_iter()
            .map(|(seed, mut message, change, (at, bits))| {
                let secret = SecretKey::from_seed(&seed);
                let (mut key, mut signature) = (secret.public(), secret.sign(&message));
                match change {
                    0 => {}
                    1 => signature.0[at % 64] ^= bits,
                    2 => message.push(bits),
                    3 => key = SecretKey::from_seed(&[bits; 32]).public(),
                    // The same scalar, the group's order added: not canonical.
                    4 => {
                        let mut carry = 0_u16;
                        for (byte, add) in signature.0[32..].iter_mut().zip(&order) {
                            carry += u16::from(*byte) + u16::from(*add);
                            *byte = carry.to_le_bytes()[0];
                            carry >>= 8;
                        }
                    }
                    _ => signature.0[32..].fill(bits),
                }
                Case { key, message, signature }
            })
            .collect();
        agree(&cases);
    }
}
