import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { documentsOf } from '../../src/platform/strapi/documents';
import { course, openSchool, PRODUCT, store, type School } from '../rights/support';
import { type App, startApp } from '../support/app';
import { testEnvironment } from '../support/environment';
import { rowsOf } from './support';

const root = path.resolve(__dirname, '../..');

type Ended = { code: number; output: string };

describe('Importing and exporting from the command line', () => {
  let app: App;
  let school: School;
  let folder: string;
  /** The metrics port of the service beside it. */
  let figures: Server;

  beforeAll(async () => {
    figures = createServer().listen(0, '127.0.0.1');
    await once(figures, 'listening');
    app = await startApp();
    school = await openSchool(app);
    folder = mkdtempSync(path.join(os.tmpdir(), 'sheets-'));
  });

  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await app.stop();
    figures.close();
  });

  /** Runs `npm run export` and `npm run import` beside the running service. */
  const run = async (...args: string[]): Promise<Ended> => {
    const program = path.join(root, 'dist/scripts/spreadsheets.js');
    const { port } = figures.address() as AddressInfo;
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

  it('writes what somebody may read, and reads it again as theirs', async () => {
    const mine = course({ verticals: [school.medicina.documentId] });
    const foreign = course({ verticals: [school.psicologia.documentId] });
    const [own, other] = [await store(app, PRODUCT, mine), await store(app, PRODUCT, foreign)];
    const file = path.join(folder, 'products.csv');
    const as = ['--type', 'product', '--as', 'ana@example.com'];

    const exported = await run('export', ...as, '--out', file);
    expect(exported).toMatchObject({ code: 0 });
    const [first = [], ...rows] = rowsOf(readFileSync(file));
    expect(rows.map(([id]) => id)).toEqual([own]);

    const title = first.indexOf('Title');
    const changed = [first, ...rows.map((row) => row.with(title, 'From the file'))];
    // A row of another run, added by hand.
    changed.push(first.map((_, at) => (at === 0 ? other : at === title ? 'Not mine' : '')));
    writeFileSync(file, changed.map((row) => row.map((cell) => `"${cell}"`).join(';')).join('\n'));

    const result = path.join(folder, 'result.csv');
    const dry = await run('import', file, ...as, '--dry-run', '--result', result);
    expect(dry).toMatchObject({ code: 3 });
    expect(dry.output).toMatch(/checked: 2 of 2; 0 created, 1 changed, 0 unchanged, 1 refused/);
    expect(
      await documentsOf(app, PRODUCT).findOne({ documentId: own, locale: 'es' }),
    ).toMatchObject({ title: mine.title });

    await run('import', file, ...as, '--result', result);
    expect(
      await documentsOf(app, PRODUCT).findOne({ documentId: own, locale: 'es' }),
    ).toMatchObject({ title: 'From the file' });
    expect(rowsOf(readFileSync(result)).map((row) => row.at(-3))).toEqual([
      'import result',
      'changed',
      'refused',
    ]);
  });

  it.each([
    [['export', '--type', 'product', '--as', 'nobody@example.com', '--out', 'x.csv'], /Nobody/],
    [['export', '--type', 'nonsense', '--as', 'ana@example.com', '--out', 'x.csv'], /no type/],
    [['import', '--type', 'product', '--as', 'ana@example.com'], /The file is missing/],
  ])('says what is wrong with %j', async (args, what) => {
    const { code, output } = await run(...args);
    expect(code).toBe(2);
    expect(output).toMatch(what);
  });
});
