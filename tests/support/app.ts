import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { createStrapi } from '@strapi/strapi';
import type { Core } from '@strapi/types';
import supertest from 'supertest';
import { createDatabase, type TestDatabase } from './database';
import { testEnvironment } from './environment';
import { count, forgetLogins, hostEnv, hostModule, rememberListeners, unstopped } from './host';

const appDir = path.resolve(__dirname, '../..');

/** The service, running inside the suite's own process. */
export type App = {
  strapi: Core.Strapi;
  /** Sends requests to the service: `app.request.get('/api/products')`. */
  request: ReturnType<typeof supertest>;
  url: string;
  database: TestDatabase;
  /** Stops the service, and drops its database if it was made for it. */
  stop: () => Promise<void>;
};

export type AppOptions = {
  /** Begin with the sample catalogue instead of an empty database. */
  seed?: boolean;
  env?: Readonly<Record<string, string>>;
  /** A database from `createDatabase`, to share it or to keep it afterwards. */
  database?: TestDatabase;
};

const listen = (strapi: Core.Strapi): Promise<string> =>
  new Promise((resolve) => {
    strapi.server.listen(0, '127.0.0.1', () => {
      const { port } = strapi.server.httpServer.address() as AddressInfo;
      resolve(`http://127.0.0.1:${port}`);
    });
  });

/** Starts the compiled service on a database of the suite's own and a free port. */
export const startApp = async (options: AppOptions = {}): Promise<App> => {
  const database = options.database ?? (await createDatabase({ seed: options.seed ?? false }));
  const before = { ...hostEnv };
  Object.assign(hostEnv, testEnvironment(database), options.env);
  hostModule<unknown>('./register-once.mjs');
  const { createStrapi: create } = hostModule<{ createStrapi: typeof createStrapi }>(
    '@strapi/strapi',
  );
  const restoreListeners = rememberListeners();
  count('start');
  const strapi = create({ appDir, distDir: path.join(appDir, 'dist'), serveAdminPanel: true });
  const starting = strapi.load().then(() => listen(strapi));

  const stop = async (): Promise<void> => {
    unstopped.delete(stop);
    // One that a test gave up waiting for is still starting, and would go on beside the next.
    await starting.catch(() => undefined);
    try {
      await strapi.destroy();
    } finally {
      restoreListeners();
      forgetLogins();
      for (const name of Object.keys(hostEnv)) {
        if (!(name in before)) Reflect.deleteProperty(hostEnv, name);
      }
      Object.assign(hostEnv, before);
    }
    if (options.database === undefined) await database.drop();
  };
  unstopped.add(stop);

  try {
    const url = await starting;
    return { strapi, request: supertest(url), url, database, stop };
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
};

type Pool = { numUsed(): number; numPendingAcquires(): number };

const CALM_LOOKS = 5;

/**
 * Stops the service once it has come to rest. Strapi reads an entry again to announce that it was
 * published, after the publication has answered; without its connections that read fails.
 */
export const stopQuietly = async (app: App): Promise<void> => {
  const { pool } = app.strapi.db.connection.client as unknown as { pool: Pool };
  for (let calm = 0; calm < CALM_LOOKS; calm += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (pool.numUsed() > 0 || pool.numPendingAcquires() > 0) calm = 0;
  }
  await app.stop();
};
