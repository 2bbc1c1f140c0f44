/**
 * Loaded before a program (`node --import`), refuses every package that `npm ci --omit=dev` does not install.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** @type {{ packages: Record<string, { dev?: boolean }> }} */
const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));

/** The package that a file belongs to, as package-lock.json calls it. @param {string} url */
const packageOf = (url) => {
  if (!url.startsWith('file:')) return undefined;
  const name = path.relative(root, fileURLToPath(url)).split(path.sep).join('/');
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(name)?.[0];
};

registerHooks({
  resolve: (specifier, context, next) => {
    const resolved = next(specifier, context);
    const name = packageOf(resolved.url);
    if (name !== undefined && packages[name]?.dev === true) {
      throw new Error(`${name} is not there in production; ${context.parentURL} asked for it`);
    }
    return resolved;
  },
});
