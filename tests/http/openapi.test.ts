import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { endpoints } from '../support/endpoints';
import { startApp, type App } from '../support/app';

let app: App;

type Document = {
  openapi: string;
  servers: { url: string }[];
  paths: Record<
    string,
    Record<string, { operationId: string; description?: string; responses: object }>
  >;
  webhooks: Record<string, { post: { requestBody: { content: Content } } }>;
  components: { responses: Record<string, { content?: Content }> };
};

beforeAll(async () => {
  app = await startApp({ env: { PUBLIC_URL: 'https://cms.campus.test' } });
});

afterAll(() => app.stop());

const fetchDocument = async (): Promise<Document> =>
  (await app.request.get('/api/openapi.json').expect(200)).body as Document;

it('GET /api/openapi.json – contains every endpoint with its response', async () => {
  const { openapi, servers, paths } = await fetchDocument();
  expect([openapi.slice(0, 3), servers]).toEqual(['3.1', [{ url: 'https://cms.campus.test/api' }]]);
  for (const { method, path: at, operationId, status = 200 } of endpoints) {
    const operation = paths[at.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    expect(operation?.operationId).toBe(operationId);
    expect(operation?.responses).toHaveProperty(String(status));
  }
});

type Content = Record<string, { schema: unknown; example?: unknown; examples?: object }>;

it('GET /api/openapi.json – has an example of every body, response and error', async () => {
  const { paths, components } = await fetchDocument();
  const missing: string[] = [];
  for (const { method, path: at, operationId, errors = [] } of endpoints) {
    const { requestBody, responses } = paths[at.replace(/:(\w+)/g, '{$1}')]?.[
      method.toLowerCase()
    ] as unknown as {
      requestBody?: { content: Content };
      responses: Record<string, { $ref?: string; content?: Content }>;
    };
    const contentOf = (status: number | string): Content | undefined => {
      const { $ref = '', content } = responses[status] ?? {};
      return content ?? components.responses[$ref.split('/').at(-1) ?? '']?.content;
    };
    const documentedContents = {
      body: requestBody?.content,
      ...Object.fromEntries(Object.keys(responses).map((status) => [status, contentOf(status)])),
    };
    for (const [of, content = {}] of Object.entries(documentedContents)) {
      for (const [type, { example, examples }] of Object.entries(content)) {
        const hasExample = example !== undefined || examples !== undefined;
        if (!type.startsWith('image/') && !hasExample) missing.push(`${operationId} ${of} ${type}`);
      }
    }
    for (const { code, status } of errors) {
      const examples = contentOf(status)?.['application/json']?.examples ?? {};
      if (!(code in examples)) missing.push(`${operationId} ${code}`);
    }
  }
  expect(missing).toEqual([]);
});

it('GET /api/openapi.json – describes every endpoint, and has an example of content.updated', async () => {
  const { paths, webhooks } = await fetchDocument();
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  expect(operations.filter(({ description = '' }) => description === '')).toEqual([]);
  const { requestBody } = webhooks['content.updated']?.post ?? {};
  expect(requestBody?.content['application/json']?.example).toMatchObject({
    type: 'content.updated',
    data: { slugs: { before: 'anatomia', after: 'anatomia-clinica' } },
  });
});

/** Returns the Markdown attributes of the types that endpoints read. */
const markdownAttributes = (): Set<string> =>
  new Set(
    Object.values(app.strapi.contentTypes)
      .filter(({ uid }) =>
        endpoints.some(({ reads = [] }) => reads.some((read) => read.uid === uid)),
      )
      .flatMap(({ attributes }) => Object.entries(attributes as Record<string, { type: string }>))
      .flatMap(([name, { type }]) => (type === 'richtext' ? [name] : [])),
  );

type Schema = { properties?: Record<string, unknown> };

it('GET /api/openapi.json – Markdown fields – have the media type text/markdown', async () => {
  const names = markdownAttributes();
  const { components } = (await fetchDocument()) as unknown as {
    components: { schemas: Record<string, Schema> };
  };
  const fields = Object.entries(components.schemas).flatMap(([schema, { properties = {} }]) =>
    Object.entries(properties).flatMap(([name, field]) =>
      names.has(name) ? [{ at: `${schema}.${name}`, text: JSON.stringify(field) }] : [],
    ),
  );
  expect(fields.map(({ at }) => at)).toEqual(
    expect.arrayContaining(['ProductDetail.syllabus', 'Protagonist.cv']),
  );
  const withoutMediaType = fields.filter(
    ({ text }) => !text.includes('"contentMediaType":"text/markdown"'),
  );
  expect(withoutMediaType.map(({ at }) => at)).toEqual([]);
});

it('GET /api/openapi.json – passes Redocly without errors or warnings', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'openapi-'));
  try {
    const file = path.join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(await fetchDocument()));
    const config = path.resolve(__dirname, '../../redocly.yaml');
    const cli = path.resolve(__dirname, '../../node_modules/@redocly/cli/bin/cli.js');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [cli, 'lint', file, '--format=json', `--config=${config}`],
      {
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
        maxBuffer: 50_000_000,
      },
    );
    const { problems } = JSON.parse(stdout) as { problems: { ruleId: string; message: string }[] };
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('GET /docs – loads scripts and styles only from its own address', async () => {
  const page = await app.request.get('/docs').expect(200);
  const addresses = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(
    (match) => match[1] ?? '',
  );
  expect(addresses.length).toBeGreaterThan(2);
  for (const address of addresses) {
    expect(address).toMatch(/^\/docs\//);
    await app.request.get(address).expect(200);
  }
});

describe('the guide', () => {
  /** Serves files as the built guide while a function runs. */
  const withGuide = async (files: Record<string, string>, run: () => Promise<void>) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'guide-'));
    for (const [name, content] of Object.entries(files)) {
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
    const { dist } = app.strapi.dirs;
    const { root } = dist;
    dist.root = folder;
    try {
      await run();
    } finally {
      dist.root = root;
      rmSync(folder, { recursive: true, force: true });
    }
  };

  it('GET /docs/guide – not built – returns 404, and the API page has no link to it', () =>
    withGuide({}, async () => {
      for (const at of ['/docs/guide/', '/docs/guide/index.html', '/llms.txt']) {
        const { body } = await app.request.get(at).expect(404);
        expect(body).toMatchObject({ error: { details: { code: 'GUIDE_NOT_BUILT' } } });
      }
      expect((await app.request.get('/docs').expect(200)).text).not.toContain('/docs/guide');
    }));

  it('GET /docs/guide – built – serves its pages, hashed files and texts, and no other files', () =>
    withGuide(
      {
        'docs/index.html': '<h1>Start</h1>',
        'docs/how-to/index.html': '<h1>Guides</h1>',
        'docs/assets/app.a1.js': 'plain()',
        'docs/assets/app.a1.js.gz': 'compressed',
        'docs/llms.txt': '# Education CMS',
        'docs/.hidden': 'secret',
        'config.stamp': 'secret',
      },
      async () => {
        const page = await app.request.get('/docs/guide/').expect(200, '<h1>Start</h1>');
        expect(page.headers).toMatchObject({
          'cache-control': 'no-cache',
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': expect.stringContaining("script-src 'self'") as unknown,
        });
        await app.request
          .get('/docs/guide/')
          .set('If-Modified-Since', String(page.headers['last-modified']))
          .expect(304);
        await app.request.head('/docs/guide/').expect(200);
        await app.request.post('/docs/guide/').expect(405);
        await app.request.get('/docs/guide').expect(302).expect('Location', '/docs/guide/');
        await app.request.get('/docs/guide/how-to').expect('Location', '/docs/guide/how-to/');
        await app.request.get('/docs/guide/how-to/').expect(200, '<h1>Guides</h1>');
        await app.request.get('/docs/guide/api.html').expect('Location', '/docs');
        await app.request
          .get('/docs/guide/assets/app.a1.js')
          .set('Accept-Encoding', 'identity')
          .expect('Cache-Control', 'public, max-age=31536000, immutable')
          .expect('Vary', /Accept-Encoding/)
          .expect(200, 'plain()');
        for (const at of ['/llms.txt', '/docs/llms.txt']) {
          await app.request
            .get(at)
            .expect('Content-Type', /^text\/plain/)
            .expect('# Education CMS');
        }
        expect((await app.request.get('/docs').expect(200)).text).toContain('href="/docs/guide/"');
        for (const [file, refusal] of [
          ['missing.html', 404],
          ['.hidden/', 404],
          ['%2e%2e%2fconfig.stamp', 404],
          ['..%252fconfig.stamp', 404],
          ['/etc/passwd', 404],
          ['%00', 400],
        ]) {
          const { status, text } = await app.request.get(`/docs/guide/${file}`);
          expect([file, status]).toEqual([file, refusal]);
          expect(text).not.toMatch(/secret|root:|ENOENT/);
        }
      },
    ));
});
