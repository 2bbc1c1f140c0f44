import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { startProcess } from '../support/process';

/** As `docs/tutorials/first-deployment.md` creates it: a role that owns its database and has no other rights. */
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

describe('A role that owns its database and may do nothing else', () => {
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

  /** @returns the output of the service */
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

  it('should be enough to start with where an administrator has installed the extensions', async () => {
    await withAdministrator(ROLE, (client) =>
      client.query('CREATE EXTENSION unaccent; CREATE EXTENSION pg_trgm'),
    );
    const output = await expectSearch();
    // The database is empty: Strapi's migrations change nothing, and are not logged one by one.
    expect(output).toContain('database: first start, creating the tables');
    expect(output).not.toMatch(/migration/i);
  });

  it('should be enough to replace what a release before has installed', async () => {
    await withAdministrator(ROLE, (client) =>
      client.query(`UPDATE definitions.installed SET digest = 'another' WHERE kind <> 'index'`),
    );
    await expectSearch();
  });
});
