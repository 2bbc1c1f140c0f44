import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * Runs the compiled service in the process of a Jest worker, and keeps it between suites. A start takes
 * seconds; a running service switches to another database in a fraction of a second.
 *
 * Node loads this file, not Jest: it outlives the suites, so it must not keep values of a suite.
 *
 * @typedef {import('@strapi/types').Core.Strapi} Strapi
 *
 * @typedef {object} Service
 * @property {string} key its initial settings
 * @property {Strapi} strapi
 * @property {string} url
 * @property {string} databaseUrl
 * @property {string} publicDir
 * @property {boolean} isChanged whether a suite has registered something that the next suite would find
 * @property {(env: Record<string, string>) => void} changeSettings changes the settings of the running service
 * @property {() => void} restoreSettings restores the initial settings
 * @property {(env: Record<string, string>) => void} enter sets the variables and listeners of the process
 * @property {() => void} leave restores the variables and listeners of the process
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

/** Forgets the logins that Strapi counts in memory: those of another suite would count too. */
const forgetLogins = () => {
  const limits = /** @type {{ Stores: { Memory: { cleanAll: () => void } } }} */ (
    load('koa2-ratelimit')
  );
  limits.Stores.Memory.cleanAll();
};

/**
 * Records the listeners of this process. Strapi adds listeners for signals, by which Jest ends the
 * process. When Strapi stops, it removes all listeners, including those of Jest.
 *
 * @returns a function that restores the listeners
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

/** @param {Record<string, string>} env @returns a function that restores the variables */
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
 * Reports when a suite registers something in a running service, which cannot be undone. Services that
 * features create at their first use (`strapi.add`) are not reported.
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
 * Returns functions that replace the settings of a running service, as `config/settings.ts` reads them,
 * and restore them.
 *
 * @param {Strapi} strapi
 * @param {Record<string, string>} env its initial variables
 */
const settingsOf = (strapi, env) => {
  // The original function, before `watchRegistrations` replaces it: these changes are undone.
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

/** Services that suites are using. @type {Set<object>} */
const used = new Set();

/** The service that is kept for the next suite. @type {Service | null} */
let keptService = null;

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
      // After a timeout of a suite, the service would otherwise start beside that of the next suite.
      await starting.catch(() => undefined);
      await destroy();
    },
  };
};

/** Number of consecutive checks that must find the connections idle. */
const IDLE_LOOKS = 5;
const PAUSE_MS = 20;

/** Maximum wait for an idle service: a longer one means an open transaction, for example. */
const IDLE_LIMIT_MS = 30_000;

/**
 * Waits until no query runs. After the response to a publication, Strapi reads the entry again to
 * announce it. That read fails without a connection.
 *
 * @param {Strapi} strapi
 * @returns whether the service is idle; false after half a minute
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
 * @returns {Promise<boolean>} false if it cannot be kept, and must be destroyed
 */
export const keepService = async (service) => {
  const isAlone = used.size === 1 && used.has(service.strapi);
  if (!isAlone || service.isChanged || keptService !== null) return false;
  if (!(await waitUntilIdle(service.strapi))) return false;
  service.restoreSettings();
  service.leave();
  keptService = service;
  return true;
};

/**
 * Returns the kept service if it has the wanted settings; destroys it otherwise.
 *
 * @param {string | null} key
 * @param {(service: Service) => Promise<void>} onDestroyed
 * @returns {Promise<Service | null>}
 */
export const takeService = async (key, onDestroyed) => {
  const service = keptService;
  keptService = null;
  if (service === null || service.key === key) return service;
  service.enter({ DATABASE_URL: service.databaseUrl, PUBLIC_DIR: service.publicDir });
  await service.destroy();
  await onDestroyed(service);
  return null;
};

/** Stops the service that is kept for the next suite, if there is one. Its database stays. */
export const stopKeptService = async () => {
  await takeService(null, () => Promise.resolve());
};

/** Maximum time in which a service must be ready with its new database. */
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
    const body = await answer.text();
    if (answer.ok && engine.isListening()) break;
    if (performance.now() > deadline) {
      throw new Error(`The service is not ready with its new database: ${answer.status} ${body}`);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  forgetCounts(strapi);
};

/**
 * Resets state that features keep in memory beside the catalogue, such as rate limits.
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
