//! What a search has found, each part of it as bytes.

use super::PART;
use super::bytes::Bytes;
use crate::value::Limit;

/// So many entries, written one after the other.
#[derive(Clone, Default, Debug)]
pub(crate) struct Entries {
    count: u64,
    body: Vec<u8>,
}

impl Entries {
    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.count = 0;
        self.body.clear();
    }

    /// One more, which writes itself.
    pub(crate) fn add(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        self.count += 1;
        write(&mut self.body);
    }

    /// Reads all of them.
    ///
    /// # Errors
    /// One cannot be read, or bytes are left.
    pub(crate) fn each(
        &self,
        mut read: impl FnMut(&mut Bytes<'_>) -> Option<()>,
    ) -> Result<(), Limit> {
        let mut bytes = Bytes(&self.body);
        let all = (0..self.count).try_for_each(|_| read(&mut bytes));
        match all {
            Some(()) if bytes.0.is_empty() => Ok(()),
            _ => Err(Limit::Beyond("the table of proofs is damaged".to_owned())),
        }
    }

    /// The bytes that [`Entries::read`] reads, in parts.
    pub(super) fn parts(&self) -> impl Iterator<Item = Vec<u8>> {
        let mut head = self.count.to_le_bytes().to_vec();
        head.extend((self.body.len() as u64).to_le_bytes());
        std::iter::once(head).chain(self.body.chunks(PART).map(<[u8]>::to_vec))
    }

    /// Reads them, not yet what they are.
    pub(super) fn read(bytes: &mut Bytes<'_>) -> Option<Entries> {
        Some(Entries { count: bytes.number(8)?, body: bytes.counted()?.to_vec() })
    }
}
