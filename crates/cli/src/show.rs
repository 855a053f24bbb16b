//! Rulings as people read them.

use std::fmt::Write as _;

use anyhow::Result;
use shinpan_board::Player;
use shinpan_referee::{
    AgreementReport, AssumedReport, ChainReport, Drawn, Judged, Judgement, ProposedChain,
    ProposedTerritory, Refused, Report, ResultReport, Shows, Sitting, picture, position_picture,
};
use shinpan_render::{Scene, TextOptions, to_text};
use shinpan_rules::{Because, Game, Move, Notice, Reason, Sequel, Supply, as_decimal};
use shinpan_solve::Settled;

/// Whether standard output is a terminal that shows colours.
pub(crate) fn colours() -> bool {
    anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never
}

/// Words from a record, without signs that would command a terminal.
pub(crate) fn plain(text: &str) -> String {
    let shown = |c: char| if c.is_control() && c != '\n' { '\u{fffd}' } else { c };
    text.chars().map(shown).collect()
}

pub(crate) fn board(scene: &Scene) -> Result<String> {
    Ok(to_text(scene, TextOptions { colour: colours(), coordinates: true, unicode: false })?)
}

/// A ruling: the board, what is allowed, what is forbidden and why, the result and its reasons.
pub(crate) fn ruling(judged: &Judged, heading: Option<&str>) -> Result<String> {
    let report = &judged.report;
    let mut text = String::new();
    let bold = anstyle::Style::new().bold();
    if let Some(heading) = heading {
        writeln!(text, "{bold}{heading}{bold:#}")?;
    }
    let phase = match report.phase.as_str() {
        "ended" => "the game has ended".to_owned(),
        phase => format!("phase {phase}, {} to move", report.to_move),
    };
    let moves = match report.moves {
        1 => "1 move".to_owned(),
        moves => format!("{moves} moves"),
    };
    writeln!(text, "{bold}{}{bold:#}: {moves}, {phase}", report.rules)?;
    let shows = Shows { banned: true, territory: true, numbers_from: None };
    writeln!(text, "\n{}", board(&picture(&judged.sitting, shows)?)?.trim_end())?;
    writeln!(text)?;
    let prisoners: Vec<String> =
        report.prisoners.iter().map(|(player, count)| format!("{player} {count}")).collect();
    writeln!(text, "prisoners (captured stones of that colour): {}", prisoners.join(", "))?;
    if let Some(button) = &report.button {
        writeln!(text, "button: {}", button.as_deref().unwrap_or("not taken"))?;
    }
    if report.phase != "ended" && report.phase != "analysis" {
        writeln!(text, "legal plays: {}", report.legal.len())?;
        for ban in bans(report) {
            writeln!(text, "banned: {ban}")?;
        }
    }
    so_far(&mut text, report)?;
    if let Some(cycle) = &report.claimable {
        let what = complete(&judged.sitting, cycle.occurrence);
        writeln!(text, "a cycle of moves {} to {} is {what}", cycle.from + 1, cycle.to)?;
    }
    if let Some(pending) = &report.pending {
        writeln!(text, "waiting for an answer: {pending}")?;
    }
    if let Some((_, refused)) = &judged.refused {
        refusal(&mut text, judged, refused)?;
    }
    let help = "--dead A1,B2 gives the players' agreement on the dead stones; --assume-alive A1,B2 says what follows if these live";
    analysis(&mut text, report, &format!("{}{help}", more(report)))?;
    if let Some(result) = &report.result {
        outcome(&mut text, result)?;
        counted_before(&mut text, &judged.sitting)?;
        follows(&mut text, &judged.sitting)?;
    }
    if let Some(assumed) = &report.assuming {
        assuming(&mut text, assumed)?;
    }
    let play = matches!(report.phase.as_str(), "main" | "competition" | "resolution");
    // Beside a recorded result it is told anyway.
    if play && judged.refused.is_none() && report.recorded.is_none() {
        writeln!(text, "help: the play has not ended; --passes adds the passes that end it")?;
    }
    if let Some(recorded) = &report.recorded {
        let found: String = recorded.text.chars().take(80).collect();
        writeln!(text, "recorded result {}: {}", plain(&found), recorded.note)?;
    }
    for note in &report.notes {
        writeln!(text, "note: {}", plain(&note.to_string()))?;
    }
    Ok(text)
}

