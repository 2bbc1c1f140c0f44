import type { Feature } from '../../../feature/feature';
import { registerTraces, startTracing, stopTracing } from './server/register';
import { tracesSettings } from './settings';

/** Exports traces of requests, SQL and outgoing calls to an OpenTelemetry collector. */
export const traces: Feature = {
  name: 'traces',
  settings: [tracesSettings],
  register: registerTraces,
  bootstrap: startTracing,
  stop: stopTracing,
};

export { traceRequests } from './server/register';
