import { enableCompileCache } from 'node:module';
import path from 'node:path';

/**
 * Keeps what Node.js compiles for the next start, where nobody has said otherwise (`NODE_COMPILE_CACHE`,
 * `NODE_DISABLE_COMPILE_CACHE`, variables of Node.js). Where nothing may be written, each start compiles everything.
 *
 * It lies within the project and not among temporary files: Node.js runs what it finds there, and in a folder that
 * everybody may write to another user of the machine could have put it there.
 */
enableCompileCache(path.resolve(__dirname, '../../../.tmp/compile-cache'));
