// Takes the pictures of the README again: SHINPAN=target/release/shinpan CHROMIUM=/usr/bin/chromium
// TOOLS=$PWD/target/test-tools node crates/cli/tests/page/pictures.mjs docs/images

import path from 'node:path';
import { at, playInTurn, run, seat, turn } from './harness.mjs';
import { ROUND, TRIPLE_KO } from './scenarios/positions.mjs';

const folder = process.argv[2];
const take = (page, name) =>
  page.screenshot({ path: path.join(folder, name), type: 'jpeg', quality: 82, fullPage: false });

await run(async ({ server, person }) => {
  const made = await server.room({ rules: 'long-cycle-1, cycles=claim', board: '7x6', position: TRIPLE_KO });
  const ann = await person();
  const bea = await person();
  await ann.goto(seat(server, made, 'black'));
  await bea.goto(seat(server, made, 'white'));
  for (const [page, name] of [[ann, 'Ann'], [bea, 'Bea']]) {
    await page.locator('input.name').fill(name);
    await page.locator('input.name').blur();
  }
  await playInTurn(...ROUND.map(([player, point]) => [player === 'black' ? ann : bea, point]));
  await turn(bea);
  await ann.locator('#do-claim').click();
  await bea.locator('.pending').waitFor();
  const { x, y } = await at(bea, 'D4');
  await bea.mouse.move(x, y);
  await bea.locator('.tip').waitFor();
  await bea.waitForTimeout(500);
  await take(bea, 'game.jpg');

  const page = await person({ colorScheme: 'dark' });
  await page.goto(`${server.address}/judge`);
  await page.locator('.settings select').last().selectOption('ja');
  await page.locator('.examples button').nth(2).click();
  await page.locator('.result-card').waitFor();
  await page.locator('#tab-life').click();
  const chain = await at(page, 'H3');
  await page.mouse.click(chain.x, chain.y);
  await page.locator('.proof-panel .line li').first().waitFor();
  await page.locator('.stepper button').nth(2).click();
  await page.waitForTimeout(500);
  await take(page, 'life.jpg');
});
process.exit(0);
