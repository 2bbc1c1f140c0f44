import { enableCompileCache } from 'node:module';
import path from 'node:path';

/**
 * Stores Node.js's compiled code for the next start, unless `NODE_COMPILE_CACHE` or
 * `NODE_DISABLE_COMPILE_CACHE` (variables of Node.js) say otherwise. If the folder is not writable,
 * each start compiles everything.
 *
 * The folder is inside the project instead of the temporary files. Node.js runs the code in it, so
 * no other user of the machine may be able to write there.
 */
enableCompileCache(path.resolve(__dirname, '../../../.tmp/compile-cache'));
