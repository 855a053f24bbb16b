// What people do in the browser. Each scenario begins with a fresh server and fresh browsers.

import fs from 'node:fs';
import { AXE, assert, at, play, press, run, sees, turn } from './harness.mjs';

const seat = (server, made, player) =>
  `${server.address}/game/${made.room}#seat=${made.seats.find((seat) => seat.player === player).token}`;

/** A triple ko: Black begins, and nobody gives way. */
const TRIPLE_KO = ['OOOOOOO', 'OXO.O.O', 'X.XOXOX', 'XXXXXXX', 'OOOOOOO', '.......'];
const ROUND = [
  ['black', 'D5'],
  ['white', 'B4'],
  ['black', 'F5'],
  ['white', 'D4'],
  ['black', 'B5'],
  ['white', 'F4'],
  ['black', 'D5'],
];

/** Plays, each on the page of its player as soon as it is his turn. */
async function playInTurn(...moves) {
  for (const [page, point] of moves) {
    await turn(page);
    await play(page, point);
  }
}

const scenarios = {
  /** One opens a game with the form, the other comes with the link; they play, take back, and agree. */
  async whole_game({ server, person }) {
    const ann = await person();
    const bea = await person();
    await ann.goto(server.address);
    await ann.locator('select[name=rules]').selectOption('lasker-maas');
    await ann.locator('input[name=board][value=size]').check();
    await ann.locator('input[name=size]').fill('5x5');
    await ann.locator('input[name=komi]').fill('0.5');
    await ann.locator('input[name=name]').fill('Ann');
    await ann.locator('button[type=submit]').click();
    await turn(ann);
    await ann.locator('#tab-share').click();
    const link = await ann.locator('#link-white').inputValue();
    await ann.locator('#tab-table').click();
    await bea.goto(link);
    await sees(bea, 'Ann');
    assert.equal(new URL(bea.url()).hash, '', 'the secret stays in the address bar');
    await playInTurn([ann, 'C3'], [bea, 'C4'], [ann, 'D4'], [bea, 'B3']);
    await turn(ann);
    await press(bea, 'do-undo');
    await press(ann, 'do-accept');
    await turn(bea);
    await playInTurn([bea, 'B4'], [ann, 'C5'], [bea, 'B3'], [ann, 'B5']);
    await playInTurn([bea, 'C2'], [ann, 'D2'], [bea, 'B2'], [ann, 'D3']);
    await turn(bea);
    await press(bea, 'do-pass');
    await turn(ann);
    await press(ann, 'do-pass');
    await press(bea, 'do-dead');
    const dead = await at(bea, 'C2');
    await bea.mouse.click(dead.x, dead.y);
    await press(bea, 'propose-dead');
    await press(ann, 'do-accept');
    for (const page of [ann, bea]) await page.locator('.turn.over').waitFor();
    const [hers, theirs] = await Promise.all([ann, bea].map((page) => page.locator('.turn.over').innerText()));
    assert.equal(hers, theirs);
    const { state } = await server.state(new URL(ann.url()).pathname.split('/')[2]);
    assert.equal(state.report.phase, 'ended');
    assert.ok(state.report.result.scores, JSON.stringify(state.report.result));
  },

  /** They differ about a stone; the resolution is played with the prisoners. */
  async disputed_game({ server, person }) {
    const made = await server.room({ rules: 'lasker-maas', board: '3x3', komi: '0' });
    const ann = await person();
    const bea = await person();
    await ann.goto(seat(server, made, 'black'));
    await bea.goto(seat(server, made, 'white'));
    await turn(ann);
    await play(ann, 'B2');
    await play(bea, 'A1');
    await turn(ann);
    await press(ann, 'do-pass');
    await turn(bea);
    await press(bea, 'do-pass');
    await sees(ann, 'The prisoner place');
    await turn(ann);
    await press(ann, 'do-dead');
    const dead = await at(ann, 'A1');
    await ann.mouse.click(dead.x, dead.y);
    await press(ann, 'propose-dead');
    await press(bea, 'do-decline');
    await turn(ann);
    await play(ann, 'A2');
    await turn(bea);
    await press(bea, 'do-pass');
    await turn(ann);
    await play(ann, 'B1');
    await turn(bea);
    await press(bea, 'do-pass');
    await turn(ann);
    await press(ann, 'do-pass');
    for (const page of [ann, bea]) await page.locator('.turn.over').waitFor();
    const { state } = await server.state(made.room);
    assert.equal(state.report.result.winner, 'black');
    assert.equal(state.report.result.ground, 'score');
    assert.ok(state.report.position.every((row) => !row.includes('O')));
  },

  /** A claim that is accepted, and one that is broken by playing on. */
  async long_cycle({ server, person }) {
    const ann = await person();
    const bea = await person();
    const begin = async () => {
      const made = await server.room({ rules: 'long-cycle-1, cycles=claim', board: '7x6', position: TRIPLE_KO });
      await ann.goto(seat(server, made, 'black'));
      await bea.goto(seat(server, made, 'white'));
      await playInTurn(...ROUND.map(([player, point]) => [player === 'black' ? ann : bea, point]));
      await ann.locator('#do-claim').waitFor();
      assert.ok((await ann.locator('.loop').count()) > 0, 'the cycle is drawn as a loop');
      return made;
    };
    let made = await begin();
    await press(ann, 'do-claim');
    await press(bea, 'do-accept');
    await ann.locator('.turn.over').waitFor();
    assert.equal((await server.state(made.room)).state.report.result.ground, 'long-cycle');

    made = await begin();
    await press(ann, 'do-claim');
    await bea.locator('.pending').waitFor();
    await play(bea, 'A1');
    await turn(ann);
    const { state } = await server.state(made.room);
    assert.equal(state.report.result, null);
    assert.equal(state.pending, null);
  },

  /** Three players under Kee Rules on a graph, to the end by cyclic scoring. */
  async three_players({ server, person }) {
    const made = await server.room({
      rules: 'kee',
      players: 3,
      board: {
        points: ['a', 'b', 'c', 'd', 'e', 'f'],
        edges: [
          ['a', 'b'],
          ['b', 'c'],
          ['c', 'd'],
          ['d', 'e'],
          ['e', 'f'],
          ['f', 'a'],
          ['a', 'd'],
        ],
      },
    });
    const people = { black: await person(), white: await person(), 'player-3': await person() };
    for (const [player, page] of Object.entries(people)) await page.goto(seat(server, made, player));
    await playInTurn([people.black, 'a'], [people.white, 'c'], [people['player-3'], 'e']);
    const signs = await people.black.locator('.plate .stone .sign').count();
    assert.ok(signs > 0, 'the third player has a sign');
    for (const player of ['black', 'white', 'player-3', 'black']) {
      await turn(people[player]);
      await press(people[player], 'do-pass');
    }
    await people.white.locator('.turn.over').waitFor();
    await people.white.locator('.film .strip li').first().waitFor();
    assert.equal((await server.state(made.room)).state.report.result.scores['player-3'] !== undefined, true);
  },

  /** A Japanese game is judged; its proof is played on the board; its count is filled in. */
  async japanese_proof({ server, person }) {
    const page = await person();
    await page.goto(`${server.address}/judge`);
    await page.locator('.examples button', { hasText: 'Life and death' }).click();
    await page.locator('.result-card').waitFor();
    await page.locator('#tab-life').click();
    await page.locator('.plate .status.alive').first().waitFor();
    await page.locator('.plate .status.not-alive').first().waitFor();
    const dead = await at(page, 'H3');
    await page.mouse.click(dead.x, dead.y);
    await page.locator('.proof-panel .line li').first().waitFor();
    const steps = await page.locator('.proof-panel .line li').count();
    const stones = await page.locator('.plate .stone:not(.gone)').count();
    await page.getByRole('button', { name: 'One on' }).click();
    await page.waitForFunction(
      (count) => document.querySelectorAll('.plate .stone:not(.gone)').length !== count,
      stones,
    );
    for (let step = 1; step < steps; step++) await page.getByRole('button', { name: 'One on' }).click();
    await page.locator('.proof-panel .line li:last-child button[aria-current]').waitFor();
    await page.locator('#close-proof').click();
    await page.locator('#tab-count').click();
    await page.getByRole('button', { name: 'To the end' }).click();
    await page.locator('.plate .block-count').first().waitFor();
  },

  /** An SGF file is dropped on the page and compared under every ruleset. */
  async sgf_compared({ server, person }) {
    const page = await person();
    await page.goto(`${server.address}/judge`);
    const sgf = '(;GM[1]FF[4]SZ[5]KM[0.5]RU[Japanese]PB[Ann]PW[Bea];B[cc];W[cb];B[db];W[bc];B[bb];W[ab];B[ba];W[];B[])';
    await page.locator('.intake').waitFor();
    const files = await page.evaluateHandle((text) => {
      const carried = new DataTransfer();
      carried.items.add(new File([text], 'a-game.sgf', { type: 'text/plain' }));
      return carried;
    }, sgf);
    await page.dispatchEvent('.intake', 'drop', { dataTransfer: files });
    await sees(page, 'a-game.sgf');
    await page.locator('.game-side').waitFor();
    await page.locator('#tab-moves').click();
    await page.locator('.moves button', { hasText: 'Black C3' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.plate .stone:not(.gone)').length === 1);
    await page.locator('#tab-compare').click();
    await page.locator('.comparison tbody tr').first().waitFor();
    const rows = await page.locator('.comparison tbody tr').count();
    assert.ok(rows >= 13, `${rows} rulesets`);
    assert.equal(await page.locator('.comparison tbody svg.board').count(), rows);
  },

  /** A page that is reloaded, and one that loses the line, are where they were. */
  async reload_and_reconnect({ server, person }) {
    const made = await server.room({ rules: 'long-cycle-1', board: '5x5' });
    const ann = await person();
    const bea = await person();
    const lines = [];
    let down = false;
    await bea.routeWebSocket(/socket$/, (line) => {
      if (down) return void line.close({ code: 1001, reason: 'no line' });
      line.connectToServer();
      lines.push(line);
    });
    await ann.goto(seat(server, made, 'black'));
    await bea.goto(seat(server, made, 'white'));
    await playInTurn([ann, 'C3']);
    await turn(bea);
    await bea.reload();
    await turn(bea);
    assert.equal(await bea.locator('.plate .stone:not(.ghost)').count(), 1);
    await play(bea, 'C2');
    await turn(ann);
    down = true;
    await lines.at(-1).close({ code: 1001, reason: 'no line' });
    await bea.locator('.line-lost').waitFor();
    await play(ann, 'D3');
    assert.equal(await bea.locator('.plate .stone:not(.ghost)').count(), 2, 'nothing is heard without a line');
    down = false;
    await bea.locator('.line-lost').waitFor({ state: 'detached' });
    await turn(bea);
    assert.equal(await bea.locator('.plate .stone:not(.ghost)').count(), 3);
    await play(bea, 'D2');
    await turn(ann);
  },

  /** The server is killed and started again in mid-game; both go on. */
  async server_restart({ server, person }) {
    const made = await server.room({ rules: 'kee', board: '4x4' });
    const ann = await person();
    const bea = await person();
    await ann.goto(seat(server, made, 'black'));
    await bea.goto(seat(server, made, 'white'));
    await playInTurn([ann, 'B2'], [bea, 'C3']);
    await server.stop('SIGKILL');
    await ann.locator('.line-lost').waitFor();
    await server.start();
    await ann.locator('.line-lost').waitFor({ state: 'detached' });
    await bea.locator('.line-lost').waitFor({ state: 'detached' });
    await play(ann, 'C2');
    await turn(bea);
    await play(bea, 'B3');
    await turn(ann);
    assert.deepEqual((await server.state(made.room)).state.report.position, ['....', '.OO.', '.XX.', '....']);
  },

  /** A phone: no view is wider than the screen, and a finger chooses before it plays. */
  async phone({ server, person }) {
    const page = await person({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      deviceScaleFactor: 2,
    });
    for (const path of [
      '/',
      '/judge',
      '/compare',
      '/casebook',
      '/casebook/kee/simple-ko',
      '/solve',
      '/rules',
      '/rules/kee',
    ]) {
      await page.goto(server.address + path);
      await page.locator('h1').first().waitFor();
      await page.waitForTimeout(400);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${path} is ${over} pixels too wide`);
    }
    const made = await server.room({ rules: 'japanese-1989', board: '19x19' });
    await page.goto(seat(server, made, 'black'));
    await turn(page);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(over <= 0, `the game is ${over} pixels too wide`);
    const { x, y } = await at(page, 'Q16');
    await page.touchscreen.tap(x, y);
    await page.locator('.plate .stone.ghost').waitFor();
    assert.equal((await server.state(made.room)).state.report.moves, 0, 'the first touch only chooses');
    await page.touchscreen.tap(x, y);
    await page.locator('.plate .stone:not(.ghost)').waitFor();
    await page.waitForFunction(() => document.querySelectorAll('.moves > li').length === 2);
    assert.equal((await server.state(made.room)).state.report.moves, 1);
  },

  /** The keyboard alone: from the first page to a move on the board, each step spoken. */
  async keyboard({ server, person }) {
    const page = await person();
    const made = await server.room({ rules: 'kee', board: '2x1', seats: [{}, {}] });
    await page.goto(seat(server, made, 'black'));
    await turn(page);
    await page.goto(seat(server, made, 'white'));
    await page.reload();
    await turn(page);
    await page.locator('.plate').focus();
    for (const key of ['ArrowRight', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
    await page.locator('.moves > li:nth-child(2)').waitFor();
    await page.keyboard.press('ArrowRight');
    assert.match(await page.locator('#live').innerText(), /B1/);
    await page.keyboard.press('Enter');
    await page.locator('.moves > li:nth-child(3)').waitFor();
    // White took the stone; Black may not retake at once, and is told why.
    await page.keyboard.press('ArrowLeft');
    assert.match(await page.locator('#live').innerText(), /A1, repetition: would bring back the position after move 1/);
    await page.locator('.tip svg.board').waitFor();
  },

  /** Clauses, the case book and the solver. */
  async look_around({ server, person }) {
    const page = await person();
    await page.goto(`${server.address}/casebook`);
    await page.locator('input[type=search]').fill('K-13');
    await page.locator('.gallery a').first().click();
    await page.locator('.case').first().waitFor();
    await page.locator('.case .clause').first().click();
    await page.locator('dialog[open] .clause-page').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    const first = page.locator('.case').first();
    await first.getByRole('button', { name: 'To the end' }).click();
    await page.goto(`${server.address}/solve`);
    await page.locator('.plate .value').first().waitFor();
    await page.locator('select[name=solve-size]').selectOption('2x2');
    await page.locator('select[name=solve-rules]').selectOption('long-cycle-1');
    await page.waitForFunction(() => document.querySelectorAll('.plate .value').length === 4);
    const { x, y } = await at(page, 'A1');
    await page.mouse.click(x, y);
    await page.waitForFunction(() => document.querySelectorAll('.plate .stone:not(.ghost)').length === 1);
    await page.locator('.settings select').last().selectOption('ja');
    await page.locator('h1', { hasText: '解析' }).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'ja');
  },

  /** No finding worth a name in an audit of every main view, in both themes. */
  async accessible({ server, person }) {
    const made = await server.room({ rules: 'long-cycle-1', board: '7x6', position: TRIPLE_KO });
    const audit = fs.readFileSync(AXE, 'utf8');
    const findings = [];
    for (const theme of ['wood', 'dark']) {
      const page = await person({ bypassCSP: true });
      await page.addInitScript(
        (chosen) => localStorage.setItem('shinpan.settings', JSON.stringify({ theme: chosen, language: 'en' })),
        theme,
      );
      for (const path of [
        '/',
        '/judge',
        '/compare',
        '/casebook',
        '/casebook/kee/simple-ko',
        '/solve',
        '/rules',
        '/rules/kee',
        seat(server, made, 'black').slice(server.address.length),
      ]) {
        await page.goto(server.address + path);
        await page.locator('h1').first().waitFor();
        await page.waitForFunction(() => !document.querySelector('.loading'));
        if (path === '/judge') {
          await page.locator('.examples button').nth(2).click();
          await page.locator('.result-card').waitFor();
        }
        await page.evaluate(audit);
        const { violations } = await page.evaluate(() =>
          globalThis.axe.run({ exclude: [['svg.board > g']] }, { resultTypes: ['violations'] }),
        );
        for (const { id, impact, nodes } of violations) {
          if (impact !== 'minor')
            findings.push(
              `${theme} ${path.split('#')[0]}: ${id} (${impact}) ${nodes
                .slice(0, 3)
                .map((node) => `${node.target} ${node.failureSummary?.split('\n').slice(1, 2)}`)
                .join(' | ')}`,
            );
        }
      }
    }
    assert.deepEqual(findings, []);
  },
};

const scenario = scenarios[process.argv[2]];
assert.ok(scenario, `no scenario ${process.argv[2]}; there are: ${Object.keys(scenarios).join(' ')}`);
await run(scenario);
console.log(`${process.argv[2]}: passed`);
process.exit(0);
