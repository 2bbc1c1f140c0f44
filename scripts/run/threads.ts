import { availableParallelism } from 'node:os';

/** libuv's own number: for files, names, compression, passwords and new connections to the database. */
const SHARED = 4;

/**
 * Gives the process one of libuv's threads for each processor besides those that it has anyway, unless the environment says
 * how many (`UV_THREADPOOL_SIZE`, a variable of Node.js).
 *
 * A picture holds one of them for seconds while a size of it is made, and half of the processors make sizes at once: with
 * eight of them all four threads were taken, and nobody could log in meanwhile or get a new connection to the database.
 * Set to nothing is not set: libuv would take it for one. It looks at the variable when it first needs a thread, so nothing
 * may read a file in the background before this is loaded.
 */
if ((process.env.UV_THREADPOOL_SIZE ?? '').trim() === '') {
  process.env.UV_THREADPOOL_SIZE = String(SHARED + availableParallelism());
}
