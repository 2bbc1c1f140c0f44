import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** What the folders of one kind of work are called before the process that they belong to. */
const PREFIXES = { upload: 'education-cms-upload-', picture: 'education-cms-picture-' } as const;

/** What Strapi's upload plugin makes its own working folders with; it removes them unless it is killed. */
const STRAPI_PREFIXES = ['strapi-upload-', 'strapi-url-upload-'];

const DAY_MS = 24 * 60 * 60 * 1000;

/** Process ids mean something on one machine, or in one container, only. */
const HOST = createHash('sha256').update(os.hostname()).digest('hex').slice(0, 8);

/** Tells this process from an earlier one with the same id: in a container every main process is 1. */
const PROCESS = `${HOST}-${process.pid}-${randomBytes(4).toString('hex')}`;

/** Makes a folder for the files of one piece of work, which only this account may read. */
export const makeTemporaryFolder = (work: keyof typeof PREFIXES): Promise<string> =>
  mkdtemp(path.join(os.tmpdir(), `${PREFIXES[work]}${PROCESS}-`));

/** Removes such a folder with what is in it, also where a file is still being written. */
export const removeTemporaryFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 3 });

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process, which may not be sent a signal, is alive all the same.
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
 * Removes what processes left behind that were killed in the midst of an upload, or of making a picture: folders of
 * dead processes of this machine, and whatever of the service's or Strapi's upload plugin is older than a day. The
 * plugin's names do not say whose they are, and a machine's name may have changed.
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
