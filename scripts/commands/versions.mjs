/**
 * `npm run test:versions`: runs the tests on the oldest and the newest supported Node.js and
 * PostgreSQL. Arguments after `--` go to Jest: `npm run test:versions -- tests/releases`.
 */
import path from 'node:path';
import { inRoot } from '../lib/paths.mjs';
import { startPostgres } from '../lib/postgres/index.mjs';
import {
  buildClusterName,
  installNode,
  installPostgres,
  NEWEST,
  OLDEST,
} from '../lib/versions.mjs';

/**
 * @param {import('../lib/command.mjs').Command} command @param {string[]} args arguments for Jest
 */
export const run = async (command, args) => {
  /** @type {string[]} */
  const failed = [];
  for (const { node, postgres } of [OLDEST, NEWEST]) {
    const program = await installNode(command, node);
    const packages = await installPostgres(command, postgres);
    const server = await startPostgres({
      cluster: buildClusterName(postgres),
      isForTests: true,
      packages,
    });
    const pair = `Node.js ${node} on PostgreSQL ${postgres}`;
    command.say(`\n${pair}\n`);
    try {
      const code = await command.run(program, [inRoot('scripts/launch.mjs'), 'test', ...args], {
        env: {
          ...process.env,
          PATH: [path.dirname(program), process.env.PATH].join(path.delimiter),
          DATABASE_URL: server.url('postgres'),
        },
      });
      if (code !== 0) failed.push(pair);
    } finally {
      await server.stop();
    }
  }
  command.say(failed.length === 0 ? '\nEach passed.' : `\nFailed: ${failed.join('; ')}`);
  return failed.length === 0 ? 0 : 1;
};
