// Games at the table, to their end.

import { assert, at, play, playInTurn, press, seat, sees, turn } from '../harness.mjs';
import { ROUND, TRIPLE_KO } from './positions.mjs';

/** Passes, and waits until the page has heard of it. */
async function passOn(page) {
  const steps = page.locator('.game-board .stepper output').first();
  const before = await steps.innerText();
  await press(page, 'do-pass');
  await page.waitForFunction(
    (text) => document.querySelector('.game-board .stepper output')?.textContent !== text,
    before,
  );
}

export const games = {
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

  /** What an area game may go on with after its passes is called a dispute. */
  async dispute_of_area({ server, person }) {
    const made = await server.room({ rules: 'chinese', board: '3x3' });
    const ann = await person();
    const bea = await person();
    await ann.goto(seat(server, made, 'black'));
    await bea.goto(seat(server, made, 'white'));
    await playInTurn([ann, 'B2']);
    await turn(bea);
    await press(bea, 'do-pass');
    await turn(ann);
    await press(ann, 'do-pass');
    await ann.locator('.turn.over').waitFor();
    assert.equal(await ann.locator('#do-request').textContent(), 'Dispute: play on');
    await press(ann, 'do-request');
    await turn(bea);
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
    await turn(bea);
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
    // Until she hears of it Ann's clicks mark stones.
    await sees(ann, 'White declines');
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

  /** Variant 3: after two passes one asks for proof games; both are played, and the bracket says what came of them. */
  async proof_games({ server, person }) {
    const made = await server.room({ rules: 'long-cycle-3', board: '3x3' });
    const people = { black: await person(), white: await person() };
    for (const [player, page] of Object.entries(people)) await page.goto(seat(server, made, player));
    await playInTurn([people.black, 'B2']);
    for (const player of ['white', 'black', 'white', 'black']) {
      await turn(people[player]);
      await press(people[player], 'do-pass');
    }
    await people.white.locator('.turn.over').waitFor();
    await press(people.white, 'do-request');
    await people.black.locator('.bracket').waitFor();
    for (let passes = 0; passes < 8; passes++) {
      const { report } = (await server.state(made.room)).state;
      assert.match(report.phase, /^proof-(black|white)-[12]$/);
      await turn(people[report.to_move]);
      await passOn(people[report.to_move]);
      if ((await server.state(made.room)).state.report.result) break;
    }
    const { result } = (await server.state(made.room)).state.report;
    assert.equal(result.winner, 'black', JSON.stringify(result));
    await people.white.locator('.turn.over').waitFor();
  },

  /** Kee's scoring positions are agreed on one by one: what is dead in the first stays in the second. */
  async dead_by_position({ server, person }) {
    const made = await server.room({ rules: 'kee', board: '2x1' });
    const ann = await person();
    const bea = await person();
    await ann.goto(seat(server, made, 'black'));
    await bea.goto(seat(server, made, 'white'));
    await playInTurn([ann, 'A1'], [bea, 'B1']);
    const pass = async (page) => {
      await turn(page);
      await press(page, 'do-pass');
    };
    await pass(ann);
    await pass(bea);
    await playInTurn([ann, 'A1']);
    await pass(bea);
    await pass(ann);
    await playInTurn([bea, 'B1']);
    await pass(ann);
    await ann.locator('.film .strip li').nth(1).waitFor();
    await press(ann, 'do-dead');
    await press(ann, 'dead-at-1');
    const first = await ann.locator('.plate .stone:not(.ghost)').count();
    assert.equal(first, 1);
    const black = (await server.state(made.room)).state.report.result.scoring_positions.findIndex(
      (rows) => rows[0] === 'X.',
    );
    await press(ann, `dead-at-${black + 1}`);
    const { x, y } = await at(ann, 'A1');
    await ann.mouse.click(x, y);
    await press(ann, 'propose-dead');
    // The end of the game has opened the ruling, and what is proposed leaves it open.
    await bea.locator('.film .strip .chosen').first().waitFor();
    await press(bea, 'do-accept');
    await bea.locator('.pending').waitFor({ state: 'detached' });
    const { result } = (await server.state(made.room)).state.report;
    assert.equal(result.winner, 'white', JSON.stringify(result));
  },

  /** A person against a GTP engine that has a seat, to the end. */
  async engine_seat({ server, person }) {
    const ann = await person();
    await ann.goto(server.address);
    await ann.locator('select[name=rules]').selectOption('tromp-taylor');
    await ann.locator('input[name=board][value=size]').check();
    await ann.locator('input[name=size]').fill('3x3');
    await ann.locator('select[name=seat-white]').selectOption('engine simple');
    await ann.locator('button[type=submit]').click();
    await playInTurn([ann, 'B2']);
    for (let passes = 0; passes < 20; passes++) {
      await ann.locator('.turn.mine, .turn.over').waitFor();
      if ((await ann.locator('.turn.over').count()) > 0) break;
      await passOn(ann);
    }
    await ann.locator('.turn.over').waitFor();
  },

  /** The host decides: a player is out of time; then the room is closed, and everybody is told. */
  async host_decides({ server, person }) {
    const ann = await person();
    const bea = await person();
    await ann.goto(server.address);
    await ann.locator('button[type=submit]').click();
    await turn(ann);
    await ann.locator('#tab-share').click();
    await bea.goto(await ann.locator('#link-white').inputValue());
    await bea.locator('.turn').waitFor();
    assert.equal(await bea.locator('.host').count(), 0, 'only the host decides');
    await ann.locator('.host summary').click();
    await press(ann, 'host-time-white');
    assert.equal(await ann.locator('.turn.over').count(), 0, 'it is asked once more');
    await press(ann, 'host-time-white');
    await bea.locator('.turn.over').waitFor();
    const { result } = (await server.state(new URL(ann.url()).pathname.split('/')[2])).state.report;
    assert.deepEqual([result.winner, result.ground], ['black', 'time']);
    await press(ann, 'host-close');
    await press(ann, 'host-close');
    for (const page of [ann, bea]) await page.locator('h1', { hasText: 'gone' }).waitFor();
  },
};
