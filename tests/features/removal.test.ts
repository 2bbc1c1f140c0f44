import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeRelease, RELEASE, start } from '../releases/release';
import { createDatabase } from '../support/database';

/**
 * Features with the features that use them. A user is changed or removed together with the used feature. All other
 * features are removed by deleting their folder and their lines.
 */
const usersOf: Readonly<Record<string, readonly string[]>> = {
  'changes/history': [
    'quality/content-quality',
    'quality/stale-translations',
    'tables/import-export',
    'tables/ordering',
  ],
  'commerce/prices': ['commerce/checkout'],
  mail: ['account', 'commerce/checkout'],
  'media/uploads': ['media/pictures'],
  'outbound/webhooks': ['commerce/checkout'],
  'quality/content-quality': ['quality/broken-links'],
  'quality/integrity': ['quality/publishing-rules'],
  'quality/publishing-rules': ['quality/content-quality', 'quality/site-overview'],
  'quality/site-overview': ['quality/content-quality'],
  'quality/stale-translations': ['quality/content-quality'],
  'site/links': ['quality/content-quality', 'site/json-ld', 'site/references', 'site/sitemaps'],
  'site/redirects': ['quality/content-quality'],
  'tables/bulk-edit': ['tables/import-export'],
  'tables/lists': ['tables/bulk-edit', 'tables/import-export', 'tables/relation-picker'],
  'telemetry/health': ['telemetry/metrics'],
};

/** Features whose custom fields are in the schemas of content types. */
const fieldsOfTypes = ['commerce/prices', 'panel/translations', 'site/links'];

/** Features that no other feature uses, with an endpoint. The test removes them and starts the service. */
const removable = [
  { folder: 'commerce/checkout', endpoint: '/api/user-endpoints/orders' },
  { folder: 'partner-video', endpoint: '/api/videopartner/catalog' },
];

const READS = ['/api/products/allProducts', '/api/products', '/docs', '/_ready'];

/** Removes the lines of a feature from the compiled list of features. */
const removeLines = (file: string, folder: string): void => {
  const compiled = readFileSync(file, 'utf8');
  const [line, name] =
    new RegExp(`const (\\w+) = require\\("./plugins/${folder}"\\);`).exec(compiled) ?? [];
  if (line === undefined || name === undefined) throw new Error(`${file} lacks ${folder}`);
  const remaining = compiled.replace(line, '').replace(new RegExp(`\\b${name}[.]\\w+,?`, 'g'), '');
  if (remaining.includes(name)) throw new Error(`${folder} is still in ${file}`);
  writeFileSync(file, remaining);
};

/** Creates a release without the folders and lines of features. */
const releaseWithout = (folders: readonly string[]) => {
  const release = makeRelease(RELEASE);
  const source = path.join(release.folder, 'dist/src');
  for (const folder of folders) {
    rmSync(path.join(source, 'plugins', folder), { recursive: true });
    removeLines(path.join(source, 'index.js'), folder);
  }
  return release;
};

it('service without features that no other uses – starts and serves all other endpoints', async () => {
  const release = releaseWithout(removable.map(({ folder }) => folder));
  const database = await createDatabase();
  try {
    const node = await start(release, { database });
    try {
      for (const address of READS) {
        const { status } = await fetch(`${node.url}${address}`);
        expect([address, status]).toEqual([address, 200]);
      }
      const answer = await fetch(`${node.url}/api/openapi.json`);
      const { paths } = (await answer.json()) as { paths: Record<string, unknown> };
      const documented = Object.keys(paths).map((at) => `/api${at.replace(/^\/api/, '')}`);
      expect(documented).toContain('/api/products/allProducts');
      for (const { endpoint } of removable) {
        expect(documented).not.toContain(endpoint);
        expect((await fetch(`${node.url}${endpoint}`)).status).toBe(404);
      }
      expect(node.output()).not.toMatch(/\berror\b/i);
    } finally {
      await node.stop();
    }
  } finally {
    await database.drop();
    release.remove();
  }
});

describe('features', () => {
  /** Files with lines that are removed together with a feature. */
  const filesWithLines =
    /^(?:config\/|src\/index[.]ts$|src\/extensions\/|src\/api\/[^/]+\/routes\/)/;

  const root = 'src/plugins/';
  const folders = globSync(`${root}{*,*/*}/index.ts`)
    .filter((file) => /^export const \w+: Feature = /m.test(readFileSync(file, 'utf8')))
    .map((file) => path.posix.dirname(file));

  const featureOf = (file: string): string | undefined =>
    folders.find((folder) => file === folder || file.startsWith(`${folder}/`));

  /** Returns the features that a file imports or names as a plugin. */
  const findUsedFeatures = (file: string): string[] => {
    const text = readFileSync(file, 'utf8').replaceAll(/^\s*(?:[/][*]|[*]|[/][/]).*$/gm, '');
    const imports = [...text.matchAll(/\b(?:from|import\()\s*'([.#][^']*)'/g)].map(
      ([, name = '']) =>
        featureOf(
          name.startsWith('#')
            ? `src/${name.slice(1)}`
            : path.posix.join(path.posix.dirname(file), name),
        ),
    );
    const plugins = [...text.matchAll(/['"`/](?:plugin::|plugins\/)([a-z-]+)[./'"`]/g)].map(
      ([, name = '']) => folders.find((folder) => folder.endsWith(`/${name}`)),
    );
    return [...new Set([...imports, ...plugins])].filter((used) => used !== undefined);
  };

  const files = globSync([
    'src/**/*.{ts,tsx}',
    'src/{api,components}/**/*.json',
    'config/*.ts',
  ]).filter((file) => !/[.]test[.]tsx?$/.test(file));
  const uses = files.flatMap((file) =>
    findUsedFeatures(file)
      .filter((used) => used !== featureOf(file))
      .map((used) => ({ by: featureOf(file) ?? file, used })),
  );

  it('features – are used only by features, their lines and custom fields', () => {
    const others = uses.filter(({ by }) => !folders.includes(by) && !filesWithLines.test(by));
    const used = others.map((use) => use.used.slice(root.length));
    expect([...new Set(used)].sort()).toEqual(fieldsOfTypes);
  });

  it('features – are used only by the listed features', () => {
    const users: Record<string, readonly string[]> = {};
    for (const folder of folders) {
      const by = uses.filter((use) => use.used === folder && folders.includes(use.by));
      const names = [...new Set(by.map((use) => use.by.slice(root.length)))].sort();
      if (names.length > 0) users[folder.slice(root.length)] = names;
    }
    expect(users).toEqual(usersOf);
  });
});
