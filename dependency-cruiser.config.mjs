/**
 * Which way imports may run; `npm run check:boundaries` holds the code to it. A folder can be read, tested and
 * changed without what stands above it, and a feature without the inside of another one.
 */
import { readdirSync } from 'node:fs';

/** Rooms of features that other rooms import. */
const sharedRooms = ['changes', 'mail', 'outbound', 'site'].map((name) => `src/plugins/${name}`);

/** Rooms that no other room imports: the remaining folders. A room is a feature, or features that share a concept. */
const highestRooms = readdirSync(new URL('src/plugins', import.meta.url))
  .map((name) => `src/plugins/${name}`)
  .filter((room) => !sharedRooms.includes(room));

/** The parts of `src`, the highest first. Neighbours may use each other, in one direction; rooms may not. */
const layers = [
  ['src/index.ts'],
  ['src/api', 'src/admin', 'src/extensions'],
  highestRooms,
  sharedRooms,
  ['src/foundation.ts'],
  ['src/catalogue'],
  ['src/delivery'],
  ['src/feature'],
  ['src/platform/jobs', 'src/platform/throttle', 'src/platform/releases'],
  ['src/platform/storage'],
  ['src/platform/http'],
  ['src/platform/database', 'src/platform/documents'],
  ['src/platform/strapi'],
  ['src/platform/settings'],
  [
    'src/platform/admin',
    'src/platform/cursors.ts',
    'src/platform/database-unavailable.ts',
    'src/platform/nfc.ts',
    'src/platform/abort-signals.ts',
    'src/platform/request-id.ts',
  ],
];

/**
 * Returns patterns that match files at some paths.
 *
 * @param {readonly string[]} paths
 */
const at = (...paths) => paths.map((path) => `^${path.replace('.', '[.]')}(?:/|$)`);

/** Returns the parts that rooms must not import, besides those above them. @param {string[]} layer @param {string} part */
const neighboursOf = (layer, part) =>
  part.startsWith('src/plugins/') ? layer.filter((neighbour) => neighbour !== part) : [];

const noImportUp = layers.slice(1).flatMap((layer, index) =>
  layer.map((part) => ({
    name: 'no-import-up',
    comment:
      'What stands below must not know what stands above. A room must not know its neighbours.',
    severity: /** @type {const} */ ('error'),
    from: { path: at(part) },
    to: { path: at(...layers.slice(0, index + 1).flat(), ...neighboursOf(layer, part)) },
  })),
);

const throughTheirIndex = layers.flat().map((part) => ({
  name: 'features-through-their-index',
  comment: 'Of a feature, the rest uses what its index.ts exports; the panel, its admin/index.ts.',
  severity: /** @type {const} */ ('error'),
  from: { path: at(part) },
  to: {
    path: '^src/plugins/',
    pathNot: [
      ...at(part),
      ...(part === 'src/admin'
        ? ['^src/plugins/.*/admin/index[.]tsx?$']
        : ['^src/plugins/[^/]+/index[.]ts$', '^src/plugins/[^/]+/[^/]+/index[.]ts$']),
    ],
  },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...noImportUp,
    ...throughTheirIndex,
    {
      name: 'every-part-has-its-place',
      comment: 'A folder of src that no layer names would be held to nothing.',
      severity: 'error',
      from: {},
      to: { path: '^src/', pathNot: at(...layers.flat()) },
    },
    {
      name: 'source-stands-alone',
      comment: 'What runs in production does without what builds, tests, measures or imitates.',
      severity: 'error',
      from: { path: '^(?:src|config)/' },
      to: { path: '^(?:sandbox|scripts|tests|bench|tools)/' },
    },
    {
      name: 'panel-without-server',
      comment: 'Browsers cannot load the packages that code of the server imports.',
      severity: 'error',
      from: { path: '/admin/', pathNot: '[.]test[.]tsx?$' },
      to: {
        path: ['^src/platform/', '^src/.*/server/'],
        pathNot: ['/admin/', '^src/platform/http/spreadsheets/text[.]ts$'],
      },
    },
    {
      name: 'no-development-packages',
      comment: 'They are not installed where the service runs; the panel is built before.',
      severity: 'error',
      from: { path: '^(?:src|config)/', pathNot: ['[.]test[.]tsx?$', '/admin/'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-circle',
      comment: 'Files that need each other can only be understood together.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-circle-of-folders',
      comment: 'Folders that need each other are one folder.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/' },
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(?:dist|[.]tmp)/' },
    // Types too: what a file means depends on them as well.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.check.json' },
  },
};
