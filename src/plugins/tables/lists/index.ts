import type { Feature } from '#feature/feature';
import { viewDefinitions } from './server/services/views';

export {
  isFilteredList,
  parseListSelection,
  buildListQuery,
  type ListSelection,
} from './server/services/list-selection';
export { filterListedEntries } from './server/services/list-selection';
export { readListRows, type RowsQuery } from './server/services/rows';

/** Adds list views with states, pictures and filters to the panel. */
export const lists: Feature = {
  name: 'lists',
  folder: __dirname,
  definitions: () => viewDefinitions,
};
