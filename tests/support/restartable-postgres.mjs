/**
 * Runs a PostgreSQL for one test, which can stop and start it. It prints its address, reads one command
 * per line, and prints the command when it is done:
 *
 *   node tests/support/restartable-postgres.mjs <cluster>
 *
 * - `stop`: ends all connections, like a restart by an administrator.
 * - `start`: starts it again.
 * - `end`: stops it and removes its data.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { findServerAccount } from '../../scripts/lib/postgres/account.mjs';
import { prepareServerBinaries } from '../../scripts/lib/postgres/binaries.mjs';
import { startPostgres } from '../../scripts/lib/postgres/index.mjs';
import { ensureBaseFolder } from '../../scripts/lib/postgres/place.mjs';

const cluster = process.argv[2] ?? '';
const { data, port, url, ensureDatabase } = await startPostgres({ cluster, isForTests: true });
await ensureDatabase('cms');

const account = findServerAccount();
const { pgCtl } = prepareServerBinaries({ account, base: ensureBaseFolder(account) });

/** @param {string[]} args */
const control = async (args) => {
  const child = spawn(pgCtl, [...args, '-D', data, '-w', '-t', '30'], {
    ...account,
    cwd: '/',
    // The server would keep pipes of this process open.
    stdio: 'ignore',
  });
  const [code] = /** @type {[number | null]} */ (await once(child, 'exit'));
  if (code !== 0) throw new Error(`pg_ctl ${args.join(' ')} ended with ${code}`);
};

/** @type {Record<string, () => Promise<void>>} */
const commands = {
  stop: () => control(['stop', '-m', 'fast']),
  start: () => control(['start', '-l', `${data}.log`, '-o', `-p ${port} -c fsync=off`]),
  end: async () => {
    await control(['stop', '-m', 'immediate']);
    for (const rest of [data, `${data}.log`, inRoot('.tmp', `${cluster}.password`)]) {
      rmSync(rest, { recursive: true, force: true });
    }
  },
};

console.log(url('cms'));
for await (const line of createInterface({ input: process.stdin })) {
  await commands[line]?.();
  console.log(line);
  if (line === 'end') process.exit(0);
}
// The test has ended.
await commands.end?.();
process.exit(0);
