//! Whole games with programs of others: gnugo, and npm's `@sabaki/gtp` as the controller.

use std::path::PathBuf;
use std::process::Command;

use super::{SHINPAN, folder, gnugo, needed, play_match, ruling};

#[test]
fn gnugo_plays_whole_games_against_us_and_against_itself() {
    let Some(gnugo) = gnugo() else { return };
    let ours = format!("{SHINPAN} gtp --playouts 30 --max-seconds 1");
    let held = folder("gnugo");
    let folder = held.path();
    for (rules, words) in [
        ("chinese", "--chinese-rules"),
        ("aga", "--chinese-rules"),
        ("japanese-1989", "--japanese-rules"),
        ("lasker-maas", "--japanese-rules"),
        ("long-cycle-1", "--japanese-rules"),
        ("kee", "--chinese-rules"),
    ] {
        let theirs = format!("{} --mode gtp --level 1 --seed 1 {words}", gnugo.display());
        for (black, white) in [(&theirs, &ours), (&theirs, &theirs)] {
            let out = folder.join(format!("{rules}-{}", black == white));
            let words = [
                "--black",
                black,
                "--white",
                white,
                "--referee",
                &ours,
                "--rules",
                rules,
                "--games",
                "2",
                "--at-once",
                "2",
                "--alternate",
                "--komi",
                "6.5",
                "--max-seconds",
                "3",
            ];
            let (output, reports) = play_match(&out, &words);
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            for report in reports.as_array().unwrap() {
                // No move that one side plays is illegal to the other, or to the referee.
                assert_eq!(report["fault"], serde_json::Value::Null, "{rules}: {report}");
                // Players who disagree on the dead under Japanese rules leave it to the Analysis,
                // which may leave it open and then says so.
                let analysed = rules == "japanese-1989" && report["agreed"] == false;
                assert_eq!(report["analysis"].is_object(), analysed, "{rules}: {report}");
                if analysed && report["result"].is_null() {
                    let open = report["analysis"]["unproven"].as_array().unwrap();
                    assert!(!open.is_empty(), "{rules}: {report}");
                    continue;
                }
                assert!(report["result"].is_string(), "{rules}: {report}");
                // Where both take the same stones for dead, all scores are the same.
                if report["agreed"] == true {
                    assert_eq!(report["same"], true, "{rules}: {report}");
                }
                let name = format!("game-{:04}.sgf", report["game"].as_u64().unwrap());
                let sgf = ruling(&out.join(name));
                assert_eq!(sgf["result"]["sgf"], report["result"], "{rules}: {report}");
            }
            // The same command plays nothing again.
            let (_, again) = play_match(&out, &words);
            assert_eq!(again, reports);
        }
    }
}

/// Plays a game between two programs and asks both for its score.
const CONTROLLER: &str = r#"
const {Controller, Command} = require('@sabaki/gtp')
const [shinpan, gnugo, rules, words] = process.argv.slice(2)
const ask = async (engine, text) => {
    const response = await engine.sendCommand(Command.fromString(text))
    if (response.error) throw new Error(text + ': ' + response.content)
    return response.content
}
const main = async () => {
    const ours = new Controller(shinpan, ['gtp', '--rules', rules, '--playouts', '30'])
    const theirs = new Controller(gnugo, ['--mode', 'gtp', '--level', '1', words])
    ours.start(); theirs.start()
    for (const engine of [ours, theirs]) {
        for (const text of ['boardsize 9', 'clear_board', 'komi 5.5']) await ask(engine, text)
    }
    const known = (await ask(ours, 'list_commands')).split('\n')
    const wrong = await ours.sendCommand(Command.fromString('play b z99'))
    let moves = 0, passes = 0
    while (passes < 2 && moves < 300) {
        const [engine, other, colour] = moves % 2 ? [theirs, ours, 'w'] : [ours, theirs, 'b']
        const vertex = await ask(engine, 'genmove ' + colour)
        if (vertex.toLowerCase() === 'resign') break
        await ask(other, `play ${colour} ${vertex}`)
        passes = vertex.toLowerCase() === 'pass' ? passes + 1 : 0
        moves++
    }
    const dead = (await ask(theirs, 'final_status_list dead')).split(/\s+/).join(' ')
    await ask(ours, 'shinpan-act all dead ' + dead)
    const score = await ask(ours, 'final_score')
    const said = await ask(theirs, 'final_score')
    console.log(JSON.stringify({known: known.length, error: wrong.error, moves, passes, score, said}))
    await ours.stop(); await theirs.stop()
    process.exit(0)
}
main().catch(error => { console.error(error); process.exit(1) })
"#;

fn sabaki() -> Option<PathBuf> {
    let modules =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/test-tools/node_modules");
    let found = Some(modules.clone()).filter(|modules| modules.join("@sabaki/gtp").is_dir());
    needed("@sabaki/gtp (npm)", "gtp", found)
}

#[test]
fn a_controller_of_others_runs_whole_games_through_us() {
    let (Some(gnugo), Some(modules)) = (gnugo(), sabaki()) else { return };
    let held = folder("sabaki");
    let folder = held.path();
    let script = folder.join("controller.js");
    std::fs::write(&script, CONTROLLER).unwrap();
    for (rules, words) in [("chinese", "--chinese-rules"), ("japanese-1989", "--japanese-rules")] {
        let output = Command::new("node")
            .arg(&script)
            .args([SHINPAN, &gnugo.display().to_string(), rules, words])
            .env("NODE_PATH", &modules)
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{errors}");
        let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(told["known"].as_u64().unwrap() > 50 && told["error"] == true, "{told}");
        assert_eq!(told["passes"], 2, "{told}");
        assert_eq!(told["score"], told["said"], "{rules}: {told}");
    }
}