/// What best play comes to where it decides which stones live.
pub(crate) fn settled(settled: &Result<Settled, String>) -> String {
    let settled = match settled {
        Ok(settled) => settled,
        Err(why) => return format!("nothing to settle by play: {why}\n"),
    };
    let Settled { phase, resumed, to_move, solution } = settled;
    let what = if *resumed { format!("the play resumed ({phase})") } else { phase.clone() };
    let [low, high] = &solution.bounds;
    let outcome = solution.outcome.as_ref().map(|told| format!(" ({told})")).unwrap_or_default();
    let mut text = format!("best play in {what}, {to_move} to move: ");
    match (&solution.value, &solution.limit) {
        (Some(value), _) => text.push_str(&format!("black's margin is {value}{outcome}\n")),
        (None, None) => text.push_str(&format!("{low}{outcome}, without a count\n")),
        (None, Some(limit)) => text
            .push_str(&format!("black's margin is between {low} and {high}{outcome}; {limit}\n")),
    }
    if !solution.line.is_empty() {
        text.push_str(&format!("line: {}\n", solution.line.join(", ")));
    }
    text
}

/// A table as it stands: the board with its bans, whose turn it is, prisoners, what is pending.
pub(crate) fn table(sitting: &Sitting) -> Result<String> {
    let report = Report::of(sitting);
    let mut text = String::new();
    let shows = Shows { banned: true, territory: true, numbers_from: None };
    writeln!(text, "\n{}", board(&picture(sitting, shows)?)?.trim_end())?;
    let prisoners: Vec<String> =
        report.prisoners.iter().map(|(player, count)| format!("{player} {count}")).collect();
    let turn = match report.phase.as_str() {
        "ended" => "the game has ended".to_owned(),
        phase => format!("phase {phase}, {} to move", report.to_move),
    };
    let place = match sitting.game().stage().supply {
        Supply::Prisoners { .. } => "prisoner place",
        Supply::Bowl => "prisoners",
    };
    writeln!(
        text,
        "\n{}: move {}, {turn}; {place}: {}",
        report.rules,
        report.moves,
        prisoners.join(", ")
    )?;
    if let Some(button) = &report.button {
        writeln!(text, "button: {}", button.as_deref().unwrap_or("not taken"))?;
    }
    for ban in bans(&report) {
        writeln!(text, "banned: {ban}")?;
    }
    so_far(&mut text, &report)?;
    if let Some(cycle) = &report.claimable {
        writeln!(text, "a cycle is {}", complete(sitting, cycle.occurrence))?;
    }
    if let Some(pending) = &report.pending {
        writeln!(text, "waiting for an answer: {pending}")?;
    }
    let help = "`dead A1 B2` proposes the dead stones, `dead` alone that there are none; `analyse` proves what it can";
    analysis(&mut text, &report, help)?;
    if let Some(result) = &report.result {
        outcome(&mut text, result)?;
    }
    Ok(text)
}

/// How the proof games that are over ended, and the base game.
fn so_far(text: &mut String, report: &Report) -> Result<()> {
    if !report.so_far.is_empty() {
        writeln!(text, "so far:")?;
    }
    steps(text, &report.so_far)
}

fn steps(text: &mut String, because: &[Because]) -> Result<()> {
    for step in because {
        writeln!(text, "  {} [{}]", step.fact, step.clause)?;
    }
    Ok(())
}

/// What may be done about a cycle that is complete, whose state has occurred so often.
pub(crate) fn complete(sitting: &Sitting, occurrence: u32) -> String {
    match sitting.game().stage().cycle_rule().map(|(_, rule)| rule.notice) {
        Some(Notice::Repetitions(times)) => {
            format!("complete: occurrence {occurrence} of its state, which is ruled on at {times}")
        }
        _ => "complete and may be claimed".to_owned(),
    }
}

/// The banned points, each with what shows the ban and its clause.
pub(crate) fn bans(report: &Report) -> Vec<String> {
    let told = report.banned.iter().map(|ban| {
        let why = match ban.repeats {
            Some(after) => {
                let turn = ban.turn.as_ref().map(|player| format!(" with {player} to move"));
                format!(
                    "would bring back the position after move {after}{}",
                    turn.unwrap_or_default()
                )
            }
            None => format!("the chain {} would have no liberty", ban.chain.join(" ")),
        };
        format!("{} ({}): {why} [{}]", ban.point, ban.reason, ban.clause)
    });
    told.collect()
}

