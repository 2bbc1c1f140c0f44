import { availableParallelism } from 'node:os';

/**
 * libuv's default number of threads, for files, DNS, compression, password hashes and new database
 * connections.
 */
const SHARED = 4;

/**
 * Gives the process one additional libuv thread per processor, unless `UV_THREADPOOL_SIZE` (a
 * variable of Node.js) is set.
 *
 * Resizing a picture occupies a thread for seconds, and half of the processors resize at once. With
 * eight processors all four threads were taken. Nobody could log in meanwhile, and no database
 * connection could be opened. An empty variable counts as unset, because libuv would read it as
 * one. libuv reads the variable when it first needs a thread, so no earlier module may read a file
 * asynchronously.
 */
if ((process.env.UV_THREADPOOL_SIZE ?? '').trim() === '') {
  process.env.UV_THREADPOOL_SIZE = String(SHARED + availableParallelism());
}
