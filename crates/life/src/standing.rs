//! By what stands a node holds on the board, where the play that shows it has come to an end.

use shinpan_board::{Board, Player, Point, Position};

use crate::proof::{Certificate, Claim, Cluster, Eye, Node, Pair, Space, Step};

/// What stands at an end of the play in a part of the board.
struct Part<'a> {
    board: &'a Board,
    position: &'a Position,
    space: &'a Space,
    claim: Claim,
    owner: Player,
    inside: Vec<bool>,
}

impl Node {
    /// The chains of the side that proves which stand, with their eyes: of a step that holds by what stands, and of a strategy in a part of the board where it
    /// needs no more choices. In such a part chains that reach outside are kept by other proofs, and need no eyes. Other steps have none.
    #[must_use]
    pub fn standing(&self, board: &Board, position: &Position) -> Option<Certificate> {
        match &self.step {
            Step::Stands(certificate) => Some(certificate.clone()),
            Step::Space(space) => {
                let owner = Player::all(2).nth(usize::from(self.owner))?;
                let mut inside = vec![false; board.len()];
                for &point in &space.points {
                    *inside.get_mut(usize::from(point))? = true;
                }
                let part = Part { board, position, space, claim: self.claim, owner, inside };
                Some(part.settled().unwrap_or_else(|| part.unaided()))
            }
            _ => None,
        }
    }
}

