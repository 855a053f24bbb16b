//! By what a node of a proof holds, as facts.

use std::collections::BTreeSet;

use shinpan_board::{Board, Player, Point, Position};
use shinpan_life::{
    Certificate, Claim, Cluster, Eye, EyePart, Node, Pair, Proof, Space, Step, Window,
};
use shinpan_rules::{Fact, Named, PartNames, PointNames, When};

/// Points by their numbers on the board.
type Points = BTreeSet<u16>;

/// Where the play of a proof has come to.
#[derive(Clone, Copy)]
pub(super) struct Here<'a> {
    /// What stands.
    pub(super) now: &'a Position,
    /// What that is called.
    pub(super) when: When,
    /// Pairs that tie the chain to others, by nodes on the way.
    pub(super) ties: &'a [Pair],
}

/// What a proof of a chain's status says of it.
pub(super) struct Reasons<'a> {
    proof: &'a Proof,
    /// The board that the proof is about.
    board: &'a Board,
    /// How many of its points are of the game's board: those after them are eyes of chains that are assumed to live.
    real: usize,
    /// What stands in the game.
    start: &'a Position,
    /// The chain.
    goal: &'a [Point],
    owner: Player,
}

impl<'a> Reasons<'a> {
    /// Of a chain that stands in a game. `with_eyes` is the board that the proof is about, if it is another than the game's.
    pub(super) fn new(
        proof: &'a Proof,
        (board, with_eyes): (&'a Board, Option<&'a Board>),
        start: &'a Position,
        (owner, goal): (Player, &'a [Point]),
    ) -> Reasons<'a> {
        let real = board.len();
        Reasons { proof, board: with_eyes.unwrap_or(board), real, start, goal, owner }
    }

    /// By what a node holds, if it is no move, where the play has come to it. What it says of the chain may be shown by a node below.
    pub(super) fn of(&self, node: &Node, below: Option<usize>, here: Here<'_>) -> Vec<Fact> {
        let (player, opponent) = (Named(self.owner), Named(self.owner.next(2)));
        match &node.step {
            Step::Stands(_) => self.standing(node, here),
            Step::Walled(walls) => {
                let kept = match walls[..] {
                    [] => node.home.iter().copied().collect(),
                    _ => self.kept(walls),
                };
                let walls = self.around(&self.chains(&kept, opponent.0, here.now), here.now);
                vec![Fact::ShutInBy { opponent, points: self.one_of_each(&walls, here.now) }]
            }
            Step::Reached => self.beside(node.claim, &node.home, here.now),
            Step::Linked(_, tree) => match self.proof.nodes.get(*tree) {
                Some(link) if below == Some(*tree) => self.beside(node.claim, &link.home, here.now),
                _ => Vec::new(),
            },
            Step::Joined(child, _) if self.proof.covers(*child, here.now, self.goal) => Vec::new(),
            Step::Joined(_, pair) => vec![Fact::TiedBy { player, pair: self.pair(pair) }],
            Step::Windows(keepers, windows) => self.windows(keepers, windows, here),
            Step::Apart(parts) => {
                let points = |part: &EyePart| self.names(part.points.iter().copied());
                let parts = PartNames(parts.iter().map(points).collect());
                vec![Fact::AnEyeInEach { player, parts }]
            }
            Step::Space(space) => {
                let player = match node.claim {
                    Claim::Lives => player,
                    Claim::NeverLives => opponent,
                };
                vec![match space.points.len() == self.board.len() {
                    true => Fact::OnTheWholeBoard { player },
                    false => {
                        Fact::ClosedOff { player, points: self.names(space.points.iter().copied()) }
                    }
                }]
            }
            Step::Again(_) | Step::Own(..) | Step::Other(_) => Vec::new(),
        }
    }

    /// The eyes that stand, or why there can be none, where a node needs no more moves.
    pub(super) fn standing(&self, node: &Node, here: Here<'_>) -> Vec<Fact> {
        let Some(certificate) = node.standing(self.board, here.now) else { return Vec::new() };
        let space = match &node.step {
            Step::Space(space) => Some(&**space),
            _ => None,
        };
        match node.claim {
            Claim::Lives => self.eyes(&certificate, space, here),
            Claim::NeverLives => self.no_room(&certificate, here),
        }
    }

