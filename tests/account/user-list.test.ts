import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type App, startApp } from '../support/app';
import { createDatabase, type TestDatabase } from '../support/database';
import { fillDatabase, insertApiToken } from '../support/fill';
import { startProcess } from '../support/process';
import { apiToken, bearer, codeOf, generous } from './support/accounts';

const USERS = 36_000;

/**
 * Fills a database with more users than fit in memory. Large rows are inserted faster than many small ones.
 */
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
  it('36,000 users and a slow client – stream all users within a limited heap', async () => {
    const database = await createDatabase();
    const token = await fill(database);
    // The service needs up to 210 MB after its start and 60 MB for the current rows. The list is larger.
    const heap = 320;
    const service = await startProcess({
      database,
      env: { ...generous, NODE_OPTIONS: `--max-old-space-size=${heap}` },
    });
    try {
      // `node:http` reads at the speed of this loop, without the buffers of `fetch`.
      const request = get(`${service.url}/api/user-endpoints/users`, {
        headers: Object.fromEntries([bearer(token)]),
      });
      const [answer] = (await once(request, 'response')) as [IncomingMessage];
      expect(answer.statusCode).toBe(200);
      const emails = new Set<string>();
      let bytes = 0;
      let rest = '';
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        // Rows that were not read yet must wait in the database, not in the service.
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

  describe('with pagination', () => {
    let app: App;
    let token: string;
    let emptyList: unknown;

    beforeAll(async () => {
      app = await startApp();
      token = await apiToken(app.strapi);
      emptyList = await listUsers('');
      await app.strapi.db.connection.raw(
        `INSERT INTO up_users (document_id, email, username, updated_at)
         SELECT 'part' || n, 'part' || n || '@example.com', 'part' || n || '@example.com',
                timestamp '2026-01-01' + n * interval '1 day'
         FROM generate_series(1, 60) n`,
      );
    });

    afterAll(() => app.stop());

    const requestUsers = (query: string) =>
      app.request.get(`/api/user-endpoints/users${query}`).set(...bearer(token));

    const listUsers = async (query: string) =>
      (await requestUsers(query).expect(200)).body as { id: number; email: string }[];

    it('no users – respond with an empty list', () => {
      expect(emptyList).toEqual([]);
    });

    it('pages – contain each user once, in the order of the full list', async () => {
      const { text } = await requestUsers('').expect(200);
      const pages: string[] = [];
      for (let page = 1; ; page += 1) {
        const part = await requestUsers(`?page=${page}&pageSize=17`).expect(200);
        expect(part.headers['content-type']).toBe('application/json; charset=utf-8');
        if (part.text === '[]') break;
        pages.push(part.text.slice(1, -1));
      }
      expect(pages).toHaveLength(4);
      expect(`[${pages.join(',')}]`).toBe(text);
    });

    it('default page size – is 25, and pages after the last are empty', async () => {
      expect(await listUsers('?page=1')).toHaveLength(25);
      expect(await listUsers('?page=3')).toHaveLength(10);
      expect(await listUsers('?page=4')).toEqual([]);
      expect(await listUsers('?pageSize=2')).toEqual((await listUsers('')).slice(0, 2));
    });

    it('updatedSince – returns users changed at or after that time', async () => {
      const since = await listUsers('?updatedSince=2026-02-28T00:00:00.000Z');
      expect(since.map(({ email }) => email)).toEqual(
        [58, 59, 60].map((n) => `part${n}@example.com`),
      );
      for (const plus of ['%2B', '+']) {
        expect(await listUsers(`?updatedSince=2026-02-28T02:00:00${plus}02:00`)).toEqual(since);
      }
      expect(await listUsers('?updatedSince=2026-02-28T00:00:00.000Z&page=2&pageSize=2')).toEqual(
        since.slice(2),
      );
      expect(await listUsers('?updatedSince=2100-01-01T00:00:00.000Z')).toEqual([]);
    });

    it.each(['?page=0', '?pageSize=1001', '?updatedSince=yesterday'])(
      '%s – responds with 400',
      async (query) => {
        expect(codeOf(await requestUsers(query).expect(400))).toBe('INVALID_REQUEST');
      },
    );
  });
});
