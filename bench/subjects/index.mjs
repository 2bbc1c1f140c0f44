import { inRoot } from '../../scripts/lib/paths.mjs';
import { publicDir } from '../data/databases.mjs';
import { environmentOf } from './environment.mjs';
import { startSubject } from './process.mjs';
import { makeStock } from './stock.mjs';

/** @typedef {import('./process.mjs').Subject} Subject */

/** The layers of reading that a service of this project has switched on. */
export const layers = /** @type {const} */ ({
  ours: {},
  warm: { DELIVERY_CACHE: 'false' },
  cold: { DELIVERY_CACHE: 'false', DELIVERY_FRAGMENTS: 'false' },
});

/** @typedef {keyof typeof layers | 'stock'} Kind */

/**
 * Starts what is measured. What has once been started for a catalogue is used again, except where a
 * figure wants a process of its own.
 *
 * @param {import('../data/databases.mjs').Databases} databases
 */
export const openSubjects = (databases) => {
  /** @type {Map<string, Promise<Subject>>} */
  const running = new Map();
  /** @type {Set<Subject>} */
  const all = new Set();

  /** @param {Subject} subject */
  const keep = (subject) => {
    all.add(subject);
    return subject;
  };

  /** @param {Kind} kind @param {number} size */
  const fresh = async (kind, size) => {
    if (kind === 'stock') {
      const env = environmentOf((await databases(size)).stock, publicDir);
      return keep(
        await startSubject(inRoot('bench/subjects/stock-serve.mjs'), {
          ...env,
          STOCK: makeStock(),
        }),
      );
    }
    const env = environmentOf((await databases(size)).ours, publicDir);
    return keep(await startSubject(inRoot('dist/scripts/serve.js'), { ...env, ...layers[kind] }));
  };

  return {
    fresh,

    /** @param {Kind} kind @param {number} size */
    get(kind, size) {
      const key = `${kind} ${size}`;
      const known = running.get(key) ?? fresh(kind, size);
      running.set(key, known);
      return known;
    },

    /**
     * A bare HTTP server that gives what another one answers.
     *
     * @param {string} address
     */
    raw: async (address) =>
      keep(
        await startSubject(
          inRoot('bench/subjects/raw-serve.mjs'),
          {},
          { health: '/', args: [address] },
        ),
      ),

    /** Ends whatever is not needed by the next figure; memory is for what is measured. */
    stopAll: async () => {
      running.clear();
      await Promise.all([...all].map((subject) => subject.stop()));
      all.clear();
    },
  };
};

/** @typedef {ReturnType<typeof openSubjects>} Subjects */
