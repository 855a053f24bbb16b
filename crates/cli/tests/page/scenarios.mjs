// What people do in the browser. Each scenario begins with a fresh server and fresh browsers.

import { assert, run } from './harness.mjs';
import { games } from './scenarios/games.mjs';
import { lines } from './scenarios/lines.mjs';
import { pages } from './scenarios/pages.mjs';

const scenarios = { ...games, ...lines, ...pages };

const scenario = scenarios[process.argv[2]];
assert.ok(scenario, `no scenario ${process.argv[2]}; there are: ${Object.keys(scenarios).join(' ')}`);
await run(scenario);
console.log(`${process.argv[2]}: passed`);
process.exit(0);
