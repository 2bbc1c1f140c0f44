import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inRoot } from '../paths.mjs';
import { canReach } from './account.mjs';

/**
 * Something random that is made up once and kept in the project.
 *
 * @param {string} name
 * @param {number} bytes
 */
const kept = (name, bytes) => {
  const file = inRoot('.tmp', name);
  try {
    writeFileSync(file, randomBytes(bytes).toString('hex'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
};

/**
 * A folder outside the project for when PostgreSQL's account cannot get into the project, as when root
 * has it under a home nobody else may enter. Its name is known, so it must be a real folder of root's.
 */
const folderElsewhere = () => {
  const parent = existsSync('/var/tmp') ? '/var/tmp' : os.tmpdir();
  const folder = path.join(parent, `education-cms-${kept('place', 6)}`);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.()) {
    throw new Error(`${folder} belongs to someone else; remove it or set DATABASE_URL.`);
  }
  return folder;
};

/**
 * The folder that holds the clusters.
 *
 * @param {import('./account.mjs').Account} account
 */
export const basePlace = (account) => {
  const inside = inRoot('.tmp');
  mkdirSync(inside, { recursive: true });
  return canReach(account, inside) ? inside : folderElsewhere();
};

/**
 * The superuser's password of a cluster. It stays in the project even where the cluster does not.
 *
 * @param {string} cluster
 */
export const clusterPassword = (cluster) => kept(`${cluster}.password`, 24);
