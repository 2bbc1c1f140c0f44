import type { Feature } from '../../feature/feature';
import { watchRelations } from './server/watch-relations';

/** Relations that tell two entries of one name apart, and find those of a business line. */
export const relationPicker: Feature = {
  name: 'relation-picker',
  isPlugin: true,
  register: watchRelations,
};
