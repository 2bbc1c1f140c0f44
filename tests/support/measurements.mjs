import { appendFileSync, readFileSync } from 'node:fs';

/**
 * Time and events of one suite. `cpuSeconds` is of the process that runs it, `childSeconds` of the processes that it started
 * and that have ended; PostgreSQL is in neither.
 *
 * @typedef {object} Measurement
 * @property {string} file
 * @property {number} seconds
 * @property {number} cpuSeconds
 * @property {number} childSeconds
 * @property {number} memoryMb resident memory of the process after the suite
 * @property {Record<string, number>} counts
 * @property {string} settings names of the variables with which its shared service runs
 */

const TICKS_PER_SECOND = 100;

/** Seconds of processor that ended children of this process have used; see proc(5), `cutime` and `cstime`. */
const readChildSeconds = () => {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
  } catch {
    // Only Linux has it.
    return 0;
  }
};

const readCpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10;

/**
 * Starts to measure a suite. `write` appends the result as one line of JSON to the file that `TEST_MEASUREMENTS` names.
 *
 * @param {string} file
 */
export const startMeasuring = (file) => {
  const started = { time: Date.now(), cpu: readCpuSeconds(), children: readChildSeconds() };
  /** @type {Record<string, number>} */
  const counts = {};
  let settings = '';
  return {
    /** @param {string} event */
    count: (event) => {
      counts[event] = (counts[event] ?? 0) + 1;
    },
    /** @param {string} names */
    useSettings: (names) => {
      settings = names;
    },
    write: () => {
      const target = process.env.TEST_MEASUREMENTS;
      if (target === undefined) return;
      /** @type {Measurement} */
      const measurement = {
        file,
        seconds: round((Date.now() - started.time) / 1000),
        cpuSeconds: round(readCpuSeconds() - started.cpu),
        childSeconds: round(readChildSeconds() - started.children),
        memoryMb: Math.round(process.memoryUsage.rss() / 2 ** 20),
        counts,
        settings,
      };
      appendFileSync(target, `${JSON.stringify(measurement)}\n`);
    },
  };
};
