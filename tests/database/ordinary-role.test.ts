import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { startProcess } from '../support/process';

/** Tests the role of `docs/tutorials/first-deployment.md`: it owns its database and has no other rights. */
const ROLE = `cms_${randomBytes(4).toString('hex')}`;
const PASSWORD = 'a-password';

const withAdministrator = async (
  database: string,
  work: (client: Client) => Promise<unknown>,
): Promise<void> => {
  const url = new URL(process.env.TEST_SERVER_URL ?? '');
  url.pathname = `/${database}`;
  const client = new Client(url.href);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
};

describe('role that owns its database and has no other rights', () => {
  const publicDir = mkdtempSync(path.join(tmpdir(), 'cms-ordinary-role-'));
  const database = new URL(process.env.TEST_SERVER_URL ?? '');

  beforeAll(async () => {
    mkdirSync(path.join(publicDir, 'uploads'));
    Object.assign(database, { username: ROLE, password: PASSWORD, pathname: `/${ROLE}` });
    await withAdministrator('postgres', async (client) => {
      await client.query(`CREATE ROLE ${ROLE} LOGIN PASSWORD '${PASSWORD}'`);
      await client.query(`CREATE DATABASE ${ROLE} OWNER ${ROLE}`);
    });
  });

  afterAll(async () => {
    rmSync(publicDir, { recursive: true, force: true });
    await withAdministrator('postgres', async (client) => {
      await client.query(`DROP DATABASE IF EXISTS ${ROLE} WITH (FORCE)`);
      await client.query(`DROP ROLE IF EXISTS ${ROLE}`);
    });
  });

  /** Starts the service, and returns its output. */
  const expectSearch = async (): Promise<string> => {
    const service = await startProcess({
      database: { url: database.href, publicDir, drop: () => Promise.resolve() },
      env: { LOG_LEVEL: 'info' },
    });
    try {
      await service.request.get('/_ready').expect(200);
      await service.request.get('/api/search?q=nothnig&lang=en').expect(200);
      expect(service.output()).not.toMatch(/permission denied|must be (owner|superuser)/);
      return service.output();
    } finally {
      await service.stop();
    }
  };

  it('start – extensions installed by an administrator – succeeds', async () => {
    await withAdministrator(ROLE, (client) =>
      client.query('CREATE EXTENSION unaccent; CREATE EXTENSION pg_trgm'),
    );
    const output = await expectSearch();
    // The database is empty, so Strapi's migrations change nothing and are not logged.
    expect(output).toContain('database: first start, creating the tables');
    expect(output).not.toMatch(/migration/i);
  });

  it('start – definitions of an older release – replaces them', async () => {
    await withAdministrator(ROLE, (client) =>
      client.query(`UPDATE definitions.installed SET digest = 'another' WHERE kind <> 'index'`),
    );
    await expectSearch();
  });
});
