import { createHash, randomBytes } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inRoot, root } from '../paths.mjs';
import { canReach } from './account.mjs';

/**
 * A folder outside the project for when PostgreSQL's account cannot get into the project, as when root
 * has it under a home nobody else may enter. Its name is known, so it must be a real folder of root's.
 */
const folderElsewhere = () => {
  const parent = existsSync('/var/tmp') ? '/var/tmp' : os.tmpdir();
  const id = createHash('sha256').update(root).digest('hex').slice(0, 12);
  const folder = path.join(parent, `education-cms-${id}`);
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
 * The superuser's password of a cluster, made up once. It stays in the project even where the cluster
 * does not.
 *
 * @param {string} cluster
 */
export const clusterPassword = (cluster) => {
  const file = inRoot('.tmp', `${cluster}.password`);
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' });
  }
  return readFileSync(file, 'utf8').trim();
};