/// The move at which the record breaks the rules, with the boards that show it.
fn refusal(text: &mut String, judged: &Judged, refused: &Refused) -> Result<()> {
    let Some(report) = &judged.report.refused else { return Ok(()) };
    let red = anstyle::AnsiColor::Red.on_default().bold();
    let who = report.player.as_ref().map(|player| format!("{player} ")).unwrap_or_default();
    let place =
        if report.place.is_empty() { String::new() } else { format!(" ({})", report.place) };
    writeln!(
        text,
        "\n{red}refused{red:#}: {who}{} at move {}{place}",
        plain(&report.point),
        report.number
    )?;
    writeln!(text, "  {}    [{}]", plain(&report.why), report.clause)?;
    let game = judged.sitting.game();
    if let Some(refusal) = &refused.refusal
        && let Some(after) = refusal.repeats()
        && let Some(codes) = judged.sitting.position_after(after)
    {
        writeln!(text, "  after move {after} there stood:")?;
        rows(text, game, &codes)?;
    }
    let help = match report.reason.as_str() {
        reason if reason == Reason::Cyclic.as_str() => "a pass by anyone lifts this ban",
        // Where the last move is a pass, the ban stands again as a phase begins.
        reason if reason == Reason::Ko.as_str() && passed(game) => {
            "the passes that ended the phase do not lift this ban; after any other move it may be retaken"
        }
        reason if reason == Reason::Ko.as_str() => "after any other move it may be retaken",
        reason if reason == Reason::Turn.as_str() => "the record may lack a pass",
        _ => return Ok(()),
    };
    writeln!(text, "  help: {help} (see `shinpan explain {}`)", report.clause)?;
    Ok(())
}

/// A board with what stood on it, below a line of a ruling.
fn rows(text: &mut String, game: &Game, codes: &[u8]) -> Result<()> {
    let drawn = board(&position_picture(game.board(), codes)?)?;
    for line in drawn.lines().take_while(|line| !line.is_empty()) {
        writeln!(text, "    {line}")?;
    }
    Ok(())
}

/// Whether the last move was a pass.
fn passed(game: &Game) -> bool {
    matches!(game.move_at(game.moves_made()), None | Some((_, Move::Pass)))
}

/// What may be asked for after a result, where the ruleset has more phases.
fn follows(text: &mut String, sitting: &Sitting) -> Result<()> {
    let (what, clause) = match &sitting.game().ruleset().sequel {
        Sequel::ProofGames { clause } => ("proof games", clause),
        Sequel::Resolutions { clause, .. } => ("another resolution", clause),
        Sequel::None | Sequel::Resumption { .. } => return Ok(()),
    };
    // Either player may ask.
    if sitting.possible(Player::BLACK).contains(&"request") {
        writeln!(text, "help: {what} may be asked for, as `B request` in a record [{clause}]")?;
    }
    Ok(())
}

/// What ended the work on chains that are unproven, and which option gives it more.
fn more(report: &Report) -> &'static str {
    let mut limits = report.chains.iter().flatten().filter_map(|chain| chain.limit_code.as_deref());
    match limits.next() {
        Some("nodes") => {
            "the states allowed did not suffice: --max-nodes and --memory allow more; "
        }
        Some(_) if crate::prover::is_interrupted() => "the proofs were interrupted; ",
        Some(_) => "the time for proofs is over: --max-seconds gives more; ",
        None => "",
    }
}

/// What is known of the chains, each by its first point, and what helps where the result is open.
fn analysis(text: &mut String, report: &Report, help: &str) -> Result<()> {
    let Some(chains) = &report.chains else { return Ok(()) };
    let agreed = chains.iter().any(|chain| chain.agreed.is_some());
    for (status, words) in
        [("alive", "alive"), ("not-alive", "not alive"), ("unproven", "unproven")]
    {
        let shown = chains
            .iter()
            .filter(|chain| chain.status == status && !(agreed && status == "unproven"));
        listed(text, words, shown)?;
    }
    proofs_checked(text, chains, "")?;
    if let Some(bounds) = report.bounds.as_ref().and_then(|bounds| bounds.get("black")) {
        let [low, high] = [&bounds[0], &bounds[1]].map(|bound| as_decimal(bound));
        writeln!(text, "black's margin lies between {low} and {high}")?;
        writeln!(text, "help: {help}")?;
    }
    report.agreement.as_ref().map_or(Ok(()), |agreement| proposal(text, agreement))
}

