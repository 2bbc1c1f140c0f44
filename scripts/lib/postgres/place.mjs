import { randomBytes } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
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

const FOLDERS = 'education-cms-';

/** @param {string} parent */
const pathIn = (parent) => path.join(parent, `${FOLDERS}${kept('place', 6)}`);

/**
 * A folder outside the project. Its name is known, so it must be a real folder of whoever runs the command.
 *
 * @param {string} parent
 */
const folderIn = (parent) => {
  const folder = pathIn(parent);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.()) {
    throw new Error(`${folder} belongs to someone else; remove it or set DATABASE_URL.`);
  }
  return folder;
};

/**
 * The folder for what PostgreSQL's account must get into. It is outside the project where the account cannot, as when root
 * has it under a home nobody else may enter.
 *
 * @param {import('./account.mjs').Account} account
 */
export const basePlace = (account) => {
  const inside = inRoot('.tmp');
  mkdirSync(inside, { recursive: true });
  if (canReach(account, inside)) return inside;
  return folderIn(existsSync('/var/tmp') ? '/var/tmp' : os.tmpdir());
};

/** Files that Linux keeps in memory. */
const MEMORY = '/dev/shm';

const GIGABYTE = 2 ** 30;

/** Beside what tests leave there, their workers and browsers need memory. */
const hasRoom = () => {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= 2 * GIGABYTE && process.availableMemory() >= 6 * GIGABYTE;
};

/** In a folder there: where the project is that it belongs to. */
const PROJECT = 'project';

/** Removes what copies of the project that are gone have left there; it would take memory until the machine starts again. */
const removeLeftBehind = () => {
  for (const name of readdirSync(MEMORY).filter((one) => one.startsWith(FOLDERS))) {
    const folder = path.join(MEMORY, name);
    try {
      if (lstatSync(folder).uid !== process.getuid?.()) continue;
      const project = readFileSync(path.join(folder, PROJECT), 'utf8');
      // Empty while another command is writing it.
      if (project === '' || existsSync(project)) continue;
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // It is only being made, or somebody else removes it.
    }
  }
};

/**
 * The folder for the databases and uploads of tests: in memory where there is room, for each suite copies thousands of small
 * files and removes them. What is there once stays there, whatever room there is later.
 *
 * @param {import('./account.mjs').Account} account
 */
export const testPlace = (account) => {
  mkdirSync(inRoot('.tmp'), { recursive: true });
  if (!existsSync(pathIn(MEMORY)) && !hasRoom()) return basePlace(account);
  const folder = folderIn(MEMORY);
  writeFileSync(path.join(folder, PROJECT), inRoot('.'));
  removeLeftBehind();
  return folder;
};

/**
 * The superuser's password of a cluster. It stays in the project even where the cluster does not.
 *
 * @param {string} cluster
 */
export const clusterPassword = (cluster) => kept(`${cluster}.password`, 24);
