import { mustGet } from '../load/get.mjs';
import { median } from './statistics.mjs';

/**
 * Result of one figure.
 *
 * @typedef {object} Measurement
 * @property {number[]} values a ratio, or milliseconds, of each round
 * @property {Record<string, number[]>} [details] the underlying values, round by round
 */

/**
 * @typedef {object} Context
 * @property {import('../targets/index.mjs').Targets} targets
 * @property {import('../data/databases.mjs').Databases} databases
 * @property {import('../load/index.mjs').Load} load
 * @property {number} rounds
 * @property {readonly string[]} names names of all figures measured in this run
 */

/**
 * Measures two things alternately (A B A B …), so that other load on the machine affects both.
 *
 * @param {number} rounds
 * @param {() => Promise<number>} first
 * @param {() => Promise<number>} second
 * @param {(first: number, second: number) => number} ratio
 * @param {[string, string]} names
 * @returns {Promise<Measurement>}
 */
export const inTurn = async (rounds, first, second, ratio, [nameOfFirst, nameOfSecond]) => {
  /** @type {number[]} */
  const values = [];
  /** @type {number[]} */
  const firsts = [];
  /** @type {number[]} */
  const seconds = [];
  for (let round = 0; round < rounds; round += 1) {
    const a = await first();
    const b = await second();
    firsts.push(a);
    seconds.push(b);
    values.push(ratio(a, b));
  }
  return { values, details: { [nameOfFirst]: firsts, [nameOfSecond]: seconds } };
};

/**
 * Returns the median duration of several sequential reads.
 *
 * @param {string} address
 * @param {{ times?: number, before?: () => Promise<unknown> }} [options] before: called before each
 * read, not measured
 */
export const timeOf = async (address, { times = 1, before } = {}) => {
  /** @type {number[]} */
  const took = [];
  for (let at = 0; at < times; at += 1) {
    await before?.();
    took.push((await mustGet(address)).ms);
  }
  return median(took);
};

/**
 * @typedef {object} Asked
 * @property {string} address
 * @property {import('../targets/process.mjs').Target} target server at the address
 * @property {number} seconds duration in a round
 * @property {number} [connections]
 * @property {Record<string, string>} [headers]
 */

const WARM_UP_SECONDS = 2;

/**
 * Measures the ratio of the first target's throughput to the second's.
 *
 * @param {Pick<Context, 'load' | 'rounds'>} context
 * @param {Asked & { name: string }} first
 * @param {Asked & { name: string }} second
 * @param {number} turns number of alternations in a round, because the machine may be busy at any
 * moment
 * @returns {Promise<Measurement>}
 */
export const throughputs = async ({ load, rounds }, first, second, turns) => {
  /** @param {Asked} request @param {number} seconds */
  const ask = async ({ address, target, connections = 32, headers }, seconds) => {
    const cpuBefore = target.cpuSeconds();
    const { requests, seconds: took } = await load.run({ address, connections, headers, seconds });
    return { requests, took, cpu: target.cpuSeconds() - cpuBefore };
  };

  const both = /** @type {const} */ ([first, second]);
  for (const request of both) await ask(request, Math.max(WARM_UP_SECONDS, request.seconds / 2));

  /** @type {Record<string, number[]>} */
  const details = {};
  const record = (/** @type {string} */ name, /** @type {number} */ value) => {
    details[name] = [...(details[name] ?? []), value];
  };
  /** @type {number[]} */
  const values = [];
  for (let round = 0; round < rounds; round += 1) {
    const sums = both.map(() => ({ requests: 0, took: 0, cpu: 0 }));
    for (let turn = 0; turn < turns; turn += 1) {
      for (const [index, request] of both.entries()) {
        const { requests, took, cpu } = await ask(request, request.seconds / turns);
        const sum = /** @type {{ requests: number, took: number, cpu: number }} */ (sums[index]);
        sum.requests += requests;
        sum.took += took;
        sum.cpu += cpu;
      }
    }
    const rates = sums.map(({ requests, took }) => requests / took);
    values.push((rates[0] ?? NaN) / (rates[1] ?? NaN));
    for (const [index, { name }] of both.entries()) {
      const { requests, cpu } = /** @type {{ requests: number, cpu: number }} */ (sums[index]);
      record(`${name}, answers a second`, rates[index] ?? NaN);
      record(`${name}, CPU microseconds an answer`, (cpu * 1e6) / requests);
    }
  }
  return { values, details };
};
