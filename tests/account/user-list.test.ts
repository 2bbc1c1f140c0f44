import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type App, startApp } from '../support/app';
import { createDatabase, type TestDatabase } from '../support/database';
import { fillDatabase, insertApiToken } from '../support/fill';
import { startProcess } from '../support/process';
import { apiToken, bearer, codeOf, generous } from './support/accounts';

const USERS = 36_000;

/** A database with more users than fit in memory. Few large rows are inserted sooner than many small ones. */
const fill = async (database: TestDatabase): Promise<string> => {
  await fillDatabase(database, async (client) => {
    await client.query(
      `INSERT INTO up_users (document_id, email, username, name_last_name, billing_address, password)
     SELECT 'bulk' || n, 'bulk' || n || '@example.com', 'bulk' || n || '@example.com',
            repeat('x', 200), jsonb_build_object('street', repeat('y', 10000)), 'a secret hash'
     FROM generate_series(1, ${USERS}) n`,
    );
    await client.query(
      `INSERT INTO up_users_role_lnk (user_id, role_id)
     SELECT id, 1 FROM up_users WHERE document_id LIKE 'bulk%'`,
    );
  });
  return insertApiToken(database);
};

describe('GET /user-endpoints/users', () => {
  it('should answer 36,000 users, also to a slow reader, from a heap that could not hold them', async () => {
    const database = await createDatabase();
    const token = await fill(database);
    // The service takes up to 210 MB after its start, and 60 MB for the rows at hand; the list is larger.
    const heap = 320;
    const service = await startProcess({
      database,
      env: { ...generous, NODE_OPTIONS: `--max-old-space-size=${heap}` },
    });
    try {
      // `node:http` reads at the pace of this loop, without the queues of `fetch`.
      const request = get(`${service.url}/api/user-endpoints/users`, {
        headers: Object.fromEntries([bearer(token)]),
      });
      const [answer] = (await once(request, 'response')) as [IncomingMessage];
      expect(answer.statusCode).toBe(200);
      const emails = new Set<string>();
      let bytes = 0;
      let rest = '';
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        // Rows that are not fetched yet must wait in the database, not in the service.
        if (bytes === 0) await sleep(3000);
        bytes += chunk.length;
        const text = rest + chunk.toString('latin1');
        for (const [, email = ''] of text.matchAll(/"email":"([^"]+)"/g)) emails.add(email);
        rest = text.slice(-100);
      }
      expect(rest.endsWith('}]')).toBe(true);
      expect(emails.size).toBe(USERS);
      expect(bytes).toBeGreaterThan(heap * 1024 * 1024);
    } catch (error) {
      throw new Error(`The service printed:\n${service.output().slice(-2000)}`, { cause: error });
    } finally {
      await service.stop();
      await database.drop();
    }
  });

  it('should answer an empty list as one', async () => {
    const app = await startApp();
    const token = await apiToken(app.strapi);
    const { body } = await app.request
      .get('/api/user-endpoints/users')
      .set(...bearer(token))
      .expect(200);
    expect(body).toEqual([]);
    await app.stop();
  });

  describe('in parts', () => {
    let app: App;
    let token: string;

    beforeAll(async () => {
      app = await startApp();
      token = await apiToken(app.strapi);
      await app.strapi.db.connection.raw(
        `INSERT INTO up_users (document_id, email, username, updated_at)
         SELECT 'part' || n, 'part' || n || '@example.com', 'part' || n || '@example.com',
                timestamp '2026-01-01' + n * interval '1 day'
         FROM generate_series(1, 60) n`,
      );
    });

    afterAll(() => app.stop());

    const ask = (query: string) =>
      app.request.get(`/api/user-endpoints/users${query}`).set(...bearer(token));

    const users = async (query: string) =>
      (await ask(query).expect(200)).body as { id: number; email: string }[];

    it('should be the same users, once each and in the same order, as in one answer', async () => {
      const { text } = await ask('').expect(200);
      const pages: string[] = [];
      for (let page = 1; ; page += 1) {
        const part = await ask(`?page=${page}&pageSize=17`).expect(200);
        expect(part.headers['content-type']).toBe('application/json; charset=utf-8');
        if (part.text === '[]') break;
        pages.push(part.text.slice(1, -1));
      }
      expect(pages).toHaveLength(4);
      expect(`[${pages.join(',')}]`).toBe(text);
    });

    it('should have 25 users unless told, and none past the end', async () => {
      expect(await users('?page=1')).toHaveLength(25);
      expect(await users('?page=3')).toHaveLength(10);
      expect(await users('?page=4')).toEqual([]);
      expect(await users('?pageSize=2')).toEqual((await users('')).slice(0, 2));
    });

    it('should be those that changed since a moment, at it included', async () => {
      const since = await users('?updatedSince=2026-02-28T00:00:00.000Z');
      expect(since.map(({ email }) => email)).toEqual(
        [58, 59, 60].map((n) => `part${n}@example.com`),
      );
      for (const plus of ['%2B', '+']) {
        expect(await users(`?updatedSince=2026-02-28T02:00:00${plus}02:00`)).toEqual(since);
      }
      expect(await users('?updatedSince=2026-02-28T00:00:00.000Z&page=2&pageSize=2')).toEqual(
        since.slice(2),
      );
      expect(await users('?updatedSince=2100-01-01T00:00:00.000Z')).toEqual([]);
    });

    it.each(['?page=0', '?pageSize=1001', '?updatedSince=yesterday'])(
      'should not be answered where %s is asked',
      async (query) => {
        expect(codeOf(await ask(query).expect(400))).toBe('INVALID_REQUEST');
      },
    );
  });
});
