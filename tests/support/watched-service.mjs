import { createServer } from 'node:http';
import { watchTurns } from './turns.mjs';

/**
 * The service as `npm start` runs it, which tells on WATCH_PORT for how many milliseconds one turn of its event loop has
 * computed at most since it was last asked.
 */

const { longest } = watchTurns();

createServer((_request, response) => {
  response.end(String(longest()));
}).listen(Number(process.env.WATCH_PORT), '127.0.0.1');

await import(new URL('../../dist/scripts/serve.js', import.meta.url).href);
