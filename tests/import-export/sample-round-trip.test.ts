import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import type { UID } from '@strapi/types';
import type { SheetType } from '#plugins/tables/import-export/runs';
import { getDocumentService } from '#platform/strapi/documents';
import { PRODUCT } from '../rights/support';
import { type Admin, signIn } from '../support/admin';
import { type App, startApp } from '../support/app';
import { sheetsOf, type Sheets } from './support';

/** Texts that spreadsheet programs tend to change. */
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

/** A program that rewrites a CSV file when it opens and saves it. */
type Program = {
  /** The language of the exporting user. */
  language: 'en' | 'es';
  format: 'csv-semicolon' | 'csv-comma' | 'xlsx';
  /** Returns the program's text of a cell that it reads as a number or a date, or null. */
  cell: (text: string) => string | null;
  delimiter: string;
  end: string;
  quotes: 'texts' | 'where needed';
  encode: (text: string) => Buffer;
};

/** Numbers in Spanish and English programs. Longer ones are codes, which every program changes. */
const SPANISH = /^(-?(?:0|[1-9]\d{0,8}))(?:,(\d+))?$/;
const ENGLISH = /^(-?(?:0|[1-9]\d{0,8}))(?:\.(\d+))?$/;

/** Returns a number in a program's default format, without trailing zeros. */
const shortNumber = (text: string, pattern: RegExp, separator: string): string | null => {
  const [, whole, fraction = ''] = pattern.exec(text) ?? [];
  if (whole === undefined) return null;
  const rest = fraction.replace(/0+$/, '');
  return rest === '' ? whole : whole + separator + rest;
};

/** Returns a date with the day before the month, only if it is unambiguous. */
const spanishDate = (text: string): string | null => {
  const [, year, month, day = '0', time] =
    /^(\d{4})-(\d\d)-(\d\d) (\d\d:\d\d)(?: h)?$/.exec(text) ?? [];
  return Number(day) > 12 ? `${day}/${month}/${year} ${time}` : null;
};

