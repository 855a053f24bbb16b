//! Secrets: what a seat is taken with. They are never stored, only their hashes are.

use data_encoding::{Encoding, Specification};
use sha2::{Digest, Sha256};
use std::fmt;
use std::sync::LazyLock;
use subtle::ConstantTimeEq;

use crate::error::{ApiError, Code};

/// Small letters and digits, five bits each.
static LETTERS: LazyLock<Option<Encoding>> = LazyLock::new(|| {
    let mut letters = Specification::new();
    letters.symbols.push_str("abcdefghijkmnpqrstuvwxyz23456789");
    letters.encoding().ok()
});

/// Random bytes as small letters and digits.
///
/// # Errors
/// If the system has no random numbers.
pub(crate) fn random_text<const BYTES: usize>() -> Result<String, ApiError> {
    let mut bytes = [0; BYTES];
    let failed = |why: String| ApiError::new(Code::Internal, why);
    getrandom::fill(&mut bytes).map_err(|fault| failed(fault.to_string()))?;
    let letters = LETTERS.as_ref().ok_or_else(|| failed("no alphabet".to_owned()))?;
    Ok(letters.encode(&bytes))
}

/// A secret of 128 random bits. It does not show itself in logs.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Secret(String);

impl Secret {
    /// A new one.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub(crate) fn random() -> Result<Secret, ApiError> {
        random_text::<16>().map(Secret)
    }

    /// What is handed to its owner, once.
    #[must_use]
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }

    /// What is kept of it.
    #[must_use]
    pub(crate) fn hash(&self) -> SecretHash {
        SecretHash::of(&self.0)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// The SHA-256 of a secret. A secret has 128 random bits: there is nothing to guess, and so no need
/// for a slow hash.
#[derive(Clone, Copy)]
pub(crate) struct SecretHash([u8; 32]);

impl SecretHash {
    /// Of what somebody says the secret is.
    #[must_use]
    pub(crate) fn of(said: &str) -> SecretHash {
        SecretHash(Sha256::digest(said.as_bytes()).into())
    }

    /// As it is stored.
    #[must_use]
    pub(crate) fn to_text(self) -> String {
        data_encoding::HEXLOWER.encode(&self.0)
    }

    /// Reads what is stored.
    #[must_use]
    pub(crate) fn from_text(text: &str) -> Option<SecretHash> {
        let bytes = data_encoding::HEXLOWER.decode(text.as_bytes()).ok()?;
        Some(SecretHash(bytes.try_into().ok()?))
    }

    /// Whether they are the same, in a time that does not depend on where they differ.
    #[must_use]
    pub(crate) fn same(&self, other: &SecretHash) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl fmt::Debug for SecretHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretHash(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_long_different_and_kept_as_hashes() {
        let (one, other) = (Secret::random().unwrap(), Secret::random().unwrap());
        assert_eq!(one.reveal().len(), 26);
        assert!(
            one.reveal().bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        );
        assert_ne!(one, other);
        assert!(one.hash().same(&SecretHash::of(one.reveal())));
        assert!(!one.hash().same(&other.hash()));
        let kept = SecretHash::from_text(&one.hash().to_text()).unwrap();
        assert!(kept.same(&one.hash()));
        assert!(!one.hash().to_text().contains(one.reveal()));
        assert_eq!(format!("{one:?} {kept:?}"), "Secret(..) SecretHash(..)");
        assert!(SecretHash::from_text("00").is_none() && SecretHash::from_text("x").is_none());
    }
}