impl Part<'_> {
    /// Whose chains stand.
    fn prover(&self) -> Player {
        match self.claim {
            Claim::Lives => self.owner,
            Claim::NeverLives => self.owner.next(2),
        }
    }

    fn has(&self, point: Point) -> bool {
        self.inside[point.index()]
    }

    fn is_own(&self, point: Point) -> bool {
        self.position.stone(point).player() == Some(self.prover())
    }

    /// The certificate of what stands, from the small board to the board.
    fn settled(&self) -> Option<Certificate> {
        let word = |player: Player| {
            let place = |&point: &u16| self.board.point(usize::from(point));
            let stands = |at: Point| self.position.stone(at).player() == Some(player);
            let places = self.space.points.iter().map(place).enumerate();
            places
                .filter(|&(_, at)| at.is_some_and(stands))
                .fold(0_u64, |word, (place, _)| word | 1_u64.checked_shl(place as u32).unwrap_or(0))
        };
        let words = [word(self.owner), word(self.owner.next(2))];
        let found = self.space.settled.iter().find(|settled| settled.stones == words)?;
        let at = |place: &u16| self.space.points.get(usize::from(*place)).copied();
        let pair = |(one, other): &Pair| Some((at(one)?, at(other)?));
        let pairs = |pairs: &[Pair]| pairs.iter().filter_map(pair).collect::<Vec<Pair>>();
        let side = usize::from(self.claim == Claim::NeverLives);
        let wall = self.space.points.len() + 3 * side;
        let cluster = |cluster: &Cluster| {
            let pairs = pairs(&cluster.pairs);
            let mut stones: Vec<u16> = cluster.stones.iter().filter_map(at).collect();
            if cluster.stones.iter().any(|&stone| usize::from(stone) == wall) {
                let beside = match self.claim {
                    // Those that it is joined to.
                    Claim::Lives => {
                        let paired = pairs.iter().flat_map(|&(one, other)| [one, other]);
                        self.around(stones.iter().copied().chain(paired))
                    }
                    Claim::NeverLives => self.around(self.space.points.iter().copied()),
                };
                stones.extend(beside);
            }
            Cluster { stones, pairs }
        };
        // Eyes behind the stone that stands for what is around the part are no points of the board.
        let eye = |eye: &Eye| Eye {
            points: eye.points.iter().map(at).collect::<Option<_>>().unwrap_or_default(),
            of: eye.of.clone(),
            pairs: pairs(&eye.pairs),
            split: eye.split.as_ref().and_then(pair),
        };
        let mut eyes: Vec<Eye> = found.certificate.eyes.iter().map(eye).collect();
        eyes.retain(|eye| !eye.points.is_empty());
        Some(Certificate {
            clusters: found.certificate.clusters.iter().map(cluster).collect(),
            eyes,
        })
    }

    /// Stones around the part of the side that proves, next to some points in it.
    fn around(&self, points: impl Iterator<Item = u16>) -> Vec<u16> {
        let points = points.filter_map(|at| self.board.point(usize::from(at)));
        let near = points.flat_map(|point| self.board.neighbours(point));
        near.filter(|&near| !self.has(near) && self.is_own(near))
            .map(|near| near.index() as u16)
            .collect()
    }

    /// What stands without an answer: chains each of which reaches outside or has two eyes.
    /// See docs/life.md, "Eyes without an inside" and "Passing for ever".
    fn unaided(&self) -> Certificate {
        let meets = |point: &Point| {
            self.has(*point) || self.board.neighbours(*point).any(|near| self.has(near))
        };
        let mut chains = self.position.chains(self.board);
        chains.retain(|chain| self.is_own(chain[0]) && chain.iter().any(meets));
        loop {
            let eyes = self.eyes(&chains);
            let count = |at: usize| {
                eyes.iter().filter(|eye| eye.of.iter().any(|&of| usize::from(of) == at)).count()
            };
            let stands = |at: usize, chain: &[Point]| {
                count(at) > 1 || chain.iter().any(|&point| !self.has(point))
            };
            let standing: Vec<bool> =
                chains.iter().enumerate().map(|(at, chain)| stands(at, chain)).collect();
            if standing.iter().all(|&stands| stands) {
                let cluster = |chain: &Vec<Point>| Cluster {
                    stones: chain.iter().map(|point| point.index() as u16).collect(),
                    pairs: Vec::new(),
                };
                return Certificate { clusters: chains.iter().map(cluster).collect(), eyes };
            }
            let mut standing = standing.into_iter();
            chains.retain(|_| standing.next() == Some(true));
        }
    }

    /// The regions between chains, all in the part, of which each point is next to a chain; where it kills, each point but the owner's stones.
    fn eyes(&self, chains: &[Vec<Point>]) -> Vec<Eye> {
        let mut home = vec![None; self.board.len()];
        for (at, chain) in chains.iter().enumerate() {
            chain.iter().for_each(|point| home[point.index()] = Some(at as u16));
        }
        let mut eyes = Vec::new();
        let mut seen: Vec<bool> = home.iter().map(Option::is_some).collect();
        for start in self.board.points().filter(|&point| self.has(point)) {
            if std::mem::replace(&mut seen[start.index()], true) {
                continue;
            }
            let mut region = vec![start];
            let mut next = 0;
            while let Some(&point) = region.get(next) {
                next += 1;
                for near in self.board.neighbours(point) {
                    if !std::mem::replace(&mut seen[near.index()], true) {
                        region.push(near);
                    }
                }
            }
            if !region.iter().all(|&point| self.has(point)) {
                continue;
            }
            let asked = |point: &&Point| {
                let owner = self.position.stone(**point).player() == Some(self.owner);
                self.claim == Claim::Lives || !owner
            };
            let beside = |point: Point| {
                self.board.neighbours(point).filter_map(|near| home[near.index()]).collect()
            };
            let mut of: Option<Vec<u16>> = None;
            for &point in region.iter().filter(asked) {
                let near: Vec<u16> = beside(point);
                let kept = of.unwrap_or_else(|| near.clone());
                of = Some(kept.into_iter().filter(|at| near.contains(at)).collect());
            }
            let mut of = of.unwrap_or_default();
            of.sort_unstable();
            of.dedup();
            let points = region.iter().map(|point| point.index() as u16).collect();
            eyes.push(Eye { points, of, pairs: Vec::new(), split: None });
        }
        eyes.retain(|eye| !eye.of.is_empty());
        eyes
    }
}
