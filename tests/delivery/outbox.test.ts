import type { Knex } from 'knex';
import { Client } from 'pg';
import { membershipKey } from '../../src/delivery/invalidation/keys';
import {
  registerChangeConsumer,
  type ChangeConsumer,
  type ContentChange,
} from '../../src/delivery/outbox/consumers';
import { startApp, stopQuietly, type App } from '../support/app';
import { until } from '../support/until';

/** Changes of published content reach every registered consumer, whatever happens on the way. */

const UID = 'api::category.category';

let app: App;
let client: Client;
let first: ContentChange[] = [];
let second: ContentChange[] = [];
/** Further work of the second consumer; the first has already received the same changes. */
let besides: ChangeConsumer = () => Promise.resolve();

/** Creates a published category by SQL. */
const insert = (document: string, by: Client = client) =>
  by.query(
    `INSERT INTO categories (document_id, locale, name, published_at) VALUES ($1, 'es', 'v0', now())`,
    [document],
  );

const rename = (document: string, name: string) =>
  client.query('UPDATE categories SET name = $2 WHERE document_id = $1', [document, name]);

const isEmpty = async (): Promise<boolean> =>
  (await client.query('SELECT FROM delivery.changes')).rows.length === 0;

const idsOf = (changes: readonly ContentChange[]): string[] =>
  changes.map(({ documentId }) => documentId);

beforeAll(async () => {
  app = await startApp();
  client = new Client(app.database.url);
  await client.connect();
  await until(isEmpty);
  registerChangeConsumer(app, 'first', (changes) => {
    first.push(...changes);
    return Promise.resolve();
  });
  registerChangeConsumer(app, 'second', async (changes) => {
    await besides(changes);
    second.push(...changes);
  });
});

beforeEach(() => {
  [first, second] = [[], []];
  besides = () => Promise.resolve();
});

afterAll(async () => {
  await client.end();
  await stopQuietly(app);
});

it('Every consumer is given a change, with what it was and what it is', async () => {
  const before = Date.now();
  await insert('one');
  await until(() => second.length > 0);
  await until(isEmpty);
  expect(first).toEqual(second);
  expect(first).toMatchObject([
    {
      uid: UID,
      documentId: 'one',
      locale: 'es',
      event: 'publish',
      before: null,
      keys: ['one', UID, membershipKey(UID)],
    },
  ]);
  const { id, at } = first[0] ?? {};
  expect(id).toMatch(/^\d+$/);
  expect(Math.abs((at?.getTime() ?? 0) - before)).toBeLessThan(60_000);
});

it('A consumer is given the changes in their order, also when they are very many', async () => {
  const documents = Array.from({ length: 2_500 }, (_, at) => `many-${String(at).padStart(4, '0')}`);
  await client.query(
    `INSERT INTO categories (document_id, locale, name, published_at) SELECT d, 'es', d, now()
     FROM unnest($1::text[]) d`,
    [documents],
  );
  await until(() => second.length >= documents.length);
  expect(idsOf(second)).toEqual(documents);
  expect(idsOf(first)).toEqual(documents);

  [first, second] = [[], []];
  for (let at = 1; at <= 30; at += 1) {
    await client.query('UPDATE categories SET document_id = $2 WHERE document_id = $1', [
      at === 1 ? 'one' : `one-${at - 1}`,
      `one-${at}`,
    ]);
  }
  await until(() => second.some(({ documentId }) => documentId === 'one-30'));
  await until(isEmpty);
  const published = second.filter(({ event }) => event === 'publish');
  expect(idsOf(published)).toEqual(Array.from({ length: 30 }, (_, at) => `one-${at + 1}`));
});

it('What is taken back is given to nobody', async () => {
  await client.query('BEGIN');
  await insert('taken-back');
  await client.query('ROLLBACK');
  await insert('afterwards');
  await until(() => second.length > 0);
  expect(idsOf(second)).toEqual(['afterwards']);
});

it('A consumer that fails is given the same again, and what others did is taken back', async () => {
  await client.query('CREATE TABLE done (document text)');
  let tries = 0;
  besides = async (changes) => {
    await app.strapi.db.transaction(async ({ trx }) => {
      const rows = idsOf(changes).map((document) => ({ document }));
      await (trx as Knex.Transaction)('done').insert(rows);
    });
    tries += 1;
    if (tries === 1) throw new Error('not today');
  };
  await insert('refused');
  await until(() => second.length > 0);
  await until(isEmpty);
  expect(tries).toBe(2);
  expect(idsOf(first)).toEqual(['refused', 'refused']);
  expect(idsOf(second)).toEqual(['refused']);
  const { rows } = await client.query('SELECT document FROM done');
  expect(rows).toEqual([{ document: 'refused' }]);
});

/** A node that is processing the outbox. */
const busyNode = async (): Promise<Client> => {
  const node = new Client(app.database.url);
  await node.connect();
  await node.query('BEGIN');
  await node.query(`SELECT pg_advisory_xact_lock(hashtext('delivery changes'))`);
  return node;
};

it('What a node had taken that then died is given to another', async () => {
  const node = await busyNode();
  await insert('left');
  const { rows } = await node.query('DELETE FROM delivery.changes RETURNING document_id');
  expect(rows).toEqual([{ document_id: 'left' }]);
  await insert('later');
  // While the other node has them, no node takes later changes either.
  await rename('later', 'v1');
  expect(second).toEqual([]);
  await node.end();
  await until(async () => second.length > 0 && (await isEmpty()));
  expect([...new Set(idsOf(second))]).toEqual(['left', 'later']);
});

it('What a node leaves that has died is not left for long', async () => {
  let looks = 0;
  for (let time = 0; time < 6; time += 1) {
    second = [];
    const node = await busyNode();
    const turns = jest.spyOn(app.strapi.db, 'transaction');
    await rename('afterwards', `v${time}`);
    // Another node has received it, and found that the outbox is being processed.
    await until(() => turns.mock.calls.length > 0);
    await turns.mock.results[0]?.value;
    turns.mockRestore();
    await node.end();
    await until(() => {
      looks += 1;
      return second.length > 0;
    });
  }
  // A node that polls once a second finds each after half a second, which is 25 polls of this test. Polls are counted
  // instead of milliseconds: a busy machine delays the node, which runs in this process, too.
  expect(looks).toBeLessThan(75);
});
