import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * Runs the compiled service in the process of a Jest worker, and keeps it there between suites: a start takes seconds, while
 * a running service takes another database in a fraction of one.
 *
 * This file is loaded by Node and not by Jest: it outlives the suites, which must leave nothing of theirs in it.
 *
 * @typedef {import('@strapi/types').Core.Strapi} Strapi
 *
 * @typedef {object} Service
 * @property {string} key the settings it was started with
 * @property {Strapi} strapi
 * @property {string} url
 * @property {string} databaseUrl
 * @property {string} publicDir
 * @property {boolean} isChanged whether a suite has registered something in it that would stay for the next suite
 * @property {(env: Record<string, string>) => void} changeSettings has the running service read other settings from now on
 * @property {() => void} restoreSettings puts back the settings it was started with
 * @property {(env: Record<string, string>) => void} enter sets the variables and listeners of the process
 * @property {() => void} leave puts back the variables and listeners of the process
 * @property {() => Promise<void>} destroy
 */

const require = createRequire(import.meta.url);

/** @type {(name: string) => unknown} */
const load = require;

require('./register-once.mjs');

const appDir = path.resolve(import.meta.dirname, '../..');

/** @param {Strapi} strapi @returns {Promise<string>} the address at which it listens */
const listen = (strapi) =>
  new Promise((resolve) => {
    strapi.server.listen(0, '127.0.0.1', () => {
      const address = /** @type {import('node:net').AddressInfo} */ (
        strapi.server.httpServer.address()
      );
      resolve(`http://127.0.0.1:${address.port}`);
    });
  });

/** Strapi counts logins in the memory of its process, where those of another suite would count as well. */
const forgetLogins = () => {
  const limits = /** @type {{ Stores: { Memory: { cleanAll: () => void } } }} */ (
    load('koa2-ratelimit')
  );
  limits.Stores.Memory.cleanAll();
};

/**
 * Remembers the listeners of this process. Strapi adds some for signals, by which Jest ends it, and removes all listeners when
 * it stops, also those by which Jest talks to it.
 *
 * @returns puts back what was there
 */
const rememberListeners = () => {
  const before = process.eventNames().map((name) => {
    const listeners = /** @type {((...args: unknown[]) => void)[]} */ (process.rawListeners(name));
    return /** @type {const} */ ([name, listeners]);
  });
  return () => {
    process.removeAllListeners();
    for (const [name, listeners] of before) {
      for (const listener of listeners) process.on(name, listener);
    }
  };
};

/** @param {Record<string, string>} env @returns puts back what was there */
const setVariables = (env) => {
  const before = { ...process.env };
  Object.assign(process.env, env);
  return () => {
    for (const name of Object.keys(process.env)) {
      if (!(name in before)) Reflect.deleteProperty(process.env, name);
    }
    Object.assign(process.env, before);
  };
};

/**
 * Notes when a suite registers something in a running service, which nothing can take back. Features of the service themselves
 * add what is made when it is first asked for (`strapi.add`).
 *
 * @param {Strapi} strapi
 * @param {() => void} onChange
 */
const watchRegistrations = (strapi, onChange) => {
  /** @type {[unknown, string][]} */
  const places = [
    [strapi.config, 'set'],
    [strapi.documents, 'use'],
    [strapi.db.lifecycles, 'subscribe'],
    [strapi.server, 'use'],
    [strapi.server, 'routes'],
    [strapi.eventHub, 'subscribe'],
  ];
  for (const [target, name] of places) {
    const holder = /** @type {Record<string, (...args: unknown[]) => unknown>} */ (target);
    const register = holder[name];
    if (register === undefined) throw new Error(`Strapi has no ${name} any more`);
    holder[name] = (...args) => {
      onChange();
      return register.apply(target, args);
    };
  }
};

/**
 * Returns functions that replace the settings of a running service, as `config/settings.ts` reads them, and put them back.
 *
 * @param {Strapi} strapi
 * @param {Record<string, string>} env the variables it was started with
 */
const settingsOf = (strapi, env) => {
  // The function itself, before `watchRegistrations` replaces it: these changes are taken back.
  const set = strapi.config.set.bind(strapi.config);
  const initial = strapi.config.get('settings');
  /** @type {typeof import('../../src/index.js')} */
  const { readSettings } = require(path.join(appDir, 'dist/src/index.js'));
  return {
    /** @param {Record<string, string>} changes */
    changeSettings: (changes) => {
      const { values, warnings } = readSettings({ ...process.env, ...env, ...changes });
      set('settings', { ...values, warnings });
    },
    restoreSettings: () => {
      set('settings', initial);
    },
  };
};

/** Services that suites are using at this moment. @type {Set<object>} */
const used = new Set();

/** The one that waits for the next suite. @type {Service | null} */
let kept = null;

/**
 * Starts the service. `stop` may be called while it still starts.
 *
 * @param {string} key
 * @param {Record<string, string>} env
 * @returns {{ starting: Promise<Service>, stop: () => Promise<void> }}
 */