    /// The eyes of the clusters that the chain is in, or the chains around a part of the board that it is joined to.
    fn eyes(&self, certificate: &Certificate, space: Option<&Space>, here: Here<'_>) -> Vec<Fact> {
        let (player, Here { now, when, .. }) = (Named(self.owner), here);
        let groups: Vec<&[u16]> =
            certificate.clusters.iter().map(|cluster| &cluster.stones[..]).collect();
        let (body, chosen) = self.body(&groups, here);
        let mut facts = Vec::new();
        let beyond: Points = match space {
            Some(space) => body.iter().copied().filter(|at| !space.points.contains(at)).collect(),
            None => Points::new(),
        };
        if beyond.is_empty() {
            let eyes = eyes_of(certificate, &chosen);
            let assumed = |eye: &&Eye| eye.points.iter().any(|&at| usize::from(at) >= self.real);
            if eyes.iter().any(assumed) {
                let near = |&at: &u16| self.near(at).any(|near| usize::from(near) >= self.real);
                let beside: Points = body.iter().copied().filter(near).collect();
                let points = self.one_of_each(&beside, now);
                facts.push(Fact::JoinedToAssumed { player, points });
            }
            let eyes = eyes.into_iter().filter(|eye| !assumed(eye));
            let eyes: Vec<PointNames> = eyes.map(|eye| self.eye(eye, self.owner, now)).collect();
            if !eyes.is_empty() {
                facts.push(Fact::HasEyes { when, player, eyes: PartNames(eyes) });
            }
        } else {
            facts.push(Fact::LedTo { player, points: self.one_of_each(&beyond, now) });
        }
        facts.extend(self.pairs(certificate, &chosen, player, here));
        facts
    }

    /// The opponent's chains that leave the chain's owner no room.
    fn no_room(&self, certificate: &Certificate, here: Here<'_>) -> Vec<Fact> {
        let (player, opponent) = (Named(self.owner), Named(self.owner.next(2)));
        let Here { now, when, .. } = here;
        let stones = certificate.clusters.iter().flat_map(|cluster| &cluster.stones).copied();
        let walls = self.around(&self.chains(&stones.collect(), opponent.0, now), now);
        if walls.is_empty() {
            return vec![Fact::NoRoom { when, player }];
        }
        let points = self.one_of_each(&walls, now);
        let is_wall = |cluster: &Cluster| cluster.stones.iter().any(|stone| walls.contains(stone));
        let clusters = certificate.clusters.iter().enumerate();
        let chosen: Vec<usize> =
            clusters.filter(|(_, cluster)| is_wall(cluster)).map(|(at, _)| at).collect();
        let mut facts = vec![Fact::LeaveNoRoom { when, opponent, player, points }];
        facts.extend(self.pairs(certificate, &chosen, opponent, here));
        facts
    }

    /// The answers that some clusters of a certificate rest on.
    fn pairs(
        &self,
        certificate: &Certificate,
        chosen: &[usize],
        player: Named,
        Here { now, when, .. }: Here<'_>,
    ) -> Vec<Fact> {
        let mut facts = Vec::new();
        let eyes = eyes_of(certificate, chosen);
        for eye in &eyes {
            // One cluster has no other eye.
            let only = eye.of.iter().any(|of| {
                chosen.contains(&usize::from(*of))
                    && eyes.iter().filter(|other| other.of.contains(of)).count() < 2
            });
            if let Some(pair) = eye.split.as_ref().filter(|_| only) {
                let (eye, pair) = (self.eye(eye, player.0, now), self.pair(pair));
                facts.push(Fact::CutInTwo { player, eye, pair });
            }
        }
        let clusters = chosen.iter().filter_map(|&at| certificate.clusters.get(at));
        let joining = clusters.flat_map(|cluster| &cluster.pairs);
        let pairs = joining.chain(eyes.iter().flat_map(|eye| &eye.pairs));
        let pairs: Vec<PointNames> = pairs.map(|pair| self.pair(pair)).collect();
        if !pairs.is_empty() {
            facts.push(Fact::OneOfTwo { when, player, pairs: PartNames(pairs) });
        }
        facts
    }

    /// The windows that join the chain to others, and the chains among these that other proofs keep.
    fn windows(&self, keepers: &[usize], windows: &[Window], here: Here<'_>) -> Vec<Fact> {
        let (player, now) = (Named(self.owner), here.now);
        let goal = self.chains(&self.goal(), self.owner, now);
        let groups: Vec<&[u16]> = windows.iter().map(|window| &window.groups[..]).collect();
        let (body, chosen) = self.body(&groups, here);
        let kept = self.chains(&self.kept(keepers), self.owner, now);
        let kept: Points =
            kept.intersection(&body).copied().filter(|at| !goal.contains(at)).collect();
        let mut facts = Vec::new();
        if !kept.is_empty() {
            facts.push(Fact::LedTo { player, points: self.one_of_each(&kept, now) });
        }
        let used = chosen.into_iter().filter_map(|at| windows.get(at));
        let parts = used.map(|window| self.names(window.points.iter().copied())).collect();
        facts.push(Fact::InSmallParts { player, parts: PartNames(parts) });
        facts
    }

    /// What the chain is connected to, or will be: by chains in one group, and by pairs. And the groups that it meets.
    fn body(&self, groups: &[&[u16]], Here { now, ties, .. }: Here<'_>) -> (Points, Vec<usize>) {
        let mut body = self.chains(&self.goal(), self.owner, now);
        let mut chosen: Vec<usize> = Vec::new();
        loop {
            let before = body.len();
            for &(one, other) in ties {
                let beside = |at: u16| self.chains(&self.near(at).collect(), self.owner, now);
                let both: Points = beside(one).intersection(&beside(other)).copied().collect();
                if !both.is_disjoint(&body) {
                    body.extend(both);
                }
            }
            for (at, group) in groups.iter().enumerate() {
                if !chosen.contains(&at) && group.iter().any(|stone| body.contains(stone)) {
                    chosen.push(at);
                    body.extend(self.chains(&group.iter().copied().collect(), self.owner, now));
                }
            }
            if body.len() == before {
                chosen.sort_unstable();
                return (body, chosen);
            }
        }
    }

