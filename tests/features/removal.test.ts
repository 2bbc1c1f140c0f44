import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeRelease, RELEASE, start } from '../releases/release';
import { createDatabase } from '../support/database';

/** Features without dependents in the service, with an endpoint of each. */
const removable = [
  { folder: 'commerce/checkout', endpoint: '/api/user-endpoints/orders' },
  { folder: 'partner-video', endpoint: '/api/videopartner/catalog' },
];

const READS = ['/api/products/allProducts', '/api/products', '/docs', '/_ready'];

/** The lists that name features. */
const LISTS = ['index.js', 'document-pipeline.js'];

/** Removes the lines of a feature from a compiled list; returns whether there were any. */
const removeLines = (file: string, folder: string): boolean => {
  const compiled = readFileSync(file, 'utf8');
  const [line, name] =
    new RegExp(`const (\\w+) = require\\("./plugins/${folder}"\\);`).exec(compiled) ?? [];
  if (line === undefined || name === undefined) return false;
  const without = compiled.replace(line, '').replace(new RegExp(`\\b${name}[.]\\w+,?`, 'g'), '');
  if (without.includes(name)) throw new Error(`${folder} is still in ${file}`);
  writeFileSync(file, without);
  return true;
};

/** The compiled service without a feature's folder and lines. */
const releaseWithout = (folder: string) => {
  const release = makeRelease(RELEASE);
  const source = path.join(release.folder, 'dist/src');
  rmSync(path.join(source, 'plugins', folder), { recursive: true });
  const removed = LISTS.filter((list) => removeLines(path.join(source, list), folder));
  if (!removed.includes('index.js')) throw new Error(`${folder} is not among the features`);
  return release;
};

describe.each(removable)('the service without $folder', ({ folder, endpoint }) => {
  it('should serve everything else', async () => {
    const release = releaseWithout(folder);
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
        expect(documented).not.toContain(endpoint);
        expect((await fetch(`${node.url}${endpoint}`)).status).toBe(404);
        expect(node.output()).not.toMatch(/\berror\b/i);
      } finally {
        await node.stop();
      }
    } finally {
      await database.drop();
      release.remove();
    }
  });
});
