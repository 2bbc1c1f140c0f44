import type { Feature } from '../../feature/feature';
import { registerTraces, startTracing, stopTracing } from './server/register';
import { tracesSettings } from './settings';

/** Traces of requests, from the first byte through SQL to whoever is asked outside, for an OpenTelemetry collector. */
export const traces: Feature = {
  name: 'traces',
  settings: [tracesSettings],
  register: registerTraces,
  bootstrap: startTracing,
  stop: stopTracing,
};

export { traceRequests } from './server/register';
