import { Client } from 'pg';
import { type Admin, logIn, signInFirst } from './admin';
import { createDatabase } from './database';
import { startProcess } from './process';
import { until } from './until';

/** The service in its own process, which is killed while a user works in its panel, and restarted. */
export type DeskProcess = {
  /** The user of the panel of the current process. */
  readonly admin: Admin;
  /** The test's own connection. */
  readonly sql: Client;
  /** Creates the draft of an entry in Spanish; returns its document id. */
  create: (uid: string, values: object) => Promise<string>;
  kill: () => Promise<void>;
  startAgain: () => Promise<void>;
  /**
   * Kills the process while its request waits for a lock of another transaction, and restarts it.
   *
   * @param hold a statement that locks the rows to be written
   */
  killWithin: (hold: string, write: () => Promise<unknown>) => Promise<void>;
  /** Ends the process and drops the database. */
  stop: () => Promise<void>;
};

/** Starts it on its own database, with Spanish. */
export const startDeskProcess = async (): Promise<DeskProcess> => {
  const database = await createDatabase();
  let service = await startProcess({ database });
  let admin = await signInFirst(service);
  await admin.post('/i18n/locales', { code: 'es', name: 'Español', isDefault: false });
  const sql = new Client(database.url);
  await sql.connect();
  const kill = () => service.kill('SIGKILL');
  const startAgain = async (): Promise<void> => {
    service = await startProcess({ database });
    admin = await logIn(service);
  };
  return {
    get admin() {
      return admin;
    },
    sql,
    async create(uid, values) {
      const path = `/content-manager/collection-types/${uid}?locale=es`;
      const { status, body } = await admin.post(path, values);
      expect(status).toBe(201);
      return (body.data as { documentId: string }).documentId;
    },
    kill,
    startAgain,
    async killWithin(hold, write) {
      await sql.query('BEGIN');
      await sql.query(hold);
      const written = write().then(
        () => 'answered',
        () => 'cut off',
      );
      await until(
        async () =>
          (
            await sql.query(
              `SELECT 1 FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))`,
            )
          ).rowCount,
        (waiting) => waiting !== null && waiting > 0,
      );
      await kill();
      await sql.query('ROLLBACK');
      expect(await written).toBe('cut off');
      await startAgain();
    },
    async stop() {
      await sql.end();
      await service.stop();
      await database.drop();
    },
  };
};
