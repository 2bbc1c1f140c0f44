/**
 * `npm run report:house`: prints figures about the structure of `src`. It writes them into
 * docs/explanation/architecture.md, together with the lists of features, HTTP middlewares and document steps.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cruise } from 'dependency-cruiser';
import { replaceLists, replaceSection } from '../lib/house-lists.mjs';
import { inRoot } from '../lib/paths.mjs';

/** @typedef {{ from: string, to: string }} Import */

/** Returns the room of a file: a plugin, or a folder or file of `src`. @param {string} file */
const getRoom = (file) => /^src\/((?:plugins\/|platform\/)?[^/]+)/.exec(file)?.[1] ?? '';

/** @param {string} file */
const isTest = (file) => /[.]test[.]tsx?$/.test(file);

/**
 * Returns the number of layers: the longest chain of rooms that import each other. @param
 * {Import[]} imports
 */
const countFloors = (imports) => {
  /** @type {Map<string, Set<string>>} */
  const below = new Map();
  for (const { from, to } of imports) {
    if (from !== to) below.set(from, (below.get(from) ?? new Set()).add(to));
  }
  /** @type {Map<string, number>} */
  const depths = new Map();
  /** @param {string} room @param {ReadonlySet<string>} above @returns {number} */
  const computeDepth = (room, above) => {
    const knownDepth = depths.get(room);
    if (knownDepth !== undefined) return knownDepth;
    const inner = new Set(above).add(room);
    const rooms = [...(below.get(room) ?? [])].filter((lowerRoom) => !inner.has(lowerRoom));
    const depth = 1 + Math.max(0, ...rooms.map((lowerRoom) => computeDepth(lowerRoom, inner)));
    depths.set(room, depth);
    return depth;
  };
  return Math.max(0, ...[...below.keys()].map((room) => computeDepth(room, new Set())));
};

/**
 * @param {string[]} files @param {RegExp} pattern @returns {string[]} the files that match the
 * pattern
 */
const findMatchingFiles = (files, pattern) =>
  files.filter((file) => pattern.test(readFileSync(inRoot(file), 'utf8')));

/**
 * Returns the room of each feature in `src/plugins`, by feature name.
 *
 * @param {string[]} files @returns {Map<string, string>}
 */
const findFeatureRooms = (files) => {
  const indexes = files.flatMap((file) => {
    const [, room = '', name = room] =
      /^src\/plugins\/([^/]+)(?:\/([^/]+))?\/index[.]ts$/.exec(file) ?? [];
    return room === '' ? [] : [/** @type {const} */ ([name, room])];
  });
  const alone = new Set(indexes.flatMap(([name, room]) => (name === room ? [room] : [])));
  return new Map(indexes.filter(([name, room]) => name === room || !alone.has(room)));
};

/**
 * Counts references from rooms to other rooms' plugins by string, such as a permission.
 *
 * @param {string[]} files
 * @param {Map<string, string>} rooms
 */
const countReferences = (files, rooms) => {
  const plugins = new Set(
    files
      .filter((file) => path.basename(file) === 'strapi-server.ts')
      .map((file) => path.basename(path.dirname(file))),
  );
  const references = files.flatMap((file) => {
    const room = /^src\/plugins\/([^/]+)/.exec(file)?.[1];
    if (room === undefined) return [];
    const text = readFileSync(inRoot(file), 'utf8');
    return [...text.matchAll(/['"`/](?:plugin::|plugins\/)([a-z-]+)/g)].flatMap(([, name = '']) =>
      !plugins.has(name) || (rooms.get(name) ?? room) === room ? [] : [`${file} ${name}`],
    );
  });
  return new Set(references).size;
};

/** @returns {Promise<[string, string | number][]>} */
const measure = async () => {
  const { output } = await cruise(['src'], {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: inRoot('tsconfig.check.json') },
  });
  if (typeof output === 'string') throw new Error('dependency-cruiser printed a report');
  const modules = output.modules.filter(
    ({ source }) => source.startsWith('src/') && !isTest(source) && /[.]tsx?$/.test(source),
  );
  const files = modules.map(({ source }) => source);
  const imports = modules.flatMap(({ source, dependencies }) =>
    dependencies
      .filter(({ resolved }) => resolved.startsWith('src/'))
      .map(({ resolved }) => ({ from: getRoom(source), to: getRoom(resolved) })),
  );
  const lines = files.map((file) => readFileSync(inRoot(file), 'utf8').split('\n').length - 1);
  const pairs = imports.filter(
    ({ from, to }) => from !== to && from.startsWith('plugins/') && to.startsWith('plugins/'),
  );
  const rooms = findFeatureRooms(files);
  /** @param {RegExp} pattern @param {string} folder */
  const countFilesOutside = (pattern, folder) =>
    findMatchingFiles(files, pattern).filter((file) => path.dirname(file) !== folder).length;
  return [
    ['lines of `src` without tests', lines.reduce((sum, count) => sum + count, 0)],
    ['files of `src` without tests', files.length],
    ['features in `src/plugins`', rooms.size],
    ['rooms of `src/plugins`', new Set(rooms.values()).size],
    [
      'imports from room to room, counted once per pair',
      new Set(pairs.map(({ from, to }) => `${from} ${to}`)).size,
    ],
    ['references from room to room by a string', countReferences(files, rooms)],
    ['floors of the import graph', countFloors(imports)],
    [
      'files with `strapi.documents.use` outside the pipeline',
      countFilesOutside(/documents[.]use\(/, 'src/platform/documents'),
    ],
    ['files with `strapi.server.use`', findMatchingFiles(files, /strapi[.]server[.]use\(/).length],
    ['files with `strapi.add`', findMatchingFiles(files, /strapi[.]add\(/).length],
    [
      'files that declare a type `WithStrapi`',
      findMatchingFiles(files, /^(?:export )?type WithStrapi\b/m).length,
    ],
  ];
};

/** @param {import('../lib/command.mjs').Command} command */
export const run = async (command) => {
  const figures = (await measure()).map(([label, figure]) => `- ${label}: ${figure}`).join('\n');
  command.say(figures);
  const page = inRoot('docs/explanation/architecture.md');
  const text = replaceSection(readFileSync(page, 'utf8'), 'figures', figures);
  writeFileSync(page, replaceLists(text));
  return 0;
};
