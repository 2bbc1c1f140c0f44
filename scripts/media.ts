// First: what is loaded after it may need a newer Node.js than this one.
import './run/require-node';
// Before all others: what is loaded earlier is compiled at each start.
import './run/compile-cache';
import { runMedia } from './run/media';

/** Looks after the files of the media library. `npm run media:check`, `npm run media:move`. */
void runMedia(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
