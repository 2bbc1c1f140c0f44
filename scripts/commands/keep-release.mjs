/**
 * Keeps a database of this release and what it answers, for tests that begin with it in later ones: `tests/releases/kept`.
 * To be run once, when a release has been tagged. Needs `pg_dump`; its server is the oldest PostgreSQL that is
 * supported, so that an older `pg_dump` will do, and every newer server can take the dump.
 */
import { spawnSync } from 'node:child_process';
import { Refusal } from '../lib/command.mjs';
import { inRoot } from '../lib/paths.mjs';
import { startPostgres } from '../lib/postgres/index.mjs';
import { clusterOf, installPostgres, OLDEST } from '../lib/versions.mjs';

/** @param {import('../lib/command.mjs').Command} command */
export const run = async (command) => {
  if (spawnSync('pg_dump', ['--version']).status !== 0) {
    throw new Refusal('pg_dump is not installed (Debian: postgresql-client).');
  }
  const packages = await installPostgres(command, OLDEST.postgres);
  const server = await startPostgres({
    cluster: clusterOf(OLDEST.postgres),
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
