/** `npm run check`: runs the static checks. `npm run check:lint` runs one of them. */
import { Refusal } from '../lib/command.mjs';
import { inRoot } from '../lib/paths.mjs';
import { settleAll } from '../lib/together.mjs';

const tsc = 'typescript/bin/tsc';

/** @type {Record<string, string[][]>} */
const checks = {
  // The longest check is the first, so that no processor is idle while it ends.
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
      'clients',
    ],
  ],
  // Finds unused files and dependencies, and undeclared dependencies.
  unused: [
    [
      'knip/bin/knip.js',
      '--no-progress',
      '--include',
      'files,dependencies,unlisted,unresolved,binaries',
    ],
  ],
  // Words of cspell.config.mjs, in names, comments, texts and documents.
  words: [
    [
      'cspell/bin.mjs',
      'lint',
      '--no-progress',
      '--no-summary',
      '{src,scripts,sandbox,bench,config,ops,tools,tests,docs,clients,examples}/**',
      '*.{md,mjs}',
    ],
  ],
  licences: [['../scripts/programs/check-licences.mjs']],
  docs: [['../scripts/programs/check-docs.mjs'], ['../scripts/programs/build-guide.mjs']],
  api: [['../scripts/programs/check-api.mjs']],
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

/**
 * Number of checks that run at once. Each keeps one processor busy, and some need a gigabyte of
 * memory.
 */
const AT_ONCE = 2;

/**
 * @param {import('../lib/command.mjs').Command} command @param {string[]} names all checks by
 * default
 */
export const run = async (command, names) => {
  const waiting = (names.length > 0 ? names : Object.keys(checks)).flatMap((name) => {
    const programs = checks[name];
    if (programs === undefined) throw new Refusal(`There is no check "${name}".`);
    return programs;
  });
  let failed = 0;
  const runInTurn = async () => {
    for (let next = waiting.shift(); next !== undefined && failed === 0; next = waiting.shift()) {
      const [program = '', ...args] = next;
      /** @type {string[]} */
      const lines = [];
      const code = await command.run(process.execPath, [inRoot('node_modules', program), ...args], {
        // Buffered, so that the output of concurrent checks does not mix.
        onOutput: (text) => lines.push(text),
      });
      process.stdout.write(lines.join(''));
      if (code !== 0) failed = code;
    }
  };
  await settleAll(...Array.from({ length: AT_ONCE }, runInTurn));
  return failed;
};
