import type { Feature } from '../../../feature/feature';
import { purgeMetrics } from './server/metrics';
import { purgeDefinitions } from './server/purges';
import { register } from './server/register';
import { edgeSettings } from './settings';

/** Purges outdated responses from a CDN or Varnish. */
export const edge: Feature = {
  name: 'edge',
  settings: [edgeSettings],
  metrics: purgeMetrics,
  definitions: purgeDefinitions,
  register,
};
