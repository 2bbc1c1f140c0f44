import { readdirSync } from 'node:fs';
import path from 'node:path';
import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const noGlobalStrapi = {
  name: 'strapi',
  message: 'Take { strapi } as an argument: a global one cannot be told apart in tests.',
};

/** Names that say neither a role nor a type. */
const unclear = '/^(?:one|found|known|own|asked|named|wanted|kept|told|said)$/';
const clearNames = [
  `VariableDeclarator > Identifier.id[name=${unclear}]`,
  `:function > Identifier.params[name=${unclear}]`,
  `ArrayPattern > Identifier[name=${unclear}]`,
  `RestElement > Identifier[name=${unclear}]`,
  `ObjectPattern > Property[shorthand=false] > Identifier.value[name=${unclear}]`,
  'TSTypeAliasDeclaration > Identifier.id[name=/^(?:Found|Known|Own|Asked|Named|Wanted|Kept|Told|Said)$/]',
].map((selector) => ({
  selector,
  message: 'Name the role or the type, such as `user` or `match`.',
}));

/**
 * Requires aliases of tsconfig.json for other parts of `src`.
 *
 * @param {string} place pattern of paths to them, after the `../` that lead to a common folder
 * @returns {import('eslint').Linter.RuleEntry}
 */
const requireAliases = (place) => [
  'error',
  {
    patterns: [
      {
        regex: `^(?:\\.\\./)+${place}`,
        message: 'Import another part of `src` by its alias, such as `#platform/http/route`.',
      },
    ],
  },
];

/** Plugins that Strapi loads from `src/plugins`, each with its room. */
const plugins = readdirSync(new URL('src/plugins', import.meta.url), { recursive: true })
  .map(String)
  .filter((file) => path.basename(file) === 'strapi-server.ts')
  .map((file) => path.dirname(file).split(path.sep))
  .map((folders) => ({ room: folders[0], name: folders.at(-1) }));

/** Forbids ids and pages of other rooms' plugins: a folder with such a string breaks when the other one is removed. */
/** @type {import('eslint').Linter.Config[]} */
const noOtherPlugins = [...new Set(plugins.map(({ room }) => room))].map((room) => {
  const others = plugins.filter((plugin) => plugin.room !== room).map(({ name }) => name);
  const id = `/^(?:plugin::|[^#]?plugins.)(?:${others.join('|')})(?![\\w-])/`;
  const message = 'Import the id from the other plugin, or let its feature register it.';
  return {
    files: [`src/plugins/${room}/**`],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...clearNames,
        { selector: `Literal[value=${id}]`, message },
        { selector: `TemplateElement[value.raw=${id}]`, message },
      ],
    },
  };
});

export default defineConfig(
  globalIgnores([
    'node_modules/',
    'dist/',
    '.tmp/',
    '.strapi/',
    '.cache/',
    'coverage/',
    'public/',
    'types/generated/',
    'clients/*/dist/',
    'clients/typescript/src/schema.ts',
    'examples/',
  ]),
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.check.json', './src/admin/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'no-restricted-globals': ['error', noGlobalStrapi],
      // Comments that begin with the subject are understood at first sight.
      'no-warning-comments': [
        'error',
        {
          terms: ['what', 'whoever', 'who', 'the same', 'of', 'that which'],
          location: 'start',
          decoration: ['*'],
        },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-restricted-imports': requireAliases('src(?:/|$)'),
      // A name beside a rest leaves a property out.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
    },
  },
  {
    files: ['src/**', 'config/**'],
    rules: { 'no-console': 'error' },
  },
  {
    files: ['src/**'],
    rules: {
      'no-restricted-imports': requireAliases(
        '(?:api|catalogue|delivery|feature|platform|plugins)/',
      ),
    },
  },
  {
    files: ['src/**', 'scripts/**', 'bench/**', 'sandbox/**', 'config/**'],
    rules: {
      'no-restricted-syntax': ['error', ...clearNames],
      'no-restricted-properties': [
        'error',
        {
          object: 'AbortSignal',
          property: 'any',
          message: 'Node.js loses its aborts. Use `runWithSignals` of `#platform/abort-signals`.',
        },
      ],
    },
  },
  ...noOtherPlugins,
  {
    files: ['src/**/admin/**'],
    rules: {
      // react-intl declares as methods what are plain functions.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: ['tests/**'],
    rules: {
      // Responses in tests are `any` until they are compared.
      '@typescript-eslint/no-unsafe-assignment': 'off',
    },
  },
  {
    files: ['**/*.mjs'],
    rules: {
      // TypeScript knows what exists; its answer is part of the type check.
      'no-undef': 'off',
      // A type said in a comment is not seen by these; the type check holds to it.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
    },
  },
);
