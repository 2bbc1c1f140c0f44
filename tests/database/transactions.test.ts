import { Client } from 'pg';
import type { Knex } from 'knex';
import { startApp, type App } from '../support/app';
import { HostError } from '../support/host';

/** Tests transaction errors that the service reports, and Strapi and knex do not. */

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

it('transaction – connection lost before the commit – rejects and skips onCommit', async () => {
  const committed: string[] = [];
  const transaction = app.strapi.db.transaction(async ({ trx, onCommit }) => {
    (onCommit as (callback: () => void) => void)(() => committed.push('lost'));
    await createRole('lost');
    await endConnectionOf(trx);
  });
  await expect(transaction).rejects.toThrow();
  expect(committed).toEqual([]);
  expect(await countRoles('lost')).toBe(0);
});

it('transaction – commit refused by a constraint – rejects', async () => {
  const { connection } = app.strapi.db;
  await connection.raw('CREATE TABLE deferred_check (n int UNIQUE DEFERRABLE INITIALLY DEFERRED)');
  const transaction = app.strapi.db.transaction(async ({ trx }) => {
    await createRole('refused');
    await (trx as Knex.Transaction).raw('INSERT INTO deferred_check VALUES (1), (1)');
  });
  await expect(transaction).rejects.toMatchObject({ code: '23505' });
  expect(await countRoles('refused')).toBe(0);
});

it('manual commit – connection lost – rejects', async () => {
  const manualTransaction = await app.strapi.db.transaction();
  const { commit, get } = manualTransaction as unknown as {
    commit: () => Promise<void>;
    get: () => unknown;
  };
  await endConnectionOf(get());
  await expect(commit()).rejects.toThrow();
});

it('onCommit – callback fails – keeps the commit and logs the error', async () => {
  const loggedErrors: string[] = [];
  const logged = jest
    .spyOn(app.strapi.log, 'error')
    .mockImplementation((text: unknown) => loggedErrors.push(String(text)) as never);
  try {
    await app.strapi.db.transaction(async ({ onCommit }) => {
      const afterCommit = onCommit as (callback: () => unknown) => void;
      await app.strapi.db.transaction(() => {
        afterCommit(() => Promise.reject(new HostError('afterwards')));
      });
      await createRole('kept');
    });
    expect(await countRoles('kept')).toBe(1);
    expect(loggedErrors).toEqual(['after a transaction: afterwards']);
  } finally {
    logged.mockRestore();
  }
});

it('transaction – lost connection – is not reused', async () => {
  for (let round = 0; round < 10; round += 1) {
    await expect(app.strapi.db.transaction(({ trx }) => endConnectionOf(trx))).rejects.toThrow();
    await app.strapi.db.transaction(() => countRoles('nobody'));
  }
});
