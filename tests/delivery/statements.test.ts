import path from 'node:path';
import { listEndpoints, getFeatures } from '#feature/application';
import { getEngine } from '#delivery/engine';
import { startApp, stopQuietly, type App } from '../support/app';
import { expectDerived, HOW_TO_DERIVE } from '../support/derived';
import { formatSql } from '../support/format-sql';

/** One endpoint for each kind of statement. */
const endpointKinds = [
  ['listMedia', 'columns'],
  ['listBusinessLines', 'a file of an entry'],
  ['getProductPrices', 'values of related entries'],
  ['getPlatformPage', 'components, texts by locale and slots of a page'],
  ['getProtagonist', 'entries that refer to the one that is read'],
  ['getHomePage', 'dynamic zones'],
] as const;

/** Removes the random mark of the process. Mark and time zone differ between machines. */
const replaceMark = (statement: string): string =>
  statement.replaceAll(getEngine(app).mark, 'mark');

const removeTimeZone = (statement: string): string =>
  statement.replace(/\(([^\s()]+) AT TIME ZONE '[^']+' AT TIME ZONE 'UTC'\)/g, '$1');

let app: App;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => stopQuietly(app));

it.each(endpointKinds)(`tests/delivery/statements/%s.sql – %s (${HOW_TO_DERIVE})`, async (name) => {
  const endpoint = listEndpoints(getFeatures(app)).find(({ operationId }) => operationId === name);
  const texts: string[] = [];
  for (const { uid, form } of endpoint?.reads ?? []) {
    const statement = await getEngine(app).statementOf(uid, form);
    texts.push(`-- ${uid}\n${formatSql(replaceMark(removeTimeZone(statement)))}`);
  }
  expectDerived(path.join(__dirname, 'statements', `${name}.sql`), texts.join('\n'));
});
