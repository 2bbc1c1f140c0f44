import type { Feature } from '../../../feature/feature';
import { askBeforePublishRoutes } from './server/ask-ahead';

export { askPaymentProviders } from './server/ask-ahead';
export { enforcePublishingRules } from './server/guard';
export { countHindrances } from './server/count';
export { cellsOf } from './server/measures';
export { judgedTypes, judgeStored } from './server/judge-stored';
export { waitedFor } from './server/waited-for';
export type { Finding as ReadinessFinding } from './evaluate';

/** Evaluates the publishing rules of an entry, and refuses to publish it while an error remains. */
export const readiness: Feature = {
  name: 'readiness',
  folder: __dirname,
  register: askBeforePublishRoutes,
};
