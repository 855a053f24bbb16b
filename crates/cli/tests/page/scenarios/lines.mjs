// Lines that break, pages that are loaded anew, servers that are killed.

import { assert, play, playInTurn, seat, turn } from '../harness.mjs';

export const lines = {
  /** Whoever sits by a link that the host replaces is told at once, and watches from then on. */
  async replaced_link({ server, person }) {
    const made = await server.room({ rules: 'chinese', board: '5x5' });
    const bea = await person();
    await bea.goto(seat(server, made, 'white'));
    await bea.locator('#do-resign').waitFor();
    const answer = await fetch(`${server.address}/api/rooms/${made.room}/seats/white/link`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${made.host}` },
    });
    assert.equal(answer.status, 200);
    await bea.locator('.notice.bad').waitFor();
    await bea.locator('#do-resign').waitFor({ state: 'detached' });
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
};
