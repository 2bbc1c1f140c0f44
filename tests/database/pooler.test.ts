import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { startApp } from '../support/app';
import { createDatabase } from '../support/database';
import { freePort } from '../support/ports';
import { startProcess } from '../support/process';
import { until } from '../support/until';
import { killOnFileEnd } from '../support/host';

const program = ['/usr/sbin/pgbouncer', '/usr/local/bin/pgbouncer'].find(existsSync);
const configuration = path.resolve(__dirname, '../../ops/pgbouncer/pgbouncer.ini');

const replaceSetting = (text: string, from: string | RegExp, to: string): string => {
  if (text.replace(from, to) === text) throw new Error(`There is no ${String(from)} in ops/`);
  return text.replace(from, to);
};

/** Starts PgBouncer with the configuration of `ops/` in front of a test database. */
const startPooler = async (database: string, mode: 'session' | 'transaction' = 'session') => {
  const { hostname, port: databasePort, pathname, username, password } = new URL(database);
  const [folder, port] = [mkdtempSync(path.join(tmpdir(), 'cms-pgbouncer-')), await freePort()];
  const users = path.join(folder, 'userlist.txt');
  const file = path.join(folder, 'pgbouncer.ini');
  let text = readFileSync(configuration, 'utf8');
  text = replaceSetting(
    text,
    /^cms = .*$/m,
    `cms = host=${hostname} port=${databasePort} dbname=${pathname.slice(1)}`,
  );
  text = replaceSetting(text, /^listen_addr = .*$/m, 'listen_addr = 127.0.0.1\nunix_socket_dir =');
  text = replaceSetting(text, /^listen_port = .*$/m, `listen_port = ${port}`);
  if (mode !== 'session')
    text = replaceSetting(text, /^pool_mode = session$/m, `pool_mode = ${mode}`);
  text = replaceSetting(text, /^auth_type = .*$/m, 'auth_type = trust');
  text = replaceSetting(text, /^auth_file = .*$/m, `auth_file = ${users}`);
  writeFileSync(file, text);
  writeFileSync(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`);
  // PgBouncer refuses to run as root.
  const asNobody: { uid?: number; gid?: number } =
    process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  for (const owned of [folder, file, users]) if (asNobody.uid) chownSync(owned, 65_534, 65_534);
  const child = killOnFileEnd(
    spawn(program ?? '', [file], { stdio: ['ignore', 'ignore', 'pipe'], ...asNobody }),
  );
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await until(
    () => output,
    (printed) => printed.includes('process up'),
  );
  const address = new URL(database);
  address.port = String(port);
  address.hostname = '127.0.0.1';
  address.pathname = '/cms';
  return {
    url: address.href,
    async stop() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

if (program === undefined)
  process.stderr.write('skipped, for PgBouncer is not installed: poolers\n');

(program === undefined ? describe.skip : describe)('PgBouncer', () => {
  it('session mode – node starts, receives changes and serves edits', async () => {
    const database = await createDatabase({ seed: true });
    const pooler = await startPooler(database.url);
    const service = await startApp({ database, env: { DATABASE_URL: pooler.url } });
    try {
      const { body } = await service.request.get('/_ready').expect(200);
      expect(body).toMatchObject({ parts: { changes: 'ok', jobs: 'ok', database: 'ok' } });
      const address = '/api/products/books?lang=es&vertical=medicina';
      for (let turn = 0; turn < 2; turn += 1) await service.request.get(address).expect(200);
      // The change comes from another client, so only the database can notify the node.
      const client = new Client(database.url);
      await client.connect();
      await client.query(`UPDATE products SET title = title || ' (otra edición)'`);
      await client.end();
      await until(
        () => service.request.get(address),
        ({ text }) => text.includes('(otra edición)'),
      );
    } finally {
      await service.stop();
      await pooler.stop();
      await database.drop();
    }
  });

  it('transaction mode – start fails with the reason', async () => {
    const database = await createDatabase();
    const pooler = await startPooler(database.url, 'transaction');
    const start = startProcess({ database, env: { DATABASE_URL: pooler.url } });
    await expect(start).rejects.toThrow(
      /The service cannot start\. DATABASE_URL leads to a connection pooler in transaction mode/,
    );
    await pooler.stop();
    await database.drop();
  });
});
