// The other views, and every view on a phone, by the keyboard, and in an audit.

import fs from 'node:fs';
import { AXE, assert, at, fits, press, seat, sees, turn } from '../harness.mjs';
import { TRIPLE_KO } from './positions.mjs';

/** The main views but for a game. */
const VIEWS = [
  '/',
  '/judge',
  '/compare',
  '/casebook',
  '/casebook/kee/simple-ko',
  '/solve',
  '/rules',
  '/rules/kee',
];

/** Runs in the page: texts with Latin words that are no name, no code, and written by nobody. */
function englishOnPage() {
  const names =
    /Shinpan|SGF|TOML|AGA|SZ|KM|RU|HA|UTF-8|Chinese|Japanese|Enter|Esc|PageUp|PageDown|Home|End|Button Go|KataGo|English|simple/g;
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode;
    if (parentElement.closest('pre, code, script, noscript, #loading, .names, .clause, textarea')) continue;
    if (/[A-Za-z]{3,}/.test(textContent.replace(names, ''))) found.push(textContent.trim());
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
    for (const name of ['aria-label', 'title', 'placeholder']) {
      const text = element.getAttribute(name) ?? '';
      if (/[A-Za-z]{3,} [A-Za-z]{2,}/.test(text.replace(names, ''))) found.push(`${name}: ${text}`);
    }
  return [...new Set(found)];
}

export const pages = {
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
    await fits(page, 'the proof');
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

  /** The walls of a problem are assumed to live: what they shut in is dead, and its proof rests on them. */
  async walls_assumed_alive({ server, person }) {
    const page = await person();
    const [corner, wall, rest] = ['. . . X O . . . . . .', 'O O O O O . . . . . .', '. . . . . . . . . . .'];
    const rows = [corner, corner, 'X X X X O . . . . . .', wall, ...Array(7).fill(rest)].join('\n');
    const record = `rules = "japanese-1989"\nboard = "11x11"\nposition = """\n${rows}\n"""\nmoves = ["B pass", "W pass"]`;
    await page.goto(`${server.address}/judge`);
    await page.evaluate((text) => sessionStorage.setItem('shinpan.judge', JSON.stringify({ record: text, name: 'x' })), record);
    await page.reload();
    await page.locator('#tab-life').click();
    await page.locator('.assumption input').fill('A8');
    await page.locator('.assumption button[type=submit]').click();
    await page.locator('.follows .result-card').waitFor();
    await sees(page, 'D11 proven not alive');
    await fits(page, 'what follows');
    await page.locator('.chains button', { hasText: 'D11' }).click();
    await page.locator('.proof-panel h3', { hasText: 'proven not alive' }).waitFor();
  },

  /** An SGF file is dropped on the page and compared under every ruleset; one that lacks its passes gets them. */
  async sgf_compared({ server, person }) {
    const page = await person();
    await page.goto(`${server.address}/judge`);
    const sgf = '(;GM[1]FF[4]SZ[5]KM[0.5]RU[Japanese]PB[Ann]PW[Bea];B[cc];W[cb];B[db];W[bc];B[bb];W[ab];B[ba];W[];B[])';
    await page.locator('.intake').waitFor();
    /** @param {{text: string, name: string}} file */
    const dropped = async (file) => {
      const files = await page.evaluateHandle(({ text, name }) => {
        const carried = new DataTransfer();
        carried.items.add(new File([text], name, { type: 'text/plain' }));
        return carried;
      }, file);
      await page.dispatchEvent('.intake', 'drop', { dataTransfer: files });
      await sees(page, file.name);
    };
    // One that stops before its passes has a result once they are added.
    await dropped({ text: '(;SZ[3]RU[Chinese];B[bb])', name: 'no-passes.sgf' });
    await page.getByLabel('Add the passes that end the play').check();
    await page.locator('.result-card').waitFor();
    await sees(page, 'were added');
    await dropped({ text: sgf, name: 'a-game.sgf' });
    await page.getByLabel('Add the passes that end the play').waitFor({ state: 'detached' });
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

  /** Nothing of the Japanese page is left in English but names, codes and what people wrote. */
  async japanese_page({ server, person }) {
    const page = await person({ locale: 'ja' });
    const left = async (where) => {
      await page.waitForFunction(() => !document.querySelector('.loading'));
      const words = await page.evaluate(englishOnPage);
      assert.deepEqual(words, [], where);
    };
    for (const path of [...VIEWS, '/casebook/long-cycle/proof-games', '/nowhere']) {
      await page.goto(server.address + path);
      await page.locator('h1').first().waitFor();
      await left(path);
    }
    // A record with something to mend, and one whose examples show the other panels.
    await page.goto(`${server.address}/judge`);
    // What was judged last is there again.
    await page.locator('.result-card').waitFor();
    await page.locator('.intake summary').click();
    await page.locator('textarea').fill('(;SZ[5]KM[650]RU[Chinese];b[cc];W[c c];W[])x');
    await page.locator('#judge-pasted').click();
    await page.locator('.notes li').nth(2).waitFor({ state: 'attached' });
    await page.locator('.refused-card').waitFor();
    await left('notes and a refusal');
    await page.locator('.examples button').nth(2).click();
    await page.locator('.result-card').waitFor();
    for (const tab of ['life', 'count', 'compare']) {
      await page.locator(`#tab-${tab}`).click();
      await page.locator(tab === 'compare' ? '.comparison tbody tr' : '.panel, [role=tabpanel]').first().waitFor();
      await left(tab);
    }
    // At the table: what is not possible now, and a clause.
    const made = await server.room({ rules: 'kee', board: '3x1', players: 3 });
    await page.goto(seat(server, made, 'black'));
    await turn(page);
    await press(page, 'do-pass');
    // The page draws the table anew when the pass has come back.
    await page.locator('.turn.mine').waitFor({ state: 'detached' });
    await page.evaluate(async ([room, token]) => {
      const said = { id: 'early', after: 1, act: 'B resign' };
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
      const answer = await fetch(`/api/rooms/${room}/acts`, { method: 'POST', headers, body: JSON.stringify(said) });
      const { refusalWords } = await import('/parts/words.js');
      document.querySelector('.game-side').append(refusalWords((await answer.json()).refused));
    }, [made.room, made.seats[0].token]);
    await sees(page, '順位に合意');
    await left('the table');
  },

  /** A phone: no view is wider than the screen, and a finger chooses before it plays. */
  async phone({ server, person }) {
    const page = await person({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      deviceScaleFactor: 2,
    });
    for (const path of VIEWS) {
      await page.goto(server.address + path);
      await page.locator('h1').first().waitFor();
      await page.waitForTimeout(400);
      await fits(page, path);
    }
    const made = await server.room({ rules: 'japanese-1989', board: '19x19' });
    await page.goto(seat(server, made, 'black'));
    await turn(page);
    await fits(page, 'the game');
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
      for (const path of [...VIEWS, seat(server, made, 'black').slice(server.address.length)]) {
        await page.goto(server.address + path);
        await page.locator('h1').first().waitFor();
        await page.waitForFunction(() => !document.querySelector('.loading'));
        if (path === '/judge') {
          await page.locator('.examples button').nth(2).click();
          await page.locator('.result-card').waitFor();
        }
        await fits(page, path);
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
