import type { Feature } from '#feature/feature';
import { prefetchPricesBeforePublishRoutes } from './server/prefetch-prices';

export { prefetchPrices } from './server/prefetch-prices';
export { enforcePublishingRules } from './server/guard';
export { findRuleCells } from './server/draft-evaluator';
export { countErrors, evaluateStored, listValidatedTypes } from './server/draft-evaluator';
export { findUnpublishedDependencies } from './server/unpublished-dependencies';

/** Evaluates the publishing rules of an entry, and refuses to publish it while an error remains. */
export const publishingRules: Feature = {
  name: 'publishing-rules',
  folder: __dirname,
  register: prefetchPricesBeforePublishRoutes,
};
