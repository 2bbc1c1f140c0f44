// First: what is loaded after it may need a newer Node.js than this one.
import './run/require-node';
// Before all others: what is loaded earlier is compiled at each start.
import './run/compile-cache';
import { serve } from './run/serve';

/** Serves the compiled application until a signal ends it. `npm start`. */
void serve();
