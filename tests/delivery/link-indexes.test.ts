import { listEndpoints, getFeatures } from '#feature/application';
import { getEngine } from '#delivery/engine';
import { createSqlRunner } from '#platform/strapi/pooled-sql';
import { startApp, stopQuietly, type App } from '../support/app';

let app: App;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => stopQuietly(app));

/**
 * Returns the sub-selects over links and their targets in a statement, each with a literal parent row: the
 * text between FROM and the end of its order.
 */
const extractLinkQueries = (statement: string): string[] => {
  const link =
    /FROM ("\w+" (d\w*l) JOIN "\w+" d\w* ON d\w*\.id = \2\."\w+") WHERE (\2\."\w+" = )d\w*\.id((?: AND \2\."\w+" = '[^']*')*)/g;
  const order = /^(?:(?! FROM ).)*? ORDER BY (d\w*l\."\w+", d\w*l\.id) LIMIT 1/;
  return [...statement.matchAll(link)].flatMap((match) => {
    const [text, from, , where = '', on = ''] = match;
    const [, sorted] = order.exec(statement.slice(match.index + text.length)) ?? [];
    return sorted === undefined
      ? []
      : [`SELECT 1 FROM ${from} WHERE ${where}1${on} ORDER BY ${sorted} LIMIT 1`];
  });
};

it('first target of a link – is found without sorting', async () => {
  const statements = new Set<string>();
  for (const { reads = [] } of listEndpoints(getFeatures(app))) {
    for (const { uid, form } of reads) {
      for (const link of extractLinkQueries(await getEngine(app).statementOf(uid, form)))
        statements.add(link);
    }
  }
  expect(statements.size).toBeGreaterThan(20);
  const { connection } = app.strapi.db;
  const sortingPlans = await connection.transaction(async (trx) => {
    const run = createSqlRunner(trx);
    // PostgreSQL would scan empty tables sequentially.
    await run('SET LOCAL enable_seqscan = off');
    await run('SET LOCAL enable_bitmapscan = off');
    const plansWithSort: string[] = [];
    for (const statement of statements) {
      const plan = await run<{ 'QUERY PLAN': string }>(`EXPLAIN ${statement}`);
      const text = plan.map((row) => row['QUERY PLAN']).join('\n');
      if (/\bSort\b/.test(text)) plansWithSort.push(`${statement}\n${text}`);
    }
    return plansWithSort;
  });
  expect(sortingPlans).toEqual([]);
});
