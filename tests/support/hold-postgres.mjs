/**
 * Uses the project's own PostgreSQL until it is told to stop, as the commands do.
 *
 *   node tests/support/hold-postgres.mjs <cluster>
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startPostgres } from '../../scripts/lib/postgres/index.mjs';

const postgres = await startPostgres({ cluster: process.argv[2] ?? '', isForTests: true });
const [pid] = readFileSync(path.join(postgres.data, 'postmaster.pid'), 'utf8').split('\n');
process.once('SIGTERM', () => {
  void postgres.stop().then(() => process.exit(0));
});
console.log(
  JSON.stringify({ url: postgres.url('postgres'), data: postgres.data, pid: Number(pid) }),
);
