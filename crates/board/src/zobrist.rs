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
