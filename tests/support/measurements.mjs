import { appendFileSync, readdirSync, readFileSync } from 'node:fs';

/**
 * Time and events of one suite. `cpuSeconds` belong to the process that runs it. `childSeconds` belong to
 * the processes that it started, and to the browser that suites share. Neither includes PostgreSQL.
 *
 * @typedef {object} Measurement
 * @property {string} file
 * @property {number} seconds
 * @property {number} cpuSeconds
 * @property {number} childSeconds
 * @property {number} memoryMb resident memory of the process after the suite
 * @property {Record<string, number>} counts
 * @property {string} settings names and a digest of the variables of its first shared service, then of
 *   its last one if they differ: suites are sorted by them, so that they share services
 */

const TICKS_PER_SECOND = 100;

/**
 * Returns the parent of a process, and the CPU ticks of the process and its ended children; see proc(5).
 *
 * @param {string} id
 */
const readProcess = (id) => {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [user, system, childUser, childSystem] = fields.slice(11, 15).map(Number);
    return {
      parent: fields[1] ?? '',
      ticks: (user ?? 0) + (system ?? 0),
      childTicks: (childUser ?? 0) + (childSystem ?? 0),
    };
  } catch {
    // It has ended, or the system is not Linux.
    return undefined;
  }
};

/** Returns the CPU seconds of all processes that this one has started, running or ended. */
const readChildSeconds = () => {
  const self = readProcess('self');
  if (self === undefined) return 0;
  const running = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      const measured = readProcess(id);
      return measured === undefined ? [] : [{ id, ...measured }];
    });
  let ticks = self.childTicks;
  const family = [String(process.pid)];
  for (const parent of family) {
    for (const child of running.filter((item) => item.parent === parent)) {
      family.push(child.id);
      ticks += child.ticks + child.childTicks;
    }
  }
  return ticks / TICKS_PER_SECOND;
};

const readCpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10;

/**
 * Starts measuring a suite. `write` appends the result as one line of JSON to the file that `TEST_MEASUREMENTS` names.
 *
 * @param {string} file
 */
export const startMeasuring = (file) => {
  const started = { time: Date.now(), cpu: readCpuSeconds(), children: readChildSeconds() };
  /** @type {Record<string, number>} */
  const counts = {};
  /** @type {string | undefined} */
  let first;
  let last = '';
  return {
    /** @param {string} event */
    count: (event) => {
      counts[event] = (counts[event] ?? 0) + 1;
    },
    /** @param {string} names */
    useSettings: (names) => {
      first ??= names;
      last = names;
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
        settings: first === last || first === undefined ? last : `${first} then ${last}`,
      };
      appendFileSync(target, `${JSON.stringify(measurement)}\n`);
    },
  };
};
