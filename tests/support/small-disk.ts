import { execFileSync } from 'node:child_process';
import {
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';

/** A file system of a few megabytes that can be filled completely, to test a full disk. */
export type SmallDisk = {
  /** Uses up all space, except for some bytes. */
  fill: (leaving?: number) => void;
  /** Frees the space that {@link SmallDisk.fill} took. */
  empty: () => void;
  /** Removes it with all its files. */
  end: () => void;
};

const BALLAST = '.ballast';

/** Only root may mount, and not in every container. */
const mount = (folder: string, size: string): boolean => {
  if (process.getuid?.() !== 0) return false;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
};

const writeUntilFull = (file: string): void => {
  const descriptor = openSync(file, 'a');
  try {
    for (let piece = Buffer.alloc(1 << 20); piece.length > 0;) {
      try {
        const written = writeSync(descriptor, piece);
        if (written === 0) return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        piece = piece.subarray(0, piece.length >> 1);
      }
    }
  } finally {
    closeSync(descriptor);
  }
};

/**
 * @param owner the owner of the folder; by default the user that runs the tests
 * @returns null if none can be mounted
 */
export const mountSmallDisk = (folder: string, size: string, owner?: number): SmallDisk | null => {
  mkdirSync(folder, { recursive: true });
  if (!mount(folder, size)) return null;
  if (owner !== undefined) chownSync(folder, owner, owner);
  const ballast = path.join(folder, BALLAST);
  return {
    fill: (leaving = 0) => {
      writeUntilFull(ballast);
      truncateSync(ballast, Math.max(0, statSync(ballast).size - leaving));
    },
    empty: () => rmSync(ballast, { force: true }),
    end: () => {
      execFileSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** Returns whether {@link mountSmallDisk} works here. */
export const canMountSmallDisks = (tried: string): boolean => {
  const disk = mountSmallDisk(tried, '1m');
  disk?.end();
  return disk !== null;
};
