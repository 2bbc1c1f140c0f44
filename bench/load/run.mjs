import { connect, questionTo } from './connection.mjs';
import { drawFrom } from './mix.mjs';

/**
 * @typedef {object} Job
 * @property {string} address
 * @property {import('./mix.mjs').Mix} [mix] paths to request below the address; by default the
 * address itself
 * @property {Record<string, string>} [headers]
 * @property {number} connections
 * @property {number} seconds duration; ignored for a mix that requests each path once
 * @property {number} [rate] requests per second, sent even if earlier ones are unanswered; by
 * default each connection sends the next request after the response
 *
 * @typedef {object} Result
 * @property {number} requests number of answered requests
 * @property {number} seconds
 * @property {number[]} latencies in milliseconds: since the due time with a rate, since sending
 * with a mix
 * @property {Record<string, number>} statuses
 */

const TICK_MS = 1;

/** @param {Job} job @returns {Promise<Result>} */
export const runJob = async ({ address, mix, headers = {}, connections, seconds, rate }) => {
  const paths = mix?.paths ?? [''];
  const questions = paths.map((path) => questionTo(address + path, headers));
  const draw = drawFrom(mix);
  const all = await Promise.all(Array.from({ length: connections }, () => connect(address)));
  const next = () => {
    const index = draw();
    return index === null ? null : /** @type {Buffer} */ (questions[index]);
  };
  /** @type {Record<string, number>} */
  const statuses = {};
  /** @type {number[]} */
  const latencies = [];
  let requests = 0;
  let isOver = false;
  let inFlight = 0;
  let onDrained = () => undefined;
  const began = performance.now();

  /** @param {number} status */
  const count = (status) => {
    requests += 1;
    statuses[status] = (statuses[status] ?? 0) + 1;
    inFlight -= 1;
    if (isOver && inFlight === 0) onDrained();
  };

  /** @param {import('./connection.mjs').Connection} connection */
  const flood = (connection) => {
    const question = next();
    if (question === null) return;
    inFlight += 1;
    const askedAt = mix === undefined ? 0 : performance.now();
    connection.ask(question, (status) => {
      if (mix !== undefined) latencies.push(performance.now() - askedAt);
      if (!isOver || mix?.isOnce === true) flood(connection);
      count(status);
    });
  };

  const pace = () => {
    const idle = [...all];
    let requested = 0;
    const tick = () => {
      const due = ((performance.now() - began) * (rate ?? 0)) / 1000;
      while (requested < due && idle.length > 0) {
        // The connection that has been idle longest, because the server would close one that is
        // never used.
        const connection = /** @type {import('./connection.mjs').Connection} */ (idle.shift());
        const dueAt = began + (requested * 1000) / (rate ?? 1);
        requested += 1;
        inFlight += 1;
        connection.ask(/** @type {Buffer} */ (questions[0]), (status) => {
          count(status);
          latencies.push(performance.now() - dueAt);
          idle.push(connection);
        });
      }
    };
    return setInterval(tick, TICK_MS);
  };

  const pacing = rate === undefined ? undefined : pace();
  if (rate === undefined) all.forEach(flood);
  if (mix?.isOnce !== true) await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  clearInterval(pacing);
  isOver = true;
  // Waits for all responses. Otherwise the server would still be working on them during the next
  // measurement.
  if (inFlight > 0) {
    await new Promise((/** @type {(nothing?: undefined) => void} */ resolve) => {
      onDrained = () => {
        resolve();
        return undefined;
      };
    });
  }
  const took = (performance.now() - began) / 1000;
  for (const connection of all) connection.close();
  return { requests, seconds: took, latencies, statuses };
};
