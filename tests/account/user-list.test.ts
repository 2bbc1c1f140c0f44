import { setTimeout as sleep } from 'node:timers/promises';
import { startApp } from '../support/app';
import { createDatabase, type TestDatabase } from '../support/database';
import { startProcess } from '../support/process';
import { apiToken, bearer, generous } from './support/accounts';

const USERS = 100_000;

/** A database with so many users that nobody would want all of them in memory. */
const fill = async (database: TestDatabase): Promise<string> => {
  const app = await startApp({ database });
  await app.strapi.db.connection.raw(
    `INSERT INTO up_users (document_id, email, username, name_last_name, billing_address, password)
     SELECT 'bulk' || n, 'bulk' || n || '@example.com', 'bulk' || n || '@example.com',
            repeat('x', 200), jsonb_build_object('street', repeat('y', 2500)), 'a secret hash'
     FROM generate_series(1, ${USERS}) n`,
  );
  await app.strapi.db.connection.raw(
    `INSERT INTO up_users_role_lnk (user_id, role_id)
     SELECT id, 1 FROM up_users WHERE document_id LIKE 'bulk%'`,
  );
  const token = await apiToken(app.strapi);
  await app.stop();
  return token;
};

describe('GET /user-endpoints/users', () => {
  it('should answer 100,000 users, also to a slow reader, from a heap that could not hold them', async () => {
    const database = await createDatabase();
    const token = await fill(database);
    const heap = 224;
    const service = await startProcess({
      database,
      env: { ...generous, NODE_OPTIONS: `--max-old-space-size=${heap}` },
    });
    try {
      const answer = await fetch(`${service.url}/api/user-endpoints/users`, {
        headers: Object.fromEntries([bearer(token)]),
      });
      expect(answer.status).toBe(200);
      const emails = new Set<string>();
      let bytes = 0;
      let rest = '';
      for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
        // What is not fetched yet must wait in the database, not in the service.
        if (bytes === 0) await sleep(3000);
        bytes += chunk.length;
        const text = rest + Buffer.from(chunk).toString('latin1');
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
  }, 240_000);

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
});
