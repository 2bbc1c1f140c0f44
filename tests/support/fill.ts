import { createHmac, randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { TestDatabase } from './database';
import { testEnvironment } from './environment';

/** Fills a database without a service, before one is started on it. */
export const fillDatabase = async <T>(
  database: TestDatabase,
  fill: (client: Client) => Promise<T>,
): Promise<T> => {
  const client = new Client(database.url);
  await client.connect();
  try {
    return await fill(client);
  } finally {
    await client.end();
  }
};

/**
 * Adds an API token with every right, as Strapi stores it.
 *
 * @returns the key that programs send
 */
export const insertApiToken = (database: TestDatabase): Promise<string> =>
  fillDatabase(database, async (client) => {
    const key = randomBytes(32).toString('hex');
    const salt = testEnvironment(database).API_TOKEN_SALT ?? '';
    await client.query(
      `INSERT INTO strapi_api_tokens
         (document_id, name, description, type, kind, access_key, created_at, updated_at)
       VALUES ($1, $1, '', 'full-access', 'content-api', $2, now(), now())`,
      [`test-${key.slice(0, 8)}`, createHmac('sha512', salt).update(key).digest('hex')],
    );
    return key;
  });