const programs: Readonly<Record<string, Program>> = {
  'Excel in Spanish, as CSV UTF-8': {
    ...{ language: 'es', format: 'csv-semicolon', delimiter: ';', end: '\r\n' },
    quotes: 'where needed',
    cell: (text) => shortNumber(text, SPANISH, ',') ?? spanishDate(text),
    encode: (text) => Buffer.from(`\uFEFF${text}`),
  },
  'Excel in Spanish, as Unicode text': {
    ...{ language: 'es', format: 'csv-semicolon', delimiter: '\t', end: '\r\n' },
    quotes: 'where needed',
    cell: (text) => shortNumber(text, SPANISH, ',') ?? spanishDate(text),
    encode: (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  },
  'LibreOffice in Spanish, with currencies': {
    ...{ language: 'es', format: 'csv-semicolon', delimiter: ',', end: '\n' },
    quotes: 'texts',
    cell: (text) => {
      const [, whole, fraction] = SPANISH.exec(text) ?? [];
      if (whole === undefined) return null;
      if (fraction?.length !== 2) return shortNumber(text, SPANISH, ',');
      return `${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${fraction} €`;
    },
    encode: (text) => Buffer.from(text),
  },
  'LibreOffice in English': {
    ...{ language: 'en', format: 'csv-comma', delimiter: ',', end: '\n' },
    quotes: 'texts',
    cell: (text) => shortNumber(text, ENGLISH, '.'),
    encode: (text) => Buffer.from(text),
  },
};

/** Returns a file after a program has opened and saved it. */
const resave = (
  file: Buffer,
  { format, cell, delimiter, end, quotes, encode }: Program,
): Buffer => {
  const rows: string[][] = parse(file, {
    ...{ bom: true, relaxColumnCount: true },
    delimiter: format === 'csv-comma' ? ',' : ';',
  });
  const width = Math.max(...rows.map(({ length }) => length));
  const formatCell = (text: string): string => {
    const changedText = cell(text);
    const value = changedText ?? text;
    const needsQuotes = ['"', '\n', '\r', delimiter].some((sign) => value.includes(sign));
    const isQuoted = needsQuotes || (quotes === 'texts' && changedText === null && value !== '');
    return isQuoted ? `"${value.replaceAll('"', '""')}"` : value;
  };
  const lines = rows.map((row) =>
    Array.from({ length: width }, (_, index) => formatCell(row[index] ?? '')).join(delimiter),
  );
  return encode(lines.join(end) + end);
};

const hasLibreOffice = (): boolean => {
  try {
    execFileSync('soffice', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

describe('the sample catalogue, exported and imported', () => {
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
      // A file without entries is rejected.
      if ((await app.strapi.db.query(uid).count()) > 0) types.push(type);
    }
    const products = await getDocumentService(app, PRODUCT).findMany({ locale: 'es' });
    expect(products.length).toBeGreaterThanOrEqual(AWKWARD.length);
    for (const [index, presentation] of AWKWARD.entries()) {
      const { documentId = '' } = products[index] ?? {};
      await getDocumentService(app, PRODUCT).update({
        documentId,
        locale: 'es',
        data: { presentation },
      });
    }
  });

  afterAll(() => app.stop());

  /** Returns the changes that an import of the file would make. */
  const findChanges = async (file: Buffer, uid: string, name: string): Promise<object> => {
    const run = await sheets.check(file, { uid, name });
    const { unchanged, ...counts } = run.counts;
    expect(unchanged).toBeGreaterThan(0);
    const others =
      Math.max(...Object.values(counts)) === 0
        ? []
        : (await sheets.items(run)).filter(({ outcome }) => outcome !== 'unchanged').slice(0, 3);
    return { uid, ...counts, ignored: run.ignored, others };
  };

  const exports = new Map<string, Promise<Buffer>>();

  /** Exports a type, once for all programs that open the same file. */
  const exportOnce = (
    uid: string,
    { language = 'en', format, layout = 'rows' }: Partial<Program> & { layout?: string },
  ): Promise<Buffer> => {
    const key = `${uid} ${language} ${format} ${layout}`;
    const file = exports.get(key) ?? sheets.exported(uid, { format, layout });
    exports.set(key, file);
    return file;
  };

  const noChanges = { created: 0, changed: 0, refused: 0, left: 0, ignored: [], others: [] };

  it.each([
    ['csv-semicolon', 'rows', 'x.csv'],
    ['csv-comma', 'columns', 'x.csv'],
    ['xlsx', 'rows', 'x.xlsx'],
  ] as const)('as %s, %s – changes no entry of any type', async (format, layout, name) => {
    expect(types.length).toBeGreaterThan(5);
    for (const { uid } of types) {
      const file = await exportOnce(uid, { format, layout });
      expect(await findChanges(file, uid, name)).toEqual({ uid, ...noChanges });
    }
  });

  it.each(Object.entries(programs))(
    'opened and saved by %s – changes no entry of any type',
    async (_, program) => {
      await admin.put('/admin/users/me', { preferedLanguage: program.language });
      let changes = 0;
      for (const { uid } of types) {
        const file = await exportOnce(uid, program);
        const saved = resave(file, program);
        if (!file.equals(saved)) changes += 1;
        expect(await findChanges(saved, uid, 'x.csv')).toEqual({ uid, ...noChanges });
      }
      expect(changes).toBeGreaterThan(0);
    },
  );

  const withLibreOffice = hasLibreOffice() ? it : it.skip;
  if (!hasLibreOffice())
    process.stdout.write('LibreOffice is missing: its workbooks are not tried.\n');

  withLibreOffice('saved by LibreOffice – changes no entry of any type', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'libreoffice-'));
    const saved = path.join(folder, 'saved');
    const files: string[] = [];
    for (const [index, { uid }] of types.entries()) {
      files.push(path.join(folder, `${index}.xlsx`));
      writeFileSync(files.at(-1) ?? '', await exportOnce(uid, { format: 'xlsx' }));
    }
    const profile = `-env:UserInstallation=${pathToFileURL(path.join(folder, 'profile')).href}`;
    const options = [profile, '--headless', '--convert-to', 'xlsx', '--outdir', saved];
    await promisify(execFile)('soffice', [...options, ...files]);
    for (const [index, { uid }] of types.entries()) {
      const file = readFileSync(path.join(saved, `${index}.xlsx`));
      expect(await findChanges(file, uid, 'x.xlsx')).toEqual({ uid, ...noChanges });
    }
    rmSync(folder, { recursive: true });
  });
});
