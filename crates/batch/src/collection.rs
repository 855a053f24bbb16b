//! Cuts an SGF collection that is too large to be read as a whole into its games.

use std::io::{self, BufRead};

use crate::bounds::Bounds;

/// Gives the games of a collection one after the other. It looks for the parentheses outside of values, on
/// bytes: what it cuts off wrongly in a multi-byte encoding is still read as what it is.
pub(crate) struct Cutter<R> {
    source: R,
    bounds: Bounds,
    ended: bool,
}

impl<R: BufRead> Cutter<R> {
    pub(crate) fn new(source: R, bounds: Bounds) -> Cutter<R> {
        Cutter { source, bounds, ended: false }
    }

    /// The next game with its parentheses, or why it is none; what stands between games is passed over.
    fn game(&mut self) -> io::Result<Option<Result<Vec<u8>, String>>> {
        let mut game = Vec::new();
        let mut too_large = false;
        let (mut depth, mut in_value, mut escaped) = (0_u32, false, false);
        loop {
            let buffer = self.source.fill_buf()?;
            if buffer.is_empty() && too_large {
                return Ok(Some(Err(self.bounds.too_large())));
            }
            if buffer.is_empty() {
                return Ok((!game.is_empty()).then_some(Ok(game)));
            }
            let mut used = 0;
            let mut whole = false;
            let begun = depth > 0;
            let mut from = 0;
            for &byte in buffer {
                used += 1;
                if depth == 0 {
                    if byte == b'(' {
                        (depth, from) = (1, used - 1);
                    }
                    continue;
                }
                match byte {
                    _ if escaped => escaped = false,
                    b'\\' if in_value => escaped = true,
                    b']' if in_value => in_value = false,
                    _ if in_value => {}
                    b'[' => in_value = true,
                    b'(' => depth += 1,
                    b')' => depth -= 1,
                    _ => {}
                }
                if depth == 0 {
                    whole = true;
                    break;
                }
            }
            if !too_large && (begun || depth > 0 || whole) {
                game.extend_from_slice(&buffer[from..used]);
            }
            self.source.consume(used);
            // It is read to its end and not kept: other games may follow.
            if game.len() as u64 > self.bounds.record {
                too_large = true;
                game = Vec::new();
            }
            if whole {
                return Ok(Some(if too_large { Err(self.bounds.too_large()) } else { Ok(game) }));
            }
        }
    }
}

impl<R: BufRead> Iterator for Cutter<R> {
    type Item = io::Result<Result<Vec<u8>, String>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let game = self.game().transpose();
        self.ended = !matches!(game, Some(Ok(_)));
        game
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[test]
    fn games_are_cut_where_no_value_is_open() {
        let text = br"junk (;C[a ( \] ) b]) between (;B[aa](;W[bb])(;W[cc])) (;C[open";
        for size in [1, 2, 3, 7, 1000] {
            let cutter = Cutter::new(BufReader::with_capacity(size, &text[..]), Bounds::default());
            let games: Vec<String> =
                cutter.map(|game| String::from_utf8(game.unwrap().unwrap()).unwrap()).collect();
            assert_eq!(
                games,
                [r"(;C[a ( \] ) b])", "(;B[aa](;W[bb])(;W[cc]))", "(;C[open"],
                "buffer of {size}"
            );
        }
    }

    #[test]
    fn a_game_that_is_too_large_is_passed_over() {
        let bounds = Bounds { record: 100, ..Bounds::default() };
        let large = "x".repeat(10_000);
        let text = format!("(;C[{large}])(;C[small])(;C[{large}] (;C[{large}");
        for size in [1, 64, 100_000] {
            let cutter = Cutter::new(BufReader::with_capacity(size, text.as_bytes()), bounds);
            let games: Vec<_> = cutter.map(Result::unwrap).collect();
            let why = || Err("expected a record of at most 100 bytes, found more".to_owned());
            assert_eq!(games, [why(), Ok(b"(;C[small])".to_vec()), why()], "buffer of {size}");
        }
    }
}
