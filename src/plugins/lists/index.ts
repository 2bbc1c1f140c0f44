import type { Feature } from '../../feature/feature';
import { viewDefinitions } from './server/definitions';

export { isNarrowed, listedBy, listedQuery, type Listed } from './server/services/listed';
export { filterListedEntries } from './server/narrow-lists';
export { rowsOf } from './server/services/rows';

/** Lists in the panel that show what an entry looks like, and answer what people ask of them. */
export const lists: Feature = {
  name: 'lists',
  isPlugin: true,
  definitions: () => viewDefinitions,
};
