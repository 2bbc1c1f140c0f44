/**
 * A PostgreSQL of a test's own that can be stopped and started again. It prints its address, takes one
 * command a line and answers each with a line when it is done:
 *
 *   node tests/support/restartable-postgres.mjs <cluster>
 *
 * `stop` (as an administrator restarts it: connections are ended), `start`, and `end`, which also removes
 * its data.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { serverAccount } from '../../scripts/lib/postgres/account.mjs';
import { serverBinaries } from '../../scripts/lib/postgres/binaries.mjs';
import { startPostgres } from '../../scripts/lib/postgres/index.mjs';
import { basePlace } from '../../scripts/lib/postgres/place.mjs';

const cluster = process.argv[2] ?? '';
const { data, port, url, ensureDatabase } = await startPostgres({ cluster, isForTests: true });
await ensureDatabase('cms');

const account = serverAccount();
const { pgCtl } = serverBinaries({ account, base: basePlace(account) });

/** @param {string[]} args */
const control = async (args) => {
  const child = spawn(pgCtl, [...args, '-D', data, '-w', '-t', '30'], {
    ...account,
    cwd: '/',
    // The server keeps what it is given.
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
// Its user has ended.
await commands.end?.();
process.exit(0);
