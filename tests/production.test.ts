import { readdirSync, readFileSync } from 'node:fs';
import module, { isBuiltin } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startProcess } from './support/process';

const root = path.resolve(__dirname, '..');
const dist = path.join(root, 'dist');

const namesIn = (folder: string): string[] => readdirSync(path.join(dist, folder)).sort();

/** The compiled files, without the browser files of the panel in `build`. */
const compiled = ['config', 'scripts', 'src'].flatMap((part) =>
  readdirSync(path.join(dist, part), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => path.join(part, file)),
);

/** The packages that the compiled service imports. */
const required = new Set(
  compiled
    .flatMap((file) => [
      ...readFileSync(path.join(dist, file), 'utf8').matchAll(
        /(?:require\d*|import|require\.resolve)\((['"])([^'"./][^'"]*)\1\)/g,
      ),
    ])
    .map(([, , name = '']) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
    .filter((name) => !isBuiltin(name)),
);

/** Packages that only Strapi imports, and the one that an installation runs. */
const usedByOthers = [
  '@strapi/plugin-users-permissions',
  '@strapi/provider-email-nodemailer',
  'patch-package',
  'react-router-dom',
  'styled-components',
];

describe('production build', () => {
  it('dist – contains only parts of the service', () => {
    expect(['build', 'config', 'config.stamp', 'docs', 'docs.stamp', 'scripts', 'src']).toEqual(
      expect.arrayContaining(namesIn('.')),
    );
    expect(namesIn('scripts')).toEqual(['media.js', 'run', 'serve.js', 'spreadsheets.js']);
    expect(compiled.filter((file) => file.includes('.test.'))).toEqual([]);
  });

  it('dependencies – are exactly the imported packages', () => {
    const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const declared = Object.keys(dependencies);
    expect([...required].filter((name) => !declared.includes(name))).toEqual([]);
    expect(declared.filter((name) => !required.has(name)).sort()).toEqual(usedByOthers);
  });

  // Node.js 22.15 is the first version that can report loaded modules.
  ('registerHooks' in module ? it : it.skip)(
    'production packages – are enough to start and to answer requests',
    async () => {
      const hooks = pathToFileURL(path.join(__dirname, 'support/production-packages.mjs')).href;
      const service = await startProcess({ env: { NODE_OPTIONS: `--import ${hooks}` } });
      try {
        const { body, status } = await service.request.get('/api/openapi.json');
        expect(status).toBe(200);
        expect(body).toHaveProperty('openapi');
      } finally {
        await service.stop();
      }
    },
  );
});
