import type { Feature } from '#feature/feature';
import { prepareMetrics, registerMetrics, startMetrics, stopMetrics } from './server/register';
import { metricsSettings } from './settings';

/** Serves metrics of this node to Prometheus on a port of its own. */
export const metrics: Feature = {
  name: 'metrics',
  settings: [metricsSettings],
  register: registerMetrics,
  bootstrap: prepareMetrics,
  start: startMetrics,
  stop: stopMetrics,
};

export { measureRequests } from './server/register';