/// How many proofs the checker accepted, if any were checked.
pub(crate) fn proofs_checked(
    text: &mut String,
    chains: &[ChainReport],
    indent: &str,
) -> Result<()> {
    let checked = |wanted| chains.iter().filter(|chain| chain.checked == Some(wanted)).count();
    let (accepted, rejected) = (checked(true), checked(false));
    if accepted + rejected == 0 {
        return Ok(());
    }
    write!(text, "{indent}proofs checked: {accepted} accepted, {rejected} rejected")?;
    let proven = |chain: &&ChainReport| chain.status != "unproven" && !chain.assumed;
    match chains.iter().filter(proven).count().saturating_sub(accepted) {
        0 => writeln!(text)?,
        long => writeln!(text, "; too long to be written down and checked: {long}")?,
    }
    Ok(())
}

/// Some chains, each by its first point.
fn listed<'a>(
    text: &mut String,
    words: &str,
    chains: impl Iterator<Item = &'a ChainReport>,
) -> Result<()> {
    let named = chains.map(|chain| {
        let point = chain.points.first().map_or("", String::as_str);
        let why = match &chain.precedent {
            Some(name) => format!(" ({name})"),
            None if chain.readings_differ => " (the ko readings differ)".to_owned(),
            None => String::new(),
        };
        format!("{} {point}{why}", chain.player)
    });
    let named: Vec<String> = named.collect();
    if !named.is_empty() {
        writeln!(text, "{words}: {}", named.join(", "))?;
    }
    Ok(())
}

/// What follows if some chains live of which it is not proven.
fn assuming(text: &mut String, assumed: &AssumedReport) -> Result<()> {
    let bold = anstyle::Style::new().bold();
    writeln!(text)?;
    let chains = assumed.chains.iter();
    match assumed.alive.len() {
        0 => writeln!(text, "{bold}nothing had to be assumed{bold:#}; it is proven:")?,
        _ => listed(
            text,
            &format!("{bold}if these chains live{bold:#}, of which it is not proven"),
            chains.clone().filter(|chain| chain.assumed),
        )?,
    }
    for (status, words) in
        [("alive", "  alive"), ("not-alive", "  not alive"), ("unproven", "  still unproven")]
    {
        let shown = chains.clone().filter(|chain| chain.status == status && !chain.assumed);
        listed(text, words, shown)?;
    }
    proofs_checked(text, &assumed.chains, "  ")?;
    if !assumed.removed.is_empty() {
        writeln!(text, "  removed: {}", assumed.removed.join(" "))?;
    }
    match (&assumed.result, assumed.bounds.get("black")) {
        (Some(result), _) => {
            writeln!(text, "  result: {}", result.sgf.as_deref().unwrap_or(&result.outcome))?;
        }
        (None, Some([low, high])) => {
            let [low, high] = [as_decimal(low), as_decimal(high)];
            writeln!(text, "  black's margin lies between {low} and {high}")?;
        }
        (None, None) => {}
    }
    if let Some(agreement) = &assumed.agreement {
        let mut told = String::new();
        proposal(&mut told, agreement)?;
        told.lines().try_for_each(|line| writeln!(text, "  {line}"))?;
    }
    Ok(())
}

