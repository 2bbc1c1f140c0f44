import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Prefixes of the folders by kind of work. The process id follows. */
const PREFIXES = { upload: 'education-cms-upload-', picture: 'education-cms-picture-' } as const;

/**
 * Prefixes of the working folders of Strapi's upload plugin. It removes them unless it is killed.
 */
const STRAPI_PREFIXES = ['strapi-upload-', 'strapi-url-upload-'];

const DAY_MS = 24 * 60 * 60 * 1000;

/** Process ids are unique on one machine or in one container only. */
const HOST = createHash('sha256').update(os.hostname()).digest('hex').slice(0, 8);

/**
 * Distinguishes this process from an earlier one with the same id: in a container every main
 * process is 1.
 */
const PROCESS = `${HOST}-${process.pid}-${randomBytes(4).toString('hex')}`;

/** Creates a temporary folder that only this account may read. */
export const makeTemporaryFolder = (work: keyof typeof PREFIXES): Promise<string> =>
  mkdtemp(path.join(os.tmpdir(), `${PREFIXES[work]}${PROCESS}-`));

/** Removes a temporary folder with its files, even while a file is being written. */
export const removeTemporaryFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 3 });

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another account cannot be signalled, but it is alive.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const isOfDeadProcess = (name: string): boolean => {
  const [, host, pid, id] = /^([0-9a-f]+)-(\d+)-([0-9a-f]+)-/.exec(name) ?? [];
  if (host !== HOST || pid === undefined) return false;
  if (Number(pid) === process.pid) return `${host}-${pid}-${id}` !== PROCESS;
  return !isAlive(Number(pid));
};

const isOld = async (folder: string): Promise<boolean> => {
  const { mtimeMs } = await stat(folder);
  return Date.now() - mtimeMs > DAY_MS;
};

/**
 * Removes folders of killed uploads and picture jobs: those of dead processes on this machine, and
 * those older than a day. The names of Strapi's plugin do not identify a process, and the machine's
 * name may have changed.
 *
 * @returns how many folders were removed; those of another account are left alone
 */
export const removeLeftoverFolders = async (): Promise<number> => {
  const names = await readdir(os.tmpdir()).catch(() => []);
  const removed = await Promise.all(
    names.map(async (name): Promise<number> => {
      const ours = Object.values(PREFIXES).find((prefix) => name.startsWith(prefix));
      const isStrapis = STRAPI_PREFIXES.some((prefix) => name.startsWith(prefix));
      if (ours === undefined && !isStrapis) return 0;
      const folder = path.join(os.tmpdir(), name);
      try {
        const isDead = ours !== undefined && isOfDeadProcess(name.slice(ours.length));
        if (!isDead && !(await isOld(folder))) return 0;
        await removeTemporaryFolder(folder);
        return 1;
      } catch {
        return 0;
      }
    }),
  );
  return removed.reduce((sum, count) => sum + count, 0);
};
