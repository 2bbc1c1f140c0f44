/**
 * Replaces npm in `ops/release.sh assemble`: links the installed packages of `npm ci --omit=dev`, so that no test needs
 * a registry.
 */
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const target = process.cwd();

const args = process.argv.slice(2);
if (args.slice(0, 2).join(' ') !== 'ci --omit=dev') {
  throw new Error(`npm ${args.join(' ')} installs something else`);
}

/** @param {string} from @param {string} to */
const link = (from, to) => {
  try {
    linkSync(from, to);
  } catch {
    // The target is on another file system.
    copyFileSync(from, to);
  }
};

/**
 * Links the files of a folder, without those that are left out of it.
 *
 * @param {string} from
 * @param {string} to
 * @param {string} [except]
 */
const linkFolder = (from, to, except) => {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, copy] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), copy);
    else if (entry.isFile()) link(source, copy);
    else if (entry.name !== except) linkFolder(source, copy);
  }
};

/** @type {{ packages: Record<string, { dev?: boolean }> }} */
const { packages } = JSON.parse(readFileSync(path.join(target, 'package-lock.json'), 'utf8'));
for (const [packagePath, { dev = false }] of Object.entries(packages)) {
  const from = path.join(root, packagePath);
  // Packages for other systems are not installed.
  if (packagePath === '' || dev || !existsSync(from)) continue;
  // Nested packages have separate entries.
  linkFolder(from, path.join(target, packagePath), 'node_modules');
}
