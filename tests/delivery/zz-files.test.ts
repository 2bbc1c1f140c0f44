import { Session } from 'node:inspector/promises';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startApp, stopQuietly, type App } from '../support/app';

let app: App;
beforeAll(async () => {
  app = await startApp({ seed: true });
});
afterAll(() => stopQuietly(app));
const compiled = path.resolve(__dirname, '../../dist');
const fileOf = (url: string): string => (url.startsWith('file:') ? fileURLToPath(url) : url);

it('counts', async () => {
  const { body } = await app.request.get('/api/products/allProducts?lang=es').expect(200);
  const { data } = body as { data: { slug: string }[] };
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const sets: Set<string>[] = [];
  for (const { slug } of data.slice(0, 4)) {
    await session.post('Profiler.takePreciseCoverage');
    const { headers } = await app.request.get(`/api/products/productBySlug/${slug}/es`).expect(200);
    const { result } = await session.post('Profiler.takePreciseCoverage');
    expect(headers['x-cache']).toBe('MISS');
    sets.push(
      new Set(
        result
          .filter(({ functions }) =>
            functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)),
          )
          .map(({ url }) => fileOf(url))
          .filter((file) =>
            ['src', 'config'].some(
              (name) =>
                file.includes(`/dist/${name}/`) || file.startsWith(path.join(compiled, name)),
            ),
          ),
      ),
    );
  }
  const [, first = new Set<string>(), ...rest] = sets;
  const files = [...first].filter((file) => rest.every((other) => other.has(file)));
  writeFileSync(
    process.env.FILES_OUT ?? '/tmp/w5/files.txt',
    files
      .map((file) => file.replace(/.*\/dist\//, ''))
      .sort()
      .join('\n') + '\n',
  );
});
