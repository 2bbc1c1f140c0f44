import { inRoot } from '../../scripts/lib/paths.mjs';
import { publicDir } from '../data/databases.mjs';
import { environmentOf } from './environment.mjs';
import { startTarget } from './process.mjs';
import { makeStock } from './stock.mjs';
import { startVarnish } from './varnish.mjs';

/** @typedef {import('./process.mjs').Target} Target */

/** Settings that switch the cache layers of this project's service on or off. */
export const layers = /** @type {const} */ ({
  ours: {},
  warm: { DELIVERY_CACHE: 'false' },
  cold: { DELIVERY_CACHE: 'false', DELIVERY_DOCUMENT_CACHE: 'false' },
});

/** @typedef {keyof typeof layers | 'stock'} Kind */

/**
 * Starts the measured servers. A server that runs for a catalogue is reused, unless a figure needs
 * a new process.
 *
 * @param {import('../data/databases.mjs').Databases} databases
 */
export const openTargets = (databases) => {
  /** @type {Map<string, Promise<Target>>} */
  const running = new Map();
  /** @type {Set<Target>} */
  const all = new Set();

  /** @param {Target} target */
  const keep = (target) => {
    all.add(target);
    return target;
  };

  /** @param {Kind} kind @param {number} size @param {Record<string, string>} [settings] */
  const fresh = async (kind, size, settings = {}) => {
    if (kind === 'stock') {
      const env = environmentOf((await databases(size)).stock, publicDir);
      return keep(
        await startTarget(inRoot('bench/targets/stock-serve.mjs'), {
          ...env,
          STOCK: makeStock(),
        }),
      );
    }
    const env = environmentOf((await databases(size)).ours, publicDir);
    return keep(
      await startTarget(inRoot('dist/scripts/serve.js'), { ...env, ...layers[kind], ...settings }),
    );
  };

  return {
    fresh,

    /** @param {Kind} kind @param {number} size */
    get(kind, size) {
      const key = `${kind} ${size}`;
      const existing = running.get(key) ?? fresh(kind, size);
      running.set(key, existing);
      return existing;
    },

    /**
     * Starts a bare HTTP server that repeats another server's response.
     *
     * @param {string} address
     */
    raw: async (address) =>
      keep(
        await startTarget(
          inRoot('bench/targets/raw-serve.mjs'),
          {},
          { health: '/', args: [address] },
        ),
      ),

    /**
     * Starts Varnish in front of a service; null if it is not installed.
     *
     * @param {number} port port that Varnish listens on
     * @param {Target} service
     */
    async varnish(port, service) {
      const target = await startVarnish(port, Number(new URL(service.url).port));
      return target && keep(target);
    },

    /** Stops all servers that the next figure does not need, to free memory. */
    stopAll: async () => {
      running.clear();
      await Promise.all([...all].map((target) => target.stop()));
      all.clear();
    },
  };
};

/** @typedef {ReturnType<typeof openTargets>} Targets */
