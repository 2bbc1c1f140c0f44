import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { endpointsOf, featuresOf } from '../../src/feature/application';
import { engineOf } from '../../src/reading/engine';
import { startApp, stopQuietly, type App } from '../support/app';
import { formatSql } from '../support/format-sql';

const folder = path.join(__dirname, 'statements');
const command = 'UPDATE_STATEMENTS=true npm test -- tests/reading/statements';

/** Statements take times out of the process's own zone, which is not UTC on everybody's machine. */
const ofAnyProcess = (statement: string): string =>
  statement.replaceAll(engineOf(app).mark, 'mark');

const inUtc = (statement: string): string =>
  statement.replace(/\(([^\s()]+) AT TIME ZONE '[^']+' AT TIME ZONE 'UTC'\)/g, '$1');

let app: App;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => stopQuietly(app));

/** By the name of the file: what an endpoint reads documents with. */
const statements = async (): Promise<Record<string, string>> => {
  const files: Record<string, string> = {};
  for (const { operationId, reads = [] } of endpointsOf(featuresOf(app))) {
    const texts: string[] = [];
    for (const { uid, form } of reads) {
      const statement = await engineOf(app).statementOf(uid, form);
      texts.push(`-- ${uid}\n${formatSql(ofAnyProcess(inUtc(statement)))}`);
    }
    if (texts.length > 0) files[`${operationId}.sql`] = texts.join('\n');
  }
  return files;
};

const writtenDown = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]),
  );

it(`every statement is as tests/reading/statements has it; written anew by: ${command}`, async () => {
  const current = await statements();
  if (process.env.UPDATE_STATEMENTS === 'true') {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    for (const [name, text] of Object.entries(current)) {
      writeFileSync(path.join(folder, name), text);
    }
  }
  expect(writtenDown()).toEqual(current);
});
