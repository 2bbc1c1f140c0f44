import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Whom PostgreSQL runs as. It refuses to run as root; then it is the `postgres` account where the
 * machine has one and `nobody` where not, so that nothing is added to the machine's accounts.
 *
 * @typedef {{ uid: number, gid: number } | undefined} Account undefined: as whoever runs the command
 */

/** @returns {Account} */
export const serverAccount = () => {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const wanted of ['postgres', 'nobody']) {
    const found = accounts.find(([name]) => name === wanted);
    if (found) return { uid: Number(found[2]), gid: Number(found[3]) };
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is no account "postgres" or "nobody" to run it as.',
  );
};

/**
 * Whether the account can reach a folder, tried instead of computed: access lists and mounts count too.
 *
 * @param {Account} account
 * @param {string} folder
 */
export const canReach = (account, folder) => {
  if (account === undefined) return true;
  const tried = spawnSync('/bin/sh', ['-c', 'test -r "$0" && test -x "$0"', folder], {
    ...account,
    cwd: '/',
  });
  return tried.status === 0;
};
