import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { getDocumentService } from '#platform/strapi/documents';
import type * as importExport from '#plugins/tables/import-export';
import { course, openSchool, PRODUCT, store, type School } from '../rights/support';
import { type App, startApp } from '../support/app';
import { testEnvironment } from '../support/environment';
import { hostModule } from '../support/host';
import { rowsOf } from './support';

const root = path.resolve(__dirname, '../..');

/** The part of the feature that the programs call. */
type Operator = Record<
  keyof Pick<typeof importExport, 'exportToFile'>,
  (app: App, command: object) => Promise<void>
>;

type Result = { code: number; output: string };

describe('npm run export and npm run import', () => {
  let app: App;
  let school: School;
  let folder: string;
  /** Occupies the metrics port, like a service on the same machine. */
  let metricsServer: Server;

  beforeAll(async () => {
    metricsServer = createServer().listen(0, '127.0.0.1');
    await once(metricsServer, 'listening');
    app = await startApp();
    school = await openSchool(app);
    folder = mkdtempSync(path.join(os.tmpdir(), 'sheets-'));
  });

  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await app.stop();
    metricsServer.close();
  });

  /** Runs `npm run export` or `npm run import` beside the running service. */
  const run = async (...args: string[]): Promise<Result> => {
    const program = path.join(root, 'dist/scripts/spreadsheets.js');
    const { port } = metricsServer.address() as AddressInfo;
    const settings = { ...testEnvironment(app.database), METRICS_PORT: String(port) };
    const env = { ...process.env, ...settings };
    try {
      const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...args], {
        cwd: root,
        env,
      });
      return { code: 0, output: stdout + stderr };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, output: stdout + stderr };
    }
  };

  it('--as – exports and imports with the permissions of the user', async () => {
    const ownData = course({ verticals: [school.medicina.documentId] });
    const foreignData = course({ verticals: [school.psicologia.documentId] });
    const [ownId, foreignId] = [
      await store(app, PRODUCT, ownData),
      await store(app, PRODUCT, foreignData),
    ];
    const file = path.join(folder, 'products.csv');
    const options = ['--type', 'product', '--as', 'ana@example.com'];

    const exported = await run('export', ...options, '--out', file);
    expect(exported).toMatchObject({ code: 0 });
    const [headings = [], ...rows] = rowsOf(readFileSync(file));
    expect(rows.map(([id]) => id)).toEqual([ownId]);

    const title = headings.indexOf('Title');
    const newRows = [headings, ...rows.map((row) => row.with(title, 'From the file'))];
    // A row of a foreign entry, added by hand.
    newRows.push(
      headings.map((_, index) => (index === 0 ? foreignId : index === title ? 'Not mine' : '')),
    );
    writeFileSync(file, newRows.map((row) => row.map((cell) => `"${cell}"`).join(';')).join('\n'));

    const result = path.join(folder, 'result.csv');
    const dryRun = await run('import', file, ...options, '--dry-run', '--result', result);
    expect(dryRun).toMatchObject({ code: 3 });
    expect(dryRun.output).toMatch(/checked: 2 of 2; 0 created, 1 changed, 0 unchanged, 1 refused/);
    expect(
      await getDocumentService(app, PRODUCT).findOne({ documentId: ownId, locale: 'es' }),
    ).toMatchObject({ title: ownData.title });

    await run('import', file, ...options, '--result', result);
    expect(
      await getDocumentService(app, PRODUCT).findOne({ documentId: ownId, locale: 'es' }),
    ).toMatchObject({ title: 'From the file' });
    expect(rowsOf(readFileSync(result)).map((row) => row.at(-3))).toEqual([
      'import result',
      'changed',
      'refused',
    ]);
  });

  it.each([
    [
      ['export', '--type', 'product', '--as', 'nobody@example.com', '--out', 'x.csv'],
      /No administrator/,
    ],
    [['import', '--type', 'product', '--as', 'ana@example.com'], /The file is missing/],
  ])('invalid arguments %j – name the error', async (args, message) => {
    const { code, output } = await run(...args);
    expect(code).toBe(2);
    expect(output).toMatch(message);
  });

  it('unknown type – is named in the error', async () => {
    const { exportToFile } = hostModule<Operator>(
      path.join(root, 'dist/src/plugins/tables/import-export'),
    );
    const command = { type: 'nonsense', as: 'ana@example.com', out: 'x.csv', layout: 'rows' };
    await expect(exportToFile(app, { ...command, format: 'csv-comma' })).rejects.toMatchObject({
      name: 'CommandError',
      message: expect.stringMatching(/no type/) as string,
    });
  });
});