/// What the players propose, and what is proven about it.
fn proposal(text: &mut String, agreement: &AgreementReport) -> Result<()> {
    let source = match agreement.source.as_str() {
        "marks" => "the territory marked in the record",
        _ => "the players' agreement",
    };
    writeln!(text, "{source}, held against the Analysis:")?;
    for judgement in [Judgement::Right, Judgement::Wrong, Judgement::Unproven] {
        let (words, territory): (_, fn(&ProposedTerritory) -> &[String]) = match judgement {
            Judgement::Right => ("proven right", |proposed| &proposed.right),
            Judgement::Wrong => ("proven wrong", |proposed| &proposed.wrong),
            Judgement::Unproven => ("unproven", |proposed| &proposed.unproven),
        };
        let chains = agreement.chains.iter().filter(|chain| chain.judgement == judgement);
        let mut parts: Vec<String> = if judgement == Judgement::Right {
            let count = chains.count();
            vec![format!("{count} {}", if count == 1 { "chain" } else { "chains" })]
        } else {
            let told = |chain: &ProposedChain| {
                let point = chain.points.first().map_or("", String::as_str);
                let but = match (chain.proposed.as_str(), chain.status.as_str()) {
                    ("dead", "not-alive") if judgement == Judgement::Wrong => {
                        " (not alive, but nothing removes it)"
                    }
                    _ => "",
                };
                format!("{} {point} {}{but}", chain.player, chain.proposed)
            };
            chains.map(told).collect()
        };
        for (player, proposed) in &agreement.territory {
            match (territory(proposed), judgement) {
                ([], _) => {}
                (points, Judgement::Right) => {
                    let points = points.len();
                    let word = if points == 1 { "point" } else { "points" };
                    parts.push(format!("{points} {word} of {player}"));
                }
                (points, _) => parts.push(format!("{} of {player}", points.join(" "))),
            }
        }
        if !parts.is_empty() {
            writeln!(text, "  {words}: {}", parts.join(", "))?;
        }
    }
    for (player, proposed) in &agreement.territory {
        if !proposed.missing.is_empty() {
            writeln!(text, "  not proposed, but {player}'s: {}", proposed.missing.join(" "))?;
        }
    }
    let sgf = |result: &Option<ResultReport>| result.as_ref().and_then(|r| r.sgf.clone());
    let agreed = sgf(&agreement.agreed).unwrap_or_else(|| "not countable".to_owned());
    let analysed =
        sgf(&agreement.analysed).unwrap_or_else(|| match agreement.bounds.get("black") {
            Some([low, high]) => format!("black's margin between {low} and {high}"),
            None => "open".to_owned(),
        });
    writeln!(text, "  so counted: {agreed}; by the Analysis: {analysed}")?;
    if agreement.source != "marks" && agreement.analysed.is_some() && agreed != analysed {
        writeln!(
            text,
            "  help: who agrees on dead stones agrees that all others live; without that the Analysis counts [J-9]"
        )?;
    }
    Ok(())
}

fn outcome(text: &mut String, result: &ResultReport) -> Result<()> {
    let green = anstyle::AnsiColor::Green.on_default().bold();
    let what = match (&result.winner, result.outcome.as_str()) {
        (Some(winner), "win") => format!("{winner} wins"),
        (_, "ranking") => {
            let places: Vec<String> =
                result.ranking.iter().flatten().map(|place| place.join(" = ")).collect();
            format!("ranking {}", places.join(" > "))
        }
        (_, other) => other.replace('-', " "),
    };
    let margin = match (&result.margin, result.outcome.as_str()) {
        (Some(margin), "win") => format!(" by {}", as_decimal(margin)),
        _ => String::new(),
    };
    let sgf = result.sgf.as_ref().map(|sgf| format!(" ({sgf})")).unwrap_or_default();
    writeln!(text, "\n{green}result{green:#}: {what}{margin}{sgf} [{}]", result.clause)?;
    steps(text, &result.because)?;
    for position in result.scoring_positions.iter().flatten() {
        match position {
            Drawn::Rows(rows) => {
                writeln!(text, "  scoring position:")?;
                for row in rows {
                    let signs: Vec<String> = row.chars().map(String::from).collect();
                    writeln!(text, "    {}", signs.join(" "))?;
                }
            }
            Drawn::Points(points) => {
                let stones = points.iter().map(|(point, player)| format!("{player} {point}"));
                let stones = stones.collect::<Vec<_>>().join(", ");
                let stones = if stones.is_empty() { "no stones" } else { &stones };
                writeln!(text, "  scoring position: {stones}")?;
            }
        }
    }
    Ok(())
}

/// The position that was counted, where the base game's result stands after proof games.
fn counted_before(text: &mut String, sitting: &Sitting) -> Result<()> {
    let Some(base) = sitting.counted_before() else { return Ok(()) };
    writeln!(text, "  counted is the base game, in which there stood:")?;
    rows(text, base, base.position().codes())
}
