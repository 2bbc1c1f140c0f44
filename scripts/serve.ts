// Must come first, because later imports may need a newer Node.js.
import './run/require-node';
// Must come before all other modules, because modules loaded earlier are compiled at each start.
import './run/compile-cache';
import { serve } from './run/serve';

/** `npm start`: serves the compiled application until a signal ends it. */
void serve();
