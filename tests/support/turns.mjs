import process from 'node:process';

/** Not all versions of Node.js that the service runs on can tell one thread from the others. */
const usage = /** @type {() => NodeJS.CpuUsage} */ (
  Reflect.get(/** @type {object} */ (process), 'threadCpuUsage') ?? process.cpuUsage
).bind(process);

const INTERVAL_MS = 5;

const computed = () => {
  const { user, system } = usage();
  return (user + system) / 1000;
};

/**
 * Measures for how many milliseconds one turn of this process's event loop computes at most. It is the CPU time of the main
 * thread: a busy machine makes it no longer.
 */
export const watchTurns = () => {
  let last = computed();
  let longest = 0;
  const look = () => {
    const now = computed();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, INTERVAL_MS);
  return {
    /** The longest turn since this was asked for before. */
    longest: () => {
      look();
      const most = longest;
      longest = 0;
      return most;
    },
    stop: () => {
      clearInterval(timer);
    },
  };
};
