import { createApplication } from './run/application';
import { surviveOutages } from './run/survive-outages';

surviveOutages();

/** Serves the compiled application until a signal ends it. `npm start`. */
void createApplication().start();
