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
 * Returns a random value that is generated once and stored in the project.
 *
 * @param {string} name
 * @param {number} bytes
 */
const saveProgram = (name, bytes) => {
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
const buildFolderPath = (parent) => path.join(parent, `${FOLDERS}${saveProgram('place', 6)}`);

/**
 * Creates a folder outside the project. Its name is predictable, so it must be a real folder owned
 * by the current user.
 *
 * @param {string} parent
 */
const createFolder = (parent) => {
  const folder = buildFolderPath(parent);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const stats = lstatSync(folder);
  if (!stats.isDirectory() || stats.uid !== process.getuid?.()) {
    throw new Error(`${folder} belongs to someone else; remove it or set DATABASE_URL.`);
  }
  return folder;
};

/**
 * Returns the folder for files that PostgreSQL's account must access. It is outside the project if
 * the account cannot access the project, for example in root's home.
 *
 * @param {import('./account.mjs').Account} account
 */
export const ensureBaseFolder = (account) => {
  const projectFolder = inRoot('.tmp');
  mkdirSync(projectFolder, { recursive: true });
  if (canReach(account, projectFolder)) return projectFolder;
  return createFolder(existsSync('/var/tmp') ? '/var/tmp' : os.tmpdir());
};

/** A file system that Linux keeps in memory. */
const MEMORY = '/dev/shm';

const GIGABYTE = 2 ** 30;

/** Returns true if there is enough memory for the test data besides workers and browsers. */
const hasRoom = () => {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= 2 * GIGABYTE && process.availableMemory() >= 6 * GIGABYTE;
};

/** Name of the file in such a folder that contains the path of its project. */
const PROJECT = 'project';

/** Removes folders of deleted clones, which would use memory until the machine restarts. */
const removeLeftBehind = () => {
  for (const name of readdirSync(MEMORY).filter((entry) => entry.startsWith(FOLDERS))) {
    const folder = path.join(MEMORY, name);
    try {
      if (lstatSync(folder).uid !== process.getuid?.()) continue;
      const project = readFileSync(path.join(folder, PROJECT), 'utf8');
      // The file is empty while another command writes it.
      if (project === '' || existsSync(project)) continue;
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // The folder is being created, or another process removes it.
    }
  }
};

/**
 * Returns the folder for the databases and uploads of tests. It is in memory if there is room,
 * because each suite copies and removes thousands of small files. An existing folder stays in use.
 *
 * @param {import('./account.mjs').Account} account
 */
export const testPlace = (account) => {
  mkdirSync(inRoot('.tmp'), { recursive: true });
  if (!existsSync(buildFolderPath(MEMORY)) && !hasRoom()) return ensureBaseFolder(account);
  const folder = createFolder(MEMORY);
  writeFileSync(path.join(folder, PROJECT), inRoot('.'));
  removeLeftBehind();
  return folder;
};

/**
 * Returns the superuser's password of a cluster. It is stored in the project even if the cluster is
 * elsewhere.
 *
 * @param {string} cluster
 */
export const ensureClusterPassword = (cluster) => saveProgram(`${cluster}.password`, 24);
