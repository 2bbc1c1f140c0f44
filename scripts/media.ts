// Must come first, because later imports may need a newer Node.js.
import './run/require-node';
// Must come before all other modules, because modules loaded earlier are compiled at each start.
import './run/compile-cache';
import { runMedia } from './run/media';

/**
 * `npm run media:check` and `npm run media:move`: checks and moves the files of the media library.
 */
void runMedia(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
