import type { Feature } from '../../feature/feature';
import { purgeMeasures } from './server/measures';
import { purgeDefinitions } from './server/purges';
import { register } from './server/register';
import { edgeSettings } from './settings';

/** Tells what keeps answers in front of the service, such as a CDN, which of them are out of date. */
export const edge: Feature = {
  name: 'edge',
  settings: [edgeSettings],
  measures: purgeMeasures,
  definitions: purgeDefinitions,
  register,
};