export const startService = (key, env) => {
  let restoreVariables = setVariables(env);
  let restoreListeners = rememberListeners();
  /** @type {{ createStrapi: typeof import('@strapi/strapi').createStrapi }} */
  const { createStrapi } = require('@strapi/strapi');
  const strapi = createStrapi({
    appDir,
    distDir: path.join(appDir, 'dist'),
    serveAdminPanel: true,
  });
  used.add(strapi);
  const leave = () => {
    used.delete(strapi);
    restoreListeners();
    restoreVariables();
    forgetLogins();
  };
  const destroy = async () => {
    try {
      await strapi.destroy();
    } finally {
      leave();
    }
  };

  /** @type {() => Promise<Service>} */
  const start = async () => {
    await strapi.load();
    /** @type {Service} */
    const service = {
      key,
      strapi,
      url: await listen(strapi),
      databaseUrl: env.DATABASE_URL ?? '',
      publicDir: env.PUBLIC_DIR ?? '',
      isChanged: false,
      ...settingsOf(strapi, env),
      enter: (variables) => {
        used.add(strapi);
        Reflect.set(globalThis, 'strapi', strapi);
        restoreVariables = setVariables(variables);
        restoreListeners = rememberListeners();
      },
      leave,
      destroy,
    };
    watchRegistrations(strapi, () => {
      service.isChanged = true;
    });
    return service;
  };
  const starting = start();
  return {
    starting,
    stop: async () => {
      // A suite that gave up waiting for it would leave it to start beside the next.
      await starting.catch(() => undefined);
      await destroy();
    },
  };
};

/** How often in a row the connections have to be seen idle, with a pause between. */
const IDLE_LOOKS = 5;
const PAUSE_MS = 20;

/** A service that is not idle by then has something that never ends, such as an open transaction. */
const IDLE_LIMIT_MS = 30_000;

/**
 * Waits until no query runs. Strapi reads an entry again to announce its publication after it has answered; without its
 * connections that read fails.
 *
 * @param {Strapi} strapi
 * @returns whether it is idle; false after half a minute
 */
export const waitUntilIdle = async (strapi) => {
  const { pool } =
    /** @type {{ pool: { numUsed: () => number, numPendingAcquires: () => number } }} */ (
      strapi.db.connection.client
    );
  const deadline = performance.now() + IDLE_LIMIT_MS;
  for (let looks = 0; looks < IDLE_LOOKS; looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    if (pool.numUsed() > 0 || pool.numPendingAcquires() > 0) looks = 0;
    if (performance.now() > deadline) return false;
  }
  return true;
};

/**
 * Keeps a service for the next suite.
 *
 * @param {Service} service
 * @returns {Promise<boolean>} false where it cannot be kept, and has to be destroyed
 */
export const keepService = async (service) => {
  const isAlone = used.size === 1 && used.has(service.strapi);
  if (!isAlone || service.isChanged || kept !== null) return false;
  if (!(await waitUntilIdle(service.strapi))) return false;
  service.restoreSettings();
  service.leave();
  kept = service;
  return true;
};

/**
 * Takes the kept service if it has the settings that are asked for, and destroys it otherwise.
 *
 * @param {string | null} key
 * @param {(service: Service) => Promise<void>} onDestroyed
 * @returns {Promise<Service | null>}
 */
export const takeService = async (key, onDestroyed) => {
  const service = kept;
  kept = null;
  if (service === null || service.key === key) return service;
  service.enter({ DATABASE_URL: service.databaseUrl, PUBLIC_DIR: service.publicDir });
  await service.destroy();
  await onDestroyed(service);
  return null;
};

/** Stops the service that waits for the next suite, if there is one. Its database stays. */
export const stopKeptService = async () => {
  await takeService(null, () => Promise.resolve());
};

/** How long a service may take to find its new database. */
const READY_LIMIT_MS = 60_000;

/**
 * Gives a kept service another database of the same name.
 *
 * @param {Service} service
 * @param {() => Promise<void>} replaceDatabase
 */
export const replaceDatabase = async ({ strapi, url }, replaceDatabase) => {
  const client = /** @type {{ acquireConnection: () => Promise<unknown> }} */ (
    strapi.db.connection.client
  );
  const acquire = client.acquireConnection;
  /** @type {() => void} */
  let open = () => undefined;
  const gate = new Promise((resolve) => {
    open = () => resolve(undefined);
  });
  // Background work waits for the new database instead of failing without one.
  client.acquireConnection = async () => {
    await gate;
    return acquire.call(client);
  };
  try {
    await replaceDatabase();
  } finally {
    client.acquireConnection = acquire;
    open();
  }
  const engine = /** @type {{ isListening: () => boolean }} */ (strapi.get('delivery-engine'));
  const deadline = performance.now() + READY_LIMIT_MS;
  for (;;) {
    const answer = await fetch(`${url}/_ready`);
    const said = await answer.text();
    if (answer.ok && engine.isListening()) break;
    if (performance.now() > deadline) {
      throw new Error(`The service is not ready with its new database: ${answer.status} ${said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  forgetCounts(strapi);
};

/**
 * Has features make anew what they keep in memory beside the catalogue: who is over a limit, which partner is away.
 *
 * @param {Strapi} strapi
 */
const forgetCounts = (strapi) => {
  forgetLogins();
  const { serviceMap } = /** @type {{ serviceMap: Map<string, unknown> }} */ (
    /** @type {unknown} */ (strapi)
  );
  for (const name of ['throttle', 'prices-product-fetcher']) serviceMap.delete(name);
  const contentApi = /** @type {{ forgetRowCounts: (of: { strapi: Strapi }) => void }} */ (
    require(path.join(appDir, 'dist/src/plugins/content-api'))
  );
  contentApi.forgetRowCounts({ strapi });
};
