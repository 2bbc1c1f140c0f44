import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Account that PostgreSQL runs as, because it refuses to run as root. For root this is `postgres`
 * if it exists, else `nobody`, so that no account has to be created.
 *
 * @typedef {{ uid: number, gid: number } | undefined} Account undefined: the account that runs the
 * command
 */

/** @returns {Account} */
export const findServerAccount = () => {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const accountName of ['postgres', 'nobody']) {
    const account = accounts.find(([name]) => name === accountName);
    if (account) return { uid: Number(account[2]), gid: Number(account[3]) };
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is no account "postgres" or "nobody" to run it as.',
  );
};

/**
 * Returns true if the account can access a folder. It is tested instead of computed, because access
 * lists and mounts matter too.
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
