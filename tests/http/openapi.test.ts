import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { endpoints } from '../support/endpoints';
import { startApp, type App } from '../support/app';

let app: App;

type Document = {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, { operationId: string; responses: object }>>;
};

beforeAll(async () => {
  app = await startApp({ env: { PUBLIC_URL: 'https://cms.example.com' } });
});

afterAll(() => app.stop());

const document = async (): Promise<Document> =>
  (await app.request.get('/api/openapi.json').expect(200)).body as Document;

it('names every endpoint with its answer', async () => {
  const { openapi, servers, paths } = await document();
  expect([openapi.slice(0, 3), servers]).toEqual(['3.1', [{ url: 'https://cms.example.com/api' }]]);
  for (const { method, path: at, operationId, status = 200 } of endpoints) {
    const operation = paths[at.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    expect(operation?.operationId).toBe(operationId);
    expect(operation?.responses).toHaveProperty(String(status));
  }
});

it('passes the linter without an error', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'openapi-'));
  try {
    const file = path.join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(await document()));
    const cli = path.resolve(__dirname, '../../node_modules/@redocly/cli/bin/cli.js');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [cli, 'lint', file, '--format=json'],
      {
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
        maxBuffer: 50_000_000,
      },
    );
    const { totals } = JSON.parse(stdout) as { totals: { errors: number } };
    expect(totals.errors).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('is shown to people without anything from elsewhere', async () => {
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
