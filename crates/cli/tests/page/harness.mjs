// A server and browsers for the tests of the page. Run by `tests/page.rs`, which says where everything is:
// SHINPAN the program, CHROMIUM the browser, TOOLS the folder of npm's packages.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

const { SHINPAN, CHROMIUM, TOOLS } = process.env;
const require = createRequire(path.join(TOOLS, 'node_modules', 'of-the-tests.js'));
const { chromium } = require('playwright-core');
export const AXE = require.resolve('axe-core');

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A server on a port of its own, with a database that outlives it. */
export class Server {
  constructor(folder) {
    this.folder = folder;
    this.port = 0;
  }

  async start() {
    const database = `sqlite:${path.join(this.folder, 'rooms.db')}`;
    this.process = spawn(
      SHINPAN,
      [
        ...['serve', '--port', String(this.port), '--database', database, '--requests', '0', '--rulings', '0'],
        ...['--engine', `simple=${SHINPAN} gtp --seed 1 --playouts 10`],
      ],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let log = '';
    this.process.stderr.on('data', (data) => (log = (log + data).slice(-4000)));
    const line = await new Promise((resolve, reject) => {
      createInterface({ input: this.process.stdout }).once('line', resolve);
      this.process.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${log}`)));
    });
    this.port = Number(/:(\d+)\s*$/.exec(line)[1]);
    this.address = `http://127.0.0.1:${this.port}`;
  }

  async stop(signal = 'SIGTERM') {
    if (!this.process || this.process.exitCode !== null) return;
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill(signal);
    const late = setTimeout(() => this.process.kill('SIGKILL'), 5000);
    await ended;
    clearTimeout(late);
  }

  /** Opens a room and gives what the server answers. */
  async room(wish) {
    const response = await fetch(`${this.address}/api/rooms`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(wish),
    });
    const made = await response.json();
    assert.equal(response.status, 201, JSON.stringify(made));
    return made;
  }

  async state(room) {
    return (await fetch(`${this.address}/api/rooms/${room}`)).json();
  }
}

/** Runs one scenario and puts everything away after it. */
export async function run(scenario) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shinpan-page-'));
  const server = new Server(folder);
  const opened = [];
  const patience = Number(process.env.PATIENCE ?? 45_000);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS, timeout: 2 * patience });
  /** A person: with storage, cookies and settings of their own, so that nothing is shared but the server. */
  const person = async (how = {}) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB', ...how });
    opened.push(context);
    const page = await context.newPage();
    page.setDefaultTimeout(patience);
    page.faults = [];
    page.on('pageerror', (error) => page.faults.push(String(error.stack)));
    page.on('console', (message) => {
      // A socket that breaks is told by the browser whatever the page does about it; so is an answer other than 200.
      if (message.type() === 'error' && !/WebSocket|ERR_|Failed to load resource/.test(message.text()))
        page.faults.push(message.text());
    });
    return page;
  };
  try {
    await server.start();
    await scenario({ server, person });
    for (const context of opened) {
      for (const page of context.pages()) assert.deepEqual(page.faults ?? [], [], 'the page reported faults');
    }
  } catch (error) {
    for (const [index, context] of opened.entries()) {
      for (const page of context.pages()) {
        const picture = path.join(os.tmpdir(), `shinpan-page-${scenario.name}-${index}.png`);
        await page.screenshot({ path: picture }).catch(() => {});
        console.error(`${page.url().replace(/#.*/, '')}: see ${picture}`, page.faults ?? []);
      }
    }
    throw error;
  } finally {
    await browser.close().catch(() => {});
    await server.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Where a point of the large board is on the screen. */
export async function at(page, point) {
  return page.evaluate(async (name) => {
    const svg = document.querySelector('.plate svg.board');
    const { columnName } = await import('/board/geometry.js');
    const labels = [...svg.querySelectorAll('.names text')].find((text) => text.textContent === name);
    const matrix = svg.getScreenCTM();
    let place;
    if (labels) {
      place = { x: Number(labels.getAttribute('x')) - 0.16, y: Number(labels.getAttribute('y')) + 0.2 };
    } else {
      const [, letters, number] = /^([A-Z]+)(\d+)$/.exec(name);
      const box = svg.querySelector('.wood');
      const edge = -Number(box.getAttribute('x'));
      const rows = Math.round(Number(box.getAttribute('height')) - 2 * edge) + 1;
      let column = 0;
      while (columnName(column) !== letters) column++;
      place = { x: column, y: rows - Number(number) };
    }
    const there = new DOMPoint(place.x, place.y).matrixTransform(matrix);
    return { x: there.x, y: there.y };
  }, point);
}

/** Plays on a point with the mouse, and waits until the server has it. */
export async function play(page, point) {
  await page.bringToFront();
  await page.evaluate(() => document.querySelector('.plate')?.scrollIntoView({ block: 'nearest' }));
  const before = await page.locator('.moves > li').count();
  const { x, y } = await at(page, point);
  await page.mouse.move(x, y);
  await page.mouse.click(x, y);
  await page.waitForFunction((count) => document.querySelectorAll('.moves > li').length > count, before);
}

/** Presses a button of the table. */
export async function press(page, id) {
  await page.bringToFront();
  await page.locator(`#${id}`).click();
}

/** Nothing sticks out of the screen or of the card it lies in. */
export async function fits(page, what) {
  const over = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('.card, .game-side, .panel, dialog')]
      .filter((box) => box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).overflowX === 'visible')
      .map((box) => `${box.tagName} ${box.className}: ${box.scrollWidth} > ${box.clientWidth}`),
  );
  assert.deepEqual(over, [], what);
}

/** Waits until the page says so. */
export async function sees(page, text) {
  await page.locator('main', { hasText: text }).waitFor();
}

/** Waits until it is somebody's turn on a page. */
export async function turn(page) {
  await page.locator('.turn.mine').waitFor();
}

/** The address at which a player sits down. */
export const seat = (server, made, player) =>
  `${server.address}/game/${made.room}#seat=${made.seats.find((seat) => seat.player === player).token}`;

/** Plays, each on the page of its player as soon as it is his turn. */
export async function playInTurn(...moves) {
  for (const [page, point] of moves) {
    await turn(page);
    await play(page, point);
  }
}

export { assert };
