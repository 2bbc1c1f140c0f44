import type { Feature } from '../../../feature/feature';
import { purgeMetrics } from './server/metrics';
import { purgeDefinitions } from './server/purges';
import { register } from './server/register';
import { cdnPurgingSettings } from './settings';

/** Purges outdated responses from a CDN or Varnish. */
export const cdnPurging: Feature = {
  name: 'cdn-purging',
  settings: [cdnPurgingSettings],
  metrics: purgeMetrics,
  definitions: purgeDefinitions,
  register,
};
