import { readFileSync } from 'node:fs';
import path from 'node:path';
import { TRIED_STRAPI, buildVersionWarning } from '#platform/releases/strapi-version';
import { createDatabase, type TestDatabase } from '../support/database';
import { launch, makeRelease, RELEASE, type Node, type Release } from './release';

const root = path.resolve(__dirname, '../..');

type Manifest = Record<'dependencies' | 'devDependencies', Record<string, string>>;

const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest;

describe('version of Strapi', () => {
  it('package.json – has the tried version in every package of Strapi', () => {
    const { dependencies, devDependencies } = manifest;
    const strapiPackages = [
      '@strapi/strapi',
      '@strapi/types',
      '@strapi/utils',
      '@strapi/content-manager',
    ];
    const all = { ...dependencies, ...devDependencies };
    expect(strapiPackages.map((name) => all[name])).toEqual(strapiPackages.map(() => TRIED_STRAPI));
    expect(buildVersionWarning(TRIED_STRAPI)).toBeNull();
  });

  it('buildVersionWarning – another version – returns it with the tried version and the guide', () => {
    expect(buildVersionWarning('5.99.0')).toMatch(
      /5\.99\.0.*5\.\d+\.\d+.*docs\/how-to\/upgrade-strapi\.md/,
    );
  });

  describe('start with an untried version', () => {
    let database: TestDatabase;
    let release: Release;
    const nodes: Node[] = [];

    beforeAll(async () => {
      database = await createDatabase();
      release = makeRelease(RELEASE, ({ write }) => {
        const file = 'platform/releases/strapi-version.js';
        const compiled = readFileSync(path.join(root, 'dist/src', file), 'utf8');
        write(file, compiled.replace(`'${TRIED_STRAPI}'`, `'5.1.0'`));
      });
    });

    afterAll(async () => {
      for (const node of nodes) await node.stop();
      release.remove();
      await database.drop();
    });

    const start = async (policy: string): Promise<Node> => {
      const node = await launch(release, {
        database,
        env: { STRAPI_UNTRIED: policy, LOG_LEVEL: 'warn' },
      });
      nodes.push(node);
      return node;
    };

    it('STRAPI_UNTRIED=refuse – fails with one line', async () => {
      const node = await start('refuse');
      expect(await node.ended()).toBe(1);
      expect(node.output().trim().split('\n')).toEqual([
        expect.stringContaining('tried with 5.1.0: see docs/how-to/upgrade-strapi.md'),
      ]);
    });

    it('STRAPI_UNTRIED=warn – succeeds with a warning', async () => {
      const node = await start('warn');
      await node.ready();
      expect(node.output()).toContain('tried with 5.1.0: see docs/how-to/upgrade-strapi.md');
    });
  });
});
