import { COLUMNS, SCHEMA } from '#platform/jobs/pg-boss';
import { type App, startApp } from '../support/app';

/**
 * The version for which src/platform/jobs/pg-boss.ts was written. Review its statements when this changes.
 */
const SCHEMA_VERSION = 24;

describe('src/platform/jobs/pg-boss.ts', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp();
  });

  afterAll(() => app.stop());

  it('version of pg-boss’s schema – is the supported one', async () => {
    const { rows } = await app.strapi.db.connection.raw<{ rows: { version: number }[] }>(
      `SELECT version FROM ${SCHEMA}.version`,
    );
    expect(rows).toEqual([{ version: SCHEMA_VERSION }]);
  });

  it('columns and states in use – exist', async () => {
    const columns = await app.strapi.db
      .connection('information_schema.columns')
      .where({ table_schema: SCHEMA, table_name: 'job' })
      .pluck<string[]>('column_name');
    expect(columns).toEqual(expect.arrayContaining([...COLUMNS]));

    const { rows } = await app.strapi.db.connection.raw<{ rows: { state: string }[] }>(
      `SELECT unnest(enum_range(NULL::${SCHEMA}.job_state))::text AS state`,
    );
    expect(rows.map(({ state }) => state)).toEqual(expect.arrayContaining(['failed', 'retry']));
  });
});
