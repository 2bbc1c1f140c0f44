import type { Knex } from 'knex';
import { Client } from 'pg';
import { buildMembershipKey } from '#delivery/invalidation/keys';
import {
  registerChangeConsumer,
  type ChangeConsumer,
  type ContentChange,
} from '#delivery/outbox/consumers';
import { startApp, stopQuietly, type App } from '../support/app';
import { until } from '../support/until';

/** Changes of published content reach every registered consumer, despite failures. */

const UID = 'api::category.category';

let app: App;
let client: Client;
let firstChanges: ContentChange[] = [];
let secondChanges: ContentChange[] = [];
/** Further work of the second consumer. The first consumer has already received these changes. */
let furtherWork: ChangeConsumer = () => Promise.resolve();

/** Creates a published category by SQL. */
const insert = (document: string, executor: Client = client) =>
  executor.query(
    `INSERT INTO categories (document_id, locale, name, published_at) VALUES ($1, 'es', 'v0', now())`,
    [document],
  );

const rename = (document: string, name: string) =>
  client.query('UPDATE categories SET name = $2 WHERE document_id = $1', [document, name]);

const isEmpty = async (): Promise<boolean> =>
  (await client.query('SELECT FROM delivery.changes')).rows.length === 0;

const listIds = (changes: readonly ContentChange[]): string[] =>
  changes.map(({ documentId }) => documentId);

beforeAll(async () => {
  app = await startApp();
  client = new Client(app.database.url);
  await client.connect();
  await until(isEmpty);
  registerChangeConsumer(app, 'first', (changes) => {
    firstChanges.push(...changes);
    return Promise.resolve();
  });
  registerChangeConsumer(app, 'second', async (changes) => {
    await furtherWork(changes);
    secondChanges.push(...changes);
  });
});

beforeEach(() => {
  [firstChanges, secondChanges] = [[], []];
  furtherWork = () => Promise.resolve();
});

afterAll(async () => {
  await client.end();
  await stopQuietly(app);
});

it('published entry – each consumer gets the change with former and current values', async () => {
  const before = Date.now();
  await insert('one');
  await until(() => secondChanges.length > 0);
  await until(isEmpty);
  expect(firstChanges).toEqual(secondChanges);
  expect(firstChanges).toMatchObject([
    {
      uid: UID,
      documentId: 'one',
      locale: 'es',
      event: 'publish',
      before: null,
      keys: ['one', UID, buildMembershipKey(UID)],
    },
  ]);
  const { id, at } = firstChanges[0] ?? {};
  expect(id).toMatch(/^\d+$/);
  expect(Math.abs((at?.getTime() ?? 0) - before)).toBeLessThan(60_000);
});

it('2,500 changes – each consumer gets them in order', async () => {
  const documents = Array.from(
    { length: 2_500 },
    (_, index) => `many-${String(index).padStart(4, '0')}`,
  );
  await client.query(
    `INSERT INTO categories (document_id, locale, name, published_at) SELECT d, 'es', d, now()
     FROM unnest($1::text[]) d`,
    [documents],
  );
  await until(() => secondChanges.length >= documents.length);
  expect(listIds(secondChanges)).toEqual(documents);
  expect(listIds(firstChanges)).toEqual(documents);

  [firstChanges, secondChanges] = [[], []];
  for (let at = 1; at <= 30; at += 1) {
    await client.query('UPDATE categories SET document_id = $2 WHERE document_id = $1', [
      at === 1 ? 'one' : `one-${at - 1}`,
      `one-${at}`,
    ]);
  }
  await until(() => secondChanges.some(({ documentId }) => documentId === 'one-30'));
  await until(isEmpty);
  const published = secondChanges.filter(({ event }) => event === 'publish');
  expect(listIds(published)).toEqual(Array.from({ length: 30 }, (_, index) => `one-${index + 1}`));
});

it('rolled-back change – no consumer gets it', async () => {
  await client.query('BEGIN');
  await insert('taken-back');
  await client.query('ROLLBACK');
  await insert('afterwards');
  await until(() => secondChanges.length > 0);
  expect(listIds(secondChanges)).toEqual(['afterwards']);
});

it('failing consumer – gets the changes again, and its database writes are rolled back', async () => {
  await client.query('CREATE TABLE done (document text)');
  let tries = 0;
  furtherWork = async (changes) => {
    await app.strapi.db.transaction(async ({ trx }) => {
      const rows = listIds(changes).map((document) => ({ document }));
      await (trx as Knex.Transaction)('done').insert(rows);
    });
    tries += 1;
    if (tries === 1) throw new Error('not today');
  };
  await insert('refused');
  await until(() => secondChanges.length > 0);
  await until(isEmpty);
  expect(tries).toBe(2);
  expect(listIds(firstChanges)).toEqual(['refused', 'refused']);
  expect(listIds(secondChanges)).toEqual(['refused']);
  const { rows } = await client.query('SELECT document FROM done');
  expect(rows).toEqual([{ document: 'refused' }]);
});

/** Returns a node that is processing the outbox. */
const openBusyNode = async (): Promise<Client> => {
  const node = new Client(app.database.url);
  await node.connect();
  await node.query('BEGIN');
  await node.query(`SELECT pg_advisory_xact_lock(hashtext('delivery changes'))`);
  return node;
};

it('changes taken by a node that ends – another node processes them', async () => {
  const node = await openBusyNode();
  await insert('left');
  const { rows } = await node.query('DELETE FROM delivery.changes RETURNING document_id');
  expect(rows).toEqual([{ document_id: 'left' }]);
  await insert('later');
  // While the other node holds them, no node takes later changes either.
  await rename('later', 'v1');
  expect(secondChanges).toEqual([]);
  await node.end();
  await until(async () => secondChanges.length > 0 && (await isEmpty()));
  expect([...new Set(listIds(secondChanges))]).toEqual(['left', 'later']);
});

it('changes left by a node that ends – are processed soon', async () => {
  let polls = 0;
  for (let time = 0; time < 6; time += 1) {
    secondChanges = [];
    const node = await openBusyNode();
    const transactionSpy = jest.spyOn(app.strapi.db, 'transaction');
    await rename('afterwards', `v${time}`);
    // Another node has received it, and found that the outbox is being processed.
    await until(() => transactionSpy.mock.calls.length > 0);
    await transactionSpy.mock.results[0]?.value;
    transactionSpy.mockRestore();
    await node.end();
    await until(() => {
      polls += 1;
      return secondChanges.length > 0;
    });
  }
  // A node that polls once a second finds each change after half a second, which is 25 polls of this test.
  // Polls are counted instead of milliseconds, because a busy machine also delays the node, which runs in
  // this process.
  expect(polls).toBeLessThan(75);
});
