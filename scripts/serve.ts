import { serve } from './run/serve';

/** Serves the compiled application until a signal ends it. `npm start`. */
void serve();
