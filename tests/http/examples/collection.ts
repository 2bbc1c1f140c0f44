import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Ready } from './requests';

const modules = path.resolve(__dirname, '../../../node_modules');

const PORTMAN = path.join(modules, '@apideck/portman/bin/portman');
const NEWMAN = path.join(modules, 'newman/bin/newman.js');

/** Portman's tests of every response. */
const contractTests = ['statusSuccess', 'contentType', 'jsonBody', 'schemaValidation'];

type Value = { key: string; value: string };

type CollectionRequest = {
  method: string;
  url: { path: string[]; query?: Value[]; variable?: Value[] };
  body?: { raw?: string };
};

type Folder = { item: (Folder | Item)[] };

/** A request of a Postman collection with its tests. */
export type Item = { name: string; request: CollectionRequest; event?: unknown[] };

export type Collection = Folder & Record<string, unknown>;

const withFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'collection-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const run = (cwd: string, program: string, args: readonly string[]) =>
  promisify(execFile)(process.execPath, [program, ...args], { cwd, maxBuffer: 50_000_000 });

/** Returns the collection that Portman generates from an OpenAPI document. */
export const collectionOf = (document: unknown): Promise<Collection> =>
  withFolder(async (folder) => {
    const tests = Object.fromEntries(contractTests.map((name) => [name, { enabled: true }]));
    const config = {
      version: 1,
      tests: { contractTests: [{ openApiOperation: '*::/*', ...tests }] },
    };
    writeFileSync(path.join(folder, 'openapi.json'), JSON.stringify(document));
    writeFileSync(path.join(folder, 'config.json'), JSON.stringify(config));
    await run(folder, PORTMAN, ['-l', 'openapi.json', '-c', 'config.json', '-o', 'made.json']);
    return JSON.parse(readFileSync(path.join(folder, 'made.json'), 'utf8')) as Collection;
  });

/** Returns every request of a collection, by method and path as in the contracts. */
export const itemsOf = (folder: Folder): Map<string, Item> =>
  new Map(
    folder.item.flatMap((item): [string, Item][] => {
      if ('item' in item) return [...itemsOf(item)];
      const { method, url } = item.request;
      return [[`${method} /${url.path.join('/')}`, item]];
    }),
  );

/** Returns the parameters by name, and the body, of a request of a collection. */
export const shownIn = ({ request }: Item) => ({
  parameters: Object.fromEntries(
    [...(request.url.query ?? []), ...(request.url.variable ?? [])].map(({ key, value }) => [
      key,
      value,
    ]),
  ),
  body: request.body?.raw === undefined ? undefined : (JSON.parse(request.body.raw) as unknown),
});

/** Returns an item with the given request, and its tests. */
export const sending = (
  item: Item,
  url: string,
  { method, path: at, headers, body }: Ready,
): unknown => ({
  ...item,
  request: {
    method,
    url: `${url}${at}`,
    header: Object.entries(headers).map(([key, value]) => ({ key, value })),
    ...(body !== undefined && { body: { mode: 'raw', raw: body } }),
  },
});

type Failure = { source?: { name?: string }; error?: { test?: string; message?: string } };

type Report = { run: { stats: { assertions: { total: number } }; failures: Failure[] } };

/** Runs requests with their tests; returns the number of tests and the failures. */
export const runByNewman = (collection: Collection, items: readonly unknown[]) =>
  withFolder(async (folder) => {
    const [file, report] = [path.join(folder, 'run.json'), path.join(folder, 'report.json')];
    writeFileSync(file, JSON.stringify({ ...collection, item: items }));
    const args = [
      'run',
      file,
      '--suppress-exit-code',
      '--reporters',
      'json',
      '--reporter-json-export',
    ];
    await run(folder, NEWMAN, [...args, report]);
    const { stats, failures } = (JSON.parse(readFileSync(report, 'utf8')) as Report).run;
    return {
      assertions: stats.assertions.total,
      failures: failures.map(({ source, error }) =>
        [source?.name, error?.test, error?.message].filter(Boolean).join(': '),
      ),
    };
  });
