//! Walks on a graph whose edges have weights.

/// For each node the least sum of a walk that ends there, at most 0; `None` if a cycle has a negative sum (Bellman and Ford).
/// `order` are the nodes that edges leave, of `count` in all; `edges` gives where those of a node lead, and their weights.
pub(crate) fn least_sums<E>(
    order: &[usize],
    count: usize,
    edges: impl Fn(usize) -> E,
) -> Option<Vec<i64>>
where
    E: Iterator<Item = (usize, i64)>,
{
    let mut least = vec![0_i64; count];
    for _ in 0..=order.len() {
        let mut changed = false;
        for &from in order {
            let begun = least[from];
            for (to, weight) in edges(from) {
                let sum = begun + weight;
                if sum < least[to] {
                    least[to] = sum;
                    changed = true;
                }
            }
        }
        if !changed {
            return Some(least);
        }
    }
    None
}
