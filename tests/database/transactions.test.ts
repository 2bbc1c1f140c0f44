import { Client } from 'pg';
import type { Knex } from 'knex';
import { startApp, type App } from '../support/app';
import { HostError } from '../support/host';

/** Tests of transaction events that Strapi and knex do not report, and the service does. */

const UID = 'plugin::users-permissions.role';

let app: App;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.stop());

const endConnectionOf = async (trx: unknown): Promise<void> => {
  const { rows } = await (trx as Knex.Transaction).raw<{ rows: { pid: number }[] }>(
    'SELECT pg_backend_pid() AS pid',
  );
  const client = new Client(app.database.url);
  await client.connect();
  await client.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
  await client.end();
};

const countRoles = (name: string): Promise<number> =>
  app.strapi.db.query(UID).count({ where: { name } });

const createRole = (name: string): Promise<unknown> =>
  app.strapi.db.query(UID).create({ data: { name, type: name } });

it('should fail where its connection is lost before the commit', async () => {
  const committed: string[] = [];
  const work = app.strapi.db.transaction(async ({ trx, onCommit }) => {
    (onCommit as (callback: () => void) => void)(() => committed.push('lost'));
    await createRole('lost');
    await endConnectionOf(trx);
  });
  await expect(work).rejects.toThrow();
  expect(committed).toEqual([]);
  expect(await countRoles('lost')).toBe(0);
});

it('should fail where the commit itself is refused', async () => {
  const { connection } = app.strapi.db;
  await connection.raw('CREATE TABLE deferred_check (n int UNIQUE DEFERRABLE INITIALLY DEFERRED)');
  const work = app.strapi.db.transaction(async ({ trx }) => {
    await createRole('refused');
    await (trx as Knex.Transaction).raw('INSERT INTO deferred_check VALUES (1), (1)');
  });
  await expect(work).rejects.toMatchObject({ code: '23505' });
  expect(await countRoles('refused')).toBe(0);
});

it('should tell so where it is begun and committed by hand', async () => {
  const begun = await app.strapi.db.transaction();
  const { commit, get } = begun as unknown as { commit: () => Promise<void>; get: () => unknown };
  await endConnectionOf(get());
  await expect(commit()).rejects.toThrow();
});

it('should commit where what comes after it fails, which is told to the log', async () => {
  const said: string[] = [];
  const logged = jest
    .spyOn(app.strapi.log, 'error')
    .mockImplementation((text: unknown) => said.push(String(text)) as never);
  try {
    await app.strapi.db.transaction(async ({ onCommit }) => {
      const after = onCommit as (callback: () => unknown) => void;
      await app.strapi.db.transaction(() => {
        after(() => Promise.reject(new HostError('afterwards')));
      });
      await createRole('kept');
    });
    expect(await countRoles('kept')).toBe(1);
    expect(said).toEqual(['after a transaction: afterwards']);
  } finally {
    logged.mockRestore();
  }
});

it('should not hand out a connection again that has been lost', async () => {
  for (let round = 0; round < 10; round += 1) {
    await expect(app.strapi.db.transaction(({ trx }) => endConnectionOf(trx))).rejects.toThrow();
    await app.strapi.db.transaction(() => countRoles('nobody'));
  }
});
