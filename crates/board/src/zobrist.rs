//! Hash keys of stones: 64 bits for each point and player, fixed for ever.

/// The key of a player's stone on a point: a full mix of the two numbers (splitmix64), so that no
/// table has to be seeded or shipped.
pub(crate) const fn key(point: u16, player: u8) -> u64 {
    let mut z = ((point as u64) << 8 | player as u64).wrapping_add(1);
    z = z.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// splitmix64 seeded with 0 yields the first two of these.
    #[test]
    fn keys_are_fixed_for_ever() {
        let keys = [(0, 0), (0, 1), (1, 0), (360, 1)].map(|(point, player)| key(point, player));
        assert_eq!(
            keys,
            [
                0xe220_a839_7b1d_cdaf,
                0x6e78_9e6a_a1b9_65f4,
                0xcbdc_6d34_b7c7_534d,
                0x2f58_1687_3a5e_e99f
            ]
        );
    }
}
