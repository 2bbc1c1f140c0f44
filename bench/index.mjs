/**
 * Measures the project against stock Strapi, bare node:http and, if available, Directus:
 *
 *   npm run bench
 *   npm run bench -- --quick
 *   npm run bench -- --only list-1000,publish --rounds 5
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { ensureProductionBuild } from '../scripts/lib/build.mjs';
import { Refusal } from '../scripts/lib/command.mjs';
import { inRoot } from '../scripts/lib/paths.mjs';
import { openDatabases } from './data/databases.mjs';
import { figures, secondsFor } from './figures/index.mjs';
import { dataOf, tableOf } from './lib/report.mjs';
import { startLoad } from './load/index.mjs';
import { openTargets } from './targets/index.mjs';

const ROUNDS = 2;

/** @param {string[]} args */
const chosen = (args) => {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      rounds: { type: 'string' },
      quick: { type: 'boolean', default: false },
    },
  });
  const names = values.only?.split(',');
  const unknown = names?.filter((name) => !figures.some((figure) => figure.name === name)) ?? [];
  const rounds = Number(values.rounds ?? (values.quick ? 1 : ROUNDS));
  if (unknown.length > 0 || !Number.isInteger(rounds) || rounds < 1) {
    throw new Refusal(
      `Nothing is called ${unknown.join(', ')}. These are:\n` +
        figures.map(({ name, title }) => `  ${name.padEnd(20)}${title}`).join('\n'),
    );
  }
  const selected = figures.filter(({ name, isQuick = false, isAsked = false }) =>
    names === undefined ? !isAsked && (!values.quick || isQuick) : names.includes(name),
  );
  return { selected, rounds };
};

/** @param {number} seconds */
const inMinutes = (seconds) =>
  seconds < 90 ? `${Math.round(seconds)} seconds` : `${Math.round(seconds / 60)} minutes`;

/** @param {import('../scripts/lib/command.mjs').Command} command @param {string[]} args */
export const run = async (command, args) => {
  const { selected, rounds } = chosen(args);
  await ensureProductionBuild(command);
  const databases = await openDatabases(command);
  const targets = openTargets(databases);
  command.onEnd(targets.stopAll);
  const load = startLoad();
  command.onEnd(load.stop);

  command.say(
    `${selected.length} figures, ${rounds} rounds: about ${inMinutes(secondsFor(selected, rounds))}, and once ` +
      'what it takes to make the catalogues (a minute for each 10,000 products)',
  );
  const names = selected.map(({ name }) => name);
  /** @type {import('./lib/report.mjs').Line[]} */
  const lines = [];
  for (const figure of selected) {
    const result = await command.step(figure.title, () =>
      figure.measure({ targets, databases, load, rounds, names }),
    );
    lines.push({ figure, result });
    command.say(`    ${JSON.stringify(result)}`);
    await targets.stopAll();
  }

  const machine = { node: process.version, cpus: os.cpus().length, load: os.loadavg() };
  mkdirSync(inRoot('.tmp/bench'), { recursive: true });
  const file = inRoot('.tmp/bench/results.json');
  writeFileSync(file, `${JSON.stringify({ machine, rounds, figures: dataOf(lines) }, null, 2)}\n`);
  command.say(`\n${tableOf(lines)}\n\nAll of it in numbers: ${file}`);
  return 0;
};