    /// The chains of another proof that the chain is led to, or that shut it in.
    fn beside(&self, claim: Claim, home: &[u16], now: &Position) -> Vec<Fact> {
        let (player, opponent) = (Named(self.owner), Named(self.owner.next(2)));
        let points = self.one_of_each(&home.iter().copied().collect(), now);
        vec![match claim {
            Claim::Lives => Fact::LedTo { player, points },
            Claim::NeverLives => Fact::ShutInBy { opponent, points },
        }]
    }

    /// The stones that some nodes keep.
    fn kept(&self, nodes: &[usize]) -> Points {
        let nodes = nodes.iter().filter_map(|&at| self.proof.nodes.get(at));
        nodes.flat_map(|node| &node.kept).copied().collect()
    }

    /// The node that shows what one says of the chain.
    pub(super) fn below(&self, node: &Node, now: &Position) -> Option<usize> {
        self.proof.below(node, now, self.goal)
    }

    fn goal(&self) -> Points {
        self.goal.iter().map(|point| point.index() as u16).collect()
    }

    fn point(&self, at: u16) -> Option<Point> {
        self.board.point(usize::from(at))
    }

    fn near(&self, at: u16) -> impl Iterator<Item = u16> + '_ {
        let near = self.point(at).into_iter().flat_map(|point| self.board.neighbours(point));
        near.map(|near| near.index() as u16)
    }

    /// The chains of a player with stones on some points.
    fn chains(&self, points: &Points, player: Player, now: &Position) -> Points {
        let mut chains = Points::new();
        for point in points.iter().filter_map(|&at| self.point(at)) {
            if now.stone(point).player() == Some(player)
                && !chains.contains(&(point.index() as u16))
            {
                chains.extend(now.chain(point).map(|stone| stone.index() as u16));
            }
        }
        chains
    }

    /// Of chains of the opponent those that stand on points of the chain, or next to the parts of the board without them in which it lies.
    fn around(&self, walls: &Points, now: &Position) -> Points {
        let mut part: Vec<u16> = self.goal().into_iter().collect();
        let mut seen: Points = part.iter().copied().collect();
        let mut met = Points::new();
        let mut next = 0;
        while let Some(&at) = part.get(next) {
            next += 1;
            if walls.contains(&at) {
                met.insert(at);
                continue;
            }
            part.extend(self.near(at).filter(|&near| seen.insert(near)).collect::<Vec<_>>());
        }
        self.chains(&met, self.owner.next(2), now)
    }

    /// A point of each chain that stones are of now: one of the game's where there is one, of another chain than the one asked about if it
    /// has joined others.
    fn one_of_each(&self, stones: &Points, now: &Position) -> PointNames {
        let (mut named, mut chosen) = (Points::new(), Points::new());
        for &at in stones {
            let Some(point) = self.point(at).filter(|_| !named.contains(&at)) else { continue };
            let chain: Points = now.chain(point).map(|stone| stone.index() as u16).collect();
            let old = |&&at: &&u16| {
                self.point(at).is_some_and(|at| self.start.stone(at) == now.stone(at))
            };
            let other = |&&at: &&u16| !self.goal.contains(&Point::new(at));
            let told = chain.iter().filter(old).find(other).or_else(|| chain.iter().find(old));
            chosen.insert(told.copied().unwrap_or(at));
            named.extend(chain);
        }
        self.names(chosen)
    }

    /// The points of an eye, without stones of the player's, which a pair joins.
    fn eye(&self, eye: &Eye, player: Player, now: &Position) -> PointNames {
        let own = |at: u16| self.point(at).is_some_and(|at| now.stone(at).player() == Some(player));
        self.names(eye.points.iter().copied().filter(|&at| !own(at)))
    }

    fn pair(&self, pair: &Pair) -> PointNames {
        self.names([pair.0, pair.1])
    }

    /// The names of those points that the board of the game has, in its order.
    fn names(&self, points: impl IntoIterator<Item = u16>) -> PointNames {
        let points: Points = points.into_iter().collect();
        let real = points.into_iter().filter(|&at| usize::from(at) < self.real);
        let points = real.filter_map(|at| self.point(at));
        PointNames(points.map(|point| self.board.name(point)).collect())
    }
}

/// The eyes of some of the clusters of a certificate.
fn eyes_of<'c>(certificate: &'c Certificate, clusters: &[usize]) -> Vec<&'c Eye> {
    let of = |eye: &&Eye| eye.of.iter().any(|&of| clusters.contains(&usize::from(of)));
    certificate.eyes.iter().filter(of).collect()
}
