import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { UID } from '@strapi/types';
import type { SheetType } from '../../src/plugins/import-export/runs';
import { documentsOf } from '../../src/strapi/documents';
import { PRODUCT } from '../rights/support';
import { type Admin, signIn } from '../support/admin';
import { type App, startApp } from '../support/app';
import { sheetsOf, type Sheets } from './support';

/** Texts that spreadsheets like to change. */
const AWKWARD = [
  '0012',
  '=1+1',
  '-5',
  '+34 600 000 000',
  '@x',
  "'=x",
  '1E5',
  '3-4',
  '1.234,50',
  '31/12/2026',
  'true',
  '#N/A',
  '[clear]',
  'JosÃ©',
  'two\nlines, and “quotes” "of" ;all\tkinds|',
  '👩‍⚕️ emoji é',
  '  ',
  'a'.repeat(30_000),
];

const hasLibreOffice = (): boolean => {
  try {
    execFileSync('soffice', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

describe('The sample catalogue, exported and imported', () => {
  let app: App;
  let admin: Admin;
  let sheets: Sheets;
  let types: SheetType[];

  beforeAll(async () => {
    app = await startApp({ seed: true });
    admin = await signIn(app);
    sheets = sheetsOf(app, admin);
    const { data } = (await admin.get('/import-export/types')).body;
    types = [];
    for (const type of data as SheetType[]) {
      const { uid } = type as { uid: UID.ContentType };
      // A file without entries is refused.
      if ((await app.strapi.db.query(uid).count()) > 0) types.push(type);
    }
    const products = await documentsOf(app, PRODUCT).findMany({ locale: 'es' });
    expect(products.length).toBeGreaterThanOrEqual(AWKWARD.length);
    for (const [at, presentation] of AWKWARD.entries()) {
      const { documentId = '' } = products[at] ?? {};
      await documentsOf(app, PRODUCT).update({ documentId, locale: 'es', data: { presentation } });
    }
  });

  afterAll(() => app.stop());

  /** What would not stay as it is, of an import of the file. */
  const changesBy = async (file: Buffer, uid: string, name: string): Promise<object> => {
    const run = await sheets.check(file, { uid, name });
    const items = await sheets.items(run);
    const { created, changed, refused, left } = run.counts;
    const others = items.filter(({ outcome }) => outcome !== 'unchanged').slice(0, 3);
    return { uid, created, changed, refused, left, ignored: run.ignored, others };
  };

  const nothing = { created: 0, changed: 0, refused: 0, left: 0, ignored: [], others: [] };

  it.each([
    ['csv-semicolon', 'rows', 'x.csv'],
    ['csv-comma', 'columns', 'x.csv'],
    ['xlsx', 'rows', 'x.xlsx'],
  ])('as %s, %s – changes nothing, of no type', async (format, layout, name) => {
    expect(types.length).toBeGreaterThan(5);
    for (const { uid } of types) {
      const file = await sheets.exported(uid, { format, layout });
      expect(await changesBy(file, uid, name)).toEqual({ uid, ...nothing });
    }
  });

  const withLibreOffice = hasLibreOffice() ? it : it.skip;
  if (!hasLibreOffice())
    process.stdout.write('LibreOffice is missing: its workbooks are not tried.\n');

  withLibreOffice('saved again by LibreOffice – changes nothing, of no type', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'libreoffice-'));
    const saved = path.join(folder, 'saved');
    const files: string[] = [];
    for (const [at, { uid }] of types.entries()) {
      files.push(path.join(folder, `${at}.xlsx`));
      writeFileSync(files.at(-1) ?? '', await sheets.exported(uid, { format: 'xlsx' }));
    }
    const profile = `-env:UserInstallation=${pathToFileURL(path.join(folder, 'profile')).href}`;
    const options = [profile, '--headless', '--convert-to', 'xlsx', '--outdir', saved];
    await promisify(execFile)('soffice', [...options, ...files]);
    for (const [at, { uid }] of types.entries()) {
      const file = readFileSync(path.join(saved, `${at}.xlsx`));
      expect(await changesBy(file, uid, 'x.xlsx')).toEqual({ uid, ...nothing });
    }
    rmSync(folder, { recursive: true });
  });
});
