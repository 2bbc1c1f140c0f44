import { Client } from 'pg';
import { type Admin, logIn, signInFirst } from './admin';
import { createDatabase } from './database';
import { startProcess } from './process';

/** The service in a process of its own that is killed while somebody works in its panel, and started again. */
export type DeskProcess = {
  /** Who works in the panel of the process that runs now. */
  readonly admin: Admin;
  /** A connection of the test's own. */
  readonly sql: Client;
  kill: () => Promise<void>;
  startAgain: () => Promise<void>;
  /** Ends the process and drops the database. */
  stop: () => Promise<void>;
};

/** Starts it on a database of its own, with Spanish. */
export const startDeskProcess = async (): Promise<DeskProcess> => {
  const database = await createDatabase();
  let service = await startProcess({ database });
  let admin = await signInFirst(service);
  await admin.post('/i18n/locales', { code: 'es', name: 'Español', isDefault: false });
  const sql = new Client(database.url);
  await sql.connect();
  return {
    get admin() {
      return admin;
    },
    sql,
    kill: () => service.kill('SIGKILL'),
    async startAgain() {
      service = await startProcess({ database });
      admin = await logIn(service);
    },
    async stop() {
      await sql.end();
      await service.stop();
      await database.drop();
    },
  };
};
