/** Type check, lint and format. `npm run check`; `npm run check:lint` is one of them. */
import { Refusal } from '../lib/command.mjs';
import { inRoot } from '../lib/paths.mjs';

const tsc = 'typescript/bin/tsc';

/** @type {Record<string, string[][]>} */
const checks = {
  types: [
    [tsc, '-p', 'tsconfig.check.json'],
    [tsc, '-p', 'src/admin/tsconfig.json'],
  ],
  boundaries: [
    [
      'dependency-cruiser/bin/dependency-cruise.mjs',
      '--config',
      'dependency-cruiser.config.mjs',
      'src',
      'config',
      'sandbox',
      'scripts',
      'bench',
      'tests',
    ],
  ],
  // Files that nobody needs, packages that nobody asks for, and such as are asked for and not declared.
  unused: [
    [
      'knip/bin/knip.js',
      '--no-progress',
      '--include',
      'files,dependencies,unlisted,unresolved,binaries',
    ],
  ],
  licences: [['../scripts/programs/check-licences.mjs']],
  lint: [
    [
      'eslint/bin/eslint.js',
      '.',
      '--cache',
      '--cache-location',
      '.tmp/eslint/',
      '--max-warnings',
      '0',
    ],
  ],
  format: [
    [
      'prettier/bin/prettier.cjs',
      '.',
      '--check',
      '--log-level',
      'warn',
      '--cache',
      '--cache-location',
      '.tmp/prettier',
    ],
  ],
};

/** @param {import('../lib/command.mjs').Command} command @param {string[]} names all of them unless told */
export const run = async (command, names) => {
  for (const name of names.length > 0 ? names : Object.keys(checks)) {
    const programs = checks[name];
    if (programs === undefined) throw new Refusal(`There is no check "${name}".`);
    for (const [program = '', ...args] of programs) {
      const code = await command.run(process.execPath, [inRoot('node_modules', program), ...args]);
      if (code !== 0) return code;
    }
  }
  return 0;
};
