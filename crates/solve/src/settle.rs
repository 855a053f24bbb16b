//! What a dispute about the stones would come to: best play in the phase that decides it.

use serde::Serialize;
use shinpan_rules::{Ending, Game, Life, Sequel, Status};

use crate::limits::Limits;
use crate::report::SolutionReport;
use crate::solve::solve;

/// What best play comes to once the players are done.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Settled {
    /// The phase that is played: `resolution`, or `main` where play is resumed.
    pub phase: String,
    /// Whether the play is over and would have to be resumed first.
    pub resumed: bool,
    /// Whose turn it is then.
    pub to_move: String,
    /// What is proven.
    #[serde(flatten)]
    pub solution: SolutionReport,
}

impl Settled {
    /// The nodes a search is given if nothing else is asked.
    pub const NODES: u64 = 5_000_000;
    /// The bytes of tables it is given if nothing else is asked.
    pub const MEMORY: u64 = 512 << 20;
}

/// Solves the phase that decides which stones live: `resolution` as it stands, or the play resumed where
/// the ruleset lets players resume it. The game that was solved comes with it.
///
/// # Errors
/// In words, why there is nothing to solve: the play before has not ended, the ruleset does not decide
/// life by play, or nothing can follow.
pub fn settle(game: &Game, limits: &Limits<'_>) -> Result<(Settled, Game), String> {
    let ruleset = game.ruleset();
    if !matches!(ruleset.life, Life::AsItStands) {
        return Err(format!("`{}` does not decide by play which stones live", ruleset.id));
    }
    if matches!(game.stage().ending, Ending::OwnPassRepeated { .. }) {
        return Err(format!("under `{}` the stones count as they stand at the end", ruleset.id));
    }
    let (game, resumed) = match game.status() {
        Status::InPlay if game.phase_number() > 0 => (game.clone(), false),
        Status::InPlay => {
            let phase = game.stage().name.as_str();
            return Err(format!("`{phase}` has not ended; `solve` says what it comes to"));
        }
        Status::Stopped | Status::Over(_) => {
            if !matches!(ruleset.sequel, Sequel::Resumption { .. } | Sequel::Resolutions { .. }) {
                return Err(format!("under `{}` nothing follows the end", ruleset.id));
            }
            let mut resumed = game.clone();
            resumed.resume().map_err(|why| why.to_string())?;
            (resumed, true)
        }
    };
    let solution = SolutionReport::of(&game, &solve(&game, limits), 0.0);
    let settled = Settled {
        phase: game.stage().name.as_str().to_owned(),
        resumed,
        to_move: game.to_move().to_string(),
        solution,
    };
    Ok((settled, game))
}
