import { createApplication } from './run/application';

/** Serves the compiled application until a signal ends it. `npm start`. */
void createApplication().start();
