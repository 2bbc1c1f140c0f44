import { createRequire } from 'node:module';
import type * as bucket from './bucket';

/**
 * Returns the functions for buckets. The first call loads the AWS SDK, which a service without a
 * bucket does not need.
 */
export const loadBucket = (): typeof bucket => {
  const require = createRequire(__filename);
  return require('./bucket') as typeof bucket;
};
