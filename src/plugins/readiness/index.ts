import type { Feature } from '../../feature/feature';
import { askAhead } from './server/ask-ahead';
import { guardPublishing } from './server/guard';

export { countHindrances } from './server/count';
export { cellsOf } from './server/measures';
export { judgedTypes, judgeStored } from './server/judge-stored';
export { waitedFor } from './server/waited-for';
export type { Finding as ReadinessFinding } from './evaluate';

/** Says before something is published what hinders it and what could be better, and refuses the first. */
export const readiness: Feature = {
  name: 'readiness',
  isPlugin: true,
  register: guardPublishing,
};

/**
 * Has payment providers asked before anything is written about what it would publish. Features that write with
 * documents in a transaction come after it.
 */
export const askingAhead: Feature = { name: 'asking-ahead', register: askAhead };
