import { createServer } from 'node:http';
import process from 'node:process';

/**
 * The service as `npm start` runs it, which tells on WATCH_PORT for how many milliseconds one turn of its event loop has
 * computed at most since it was last asked. It is the CPU time of the main thread: a busy machine makes it no longer.
 */

/** Not all versions of Node.js that the service runs on can tell one thread from the others. */
const usage = /** @type {() => NodeJS.CpuUsage} */ (
  Reflect.get(/** @type {object} */ (process), 'threadCpuUsage') ?? process.cpuUsage
).bind(process);

const INTERVAL_MS = 5;

const computed = () => {
  const { user, system } = usage();
  return (user + system) / 1000;
};

let last = computed();
let longest = 0;

const look = () => {
  const now = computed();
  longest = Math.max(longest, now - last);
  last = now;
};

setInterval(look, INTERVAL_MS);

createServer((_request, response) => {
  look();
  response.end(String(longest));
  longest = 0;
}).listen(Number(process.env.WATCH_PORT), '127.0.0.1');

await import(new URL('../../dist/scripts/serve.js', import.meta.url).href);
