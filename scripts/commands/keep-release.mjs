/**
 * Stores a database of this release and its responses in `tests/releases/kept`, for upgrade tests
 * of later releases. Run it once after tagging a release. It needs `pg_dump`. It uses the oldest
 * supported PostgreSQL, so that an old `pg_dump` suffices and every newer server can restore the
 * dump.
 */
import { spawnSync } from 'node:child_process';
import { Refusal } from '../lib/command.mjs';
import { inRoot } from '../lib/paths.mjs';
import { startPostgres } from '../lib/postgres/index.mjs';
import { buildClusterName, installPostgres, OLDEST } from '../lib/versions.mjs';

/** @param {import('../lib/command.mjs').Command} command */
export const run = async (command) => {
  if (spawnSync('pg_dump', ['--version']).status !== 0) {
    throw new Refusal('pg_dump is not installed (Debian: postgresql-client).');
  }
  const packages = await installPostgres(command, OLDEST.postgres);
  const server = await startPostgres({
    cluster: buildClusterName(OLDEST.postgres),
    isForTests: true,
    packages,
  });
  command.onEnd(server.stop);
  return command.run(
    process.execPath,
    [inRoot('scripts/launch.mjs'), 'test', 'tests/releases/kept', '-t', 'is kept, with'],
    { env: { ...process.env, DATABASE_URL: server.url('postgres'), KEEP_RELEASE: 'true' } },
  );
};
