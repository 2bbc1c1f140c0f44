// First: what is loaded after it may need a newer Node.js than this one.
import './run/require-node';
import { serve } from './run/serve';

/** Serves the compiled application until a signal ends it. `npm start`. */
void serve();
